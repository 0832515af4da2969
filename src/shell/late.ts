import type { HoleReason } from "./ast.ts";
import { baseName, HOLE, type Text } from "./text.ts";
import { OPAQUE_WRAPPERS, PLAIN_WRAPPERS, RUNNING_OPERANDS, SHELLS } from "./wrappers.ts";

/** What a simple command runs besides itself. */
export type Inner =
  { readonly kind: "words"; readonly from: number } | { readonly kind: "hole"; readonly reason: HoleReason };

const LATER: Inner = { kind: "hole", reason: "text that runs later" };
const WRAPPED: Inner = { kind: "hole", reason: "inner command of a wrapper" };

/** For a builtin that evaluates text, rebinds names or sets variables: `true` for arguments with which it does not. */
type IsHarmless = (args: readonly string[]) => boolean;

const never: IsHarmless = () => false;

/** Builtins whose use adds a hole, but for arguments that are known to be harmless. */
const EVALUATING_BUILTINS: Readonly<Record<string, IsHarmless>> = {
  ...Object.fromEntries(
    [
      "eval trap mapfile readarray jobs compgen complete compopt bind fc enable hash", // run or rebind
      "alias unalias shopt", // change how what follows is read
      "let declare typeset local readonly export unset read getopts wait", // set variables; subscripts are evaluated
    ].flatMap((names) => names.split(" ").map((name) => [name, never])),
  ),
  set: isKnownSet,
  printf: isKnownFormat,
  // `-v` and `-R` evaluate subscripts; what a hole could be is not settled here.
  "[": (args) => args.every((arg) => !/\0|^-[vR]$/.test(arg)),
  test: (args) => args.every((arg) => !/\0|^-[vR]$/.test(arg)),
};

/** Variables whose value bash evaluates: as a prompt, as a number, or as a script to read. */
const EVALUATED_VARIABLES =
  /^(?:PS[0-4]|PROMPT_COMMAND|BASH_.*|ENV|S?RANDOM|SECONDS|OPTIND|HIST.*|LINENO|TMOUT|EPOCH.*|COMP_.*|READLINE_.*|DIRSTACK|GROUPS|E?UID|PPID)\+?=/;

/** Whether an assignment gives bash text to evaluate; `text` is `NAME=value`. */
export function isEvaluatedAssignment(text: string): boolean {
  return EVALUATED_VARIABLES.test(text) && !/^\w+\+?=[0-9]*$/.test(text);
}

/**
 * The command that a simple command with these words runs besides the one it names: the words from an index on, or
 * something not known. `undefined` if it runs nothing else that rules can be asked about.
 */
export function innerCommand(words: readonly Text[]): Inner | undefined {
  const command = words[0]?.text ?? "";
  if (command === "") return undefined;
  if (command.includes(HOLE)) return { kind: "hole", reason: "computed command name" };
  const name = baseName(command)
    .toLowerCase()
    .replace(/\.exe$/, "");
  const args = words.slice(1).map(({ text }) => text);

  const operands = Object.hasOwn(PLAIN_WRAPPERS, name) ? PLAIN_WRAPPERS[name] : undefined;
  if (operands !== undefined) {
    if (name === "command" && /^-[vV]$/.test(args[0] ?? "")) return undefined;
    const fits = operands.every((form, index) => form.test(args[index] ?? ""));
    if (fits && /^[^-\0][^\0]*$/.test(args[operands.length] ?? "")) return { kind: "words", from: 1 + operands.length };
  }
  if (OPAQUE_WRAPPERS.has(name) || /^ld[^/]*\.so/.test(name)) {
    return args.length === 0 ? undefined : WRAPPED;
  }
  const runs = Object.hasOwn(RUNNING_OPERANDS, name) ? RUNNING_OPERANDS[name] : undefined;
  if (runs !== undefined) return args.some((arg) => arg.includes(HOLE) || runs.test(arg)) ? WRAPPED : undefined;
  // `bash-5.2` is a shell too.
  if (SHELLS.has(name.replace(/[-.]static$|-?[0-9.]+$/, "")) || name === "source" || name === ".") {
    return namesScript(args[0]) ? undefined : LATER;
  }
  const isHarmless = Object.hasOwn(EVALUATING_BUILTINS, name) ? EVALUATING_BUILTINS[name] : undefined;
  return isHarmless === undefined || isHarmless(args) ? undefined : LATER;
}

/**
 * Whether a shell's first argument is a script file, which is judged by its name: not an option, and not a device that
 * reads what is piped in, in whatever directory it is looked for.
 */
function namesScript(word = ""): boolean {
  if (!/^[^-+\0][^\0]*$/.test(word) || /(?:^|\/)(?:dev|proc)(?:\/|$)/.test(word)) return false;
  return !/^(?:std(?:in|out|err)|tty.*|console|cmdline|environ|[0-9]*)$/.test(baseName(word));
}

/** A `printf` that assigns nothing: no `-v`, and a literal format without `%n`. */
function isKnownFormat(args: readonly string[]): boolean {
  const [first = "", second = ""] = args;
  const format = first === "--" ? second : first;
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
