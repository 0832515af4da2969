/** Whether the words of a command are all harmless by the grammar of its program, whatever their holes are. */
import { HOLE, isOneName, isOneWord, type Text } from "../shell/text.ts";

/** A command, and what may stand behind it. */
export interface ArgumentGrammar {
  /** The program and the words that must follow it: `git`, `stash`, `list`. */
  readonly command: readonly string[];
  /** Options that write, run or load something: never allowed, in no spelling. */
  readonly forbidden: ReadonlySet<string>;
  /** Harmless options without an argument, or with one in the same word. */
  readonly flags: ReadonlySet<string>;
  /** Harmless options with an argument: the rest of the word, what stands behind a `=`, or the next word. */
  readonly options: ReadonlySet<string>;
  /** What is none of the harmless options is not allowed. */
  readonly closed: boolean;
  /** `-delete` is one option, and no cluster of letters. */
  readonly wholeWords: boolean;
  /** Behind an operand all words are operands. */
  readonly optionsFirst: boolean;
  /** The most operands there may be. */
  readonly operands: number | undefined;
  /** What every operand starts with, or has in it: once a text matches, it still does whatever is added to its end. */
  readonly operand: RegExp | undefined;
  /** What the whole script has to be, which is the first operand, or else the argument of `-e`. */
  readonly script: RegExp | undefined;
}

/** Options of git itself that change nothing but where it looks and how it prints. */
const GIT_FLAGS: ReadonlySet<string> = new Set(["--no-pager", "-P", "--no-optional-locks", "--literal-pathspecs"]);

/** Formats for which git runs gpg, or may. */
const VERIFYING_FORMAT = /%[-+ ]?G|%\(\*?signature|(?:^| )--(?:format|pretty)[= ][^ ]*\0/;

const SCRIPT_OPTIONS: ReadonlySet<string> = new Set(["-e", "--expression"]);

/** Whether a command is what the grammar describes, for every filling of its holes. */
export function acceptsCommand(grammar: ArgumentGrammar, words: readonly Text[]): boolean {
  const { command, forbidden, closed } = grammar;
  if (!isWord(words[0], command[0])) return false;
  let index = 1;
  if (command[0] === "git" && command.length > 1) {
    for (; index < words.length; index++) {
      const word = words[index];
      if (isWord(word, "-C") && isOneWord(words[index + 1])) index++;
      else if (word === undefined || word.holes.length > 0 || !GIT_FLAGS.has(word.text)) break;
    }
  }
  for (const expected of command.slice(1)) if (!isWord(words[index++], expected)) return false;
  if (command[0] === "git" && VERIFYING_FORMAT.test(words.map(({ text }) => text.replaceAll(" ", "")).join(" ")))
    return false;
  return (forbidden.size === 0 && !closed) || acceptsArguments(grammar, words.slice(index));
}

/** What is not known of the words before one. */
type State =
  /** It stands where an option may stand. */
  | "settled"
  /** An option that is not known stands before it, and may take it as its argument. */
  | "unsettled"
  /** It is the argument of an option. */
  | "argument"
  /** It is the script. */
  | "script"
  /** "A `--` … delimiter indicates the end of options": it is an operand. */
  | "ended";

function acceptsArguments(grammar: ArgumentGrammar, args: readonly Text[]): boolean {
  const { script, closed, optionsFirst } = grammar;
  let state: State = "settled";
  let scripted = script === undefined;
  let operands = 0;
  for (const word of args) {
    const { text, holes } = word;
    const plain = holes.length === 0;
    const isOption = text.startsWith("-") && text !== "-";
    if (state === "argument" || state === "script") {
      // What reads it in another way must find nothing forbidden in it either.
      if (!isOneWord(word) || (plain && isOption && readOption(grammar, text) === "refused")) return false;
      if (state === "script" && !isScript(grammar, word)) return false;
      scripted ||= state === "script";
      state = "settled";
    } else if (state !== "ended" && isOption) {
      // Some programs take no options behind the first operand, and then these are operands.
      if (isCounted(grammar) && operands > 0) return false;
      if (text === "--") {
        if (state === "settled") state = "ended";
        continue;
      }
      if (!isOneWord(word)) return false;
      const option = readOption(grammar, text);
      if (option === "refused" || (option === "unknown" && closed)) return false;
      if (state === "unsettled") continue;
      if (typeof option === "string") {
        state = option === "flag" ? "settled" : "unsettled";
        continue;
      }
      const { name, argument } = option;
      const isScriptOption = script !== undefined && SCRIPT_OPTIONS.has(name);
      if (argument === undefined) state = isScriptOption ? "script" : "argument";
      else if (isScriptOption) {
        if (!isScript(grammar, { text: argument, holes })) return false;
        scripted = true;
      }
    } else {
      // Without a start that is known it may be an option.
      if (state !== "ended" && text.startsWith(HOLE)) return false;
      const counted = grammar.operands !== undefined || grammar.operand !== undefined || !scripted;
      if (!isOneWord(word) && (counted || (state !== "ended" && !isOneName(word)))) return false;
      if (!scripted) {
        if (!isScript(grammar, word)) return false;
        scripted = true;
      } else if (grammar.operand?.test(known(text)) === false) return false;
      operands++;
      if (state !== "ended") state = optionsFirst ? "ended" : "settled";
    }
  }
  return operands <= (grammar.operands ?? operands);
}

/**
 * What a word that starts with a dash does: an option with an argument, by its name; one without; one that is not known;
 * or one that is refused, or may be.
 */
function readOption(
  grammar: ArgumentGrammar,
  text: string,
): { name: string; argument: string | undefined } | "flag" | "unknown" | "refused" {
  const { forbidden, flags, options, wholeWords } = grammar;
  if (flags.has(text) || /^-[0-9]+$/.test(text)) return "flag";
  if (text.startsWith("--") || wholeWords) {
    const equals = text.startsWith("--") ? text.indexOf("=") : -1;
    const name = equals === -1 ? text : text.slice(0, equals);
    if (name.includes(HOLE)) return "refused";
    if (flags.has(name)) return "flag";
    if (options.has(name)) return { name, argument: equals === -1 ? undefined : text.slice(equals + 1) };
    if (forbidden.has(name)) return "refused";
    // "Long options can be abbreviated, as long as the abbreviation is unambiguous."
    if (!wholeWords && [...forbidden].some((one) => one.startsWith(name))) return "refused";
    return equals === -1 || grammar.closed ? "unknown" : "flag";
  }
  let known = true;
  for (let at = 1; at < text.length; at++) {
    const name = `-${text[at] ?? ""}`;
    if (text[at] === HOLE || forbidden.has(name)) return "refused";
    if (known && options.has(name)) {
      const argument = text.slice(at + 1);
      // What may be empty leaves the next word to be the argument.
      if (argument !== "" && argument.replaceAll(HOLE, "") === "") return "refused";
      return { name, argument: argument === "" ? undefined : argument };
    }
    known &&= flags.has(name);
  }
  return known ? "flag" : "unknown";
}

/** Whether it matters how many operands there are, and which. */
function isCounted({ operands, operand, script }: ArgumentGrammar): boolean {
  return operands !== undefined || operand !== undefined || script !== undefined;
}

/** A longer script is not looked at. */
const MAX_SCRIPT = 4_000;

function isScript({ script }: ArgumentGrammar, { text, holes }: Text): boolean {
  return holes.length === 0 && text.length <= MAX_SCRIPT && script?.test(text) === true;
}

function isWord(word: Text | undefined, text: string | undefined): boolean {
  return word !== undefined && word.holes.length === 0 && word.text === text;
}

/** What stands before the first hole. */
function known(text: string): string {
  const hole = text.indexOf(HOLE);
  return hole === -1 ? text : text.slice(0, hole);
}
