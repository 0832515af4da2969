import { describe, expect, test } from "bun:test";

import { HOLE } from "../../src/shell/text.ts";
import { analyze } from "../../src/shell/units.ts";
import { compareReadings } from "../oracle/reads.ts";

/** Rules of the syntax that are easily bent, each in a text that then hides, or makes up, a command; `…` is a hole. */
const CORNERS: readonly (readonly [source: string, units: readonly string[]])[] = [
  // Comments, quotes and escapes.
  ["a # b\\\nc", ["a", "c"]],
  ["a 'b'#c; d", ["a b#c", "d"]],
  ["a $x#c; d", ["a …#c", "d"]],
  ["r\\\n\\\n\\\n\\\n\\\n\\\nm x", ["rm x"]],
  ["a 'b\\' ; c #'", ["a b\\", "c"]],
  ['a "b\\c\\"d"', ['a b\\c"d']],
  ["a \"$'b'\"", ["a $'b'"]],
  ["a $'b\\101'", ["a bA"]],
  ["a $'b\\cA'c", ["a b…c"]],
  ["a '' b", ["a  b"]],
  ["time'a' b", ["timea b"]],
  ["{'a' b", ["{a b"]],
  ['!"a" b', ["!a b"]],
  ["'' a", [" a"]],
  // Expansions.
  ["a $- $! $* $# $0", ["a … … … … …"]],
  ["a b?c", ["a b…c"]],
  ["a [b$x", ["a …"]],
  ["a x=~/b:~/c", ["a x=…/b:…/c"]],
  ["a {'1'..3} {1..'3'}", ["a … …"]],
  ["a {b,c\\,d} {'b,c'}", ["a b c,d {b,c}"]],
  ["a {b}c,d} {e}", ["a b}c d {e}"]],
  // Here-documents.
  ["a <<E\nb\\\\\nE\nc\nE", ["a", "c", "E"]],
  ["a <<'E'\nb\\\nE\nc\nE", ["a", "c", "E"]],
  ["a <<E\nE \nE\nb", ["a", "b"]],
  ["a <<-E\n E\n\tE\nb", ["a", "b"]],
  ["a <<E | b <<'F'; c\n`d`\nE\n`e`\nF\nf", ["a", "b", "c", "d", "f"]],
  // Commands.
  ["a >`b` 2>$(c)", ["a", "b", "c"]],
  ["for x in `a` $(b); do c; done", ["a", "b", "c"]],
  ["{ a; } >$(b); (c) <`d`", ["a", "b", "c", "d"]],
  ["if a; then b; fi <<E\n$(c)\nE", ["a", "b", "c"]],
  ["a=$(b) c=(d `e`) f", ["b", "e", "f"]],
  // Expressions: what is no integer for sure may run anything.
  ["((a == 0))", ["…"]],
  ["(($1))", ["…"]],
  ["((1 + $(a)))", ["…", "a"]],
  ["((1 + ${x:-2}))", ["…"]],
  ["(($? + $# + $$ + $!))", []],
  ['a=1; (("a[\\$(./1)]"))', ["…"]],
  [`((${"1+".repeat(600)}a))`, ["…"]],
  ["[[ 1 -eq a ]]", ["…"]],
  ["[[ a -lt 1 ]]", ["…"]],
  ["a=x; a=1; ((a))", ["…"]],
  ["a=1; a=2; ((a))", []],
  ["a[1]=1; ((a))", ["…"]],
  ["a=1+b; ((a))", ["…"]],
  ["a ${x:=b}", ["a …", "…"]],
  ["a ${x[b]:1}", ["a …", "…"]],
  ["((POSIXLY_CORRECT=1)); a", ["…", "a"]],
];

describe("in a corner of the syntax", () => {
  test.each(CORNERS)("%j", (source, units) => {
    const analysis = analyze(source);
    expect(analysis.complete).toBe(true);
    expect(analysis.units.map(({ text }) => text.replaceAll(HOLE, "…"))).toEqual([...units]);
  });

  test("bash reads the same", async () => {
    const readings = await compareReadings(CORNERS.map(([source]) => source));
    expect(CORNERS.filter((_, index) => readings[index]?.kind !== "agrees")).toEqual([]);
  });
});

describe("the place of a unit", () => {
  /** The parts of the source that the units were read from. */
  test.each<[source: string, ...units: string[]]>([
    ["a  'b' ;c", "a  'b'", "c"],
    ["a `b \\`c 'd' \\` e`", "a `b \\`c 'd' \\` e`", "b \\`c 'd' \\` e", "c 'd'"],
    ["a `b \\`c 'd'\\` e`", "a `b \\`c 'd'\\` e`", "b \\`c 'd'\\` e", "c 'd'"],
    ["a `\\$b \\$c`", "a `\\$b \\$c`", "\\$b \\$c", "\\$b \\$c"],
    ["a \\\n`b\\\n c` `d`", "a \\\n`b\\\n c` `d`", "b\\\n c", "d"],
    ["a <<E\n\\$x $(b c)\\\n`d e`\nE\nf g", "a", "b c", "d e", "f g"],
    ['"$(a "$(b c)")" d', '"$(a "$(b c)")" d', '"$(a "$(b c)")" d', 'a "$(b c)"', "b c"],
  ])("%j", (source, ...units) => {
    expect(analyze(source).units.map((unit) => unit.source)).toEqual(units);
  });
});
