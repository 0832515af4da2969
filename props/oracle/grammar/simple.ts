/** Simple commands and assignments. */
import type { Scribe } from "../scribe.ts";
import { blank } from "./blanks.ts";
import { expansion } from "./expansions.ts";
import { redirection, redirections } from "./redirections.ts";
import { commandName } from "./words.ts";

const ELEMENTS = [
  "a",
  "b",
  "'x y'",
  "[0]=a",
  "[1]=b",
  "\\(",
  '")"',
  "#x",
  "a#",
  "[x]=1",
  "`beta`",
  "$(beta)",
  "if",
  "{",
  "a[",
  "b[ #",
  "]",
];

function elements(scribe: Scribe): string {
  const text = scribe.several(3, () => {
    const space = scribe.pick([" ", "\n", " #c\n", "\n# )\n", "\t"]);
    return space + (scribe.oneIn(2) ? scribe.word() : scribe.pick(ELEMENTS));
  });
  return text + scribe.pick(["", " ", "\n", " #c\n", " # )\n"]);
}

const SUBSCRIPTS = [
  "[0]",
  "[1+1]",
  "[$(beta)]",
  "['a']",
  '["a b"]',
  "[a b]",
  "[ 1 ]",
  "[x[1]]",
  "[`beta`]",
  "[$((1))]",
];
const ODD_SUBSCRIPTS = ["[(1)]", "[1;2]", "[1>2]", "[ #]", "[\n1]", "[&zap&]", "[-1]", "[$x]"];

/** `NAME=value` in all its forms. */
export function assignment(scribe: Scribe): string {
  const name = scribe.pick(["A", "y", "z", "A", "_b"]);
  return scribe.choose([
    () => {
      const value = scribe.choose([
        () => "",
        () => "1",
        () => scribe.word(),
        () => '"a b"',
        () => expansion(scribe, false),
      ]);
      return scribe.reach("assignment", `${name}=${value}`);
    },
    () => scribe.reach("appending assignment", `${name}+=${scribe.oneIn(2) ? "1" : scribe.word()}`),
    () => scribe.reach("compound assignment", `${name}${scribe.pick(["=(", "+=("])}${elements(scribe)})`),
    () => {
      const subscript = scribe.choose([
        () => scribe.pick(SUBSCRIPTS),
        () => scribe.pick(SUBSCRIPTS),
        () => scribe.pick(ODD_SUBSCRIPTS),
        () => `[${scribe.word()}]`,
      ]);
      const value = scribe.choose([() => "1", () => "a", () => scribe.word()]);
      return scribe.reach(
        "assigned element",
        `${name}${subscript}${scribe.pick(["=", "+=", "=", "=(", " ", ""])}${value}`,
      );
    },
  ]);
}

const BUILTINS = [
  ": a",
  "true",
  "set -- a b",
  "f",
  "g",
  "echo a",
  "false",
  "shift",
  "break",
  "continue",
  "return",
  "cd .",
];

/** A command with its words, assignments and redirections. */
export function simpleCommand(scribe: Scribe): string {
  let text = "";
  while (scribe.oneIn(6)) {
    text += scribe.oneIn(2)
      ? scribe.reach("assignment before a command", assignment(scribe))
      : scribe.reach("redirection before a command", redirection(scribe));
    text += blank(scribe);
  }
  if (scribe.oneIn(30)) return text + assignment(scribe);
  text += scribe.choose([
    ...Array.from({ length: 16 }, () => () => commandName(scribe)),
    () => scribe.word() || "alpha",
    () =>
      scribe.reach(
        "declaration",
        scribe.pick(["declare", "export", "readonly", "local", "typeset"]) + blank(scribe) + assignment(scribe),
      ),
    () => scribe.pick(BUILTINS),
    () => scribe.pick(BUILTINS),
  ]);
  return text + scribe.several(2, () => blank(scribe) + scribe.word()) + redirections(scribe);
}
