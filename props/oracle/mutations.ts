/** Texts that are no program on purpose: a program that was damaged, or tokens in any order. */
import type { Random } from "./random.ts";

const TOKENS = [
  ...'\' " ` \\ $( ) ( } { | || && & ; ;; ;& |& > < >& <<< <( >( ${x:- ${x} ${ $(( )) (( # a=( a[ ]= $\' $" \\) \\" * x = + 1 $ $x alpha esac done fi'.split(
    " ",
  ),
  ..."{_|_;_}|[[_|_]]|_=~_|case_a_in_|_in_|if_|then_|do_|for_i_|while_|function_f_|f()_|coproc_|select_|!_|time_|_#|alpha_|beta_|zap_z|a)_|else_|elif_|{f}>|a|b"
    .split("|")
    .map((token) => token.replaceAll("_", " ")),
  // Blanks that are none, and characters that bash uses for marks of its own.
  ...["\r", "\v", "\f", "\u00a0", "\u0001", "\u007f", "\u0001\u007f"],
  ...["\\\n", "\n", " ", " ", "\t", "<<E\n", "\nE\n", "<<-'E'\n", "/dev/null", "esac\n", "; "],
];

/** A text with a few tokens inserted, characters deleted or parts repeated. */
export function mutate(random: Random, source: string): string {
  let text = source;
  for (let count = 1 + random.below(3); count > 0; count--) {
    const at = random.below(text.length + 1);
    const head = text.slice(0, at);
    const kind = random.below(6);
    if (kind < 3) text = head + random.pick(TOKENS) + text.slice(at);
    else if (kind < 5) text = head + text.slice(at + 1 + random.below(3));
    else {
      const from = random.below(text.length + 1);
      text = head + text.slice(from, from + 1 + random.below(8)) + text.slice(at);
    }
  }
  return text;
}

/** A text with line continuations anywhere: most of them vanish, and some do not. */
export function continueLines(random: Random, source: string): string {
  let text = source;
  for (let count = 1 + random.below(4); count > 0; count--) {
    const at = random.below(text.length + 1);
    text = `${text.slice(0, at)}\\\n${text.slice(at)}`;
  }
  return text;
}

/** What opens something, or looks as if it did, with the end that it seems to have. */
const OPENINGS: readonly (readonly [string, string])[] = [
  ["[[ a =~ (a", "\n]]"],
  ["[[ a =~ (a ", " ]]"],
  ["[[ a == @(a", ") ]]"],
  ["[[ a < b", " ]]"],
  ["y=(a", ")"],
  ["y=(a[", ")"],
  [">f1 y=(a[", ")"],
  ["y[1", "]=1"],
  ["coproc { A=(a ", ")\n}"],
  ['alpha "${x#', '}"'],
  ['alpha "${x:-', '}"'],
  ["alpha ${x/a/", "}"],
  ["alpha $((1", "))"],
  ["((1", "))"],
  ["((alpha", ") )"],
  ["alpha $( (alpha", ") )"],
  ["alpha $(time ", "zap)"],
  ["alpha $(case a in a", ") alpha;; esac)"],
  ["alpha <(alpha ", ")"],
  ["alpha `alpha ", "`"],
  ["alpha <<E\n", "\nE"],
  ["alpha $(alpha <<E\n", "\nE\n)"],
  ["f()", " { alpha; }"],
  ["for i in ", "; do alpha; done"],
  ["alpha $'", "'"],
  ["alpha {a,", "}"],
];

/** One to three openings one inside the other, with odd tokens before their ends. */
export function openings(random: Random): string {
  let text = random.oneIn(2) ? random.pick(TOKENS) : "";
  for (let count = 1 + random.below(3); count > 0; count--) {
    const [open, close] = random.pick(OPENINGS);
    text = open + (random.oneIn(3) ? "" : random.pick(TOKENS)) + text + close;
  }
  return text;
}

/** What may end something that is still open. */
const CLOSERS = [
  ")",
  "}",
  "]]",
  '"',
  "'",
  "`",
  "))",
  "]",
  "\nE\n",
  "esac",
  "fi",
  "done",
  ";;",
  " ) ]]",
  ')}"',
  "\n",
  ")'",
  " ",
  "#",
];

/**
 * A text with a bait: a command in a comment, a quote or a here-document, behind what would end something else. It runs
 * only if bash reads what stands before it as more, or less, than it seems to be.
 */
export function bait(random: Random, source: string): string {
  let hidden = "";
  for (let count = 1 + random.below(3); count > 0; count--) hidden += random.pick(CLOSERS);
  hidden += `${random.pick(["; ", "\n", " ", "&& ", "| "])}zap bait${random.pick([" ", ";", " #", "\n"])}`;
  hidden += random.pick(["", "", "'", '"', "(", "((", "$(", "<<E", "{ ", "if "]);
  const line = hidden.replaceAll("\n", " ");
  const lure = random.pick([
    ` # ${line}\n`,
    ` # ${line}\n`,
    ` alpha '${hidden.replaceAll("'", "")}' `,
    ` alpha '${hidden.replaceAll("'", "")}\n`,
    ` alpha "${hidden.replaceAll(/["$`]/g, "\\$&")}" `,
    ` $'${hidden.replaceAll("'", "\\'")}' `,
    `\nalpha <<'F'\n${hidden}\nF\n`,
    ` "\${q-${hidden.replaceAll(/[$`"}]/g, "")}}" `,
  ]);
  const at = random.oneIn(2) ? source.length : random.below(source.length + 1);
  return source.slice(0, at) + random.pick(["", "", "\n", ";"]) + lure + source.slice(at);
}

/** Two to a dozen tokens in any order. */
export function tokenSoup(random: Random): string {
  let text = random.pick(["alpha ", "", "", "$(", "x=`"]);
  for (let count = 2 + random.below(10); count > 0; count--) text += random.pick(TOKENS);
  return text;
}
