import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pinnedBun, ROOT } from "../../scripts/toolchain.ts";
import { mutate } from "./mutant.ts";
import { patternOf, readReport, type TestResult } from "./report.ts";
import { MUTANTS } from "./table.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "portcullis-report-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** What `bun test` reports of some files, for the tests whose names fit the pattern. */
async function report(cwd: string, files: readonly string[], pattern: string): Promise<TestResult[]> {
  const output = join(folder, "report.xml");
  const child = Bun.spawn(
    [pinnedBun(), "test", ...files, "-t", pattern, "--reporter=junit", `--reporter-outfile=${output}`],
    { cwd, stdio: ["ignore", "ignore", "ignore"] },
  );
  await child.exited;
  return readReport(await Bun.file(output).text());
}

describe("the table of mutants", () => {
  test("changes a text that stands once in its file", async () => {
    for (const mutant of MUTANTS) {
      const source = await Bun.file(join(ROOT, mutant.file)).text();
      expect([mutant.name, mutate(source, mutant) === source]).toEqual([mutant.name, false]);
    }
  });

  test("names tests that are there, one each", async () => {
    const files = [...new Set(MUTANTS.map((mutant) => mutant.test.file))];
    const names = new Map<string, string[]>();
    // Nothing fits this pattern: the tests are listed, and do not run.
    for (const file of files)
      names.set(
        file,
        (await report(ROOT, [file], "^(?!)")).map(({ name }) => name),
      );
    const wrong = MUTANTS.filter(
      ({ test: { file, name } }) => names.get(file)?.filter((one) => one.startsWith(name)).length !== 1,
    );
    expect(wrong.map(({ name, test: { file, name: missing } }) => [name, file, missing])).toEqual([]);
  }, 60_000);

  test("has several of every file that reads bash, each with a name and a promise of its own", async () => {
    const files = (await readdir(join(ROOT, "src/shell"))).filter((file) => file !== "ast.ts");
    const few = files.filter((name) => MUTANTS.filter(({ file }) => file === `src/shell/${name}`).length < 3);
    expect(few).toEqual([]);
    expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
    for (const { name, breaks } of MUTANTS)
      expect([name, breaks]).toEqual([expect.stringMatching(/^[a-z-]+$/), expect.stringMatching(/\w \w/)]);
  });
});

test("a change that fits nowhere, or in two places, is refused", () => {
  const change = { name: "x", file: "y", text: "a", becomes: "$&b" };
  expect(mutate("1a2", change)).toBe("1$&b2");
  for (const source of ["", "b", "aa"]) expect(() => mutate(source, change)).toThrow("occurs");
  expect(() => mutate("a", { ...change, text: "" })).toThrow("occurs");
});

test("a report tells a test that failed from one that threw, passed or did not run", async () => {
  await Bun.write(
    join(folder, "props/some.test.ts"),
    `import { describe, expect, test } from "bun:test";
describe("a <b>", () => {
  test.each(['c "d"\\n&'])("%j fails", () => expect(1).toBe(2));
  describe("in", () => test("throws", () => null.x));
  test("passes", () => {});
});
test("z", () => {});`,
  );
  expect(await report(folder, ["props/some.test.ts"], patternOf("a <b>"))).toEqual([
    { name: 'a <b> "c \\"d\\"\\n&" fails', state: "failed", error: "AssertionError" },
    { name: "a <b> in throws", state: "failed", error: "TypeError" },
    { name: "a <b> passes", state: "passed", error: undefined },
    { name: "z", state: "skipped", error: undefined },
  ]);
});
