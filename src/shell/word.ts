import { evaluationOf, readExpression } from "./arithmetic.ts";
import type { ExpansionPart, HoleReason, LiteralPart, Script, Span, Word, WordPart } from "./ast.ts";
import { Lexer, MAX_BACKQUOTE_DEPTH } from "./lexer.ts";
import { readBracedParameter } from "./parameter.ts";

/** Characters that mean themselves, in an unquoted word and in double quotes alike; by their code. */
const PLAIN: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9_\-./:=+,@%^~*?{}[\]!#]/.test(String.fromCharCode(code)),
);

const NAME_START = /[A-Za-z_]/;
const NAME_CHARACTER = /[A-Za-z0-9_]/;

/** "Special Parameters" and positional ones, each a single character after the dollar sign. */
const SPECIAL_PARAMETERS = "*@#?-$!0123456789";

/** A literal part that may still grow. */
type GrowingLiteral = { -readonly [Key in keyof LiteralPart]: LiteralPart[Key] };

/** Collects the parts of one word, joining literal characters of the same kind. */
export class PartList {
  readonly parts: WordPart[] = [];
  /** The last part, if it is a literal. */
  private last: GrowingLiteral | undefined;

  /** From one offset of the source to another. */
  literal(text: string, quoted: boolean, start: number, end: number): void {
    const { last } = this;
    if (last !== undefined && last.quoted === quoted) {
      last.text += text;
      last.end = end;
    } else {
      this.last = { kind: "literal", text, quoted, start, end };
      this.parts.push(this.last);
    }
  }

  push(part: WordPart): void {
    this.last = undefined;
    this.parts.push(part);
  }
}

/**
 * Reads one word at the cursor. It has no parts if none stands there.
 *
 * "A sequence of characters considered as a single unit by the shell": quoting is resolved, and what bash expands at run
 * time becomes an expansion or substitution part.
 */
export function readWord(lexer: Lexer): Word {
  const start = lexer.here();
  const list = new PartList();
  const { innerQuotes } = lexer.shared;
  for (;;) {
    if (lexer.atProcess()) readProcessSubstitution(lexer, list);
    else if (lexer.atWordEnd()) break;
    else readUnquoted(lexer, list);
  }
  // Brace expansion comes first, takes those quotes for the end of the ones around, and may cut what is between them.
  if (lexer.shared.innerQuotes > innerQuotes && BRACES.test(lexer.text.slice(start, lexer.pos).replaceAll("${", ""))) {
    lexer.doubt("braces and double quotes in a quoted expansion");
  }
  if (list.parts.some((part) => part.kind === "literal" && !part.quoted && MADE_BY_BRACES.test(part.text))) {
    lexer.doubt("braces that make expansions");
  }
  return { parts: list.parts, start: lexer.at(start), end: lexer.at(lexer.pos) };
}

/** What may be a brace expansion, for one that takes quotes for what they are not. */
const BRACES = /\{[^]*(?:,|\.\.)/;

/**
 * Unquoted text from which brace expansion may make expansions that were none: `{a,$}{x}`, which makes `${x}`, or a sequence
 * from capital to small letters, between which there are a backquote and a backslash.
 */
const MADE_BY_BRACES = /\$[,}]|\{(?:[a-z]\.\.[A-Z]|[A-Z]\.\.[a-z])(?:\.\.|\})/;

/** The next piece of an unquoted word. */
export function readUnquoted(lexer: Lexer, list: PartList): void {
  const from = lexer.pos;
  switch (lexer.peek()) {
    case "'":
      readSingleQuoted(lexer, list);
      break;
    case '"':
      lexer.advance();
      readDoubleQuoted(lexer, list, from);
      break;
    case "\\":
      readEscape(lexer, list);
      break;
    case "$":
      readDollar(lexer, list, false);
      break;
    case "`":
      readBackquoted(lexer, list, false);
      break;
    default:
      readPlain(lexer, list, false);
  }
}

/** `<(list)` and `>(list)`: "the process list is run asynchronously, and its input or output appears as a filename". */
function readProcessSubstitution(lexer: Lexer, list: PartList): void {
  const from = lexer.pos;
  lexer.advance();
  lexer.advance();
  // bash finds its end by counting parentheses.
  if (lexer.peek() === "(") lexer.doubt("two parentheses that open a process substitution");
  const script = lexer.nested(() => lexer.shared.readScript(lexer, ")"));
  if (script === undefined) return;
  if (!lexer.take(")")) lexer.fail("unterminated process substitution");
  list.push({
    kind: "substitution",
    script,
    quoted: false,
    process: true,
    start: lexer.at(from),
    end: lexer.at(lexer.pos),
  });
}

/** The text of a word that is one unquoted literal, such as a reserved word or an operand without quotes. */
export function bareText(word: Word): string | undefined {
  const only = word.parts.length === 1 ? word.parts[0] : undefined;
  return only?.kind === "literal" && !only.quoted ? only.text : undefined;
}

/** The unquoted literal that a word starts with, "" if it starts with anything else: the `a=` of `a="b"`. */
export function bareStart({ parts: [first] }: Word): string {
  return first?.kind === "literal" && !first.quoted ? first.text : "";
}

function readPlain(lexer: Lexer, list: PartList, quoted: boolean): void {
  const from = lexer.pos;
  const { text } = lexer;
  let end = from;
  while (PLAIN[text.charCodeAt(end)] === true) end++;
  // Anything else that the callers leave to this function stands for itself, too.
  if (end === from && from < text.length) end++;
  lexer.pos = end;
  list.literal(text.slice(from, end), quoted, lexer.at(from), lexer.at(end));
}

/** "A single quote may not occur between single quotes, even when preceded by a backslash." */
function readSingleQuoted(lexer: Lexer, list: PartList): void {
  const from = lexer.pos;
  const end = lexer.text.indexOf("'", from + 1);
  if (end === -1) {
    lexer.fail("unterminated single quote");
    return;
  }
  lexer.pos = end + 1;
  list.literal(lexer.text.slice(from + 1, end), true, lexer.at(from), lexer.at(lexer.pos));
}

/** "A non-quoted backslash is the escape character. It preserves the literal value of the next character." */
function readEscape(lexer: Lexer, list: PartList): void {
  const from = lexer.pos;
  const escaped = lexer.text[from + 1];
  if (escaped === undefined) {
    // bash keeps it, or drops it where the last line began inside quotes.
    lexer.fail("a backslash at the end");
    return;
  }
  lexer.pos = from + 2;
  list.literal(escaped, true, lexer.at(from), lexer.at(lexer.pos));
}

/** Backslashes that are still there once bash has taken double quotes out of what it reads again. */
const KEPT_BACKSLASHES = /^(?:[^\\]|\\[$`"\\\n])*$/;

/**
 * The rest of a double-quoted string; the opening quote is read, and stands at `open`. Within it "the backslash retains
 * its special meaning only when followed by one of: $ ` \" \\ or newline".
 *
 * @param direct it is no part of a quoted word in braces, as in `"${x-"y"}"`, whose double quotes bash takes out, and other
 * backslashes between them, before it reads the word once more
 */
function readDoubleQuoted(lexer: Lexer, list: PartList, open: number, direct = true): void {
  // Even "" is an argument.
  list.literal("", true, lexer.at(open), lexer.at(lexer.pos));
  for (;;) {
    const from = lexer.here();
    const character = lexer.text[from];
    if (character === undefined) {
      lexer.fail("unterminated double quote");
      return;
    }
    if (character === '"') {
      if (!direct && isBehindDollar(lexer.text, from)) lexer.doubt(JOINED_DOLLAR);
      lexer.pos = from + 1;
      list.literal("", true, lexer.at(from), lexer.at(lexer.pos));
      return;
    }
    if (character === "\\") readQuotedEscape(lexer, list, '$`"\\');
    else if (character === "$") {
      readDollar(lexer, list, true);
    } else if (character === "`") {
      readBackquoted(lexer, list, true, direct);
    } else {
      readPlain(lexer, list, true);
    }
    const escapes = !direct && (character === "\\" || character === "`");
    if (escapes && !KEPT_BACKSLASHES.test(lexer.text.slice(from, lexer.pos))) {
      lexer.doubt("a backslash between double quotes in a quoted expansion");
    }
  }
}

const JOINED_DOLLAR = "a dollar sign before a double quote in a quoted expansion";

/** Whether a dollar sign stands before a position, line continuations between them or not. */
function isBehindDollar(text: string, position: number): boolean {
  let pos = position;
  while (text[pos - 1] === "\n" && text[pos - 2] === "\\") pos -= 2;
  return text[pos - 1] === "$";
}

/** What an expansion may be besides its place, its kind and its quotes. */
type More = Partial<Pick<ExpansionPart, "name" | "braced" | "list" | "inner" | "evaluates">>;

/** An expansion, as a part of a word. */
export function expansion({ start, end }: Span, reason: HoleReason, quoted: boolean, more: More): ExpansionPart {
  return {
    kind: "expansion",
    reason,
    quoted,
    name: more.name,
    braced: more.braced ?? false,
    list: more.list ?? false,
    inner: more.inner ?? [],
    evaluates: more.evaluates,
    start,
    end,
  };
}

/** Adds an expansion that starts at a position and ends at the cursor. */
export function addExpansion(
  lexer: Lexer,
  list: PartList,
  from: number,
  reason: HoleReason,
  quoted: boolean,
  more: More = {},
): void {
  list.push(expansion(lexer.span(from, lexer.pos), reason, quoted, more));
}

/** What a dollar sign introduces, inside double quotes or not. */
export function readDollar(lexer: Lexer, list: PartList, quoted: boolean): void {
  const from = lexer.pos;
  lexer.advance();
  const next = lexer.peek();
  if (next === "(") {
    if (lexer.peekSecond() === "(" && !lexer.peekTogether("((")) lexer.doubt("a line continuation between parentheses");
    const arithmetic =
      lexer.peekTogether("((") && lexer.attempt(() => readArithmeticExpansion(lexer, list, from, quoted)) !== undefined;
    if (!arithmetic) readCommandSubstitution(lexer, list, from, quoted);
  } else if (next === "{") {
    lexer.advance();
    lexer.nested(() => readBracedParameter(lexer, list, from, quoted));
  } else if (next === "[") {
    lexer.doubt("`$[`, an old form of arithmetic expansion");
    lexer.advance();
    const inner = new PartList();
    lexer.nested(() => {
      if (!readExpandedText(lexer, inner, "arithmetic", "]") || !lexer.take("]")) lexer.fail("unterminated `$[`");
    });
    addExpansion(lexer, list, from, "arithmetic expansion", quoted, { inner: inner.parts });
  } else if (next === "'" && !quoted) {
    readAnsiQuoted(lexer, list, from);
  } else if (next === '"' && !quoted) {
    // "Translated according to the current locale", and expanded after that: it may run anything.
    lexer.doubt('`$"`, a translated string');
    lexer.advance();
    readDoubleQuoted(lexer, list, from);
  } else if (NAME_START.test(next)) {
    let name = "";
    for (let character = next; NAME_CHARACTER.test(character); character = lexer.peek()) {
      name += character;
      lexer.advance();
    }
    addExpansion(lexer, list, from, "parameter expansion", quoted, { name });
  } else if (next !== "" && SPECIAL_PARAMETERS.includes(next)) {
    lexer.advance();
    // bash reads `$$(` in quotes and in braces twice, and the second time as `$` and `$(`.
    if (next === "$" && /^[({[]$/.test(lexer.peek())) lexer.doubt("`$$` before a parenthesis or brace");
    addExpansion(lexer, list, from, "parameter expansion", quoted, { name: next, list: next === "@" });
  } else {
    list.literal("$", quoted, lexer.at(from), lexer.at(lexer.pos));
  }
}

function readCommandSubstitution(lexer: Lexer, list: PartList, from: number, quoted: boolean): void {
  lexer.take("(");
  const script = lexer.nested(() => lexer.shared.readScript(lexer, ")"));
  if (script === undefined) return;
  if (!lexer.take(")")) lexer.fail("unterminated command substitution");
  list.push({ kind: "substitution", script, quoted, process: false, start: lexer.at(from), end: lexer.at(lexer.pos) });
}

/** `$((expression))`. What starts like it and is none, bash reads in a way of its own; `$( (list) )` is clear. */
function readArithmeticExpansion(lexer: Lexer, list: PartList, from: number, quoted: boolean): true {
  lexer.take("((");
  const inner = new PartList();
  lexer.nested(() => readExpression(lexer, inner));
  const evaluates = evaluationOf(inner.parts);
  // What failed may be read in another way, and then is no part.
  if (!lexer.failed) addExpansion(lexer, list, from, "arithmetic expansion", quoted, { inner: inner.parts, evaluates });
  return true;
}

/** How the text inside an expansion is quoted: by the place of the expansion, and by its operator. */
export type TextMode = "arithmetic" | "subscript" | "word" | "word in quotes" | "pattern in quotes";

/** Single quotes around nothing that quoting would change. */
const UNMOVED_QUOTES = /'[^'"`$\\}]*'/y;

const OPENING: Readonly<Record<string, string>> = { ")": "(", "]": "[" };

/**
 * Reads text inside an expansion up to an unquoted closing character, which stays unread; false if it does not come, or if
 * its quotes would be read in another way at run time.
 */
export function readExpandedText(lexer: Lexer, list: PartList, mode: TextMode, closing: ")" | "]" | "}"): boolean {
  const opening = OPENING[closing];
  let depth = 0;
  for (;;) {
    const from = lexer.here();
    const character = lexer.text[from];
    if (character === undefined) return false;
    if (character === closing && depth === 0) return true;
    if (character === closing) depth--;
    if (character === opening) depth++;
    const inQuotes = mode === "word in quotes" || mode === "pattern in quotes";
    if (character === "$") {
      // Whether `$'` quotes here depends on the version.
      if (mode !== "word" && lexer.peekSecond() === "'") return false;
      readDollar(lexer, list, mode !== "word");
    } else if (character === "`") readBackquoted(lexer, list, mode !== "word");
    else if (character === '"') {
      // `$"`, a translated string, too.
      if (mode !== "word" && isBehindDollar(lexer.text, from)) lexer.doubt(JOINED_DOLLAR);
      if (mode !== "word") lexer.shared.innerQuotes++;
      lexer.advance();
      readDoubleQuoted(lexer, list, from, mode !== "word in quotes");
    } else if (character === "'" && mode === "word") readSingleQuoted(lexer, list);
    else if (character === "'") {
      // They quote nothing here, but hide a closing brace: what is between them must not matter.
      UNMOVED_QUOTES.lastIndex = from;
      const text = UNMOVED_QUOTES.exec(lexer.text)?.[0];
      if (mode !== "word in quotes" || text === undefined) return false;
      lexer.pos = from + text.length;
      list.literal(text, true, lexer.at(from), lexer.at(lexer.pos));
    } else if (character === "\\" && mode === "word") readEscape(lexer, list);
    else if (character === "\\" && inQuotes) readQuotedEscape(lexer, list, '$`"\\}');
    else if (character === "\\") return false;
    // A process substitution, in quotes too; `$((1<(2)))` has none.
    else if (/^[<>]$/.test(character) && lexer.peekSecond() === "(" && closing !== ")") return false;
    else {
      lexer.pos = from + 1;
      list.literal(character, mode !== "word", lexer.at(from), lexer.at(lexer.pos));
    }
    if (lexer.failed) return false;
    if (mode === "arithmetic" || mode === "subscript") doubtInExpression(lexer, from, closing);
  }
}

/**
 * In an expression, `#` may start a comment when bash reads it again, but in `16#ff`; and bash looks for the parenthesis that
 * closes it by counting, through all expansions but `$(…)`.
 */
function doubtInExpression(lexer: Lexer, from: number, closing: string): void {
  const text = lexer.text.slice(from, lexer.pos);
  if (text === "#" && !/\w/.test(lexer.text[from - 1] ?? "")) lexer.doubt("`#` in an expression");
  const counted = closing === ")" && !text.startsWith("$(") && text.includes("${") && /[()]/.test(text);
  if (counted) lexer.doubt("parentheses in an expansion in an expression");
}

/** A backslash inside double quotes, which escapes only some characters. */
export function readQuotedEscape(lexer: Lexer, list: PartList, escapable: string): void {
  const from = lexer.pos;
  const next = lexer.text[from + 1] ?? "";
  const escapes = next !== "" && escapable.includes(next);
  lexer.pos = from + (escapes ? 2 : 1);
  list.literal(escapes ? next : "\\", true, lexer.at(from), lexer.at(lexer.pos));
}

const ANSI_ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "?": "?",
};

/** `$'…'`, ANSI-C quoting. What depends on the locale or is not ASCII becomes a hole. */
function readAnsiQuoted(lexer: Lexer, list: PartList, from: number): void {
  const { text } = lexer;
  let pos = lexer.pos + 1;
  const pieces: (string | undefined)[] = [];
  let ended = false; // nothing further counts: a NUL ends the string (though not the word), a hole is any text
  const add = (piece: string | undefined) => {
    if (!ended && piece !== "\0") pieces.push(piece);
    if (piece === undefined || piece === "\0") ended = true;
  };
  while (text[pos] !== "'") {
    if (pos >= text.length) {
      lexer.fail("unterminated $' quote");
      return;
    }
    if (text[pos] !== "\\") {
      add(text[pos++] ?? "");
      continue;
    }
    const rest = text.slice(pos + 1, pos + 11);
    const simple = ANSI_ESCAPES[rest[0] ?? ""];
    const numeric = /^(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8}))/.exec(rest);
    if (simple !== undefined) {
      add(simple);
      pos += 2;
    } else if (numeric !== null) {
      const [all, octal, ...hexadecimal] = numeric;
      const code = octal === undefined ? Number.parseInt(hexadecimal.join(""), 16) : Number.parseInt(octal, 8) & 0xff;
      add(code < 0x80 ? String.fromCharCode(code) : undefined);
      pos += 1 + all.length;
    } else if (rest[0] === "c" || rest.startsWith("x{")) {
      // Control characters and `\x{…}` have rules of their own on what they take.
      add(undefined);
      pos += 2;
    } else {
      add("\\");
      add(rest[0] ?? "");
      pos += 2;
    }
  }
  lexer.pos = pos + 1;
  const span = lexer.span(from, lexer.pos);
  list.literal("", true, span.start, span.end);
  for (const piece of pieces) {
    if (piece === undefined) addExpansion(lexer, list, from, "locale-dependent text", true);
    else list.literal(piece, true, span.start, span.end);
  }
}

/**
 * A command in backquotes. "When the old-style backquote form of substitution is used, backslash retains its literal
 * meaning except when followed by $, `, or \"; within double quotes also before a double quote.
 */
export function readBackquoted(lexer: Lexer, list: PartList, quoted: boolean, direct = false): void {
  const from = lexer.pos;
  const { text } = lexer;
  const unescaped: string[] = [];
  const offsets: number[] = [];
  const escapable = quoted ? '$`\\"' : "$`\\";
  let pos = from + 1;
  while (text[pos] !== "`") {
    if (pos >= text.length) {
      lexer.fail("unterminated backquote");
      return;
    }
    // A line continuation goes before anything else is read, even inside single quotes of the command.
    if (text[pos] === "\\" && text[pos + 1] === "\n") {
      pos += 2;
      continue;
    }
    if (quoted && text[pos] === '"') {
      // Brace expansion comes first, and takes this quote for the end of the one outside.
      lexer.fail("a double quote in backquotes in double quotes");
      return;
    }
    if (quoted && !direct && text[pos] === "\\" && text[pos + 1] === '"') {
      // Whether the backslash goes depends on what stands around.
      lexer.fail("an escaped double quote in backquotes");
      return;
    }
    // The escape belongs to the character, so that what ends before it does not take it along.
    offsets.push(lexer.at(pos));
    if (text[pos] === "\\" && escapable.includes(text[pos + 1] ?? " ")) pos++;
    unescaped.push(text[pos] ?? "");
    pos++;
  }
  offsets.push(lexer.at(pos));
  if (lexer.shared.backquoteDepth >= MAX_BACKQUOTE_DEPTH) {
    lexer.fail(`backquotes nested deeper than ${MAX_BACKQUOTE_DEPTH} levels`);
    return;
  }
  lexer.shared.backquoteDepth++;
  const inner = new Lexer(unescaped.join(""), lexer.shared, offsets);
  const script: Script | undefined = lexer.nested(() => inner.shared.readScript(inner, ""));
  lexer.shared.backquoteDepth--;
  if (script === undefined) return;
  lexer.pos = lexer.failed ? text.length : pos + 1;
  list.push({ kind: "substitution", script, quoted, process: false, start: lexer.at(from), end: lexer.at(pos + 1) });
}
