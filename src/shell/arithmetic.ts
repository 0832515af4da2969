import type { Evaluation, WordPart } from "./ast.ts";
import type { Lexer } from "./lexer.ts";
import { HOLE } from "./text.ts";
import { type PartList, readExpandedText } from "./word.ts";

/** What could be any expression. */
export const OPAQUE: Evaluation = { names: [], assigned: [], written: [], opaque: true };

/** Longer expressions are not looked into: nobody writes them, and what follows takes time quadratic in the length. */
const MAX_EXPRESSION = 1_000;

/** Special parameters whose value is always an integer. */
const INTEGER_PARAMETERS = "?#$!";

/**
 * What an arithmetic expression depends on. Integer literals and operators are known; a variable's value is an expression
 * that bash evaluates in turn, subscripts with command substitutions included.
 */
export function evaluationOf(parts: readonly WordPart[]): Evaluation {
  const names: string[] = [];
  let opaque = false;
  let text = "";
  for (const part of parts) {
    if (part.kind === "literal") {
      text += part.text;
      continue;
    }
    text += HOLE;
    if (part.kind === "substitution") opaque = true;
    else if (part.reason === "arithmetic expansion") continue;
    else if (part.name === undefined || part.list) opaque = true;
    else if (!INTEGER_PARAMETERS.includes(part.name)) names.push(part.name);
  }
  if (text.length > MAX_EXPRESSION) return OPAQUE;
  // What stands beside an expansion joins with what it brings: `x$i` is another name.
  if (/\w\0|\0[\w\0]/.test(text)) opaque = true;
  // Anything but the usual characters is not looked into.
  if (/[^\w\s\0+\-*/%<>=!~&|^?:,()#@[\]]/.test(text)) opaque = true;
  for (const [name] of text.matchAll(/(?<![\w#@])[A-Za-z_]\w*/g)) names.push(name);
  const assigned = [...text.matchAll(/(?<![\w#@])([A-Za-z_]\w*)\s*=(?!=)/g)].map(([, name = ""]) => name);
  const written = [...text.matchAll(WRITE)].map(([, after, before]) => after ?? before ?? "");
  return { names, assigned, written, opaque };
}

/** A name before an assignment operator or `++`, a subscript between them or not, or a name behind `++`. */
const WRITE =
  /([A-Za-z_]\w*)\s*(?:\[[^\]]*\]+\s*)?(?:=(?!=)|(?:[-+*/%&|^]|<<|>>)=|\+\+|--)|(?:\+\+|--)\s*([A-Za-z_]\w*)/g;

/** An expression up to `))`, which is taken. */
export function readExpression(lexer: Lexer, list: PartList): void {
  // A line continuation between the two makes them two.
  const closed = readExpandedText(lexer, list, "arithmetic", ")") && lexer.peekTogether("))") && lexer.take("))");
  if (!closed) lexer.fail("two parentheses that are not plainly arithmetic");
}
