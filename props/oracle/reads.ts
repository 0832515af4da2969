/**
 * What bash reads, as an oracle for what we read. `bash --pretty-print` parses a text, runs nothing of it, and prints the
 * tree that it got. The commands of a text and those of bash's own print of it must be the same: a command that we miss in
 * the text stands in the plain layout of the print.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { analyze } from "../../src/shell/units.ts";
import { BASH, bashReads } from "./bash.ts";

/** So many texts go into one file; each costs a process of its own only where something is wrong with the whole. */
const BATCH = 256;

/**
 * A line between two texts, and a blank one. The blanks in it tell a mark that bash read as a command from one that a
 * here-document or a quote took in; the blank line is printed at the top level only, not inside an open `$(`.
 */
const mark = (index: number): string => `:  mark  ${index}\n\n`;
const printedMark = (index: number): string => `: mark ${index}\n\n`;

/** bash's own print of each text; `undefined` for what bash refuses to read. Runs none of them. */
export async function bashPrints(sources: readonly string[]): Promise<(string | undefined)[]> {
  const folder = await mkdtemp(join(tmpdir(), "portcullis-print-"));
  try {
    const file = join(folder, "text");
    const prints: (string | undefined)[] = [];
    for (let from = 0; from < sources.length; from += BATCH) {
      prints.push(...(await printAll(file, sources.slice(from, from + BATCH))));
    }
    return prints;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** All texts in one file; if the marks between them do not come back one by one, the halves. */
async function printAll(file: string, sources: readonly string[]): Promise<(string | undefined)[]> {
  const [only = "", ...more] = sources;
  if (sources.length === 0) return [];
  // Alone a text stands as it is, without a mark or a newline that it does not have. Where it ends too early the print may
  // not know: `a <(` has one.
  if (more.length === 0) return [(await bashReads(only)) ? await print(file, only) : undefined];
  const joined = await print(file, sources.map((source, index) => `${source}\n${mark(index)}`).join(""));
  const prints = joined === undefined ? undefined : splitAtMarks(joined, sources.length);
  if (prints !== undefined) return prints;
  const half = sources.length >> 1;
  return [...(await printAll(file, sources.slice(0, half))), ...(await printAll(file, sources.slice(half)))];
}

function splitAtMarks(output: string, count: number): string[] | undefined {
  if (/^.*:  mark  /m.test(output)) return undefined;
  const prints: string[] = [];
  let rest = `\n${output}`;
  for (let index = 0; index < count; index++) {
    const line = `\n${printedMark(index)}`;
    const at = rest.indexOf(line);
    if (at === -1) return undefined;
    prints.push(rest.slice(1, at + 1));
    rest = rest.slice(at + line.length - 1);
  }
  return rest.trim() === "" ? prints : undefined;
}

async function print(file: string, text: string): Promise<string | undefined> {
  await writeFile(file, text);
  const child = Bun.spawn([BASH, "--pretty-print", file], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { LC_ALL: "C.UTF-8" },
  });
  const output = await new Response(child.stdout).text();
  return (await child.exited) === 0 ? output : undefined;
}

/** How our reading of a text and bash's compare. */
export type Reading =
  | { readonly kind: "agrees" } // the same commands, or a syntax error for both
  | { readonly kind: "given up"; readonly message: string } // bash reads it, we do not
  | { readonly kind: "refused" } // bash does not read it, we do
  | { readonly kind: "unread print"; readonly message: string; readonly print: string } // we read it, but not its print
  | { readonly kind: "differs"; readonly missed: string[]; readonly invented: string[]; readonly print: string };

/**
 * Compares our reading of each text with bash's. Runs none of them. What an escape in `$'…'` stands for may depend on the
 * locale, which we take for a hole and the print has resolved: all such escapes are one letter here.
 */
export async function compareReadings(texts: readonly string[]): Promise<Reading[]> {
  const sources = texts.map((text) => text.replaceAll(ANSI_QUOTE, (quote) => quote.replaceAll(LOCALE_ESCAPE, "$1z")));
  const prints = await bashPrints(sources);
  const readings = sources.map((source, index) => compareReading(source, prints[index]));
  const disputed = readings.flatMap(({ kind }, index) =>
    kind === "differs" || kind === "unread print" ? [index] : [],
  );
  // Behind a here-document in a compound command bash prints no separator. What it reads by itself it reads in a function
  // too, and there a newline stands for each of them.
  const again = await bashPrints(disputed.map((index) => `f() {\n${sources[index] ?? ""}\n}`));
  for (const [position, index] of disputed.entries()) {
    const print = again[position];
    const reading = print === undefined ? undefined : compareReading(sources[index] ?? "", print);
    if (reading?.kind === "agrees") readings[index] = reading;
  }
  return readings;
}

const ANSI_QUOTE = /(?<!\\)\$'(?:[^'\\]|\\[^])*'/g;

/** An escape for what is not ASCII or a control character, behind any escaped backslashes. */
const LOCALE_ESCAPE =
  /((?<!\\)(?:\\\\)*)\\(?:u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|x[89a-fA-F][0-9a-fA-F]|x\{[^'}]*\}?|[2-7][0-7]{2}|c[^'\\])/g;

/** Compares our reading of a text with our reading of bash's print of it. */
export function compareReading(source: string, print: string | undefined): Reading {
  const { units, complete, problems } = analyze(source);
  if (print === undefined) return { kind: complete ? "refused" : "agrees" };
  if (!complete) return { kind: "given up", message: problems[0]?.message ?? "" };
  const texts = units.map(({ text }) => text);
  const reading = comparePrint(texts, print);
  if (reading.kind === "agrees") return reading;
  const repaired = PRINTING_BUGS.some(({ repair }) => comparePrint(texts, repair(print)).kind === "agrees");
  return repaired ? { kind: "agrees" } : reading;
}

function comparePrint(texts: readonly string[], print: string): Reading {
  const { units, complete, problems } = analyze(print);
  if (!complete) return { kind: "unread print", message: problems[0]?.message ?? "", print };
  const printed = units.map(({ text }) => text);
  const { missed, invented } = difference(texts, printed);
  return missed.length + invented.length === 0 ? { kind: "agrees" } : { kind: "differs", missed, invented, print };
}

/**
 * Where bash 5.2 prints what it would not read back as the same. Each is repaired in the print, and what is left must still
 * agree. Inside `$(…)` and `<(…)` none of them is excused by us: bash runs its print of those.
 */
const PRINTING_BUGS: readonly { readonly why: string; repair(print: string): string }[] = [
  {
    why: "`a && b <<E && c` is printed with the second `&&` behind the body, where a command must stand",
    repair: (print) => print.replaceAll(/^ +(?:&&|\|\|) /gm, ""),
  },
  {
    why: "`coproc a` is printed as `coproc COPROC a`, which runs `COPROC`",
    repair: (print) =>
      print.replaceAll(
        /(?<![\w-])coproc COPROC (?!\(|\{\s|(?:if|for|while|until|case|select|\[\[)(?![^\s;&|()<>]))/g,
        "coproc ",
      ),
  },
];

/**
 * Forms that we read and bash does not, or whose print is not for reading. None hides a command: bash runs nothing of a
 * text from its error on. The list may only get shorter.
 */
export const LENIENCES: readonly {
  readonly text: string;
  readonly kind: Reading["kind"];
  readonly form: RegExp;
  readonly why: string;
}[] = [
  {
    text: "time >a -c b",
    kind: "unread print",
    form: /time/,
    why: "printed as `time -c b > a`, an option to our eyes",
  },
  { text: ">a ]]", kind: "unread print", form: /\]\]/, why: "printed as `]] > a`, which bash does not read" },
  {
    text: "function } { a; }",
    kind: "unread print",
    form: /function/,
    why: "printed as `} ()`, which bash does not read",
  },
];

/** What stands in one list of units and not in the other, as multisets. */
function difference(ours: readonly string[], printed: readonly string[]): { missed: string[]; invented: string[] } {
  const missed = [...printed];
  const invented = ours.filter((text) => !remove(missed, text));
  return { missed, invented };
}

function remove(texts: string[], wanted: string): boolean {
  const index = texts.indexOf(wanted);
  if (index !== -1) texts.splice(index, 1);
  return index !== -1;
}
