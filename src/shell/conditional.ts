import { evaluationOf, OPAQUE } from "./arithmetic.ts";
import type { Evaluation, Word, WordPart } from "./ast.ts";
import type { Lexer } from "./lexer.ts";
import { bareStart, bareText, PartList, readUnquoted, readWord } from "./word.ts";

/** "Bash Conditional Expressions": the operators with one operand, of `test` too; without `-v` and `-R`. */
export const UNARY_OPERATOR = /^-[a-hknoprstuwxzGLNOS]$/;

/** Those whose operand is the name of a variable: its subscript is evaluated. */
export const NAME_OPERATOR = /^-[vR]$/;

/** Those with two, of `test` too, besides `<` and `>`, which are no words here, and `=~`, which `test` does not have. */
export const BINARY_OPERATOR = /^(?:==?|!=|-(?:nt|ot|ef|eq|ne|lt|le|gt|ge))$/;

/** Operators whose operands are arithmetic expressions. */
const ARITHMETIC_OPERATOR = /^-(?:eq|ne|lt|le|gt|ge)$/;

/** What the reader of one `[[` gathers. */
interface Reading {
  readonly words: Word[];
  /** What is evaluated, as one expression. */
  readonly evaluated: WordPart[];
  opaque: boolean;
}

/**
 * The rest of `[[ expression ]]`, up to and with `]]`. It runs nothing but the substitutions in its words, and what it
 * evaluates: the operands of `-eq` and the like, and the name after `-v` and `-R`.
 */
export function readConditional(lexer: Lexer): { words: readonly Word[]; evaluates: Evaluation | undefined } {
  const reading: Reading = { words: [], evaluated: [], opaque: false };
  readExpression(lexer, reading);
  if (bareText(readWord(lexer)) !== "]]") lexer.fail("this conditional expression");
  const { words, evaluated, opaque } = reading;
  if (opaque) return { words, evaluates: OPAQUE };
  return { words, evaluates: evaluated.length === 0 ? undefined : evaluationOf(evaluated) };
}

/** Terms with `&&` and `||` between them. */
function readExpression(lexer: Lexer, reading: Reading): void {
  do {
    readTerm(lexer, reading);
    lexer.skipBlanks();
  } while (!lexer.failed && (lexer.take("&&") || lexer.take("||")));
}

/** `( expression )`, `! term`, `-f word`, `word == word` or `word`; newlines may stand before it, and after all but the last. */
function readTerm(lexer: Lexer, reading: Reading): void {
  lexer.skipBlanksAndNewlines();
  if (lexer.take("(")) {
    lexer.nested(() => readExpression(lexer, reading));
    if (!lexer.take(")")) lexer.fail("this conditional expression");
    lexer.skipBlanksAndNewlines();
    return;
  }
  const word = readOperand(lexer, readWord);
  const operator = bareText(word) ?? "";
  if (operator === "!") {
    // With extended patterns, which are on in a substitution in the pattern of another `[[`, it is one word.
    if (lexer.peek() === "(" && lexer.text[lexer.pos - 1] === "!") lexer.doubt("`!` right before a parenthesis");
    lexer.nested(() => readTerm(lexer, reading));
    return;
  }
  lexer.skipBlanks();
  if (UNARY_OPERATOR.test(operator) || NAME_OPERATOR.test(operator)) {
    const operand = readOperand(lexer, readWord);
    reading.words.push(operand);
    // A plain name is looked up, a subscript is evaluated.
    reading.opaque ||= NAME_OPERATOR.test(operator) && !/^[A-Za-z_]\w*$/.test(bareText(operand) ?? "");
    lexer.skipBlanksAndNewlines();
    return;
  }
  reading.words.push(word);
  readComparison(lexer, reading, word);
}

/** The operator and the second operand behind a first one, if they are there. */
function readComparison(lexer: Lexer, reading: Reading, left: Word): void {
  const { pos } = lexer;
  const symbol = /^[<>]$/.test(lexer.peek()) && lexer.peekSecond() !== "(";
  if (symbol) lexer.advance();
  else if (lexer.atWordEnd()) return;
  const operator = symbol ? "" : (bareText(readWord(lexer)) ?? "");
  if (operator === "]]") {
    lexer.pos = pos;
    return;
  }
  if (!symbol && operator !== "=~" && !BINARY_OPERATOR.test(operator)) lexer.fail("this conditional expression");
  lexer.skipBlanks();
  const matches = /^(?:==?|!=|=~)$/.test(operator);
  const right = readOperand(lexer, matches ? (at) => readPattern(at, operator === "=~") : readWord);
  reading.words.push(right);
  if (ARITHMETIC_OPERATOR.test(operator)) {
    // A tilde is expanded here, to what may be any text.
    reading.opaque ||= [left, right].some((word) => bareStart(word).startsWith("~"));
    const separate: WordPart = { kind: "literal", text: " + ", quoted: false, start: 0, end: 0 };
    reading.evaluated.push(...left.parts, separate, ...right.parts, separate);
  }
  lexer.skipBlanksAndNewlines();
}

function readOperand(lexer: Lexer, read: (lexer: Lexer) => Word): Word {
  const word = read(lexer);
  if (word.parts.length === 0 || bareText(word) === "]]") lexer.fail("this conditional expression");
  return word;
}

/**
 * What, inside of parentheses of a pattern, bash might read in another way: it looks for the one that closes by counting,
 * through expansions and over lines, and whatever stands there belongs to the pattern.
 */
const COUNTED = /[\n;&<>#]|^\$'/;

/**
 * A regular expression, whose parentheses may hold blanks and operators, or a pattern, where only those of extended
 * patterns like `@(…)` may; up to a blank or an operator outside of them.
 */
function readPattern(lexer: Lexer, regular: boolean): Word {
  const start = lexer.here();
  const list = new PartList();
  let depth = 0;
  for (let previous = ""; ;) {
    const before = lexer.pos;
    const character = lexer.peek();
    const from = lexer.pos;
    if (depth === 0) {
      if (character === "" || /[ \t\n&;<>)]/.test(character)) break;
      // Right behind a regular expression `||` is a part of it.
      if (character === "|" && regular && lexer.peekSecond() === "|") lexer.doubt("`||` right behind a pattern");
      if (character === "|" && !regular) break;
      if (character === "(" && !regular && !/^[?*+@!]$/.test(previous)) break;
    } else if (character === "") {
      lexer.fail("parentheses in this pattern");
      break;
    }
    const parts = list.parts.length;
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (/[ \t&;<>()|]/.test(character)) {
      lexer.pos = from + 1;
      list.literal(character, false, lexer.at(from), lexer.at(lexer.pos));
    } else readUnquoted(lexer, list);
    const text = lexer.text.slice(before, lexer.pos);
    const expands = list.parts.slice(parts).some((part) => part.kind !== "literal");
    if (depth > 0 && (COUNTED.test(text) || (expands && /[()]/.test(text)))) {
      lexer.doubt("what stands in parentheses of a pattern");
    }
    // Quoted, the character before a parenthesis makes no extended pattern.
    previous = /[\\'"$`]/.test(character) ? "" : lexer.text.slice(lexer.pos - 1, lexer.pos);
  }
  return { parts: list.parts, start: lexer.at(start), end: lexer.at(lexer.pos) };
}
