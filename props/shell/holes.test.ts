import { describe, expect, test } from "bun:test";

import { HOLE } from "../../src/shell/text.ts";
import { analyze } from "../../src/shell/units.ts";

/** What is known of each hole of a word: its reason, the parameter whose value it is, and how many words it can be. */
const WORDS: readonly (readonly [word: string, text: string, ...holes: string[]])[] = [
  ["$x", "…", "parameter expansion of x, vanishes"],
  ['"$x"', "…", "parameter expansion of x, single"],
  ["${x}", "…", "parameter expansion of x, vanishes"],
  ["b$x", "b…", "parameter expansion of x"],
  ['""$x', "…", "parameter expansion of x"],
  // Lists are any number of words, in quotes too.
  ["$@", "…", "parameter expansion of @, vanishes"],
  ['"$@"', "…", "parameter expansion of @, vanishes"],
  ['"$@"b', "…b", "parameter expansion of @"],
  ['"$*"', "…", "parameter expansion of *, single"],
  ['"${a[@]}"', "…", "parameter expansion, vanishes"],
  ['"${#a[@]}"', "…", "parameter expansion of #, single"],
  ['"${@:1}"', "…", "parameter expansion, vanishes"],
  ['"${!x}"', "…", "parameter expansion, vanishes"],
  ['"${!x@}"', "…", "parameter expansion, vanishes"],
  // With an operator or a subscript it is another value.
  ['"${x:-y}"', "…", "parameter expansion, single"],
  ['"${a[0]}"', "…", "parameter expansion, single"],
  ["$(b)", "…", "command substitution, vanishes"],
  ['"$(b)"', "…", "command substitution, single"],
  ["`b`", "…", "command substitution, vanishes"],
  ['"`b`"', "…", "command substitution, single"],
  ["<(b)", "…", "process substitution, vanishes"],
  ["$((1))", "…", "arithmetic expansion of (("],
  ['"$((1))"', "…", "arithmetic expansion of ((, single"],
  ["$'\\u00e9'", "…", "locale-dependent text, single"],
  ["*b", "…b", "pathname expansion"],
  ["~/b", "…/b", "tilde expansion of ~, single"],
  ["~root/b", "…/b", "tilde expansion, single"],
  ["{b,$x}", "…", "brace expansion, vanishes"],
  ["{b,$}c", "…", "brace expansion, vanishes"],
  // Side by side they are one hole: the wider of the two, and a single word only if both are.
  ["$x$y", "…", "parameter expansion, vanishes"],
  ['"$x"$y', "…", "parameter expansion"],
  ['$x"$y"', "…", "parameter expansion"],
  ['"$x""$y"', "…", "parameter expansion, single"],
  ['$x"$@"', "…", "parameter expansion, vanishes"],
  ["*$x", "…", "parameter expansion"],
  ["$x*", "…", "parameter expansion"],
  ["$HOME$x/b", "…/b", "parameter expansion"],
  ["$x-$y", "…-…", "parameter expansion of x", "parameter expansion of y"],
];

describe("the holes of", () => {
  test.each(WORDS)("%j", (word, text, ...expected) => {
    const [unit] = analyze(`a ${word}`).units;
    expect(unit?.text.replaceAll(HOLE, "…")).toBe(`a ${text}`);
    const holes = unit?.holes.map(
      ({ reason, name, vanishes, single }) =>
        `${reason}${name === undefined ? "" : ` of ${name}`}${vanishes ? ", vanishes" : ""}${single === true ? ", single" : ""}`,
    );
    expect(holes).toEqual(expected);
  });
});

describe("what is set by", () => {
  test.each<[source: string, ...assignments: string[]]>([
    ["A+=b a[1]=2 c=(1) d", "A+=b before d", "a=… before d", "c=… before d"],
    ["((a++, --b, c[1] += 2, d = 1, e == 2))", "a=…", "b=…", "c=…", "d=…"],
    ["for ((i = 0; i < 1; i++)); do a; done", "i=…", "i=…"],
    ["for x in 1; do a; done", "x=1"],
    ["for x in 1 2; do a; done", "x=…"],
    ["select x in y; do a; done", "REPLY=…", "x=y"],
    ["coproc N { a; }", "N=…"],
    ["{x}>f a", "x=…"],
    ["read -r a b; read", "a=…", "b=…", "REPLY=…"],
    ["eval 'A=1'; bash -c 'B=2 c'", "A=1", "B=2 before c"],
    ["f() { A=$x; }; echo $(B=1)", "A=…", "B=1"],
  ])("%j", (source, ...expected) => {
    const { assignments } = analyze(source);
    const found = assignments.map(
      ({ text, command }) => text.replaceAll(HOLE, "…") + (command === undefined ? "" : ` before ${command}`),
    );
    expect(found).toEqual(expected);
  });
});

test("functions are known by their names, in a text that runs later too", () => {
  expect(analyze("f() { a; }; function g { b; }; eval 'h() { c; }'").functions).toEqual(["f", "g", "h"]);
});
