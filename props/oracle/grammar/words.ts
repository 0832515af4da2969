/** Words: quotes, patterns, braces, and what looks like other things. */
import type { Scribe } from "../scribe.ts";
import { doubleQuotable, expansion, processSubstitution } from "./expansions.ts";

/** Programs that are stubs wherever programs run, and nowhere else are anything. */
const COMMANDS = ["alpha", "beta", "gamma", "delta", "zap"] as const;

const RESERVED =
  "if then else elif fi do done case esac in for while until select function coproc time ! { } [[ ]]".split(" ");

/** Words that need no quotes, most of which mean something elsewhere. */
const PLAIN = "a b x push -f 1 = A=1 a[1]=2 a[x - -- a#b {} ~ é + % ^ @ ] : =~ -eq !x ,".split(" ");

/** Text between single quotes that would mean something outside. */
const QUOTED = ["", "a", "a b", '"', "`", "$(", ")", "\\", "\\\n", "\n", "}", "{a,b}", "#", "$x", ";zap z", "(", "<<E"];

/** A word in single quotes. */
export function singleQuotes(scribe: Scribe): string {
  return scribe.reach("single quotes", `'${scribe.pick([...QUOTED, "esac", ";;", "\n)\n"])}'`);
}

/** A word in double quotes, with expansions. */
export function doubleQuotes(scribe: Scribe): string {
  return scribe.reach("double quotes", `"${scribe.several(3, () => doubleQuotable(scribe))}"`);
}

function ansiQuotes(scribe: Scribe): string {
  const text = ["a", "\\n", "\\'", "\\\\", "a b", '"', ")", "}", "\\x61", "\\'\\'", "`", "\\u0061", "\\141", "\\cA"];
  return scribe.reach("ANSI-C quotes", `$'${scribe.pick(text)}'`);
}

function backslash(scribe: Scribe): string {
  return scribe.reach("backslash", `\\${scribe.pick([..." $`'\"\\#;&()<|a{~*"])}`);
}

function braces(scribe: Scribe): string {
  if (scribe.oneIn(3)) {
    return scribe.reach("brace sequence", scribe.pick(["{1..3}", "{a..c}", "x{01..2}", "{1..5..2}", "{3..1}y"]));
  }
  const texts = ["{a,b}", "{zap,b}", "{a,}", "x{,y}", "{a,{b,c}}", '{"a b",c}', "{$x,b}", "{a,b", "{a\\,b}", "{'a',b}"];
  return scribe.reach("brace list", scribe.pick(texts));
}

function pattern(scribe: Scribe): string {
  return scribe.reach(
    "pathname pattern",
    scribe.pick(["*", "?", "[a-z]", "x*y", "[!a]*", "[[:alpha:]]", "./*", "[a", "**"]),
  );
}

/** A character that bash itself marks quoted text with, and others that are no blanks. */
function control(scribe: Scribe): string {
  return scribe.reach(
    "control character",
    scribe.pick(["\u0001", "\u007f", "'\u0001'", '"\u0001"', '"\u007f"', "\r", "\u00a0", "\\\u0001"]),
  );
}

/** The name of a stub, now and then in quotes. */
export function commandName(scribe: Scribe): string {
  const name = scribe.pick(COMMANDS);
  if (!scribe.oneIn(12)) return name;
  const [first, rest] = [name.slice(0, 1), name.slice(1)];
  const texts = [
    `\\${name}`,
    `'${name}'`,
    `"${name}"`,
    `${first}'${rest}'`,
    `${first}\\\n${rest}`,
    `$'${name}'`,
    `""${name}`,
  ];
  return scribe.reach("quoted command name", scribe.pick(texts));
}

/** One piece of a word. */
function piece(scribe: Scribe): string {
  return scribe.choose([
    ...Array.from({ length: 6 }, () => () => scribe.pick(PLAIN)),
    ...Array.from({ length: 3 }, () => () => scribe.pick(["a", "b", "zap"])),
    () => singleQuotes(scribe),
    () => singleQuotes(scribe),
    () => doubleQuotes(scribe),
    () => doubleQuotes(scribe),
    () => ansiQuotes(scribe),
    () => scribe.maybe(3, () => scribe.reach("translated string", `$${doubleQuotes(scribe)}`)),
    () => expansion(scribe, false),
    () => expansion(scribe, false),
    () => expansion(scribe, false),
    () => backslash(scribe),
    () => braces(scribe),
    () => pattern(scribe),
    () => scribe.reach("tilde", scribe.pick(["~", "~/a", "~+", "a=~", "~-/b", "~nobody", "a:~"])),
    () => processSubstitution(scribe),
    () => scribe.maybe(2, () => control(scribe)),
  ]);
}

/** A word of one to three pieces. May be empty text, where a piece is. */
export function word(scribe: Scribe): string {
  if (scribe.oneIn(12)) return scribe.reach("reserved word as argument", scribe.pick(RESERVED));
  let text = "";
  for (let count = scribe.pick([1, 1, 1, 1, 2, 3]); count > 0; count--) text += piece(scribe);
  return text;
}
