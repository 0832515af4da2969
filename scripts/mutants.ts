/**
 * `bun run mutants [NAME]`: breaks one promise of the source at a time, and runs the test that is named for it, which
 * must fail. Works on copies in a temporary folder, one a core. Exits 1 if a mutant survives.
 *
 * Only an expectation that is not met kills a mutant: not a text that does not compile, nor anything else that is thrown.
 */
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";

import { type Mutant, mutate, type NamedTest } from "../props/mutants/mutant.ts";
import { patternOf, readReport, type TestResult } from "../props/mutants/report.ts";
import { MUTANTS } from "../props/mutants/table.ts";
import { pinnedBun, ROOT } from "./toolchain.ts";

/** What the tests read. */
const COPIED = ["src", "props", "scripts", "package.json", "tsconfig.json", "bunfig.toml", "dist", "README.md"];

/** A test that takes longer (ms) has not failed. */
const LONGEST = 60_000;

const bun = pinnedBun();

async function copyTree(to: string): Promise<void> {
  for (const name of COPIED) await cp(join(ROOT, name), join(to, name), { recursive: true });
  await symlink(join(ROOT, "node_modules"), join(to, "node_modules"), "dir");
}

/** The tests that ran; none if the file could not be loaded, or if they did not end. */
async function runTests(folder: string, files: readonly string[], pattern: string): Promise<TestResult[]> {
  const report = join(folder, "report.xml");
  await rm(report, { force: true });
  const child = Bun.spawn(
    [bun, "test", "--timeout=120000", ...files, "-t", pattern, "--reporter=junit", `--reporter-outfile=${report}`],
    {
      cwd: folder,
      stdio: ["ignore", "ignore", "ignore"],
      timeout: LONGEST,
      killSignal: "SIGKILL",
    },
  );
  await child.exited;
  const file = Bun.file(report);
  return (await file.exists()) ? readReport(await file.text()).filter(({ state }) => state !== "skipped") : [];
}

/** The compiler's first complaint; unused names, which a mutant may leave behind, are none. */
async function typeError(folder: string, file: string): Promise<string | undefined> {
  const unused = ["--noUnusedLocals", "false", "--noUnusedParameters", "false"];
  const child = Bun.spawn([bun, "check", "--strict", "--no-script", "--no-pretty", ...unused, file], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = await new Response(child.stdout).text();
  return (await child.exited) === 0 ? undefined : (output.split("\n")[0] ?? "");
}

/** Why a mutant lives on; `undefined` if its test kills it. */
async function survives(folder: string, mutant: Mutant): Promise<string | undefined> {
  const path = join(folder, mutant.file);
  const source = await Bun.file(path).text();
  await Bun.write(path, mutate(source, mutant));
  try {
    const mistake = await typeError(folder, mutant.file);
    if (mistake !== undefined) return `it does not compile: ${mistake}`;
    const [result] = await runTests(folder, [mutant.test.file], patternOf(mutant.test.name));
    if (result === undefined) return "its test did not run to the end";
    if (result.state === "passed") return "its test passes";
    return result.error === "AssertionError" ? undefined : `its test throws: ${result.error ?? ""}`;
  } finally {
    await Bun.write(path, source);
  }
}

/** The named tests that do not pass, or are not there, in an unchanged copy. */
async function failing(folder: string, tests: readonly NamedTest[]): Promise<NamedTest[]> {
  const files = [...new Set(tests.map(({ file }) => file))];
  const results = await runTests(folder, files, tests.map(({ name }) => patternOf(name)).join("|"));
  return tests.filter(({ name }) => {
    const found = results.filter((result) => result.name.startsWith(name));
    return found.length !== 1 || found[0]?.state !== "passed";
  });
}

const [only] = process.argv.slice(2);
const mutants = MUTANTS.filter(({ name }) => only === undefined || name === only);
if (mutants.length === 0) throw new Error(`no mutant is called \`${only ?? ""}\``);

const root = await mkdtemp(join(tmpdir(), "portcullis-mutants-"));
const survivors: string[] = [];
let killed = 0;
try {
  const folders = await Promise.all(
    Array.from({ length: Math.min(availableParallelism(), mutants.length) }, async (_, index) => {
      const folder = join(root, String(index));
      await copyTree(folder);
      return folder;
    }),
  );
  const broken = await failing(
    folders[0] ?? root,
    mutants.map(({ test }) => test),
  );
  for (const { file, name } of broken) survivors.push(`${file}: ${name}: it does not pass, unchanged`);

  const waiting = broken.length > 0 ? [] : [...mutants];
  const work = async (folder: string): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const reason = await survives(folder, mutant);
      const line = `${mutant.name} (${mutant.file}: ${mutant.breaks})`;
      console.log(`${reason === undefined ? "killed  " : "SURVIVED"} ${line}`);
      if (reason === undefined) killed++;
      else survivors.push(`${line}: ${reason}`);
    }
  };
  await Promise.all(folders.map(work));
} finally {
  await rm(root, { recursive: true, force: true });
}
if (survivors.length > 0) console.log(`\nsurvived:\n${survivors.map((line) => `  ${line}`).join("\n")}`);
console.log(`\n${killed} killed, ${survivors.length} survived`);
process.exit(survivors.length === 0 ? 0 : 1);
