/** Arithmetic expressions. */
import type { Scribe } from "../scribe.ts";
import { backquotes, commandSubstitution, processSubstitution } from "./expansions.ts";

const OPERANDS = [
  "1",
  "2",
  "3",
  "0",
  "$#",
  "$?",
  "i",
  "i=1",
  "$((1+1))",
  "(1)",
  "(1+2)",
  "1<<2",
  "1>2",
  "1,2",
  "1?2:3",
];

/** Operands that few write, and some that are none. */
const ODD = [
  "!1",
  "~1",
  "10#1",
  "${#x}",
  "x=2",
  '"1"',
  "1 ",
  " 2",
  "\n1",
  "#1",
  "1;2",
  "\\1",
  "'1'",
  "a[1]",
  "i++",
  "$1",
];

const BINARY = ["+", " + ", "-", "*", "<<", ">>", "&&", "||", "<", ">", "==", "!=", "&", "|", "%", ",", "**", "^", "/"];

function operand(scribe: Scribe): string {
  if (scribe.isDeep || !scribe.oneIn(6)) return scribe.pick(scribe.oneIn(3) ? ODD : OPERANDS);
  if (scribe.oneIn(8)) return processSubstitution(scribe);
  const text = scribe.oneIn(4) ? backquotes(scribe, false) : commandSubstitution(scribe);
  return scribe.reach("substitution in arithmetic", text);
}

/** An expression, most often one that bash can evaluate. */
export function arithmetic(scribe: Scribe): string {
  const tail = scribe.several(2, () => {
    const operator = scribe.oneIn(12) ? scribe.pick([")(", ") (", ") + (", "\\\n+"]) : scribe.pick(BINARY);
    return operator + operand(scribe);
  });
  return operand(scribe) + tail;
}
