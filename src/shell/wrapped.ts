/** The commands that wrappers run, read from their words. */
import type { HoleReason, Span } from "./ast.ts";
import { HOLE, type Hole, isOneName, isOneWord, type Text } from "./text.ts";
import type { WrapperGrammar } from "./wrappers.ts";

/** The words of a command that a wrapper runs. */
export interface Wrapped<T extends Text> {
  /** Empty if the words give none. */
  readonly words: readonly T[];
  /** What runs is these words and nothing else; else it may also be something not known. */
  readonly exact: boolean;
  /** How many words of the wrapper itself stand before them, its name among these. */
  readonly own?: number;
}

const FILLED_IN: HoleReason = "argument from a wrapper";

/** The command behind a wrapper's own words; `undefined` if those are not recognised. `args` are all words but the first. */
export function wrappedCommand<T extends Text>(grammar: WrapperGrammar, args: readonly T[]): Wrapped<T> | undefined {
  const options = readOptions(grammar, args);
  if (options === undefined) return undefined;
  let { index } = options;
  for (const form of grammar.operands) {
    const operand = args[index++];
    if (operand === undefined || operand.holes.length > 0 || !form.test(operand.text)) return undefined;
  }
  while (grammar.assignments && /^[^=\0]+=/.test(args[index]?.text ?? "")) {
    if (!isOneWord(args[index])) return undefined;
    index++;
  }
  const words = args.slice(index);
  const own = index + 1;
  if (grammar.manner !== "with arguments") return { words, exact: grammar.manner === "as it is", own };
  const last = words.at(-1);
  if (last === undefined) return { words, exact: true };
  const { placeholder } = options;
  if (placeholder !== undefined) return { words: words.map((word) => fillIn(word, placeholder)), exact: true, own };
  return { words: [...words, filledIn(last)], exact: true, own };
}

/** Any number of words that a wrapper adds behind another word: nothing of the source says them. */
export function filledIn<T extends Text & Partial<Span>>(word: T): T {
  return { ...word, start: word.end, text: HOLE, holes: [{ reason: FILLED_IN, vanishes: true }] };
}

/** Options of `xargs` that end the effect of an `-I` before them. */
const INSTEAD_OF_PLACEHOLDER = /^-[nLl]$|^--max-(?:args|lines)/;

/** Options of `xargs` that name a placeholder; the last two need not. */
const NAMES_PLACEHOLDER = /^(?:-[Ii]|--replace)$/;

/** The options at the start: where they end, and the placeholder that `xargs -I` names. */
function readOptions(
  grammar: WrapperGrammar,
  args: readonly Text[],
): { index: number; placeholder: string | undefined } | undefined {
  const { flags, optional, numeric } = grammar;
  let placeholder: string | undefined;
  let instead = false;
  let index = 0;
  for (; index < args.length; index++) {
    const { text } = args[index] ?? { text: "" };
    if (text === "--") {
      index++;
      break;
    }
    if (!text.startsWith("-") || (text === "-" && !flags.has("-"))) break;
    if (flags.has(text) || numeric?.test(text) === true) continue;
    const option = readOption(text, grammar);
    if (option === undefined || !isOneWord(args[index])) return undefined;
    let { argument } = option;
    const mayLack = optional.has(option.name ?? "");
    if (option.name !== undefined && argument === undefined && !mayLack) {
      const next = args[++index];
      if (next === undefined || !isOneWord(next)) return undefined;
      argument = next.text;
    }
    instead ||= INSTEAD_OF_PLACEHOLDER.test(option.name ?? "");
    if (!NAMES_PLACEHOLDER.test(option.name ?? "")) continue;
    if (mayLack) argument ??= "{}";
    if (argument === undefined || argument === "" || argument.includes(HOLE)) return undefined;
    placeholder = argument;
  }
  return placeholder !== undefined && instead ? undefined : { index, placeholder };
}

/** One option word: the option that takes an argument, if one does, and the argument if it is in the word. */
function readOption(
  text: string,
  { flags, options, optional }: WrapperGrammar,
): { name?: string; argument?: string | undefined } | undefined {
  if (text.startsWith("--")) {
    const [name = "", argument] = splitOnce(text, "=");
    if (options.has(name) || optional.has(name)) return { name, argument };
    return argument !== undefined && flags.has(`${name}=`) ? {} : undefined;
  }
  // "-vk5": options without an argument may stand before one with.
  for (let at = 1; at < text.length; at++) {
    const name = `-${text[at] ?? ""}`;
    if (optional.has(name)) return { name, argument: text.slice(at + 1) || undefined };
    if (options.has(name)) {
      const argument = text.slice(at + 1);
      // What may be empty leaves the next word to be the argument.
      if (argument !== "" && argument.replaceAll(HOLE, "") === "") return undefined;
      return { name, argument: argument === "" ? undefined : argument };
    }
    if (!flags.has(name)) return undefined;
  }
  return {};
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** A word with something else, one text, in every place of a placeholder. */
function fillIn<T extends Text>(word: T, placeholder: string, single = true): T {
  const filled: Hole = { reason: FILLED_IN, vanishes: false, single };
  if (word.holes.length > 0) {
    // What fills a hole may bring the placeholder, or the part of it that stands beside no other part.
    const split = [...placeholder].some((character) => word.text.includes(character));
    return split ? { ...word, text: HOLE, holes: [{ ...filled, single: single && isOneWord(word) }] } : word;
  }
  const pieces = word.text.split(placeholder);
  return { ...word, text: pieces.join(HOLE), holes: pieces.slice(1).map(() => filled) };
}

const RUNS = ["-exec", "-execdir", "-ok", "-okdir"];

/**
 * The commands that `find` runs: "all following arguments to find are taken to be arguments to the command until an
 * argument consisting of `;` is encountered", or a `+` right behind `{}`. `undefined` among them stands for one not known.
 */
export function commandsOfFind<T extends Text>(args: readonly T[]): readonly (Wrapped<T> | undefined)[] {
  const found: (Wrapped<T> | undefined)[] = [];
  let unclear = args.some((word) => !isOneName(word));
  let start: number | undefined; // the first word of a command whose end is not found yet
  let directory = false;
  let mayEnd = false; // a hole of the command may be its end
  let mayRun: number | undefined; // a word that may be `-exec`
  for (const [index, word] of args.entries()) {
    const { text } = word;
    const ends = text === ";" || (text === "+" && args[index - 1]?.text === "{}");
    if (RUNS.includes(text)) {
      // As the argument of another test, or of another command, it runs nothing; which it is, is not looked into.
      unclear ||= start !== undefined;
      start = index + 1;
      directory = text.endsWith("dir");
      mayEnd = false;
    } else if (ends) {
      if (start !== undefined && start < index) {
        // `{} +` stands for as many names as there are.
        const words = args.slice(start, index).map((one) => fillIn(one, "{}", text === ";"));
        found.push({ words, exact: !directory });
      }
      unclear ||= mayRun !== undefined && mayRun + 1 < index;
      start = undefined;
    } else if (word.holes.length > 0 || text === "+") {
      const before = args[index - 1];
      const plus = text === "+" && before !== undefined && before.holes.length > 0 && mayBe(before, ["{}"]);
      const runs = word.holes.length > 0 && mayBe(word, RUNS);
      const stops = plus || (word.holes.length > 0 && mayBe(word, [";", "+"]));
      unclear ||= plus && start !== undefined;
      // Names of files may be all of it.
      unclear ||= !isOneWord(word) && (runs || stops);
      unclear ||= stops && mayRun !== undefined && mayRun + 1 < index;
      // No program has a name that starts with a dash.
      const command = args[index + 1]?.text ?? "-";
      if (runs && (start === undefined || mayEnd) && !command.startsWith("-")) mayRun ??= index;
      mayEnd ||= stops;
    }
  }
  unclear ||= start !== undefined;
  return unclear ? [...found, undefined] : found;
}

/** Whether one word that it stands for may be one of these. */
function mayBe({ text }: Text, words: readonly string[]): boolean {
  const before = text.slice(0, text.indexOf(HOLE));
  const after = text.slice(text.lastIndexOf(HOLE) + 1);
  return words.some(
    (word) => word.length >= before.length + after.length && word.startsWith(before) && word.endsWith(after),
  );
}
