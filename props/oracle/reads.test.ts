import { describe, expect, test } from "bun:test";

import { analyze } from "../../src/shell/units.ts";
import { bashRejects } from "./bash.ts";
import { cases, damagedPrograms, generated, programs, soup, table } from "./corpora.ts";
import { bashPrints, compareReading, compareReadings, LENIENCES, type Reading } from "./reads.ts";

/** What bash reads and we do not, by our reason, in the publicly reported cases; these may only get fewer. */
const GIVEN_UP = {
  "a command substitution in braces": 2,
  "an expansion in the delimiter of a here-document": 1,
  "`$[`, an old form of arithmetic expansion": 1,
  "a command after a here-document in a substitution": 1,
  '`$"`, a translated string': 1,
  "a NUL character": 1,
  "two parentheses that are not plainly arithmetic": 2,
  "unterminated here-document": 1,
};

/** The texts whose readings are neither the same nor given up. */
async function disagreements(sources: readonly string[]): Promise<[string, Reading][]> {
  const readings = await compareReadings(sources);
  return sources.flatMap((source, index): [string, Reading][] => {
    const reading = readings[index];
    if (reading === undefined) throw new Error("a text without an answer");
    return reading.kind === "agrees" || reading.kind === "given up" ? [] : [[source, reading]];
  });
}

describe("bash's print of a text", () => {
  test("has the same commands, in the publicly reported cases", async () => {
    const sources = cases();
    expect(await disagreements(sources)).toEqual([]);
    const reasons: Record<string, number> = {};
    for (const reading of await compareReadings(sources)) {
      if (reading.kind === "given up") reasons[reading.message] = (reasons[reading.message] ?? 0) + 1;
    }
    expect(reasons).toEqual(GIVEN_UP);
  });

  test("has the same commands, in the table of units", async () => {
    const readings = await compareReadings(table());
    const others = table().flatMap((source, index) =>
      readings[index]?.kind === "agrees" ? [] : [[source, readings[index]?.kind]],
    );
    // What bash makes something of that it prints otherwise is not read on purpose.
    expect(others).toEqual([
      ['a "${x#"{"}"b\',\'c}', "given up"],
      ["a {a..C}", "given up"],
    ]);
  });

  test("has the same commands, in generated programs", async () => {
    const sources = generated(programs(), 4_000);
    const readings = await compareReadings(sources);
    expect(
      sources.flatMap((source, index) => (readings[index]?.kind === "agrees" ? [] : [[source, readings[index]]])),
    ).toEqual([]);
  }, 60_000);

  test.each([
    ["damaged programs", damagedPrograms, 12_000, 4_000],
    ["pieces of syntax", soup, 40_000, 2_000],
  ] as const)(
    "has the same commands, in those %s that we understand",
    async (_, texts, count, least) => {
      const understood = generated(texts(), count).filter((text) => analyze(text).complete);
      expect(understood.length).toBeGreaterThan(least);
      const known = (source: string, { kind }: Reading) =>
        LENIENCES.some((lenience) => lenience.kind === kind && lenience.form.test(source));
      expect((await disagreements(understood)).filter(([source, reading]) => !known(source, reading))).toEqual([]);
    },
    60_000,
  );

  test("is asked for without running anything", async () => {
    const file = `${import.meta.dir}/never-written`;
    expect(await bashPrints([`echo > ${file}`, `$(echo > ${file})`])).toEqual([
      `echo > ${file}\n`,
      `$(echo > ${file})\n`,
    ]);
    expect(await Bun.file(file).exists()).toBe(false);
  });

  test("belongs to its text, whatever stands around", async () => {
    const sources = ["a", "if b", "cat <<E\nx", "c \\", "(", ":  mark  1", "d 'e", "", "# f", "g; h"];
    const alone = await Promise.all(sources.map(async (source) => (await bashPrints([source]))[0]));
    const together = await bashPrints(sources);
    expect(together.map((print) => print?.trim())).toEqual(alone.map((print) => print?.trim()));
  });

  test("is missing where bash finds an error in a text given with -c", async () => {
    const sources = [...cases(), ...table(), ...generated(damagedPrograms(), 300)].filter(
      (text) => !text.includes("\0"),
    );
    const prints = await bashPrints(sources);
    // With `-n` bash reports an error in a condition, but not by its status.
    const refused = sources.filter((text, index) => prints[index] === undefined && !text.includes("[["));
    expect(refused).toEqual((await bashRejects(sources)).filter((text) => !text.includes("[[")));
  }, 60_000);
});

describe("the comparison", () => {
  test("sees a command that is missing, one too many and one that is another", () => {
    expect(compareReading("a", "a; b\n")).toMatchObject({ kind: "differs", missed: ["b"], invented: [] });
    expect(compareReading("a; b; b", "a; b\n")).toMatchObject({ kind: "differs", missed: [], invented: ["b"] });
    expect(compareReading("a b", "a 'b '\n")).toMatchObject({ kind: "differs", missed: ["a b "], invented: ["a b"] });
    expect(compareReading("a $x", "a x\n")).toMatchObject({ kind: "differs" });
    expect(compareReading("$'a'", "b\n")).toMatchObject({ kind: "differs" });
    expect(compareReading("a", "if\n")).toMatchObject({ kind: "unread print" });
    expect(compareReading("a", undefined)).toEqual({ kind: "refused" });
  });

  test("takes all escapes that depend on the locale for one letter", async () => {
    const sources = ["a $'\\u00e9\\\\u'", "$'\\xe9'", "a $'\\cx\\\\\\351'", "a $'\\x{e9}'b"];
    expect(await compareReadings(sources)).toEqual(sources.map(() => ({ kind: "agrees" })));
  });

  test("repairs what bash prints wrong", async () => {
    const sources = ["coproc a b", "a && b <<E || c\nd\nE", "{ a <<E\nb\nE\n{ c; d; }; e; }"];
    expect(await compareReadings(sources)).toEqual(sources.map(() => ({ kind: "agrees" })));
  });

  test.each(LENIENCES)("knows that $text is $kind: $why", async ({ text, kind, form }) => {
    expect(text).toMatch(form);
    expect(await compareReadings([text])).toMatchObject([{ kind }]);
  });
});
