/** The texts that the oracles are asked about. */
import { join } from "node:path";

import fc from "fast-check";

import { program } from "../generators.ts";
import { readJsonLines } from "../json-lines.ts";
import { runs } from "../runs.ts";
import { TABLE } from "../shell/table.ts";

/** The `command` of each line of a file of JSON lines; none is ever run. */
export function commandsOf(file: string): string[] {
  return readJsonLines<{ command: string }>(file).map(({ command }) => command);
}

/** The commands of the publicly reported cases. */
export function cases(): string[] {
  return commandsOf(join(import.meta.dir, "../corpus/cases.jsonl"));
}

/** The texts of the table of units. */
export function table(): string[] {
  return TABLE.map(([source]) => source);
}

/** Texts of an arbitrary, each once; the same ones without `FC_SEED`. */
export function generated(texts: fc.Arbitrary<string>, count: number): string[] {
  return [...new Set(fc.sample(texts, runs(count)))];
}

/** Programs of known commands. */
export function programs(): fc.Arbitrary<string> {
  return program().map(({ source }) => source);
}

/** Pieces of shell syntax, to be put where they may or may not fit. */
const PIECES = [
  ..."a rm $x $( ( ) { } ; & && || | ;; < > >> << <<E <<'E' <<- <<< >& ' \" ` \\ # ! time if fi then do done in for".split(
    " ",
  ),
  ..."x case esac [[ ]] (( )) $(( ${ ${x} ${x:- $' A= A=1 a[ ] * ? ~ {a,b} 2>&1 2> {fd}> <( >( f() function coproc".split(
    " ",
  ),
  ..."select declare eval 'a;b' trap é".split(" "),
  ..." |\t|\n|\nE\n|\\\n|; |;\n|; } |{ |( |; then |; fi |; do |; done |x) | ;; | in ".split("|"),
];

/** Pieces of shell syntax in a row. */
export function soup(): fc.Arbitrary<string> {
  const blank = { weight: 2, arbitrary: fc.constant(" ") };
  const piece = fc.oneof(blank, { weight: 7, arbitrary: fc.constantFrom(...PIECES) });
  return fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));
}

/** Programs with up to three places where a few characters are gone or a piece came in. */
export function damagedPrograms(): fc.Arbitrary<string> {
  const damage = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    gone: fc.nat({ max: 3 }),
    piece: fc.oneof(fc.constant(""), fc.constantFrom(...PIECES)),
  });
  return fc.tuple(programs(), fc.array(damage, { minLength: 1, maxLength: 3 })).map(([source, damages]) =>
    damages.reduce((text, { at, gone, piece }) => {
      const index = Math.floor(at * text.length);
      return text.slice(0, index) + piece + text.slice(index + gone);
    }, source),
  );
}
