import type { Redirect, Word } from "./ast.ts";
import { Lexer } from "./lexer.ts";
import { PartList, readBackquoted, readDollar, readQuotedEscape } from "./word.ts";

/**
 * The bodies of here-documents, in the order of their operators: "the shell reads input from the current source until a
 * line containing only delimiter (with no trailing blanks) is seen". The cursor is at the start of a line.
 */
export function readBodies(lexer: Lexer, waiting: readonly Redirect[]): void {
  for (const redirect of waiting) {
    const delimiter = redirect.target.parts.map((part) => (part.kind === "literal" ? part.text : "")).join("");
    const literal = redirect.target.parts.some((part) => part.kind === "literal" && part.quoted);
    const lines: { start: number; end: number }[] = [];
    for (;;) {
      if (lexer.pos >= lexer.text.length) {
        lexer.fail("unterminated here-document");
        return;
      }
      const start = lexer.pos;
      let end = lineEnd(lexer.text, start);
      // "If the delimiter is not quoted, the character sequence \\newline is ignored": the line goes on.
      while (!literal && continues(lexer.text, start, end)) end = lineEnd(lexer.text, end + 1);
      lexer.pos = Math.min(end + 1, lexer.text.length);
      let line = lexer.text.slice(start, end);
      if (!literal) line = line.replaceAll("\\\n", "");
      if (redirect.operator === "<<-") line = line.replace(/^\t+/, "");
      if (line === delimiter) break;
      // In a substitution a body may end at the parenthesis that closes it.
      if (lexer.shared.substitutions > 0 && line.startsWith(delimiter) && line.includes(")", delimiter.length)) {
        lexer.fail("a parenthesis behind the delimiter of a here-document");
        return;
      }
      lines.push({ start, end: lexer.pos });
    }
    const start = lines[0]?.start ?? lexer.pos;
    redirect.body = readBody(lexer, start, lines.at(-1)?.end ?? start, literal, redirect.operator === "<<-");
    if (lexer.failed) return;
  }
}

function lineEnd(text: string, from: number): number {
  const newline = text.indexOf("\n", from);
  return newline === -1 ? text.length : newline;
}

/** Whether a line ends in a backslash that is not itself escaped. */
function continues(text: string, start: number, end: number): boolean {
  if (end >= text.length) return false;
  let backslashes = 0;
  while (end - 1 - backslashes >= start && text[end - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}

/** "All lines of the here-document are subjected to parameter expansion, command substitution and arithmetic expansion." */
function readBody(lexer: Lexer, start: number, end: number, literal: boolean, stripsTabs: boolean): Word {
  const span = lexer.span(start, end);
  const list = new PartList();
  const text = lexer.text.slice(start, end);
  if (literal) {
    list.literal(stripsTabs ? text.replaceAll(/(?<=^|\n)\t+/g, "") : text, true, span.start, span.end);
    return { parts: list.parts, ...span };
  }
  // A lexer of its own, so that nothing in the body can reach beyond it; line continuations go first, wherever they stand,
  // and so do the tabs of `<<-`, be they in a quote or a here-document of a substitution.
  const joined: string[] = [];
  const offsets: number[] = [];
  let indents = stripsTabs; // only tabs so far on this line
  const keep = (index: number): void => {
    const character = text[index] ?? "";
    if (indents && character === "\t") return;
    indents = stripsTabs && character === "\n";
    joined.push(character);
    offsets.push(lexer.at(start + index));
  };
  for (let index = 0; index < text.length; index++) {
    if (text[index] !== "\\") keep(index);
    else if (text[index + 1] === "\n") index++;
    else {
      keep(index);
      if (index + 1 < text.length) keep(++index);
    }
  }
  offsets.push(lexer.at(end));
  const body = new Lexer(joined.join(""), lexer.shared, offsets);
  for (;;) {
    const from = body.here();
    const character = body.text[from];
    if (character === undefined || body.failed) break;
    if (character === "\\") readQuotedEscape(body, list, "$`\\");
    else if (character === "$") readDollar(body, list, true);
    else if (character === "`") readBackquoted(body, list, true);
    else {
      body.pos = from + 1;
      list.literal(character, true, body.at(from), body.at(body.pos));
    }
  }
  if (body.failed) lexer.pos = lexer.text.length;
  return { parts: list.parts, ...span };
}
