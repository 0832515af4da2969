import type { HoleReason } from "./ast.ts";
import { BINARY_OPERATOR, NAME_OPERATOR, UNARY_OPERATOR } from "./conditional.ts";
import { nameSet } from "./names.ts";
import { baseName, HOLE, isNumber, programName, type Text } from "./text.ts";
import { commandsOfFind, filledIn, type Wrapped, wrappedCommand } from "./wrapped.ts";
import {
  CONTAINER,
  FIND,
  grammarOf,
  INERT_SUBCOMMANDS,
  isOpaqueWrapper,
  isShell,
  RUNNING_OPERANDS,
  type Wrappers,
} from "./wrappers.ts";

/** What a simple command does besides what it is judged by. */
export type Inner<T extends Text> =
  /** It runs another command, which stands behind so many of its own words. */
  | { readonly kind: "command"; readonly words: readonly T[]; readonly own?: number }
  /** It runs, or may run, something not known. */
  | { readonly kind: "hole"; readonly reason: HoleReason }
  /** Literal text that bash reads as a script: in the same shell, or in one of its own. */
  | { readonly kind: "text"; readonly text: string; readonly ownShell: boolean; readonly login?: boolean }
  /** It reads a script from its standard input. */
  | { readonly kind: "input"; readonly shell: string }
  /** It sets variables. */
  | { readonly kind: "variables"; readonly variables: readonly Variable[] }
  /** It exports variables with the values they have. */
  | { readonly kind: "exports"; readonly names: readonly string[] }
  /** It does only what its words say if these variables are integers. */
  | { readonly kind: "integers"; readonly names: readonly string[] };

/** A variable that a builtin sets, unsets or declares. */
export interface Variable {
  readonly name: string;
  /** What it is given; `undefined` if that is not known. */
  readonly value?: Text;
  readonly append?: boolean;
  /** Programs get it in their environment. */
  readonly exported?: boolean;
  /** It may stay as it is. */
  readonly declared?: boolean;
  readonly array?: boolean;
  /** Outside a function it is not set. */
  readonly local?: boolean;
  /** It is given integers. */
  readonly integer?: boolean;
  /** It keeps its value from then on. */
  readonly readonly?: boolean;
}

export type Plain = Exclude<Inner<never>, { readonly kind: "command" }>;

const LATER: Plain = { kind: "hole", reason: "text that runs later" };
const WRAPPED: Plain = { kind: "hole", reason: "inner command of a wrapper" };

/**
 * What a builtin does with arguments that are known to be harmless; `undefined` for all others, with which it may evaluate
 * text, rebind names or set variables in a way that is not known.
 */
type Reader = (args: readonly string[], words: readonly Text[]) => readonly Plain[] | undefined;

const never: Reader = () => undefined;

/** A reader for arguments that set nothing. */
function onlyIf(isHarmless: (args: readonly string[], words: readonly Text[]) => boolean): Reader {
  return (args, words) => (isHarmless(args, words) ? [] : undefined);
}

/** A reader for operands that are names of variables, which are set. */
function setting(flags: RegExp, fallback: string, array = false): Reader {
  return (args, words) => {
    if (!words.every(isSingle)) return undefined;
    const names = readNames(args, flags);
    if (names === undefined) return undefined;
    const variables = (names.length === 0 ? [fallback] : names).map((name) => ({ name, array }));
    return [{ kind: "variables", variables }];
  };
}

/** Builtins that may do more than their words say. */
const BUILTINS: Readonly<Record<string, Reader>> = {
  ...Object.fromEntries(
    [
      "eval trap jobs compgen complete compopt bind fc enable hash", // run or rebind
      "alias unalias shopt let", // change how what follows is read; set variables
    ].flatMap((names) => names.split(" ").map((name) => [name, never])),
  ),
  set: onlyIf(isKnownSet),
  printf: readPrintf,
  "[": onlyIf((args, words) => args.at(-1) === "]" && isPlainTest(args.slice(0, -1), words.slice(0, -1))),
  test: onlyIf(isPlainTest),
  wait: readWait,
  read: setting(/^-[rs]*([dnNptu]?)(.*)$/s, "REPLY"),
  mapfile: setting(/^-t*([dnOsu]?)(.*)$/s, "MAPFILE", true),
  readarray: setting(/^-t*([dnOsu]?)(.*)$/s, "MAPFILE", true),
  getopts: readGetopts,
  unset: readUnset,
  // Without `-i`, which evaluates what is assigned, `-n`, which makes it another one's, and those that change it.
  declare: declaring(/^-[aAgrfFp]+$/),
  typeset: declaring(/^-[aAgrfFp]+$/),
  local: declaring(/^-[aAr]+$/, { local: true }),
  readonly: declaring(/^-[aAfp]+$/, { readonly: true }),
  export: declaring(/^-p$/, { exported: true }),
};

/** Variables whose value bash evaluates: as a prompt, as a number, or as a script to read. */
const EVALUATED_VARIABLES =
  /^(?:LC_ALL|LC_CTYPE|LANG|PS[0-4]|PROMPT_COMMAND|BASH.*|SHELLOPTS|POSIXLY_CORRECT|ENV|S?RANDOM|SECONDS|OPTIND|HIST.*|LINENO|TMOUT|EPOCH.*|COMP_.*|READLINE_.*|DIRSTACK|GROUPS|E?UID|PPID|GLOBIGNORE)\+?=/;

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
export function innerCommands<T extends Text>(words: readonly T[], wrappers?: Wrappers): readonly Inner<T>[] {
  const command = words[0]?.text ?? "";
  if (command === "") return [];
  if (command.includes(HOLE)) return [{ kind: "hole", reason: "computed command name" }];
  const name = programName(command);
  return wrappedBy(name, words, wrappers) ?? readBy(name, words);
}

/** The commands that a wrapper runs; `undefined` if the program is none. */
function wrappedBy<T extends Text>(name: string, words: readonly T[], wrappers?: Wrappers): Inner<T>[] | undefined {
  const [first, ...operands] = words;
  const args = operands.map(({ text }) => text);
  if (FIND.has(name)) {
    return commandsOfFind(operands).flatMap((one) => (one === undefined ? [WRAPPED] : wrapped(one)));
  }
  const grammar = grammarOf(name) ?? wrappers?.get(name);
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
  if (isOpaqueWrapper(name)) return runsNothing(args) ? [] : [WRAPPED];
  const runs = Object.hasOwn(RUNNING_OPERANDS, name) ? RUNNING_OPERANDS[name] : undefined;
  if (runs === undefined) return undefined;
  if (runs === CONTAINER && INERT_SUBCOMMANDS.has(args[0] ?? "")) return [];
  return args.some((arg) => arg.includes(HOLE) || runs.test(arg)) ? [WRAPPED] : [];
}

/** Whether a wrapper only says what it is. */
function runsNothing(args: readonly string[]): boolean {
  return args.length === 1 && /^(?:--help|--version|-V)$/.test(args[0] ?? "");
}

function wrapped<T extends Text>({ words, exact, own = 0 }: Wrapped<T>): Inner<T>[] {
  if (words.length === 0) return [];
  const command: Inner<T> = { kind: "command", words, own };
  return exact ? [command] : [command, WRAPPED];
}

/** What a shell or a builtin reads as commands, or sets. */
function readBy(name: string, words: readonly Text[]): readonly Plain[] {
  const args = words.slice(1).map(({ text }) => text);
  const text = literalText(name, args);
  if (text !== undefined) return [text];
  if (isShell(name) || name === "source" || name === ".") {
    if (namesScript(args[0])) return [];
    const plain = args.every((arg) => /^-[seuxfC]+$/.test(arg));
    return plain ? [LATER, { kind: "input", shell: name }] : [LATER];
  }
  const reader = Object.hasOwn(BUILTINS, name) ? BUILTINS[name] : undefined;
  return reader === undefined ? [] : (reader(args, words.slice(1)) ?? [LATER]);
}

/** Builtins that only change the shell itself, or tell about it, whatever their words are. */
const ALWAYS_INTERNAL: ReadonlySet<string> = nameSet(": true false cd pwd exit return break continue shift echo type");

/** Builtins that do no more with the words that are known to be harmless. */
const INTERNAL: ReadonlySet<string> = nameSet("printf read wait [ test set declare typeset local readonly export");

/** Whether a command runs no program and touches no file: the shell does all of it by itself. */
export function isInternal(words: readonly Text[]): boolean {
  const [command, ...operands] = words;
  if (command === undefined || command.holes.length > 0) return false;
  const { text: name } = command;
  const args = operands.map(({ text }) => text);
  if (ALWAYS_INTERNAL.has(name)) return true;
  if (name === "exec") return args.length === 0;
  if (name === "command") return /^-[vV]$/.test(args[0] ?? "");
  if (!INTERNAL.has(name) || (name === "printf" && args[0] === "-v")) return false;
  return BUILTINS[name]?.(args, operands) !== undefined;
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

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Whether it is exactly one word, as long as no digit splits words. */
function isSingle({ holes }: Text): boolean {
  return holes.every((hole) => hole.single === true || isNumber(hole));
}

function unknownValue(name: string): Variable {
  return { name };
}

/**
 * The operands, if they are names of variables. `option` matches a word of options: flags, the letter of one with an
 * argument, and that argument.
 */
function readNames(args: readonly string[], option: RegExp): string[] | undefined {
  const names: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? "";
    const match = arg === "-" || names.length > 0 ? null : option.exec(arg);
    if (match !== null) {
      const [, withArgument, rest] = match;
      // What may be empty leaves the next word to be the argument.
      if ((withArgument === "" && rest !== "") || arg.includes(HOLE)) return undefined;
      if (withArgument !== "" && rest === "") index++;
    } else if (NAME.test(arg)) names.push(arg);
    else return undefined;
  }
  return names;
}

/** `getopts OPTSTRING NAME [arg]…`. */
function readGetopts(
  [letters = "", name = ""]: readonly string[],
  words: readonly Text[],
): readonly Plain[] | undefined {
  if (letters.includes(HOLE) || letters.startsWith("-") || !NAME.test(name) || !words.every(isSingle)) return undefined;
  return [{ kind: "variables", variables: [name, "OPTARG"].map(unknownValue) }];
}

/** `unset [-f] [-v] NAME…`: a subscript is evaluated, and a computed name may have one. */
function readUnset(args: readonly string[]): readonly Plain[] | undefined {
  const names = /^-[fv]$/.test(args[0] ?? "") ? args.slice(1) : args;
  if (!names.every((name) => NAME.test(name))) return undefined;
  return [{ kind: "variables", variables: names.map((name) => ({ name, declared: true })) }];
}

/** `wait` for jobs that are numbers: no `-p`, which sets a variable. */
function readWait(_args: readonly string[], words: readonly Text[]): readonly Plain[] | undefined {
  const names: string[] = [];
  for (const { text, holes } of words) {
    const [hole] = holes;
    if (hole === undefined && (/^[^-]/.test(text) || text === "-n" || text === "-f")) continue;
    if (hole?.name === undefined || text !== HOLE) return undefined;
    if (NAME.test(hole.name)) names.push(hole.name);
    else if (!isNumber(hole) && hole.name !== "!") return undefined;
  }
  return names.length === 0 ? [] : [{ kind: "integers", names }];
}

/** A reader for `declare` and its kin, given the options that are understood. */
function declaring(options: RegExp, more: Pick<Variable, "local" | "exported" | "readonly"> = {}): Reader {
  return (args, words) => {
    const variables: Variable[] = [];
    const names: string[] = [];
    let operands = false;
    let array = false;
    let prints = false;
    let { readonly = false } = more;
    for (const [index, word] of words.entries()) {
      const arg = args[index] ?? "";
      if (!operands && options.test(arg)) {
        array ||= /[aA]/.test(arg);
        prints ||= /[fFp]/.test(arg);
        if (arg.includes("r")) readonly = true;
        continue;
      }
      operands = true;
      const match = /^([A-Za-z_][A-Za-z0-9_]*)(?:(\+?)=(.*))?$/s.exec(arg);
      if (match === null || !isSingle(word)) return undefined;
      const [, name = "", plus, value] = match;
      if (value !== undefined) {
        // Of an array, this may be a compound assignment, subscripts and all, which `-a` makes it for sure.
        if (array) return undefined;
        // Where functions are meant, or what there is, it is in error and sets nothing.
        const given = prints ? {} : { value: { text: value, holes: word.holes } };
        variables.push({ name, ...given, append: plus === "+", ...more, readonly });
      } else if (more.exported === true) names.push(name);
      else variables.push({ name, declared: true, array, ...more, readonly });
    }
    return [
      { kind: "variables", variables },
      { kind: "exports", names },
    ];
  };
}

/**
 * A `test` that evaluates no subscript, as `-v` and `-R` do: with literal arguments it has neither; else its operator is
 * literal, and its number of arguments says that it is one ("evaluated based on the number of arguments").
 */
function isPlainTest(args: readonly string[], words: readonly Text[]): boolean {
  if (args.every((arg) => !arg.includes(HOLE))) return args.every((arg) => !NAME_OPERATOR.test(arg));
  if (!words.every(isSingle)) return false;
  const [first = "", second = "", ...more] = args;
  if (args.length >= 3 && (BINARY_OPERATOR.test(second) || /^[<>]$/.test(second))) return args.length === 3;
  if (first === "!" && args.length > 1) return isPlainTest(args.slice(1), words.slice(1));
  if (more.length > 0) return false;
  return args.length === 1 || UNARY_OPERATOR.test(first);
}

/** A `printf` with a literal format without `%n`, which would set a variable; with `-v` it sets that one. */
function readPrintf(args: readonly string[], words: readonly Text[]): readonly Plain[] | undefined {
  const [first = "", name = "", ...more] = args;
  if (first !== "-v") return isKnownFormat(args) ? [] : undefined;
  if (!NAME.test(name) || !isKnownFormat(more) || !words.every(isSingle)) return undefined;
  return [{ kind: "variables", variables: [unknownValue(name)] }];
}

function isKnownFormat([first = "", second = ""]: readonly string[]): boolean {
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
