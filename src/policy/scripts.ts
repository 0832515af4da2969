/** Arguments that name no file: scripts, patterns, messages, and what builtins only print. */
import { nameSet } from "../shell/names.ts";
import { baseName, HOLE } from "../shell/text.ts";
import type { Analysis, UnitWord } from "../shell/units.ts";

/** Where a program's words have a script: from its manual; what is not in its row is not recognised. */
interface ScriptGrammar {
  /** The first operand is a script, unless an option gave one. */
  readonly operand: boolean;
  /** Options without an argument, by their letters. */
  readonly flags: string;
  /** Options with an argument that is no script. */
  readonly options: string;
  /** Options whose argument is a script. */
  readonly scripts: string;
}

const GREP = { operand: true, flags: "abcEFGHhIiLlnoPqRrsTUuVvwxyZz", options: "ABCmdD", scripts: "e" };
const AWK = { operand: true, flags: "", options: "Fv", scripts: "e" };
const PYTHON = { operand: false, flags: "BdEIisSuvx", options: "WX", scripts: "c" };
const NODE = { operand: false, flags: "i", options: "r", scripts: "ep" };

const PROGRAMS: ReadonlyMap<string, ScriptGrammar> = new Map<string, ScriptGrammar>([
  ...["grep", "egrep", "fgrep"].map((name) => [name, GREP] as const),
  ["rg", { operand: true, flags: "FHIiLlNnoPqSsUuvwxz0", options: "ABCEgjMmTt", scripts: "e" }],
  ["sed", { operand: true, flags: "Einrsuz", options: "", scripts: "e" }],
  ...["awk", "gawk", "mawk", "nawk"].map((name) => [name, AWK] as const),
  ["jq", { operand: true, flags: "aCcejMnRrSs", options: "", scripts: "" }],
  ...["python", "python3"].map((name) => [name, PYTHON] as const),
  ["node", NODE],
  ["perl", { operand: false, flags: "0aiflnpsTtWwX", options: "", scripts: "eE" }],
  ["ruby", { operand: false, flags: "alnpswW", options: "", scripts: "e" }],
]);

/** Long options without an argument. With one behind a `=`, any is. */
const LONG_FLAGS: ReadonlySet<string> = nameSet(
  "color colour compact-output count exit-status extended-regexp files-with-matches files-without-match fixed-strings heading hidden ignore-case in-place invert-match join-output json line-number line-regexp multiline no-filename no-heading no-ignore no-messages null null-input only-matching perl-regexp posix quiet raw-input raw-output recursive regexp-extended separate silent slurp smart-case sort-keys unbuffered with-filename word-regexp",
);

/** Long options with an argument behind a `=` that is no script, and names none. */
const LONG_OPTIONS = /^(?:colou?r|context|after-context|before-context|max-count|include|exclude(?:-dir)?|glob|type)$/;

/** Builtins that open no file, whatever their words are. `cd` goes to one, and `test` may look at one. */
const OPEN_NOTHING: ReadonlySet<string> = nameSet(
  ": true false echo printf read exit return break continue shift set wait declare typeset local readonly export type command",
);

/** Operators of `test` about files. */
const FILE_OPERATOR = /^-(?:[a-hkprstuwxGLNOS]|nt|ot|ef)$/;

/** The words of a text that name no file: scripts, messages, and what builtins only print or compare. */
export function wordsWithoutFiles({ units, functions }: Analysis): ReadonlySet<UnitWord> {
  const all = new Set<UnitWord>();
  for (const { words, internal } of units) {
    const [first, ...operands] = words;
    const name = baseName(first?.text ?? "");
    if (functions.includes(name)) continue;
    // A program of that name elsewhere may read its first operand.
    const isSystem = /^(?:\/(?:usr\/)?(?:local\/)?bin\/)?[^/]*$/.test(first?.text ?? "");
    const found = PROGRAMS.get(name);
    const grammar = found?.operand === true && !isSystem ? undefined : found;
    let none: readonly UnitWord[] = grammar === undefined ? messagesOf(name, operands) : scriptsOf(grammar, operands);
    if (internal && OPEN_NOTHING.has(name)) none = operands;
    const compares = name === "test" || name === "[";
    if (internal && compares && !operands.some(({ text }) => FILE_OPERATOR.test(text))) none = operands;
    for (const word of none) all.add(word);
  }
  return all;
}

/** Options of version control whose argument is a message, and the words that may stand before one. */
const MESSAGE = /^(?:-[aqsv]*m|--message|--title|--body|--notes)$/;
const MESSAGES: ReadonlyMap<string, RegExp> = new Map([
  ["git", /^(?:commit|tag|merge|stash|push|notes|revert)$/],
  ["gh", /^(?:pr|issue|release)$/],
]);
const BEFORE_MESSAGE = /^(?:[^-].*|-[aqsvn]+|--(?:amend|no-verify|no-edit|signoff|quiet|draft|all))$/s;

function messagesOf(name: string, [command, ...words]: readonly UnitWord[]): UnitWord[] {
  if (MESSAGES.get(name)?.test(command?.text ?? "") !== true) return [];
  const found: UnitWord[] = [];
  for (let index = 0; index < words.length; index++) {
    const text = words[index]?.text ?? "";
    const next = words[index + 1];
    if (MESSAGE.test(text)) {
      // Outside quotes it may be more words.
      if (next === undefined || next.holes.some(({ single }) => single !== true)) break;
      found.push(next);
      index++;
    } else if (!BEFORE_MESSAGE.test(text) || text.startsWith(HOLE)) break;
  }
  return found;
}

/** Whether a word may be an option that gives a script: names that a glob finds may start with a dash, too. */
function mayBeOption({ text, holes }: UnitWord): boolean {
  if (text.startsWith("-")) return text !== "-" && !HARMLESS_OPTION.test(text);
  return (
    text.startsWith(HOLE) && holes.some((hole) => hole.reason === "pathname expansion" || hole.definition !== undefined)
  );
}

/** Options that may stand behind a script: each letter is one, and takes no argument. */
const HARMLESS_OPTION = /^-[HILRachilnoqrsvw]+$|^--(?:colou?r|include|exclude(?:-dir)?|glob|type)(?:=|$)/;

function scriptsOf({ operand, flags, options, scripts }: ScriptGrammar, words: readonly UnitWord[]): UnitWord[] {
  const found: UnitWord[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    const { text } = word ?? { text: "" };
    const next = words[index + 1];
    // What is not known may be an option.
    if (word === undefined || text.startsWith(HOLE)) break;
    if (text === "--" || !text.startsWith("-") || text === "-") {
      const script = text === "--" ? next : word;
      // An option behind it that gives a script makes a file of it.
      const isFirst = text === "--" || !words.slice(index + 1).some(mayBeOption);
      if (operand && found.length === 0 && script !== undefined && isFirst) found.push(script);
      break;
    }
    if (text.startsWith("--")) {
      const [name = "", argument] = text.slice(2).split("=", 2);
      if (word.holes.length > 0 && !text.includes("=")) break;
      if (/^(?:eval|print|regexp|expression)$/.test(name)) {
        const script = argument === undefined ? next : word;
        if (script !== undefined) found.push(script);
        if (argument === undefined) index++;
      } else if (argument === undefined ? !LONG_FLAGS.has(name) : operand && !LONG_OPTIONS.test(name)) break;
      continue;
    }
    if (word.holes.length > 0) break;
    const letter = [...text.slice(1)].findIndex((one) => !flags.includes(one));
    if (letter === -1) continue;
    const name = text[letter + 1] ?? "";
    const isLast = letter + 2 === text.length;
    if (scripts.includes(name)) {
      if (isLast && next === undefined) break;
      found.push(isLast && next !== undefined ? next : word);
    } else if (!options.includes(name)) break;
    if (isLast) index++;
  }
  return found;
}
