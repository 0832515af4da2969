/** `[[ … ]]`. */
import type { Scribe } from "../scribe.ts";
import { blank, gap } from "./blanks.ts";

const PATTERNS = [
  "a*",
  "(a|b)",
  "(a b)",
  "a|b",
  "[[:alpha:]]",
  "\\(",
  "\\)",
  "[(]",
  "[)]",
  "a(b)c",
  "'('",
  '"("',
  "$x",
];
const EXTENDED = ["@(a|b)", "!(a)", "*(a|zap b)", "?(a)", "+(a)", "@(a|!(b))", "@($(beta)|a)", "!(a b)"];
const EXPRESSIONS = [
  "^(a|b)+$",
  "(a;b)",
  "(a&&b)",
  "a\\ b",
  "[a b]",
  "(<a)",
  "((a))",
  "(a",
  "a)",
  "a<b",
  "(a#b)",
  "( #a)",
];
const MORE_EXPRESSIONS = ["a{1,2}", "`", "a\\", "(\n)", "('a b')", "}", "(a ]] b)", '"a b"', "$'a'", "a]]", "&", ";"];
const COMPUTED_EXPRESSIONS = [
  "$(beta)",
  "(`beta`)",
  "($(beta x))",
  "$((1))",
  "([()])",
  "()",
  "^a$",
  "(a|)",
  "$",
  "(${x:-a b})",
];

function operand(scribe: Scribe): string {
  return scribe.oneIn(2)
    ? scribe.pick(["a", "$x", '"$x"', "b", "-n", "!", "1", "a#", "#", "-"])
    : scribe.word() || "''";
}

function comparison(scribe: Scribe): string {
  const left = operand(scribe) + blank(scribe);
  if (scribe.oneIn(2)) {
    const right = scribe.choose([
      () => scribe.pick([...EXPRESSIONS, ...MORE_EXPRESSIONS, ...COMPUTED_EXPRESSIONS]),
      () => parentheses(scribe),
      () => operand(scribe),
    ]);
    return scribe.reach("conditional regular expression", `${left}=~${blank(scribe)}${right}`);
  }
  const right = scribe.choose([
    () => scribe.pick(PATTERNS),
    () => scribe.reach("extended pattern", parentheses(scribe)),
    () => scribe.reach("extended pattern", scribe.pick(EXTENDED)),
    () => operand(scribe),
  ]);
  return scribe.reach("conditional pattern", left + scribe.pick(["==", "=", "!="]) + blank(scribe) + right);
}

function primary(scribe: Scribe): string {
  if (scribe.isDeep) return "a == b";
  return scribe.deeper(() =>
    scribe.choose([
      () => scribe.pick(["-n ", "-z ", "-f ", "! -e ", "! -n ", "-o ", "-d "]) + operand(scribe),
      () => operand(scribe),
      () => comparison(scribe),
      () => comparison(scribe),
      () => comparison(scribe),
      () =>
        operand(scribe) +
        blank(scribe) +
        scribe.pick(["<", ">", "-nt", "-ot", "-ef"]) +
        blank(scribe) +
        operand(scribe),
      () => {
        const left = scribe.pick(["1", "$#", "2", "$(beta)", "1+1"]);
        const right = scribe.pick(["1", "$?", "`beta`", "0"]);
        return scribe.reach("conditional arithmetic test", `${left} ${scribe.pick(["-eq", "-lt", "-ge"])} ${right}`);
      },
      () => `( ${primary(scribe)} )`,
      () => `(${primary(scribe)})`,
      () => `! ${primary(scribe)}`,
    ]),
  );
}

/** Parentheses of a pattern or a regular expression, with anything in them. */
function parentheses(scribe: Scribe): string {
  const piece = () =>
    scribe.choose([() => scribe.word(), () => scribe.word(), () => scribe.pick([" ", "|", "# c", "\n", "a"])]);
  const text = piece() + scribe.several(2, piece);
  return (
    scribe.pick(["@", "", "!", "*", "a", "^"]) + scribe.pick([`(${text})`, `(${text})`, `(${text}|b)$`, `(a(${text}))`])
  );
}

/** A conditional command. */
export function conditional(scribe: Scribe): string {
  let text = `[[${gap(scribe)}${primary(scribe)}`;
  while (scribe.oneIn(3)) text += gap(scribe) + scribe.pick(["&&", "||"]) + gap(scribe) + primary(scribe);
  return scribe.reach("conditional", text + scribe.pick([" ]]", " ]]", " ]]", "\n]]", " # c\n]]"]));
}
