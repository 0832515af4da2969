import type {
  AndOr,
  Assignment,
  BraceGroup,
  Command,
  Pipeline,
  Problem,
  Redirect,
  RedirectOperator,
  Script,
  SimpleCommand,
  Subshell,
  Word,
} from "./ast.ts";
import { Lexer, type Shared } from "./lexer.ts";
import { bareText, readWord } from "./word.ts";

/** Longer texts are not read; most systems do not even start a program with so long an argument. */
export const MAX_SOURCE_LENGTH = 2 * 1024 * 1024;

/** Reserved words that, where a command starts, are an error or start something this parser does not read. */
const UNREAD_RESERVED_WORDS = new Set([
  "if",
  "then",
  "elif",
  "else",
  "fi",
  "for",
  "select",
  "case",
  "esac",
  "while",
  "until",
  "do",
  "done",
  "function",
  "coproc",
  "[[",
  "}",
  "!",
]);

/** Words that would be read in another way if they came first. */
const MOVED_FORWARD = new Set(["{", "time", "-p", "--"]);

/** Longest first, so that `>>` is not taken for `>`. */
const REDIRECT_OPERATORS: readonly RedirectOperator[] = ["<<<", "&>>", "&>", "<&", ">&", "<>", ">>", ">|", "<", ">"];

export interface ParseResult {
  readonly script: Script;
  /** Empty if the whole text was understood; else what stopped the parser, which then read no further. */
  readonly problems: readonly Problem[];
}

/** Parses bash text. Never throws; what it cannot read ends the script and is a problem. */
export function parse(source: string): ParseResult {
  const shared: Shared = {
    problems: [],
    depth: 0,
    backquoteDepth: 0,
    readScript: (lexer, closing) => readScript(lexer, closing),
  };
  const lexer = new Lexer(source, shared);
  // NUL cannot be part of a command; and our texts write a hole with it.
  if (source.includes("\0")) lexer.fail("a NUL character");
  if (source.length > MAX_SOURCE_LENGTH) lexer.fail(`longer than ${MAX_SOURCE_LENGTH} characters`);
  const script = readScript(lexer, "");
  if (lexer.peek() !== "") lexer.fail(`unexpected \`${lexer.peek()}\``);
  return { script, problems: shared.problems };
}

/**
 * "A list is a sequence of one or more pipelines separated by one of the operators ;, &, &&, or ||, and optionally
 * terminated by one of ;, &, or newline." Reads up to `closing` ("" is the end of the text), which it leaves unread.
 */
function readScript(lexer: Lexer, closing: ")" | "}" | ""): Script {
  const start = lexer.pos;
  const items: AndOr[] = [];
  for (;;) {
    lexer.skipBlanksAndNewlines();
    if (lexer.peek() === "" || atClosing(lexer, closing)) break;
    const { item, separated } = readAndOr(lexer);
    items.push(item);
    if (!separated && lexer.peek() !== "" && !atClosing(lexer, closing)) {
      lexer.fail(`unexpected \`${lexer.peek()}\``);
    }
  }
  return { items, ...lexer.span(start, lexer.pos) };
}

function atClosing(lexer: Lexer, closing: ")" | "}" | ""): boolean {
  if (closing === "}") return peekReserved(lexer, "}");
  return closing !== "" && lexer.peek() === closing;
}

function readAndOr(lexer: Lexer): { item: AndOr; separated: boolean } {
  const start = lexer.pos;
  const pipelines = [readPipeline(lexer)];
  lexer.skipBlanks();
  while (lexer.take("&&") || lexer.take("||")) {
    lexer.skipBlanksAndNewlines();
    pipelines.push(readPipeline(lexer));
    lexer.skipBlanks();
  }
  const span = lexer.span(start, lexer.pos);
  // `;&` and `;;` are tokens of their own.
  if (lexer.peek() === ";" && /[;&]/.test(lexer.peekSecond())) lexer.fail("unexpected `;`");
  const background = lexer.take("&");
  if (background || lexer.take(";") || lexer.take("\n")) {
    return { item: { pipelines, background, ...span }, separated: true };
  }
  return { item: { pipelines, background, ...span }, separated: false };
}

/** `[time [-p]] [!] command [ | or |& command ]…` */
function readPipeline(lexer: Lexer): Pipeline {
  lexer.skipBlanks();
  const start = lexer.pos;
  for (;;) {
    if (takeReserved(lexer, "time")) {
      takeReserved(lexer, "-p");
      takeReserved(lexer, "--");
    } else if (!takeReserved(lexer, "!")) break;
  }
  const commands = [readCommand(lexer)];
  lexer.skipBlanks();
  while (lexer.peek() === "|" && lexer.peekSecond() !== "|") {
    if (!lexer.take("|&")) lexer.take("|");
    lexer.skipBlanksAndNewlines();
    commands.push(readCommand(lexer));
    lexer.skipBlanks();
  }
  return { commands, ...lexer.span(start, lexer.pos) };
}

function readCommand(lexer: Lexer): Command {
  lexer.skipBlanks();
  const start = lexer.pos;
  if (lexer.peek() === "(") {
    if (lexer.peekSecond() === "(") lexer.fail("`((`");
    lexer.take("(");
    const { script, redirects } = readCompound(lexer, ")");
    return { kind: "subshell", script, redirects, ...lexer.span(start, lexer.pos) } satisfies Subshell;
  }
  if (takeReserved(lexer, "{")) {
    const { script, redirects } = readCompound(lexer, "}");
    return { kind: "group", script, redirects, ...lexer.span(start, lexer.pos) } satisfies BraceGroup;
  }
  return readSimpleCommand(lexer);
}

/** The list, closing token and redirections of a compound command whose opening token is read. */
function readCompound(lexer: Lexer, closing: ")" | "}"): { script: Script; redirects: Redirect[] } {
  const none: Script = { items: [], ...lexer.span(lexer.pos, lexer.pos) };
  const script = lexer.nested(() => readScript(lexer, closing)) ?? none;
  const redirects: Redirect[] = [];
  if (script.items.length === 0) lexer.fail("a compound command without commands");
  else if (closing === ")" ? !lexer.take(")") : !takeReserved(lexer, "}")) lexer.fail(`expected \`${closing}\``);
  for (;;) {
    lexer.skipBlanks();
    const redirect = readRedirect(lexer);
    if (redirect === undefined) break;
    redirects.push(redirect);
  }
  return { script, redirects };
}

/** "A sequence of optional variable assignments followed by blank-separated words and redirections." */
function readSimpleCommand(lexer: Lexer): SimpleCommand {
  const start = lexer.pos;
  let end = start;
  const assignments: Assignment[] = [];
  const words: Word[] = [];
  const redirects: Redirect[] = [];
  for (;;) {
    lexer.skipBlanks();
    const redirect = readRedirect(lexer);
    if (redirect !== undefined) {
      redirects.push(redirect);
      end = lexer.pos;
      continue;
    }
    if (lexer.atWordEnd()) break;
    const from = lexer.pos;
    const word = readWord(lexer);
    end = lexer.pos;
    const bare = bareText(word);
    const [first] = word.parts;
    const braced = first?.kind === "literal" && !first.quoted && /^\{[A-Za-z_]/.test(first.text);
    if (braced && /^[<>]$/.test(lexer.peek())) {
      lexer.fail("a redirection to a descriptor variable");
      break;
    }
    if (words.length === 0) {
      // Behind redirections these are no reserved words; but bash prints a substitution and reads it again, with the
      // redirections at the end.
      const reserved = UNREAD_RESERVED_WORDS.has(bare ?? "") || (redirects.length > 0 && MOVED_FORWARD.has(bare ?? ""));
      if (assignments.length === 0 && bare !== undefined && reserved) {
        lexer.pos = from;
        lexer.fail(`\`${bare}\`, a reserved word`);
        break;
      }
      const assignment = readAssignment(lexer, word);
      if (assignment !== undefined) {
        assignments.push(assignment);
        continue;
      }
    }
    words.push(word);
  }
  if (lexer.peek() === "(") lexer.fail("unexpected `(`");
  if (words.length + assignments.length + redirects.length === 0) {
    lexer.fail(lexer.peek() === "" ? "a command is missing at the end" : `unexpected \`${lexer.peek()}\``);
  }
  return { kind: "simple", assignments, words, redirects, ...lexer.span(start, end) };
}

/** Takes a word apart that has the form of an assignment: `NAME=value` or `NAME+=value` with an unquoted `NAME=`. */
function readAssignment(lexer: Lexer, word: Word): Assignment | undefined {
  const first = word.parts[0];
  if (first?.kind !== "literal" || first.quoted) return undefined;
  const match = /^([A-Za-z_][A-Za-z0-9_]*)(\[|\+?=)/.exec(first.text);
  if (match === null) return undefined;
  const [prefix, name = "", operator] = match;
  if (operator === "[") {
    lexer.fail("array subscripts are not understood");
    return undefined;
  }
  const rest = first.text.slice(prefix.length);
  const parts = rest === "" ? word.parts.slice(1) : [{ ...first, text: rest }, ...word.parts.slice(1)];
  return {
    name,
    append: operator === "+=",
    value: { parts, start: Math.min(word.start + prefix.length, word.end), end: word.end },
    start: word.start,
    end: word.end,
  };
}

/** The largest descriptor number: bash takes a longer one for a word. */
const MAX_DESCRIPTOR = 2_147_483_647;

/** `[n]operator word`, at the cursor. Here-documents are not read, nor is `{name}operator word`, see `readSimpleCommand`. */
function readRedirect(lexer: Lexer): Redirect | undefined {
  const next = lexer.peek();
  if (next === "" || !"<>&0123456789".includes(next)) return undefined;
  const start = lexer.pos;
  let descriptor = 0;
  for (let digit = next; isDigit(digit); digit = lexer.peek()) {
    descriptor = descriptor * 10 + Number(digit);
    lexer.advance();
  }
  const described = lexer.pos > start;
  const operator =
    described && lexer.peek() === "&" ? undefined : REDIRECT_OPERATORS.find((candidate) => lexer.take(candidate));
  if (operator === undefined || descriptor > MAX_DESCRIPTOR) {
    lexer.pos = start;
    return undefined;
  }
  if (operator === "<" && lexer.peek() === "<") {
    lexer.fail("a here-document");
    return undefined;
  }
  if ((operator === "<" || operator === ">") && lexer.peek() === "(") {
    lexer.fail("process substitution");
    return undefined;
  }
  lexer.skipBlanks();
  const duplicates = operator === ">&" || operator === "<&";
  const target = duplicates && lexer.peek() === "-" ? readClosing(lexer) : readWord(lexer);
  if (target.parts.length === 0) lexer.fail(`\`${operator}\` without a target`);
  const plain = target.parts.every(
    (part) => part.kind === "literal" && !part.quoted && !EXPANDED_AGAIN.test(part.text),
  );
  if (duplicates && !plain) {
    lexer.fail(`\`${operator}\` with a target that is expanded twice`);
  }
  return { operator, target, ...lexer.span(start, lexer.pos) };
}

/** bash expands the word after `>&` once more after its quotes are gone. */
const EXPANDED_AGAIN = /[~*?[{\x01\x7f]/;

/** The `-` of `>&-` closes the descriptor; whatever stands right behind it is the next word. */
function readClosing(lexer: Lexer): Word {
  const start = (lexer.peek(), lexer.pos);
  lexer.advance();
  const span = lexer.span(start, lexer.pos);
  return { parts: [{ kind: "literal", text: "-", quoted: false, ...span }], ...span };
}

function isDigit(character: string): boolean {
  return character >= "0" && character <= "9" && character !== "";
}

/** Whether the next word is this reserved word: it must stand alone and unquoted. */
function peekReserved(lexer: Lexer, word: string): boolean {
  const { pos } = lexer;
  const found = takeReserved(lexer, word);
  lexer.pos = pos;
  return found;
}

function takeReserved(lexer: Lexer, word: string): boolean {
  lexer.skipBlanks();
  const { pos } = lexer;
  if (lexer.take(word) && lexer.atWordEnd()) return true;
  lexer.pos = pos;
  return false;
}
