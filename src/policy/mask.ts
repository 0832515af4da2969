/** Takes secrets out of texts. Linear in their length. */
import { HOLE, programName } from "../shell/text.ts";
import { analyze, type Unit, type UnitWord } from "../shell/units.ts";
import { PASSWORD_OPTIONS, SECRET_ASSIGNMENT, SECRET_OPTION, SECRET_SHAPES } from "./secrets.ts";

/** Stands for a secret. */
export const MASK = "•••";

/** Where more secrets are found than this, nothing of the texts is kept. */
const MAX_SECRETS = 200;

/** A shorter secret is only taken out where it stands by itself, so that a password `a` leaves the other letters. */
const MIN_LENGTH = 4;

/** Of a secret with several lines, those that are longer are secrets, too. */
const MIN_LINE = 8;

/** Takes known secrets out of a text. */
export type Masking = (text: string) => string;

/**
 * The masking for a command and what was judged of it: secrets are looked for in all of these texts, by their shape and, in
 * what the command runs, by the words before them. What is found is taken out wherever it stands, in any text, and in any
 * of the spellings that the command has for it.
 */
export function maskingFor(command: string | undefined, texts: readonly string[]): Masking {
  const secrets = new Set<string>();
  if (command !== undefined) for (const secret of secretsOfCommand(command)) secrets.add(secret);
  for (const text of texts) for (const secret of secretsIn(text)) secrets.add(secret);
  if (secrets.size > MAX_SECRETS) return (text) => (text === "" ? text : MASK);
  // A secret may be part of another.
  const longestFirst = [...secrets].sort((left, right) => right.length - left.length);
  return (text) => longestFirst.reduce(without, text);
}

function without(text: string, secret: string): string {
  if (secret.length >= MIN_LENGTH) return text.replaceAll(secret, MASK);
  const literal = secret.replaceAll(/\W/g, "\\$&");
  return text.replaceAll(new RegExp(`(?<!\\w)${literal}(?!\\w)`, "g"), MASK);
}

/** The secrets in a text that have a known shape. */
export function secretsIn(text: string): string[] {
  return SECRET_SHAPES.flatMap(({ shape }) =>
    [...text.matchAll(shape)].flatMap(({ 0: whole, groups = {} }) => {
      const named = Object.values(groups).filter((group) => group !== undefined);
      const secret = Object.keys(groups).length === 0 ? whole : named[0];
      // Its lines may be told apart by what reads the whole.
      const lines = secret?.includes("\n") === true ? secret.split("\n").filter(({ length }) => length > MIN_LINE) : [];
      return [secret ?? "", ...lines].map((one) => one.trim()).filter((one) => one !== "");
    }),
  );
}

/** The secrets in a command's words, as bash sees them and as they are written. */
function* secretsOfCommand(command: string): Generator<string> {
  yield* secretsIn(command);
  const { units, assignments } = analyze(command);
  for (const unit of units) {
    for (const [index, word] of unit.words.entries()) {
      const written = command.slice(word.start, word.end);
      for (const secret of secretsOfWord(unit, index, word)) yield* spellings(secret, written);
    }
  }
  for (const { text, source } of assignments) {
    const name = SECRET_ASSIGNMENT.exec(text)?.[0];
    for (const secret of name === undefined ? secretsIn(text) : [text.slice(name.length)])
      yield* spellings(secret, source);
  }
}

function secretsOfWord(unit: Unit, index: number, { text }: UnitWord): string[] {
  const before = unit.words[index - 1]?.text ?? "";
  if (index > 1 && SECRET_OPTION.test(before)) return [text];
  const name = SECRET_ASSIGNMENT.exec(text)?.[0];
  if (name !== undefined) return [text.slice(name.length)];
  const found = secretsIn(text);
  const program = programName(unit.words[0]?.text ?? "");
  for (const { programs, option, subcommand, joined, afterColon } of PASSWORD_OPTIONS) {
    if (index === 0 || !programs.includes(program)) continue;
    if (subcommand !== undefined && !unit.words.slice(1, index).some((word) => word.text === subcommand)) continue;
    const here = option.exec(text)?.[0];
    const there = index > 1 && joined === undefined && option.exec(before)?.[0] === before;
    const value = there ? text : here === undefined ? "" : text.slice(here.length);
    const secret = afterColon === undefined ? value : value.slice(value.indexOf(":") + 1 || value.length);
    if (secret !== "") found.push(secret);
  }
  return found;
}

/** A secret; where a word writes it in another way, that word too. A value that only run time knows is none. */
function* spellings(secret: string, written: string): Generator<string> {
  if (secret.replaceAll(HOLE, "") === "") return;
  yield secret;
  if (written.includes(secret)) return;
  const equals = /^[\w.:/-]*=/.exec(written)?.[0] ?? "";
  yield written.slice(equals.length);
}
