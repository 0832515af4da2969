import type { Inner } from "./late.ts";
/**
 * Which asks about a wrapper its inner command answers: those of a transparent wrapper, called by its bare name, all of whose
 * own words are known, and of which every command that it runs is a unit of its own.
 */
import { HOLE, isOneName, isOneWord, type Text } from "./text.ts";
import type { UnitWord } from "./units.ts";
import { grammarOf, type Wrappers } from "./wrappers.ts";

/** How a wrapper is peeled. */
export interface Peel {
  /** The first word of its inner command, where that runs as it stands there; else it runs with more words, or is a text. */
  readonly inner: number | undefined; // 2 of timeout 5 a
}

/** Where a command stands. */
interface Place {
  /** The shell itself reads its name: it may be a builtin. */
  readonly ownShell: boolean;
  /** Nothing that stands behind it could have run in the same shell. */
  readonly subshell: boolean;
}

/** Programs whose inner command runs as it stands, with nothing but its time, its priority or its terminal changed. */
const PROGRAMS: ReadonlySet<string> = new Set("timeout time nice ionice chrt stdbuf setsid nohup".split(" "));

/** How a command may be peeled, given all that it runs; `undefined` if it may not. */
export function peelOf(
  words: readonly UnitWord[],
  inner: readonly Inner<UnitWord>[],
  { ownShell, subshell }: Place,
  wrappers: Wrappers | undefined,
): Peel | undefined {
  const [command, ...operands] = words;
  const name = command?.text ?? "";
  const [first, ...more] = inner;
  if (first?.kind === "text") {
    // A login shell reads files of its own. `eval` is a builtin; any program of that name is not.
    const reads = name === "bash" ? first.ownShell && first.login !== true : name === "eval" && ownShell;
    return reads && more.length === 0 ? { inner: undefined } : undefined;
  }
  // A computed name may be one more word of the wrapper's own.
  const named = inner.every((one) => one.kind === "command" && one.words[0]?.holes.length === 0);
  if (first?.kind !== "command" || !named) return undefined;
  if (name === "find") return onlyLooks(operands) ? { inner: undefined } : undefined;
  const { own = 0 } = first;
  if (more.length > 0 || own === 0 || words.slice(0, own).some(({ holes }) => holes.length > 0)) return undefined;
  if (name === "xargs") return { inner: undefined };
  const peels =
    PROGRAMS.has(name) ||
    (name === "command" && ownShell) ||
    // Its options make another environment, a login shell or another name of what runs.
    (name === "exec" && ownShell && subshell && words.slice(1, own).every(({ text }) => text === "--")) ||
    (wrappers?.has(name) === true && grammarOf(name) === undefined);
  return peels ? { inner: own } : undefined;
}

/** What `find` may be told that neither changes a file nor writes one: by how many arguments each word has. */
const FIND_WORDS: ReadonlyMap<string, number> = new Map(
  [
    [
      // Options, operators, tests, and what is printed to the standard output.
      "-daystart -depth -d -follow -ignore_readdir_race -mount -noignore_readdir_race -noleaf -nowarn -warn -xdev",
      "( ) ! -not -a -and -o -or ,",
      "-empty -executable -false -nogroup -nouser -readable -true -writable -ls -print -print0 -prune -quit",
    ],
    [
      "-maxdepth -mindepth -regextype -amin -anewer -atime -cmin -cnewer -ctime -fstype -gid -group -ilname -iname -inum",
      "-ipath -iregex -iwholename -links -lname -mmin -mtime -name -newer -path -perm -regex -samefile -size -type -uid",
      "-used -user -wholename -xtype -printf",
    ],
  ].flatMap((rows, count) => rows.flatMap((row) => row.split(" ").map((word): [string, number] => [word, count]))),
);

/** Words that end or start something in an expression, which a word that is not known might bring forward. */
const EXPRESSION = /^(?:[-(),!]|$)/;

/**
 * Whether `find` does nothing but look, print and run its commands: every word of its expression is known. A word that only
 * run time knows may be a starting point that cannot be taken for more, or an argument.
 */
function onlyLooks(operands: readonly UnitWord[]): boolean {
  let index = 0;
  while (/^-(?:[HLP]|O[0-3])$/.test(operands[index]?.text ?? "")) index++;
  let paths = true;
  for (; index < operands.length; index++) {
    const word = operands[index];
    if (word === undefined) return false;
    const { text } = word;
    if (paths && !EXPRESSION.test(text) && isStart(word)) continue;
    paths = false;
    if (text === "-exec" || text === "-ok") {
      const end = endOfCommand(operands, index + 1);
      if (end === undefined) return false;
      index = end;
      continue;
    }
    const count =
      word.holes.length > 0 ? undefined : (FIND_WORDS.get(text) ?? (/^-newer[aBcmt]{2}$/.test(text) ? 1 : undefined));
    if (count === undefined) return false;
    const argument = operands[index + count];
    if (argument === undefined || !isOneWord(argument)) return false;
    index += count;
  }
  return true;
}

/** A starting point: what is not known of it stands behind what no other word of `find` starts with, or beside a slash. */
function isStart(word: Text): boolean {
  const { text } = word;
  return isOneName(word) && (!text.startsWith(HOLE) || text.includes("/"));
}

/** Where the command of `-exec` ends; `undefined` if it may end elsewhere, so that what follows would be read as more. */
function endOfCommand(words: readonly UnitWord[], start: number): number | undefined {
  for (let index = start; index < words.length; index++) {
    const { text, holes } = words[index] ?? { text: "", holes: [] };
    if (text === ";" || (text === "+" && words[index - 1]?.text === "{}")) return index;
    // Behind an end that comes too early, `find` must meet a word that it refuses.
    const mayEnd = text === "+" || (holes.length > 0 && /^[;+]?\0+[;+]?$/.test(text));
    if (mayEnd && /^[-(),!\0]/.test(words[index + 1]?.text ?? "-")) return undefined;
    if (holes.length > 0 && !holes.every(({ single }) => single === true)) return undefined;
  }
  return undefined;
}
