/** Parameter, command, arithmetic and process expansions. */
import type { Feature } from "../features.ts";
import type { Scribe } from "../scribe.ts";
import { arithmetic } from "./arithmetic.ts";
import { doubleQuotes } from "./words.ts";

/** Pieces of text between double quotes. */
export function doubleQuotable(scribe: Scribe): string {
  if (scribe.oneIn(2)) return expansion(scribe, true);
  const texts = ["a", " ", "'", '\\"', "\\\\", "\\$", "\\`", "\\\n", "\n", "\\a", "$", ")", "(", "#", "}", "{", ";;"];
  return scribe.pick([...texts, "<<E", "a", "b", "!", "{a,b}", "*", "~"]);
}

/** Any expansion that may stand in double quotes too. */
export function expansion(scribe: Scribe, quoted: boolean): string {
  if (scribe.isDeep) return scribe.reach("parameter", scribe.pick(["$x", "${x}", "$1"]));
  return scribe.deeper(() =>
    scribe.choose([
      () => scribe.reach("parameter", scribe.pick(["$x", "$1", "${y}", "$y", "${10}"])),
      () => scribe.reach("special parameter", scribe.pick(["$@", "$#", "$?", "$$", "$-", "$*", "$!", "${@}", "${#}"])),
      () => commandSubstitution(scribe),
      () => commandSubstitution(scribe),
      () => braced(scribe, quoted),
      () => braced(scribe, quoted),
      () => braced(scribe, quoted),
      () => arithmeticExpansion(scribe),
      () => likeArithmetic(scribe),
      () => backquotes(scribe, quoted),
    ]),
  );
}

/** `$(…)`, opened and closed in several ways. */
export function commandSubstitution(scribe: Scribe): string {
  const open = scribe.pick(["$(", "$(", "$(", "$( ", "$(\n", "$\\\n(", "$(#c\n", "$( # )'\n"]);
  const close = scribe.pick([")", ")", " )", "\n)", ";)", " &)", " #c\n)"]);
  return scribe.reach("command substitution", open + scribe.script() + close);
}

/** `<(…)` or `>(…)`. */
export function processSubstitution(scribe: Scribe): string {
  if (scribe.isDeep) return "a";
  if (scribe.oneIn(3)) return scribe.reach("process substitution of output", `>(${scribe.script()})`);
  return scribe.reach("process substitution", `<(${scribe.script()})`);
}

function arithmeticExpansion(scribe: Scribe): string {
  if (scribe.oneIn(8)) return scribe.reach("old arithmetic expansion", `$[${arithmetic(scribe)}]`);
  const close = scribe.pick(["))", "))", "))", ") )", "\n))", ")\\\n)"]);
  return scribe.reach("arithmetic expansion", `$((${arithmetic(scribe)}${close}`);
}

/** A subshell in a substitution, which bash first takes for arithmetic. */
function likeArithmetic(scribe: Scribe): string {
  const [open, close] = scribe.pick([
    ["$( (", ") )"],
    ["$((", ") )"],
    ["$((", ")\n)"],
    ["$((", "))"],
    ["<((", ") )"],
  ] as const);
  return scribe.reach("substitution that starts like arithmetic", open + scribe.script() + close);
}

/** Backquotes, with the escapes that their level needs. */
export function backquotes(scribe: Scribe, quoted: boolean): string {
  const script = scribe.script();
  if (script.includes("`")) scribe.reach("backquotes in backquotes", "");
  const escaped = script.replaceAll(/[\\`$]/g, (character) =>
    character === "$" && scribe.oneIn(2) ? "$" : `\\${character}`,
  );
  return scribe.reach("backquotes", `\`${quoted ? escaped.replaceAll('"', '\\"') : escaped}\``);
}

const OPERATORS: Readonly<Partial<Record<Feature, readonly string[]>>> = {
  "default value": [":-", "-"],
  "assigned default value": [":=", "="],
  "error value": [":?", "?"],
  "alternative value": [":+", "+"],
  "prefix removal": ["#", "##"],
  "suffix removal": ["%", "%%"],
  replacement: ["/", "//", "/#", "/%"],
  "case change": ["^", "^^", ",", ",,"],
};

const WHOLE: Readonly<Partial<Record<Feature, readonly string[]>>> = {
  parameter: ["${x}", "${1}", "${y}"],
  substring: ["${x:1}", "${y:0:1}", "${x: -1}", "${@:1}", "${x:$(( 1 ))}", "${y:1?0:1}"],
  length: ["${#x}", "${#}", "${#a[@]}", "${#1}", "${#@}"],
  transformation: ["${x@Q}", "${y@U}", "${x@A}", "${a[@]@k}", "${@@Q}"],
  "array element": ["${a[0]}", "${a[1+1]}", "${a[-1]}", "${a[$(beta)]}", "${a['k']}", '${a["k k"]}'],
  "whole array": ["${a[@]}", "${a[*]}", "${a[@]:1}"],
  "array keys": ["${!a[@]}", "${!a[*]}"],
  "names by prefix": ["${!x@}", "${!x*}"],
};

function braced(scribe: Scribe, quoted: boolean): string {
  if (scribe.oneIn(3)) {
    const [feature, texts] = scribe.pick(Object.entries(WHOLE) as [Feature, readonly string[]][]);
    return scribe.reach(feature, scribe.pick(texts));
  }
  const [feature, operators] = scribe.pick(Object.entries(OPERATORS) as [Feature, readonly string[]][]);
  const name = scribe.pick(["x", "y", "z", "x", "y", "z", "1", "@", "a[0]", "a[@]", "a[$(beta)]", "?", "#"]);
  return scribe.reach(feature, `\${${name}${scribe.pick(operators)}${operand(scribe, quoted)}}`);
}

/** The word in a parameter expansion, where bash reads quotes and braces by rules of their own. */
function operand(scribe: Scribe, quoted: boolean): string {
  const odd = [
    "a",
    "b c",
    " ",
    "'",
    '"',
    "\\}",
    "\\\\",
    '\\"',
    "\\'",
    "(",
    ")",
    "{",
    "#",
    "'}'",
    '"}"',
    "\n",
    ";",
    "|",
  ];
  const more = ["<<E", "\\\n", "$'a'", "$", "'a'", '"a"', "'\"'", '"\'"', "<(", "`", "{}", "#x", " #", "/", "*", "[a]"];
  return scribe.several(2, () =>
    scribe.choose([
      () => scribe.pick([...odd, ...more]),
      () => scribe.pick(["a", "zap b", "c"]),
      () => scribe.pick(["a", "zap b", "c"]),
      () => expansion(scribe, quoted),
      () => processSubstitution(scribe),
      () =>
        quoted
          ? `"${scribe.choose([() => "a", () => "}", () => "'", () => expansion(scribe, true)])}"`
          : doubleQuotes(scribe),
    ]),
  );
}
