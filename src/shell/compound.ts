/** The compound commands, as they stand in the Bash manual's "Shell Grammar". */
import { evaluationOf, readExpression } from "./arithmetic.ts";
import type {
  Arithmetic,
  ArithmeticFor,
  BraceGroup,
  Case,
  Command,
  Conditional,
  Coprocess,
  ExpansionPart,
  For,
  FunctionDefinition,
  If,
  Loop,
  Redirect,
  Script,
  Word,
} from "./ast.ts";
import { readConditional } from "./conditional.ts";
import type { Lexer } from "./lexer.ts";
import { nameSet, RESERVED_WORDS } from "./names.ts";
import { bareStart, bareText, expansion, PartList, readWord } from "./word.ts";

/** What the parser lends to the readers of compound commands. */
export interface Grammar {
  /** A list up to one of the reserved words, which stays unread. */
  readonly readList: (lexer: Lexer, closing: readonly string[]) => Script;
  readonly readCommand: (lexer: Lexer) => Command;
  readonly readRedirects: (lexer: Lexer) => Redirect[];
  /** The commands of a case clause, up to `;;`, `;&`, `;;&` or `esac`, which stay unread. */
  readonly readClause: (lexer: Lexer) => Script;
}

/** Reserved words that, where a command starts, are out of place. */
export const MISPLACED: ReadonlySet<string> = nameSet("then elif else fi esac do done in } ]] !");

/** Takes a reserved word: it stands alone and unquoted. */
export function takeReserved(lexer: Lexer, word: string): boolean {
  lexer.skipBlanks();
  const { pos } = lexer;
  if (lexer.text[pos] !== word[0]) return false;
  if (lexer.take(word) && lexer.atWordEnd() && !lexer.atProcess()) return true;
  lexer.pos = pos;
  return false;
}

/** Whether the next word is this reserved word. */
export function peekReserved(lexer: Lexer, word: string): boolean {
  const { pos } = lexer;
  const found = takeReserved(lexer, word);
  lexer.pos = pos;
  return found;
}

function expectReserved(lexer: Lexer, word: string): void {
  if (!takeReserved(lexer, word)) lexer.fail(`expected \`${word}\``);
}

/** A list that must have commands, and the reserved word behind it. */
function readPart(lexer: Lexer, grammar: Grammar, ...closing: string[]): Script {
  const script = grammar.readList(lexer, closing);
  if (script.items.length === 0) lexer.fail("a compound command without commands");
  return script;
}

/** What the reserved words below start with: most commands start with something else, or are soon found not to be one. */
const FIRST_OF_RESERVED = "{iwufsc[";

/** The compound command that starts at the cursor with a reserved word; `undefined` if none does. */
export function readReserved(lexer: Lexer, grammar: Grammar): Command | undefined {
  if (!FIRST_OF_RESERVED.includes(lexer.peek())) return undefined;
  const start = lexer.pos;
  const end = () => lexer.span(start, lexer.pos);
  if (takeReserved(lexer, "{")) {
    const script = readPart(lexer, grammar, "}");
    expectReserved(lexer, "}");
    return { kind: "group", script, redirects: grammar.readRedirects(lexer), ...end() } satisfies BraceGroup;
  }
  if (takeReserved(lexer, "if")) {
    const scripts = [readPart(lexer, grammar, "then")];
    do {
      expectReserved(lexer, "then");
      scripts.push(readPart(lexer, grammar, "elif", "else", "fi"));
      if (!takeReserved(lexer, "elif")) break;
      scripts.push(readPart(lexer, grammar, "then"));
    } while (!lexer.failed);
    if (takeReserved(lexer, "else")) scripts.push(readPart(lexer, grammar, "fi"));
    expectReserved(lexer, "fi");
    return { kind: "if", scripts, redirects: grammar.readRedirects(lexer), ...end() } satisfies If;
  }
  if (takeReserved(lexer, "while") || takeReserved(lexer, "until")) {
    const scripts = [readPart(lexer, grammar, "do"), readBody(lexer, grammar)];
    return { kind: "loop", scripts, redirects: grammar.readRedirects(lexer), ...end() } satisfies Loop;
  }
  if (takeReserved(lexer, "for")) return readFor(lexer, grammar, start, false);
  if (takeReserved(lexer, "select")) return readFor(lexer, grammar, start, true);
  if (takeReserved(lexer, "case")) return readCase(lexer, grammar, start);
  if (takeReserved(lexer, "function")) {
    lexer.skipBlanks();
    const name = readWord(lexer);
    lexer.skipBlanks();
    const { pos } = lexer;
    if (lexer.take("(")) {
      lexer.skipBlanks();
      // Else the parenthesis opens the body.
      if (!lexer.take(")") && !lexer.failed) lexer.pos = pos;
    }
    return readFunction(lexer, grammar, name, start);
  }
  if (takeReserved(lexer, "coproc")) return readCoprocess(lexer, grammar, start);
  if (takeReserved(lexer, "[[")) {
    const { words, evaluates } = readConditional(lexer);
    return {
      kind: "conditional",
      words,
      evaluates,
      redirects: grammar.readRedirects(lexer),
      ...end(),
    } satisfies Conditional;
  }
  return undefined;
}

/** `do list; done`, or for loops with a list of words also `{ list; }`. */
function readBody(lexer: Lexer, grammar: Grammar): Script {
  expectReserved(lexer, "do");
  const script = readPart(lexer, grammar, "done");
  expectReserved(lexer, "done");
  return script;
}

function readForBody(lexer: Lexer, grammar: Grammar): Script {
  lexer.skipBlanksAndNewlines();
  if (!takeReserved(lexer, "{")) return readBody(lexer, grammar);
  const script = readPart(lexer, grammar, "}");
  expectReserved(lexer, "}");
  return script;
}

/** `for name [ [in words …] ; ] do list; done`, `select` alike, `for (( e ; e ; e )) [;] do list; done` */
function readFor(lexer: Lexer, grammar: Grammar, start: number, selects: boolean): For | ArithmeticFor {
  lexer.skipBlanks();
  if (!selects && lexer.peekTogether("((")) {
    const expression = readDoubleParentheses(lexer);
    const semicolons = expression.inner.flatMap((part) =>
      part.kind === "literal" ? part.text.split(";").slice(1) : [],
    );
    if (semicolons.length !== 2) lexer.fail("the three expressions of a loop");
    lexer.skipBlanks();
    lexer.take(";");
    const script = readForBody(lexer, grammar);
    const redirects = grammar.readRedirects(lexer);
    return { kind: "arithmetic for", expression, script, redirects, start: lexer.at(start), end: lexer.at(lexer.pos) };
  }
  const name = readWord(lexer);
  const variable = bareText(name) ?? "";
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable) || RESERVED_WORDS.has(variable))
    lexer.fail("this name of a loop variable");
  lexer.skipBlanks();
  const { pos } = lexer;
  const separated = lexer.take(";");
  lexer.skipBlanksAndNewlines();
  // Right behind a name a brace is a word.
  if (lexer.pos === pos && lexer.peek() === "{") lexer.fail("expected `;`");
  let words: Word[] | undefined;
  // In a `case`, bash takes an `in` at the start of a line for a word.
  if (lexer.text.slice(pos, lexer.pos).includes("\n") && peekReserved(lexer, "in"))
    lexer.doubt("`in` on a line of its own");
  if (!separated && takeReserved(lexer, "in")) {
    words = [];
    for (lexer.skipBlanks(); !lexer.atWordEnd() || lexer.atProcess(); lexer.skipBlanks()) words.push(readWord(lexer));
    if (!lexer.take(";") && !lexer.takeNewline()) lexer.fail("expected `;`");
  }
  const script = readForBody(lexer, grammar);
  return {
    kind: "for",
    selects,
    name,
    words,
    script,
    redirects: grammar.readRedirects(lexer),
    start: lexer.at(start),
    end: lexer.at(lexer.pos),
  };
}

/** `((expression))` at the cursor. */
function readDoubleParentheses(lexer: Lexer): ExpansionPart {
  const from = lexer.here();
  lexer.take("((");
  const list = new PartList();
  lexer.nested(() => readExpression(lexer, list));
  const inner = list.parts;
  // The three parts of a `for` are expressions one by one.
  const evaluates = evaluationOf(
    inner.map((part) => (part.kind === "literal" ? { ...part, text: part.text.replaceAll(";", ",") } : part)),
  );
  return expansion(lexer.span(from, lexer.pos), "arithmetic expansion", false, { inner, evaluates });
}

/** `(( expression ))` as a command. */
export function readArithmetic(lexer: Lexer, grammar: Grammar): Arithmetic {
  const start = lexer.pos;
  const expression = readDoubleParentheses(lexer);
  return {
    kind: "arithmetic",
    expression,
    redirects: grammar.readRedirects(lexer),
    start: lexer.at(start),
    end: lexer.at(lexer.pos),
  };
}

/** `case word in [ [(] pattern [ | pattern ] … ) list ;; ] … esac` */
function readCase(lexer: Lexer, grammar: Grammar, start: number): Case {
  lexer.skipBlanks();
  const word = readWord(lexer);
  if (word.parts.length === 0) lexer.fail("a case without a word");
  lexer.skipBlanksAndNewlines();
  expectReserved(lexer, "in");
  const clauses: { patterns: Word[]; script: Script }[] = [];
  for (lexer.skipBlanksAndNewlines(); !lexer.failed && !takeReserved(lexer, "esac"); lexer.skipBlanksAndNewlines()) {
    lexer.take("(");
    const patterns: Word[] = [];
    do {
      lexer.skipBlanks();
      const pattern = readWord(lexer);
      if (pattern.parts.length === 0) lexer.fail("a case clause without a pattern");
      // Printed without the parenthesis before it, it would end the command.
      if (bareText(pattern) === "esac") lexer.doubt("`esac` as a pattern");
      patterns.push(pattern);
      lexer.skipBlanks();
    } while (lexer.take("|"));
    if (!lexer.take(")")) lexer.fail("this pattern");
    const script = lexer.nested(() => grammar.readClause(lexer));
    if (script === undefined) break;
    clauses.push({ patterns, script });
    lexer.skipBlanks();
    if (lexer.take(";;&") || lexer.take(";;") || lexer.take(";&")) continue;
    expectReserved(lexer, "esac");
    break;
  }
  return {
    kind: "case",
    word,
    clauses,
    redirects: grammar.readRedirects(lexer),
    start: lexer.at(start),
    end: lexer.at(lexer.pos),
  };
}

/** A command inside another; one without words where it is nested too deep. */
function readInner(lexer: Lexer, grammar: Grammar): Command {
  const none: Command = {
    kind: "simple",
    assignments: [],
    words: [],
    redirects: [],
    ...lexer.span(lexer.pos, lexer.pos),
  };
  return lexer.nested(() => grammar.readCommand(lexer)) ?? none;
}

/** The body of a function whose name, and parentheses, are read: a compound command, redirections included. */
export function readFunction(lexer: Lexer, grammar: Grammar, name: Word, start: number): FunctionDefinition {
  // The name of a function may look like an extended pattern.
  if (!/[^?*+@!]$/.test(bareText(name) ?? "")) lexer.fail("this name of a function");
  lexer.skipBlanksAndNewlines();
  const body = readInner(lexer, grammar);
  if (/^(?:simple|coprocess|function)$/.test(body.kind)) {
    lexer.fail("a function whose body is no compound command");
  }
  return {
    kind: "function",
    name,
    body,
    redirects: [],
    start: lexer.at(start),
    end: lexer.at(lexer.pos),
  };
}

/** `coproc [NAME] command`: a simple command has no name. */
function readCoprocess(lexer: Lexer, grammar: Grammar, start: number): Coprocess {
  lexer.skipBlanks();
  const { pos } = lexer;
  let name: string | undefined;
  if (!startsCompound(lexer)) {
    name = bareText(readWord(lexer));
    lexer.skipBlanks();
    if (!startsCompound(lexer)) {
      name = undefined;
      if (!lexer.failed) lexer.pos = pos;
    } else if (name === undefined || !/^[A-Za-z_]\w*$/.test(name) || MISPLACED.has(name)) {
      lexer.fail("this name of a coprocess");
    }
  }
  const from = lexer.pos;
  const body = readInner(lexer, grammar);
  // In a compound assignment at the start of the body, bash takes offence at reserved words, and yet reads on behind it.
  if (/=(?:\\\n)*\(/.test(lexer.text.slice(from, lexer.pos))) lexer.doubt("a compound assignment in a coprocess");
  const second = body.kind === "simple" ? body.words[1] : undefined;
  // bash takes an assignment there, and prints the name that it gives by default.
  const subscripted = second !== undefined && /^[A-Za-z_]\w*(?:\[|\+?=)/.test(bareStart(second));
  if (body.kind === "simple" && (subscripted || lexer.shared.substitutions > 0)) lexer.fail("this coprocess");
  const misread = second !== undefined && MISPLACED.has(bareText(second) ?? "");
  if (misread || body.kind === "coprocess" || body.kind === "function") lexer.fail("this coprocess");
  return {
    kind: "coprocess",
    name,
    body,
    redirects: [],
    start: lexer.at(start),
    end: lexer.at(lexer.pos),
  };
}

function startsCompound(lexer: Lexer): boolean {
  if (lexer.peek() === "(") return true;
  return ["{", "if", "for", "while", "until", "case", "select", "[[", "function", "coproc"].some((word) =>
    peekReserved(lexer, word),
  );
}
