/** The wrappers that a user says are transparent: `innerCommand.wrappers` of the settings. */
import { BUILTIN_NAMES, RESERVED_WORDS } from "../shell/names.ts";
import {
  FIND,
  grammarOf,
  isOpaqueWrapper,
  isShell,
  RUNNING_OPERANDS,
  userGrammar,
  type WrapperGrammar,
  type Wrappers,
} from "../shell/wrappers.ts";
import { isMap, type Mistake } from "./normalize.ts";
import { hasRow } from "./subcommands.ts";

const PATH = "innerCommand.wrappers";

/** A name that stands for a program wherever it is called by it. */
const NAME = /^[a-z0-9_][a-z0-9_.+-]*$/;

/** `-q` or `--quiet`. */
const OPTION = /^(?:-[A-Za-z0-9]|--[A-Za-z0-9][A-Za-z0-9-]*)$/;

/** More words than this before its command no wrapper has. */
const MAX_OPERANDS = 8;

/**
 * The user's own wrappers. An entry with a mistake is left out.
 *
 * @example readWrappers({ rtk: { flags: ["-q"], withArgument: ["-n"], operands: 0 } })
 */
export function readWrappers(value: unknown): { wrappers: Wrappers; mistakes: readonly Mistake[] } {
  const wrappers = new Map<string, WrapperGrammar>();
  if (value === undefined) return { wrappers, mistakes: [] };
  if (!isMap(value)) return { wrappers, mistakes: [{ path: PATH, message: "expected a map of programs" }] };
  const mistakes: Mistake[] = [];
  for (const [name, entry] of Object.entries(value)) {
    const path = `${PATH}[${JSON.stringify(name)}]`;
    const wrong = mistakeInName(name);
    const found = wrong === undefined ? readEntry(entry, path) : [{ path, message: wrong }];
    if (Array.isArray(found)) mistakes.push(...found);
    else wrappers.set(name, found);
  }
  return { wrappers, mistakes };
}

/** Why a program cannot be a wrapper of the user's own. */
function mistakeInName(name: string): string | undefined {
  if (!NAME.test(name) || name.endsWith(".exe")) {
    return "expected the name of a program: small letters, digits, `_`, `.`, `+` and `-`, and no folder";
  }
  if (grammarOf(name) !== undefined || isOpaqueWrapper(name) || FIND.has(name) || Object.hasOwn(RUNNING_OPERANDS, name))
    return "is known, and cannot be changed";
  if (BUILTIN_NAMES.has(name)) return "is a builtin of bash";
  if (RESERVED_WORDS.has(name)) return "is a reserved word of bash";
  if (isShell(name)) return "is a shell: it runs text, not the command behind it";
  if (hasRow(name)) return "does something else with its words than run them as a command";
  return undefined;
}

/** An entry's grammar, or what is wrong in it. */
function readEntry(entry: unknown, path: string): WrapperGrammar | Mistake[] {
  if (!isMap(entry)) return [{ path, message: "expected a map of `flags`, `withArgument` and `operands`" }];
  const mistakes: Mistake[] = [];
  for (const key of Object.keys(entry)) {
    if (key !== "flags" && key !== "withArgument" && key !== "operands")
      mistakes.push({ path: `${path}.${key}`, message: "unknown key; expected `flags`, `withArgument` or `operands`" });
  }
  const options = (key: "flags" | "withArgument"): readonly string[] => {
    const list = entry[key] ?? [];
    const all: readonly unknown[] = Array.isArray(list) ? list : [undefined];
    const known = all.filter((one): one is string => typeof one === "string" && OPTION.test(one));
    if (known.length < all.length)
      mistakes.push({ path: `${path}.${key}`, message: 'expected a list of options such as "-q" or "--quiet"' });
    return known;
  };
  const [flags, withArgument] = [options("flags"), options("withArgument")];
  const twice = flags.find((one) => withArgument.includes(one));
  if (twice !== undefined)
    mistakes.push({ path: `${path}.withArgument`, message: `\`${twice}\` is one of its \`flags\` too` });
  const { operands = 0 } = entry;
  const counts =
    typeof operands === "number" && Number.isInteger(operands) && operands >= 0 && operands <= MAX_OPERANDS;
  if (!counts) mistakes.push({ path: `${path}.operands`, message: `expected a number from 0 to ${MAX_OPERANDS}` });
  return mistakes.length > 0 || !counts ? mistakes : userGrammar(flags, withArgument, operands);
}
