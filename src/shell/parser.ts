import { evaluationOf } from "./arithmetic.ts";
import type {
  AndOr,
  Assignment,
  Command,
  Evaluation,
  FunctionDefinition,
  Pipeline,
  Problem,
  Redirect,
  RedirectOperator,
  Script,
  SimpleCommand,
  Subshell,
  Word,
  WordPart,
} from "./ast.ts";
import {
  type Grammar,
  MISPLACED,
  peekReserved,
  readArithmetic,
  readFunction,
  readReserved,
  takeReserved,
} from "./compound.ts";
import { readBodies } from "./heredoc.ts";
import { Lexer, type Shared } from "./lexer.ts";
import { nameSet, RESERVED_WORDS } from "./names.ts";
import { bareStart, bareText, expansion, PartList, readExpandedText, readWord } from "./word.ts";

/** Longer texts are not read; most systems do not even start a program with so long an argument. */
export const MAX_SOURCE_LENGTH = 2 * 1024 * 1024;

/** Builtins whose operands may be compound assignments: "assignment builtins" and `declare`'s kin. */
const DECLARES = /^(?:declare|typeset|local|readonly|export|eval|alias)$/;

/**
 * Words that would be read in another way if they came first. Behind redirections they are words like any other; but bash
 * prints a substitution and reads it again, with the redirections at the end.
 */
const MOVED_FORWARD = nameSet(
  "if then elif else fi for select case esac while until do done function coproc in [[ { } ! time -p --",
);

/** Longest first, so that `>>` is not taken for `>`. */
const REDIRECT_OPERATORS: readonly RedirectOperator[] = [
  "<<<",
  "<<-",
  "<<",
  "&>>",
  "&>",
  "<&",
  ">&",
  "<>",
  ">>",
  ">|",
  "<",
  ">",
];

export interface ParseResult {
  readonly script: Script;
  /** Empty if the whole text was understood; else what stopped the parser, or what it read in only one of several ways. */
  readonly problems: readonly Problem[];
}

/** Parses bash text. Never throws; what it cannot read ends the script and is a problem. */
export function parse(source: string): ParseResult {
  const shared: Shared = {
    problems: [],
    doubts: [],
    depth: 0,
    backquoteDepth: 0,
    readScript: readNested,
    readBodies,
    substitutions: 0,
    printedBodies: 0,
    innerQuotes: 0,
    reread: false,
  };
  const lexer = new Lexer(source, shared);
  // NUL cannot be part of a command; and our texts write a hole with it.
  if (source.includes("\0")) lexer.fail("a NUL character");
  // bash marks quoted characters with these, and now and then loses count of its marks.
  if (/[\x01\x7F]/.test(source)) lexer.doubt("a control character that bash uses itself");
  if (source.length > MAX_SOURCE_LENGTH) lexer.fail(`longer than ${MAX_SOURCE_LENGTH} characters`);
  const script = readScript(lexer, () => false);
  if (lexer.peek() !== "") lexer.fail(`unexpected \`${lexer.peek()}\``);
  if (lexer.waiting.length > 0) lexer.fail("a here-document without a body");
  return { script, problems: [...shared.problems, ...shared.doubts] };
}

/** Tells whether a list ends here. */
type AtClosing = (lexer: Lexer) => boolean;

/** A script inside a substitution, up to its closing character, which stays unread. */
function readNested(lexer: Lexer, closing: ")" | "}" | ""): Script {
  const { waiting, shared } = lexer;
  lexer.waiting = [];
  const printed = closing === ")" ? 1 : 0;
  const { printedBodies, innerQuotes } = shared;
  shared.printedBodies = 0;
  shared.substitutions += printed;
  const script = readScript(lexer, (at) => closing !== "" && at.peek() === closing);
  shared.substitutions -= printed;
  shared.printedBodies += printedBodies;
  shared.innerQuotes = innerQuotes;
  // Whose body comes after the substitution differs between versions.
  if (lexer.waiting.length > 0) lexer.fail("a here-document that starts in a substitution and ends outside");
  lexer.waiting = waiting;
  return script;
}

/**
 * "A list is a sequence of one or more pipelines separated by one of the operators ;, &, &&, or ||, and optionally
 * terminated by one of ;, &, or newline." Leaves what closes it unread.
 */
function readScript(lexer: Lexer, atClosing: AtClosing): Script {
  const items: AndOr[] = [];
  for (;;) {
    lexer.skipBlanksAndNewlines();
    if (lexer.peek() === "" || atClosing(lexer)) break;
    // The separator behind the body gets lost when bash prints it.
    if (lexer.shared.substitutions > 0 && lexer.shared.printedBodies > 0) {
      lexer.doubt("a command after a here-document in a substitution");
    }
    const { item, separated } = readAndOr(lexer);
    items.push(item);
    if (!separated && lexer.peek() !== "" && !atClosing(lexer)) lexer.fail(`unexpected \`${lexer.peek()}\``);
  }
  return { items };
}

/** A list inside a command; one without commands where it is nested too deep. */
function readInner(lexer: Lexer, atClosing: AtClosing): Script {
  return lexer.nested(() => readScript(lexer, atClosing)) ?? { items: [] };
}

const GRAMMAR: Grammar = {
  readList: (lexer, closing) => readInner(lexer, (at) => closing.some((word) => peekReserved(at, word))),
  readCommand,
  readRedirects,
  readClause: (lexer) =>
    readScript(lexer, (at) => (at.peek() === ";" && /[;&]/.test(at.peekSecond())) || peekReserved(at, "esac")),
};

function readAndOr(lexer: Lexer): { item: AndOr; separated: boolean } {
  const pipelines = [readPipeline(lexer)];
  const operators: ("&&" | "||")[] = [];
  lexer.skipBlanks();
  for (;;) {
    const operator = lexer.take("&&") ? "&&" : lexer.take("||") ? "||" : undefined;
    if (operator === undefined) break;
    operators.push(operator);
    lexer.skipBlanksAndNewlines();
    pipelines.push(readPipeline(lexer));
    lexer.skipBlanks();
  }
  const background = lexer.take("&");
  // `;&` and `;;` are tokens of their own.
  const semicolon = !background && lexer.peek() === ";" && !/[;&]/.test(lexer.peekSecond()) && lexer.take(";");
  if (background || semicolon) lexer.skipBlanks();
  const endsLine = lexer.takeNewline();
  const separated = background || semicolon || endsLine;
  return { item: { pipelines, operators, background, endsLine }, separated };
}

/** `[time [-p]] [!] command [ | or |& command ]…` */
function readPipeline(lexer: Lexer): Pipeline {
  lexer.skipBlanks();
  let timed = false;
  let negated = false;
  for (;;) {
    if (takeReserved(lexer, "time")) {
      timed = true;
      takeReserved(lexer, "-p");
      const ended = takeReserved(lexer, "--");
      lexer.skipBlanks();
      // In POSIX mode this is the program of that name.
      if ((!ended || lexer.shared.substitutions > 0) && lexer.peek() === "-") lexer.doubt("an option of `time`");
      continue;
    }
    if (!takeReserved(lexer, "!")) break;
    negated = true;
    // With extended patterns, which are on in a substitution in the pattern of `[[`, it is one word up to its parenthesis.
    if (lexer.peek() === "(" && lexer.text[lexer.pos - 1] === "!") lexer.doubt("`!` right before a parenthesis");
  }
  const commands = [readCommand(lexer)];
  const [first] = commands;
  // Right behind `$(` it is the program of that name until bash reads its own print of the substitution.
  if (timed && lexer.shared.substitutions > 0 && (first?.kind !== "simple" || first.assignments.length > 0))
    lexer.doubt("`time` in a substitution");
  lexer.skipBlanks();
  while (lexer.peek() === "|" && lexer.peekSecond() !== "|") {
    if (!lexer.take("|&")) lexer.take("|");
    lexer.skipBlanksAndNewlines();
    commands.push(readCommand(lexer));
    lexer.skipBlanks();
  }
  return { commands, negated };
}

function readCommand(lexer: Lexer): Command {
  lexer.skipBlanks();
  const start = lexer.pos;
  if (lexer.peek() === "(") {
    if (lexer.peekSecond() === "(" && !lexer.peekTogether("((")) lexer.doubt("a line continuation between parentheses");
    else if (lexer.peekSecond() === "(") {
      const arithmetic = lexer.attempt(() => readArithmetic(lexer, GRAMMAR));
      if (arithmetic !== undefined) return arithmetic;
    }
    lexer.take("(");
    const script = readInner(lexer, (at) => at.peek() === ")");
    if (script.items.length === 0) lexer.fail("a compound command without commands");
    if (!lexer.take(")")) lexer.fail("expected `)`");
    const redirects = readRedirects(lexer);
    return { kind: "subshell", script, redirects, ...lexer.span(start, lexer.pos) } satisfies Subshell;
  }
  return readReserved(lexer, GRAMMAR) ?? readSimpleCommand(lexer);
}

/** The redirections behind a compound command. */
function readRedirects(lexer: Lexer): Redirect[] {
  const redirects: Redirect[] = [];
  for (;;) {
    lexer.skipBlanks();
    const redirect = readRedirect(lexer);
    if (redirect === undefined) return redirects;
    redirects.push(redirect);
  }
}

/** "A sequence of optional variable assignments followed by blank-separated words and redirections." */
function readSimpleCommand(lexer: Lexer): Command {
  const start = lexer.pos;
  let end = start;
  const assignments: Assignment[] = [];
  const words: Word[] = [];
  const redirects: Redirect[] = [];
  let declares: boolean | undefined; // whether the first word is such a builtin; unknown until it is read
  for (;;) {
    lexer.skipBlanks();
    const redirect = readRedirect(lexer);
    if (redirect !== undefined) {
      redirects.push(redirect);
      end = lexer.pos;
      continue;
    }
    if (lexer.atWordEnd() && !lexer.atProcess()) break;
    const from = lexer.pos;
    declares ??= words[0] === undefined ? undefined : DECLARES.test(bareText(words[0]) ?? "");
    const assigns = words.length === 0 || declares === true;
    const isFirst = words.length + assignments.length === 0;
    const assignment = assigns ? readAssignment(lexer) : undefined;
    if (assignment !== undefined) {
      end = lexer.pos;
      if (redirects.length > 0) doubtBehindRedirection(lexer, assignment, from, isFirst);
      if (words.length === 0) assignments.push(assignment);
      else words.push(wordOf(assignment));
      continue;
    }
    const word = readWord(lexer);
    end = lexer.pos;
    refuseLookalike(lexer, word, assigns);
    if (isFirst && isMisplaced(word, redirects.length > 0)) {
      lexer.pos = from;
      lexer.fail(`unexpected \`${bareText(word) ?? ""}\``);
      break;
    }
    const definition = isFirst && redirects.length === 0 ? readDefinition(lexer, word, start) : undefined;
    if (definition !== undefined) return definition;
    words.push(word);
  }
  if (lexer.peek() === "(") lexer.fail("unexpected `(`");
  if (words.length + assignments.length + redirects.length === 0) {
    lexer.fail(lexer.peek() === "" ? "a command is missing at the end" : `unexpected \`${lexer.peek()}\``);
  }
  return {
    kind: "simple",
    assignments,
    words,
    redirects,
    start: lexer.at(start),
    end: lexer.at(end),
  } satisfies SimpleCommand;
}

/**
 * Behind a redirection the elements of a compound assignment have subscripts, and the blanks and operators in those of a
 * second assignment are none of it.
 */
function doubtBehindRedirection(lexer: Lexer, { elements }: Assignment, from: number, isFirst: boolean): void {
  const text = lexer.text.slice(from, lexer.pos);
  if (elements !== undefined || (!isFirst && /\[[^\]]*[\s;&|<>()]/.test(text))) {
    lexer.doubt("this assignment behind a redirection");
  }
}

/** Fails on a word, just read, that bash takes for an assignment, or for the variable of the redirection behind it. */
function refuseLookalike(lexer: Lexer, word: Word, assigns: boolean): void {
  const text = bareStart(word);
  // With a line continuation in the name; or with more in the brackets than a word can have.
  if (assigns && /^[A-Za-z_]\w*(?:\+?=|\[(?![^[\]]*\]))/.test(text)) lexer.fail("this assignment");
  // With a line continuation or a subscript in it.
  if (/^\{[A-Za-z_]/.test(text) && /^[<>]$/.test(lexer.peek())) lexer.fail("this descriptor variable");
}

/** Whether no command starts with this word: it is out of place there, or is once it has moved forward. */
function isMisplaced(word: Word, isMoved: boolean): boolean {
  return (isMoved ? MOVED_FORWARD : MISPLACED).has(bareText(word) ?? "");
}

/** The rest of `NAME () command`, if a parenthesis stands behind the first word of a command. */
function readDefinition(lexer: Lexer, name: Word, start: number): FunctionDefinition | undefined {
  if (bareText(name) === undefined) return undefined;
  lexer.skipBlanks();
  if (!lexer.take("(")) return undefined;
  lexer.skipBlanks();
  if (!lexer.take(")")) lexer.fail("unexpected `(`");
  return readFunction(lexer, GRAMMAR, name, start);
}

/** An assignment among the operands of `declare` and its kin, as one word. */
function wordOf(assignment: Assignment): Word {
  const { value, elements, subscript, start, end } = assignment;
  const parts: WordPart[] = [...(subscript ?? []), ...value.parts, ...(elements ?? []).flatMap((word) => word.parts)];
  return { parts: [expansion({ start, end }, "parameter expansion", true, { inner: parts })], start, end, assignment };
}

/** Brackets that make a word like any other, since nothing is assigned. */
const PLAIN_SUBSCRIPT = /\[[^\s'"`$\\;&|<>()[\]]*\](?!\+?=|\\\n)/y;

const ASSIGNMENT = /[A-Za-z_][A-Za-z0-9_]*(?=\[|\+?=)/y;

/** `NAME=value`, `NAME+=value`, `NAME[subscript]=value`, `NAME=(words)` at the cursor, all but the values unquoted. */
function readAssignment(lexer: Lexer): Assignment | undefined {
  const start = lexer.here();
  ASSIGNMENT.lastIndex = start;
  // A line continuation inside the name: read the slow way, as a word, and give up on an assignment.
  if (!ASSIGNMENT.test(lexer.text)) return undefined;
  const name = lexer.text.slice(start, ASSIGNMENT.lastIndex);
  lexer.pos = start + name.length;
  let subscript: WordPart[] | undefined;
  let evaluates: Evaluation | undefined;
  if (lexer.peek() === "[") {
    PLAIN_SUBSCRIPT.lastIndex = lexer.pos;
    if (PLAIN_SUBSCRIPT.test(lexer.text)) {
      lexer.pos = start;
      return undefined;
    }
    lexer.advance();
    const list = new PartList();
    const closed = readExpandedText(lexer, list, "subscript", "]") && lexer.take("]");
    // bash reads all of the brackets as one word, assignment or not.
    if (!closed || !/^[+=]$/.test(lexer.peek())) lexer.fail("a subscript that is not assigned to");
    subscript = list.parts;
    evaluates = evaluationOf(subscript);
  }
  const append = lexer.take("+");
  if (!lexer.take("=")) {
    lexer.pos = start;
    return undefined;
  }
  const none: Word = { parts: [], ...lexer.span(lexer.pos, lexer.pos) };
  let elements: Word[] | undefined;
  let value = none;
  if (lexer.peek() === "(") {
    if (subscript !== undefined) lexer.fail("unexpected `(`");
    const from = lexer.pos;
    elements = readElements(lexer);
    if (!lexer.atWordEnd() || lexer.atProcess()) {
      lexer.fail("text right behind a compound assignment");
    }
    // The second reading of a substitution takes no escape there.
    if (lexer.shared.substitutions > 0 && lexer.text.slice(from, lexer.pos).includes("\\")) {
      lexer.doubt("an escape in a compound assignment in a substitution");
    }
  } else value = readWord(lexer);
  return { name, append, subscript, evaluates, value, elements, start: lexer.at(start), end: lexer.at(lexer.pos) };
}

/** The words of `NAME=( … )`, on several lines if need be. */
function readElements(lexer: Lexer): Word[] {
  // At a newline in here bash reads the body, and at the next one after the parenthesis once more.
  if (lexer.waiting.length > 0) lexer.doubt("a compound assignment behind a here-document on its line");
  lexer.take("(");
  const elements: Word[] = [];
  for (;;) {
    lexer.skipBlanksAndNewlines();
    if (lexer.take(")")) return elements;
    const word = readWord(lexer);
    if (word.parts.length === 0) {
      lexer.fail("unterminated compound assignment");
      return elements;
    }
    // `[subscript]=value`: the subscript is evaluated, unless it is a number.
    if (/^\[(?!\d+\]=)/.test(bareStart(word))) lexer.doubt("a subscript in a compound assignment");
    const bare = bareText(word) ?? "";
    // Behind some tokens bash takes these for what they are elsewhere, finds an error, and reads on behind it.
    if (RESERVED_WORDS.has(bare)) lexer.doubt(`\`${bare}\` in a compound assignment`);
    elements.push(word);
  }
}

/** The largest descriptor number: bash takes a longer one for a word. */
const MAX_DESCRIPTOR = 2_147_483_647;

const DESCRIPTOR_VARIABLE = /\{([A-Za-z_][A-Za-z0-9_]*)\}(?=[<>])/y;

/** `[n]operator word` or `{name}operator word`, at the cursor. The body of a here-document follows where the line ends. */
function readRedirect(lexer: Lexer): Redirect | undefined {
  const next = lexer.peek();
  if (next === "" || !"<>&0123456789{".includes(next)) return undefined;
  const start = lexer.pos;
  let descriptor = 0;
  let variable: string | undefined;
  if (next === "{") {
    DESCRIPTOR_VARIABLE.lastIndex = start;
    variable = DESCRIPTOR_VARIABLE.exec(lexer.text)?.[1];
    if (variable === undefined) return undefined;
    lexer.pos = start + variable.length + 2;
  }
  for (let digit = lexer.peek(); variable === undefined && isDigit(digit); digit = lexer.peek()) {
    descriptor = descriptor * 10 + Number(digit);
    lexer.advance();
  }
  const described = lexer.pos > start;
  const operator =
    described && lexer.peek() === "&" ? undefined : REDIRECT_OPERATORS.find((candidate) => lexer.take(candidate));
  const process = (operator === "<" || operator === ">") && lexer.peek() === "(";
  if (operator === undefined || descriptor > MAX_DESCRIPTOR || process) {
    if (process && described) lexer.fail("a descriptor before a process substitution");
    else lexer.pos = start;
    return undefined;
  }
  lexer.skipBlanks();
  const duplicates = operator === ">&" || operator === "<&";
  const target = duplicates && lexer.peek() === "-" ? readClosing(lexer) : readWord(lexer);
  if (target.parts.length === 0) lexer.fail(`\`${operator}\` without a target`);
  // `<2>f`: the number, or the variable, belongs to the next one.
  if (/^[<>]$/.test(lexer.peek()) && /^(?:[0-9]+|\{\w+\})$/.test(bareText(target) ?? "")) {
    lexer.fail(`\`${operator}\` without a target`);
  }
  const plain = target.parts.every(
    (part) => part.kind === "literal" && !part.quoted && !EXPANDED_AGAIN.test(part.text),
  );
  if (duplicates && !plain) {
    lexer.doubt(`\`${operator}\` with a target that is expanded twice`);
  }
  const redirect: Redirect = {
    operator,
    descriptor: described && variable === undefined ? descriptor : undefined,
    variable,
    target,
    body: undefined,
    start: lexer.at(start),
    end: lexer.at(lexer.pos),
  };
  if (operator === "<<" || operator === "<<-") {
    // "No parameter and variable expansion … is performed on word": `$x` would have to be read as it stands.
    if (target.parts.some((part) => part.kind !== "literal"))
      lexer.fail("an expansion in the delimiter of a here-document");
    // Printed, `<< -E` is `<<-E`; what is no plain name is not looked into.
    const delimiter = target.parts.map((part) => (part.kind === "literal" ? part.text : "")).join("");
    if (lexer.shared.substitutions > 0 && !/^\w+$/.test(delimiter)) lexer.doubt("this delimiter in a substitution");
    lexer.waiting.push(redirect);
    lexer.shared.printedBodies++;
  }
  return redirect;
}

/** bash expands the word after `>&` once more after its quotes are gone. */
const EXPANDED_AGAIN = /[~*?[{]/;

/** The `-` of `>&-` closes the descriptor; whatever stands right behind it is the next word. */
function readClosing(lexer: Lexer): Word {
  const start = lexer.here();
  lexer.advance();
  const span = lexer.span(start, lexer.pos);
  return { parts: [{ kind: "literal", text: "-", quoted: false, ...span }], ...span };
}

function isDigit(character: string): boolean {
  return character >= "0" && character <= "9";
}
