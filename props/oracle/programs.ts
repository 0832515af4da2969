/**
 * Random bash programs over all of bash's grammar. They name only programs that are stubs, and `isHarmless` turns down
 * the few that could reach past them.
 */
import { analyze } from "../../src/shell/units.ts";
import { isOpaque } from "./coverage.ts";
import type { Feature } from "./features.ts";
import { lateCommand } from "./grammar/late.ts";
import { list } from "./grammar/lists.ts";
import { runningCommand } from "./grammar/running.ts";
import { word } from "./grammar/words.ts";
import { bait, continueLines, mutate, openings, tokenSoup } from "./mutations.ts";
import { Random } from "./random.ts";
import { Scribe } from "./scribe.ts";

/** A program and the parts of the grammar that it has. */
export interface RandomProgram {
  readonly source: string;
  readonly features: ReadonlySet<Feature>;
}

/** Where a list may stand; `@` is the list, which ends with a newline. */
const PLACES = [
  "alpha $(@)",
  'alpha "$(@)"',
  "f() { @}; f",
  "alpha <(@)",
  "if @then beta; fi",
  "case a in a) @;; esac",
  "alpha ${q:-$(@)}",
  'alpha "${q:-$(@)}"',
  "alpha <<E\n$(@)\nE\n",
  "( @)",
  "A=( $(@) )",
  "[[ -n $(@) ]]",
  "alpha $((1 + $(@)))",
  "for i in a; do @done",
  "coproc { @}",
  "alpha $(beta $(@))",
  "alpha $(f() { @}; f)",
  "alpha $(case a in a) @;; esac)",
];

/** Longer programs tell nothing that shorter ones do not. */
const MAX_LENGTH = 1500;

/**
 * Whether a program can run only stubs: it opens no file outside of its directory, keeps `PATH` as it is, does not ask
 * for the system's own programs, and sends no signal.
 */
export function isHarmless(source: string): boolean {
  if (/kill|suspend|ulimit|PATH|\.\.\/|enable|-delete|-f(?:print|ls)/.test(source.replaceAll("\\\n", ""))) return false;
  // `command -p`, `env -i`, `env -u` and `exec -c` look in the system's own directories.
  if (/\b(?:command|env|exec)\b[^;&|]*[\s'"]-+\w*[piuSc]/.test(source.replaceAll(/\b(?:bash|sh)\b[^;&|]*-\w*c/g, ""))) {
    return false;
  }
  return !/\//.test(
    source.replaceAll(/\/dev\/(?:null|stdin)\b|\$BIN\/zap|~[-+]?\/[ab]|\.\/[*f]|\$\{\w+(?:\[[^\]]*\])?\/\/?/g, ""),
  );
}

function write(random: Random): RandomProgram {
  if (random.oneIn(8)) return { source: tokenSoup(random), features: new Set(["tokens"]) };
  if (random.oneIn(6)) return { source: bait(random, openings(random)), features: new Set(["bait"]) };
  if (random.oneIn(5)) {
    // What is rarely understood would be written anew below, and so be rare.
    const scribe = new Scribe(random, { list, word });
    const text = random.oneIn(3) ? runningCommand(scribe) : lateCommand(scribe);
    return { source: scribe.owesBodies ? text + scribe.newline() : text, features: scribe.features };
  }
  // What is one hole hides nothing: most programs are made of commands that are none.
  const wild = random.oneIn(3);
  const scribe = new Scribe(random, { list, word }, wild ? undefined : (text) => !isOpaque(analyze(text)));
  let source = scribe.choose([
    () => list(scribe),
    () => list(scribe),
    () => scribe.list(),
    () => scribe.list(),
    () => (wild ? lateCommand(scribe) : list(scribe)),
    () => (wild ? lateCommand(scribe) : scribe.list()),
    () => scribe.attempt(() => runningCommand(scribe)),
  ]);
  if (scribe.owesBodies) source += scribe.newline();
  if (random.oneIn(3)) {
    const ended = source.endsWith("\n") ? source : `${source}\n`;
    source = random.pick(PLACES).replace("@", () => ended);
  }
  if (random.oneIn(8)) {
    return { source: continueLines(random, source), features: new Set(["line continuation anywhere"]) };
  }
  if (random.oneIn(5)) {
    const damaged = random.oneIn(2) ? source : mutate(random, source);
    return { source: bait(random, damaged), features: new Set(["bait"]) };
  }
  if (random.oneIn(4)) return { source: mutate(random, source), features: new Set(["mutation"]) };
  return { source, features: scribe.features };
}

/** The program of a seed: always the same one. */
export function randomProgram(seed: number): RandomProgram {
  const random = new Random(seed);
  for (;;) {
    const program = write(random);
    const { source } = program;
    if (source !== "" && source.length <= MAX_LENGTH && !source.includes("\0") && isHarmless(source)) return program;
  }
}
