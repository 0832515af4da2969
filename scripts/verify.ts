/**
 * Sets up and passes everything: installs what the lockfile says, checks types, format and that `dist` is what `src`
 * builds, runs every test, and closes with a line `N passed, N failed`. The three checks count as one test each.
 */
import { install, pinnedBun, ROOT, run } from "./toolchain.ts";

if ((await install()) !== 0) {
  console.log("the installation failed\n0 passed, 1 failed");
  process.exit(1);
}

// The dialog is tested in a real terminal; elsewhere its tests say why they are skipped.
if (process.env["CI"] === "true" && Bun.which("tmux") === null) {
  await run(["apt-get", "update", "-qq"]);
  await run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", "tmux"]);
}

const bun = pinnedBun();
let passed = 0;
let failed = 0;
for (const [name, ...command] of [
  ["types", bun, "check", "--strict", "--no-script"],
  ["format", bun, "fmt", "--check", "--no-script"],
  ["bundle", bun, "scripts/build.ts", "--check"],
] as const) {
  const status = await run(command);
  console.log(`${name}: ${status === 0 ? "fine" : "failed"}`);
  if (status === 0) passed++;
  else failed++;
}

// Pi's tests mostly wait, the others mostly compute.
const groups = [
  ["props/e2e", "--path-ignore-patterns=props/e2e/{permission,surfaces}.test.ts"],
  ["props/e2e/permission.test.ts", "props/e2e/surfaces.test.ts"],
  ["--path-ignore-patterns=props/e2e/**"],
];
const reports = await Promise.all(groups.map((group) => test(group)));
let skipped = 0;
for (const { status, report } of reports) {
  const count = (word: string) => Number(new RegExp(`^ *(\\d+) ${word}$`, "m").exec(report)?.[1] ?? 0);
  passed += count("pass");
  failed += count("fail");
  skipped += count("skip") + count("todo");
  // A run that broke off, or that tested nothing, is no success.
  if (count("fail") === 0 && (status !== 0 || count("pass") === 0)) failed++;
}

/** Runs some of the tests; what they report is shown when they are over. */
async function test(group: readonly string[]): Promise<{ status: number; report: string }> {
  const child = Bun.spawn([bun, "test", "--timeout=120000", ...group], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "pipe"],
  });
  const report = await new Response(child.stderr).text();
  process.stderr.write(report);
  return { status: await child.exited, report };
}

console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed === 0 ? 0 : 1);
