import { evaluationOf, OPAQUE } from "./arithmetic.ts";
import type { Evaluation } from "./ast.ts";
import type { Lexer } from "./lexer.ts";
import { addExpansion, PartList, readExpandedText, type TextMode } from "./word.ts";

/** The name or special parameter, and what stands before it. */
const PARAMETER = /(?:([!#])(?=[A-Za-z_0-9@*#?$!-]))?([A-Za-z_][A-Za-z0-9_]*|[0-9]+|[*@#?$!-])/y;

/**
 * `${parameter…}` with all its operators; the brace is read. What it evaluates: a subscript and an offset are arithmetic,
 * `${!x}` is the parameter that the value of `x` names, `${x@P}` is a prompt, and `${x:=y}` sets the variable.
 */
export function readBracedParameter(lexer: Lexer, list: PartList, from: number, quoted: boolean): void {
  lexer.peek();
  PARAMETER.lastIndex = lexer.pos;
  const match = PARAMETER.exec(lexer.text);
  if (match === null) {
    readCommandGroup(lexer, list, from, quoted);
    return;
  }
  const [all, prefix, parameter = ""] = match;
  lexer.pos += all.length;
  const inner = new PartList();
  let evaluates: Evaluation | undefined;
  let name: string | undefined = prefix === undefined ? parameter : prefix === "#" ? "#" : undefined;
  // What `${!x}` names may be a list.
  let isList = parameter === "@" || prefix === "!";
  if (prefix === "!") evaluates = OPAQUE;
  if (lexer.peek() === "[" && /^[A-Za-z_]/.test(parameter)) {
    lexer.advance();
    const subscript = new PartList();
    if (!readExpandedText(lexer, subscript, "subscript", "]") || !lexer.take("]")) lexer.fail("this subscript");
    for (const part of subscript.parts) inner.push(part);
    const [only] = subscript.parts;
    const all = subscript.parts.length === 1 && only?.kind === "literal" && /^[@*]$/.test(only.text);
    // `${!a[@]}` are the subscripts themselves; with an operator behind it, it is indirect after all.
    if (!all) evaluates ??= evaluationOf(subscript.parts);
    else if (lexer.peek() === "}") evaluates = undefined;
    isList ||= all && prefix !== "#";
    if (prefix !== "#") name = undefined;
  }
  if (lexer.peek() !== "}") {
    name = undefined;
    evaluates = readOperator(lexer, inner, quoted, prefix === "!", evaluates);
  }
  if (!lexer.take("}")) lexer.fail("unterminated parameter expansion");
  // `"${x+"$@"}"` is a list as well.
  isList ||= inner.parts.some((part) => part.kind === "expansion" && part.list);
  addExpansion(lexer, list, from, "parameter expansion", quoted, {
    name,
    braced: true,
    list: isList,
    inner: inner.parts,
    evaluates,
  });
}

/** `${ list; }` and `${| list; }`, command substitutions of bash 5.3; before that, an error at run time. */
function readCommandGroup(lexer: Lexer, list: PartList, from: number, quoted: boolean): void {
  if (!/^[ \t\n|]$/.test(lexer.peek())) {
    lexer.fail("this form of parameter expansion");
    return;
  }
  lexer.doubt("a command substitution in braces");
  lexer.take("|");
  const script = lexer.shared.readScript(lexer, "}");
  if (!lexer.take("}")) lexer.fail("unterminated command substitution");
  list.push({ kind: "substitution", script, quoted, process: false, ...lexer.span(from, lexer.pos) });
}

/** The operator and its words; what is evaluated in the end, given what the parameter itself evaluates. */
function readOperator(
  lexer: Lexer,
  inner: PartList,
  quoted: boolean,
  indirect: boolean,
  evaluates: Evaluation | undefined,
): Evaluation | undefined {
  const operator = lexer.peek();
  lexer.advance();
  const next = lexer.peek();
  const read = (mode: TextMode, into = inner): void => {
    if (!readExpandedText(lexer, into, mode, "}")) lexer.fail("this form of parameter expansion");
  };
  if (indirect && (operator === "*" || operator === "@") && next === "}") return undefined; // the names with a prefix
  if (operator === ":" && (next === "" || !"-=?+".includes(next))) {
    // A list of its own: the subscript before it is no part of the expression.
    const offset = new PartList();
    read("arithmetic", offset);
    for (const part of offset.parts) inner.push(part);
    const offsets = evaluationOf(offset.parts);
    return evaluates === undefined ? offsets : OPAQUE;
  }
  if (operator === ":") lexer.advance();
  switch (operator === ":" ? next : operator) {
    case "-":
    case "+":
    case "?":
      read(quoted ? "word in quotes" : "word");
      return evaluates;
    case "=":
      read(quoted ? "word in quotes" : "word");
      return OPAQUE;
    case "#":
    case "%":
    case "/":
    case "^":
    case ",":
    case "~":
      read(quoted ? "pattern in quotes" : "word");
      return evaluates;
    case "@":
      // Reading it again, bash still looks for a subscript here.
      if (!/^[UuLQEPAKak]$/.test(next)) lexer.fail("this form of parameter expansion");
      read("arithmetic");
      return next === "P" ? OPAQUE : evaluates;
    default:
      lexer.fail("this form of parameter expansion");
      return undefined;
  }
}
