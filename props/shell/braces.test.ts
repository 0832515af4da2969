import { expect, test } from "bun:test";

import fc from "fast-check";

import { mayMatch } from "../../src/policy/wildcard.ts";
import { HOLE } from "../../src/shell/text.ts";
import { analyze } from "../../src/shell/units.ts";
import { bashArguments } from "../oracle/bash.ts";
import { runs } from "../runs.ts";

/** Words that brace expansion may take apart, of the characters that it looks at. */
const word = fc
  .array(
    fc.constantFrom(
      ..."{ { { } } } , , , .. .. . a b 1 3 - -2 05 '{' '}' ',' \"{a,b}\" \\{ \\} \\, '' \"\" \"$x\" ${x} $x $y ~ = : / $(alpha,b) \\ ".split(
        " ",
      ),
      "\\ ",
    ),
    { minLength: 2, maxLength: 10 },
  )
  .map((parts) => `w${parts.join("")}`.replace(/^w(?=\{)/, ""))
  .filter((text) => analyze(`alpha ${text}`).complete && analyze(`alpha ${text}`).units[0]?.source === `alpha ${text}`);

/** What people write: lists and sequences, some in each other. */
const plain = fc
  .letrec<{ braces: string; item: string }>((tie) => ({
    item: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom("a", "bc", "", "1", "'x y'", "${x}", '"$x"', "d.e", "-"),
      tie("braces"),
    ),
    braces: fc.oneof(
      { maxDepth: 3 },
      fc
        .tuple(
          fc.constantFrom("", "p", "q/"),
          fc.array(tie("item"), { minLength: 1, maxLength: 3 }),
          fc.constantFrom("", ".s", "{u,v}"),
        )
        .map(([before, items, after]) => `${before}{${items.join(",")}}${after}`),
      fc
        .tuple(
          fc.integer({ min: -3, max: 12 }),
          fc.integer({ min: -3, max: 12 }),
          fc.constantFrom("", "..2", "..-3", "..0"),
        )
        .map(([low, high, step]) => `{${low}..${high}${step}}`),
      fc.constantFrom("{a..e}", "{E..A..2}", "{01..3}", "{a..1}", "{1..}", "{..}", "{1..2,x}"),
    ),
  }))
  .braces.filter((text) => analyze(`alpha ${text}`).complete);

test("brace expansion gives the words that bash gives", async () => {
  const words = fc.sample(fc.oneof(word, plain), runs(6_000));
  const given = await bashArguments(words, { x: "v", y: "" });
  let literal = 0;
  const wrong = words.filter((source, index) => {
    const unit = analyze(`alpha ${source}`).units.find(({ start }) => start === 0);
    const expected = ["alpha", ...(given[index] ?? [])].join(" ");
    if (unit === undefined) return true;
    if (!unit.text.includes(HOLE)) {
      literal++;
      return unit.text !== expected;
    }
    // Patterns have no escapes: what bash gives is plain here but for the characters of patterns, which are not used.
    return !mayMatch(expected, unit);
  });
  expect(wrong).toEqual([]);
  expect(literal).toBeGreaterThan(words.length / 5);
}, 60_000);

test.each([
  ["a {b,c}", "a b c"],
  ["a x{b,c}y{d,e}", "a xbyd xbye xcyd xcye"],
  ["a {b,{c,d}}", "a b c d"],
  ["a {1..5..2} {c..a}", "a 1 3 5 c b a"],
  ["a {b,} {,}", "a b"],
  ["a {b,c} {", "a b c {"],
  ["a '{b,c}' \\{b,c} {b\\,c}", "a {b,c} {b,c} {b,c}"],
  ["a {b} {} {b,c", "a {b} {} {b,c"],
  ["{a,b} c", "a b c"],
  ["a {$x,b}", `a ${HOLE}`],
  ["a $x{b,c}", `a ${HOLE}`],
  ["a {$\\\nx,}b", `a ${HOLE}`],
  ["a {01..3}", `a ${HOLE}`],
  ["a {b,c}*", `a b${HOLE} c${HOLE}`],
  ["a ~{b,c}", `a ${HOLE} ${HOLE}`],
  ["a x{},b}", `a ${HOLE}`],
  ["a {1..100000}", `a ${HOLE}`],
  [`a ${"{".repeat(1_000)},b}`, `a ${HOLE}`],
  [`a ${"{b,c}".repeat(30)}`, `a ${HOLE}`],
  [`a ${"{b,".repeat(30)}c${"}".repeat(30)}`, `a ${"b ".repeat(30)}c`],
])("%j", (source, text) => {
  expect(analyze(source).units.map((unit) => unit.text)).toEqual([text]);
});

test("a text makes only so many words of its braces", () => {
  const { units } = analyze("a {1..900}\n".repeat(10));
  expect(units.filter(({ text }) => text === `a ${HOLE}`)).toHaveLength(9);
});
