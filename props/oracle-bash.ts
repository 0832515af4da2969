/** Real bash as an oracle: what it runs, and what it refuses to read. */
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BASH = "/bin/bash";

/** Whether bash reads a text without a syntax error. Runs nothing. */
export async function bashReads(source: string): Promise<boolean> {
  const child = Bun.spawn([BASH, "-n", "-c", "--", source], {
    stdio: ["ignore", "ignore", "ignore"],
    env: { LC_ALL: "C.UTF-8" },
  });
  return (await child.exited) === 0;
}

/** Those of many texts that bash refuses to read, found by one bash that forks for each. Runs nothing. */
export async function bashRejects(sources: readonly string[]): Promise<string[]> {
  // What is wrong inside of `[[` it says, and yet exits with 0.
  const loop = `while IFS= read -r -d '' text; do
    said=$("$BASH" -n -c -- "$text" 2>&1 >/dev/null) && [[ -z $said || $said == *warning:* ]] || printf '%s\0' "$text"
  done`;
  const child = Bun.spawn([BASH, "-c", loop], {
    stdio: [new Blob(sources.map((source) => `${source}\0`)), "pipe", "inherit"],
    env: { LC_ALL: "C.UTF-8" },
  });
  const output = await new Response(child.stdout).text();
  if ((await child.exited) > 1) throw new Error("bash could not be asked");
  return output.split("\0").slice(0, -1);
}

/** A directory with harmless programs that write down how they were called, and nothing else in `PATH`. */
export class Tracer implements AsyncDisposable {
  private constructor(private readonly root: string) {}

  static async create(programs: readonly string[]): Promise<Tracer> {
    const root = await mkdtemp(join(tmpdir(), "portcullis-trace-"));
    const tracer = new Tracer(root);
    await mkdir(join(root, "bin"));
    await mkdir(join(root, "work"));
    for (const name of programs) {
      const file = join(root, "bin", name);
      // A file for each process, since programs run side by side.
      await writeFile(file, `#!${BASH}\nprintf '%s\\0' ${name} "$@" $'\\x1e' >> "$TRACE/$$"\n`);
      await chmod(file, 0o755);
    }
    return tracer;
  }

  /** The argv of every program that bash ran for a text, words joined by one space. */
  async run(source: string): Promise<string[]> {
    return (await this.argvs(source)).map((argv) => argv.join(" "));
  }

  /** The argv of every program that bash ran for a text. */
  async argvs(source: string): Promise<string[][]> {
    const log = await mkdtemp(join(this.root, "trace-"));
    const env = { PATH: join(this.root, "bin"), TRACE: log, LC_ALL: "C.UTF-8" };
    // What it leaves in the background may come too late to be seen; a `wait` in the text would change how it is read.
    const child = Bun.spawn([BASH, "-c", "--", source], {
      cwd: join(this.root, "work"),
      env,
      stdio: ["ignore", "ignore", "ignore"],
      timeout: 5000,
    });
    await child.exited;
    const traces = await Promise.all((await readdir(log)).map((file) => readFile(join(log, file), "utf8")));
    const calls = traces.flatMap((trace) => trace.split("\0\x1e\0"));
    return calls.filter((call) => call !== "").map((call) => call.split("\0"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}

/** What bash makes of each of many words, given the values of variables: the arguments that a command gets for it. */
export async function bashArguments(words: readonly string[], env: Record<string, string>): Promise<string[][]> {
  const lines = words.map((word) => `p ${word}\n`).join("");
  const script = `p() { for word; do printf '%s\\0' "$word"; done; printf '\\1\\0'; }\n${lines}`;
  const child = Bun.spawn([BASH, "-s"], {
    stdio: [new Blob([script]), "pipe", "ignore"],
    env: { ...env, LC_ALL: "C.UTF-8" },
  });
  const output = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error("bash could not be asked");
  const given = output
    .split("\x01\0")
    .slice(0, -1)
    .map((one) => one.split("\0").slice(0, -1));
  // A word that ends its line, or the script, would shift all others.
  if (given.length !== words.length) throw new Error("bash did not answer for each word");
  return given;
}
