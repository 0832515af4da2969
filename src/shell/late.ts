import type { HoleReason } from "./ast.ts";
import { BINARY_OPERATOR, NAME_OPERATOR, UNARY_OPERATOR } from "./conditional.ts";
import { baseName, HOLE, type Text } from "./text.ts";
import { commandsOfFind, filledIn, type Wrapped, wrappedCommand } from "./wrapped.ts";
import {
  CONTAINER,
  FIND,
  grammarOf,
  INERT_SUBCOMMANDS,
  OPAQUE_WRAPPERS,
  RUNNING_OPERANDS,
  SHELLS,
} from "./wrappers.ts";

/** What a simple command does besides what it is judged by. */
export type Inner<T extends Text> =
  /** It runs another command. */
  | { readonly kind: "command"; readonly words: readonly T[] }
  /** It runs, or may run, something not known. */
  | { readonly kind: "hole"; readonly reason: HoleReason }
  /** Literal text that bash reads as a script: in the same shell, or in one of its own. */
  | { readonly kind: "text"; readonly text: string; readonly ownShell: boolean; readonly login?: boolean }
  /** It reads a script from its standard input. */
  | { readonly kind: "input"; readonly shell: string }
  /** It sets variables. */
  | { readonly kind: "variables"; readonly names: readonly string[] };

type Plain = Exclude<Inner<never>, { readonly kind: "command" }>;

const LATER: Plain = { kind: "hole", reason: "text that runs later" };
const WRAPPED: Plain = { kind: "hole", reason: "inner command of a wrapper" };

/** For a builtin that evaluates text, rebinds names or sets variables: `true` for arguments with which it does not. */
type IsHarmless = (args: readonly string[], words: readonly Text[]) => boolean;

const never: IsHarmless = () => false;

/** Builtins whose use adds a hole, but for arguments that are known to be harmless. */
const EVALUATING_BUILTINS: Readonly<Record<string, IsHarmless>> = {
  ...Object.fromEntries(
    [
      "eval trap mapfile readarray jobs compgen complete compopt bind fc enable hash", // run or rebind
      "alias unalias shopt", // change how what follows is read
      "let declare typeset local readonly export unset getopts", // set variables; subscripts are evaluated
    ].flatMap((names) => names.split(" ").map((name) => [name, never])),
  ),
  set: isKnownSet,
  wait: (args) => args.every((arg) => /^[^-\0]/.test(arg) || arg === "-n" || arg === "-f"),
  printf: isKnownFormat,
  "[": (args, words) => args.at(-1) === "]" && isPlainTest(args.slice(0, -1), words.slice(0, -1)),
  test: isPlainTest,
};

/** Variables whose value bash evaluates: as a prompt, as a number, or as a script to read. */
const EVALUATED_VARIABLES =
  /^(?:LC_ALL|LC_CTYPE|LANG|PS[0-4]|PROMPT_COMMAND|BASH.*|SHELLOPTS|POSIXLY_CORRECT|ENV|S?RANDOM|SECONDS|OPTIND|HIST.*|LINENO|TMOUT|EPOCH.*|COMP_.*|READLINE_.*|DIRSTACK|GROUPS|E?UID|PPID)\+?=/;

/** Whether an assignment gives bash text to evaluate; `text` is `NAME=value`. */
export function isEvaluatedAssignment(text: string): boolean {
  if (!EVALUATED_VARIABLES.test(text)) return false;
  // In other locales a character may end in a byte that is a quote or an operator in this one.
  if (/^L/.test(text)) return !/^\w+=(?:|C|POSIX|(?:C|[a-z]{2}_[A-Z]{2})\.(?:UTF-8|utf8))$/.test(text);
  // A number is no expression that runs anything; of the others it may be a script, or change how what follows is read.
  return !/^(?:S?RANDOM|SECONDS|LINENO|OPTIND|TMOUT|PS[0-4]|HIST(?:CMD|SIZE|FILESIZE))\+?=[0-9]*$/.test(text);
}

/**
 * What a simple command with these words runs, reads or sets besides the program it names. Empty if rules can be asked
 * about all it does by its words.
 */
export function innerCommands<T extends Text>(words: readonly T[]): readonly Inner<T>[] {
  const command = words[0]?.text ?? "";
  if (command === "") return [];
  if (command.includes(HOLE)) return [{ kind: "hole", reason: "computed command name" }];
  const name = baseName(command)
    .toLowerCase()
    .replace(/\.exe$/, "");
  return wrappedBy(name, words) ?? readBy(name, words);
}

/** The commands that a wrapper runs; `undefined` if the program is none. */
function wrappedBy<T extends Text>(name: string, words: readonly T[]): Inner<T>[] | undefined {
  const [first, ...operands] = words;
  const args = operands.map(({ text }) => text);
  if (FIND.has(name)) {
    return commandsOfFind(operands).flatMap((one) => (one === undefined ? [WRAPPED] : wrapped(one)));
  }
  const grammar = grammarOf(name);
  if (grammar !== undefined) {
    if (name === "command" && /^-[vV]$/.test(args[0] ?? "")) return [];
    if (runsNothing(args)) return [];
    const inner = wrappedCommand(grammar, operands);
    if (inner?.words.length === 0 && grammar.manner === "with arguments" && first !== undefined) {
      return [{ kind: "command", words: [{ ...first, text: "echo", holes: [] }, filledIn(first)] }];
    }
    // Some start a shell where no command is given.
    return inner === undefined || (inner.words.length === 0 && !grammar.idle) ? [WRAPPED] : wrapped(inner);
  }
  if (OPAQUE_WRAPPERS.has(name) || /^ld[^/]*\.so/.test(name)) return runsNothing(args) ? [] : [WRAPPED];
  const runs = Object.hasOwn(RUNNING_OPERANDS, name) ? RUNNING_OPERANDS[name] : undefined;
  if (runs === undefined) return undefined;
  if (runs === CONTAINER && INERT_SUBCOMMANDS.has(args[0] ?? "")) return [];
  return args.some((arg) => arg.includes(HOLE) || runs.test(arg)) ? [WRAPPED] : [];
}

/** Whether a wrapper only says what it is. */
function runsNothing(args: readonly string[]): boolean {
  return args.length === 1 && /^(?:--help|--version|-V)$/.test(args[0] ?? "");
}

function wrapped<T extends Text>({ words, exact }: Wrapped<T>): Inner<T>[] {
  if (words.length === 0) return [];
  return exact ? [{ kind: "command", words }] : [{ kind: "command", words }, WRAPPED];
}

/** What a shell or a builtin reads as commands, or sets. */
function readBy(name: string, words: readonly Text[]): Plain[] {
  const args = words.slice(1).map(({ text }) => text);
  const text = literalText(name, args);
  if (text !== undefined) return [text];
  // `bash-5.2` is a shell too.
  if (SHELLS.has(name.replace(/[-.]static$|-?[0-9.]+$/, "")) || name === "source" || name === ".") {
    if (namesScript(args[0])) return [];
    const plain = args.every((arg) => /^-[seuxfC]+$/.test(arg));
    return plain ? [LATER, { kind: "input", shell: name }] : [LATER];
  }
  if (name === "read") {
    const single = words.every(({ holes }) => holes.every((one) => one.single === true));
    const names = single ? readNames(args) : undefined;
    return [names === undefined ? LATER : { kind: "variables", names }];
  }
  const isHarmless = Object.hasOwn(EVALUATING_BUILTINS, name) ? EVALUATING_BUILTINS[name] : undefined;
  return isHarmless === undefined || isHarmless(args, words.slice(1)) ? [] : [LATER];
}

/**
 * Whether a shell's first argument is a script file, which is judged by its name: not an option, and not a device that
 * reads what is piped in, in whatever directory it is looked for.
 */
function namesScript(word = ""): boolean {
  if (!/^[^-+\0][^\0]*$/.test(word) || /(?:^|\/)(?:dev|proc)(?:\/|$)/.test(word)) return false;
  return !/^(?:std(?:in|out|err)|tty.*|console|cmdline|environ|[0-9]*)$/.test(baseName(word));
}

/** Plain words and quotes in lists and pipelines: what every shell reads in the same way. */
const PORTABLE = /^(?:[\w \t\n./,:@%+;-]|&&|\|\|?|'[^'\\]*'|"[^"\\$`!]*")*$/;

/** Words that mean something else, or more, to one of them. */
const NOT_PORTABLE =
  /\b(?:eval|trap|chdir|cd|exec|command|builtin|set|alias|unalias|unset|export|readonly|local|read|declare|typeset|let|source|function|time|select|coproc|if|for|while|until|case|type|hash|test|printf|echo)\b/;

/** The literal text that `eval`, `trap` and `bash -c` read as a script; `undefined` if it is not literal, or they are not plain. */
function literalText(name: string, args: readonly string[]): Plain | undefined {
  const literal = args.every((arg) => !arg.includes(HOLE));
  if (name === "eval") {
    const words = args[0] === "--" ? args.slice(1) : args;
    return !literal || words[0]?.startsWith("-") === true
      ? undefined
      : { kind: "text", text: words.join(" "), ownShell: false };
  }
  if (name === "trap") {
    const [text = "", ...signals] = args;
    return !literal || signals.length === 0 || text.startsWith("-")
      ? undefined
      : { kind: "text", text, ownShell: false };
  }
  if (name !== "bash" && name !== "sh" && name !== "dash") return undefined;
  let index = 0;
  let takesText = false;
  let login = false;
  for (; /^-[a-zA-Z]/.test(args[index] ?? ""); index++) {
    // A login shell also reads the profile, which is the user's own.
    if (!/^-[ceufxCl]+$/.test(args[index] ?? "")) return undefined;
    takesText ||= args[index]?.includes("c") === true;
    login ||= args[index]?.includes("l") === true;
  }
  const text = args[index];
  // What stands behind the text is its positional parameters.
  if (!takesText || text === undefined || /^[-+]|\0/.test(text)) return undefined;
  return readsAlike(name, text) ? { kind: "text", text, ownShell: true, login } : undefined;
}

/** Whether a shell reads a text as bash does. */
export function readsAlike(shell: string, text: string): boolean {
  if (shell === "bash") return true;
  return (shell === "sh" || shell === "dash") && PORTABLE.test(text) && !NOT_PORTABLE.test(text);
}

/** The variables that `read` sets; `undefined` if they, or its options, are not plainly what they are. */
function readNames(args: readonly string[]): string[] | undefined {
  const names: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? "";
    const option = /^-[rs]*([dnNptu]?)(.*)$/s.exec(arg);
    if (names.length === 0 && option !== null && arg !== "-") {
      const [, withArgument, rest] = option;
      // What may be empty leaves the next word to be the argument.
      if ((withArgument === "" && rest !== "") || arg.includes(HOLE)) return undefined;
      if (withArgument !== "" && rest === "") index++;
    } else if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(arg)) names.push(arg);
    else return undefined;
  }
  return names.length === 0 ? ["REPLY"] : names;
}

/**
 * A `test` that evaluates no subscript, as `-v` and `-R` do: with literal arguments it has neither; else its operator is
 * literal, and its number of arguments says that it is one ("evaluated based on the number of arguments").
 */
function isPlainTest(args: readonly string[], words: readonly Text[]): boolean {
  if (args.every((arg) => !arg.includes(HOLE))) return args.every((arg) => !NAME_OPERATOR.test(arg));
  if (!words.every(({ holes }) => holes.every(({ single }) => single === true))) return false;
  const [first = "", second = "", ...more] = args;
  if (args.length >= 3 && (BINARY_OPERATOR.test(second) || /^[<>]$/.test(second))) return args.length === 3;
  if (first === "!" && args.length > 1) return isPlainTest(args.slice(1), words.slice(1));
  if (more.length > 0) return false;
  return args.length === 1 || UNARY_OPERATOR.test(first);
}

/** A `printf` that assigns nothing: no `-v`, and a literal format without `%n`. */
function isKnownFormat(args: readonly string[]): boolean {
  const [first = "", second = ""] = args;
  const format = (first === "--" ? second : first).replaceAll("%%", "");
  return !/\0|%[^a-zA-Z%]*[hjlLqtz]*n/.test(format) && (first === "--" || !first.startsWith("-"));
}

/** The shell modes whose effect is understood: `-e -u -x -f -C -o pipefail`, their `+` forms, and `set -- …`. */
function isKnownSet(args: readonly string[]): boolean {
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? "";
    if (word === "--") return true;
    const flags = /^[-+]([euxfC]*)(o?)$/.exec(word);
    if (flags === null || word.length === 1) return false;
    if (flags[2] === "o" && args[++index] !== "pipefail") return false;
  }
  return args.length > 0;
}
