import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import { MAX_SOURCE_LENGTH } from "../../src/shell/parser.ts";
import { HOLE } from "../../src/shell/text.ts";
import { analyze, parseUnits } from "../../src/shell/units.ts";
import { program, simpleCommand } from "../generators.ts";
import { bashReads } from "../oracle/bash.ts";
import { covers } from "../oracle/coverage.ts";
import { Tracer } from "../oracle/tracer.ts";
import { runs } from "../runs.ts";
import { TABLE } from "./table.ts";

/** Text that looks like shell, and much that does not. */
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(
      fc.constantFrom(
        ..."a b rm $x $( ( ) { } ; & | && || ;; < > >> << <<< >& \n ' \" ` \\ \\\n # ! time if fi for do done case esac [[ ]] (( )) $(( ${ } ${x} ${x:- $' $\" = A= A=1 a[ ] * ? ~ {a,b} 2>&1 2> {fd}> <( \t é \0".split(
          " ",
        ),
        " ",
      ),
      { maxLength: 40 },
    )
    .map((tokens) => tokens.join("")),
);

describe("any text", () => {
  test("parses without throwing", () => {
    fc.assert(
      fc.property(anyText, (source) => void analyze(source)),
      runs(20_000),
    );
  });

  test("has spans that slice the source, and units that read the same by themselves", () => {
    fc.assert(
      fc.property(anyText, (source) => {
        const { units, assignments, redirects } = analyze(source);
        for (const { start, end, source: slice } of [...units, ...assignments, ...redirects]) {
          expect(0 <= start && start <= end && end <= source.length).toBe(true);
          expect(slice).toBe(source.slice(start, end));
        }
        for (const unit of units) {
          let [start, last] = [unit.start, unit.start];
          for (const word of unit.words) {
            expect(word.start < word.end && word.end <= unit.end).toBe(true);
            // Brace expansion makes several words of one.
            expect(last <= word.start || (start === word.start && last === word.end)).toBe(true);
            [start, last] = [word.start, word.end];
          }
          // Inside backquotes the source has escapes that are not the command's; elsewhere a unit stands for itself.
          if (unit.words.length === 0 || unit.context !== "top level" || source.includes("`")) continue;
          const {
            units: [again],
            complete,
          } = analyze(unit.source);
          // `>x if` runs a program of that name, `if` does not.
          if (!complete) continue;
          expect([unit.source, again?.text, again?.holes]).toEqual([unit.source, unit.text, unit.holes]);
        }
      }),
      runs(20_000),
    );
  });

  test("describes every hole", () => {
    fc.assert(
      fc.property(anyText, (source) => {
        for (const { text, holes, words } of analyze(source).units) {
          expect(text.split(HOLE)).toHaveLength(holes.length + 1);
          expect(words.flatMap((word) => word.holes)).toEqual(words.length === 0 ? [] : [...holes]);
        }
      }),
      runs(5_000),
    );
  });

  test("is complete, or ends in one hole over the whole of it", () => {
    fc.assert(
      fc.property(anyText, (source) => {
        const { units, complete, problems } = analyze(source);
        expect(complete).toBe(problems.length === 0);
        const last = units.at(-1);
        if (!complete) expect([last?.text, last?.context, last?.source]).toEqual([HOLE, "unread", source]);
      }),
      runs(5_000),
    );
  });
});

describe("a program made of known commands", () => {
  test("has a unit for each of them", () => {
    fc.assert(
      fc.property(program(), ({ source, commands }) => {
        const { units, complete } = parseUnits(source);
        expect(complete).toBe(true);
        const texts = units.map(({ text }) => text);
        for (const command of commands) expect(texts).toContainEqual(command);
      }),
      runs(5_000),
    );
  });

  test("is read by bash too", async () => {
    await fc.assert(
      fc.asyncProperty(program(), async ({ source }) =>
        expect([source, await bashReads(source)]).toEqual([source, true]),
      ),
      runs(150),
    );
  });

  test("hides no command that real bash runs", async () => {
    await using tracer = await Tracer.create();
    let calls = 0;
    await fc.assert(
      fc.asyncProperty(program(), async ({ source }) => {
        const { units } = parseUnits(source);
        for (const words of (await tracer.run(source)).calls) {
          const call = words.join(" ");
          calls++;
          expect([source, call, units.some((unit) => covers(unit, call))]).toEqual([source, call, true]);
        }
      }),
      runs(400),
    );
    expect(calls).toBeGreaterThan(400);
  }, 120_000);

  test("reads a command the same however it is spelled", async () => {
    await using tracer = await Tracer.create();
    await fc.assert(
      fc.asyncProperty(simpleCommand(), async ({ source, value }) => {
        expect(parseUnits(source).units.map(({ text }) => text)).toEqual([value]);
        const { calls } = await tracer.run(source);
        expect(calls.map((words) => words.join(" "))).toEqual([value]);
      }),
      runs(200),
    );
  }, 60_000);
});

describe("the units of", () => {
  test.each(TABLE)("%j", (source, expected) => {
    // An unread rest shows as a last hole.
    expect(parseUnits(source).units.map(({ text }) => text.replaceAll(HOLE, "…"))).toEqual(expected.slice());
  });
});

describe("what is not understood", () => {
  const texts = [
    "echo $[1]",
    "if a; then b",
    "if a; b; fi",
    "fi",
    "for x in y; do",
    "for 1 in y; do a; done",
    "case x in y) z",
    "while a; done",
    "f() a",
    "f(x) { a; }",
    "a &; b",
    "a <2>x",
    "a {x}<{y}>z",
    "for ((i=0;i++)) do a; done",
    "for do in x; do a; done",
    "echo $(time [[ a > f ]])",
    "a \x01",
    'y=("$(a \x7f)")',
    "((1)\\\n)",
    "(\\\n(a))",
    "echo $(\\\n(a))",
    "for x\nin a; do b; done",
    "echo $(time A=1 a)",
    "[[ a == @($(a\nb)) ]]",
    "[[ a",
    "[[ a b ]]",
    "[[ a -x b ]]",
    "[[ -n\na ]]",
    "[[ -n ]]",
    "[[ a == (b) ]]",
    "[[ a =~ (b\n) ]]",
    "[[ a =~ (b ]]",
    "[[ (a\n) ]]",
    "[[ (a ]]",
    "[[ a && ]]",
    "[[ a == <(b) ]]",
    "[[ ]]",
    "((1",
    "echo $((1",
    "echo ${x",
    "echo ${x:-y",
    "echo ${ a; }",
    "echo ${|a;}",
    "cat <<E\nx",
    "cat <<E",
    "echo $(cat <<E)\nx\nE",
    "cat <(a",
    "a=(b",
    "{a[0]}>x b",
    "select x in y; do",
    "until a; do b; fi",
    "coproc",
    "echo 'a",
    'echo "a',
    "echo `a",
    "echo $(a",
    "(a",
    "{ a;",
    "a ;; b",
    "(a) b",
    "{ a; } b",
    "a;&>x b",
    "; a",
    "a |",
    "a &&",
    "( )",
    "{ }",
    "a )",
    "a (b)",
    "a > ",
    "echo $'a",
    'a $"b"',
    "a=([i]=b)",
    "cat <<$x\ny\n$x",
    "then a",
    "echo a | ! b",
    "</dev/null if x",
    "if a; then fi",
    "while do a; done",
    "function $x { a; }",
    "for x { a; }",
    "[[ a == b ']]'",
    "((a) )",
    // What bash reads in a way of its own, or in two ways.
    "echo $(cat <<E\nx\nE\ngit; push)",
    "cat <<$x\ny\n\nb\n$x",
    ">f A=(b[ # ]); c\n)",
    "coproc { A=(b); }",
    "coproc { A=(if); a <<'E'\nb\nE\n}",
    "echo $(coproc a b)",
    "coproc a-b { c; }",
    "coproc a then",
    "a <((b); c)",
    "echo \"${y-'}'}\"",
    "echo \"${y-$'a'}\"",
    "echo \"${y#'a'}\"",
  ];
  test.each(texts)("%j is one hole, and what stands before it still counts", (text) => {
    const { units, complete } = parseUnits(`rm x\n${text}`);
    expect(complete).toBe(false);
    expect(units[0]?.text).toBe("rm x");
    expect(units.at(-1)).toMatchObject({ text: HOLE, context: "unread", start: 0, end: text.length + 5 });
  });

  test.each(["$(", "(", "{ ", '"$('])("deep nesting of %j is a hole, and takes no stack", (opening) => {
    expect(parseUnits(opening.repeat(100_000)).complete).toBe(false);
  });

  test.each([
    ["( ", " )"],
    ["$(", ")"],
    ['"$(', ')"'],
    ["<(", ")"],
    ["{ ", "; }"],
    ["if ", "; then b; fi"],
    ["while b; do ", "; done"],
    ["case b in c) ", ";; esac"],
    ["f() { ", "; }"],
    ["b ${x:-$(", ")}"],
  ])("nesting of %j is read up to a cap, and a hole beyond it", (opening, closing) => {
    const nested = (depth: number) => parseUnits(`${opening.repeat(depth)}a${closing.repeat(depth)}`);
    expect(nested(60).complete).toBe(true);
    expect(nested(60).units.some(({ text }) => text === "a")).toBe(true);
    expect(nested(250).complete).toBe(false);
  });

  test("a text with a NUL character is a hole as a whole", () => {
    expect(parseUnits("rm x\0")).toMatchObject({ complete: false, units: [{ text: HOLE, context: "unread" }] });
  });

  test("backquotes nested deeper than the cap are a hole", () => {
    // Each level doubles the backslashes before its backquotes, and adds one.
    let source = "a";
    for (let level = 0; level < 14; level++) source = `a \`${source.replaceAll(/[\\`]/g, "\\$&")}\``;
    expect(parseUnits(source).complete).toBe(false);
    expect(parseUnits("`a` ".repeat(100_000)).complete).toBe(true);
  });

  test("a text longer than the cap is a hole", () => {
    expect(parseUnits("a".repeat(MAX_SOURCE_LENGTH)).complete).toBe(true);
    expect(parseUnits("a".repeat(MAX_SOURCE_LENGTH + 1)).complete).toBe(false);
    expect(parseUnits("a ".repeat(5_000_000)).complete).toBe(false);
  });
});
