/** Compound commands and function definitions. */
import type { Feature } from "../features.ts";
import type { Scribe, Write } from "../scribe.ts";
import { arithmetic } from "./arithmetic.ts";
import { blank, gap, keyword, lineEnd, terminator } from "./blanks.ts";
import { conditional } from "./conditional.ts";
import { redirections } from "./redirections.ts";
import { simpleCommand } from "./simple.ts";

function group(scribe: Scribe): string {
  const open = scribe.choose([() => " ", () => "\t", () => lineEnd(scribe)]);
  return scribe.reach("group", `{${open}${scribe.list()}${terminator(scribe)}}`);
}

function subshell(scribe: Scribe): string {
  const close = scribe.choose([() => "", () => " ", () => ";", () => lineEnd(scribe)]);
  return scribe.reach("subshell", `(${scribe.pick(["", " ", "\n"])}${scribe.list()}${close})`);
}

function likeArithmetic(scribe: Scribe): string {
  const [open, close] = scribe.pick([
    ["((", ") )"],
    ["((", ")\n)"],
    ["( (", ") )"],
    ["( (", "))"],
    ["((", "))"],
    ["((", ") ;)"],
  ] as const);
  return scribe.reach("subshell that starts like arithmetic", open + scribe.script() + close);
}

/** A reserved word, a list and what ends it. */
function clause(scribe: Scribe, word: string): string {
  return keyword(scribe, word) + gap(scribe) + scribe.list() + terminator(scribe);
}

function branches(scribe: Scribe): string {
  let text = clause(scribe, "if") + clause(scribe, "then");
  if (scribe.oneIn(3)) text += scribe.reach("elif", clause(scribe, "elif") + clause(scribe, "then"));
  text += scribe.maybe(2, () => scribe.reach("else", clause(scribe, "else")));
  return scribe.reach("if", text + keyword(scribe, "fi"));
}

/** The body of a loop, which most often ends it. */
function body(scribe: Scribe): string {
  const leave = scribe.oneIn(4) ? "" : "break; ";
  return clause(scribe, "do") + leave + keyword(scribe, "done");
}

function loop(scribe: Scribe): string {
  const word = scribe.pick(["while", "until"] as const);
  return scribe.reach(word, clause(scribe, word) + body(scribe));
}

/** The body of a `for`, which may be a group too. */
function forBody(scribe: Scribe): string {
  if (!scribe.oneIn(4)) return body(scribe);
  return scribe.reach("for in braces", `{ ${scribe.list()}${terminator(scribe)}}`);
}

function listEnd(scribe: Scribe): string {
  return scribe.choose([() => ";", () => " ;", () => lineEnd(scribe), () => `;${lineEnd(scribe)}`]);
}

function forLoop(scribe: Scribe): string {
  const selects = scribe.oneIn(4);
  const head =
    keyword(scribe, selects ? "select" : "for") +
    blank(scribe) +
    scribe.pick(["i", "y", "i\\\nj", "in", "for", "do", "q"]);
  if (selects) scribe.reach("select", "");
  if (scribe.oneIn(3)) {
    const end = scribe.pick([" ", "\n", ";", " ;\n", "; "]);
    return scribe.reach("for over positional parameters", head + end + forBody(scribe));
  }
  const words = scribe.several(2, () => blank(scribe) + scribe.word());
  const end = listEnd(scribe);
  return scribe.reach(
    "for with words",
    `${head}${gap(scribe)}${keyword(scribe, "in")}${words}${end}${forBody(scribe)}`,
  );
}

function arithmeticFor(scribe: Scribe): string {
  const header = scribe.choose([
    () => "i=0;i<2;i++",
    () => " i = 0 ; i < 1 ; i++ ",
    () => ";0;",
    () => `${arithmetic(scribe)};0;`,
    () => "i=0;i<1\n;i++",
    () => "i=0; i<1; i++, $(beta)",
    () => "i=(1);i<2;i++",
    () => "i=0;i<`beta`;",
  ]);
  const open = scribe.pick([" ((", "((", "\\\n(("]);
  const close = scribe.pick(["))", "))", ") )"]) + scribe.pick([";", " ", "\n", "", " ;\n", "; "]);
  return scribe.reach("arithmetic for", keyword(scribe, "for") + open + header + close + forBody(scribe));
}

const PATTERNS = [
  "a",
  "*",
  "'a b'",
  '")"',
  "')'",
  "\\)",
  "[)]",
  "if",
  "$x",
  '"$x"',
  "$(beta)",
  "`beta`",
  "?",
  "#",
  "a#",
];
const ODD_PATTERNS = [
  "in",
  "'(' ",
  "\\(",
  "${x:-)}",
  "<(alpha)",
  "$((1))",
  '"a"b',
  "do",
  "{",
  "}",
  "!",
  "zap",
  "[[",
  "esac",
];

function casePattern(scribe: Scribe): string {
  return scribe.choose([
    () => scribe.pick(PATTERNS),
    () => scribe.pick([...PATTERNS, ...ODD_PATTERNS]),
    () => scribe.reach("extended pattern", scribe.pick(["@(a|b)", "*(a)", "!(a|b c)", "+(a|@(b))"])),
    () => scribe.word() || "*",
  ]);
}

function caseCommand(scribe: Scribe): string {
  let text = keyword(scribe, "case") + blank(scribe) + (scribe.word() || "a") + gap(scribe) + keyword(scribe, "in");
  text += scribe.choose([() => " ", () => lineEnd(scribe)]);
  for (let left = scribe.random.below(4); left > 0; left--) {
    text += scribe.choose([() => "", () => "", () => scribe.reach("case with parentheses", scribe.pick(["(", "( "]))]);
    text += casePattern(scribe) + scribe.several(2, () => scribe.pick(["|", " | "]) + casePattern(scribe));
    text += scribe.pick([")", " )", ") ", ")\n"]);
    if (!scribe.oneIn(4)) text += gap(scribe) + scribe.list();
    text += scribe.choose([
      () => ";;",
      () => " ;; ",
      () => `;;${lineEnd(scribe)}`,
      () => `${lineEnd(scribe)};;`,
      () => scribe.reach("case that falls through", " ;&"),
      () => scribe.reach("case that tests on", " ;;&"),
    ]);
    text += scribe.choose([() => "", () => " ", () => lineEnd(scribe)]);
  }
  return scribe.reach("case", `${text} ${keyword(scribe, "esac")}`);
}

function arithmeticCommand(scribe: Scribe): string {
  return scribe.reach("arithmetic command", `((${arithmetic(scribe)}${scribe.pick(["))", "))", ") )", "\n))"])}`);
}

const BODIES: readonly (readonly [Feature, (scribe: Scribe) => string])[] = [
  ["function that is a group", group],
  ["function that is a group", group],
  ["function that is a subshell", subshell],
  ["function that is another compound command", branches],
  ["function that is another compound command", loop],
  ["function that is another compound command", forLoop],
  ["function that is another compound command", caseCommand],
  ["function that is another compound command", conditional],
  ["function that is another compound command", arithmeticCommand],
  ["function that is another compound command", arithmeticFor],
];

function functionDefinition(scribe: Scribe): string {
  const head = scribe.choose([
    () => {
      const name = scribe.pick(["f", "g", "alpha", "f-x", "in", "f"]);
      return scribe.reach("function with parentheses", name + scribe.pick(["()", " ()", "( )", "\\\n()", "(\\\n)"]));
    },
    () => {
      const name = scribe.pick(["f", "g", "beta", "a.b", "1", "if", "[[", "f"]);
      const rest = blank(scribe) + name + scribe.pick(["", "()", " ()", " ( )"]);
      return scribe.reach("function with a keyword", keyword(scribe, "function") + rest);
    },
  ]);
  const [feature, write] = scribe.pick(BODIES);
  const definition = scribe.reach(feature, head + scribe.pick([" ", "\n", " #c\n", "\n\n"]) + write(scribe));
  const redirected = redirections(scribe);
  if (redirected !== "") scribe.reach("function with redirections", "");
  return definition + redirected + scribe.pick(["", "; f", "; f", "; g a", "; alpha; beta"]);
}

function coprocess(scribe: Scribe): string {
  const word = keyword(scribe, "coproc") + blank(scribe);
  const compound: readonly Write[] = [
    () => group(scribe),
    () => loop(scribe),
    () => caseCommand(scribe),
    () => subshell(scribe),
  ];
  if (scribe.oneIn(3)) return scribe.reach("coprocess", word + simpleCommand(scribe));
  if (scribe.oneIn(3)) return scribe.reach("coprocess", word + scribe.choose(compound));
  return scribe.reach("named coprocess", word + scribe.pick(["N ", "alpha ", "N\\\n "]) + scribe.choose(compound));
}

/** Any compound command or definition, with its redirections. */
export function compoundCommand(scribe: Scribe): string {
  const text = scribe.choose([
    () => group(scribe),
    () => subshell(scribe),
    () => branches(scribe),
    () => loop(scribe),
    () => forLoop(scribe),
    () => arithmeticFor(scribe),
    () => caseCommand(scribe),
    () => caseCommand(scribe),
    () => conditional(scribe),
    () => conditional(scribe),
    () => arithmeticCommand(scribe),
    () => likeArithmetic(scribe),
    () => functionDefinition(scribe),
    () => functionDefinition(scribe),
    () => coprocess(scribe),
  ]);
  const redirected = redirections(scribe);
  if (redirected !== "") scribe.reach("redirected compound command", "");
  return text + redirected;
}
