import { evaluationOf, OPAQUE } from "./arithmetic.ts";
import type { Evaluation, Word, WordPart } from "./ast.ts";
import type { Lexer } from "./lexer.ts";
import { bareText, PartList, readUnquoted, readWord } from "./word.ts";

/** Operators of `[[` whose operands are arithmetic expressions. */
const ARITHMETIC_OPERATOR = /^-(?:eq|ne|lt|le|gt|ge)$/;

/**
 * The rest of `[[ expression ]]`, up to and with `]]`. It runs nothing but the substitutions in its words, and what it
 * evaluates: the operands of `-eq` and the like, and the name after `-v` and `-R`.
 */
export function readConditional(lexer: Lexer): { words: readonly Word[]; evaluates: Evaluation | undefined } {
  const words: Word[] = [];
  let pattern = false; // the next word is a pattern or a regular expression
  for (;;) {
    lexer.skipBlanksAndNewlines();
    if (lexer.peek() === "") {
      lexer.fail("unterminated `[[`");
      break;
    }
    if (!pattern && takeOperator(lexer)) continue;
    const word = pattern ? readPattern(lexer) : readWord(lexer);
    if (word.parts.length === 0) {
      lexer.fail(`unexpected \`${lexer.peek()}\``);
      break;
    }
    const bare = bareText(word);
    if (bare === "]]") {
      if (words.length === 0) lexer.fail("an empty `[[`");
      break;
    }
    words.push(word);
    pattern = !pattern && words.length > 1 && /^(?:==?|!=|=~)$/.test(bare ?? "");
  }
  return { words, evaluates: evaluated(words) };
}

/** `&&`, `||`, `(`, `)`, `<`, `>`: they separate words here. */
function takeOperator(lexer: Lexer): boolean {
  if (/^[<>]$/.test(lexer.peek()) && lexer.peekSecond() === "(") return false; // a process substitution
  return ["&&", "||", "(", ")", "<", ">"].some((operator) => lexer.take(operator));
}

/** A pattern, in which `(`, `|` and `)` mean something else than outside, up to a blank outside its parentheses. */
function readPattern(lexer: Lexer): Word {
  const start = (lexer.peek(), lexer.pos);
  const list = new PartList();
  let depth = 0;
  for (;;) {
    const character = lexer.peek();
    const from = lexer.pos;
    if (character === "" || character === "\n") break;
    if (depth === 0 && (/[ \t&;<>]/.test(character) || (character === "|" && lexer.peekSecond() === "|"))) break;
    if (depth === 0 && character === ")") break;
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (/[ \t&;<>()|]/.test(character)) {
      lexer.pos = from + 1;
      list.literal(character, false, lexer.span(from, lexer.pos));
    } else readUnquoted(lexer, list);
  }
  return { parts: list.parts, ...lexer.span(start, lexer.pos) };
}

function evaluated(words: readonly Word[]): Evaluation | undefined {
  const parts: WordPart[] = [];
  const separate: WordPart = { kind: "literal", text: " + ", quoted: false, start: 0, end: 0 };
  let found = false;
  for (const [index, word] of words.entries()) {
    const operator = bareText(word) ?? "";
    const before = words[index - 1];
    const after = words[index + 1];
    if (ARITHMETIC_OPERATOR.test(operator) && before !== undefined && after !== undefined) {
      // A tilde is expanded here, to what may be any text.
      if (
        [before, after].some(
          ({ parts: [first] }) => first?.kind === "literal" && !first.quoted && first.text.startsWith("~"),
        )
      ) {
        return OPAQUE;
      }
      found = true;
      parts.push(...before.parts, separate, ...after.parts, separate);
    } else if (/^-[vR]$/.test(operator) && after !== undefined) {
      // A plain name is looked up, a subscript is evaluated.
      if (/^[A-Za-z_]\w*$/.test(bareText(after) ?? "")) continue;
      return OPAQUE;
    }
  }
  return found ? evaluationOf(parts) : undefined;
}
