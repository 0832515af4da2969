import type { Problem, Redirect, Script, Span } from "./ast.ts";

/** Nesting beyond this is not followed: bash itself gives up at some thousands. */
export const MAX_DEPTH = 200;

/** Backquotes inside backquotes double their escapes at each level; nobody writes this many. */
export const MAX_BACKQUOTE_DEPTH = 12;

/** Characters that end an unquoted word ("metacharacters" in the Bash manual), besides the end of the text. */
const METACHARACTERS = " \t\n|&;()<>";

/** Reads a nested script up to the given closing character, which stays unread. Set by the parser. */
export type ScriptReader = (lexer: Lexer, closing: ")" | "}" | "") => Script;

/** Reads the bodies of the here-documents that wait for the line to end; the cursor is at the start of the next line. */
export type BodyReader = (lexer: Lexer, waiting: readonly Redirect[]) => void;

/** What all lexers of one source share: its problems and the nesting depth. */
export interface Shared {
  readonly problems: Problem[];
  /** What bash reads in more than one way; read on in one of them, so that the denies on it still count. */
  readonly doubts: Problem[];
  readonly readScript: ScriptReader;
  readonly readBodies: BodyReader;
  depth: number;
  backquoteDepth: number;
  /** How many `$(…)` and `<(…)` stand around: bash prints those and reads them a second time. */
  substitutions: number;
  /** The here-documents in the innermost of them so far. */
  printedBodies: number;
  /** How many double quotes there were so far inside of quoted expansions, but for those of substitutions, as in `"${x-"y"}"`. */
  innerQuotes: number;
  /** A text was read in a second way, which is done only once, so that reading stays linear. */
  reread: boolean;
}

/**
 * A cursor over bash text. It hides line continuations (a backslash before a newline vanishes, even inside an operator)
 * and turns positions into offsets of the source, which matters inside backquotes, whose text is unescaped first.
 *
 * INVARIANT (failed means at the end): after `fail` the cursor stands at the end of the text and never moves back, but for
 * the one `attempt` that made it fail, so that every loop of the parser ends by itself and hands over what was understood so far.
 */
export class Lexer {
  pos = 0;

  /** Here-documents whose bodies start on the next line. */
  waiting: Redirect[] = [];

  constructor(
    readonly text: string,
    readonly shared: Shared,
    private readonly offsets?: readonly number[],
  ) {}

  get failed(): boolean {
    return this.shared.problems.length > 0;
  }

  /** The offset in the source of a position in this lexer's text. */
  at(pos: number): number {
    return this.offsets === undefined ? pos : (this.offsets[pos] ?? pos);
  }

  span(start: number, end: number): Span {
    return { start: this.at(start), end: this.at(end) };
  }

  /** Notes a problem at the cursor (only the first one of a source counts) and gives up on the rest of the text. */
  fail(message: string): void {
    if (!this.failed) {
      this.shared.problems.push({ span: this.span(this.pos, this.text.length), message });
    }
    this.pos = this.text.length;
  }

  /** Notes something at the cursor that is not understood for sure, and goes on. Only the first one of a source counts. */
  doubt(message: string): void {
    if (this.shared.doubts.length === 0) {
      this.shared.doubts.push({ span: this.span(this.pos, this.text.length), message });
    }
  }

  /** Reads what stands at the cursor; where that fails, goes back and gives `undefined`, so that it is read in another way. */
  attempt<T>(read: () => T): T | undefined {
    const { pos, waiting, shared } = this;
    const { printedBodies } = shared;
    const before = [...waiting];
    const result = read();
    if (!this.failed || shared.reread) return result;
    shared.reread = true;
    shared.doubts.push(...shared.problems.splice(0));
    shared.printedBodies = printedBodies;
    this.waiting = before;
    this.pos = pos;
    return undefined;
  }

  /** The character at the cursor, "" at the end. Skips line continuations. */
  peek(): string {
    const character = this.text[this.pos];
    if (character !== "\\") return character ?? "";
    this.pos = this.skipContinuations(this.pos);
    return this.text[this.pos] ?? "";
  }

  /** The position of that character: where the cursor stands behind line continuations. */
  here(): number {
    this.peek();
    return this.pos;
  }

  /** The character after the one at the cursor, "" at the end. */
  peekSecond(): string {
    return this.text[this.skipContinuations(this.skipContinuations(this.pos) + 1)] ?? "";
  }

  advance(): void {
    this.pos = Math.min(this.skipContinuations(this.pos) + 1, this.text.length);
  }

  /** Whether the given characters come next, without line continuations between them. */
  peekTogether(expected: string): boolean {
    this.peek();
    return this.text.startsWith(expected, this.pos);
  }

  /** Takes the given characters if they come next, line continuations between them or not. */
  take(expected: string): boolean {
    let pos = this.pos;
    for (const character of expected) {
      pos = this.skipContinuations(pos);
      if (this.text[pos] !== character) return false;
      pos++;
    }
    this.pos = pos;
    return true;
  }

  atWordEnd(): boolean {
    const character = this.peek();
    return character === "" || METACHARACTERS.includes(character);
  }

  /** Whether a process substitution comes next: `<(` or `>(` is part of a word. */
  atProcess(): boolean {
    const next = this.peek();
    return (next === "<" || next === ">") && this.peekSecond() === "(";
  }

  /** Skips spaces, tabs and, where a token could start, a comment. */
  skipBlanks(): void {
    for (let c = this.peek(); c === " " || c === "\t"; c = this.peek()) this.pos++;
    // "A word beginning with # causes that word and all remaining characters on that line to be ignored": the callers
    // stand where a token starts. A backslash at the end of a comment continues nothing.
    if (this.peek() === "#") {
      const newline = this.text.indexOf("\n", this.pos);
      this.pos = newline === -1 ? this.text.length : newline;
    }
  }

  skipBlanksAndNewlines(): void {
    for (;;) {
      this.skipBlanks();
      if (!this.takeNewline()) return;
    }
  }

  /** Takes a newline that comes next, and the bodies of the here-documents that wait for it. */
  takeNewline(): boolean {
    if (this.peek() !== "\n") return false;
    this.advance();
    const { waiting } = this;
    if (waiting.length > 0) {
      this.waiting = [];
      this.shared.readBodies(this, waiting);
    }
    return true;
  }

  /** Runs `read` one nesting level deeper, unless that is too deep. */
  nested<T>(read: () => T): T | undefined {
    if (this.shared.depth >= MAX_DEPTH) {
      this.fail(`nested deeper than ${MAX_DEPTH} levels`);
      return undefined;
    }
    this.shared.depth++;
    const result = read();
    this.shared.depth--;
    return result;
  }

  private skipContinuations(pos: number): number {
    while (this.text[pos] === "\\" && this.text[pos + 1] === "\n") pos += 2;
    return pos;
  }
}
