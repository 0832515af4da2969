/** The law that no program bash runs is missing from the units, and no file it makes from the redirections. */
import { escapeRegExp } from "es-toolkit/string";

import { baseName, HOLE, type Text } from "../../src/shell/text.ts";
import { type Analysis, analyze, type Unit } from "../../src/shell/units.ts";
import type { Trace } from "./tracer.ts";

/** Whether some filling of a text's holes is this string; a word that is a hole may also be missing. */
export function covers({ text, holes }: Text, value: string): boolean {
  let hole = 0;
  const words = text.split(" ").map((word) => {
    const pattern = escapeRegExp(word).replaceAll(HOLE, "[^]*");
    const vanishes = word.includes(HOLE) && holes[hole]?.vanishes === true;
    hole += word.split(HOLE).length - 1;
    return vanishes ? `(?: ${pattern})?` : ` ${pattern}`;
  });
  return new RegExp(`^${words.join("")}$`).test(` ${value}`);
}

/** Whether a unit may be this call: by the words of the source, or by the program's name without its directory. */
function mayBe(unit: Unit, call: string): boolean {
  return covers(unit, call) || covers({ ...unit, text: withBaseName(unit.text) }, call);
}

function withBaseName(text: string): string {
  const [program = "", ...words] = text.split(" ");
  return program.includes(HOLE) ? text : [baseName(program), ...words].join(" ");
}

/** Whether a unit says of itself that anything may run. */
export function isOpaque({ units }: Analysis): boolean {
  return units.some(({ text }) => text === HOLE);
}

/** A shell that runs a file: what is in it is not in the text, and the file's name is what rules are asked about. */
function runsFile({ text }: Unit): boolean {
  return /^(?:\.|source|bash|sh) (?:-[a-z]+ )?(?:\.\/)?[\w.]+(?: |$)/.test(text);
}

/**
 * Those calls of a program, words joined by one space, that no unit of it may be, and the files that it made without a
 * redirection to them, as `> FILE`.
 */
export function uncovered(source: string, { calls, files }: Pick<Trace, "calls" | "files">): string[] {
  const analysis = analyze(source);
  const { units, redirects } = analysis;
  if (isOpaque(analysis) || units.some(runsFile)) return [];
  const texts = [...new Set(calls.map((words) => words.join(" ")))];
  const hidden = texts.filter((call) => !units.some((unit) => mayBe(unit, call)));
  const made = files.filter((file) => !redirects.some((one) => covers(one, file) || covers(one, `./${file}`)));
  // Bytes that are no text were not read as what they were.
  return [...hidden, ...made.map((file) => `> ${file}`)].filter((text) => !text.includes("\uFFFD")).sort();
}
