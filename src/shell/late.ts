import type { HoleReason } from "./ast.ts";
import { HOLE, type Text } from "./text.ts";
import {
  CONTAINER_PROGRAMS,
  CONTAINER_SUBCOMMANDS,
  EXEC_OPTIONS,
  OPAQUE_WRAPPERS,
  PLAIN_WRAPPERS,
  SHELLS,
} from "./wrappers.ts";

/** Builtins that evaluate text, rebind names or assign variables: in this version each use of one adds a hole. */
const EVALUATING_BUILTINS: ReadonlySet<string> = new Set([
  ..."eval trap mapfile readarray jobs compgen complete compopt bind fc enable hash".split(" "), // run or rebind
  ..."let alias unalias shopt coproc".split(" "),
  ..."declare typeset local readonly export unset read getopts wait".split(" "), // assign; subscripts are evaluated
]);

/** What a simple command runs besides itself. */
export type Inner =
  { readonly kind: "words"; readonly from: number } | { readonly kind: "hole"; readonly reason: HoleReason };

/**
 * The command that a simple command with these words runs besides the one it names: the words from an index on, or
 * something not known. `undefined` if it runs nothing else that rules can be asked about.
 */
export function innerCommand(words: readonly Text[]): Inner | undefined {
  const command = words[0]?.text;
  if (command === undefined || command === "") return undefined;
  if (command.includes(HOLE)) return hole("computed command name");
  const name = baseName(command)
    .toLowerCase()
    .replace(/\.exe$/, "");
  const args = words.slice(1);
  const literal = (index: number) => (args[index]?.text.includes(HOLE) ? undefined : args[index]?.text);

  const operands = Object.hasOwn(PLAIN_WRAPPERS, name) ? PLAIN_WRAPPERS[name] : undefined;
  if (operands !== undefined) {
    if (name === "command" && /^-[vV]$/.test(literal(0) ?? "")) return undefined;
    const first = literal(operands.length);
    const fits = operands.every((form, index) => form.test(literal(index) ?? ""));
    if (fits && first !== undefined && !first.startsWith("-")) return { kind: "words", from: 1 + operands.length };
  }
  if (OPAQUE_WRAPPERS.has(name)) return args.length === 0 ? undefined : hole("inner command of a wrapper");
  const execOption = Object.hasOwn(EXEC_OPTIONS, name) ? EXEC_OPTIONS[name] : undefined;
  if (execOption !== undefined) {
    const runs = args.some(({ text }) => text.includes(HOLE) || execOption.test(text));
    return runs ? hole("inner command of a wrapper") : undefined;
  }
  if (CONTAINER_PROGRAMS.has(name)) {
    const runs = args.some(({ text }) => text.includes(HOLE) || CONTAINER_SUBCOMMANDS.has(text));
    return runs ? hole("inner command of a wrapper") : undefined;
  }
  if (SHELLS.has(name)) return namesScript(literal(0)) ? undefined : hole("text that runs later");
  if (name === "source" || name === ".") return namesScript(literal(0)) ? undefined : hole("text that runs later");
  if (EVALUATING_BUILTINS.has(name)) return hole("text that runs later");
  if (name === "set") return isKnownSet(args) ? undefined : hole("text that runs later");
  if (name === "printf")
    return /^(?:[^-\0]|--$|$)/.test(args[0]?.text ?? "") ? undefined : hole("text that runs later");
  if (name === "[" || name === "test") {
    // `-v` and `-R` evaluate subscripts; what they could be is settled only where everything is literal.
    return args.every(({ text }) => !text.includes(HOLE) && text !== "-v" && text !== "-R")
      ? undefined
      : hole("text that runs later");
  }
  return undefined;
}

/** The name after the last slash. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A script file that is judged by its name: not an option, and not a device that reads what is piped in. */
function namesScript(word: string | undefined): boolean {
  return word !== undefined && word !== "" && !/^[-+]/.test(word) && !/^(?:\.{0,2}\/)*(?:dev|proc)(?:\/|$)/.test(word);
}

/** The shell modes whose effect is understood: `-e -u -x -f -C -o pipefail`, their `+` forms, and `set -- …`. */
function isKnownSet(args: readonly Text[]): boolean {
  for (let index = 0; index < args.length; index++) {
    const word = args[index]?.text ?? "";
    if (word === "--") return true;
    const flags = /^[-+]([euxfC]*)(o?)$/.exec(word);
    if (flags === null || word.length === 1) return false;
    if (flags[2] === "o" && args[++index]?.text !== "pipefail") return false;
  }
  return args.length > 0;
}

function hole(reason: HoleReason): Inner {
  return { kind: "hole", reason };
}
