import type {
  Assignment,
  Command,
  Evaluation,
  For,
  HoleReason,
  Problem,
  Redirect,
  RedirectOperator,
  Script,
  SimpleCommand,
  Span,
  Word,
  WordPart,
} from "./ast.ts";
import { braceBudget } from "./braces.ts";
import { expandWord, expandWords } from "./expand.ts";
import { Integers, isIntegerText, isIntegerWord } from "./integers.ts";
import { innerCommands, isEvaluatedAssignment, readsAlike } from "./late.ts";
import { sortBySource } from "./order.ts";
import { parse } from "./parser.ts";
import { type Hole, holeText, joinTexts, type Text } from "./text.ts";
import { bareText } from "./word.ts";

/** Where a unit stands. */
export type Context = "top level" | "subshell" | "substitution" | "function body" | "wrapper" | "text" | "unread";

/** One word of a unit. */
export interface UnitWord extends Text, Span {}

/** One command that may run. */
export interface Unit extends Span {
  /** What bash sees as argv: quotes and escapes resolved, words joined by one space, `\0` for each hole. */
  readonly text: string;
  /** The holes of `text`, in order. */
  readonly holes: readonly Hole[];
  /** The words of `text` one by one, with their places; empty where the unit is one hole. */
  readonly words: readonly UnitWord[];
  /** The part of the source that the unit was read from: `source.slice(start, end)`. */
  readonly source: string;
  readonly context: Context;
  /** It stands in a loop or a function, so that what stands after it in the source may run before it. */
  readonly repeated: boolean;
}

/** A variable that the text sets: `NAME=value`. */
export interface AssignmentUnit extends Span {
  readonly name: string;
  /** The command before which it stands, which gets it in its environment; `undefined` if the shell itself is given it. */
  readonly command: string | undefined;
  readonly text: string; // NAME=value
  readonly holes: readonly Hole[];
  readonly source: string;
  readonly context: Context;
}

/** A file that the text opens. */
export interface RedirectUnit extends Span {
  readonly operator: RedirectOperator;
  readonly repeated: boolean; // as of a unit
  readonly text: string; // the target
  readonly holes: readonly Hole[];
  readonly source: string;
  readonly context: Context;
}

/** All that a bash text may do, as far as rules can be asked about it. */
export interface Analysis {
  /** In source order, a nested command after the one that holds it. */
  readonly units: readonly Unit[];
  readonly assignments: readonly AssignmentUnit[];
  readonly redirects: readonly RedirectUnit[];
  /** The names of the functions that the text defines. */
  readonly functions: readonly string[];
  /** False if a part was not understood; the last unit is then one hole over the whole source. */
  readonly complete: boolean;
  readonly problems: readonly Problem[];
}

/** A wrapper inside a wrapper inside a wrapper … is peeled this often; then the rest is a hole. */
const MAX_WRAPPERS = 8;

/** Text in text in text … is read this often; then it is a hole. */
const MAX_TEXTS = 4;

/** Every command, assignment and redirection of a bash text. Pure; never throws; linear in the length of the text. */
export function analyze(source: string): Analysis {
  const { script, problems: found } = parse(source);
  const collector = new Collector(source);
  collector.script(script, "top level");
  collector.settleEvaluations();
  const { units, assignments, redirects, functions } = collector;
  const problems = [...found, ...collector.problems];
  const complete = problems.length === 0;
  if (!complete) units.push(collector.hole({ start: 0, end: source.length }, "unread", "text that was not understood"));
  return { units, assignments, redirects, functions, complete, problems };
}

class Collector {
  readonly units: Unit[] = [];
  readonly assignments: AssignmentUnit[] = [];
  readonly redirects: RedirectUnit[] = [];
  readonly functions: string[] = [];
  /** What was not understood in text that is read as a script. */
  readonly problems: Problem[] = [];
  private repeats = 0;
  private readonly braces = braceBudget();

  /**
   * @param place where all of it stands in the source, if the script was read from a word of it
   * @param texts how many words it was read from, one inside the other
   * @param integers those of the shell that runs it
   */
  constructor(
    private readonly source: string,
    private readonly place?: Span,
    private readonly texts = 0,
    private readonly integers = new Integers(false),
  ) {}

  script(script: Script, context: Context): void {
    for (const { pipelines } of script.items) {
      for (const { commands } of pipelines) {
        for (const command of commands) this.command(command, context);
      }
    }
  }

  hole(span: Span, context: Context, reason: HoleReason): Unit {
    return { ...holeText(reason), words: [], ...this.slice(span), context, repeated: this.repeats > 0 };
  }

  /** Adds a hole for all that is evaluated and may be any expression. */
  settleEvaluations(): void {
    for (const one of this.integers.unsettled()) this.units.push(this.hole(one, one.context, "text that runs later"));
    sortBySource(this.units);
  }

  private command(command: Command, context: Context): void {
    switch (command.kind) {
      case "simple":
        this.simple(command, context);
        break;
      case "subshell":
        this.script(command.script, "subshell");
        break;
      case "group":
        this.script(command.script, context);
        break;
      case "if":
        for (const script of command.scripts) this.script(script, context);
        break;
      case "loop":
        this.repeated(() => {
          for (const script of command.scripts) this.script(script, context);
        });
        break;
      case "for":
        this.loopVariable(command, context);
        for (const word of command.words ?? []) this.parts(word.parts, word, context);
        this.repeated(() => this.script(command.script, context));
        break;
      case "arithmetic for":
        this.repeated(() => {
          this.parts([command.expression], command.expression, context);
          this.script(command.script, context);
        });
        break;
      case "arithmetic":
        this.parts([command.expression], command.expression, context);
        break;
      case "case":
        this.parts(command.word.parts, command.word, context);
        for (const { patterns, script } of command.clauses) {
          for (const pattern of patterns) this.parts(pattern.parts, pattern, context);
          this.script(script, context);
        }
        break;
      case "function":
        this.functions.push(bareText(command.name) ?? "");
        this.repeated(() => this.command(command.body, "function body"));
        break;
      case "coprocess":
        if (command.name !== undefined) {
          this.assign(command.name, holeText("parameter expansion"), false, command, context);
        }
        this.command(command.body, "subshell");
        break;
      case "conditional":
        for (const word of command.words) this.parts(word.parts, word, context);
        if (command.evaluates !== undefined) this.evaluate(command.evaluates, command, context);
        break;
      default:
        command satisfies never;
        throw new Error("unknown command kind");
    }
    for (const redirect of command.redirects) this.redirect(redirect, context);
  }

  private repeated(collect: () => void): void {
    this.repeats++;
    collect();
    this.repeats--;
  }

  private simple(command: SimpleCommand, context: Context): void {
    const words = command.words.flatMap((word) => this.words(word));
    this.unit(words, context);
    this.inner(words, command, context, 0);
    for (const assignment of command.assignments) this.assignment(assignment, words[0]?.text, context);
    for (const word of command.words) this.parts(word.parts, word, context);
  }

  private words(word: Word): UnitWord[] {
    return expandWords(word, this.braces).map((text) => ({ ...text, ...this.span(word) }));
  }

  /** What a command runs, reads and sets besides its own program. */
  private inner(words: readonly UnitWord[], command: SimpleCommand, context: Context, depth: number): void {
    for (const inner of innerCommands(words)) {
      if (inner.kind === "variables") {
        for (const name of inner.names)
          this.assign(name, holeText("parameter expansion"), false, spanOf(words), context);
      } else if (inner.kind === "text" && this.texts < MAX_TEXTS) {
        this.text(inner.text, inner.ownShell, spanOf(words));
        // With another home, the profile is another one.
        if (inner.login === true && this.source.includes("HOME")) {
          this.units.push(this.hole(spanOf(words), "wrapper", "text that runs later"));
        }
      } else if (inner.kind === "input") {
        this.input(inner.shell, command, spanOf(words));
      } else if (inner.kind === "command" && depth < MAX_WRAPPERS) {
        this.unit(inner.words, "wrapper");
        this.inner(inner.words, command, context, depth + 1);
      } else {
        const reason = inner.kind === "hole" ? inner.reason : "text that runs later";
        this.units.push(this.hole(spanOf(words), "wrapper", reason));
      }
    }
  }

  /**
   * A literal here-document or here-string that a shell reads as a script. What the commands in it read from their input
   * is missing from it, so that this is not all: there is a hole beside it.
   */
  private input(shell: string, { redirects }: SimpleCommand, span: Span): void {
    if (this.texts >= MAX_TEXTS) return;
    for (const { operator, target, body } of redirects) {
      const word = operator === "<<<" ? target : body;
      const text = word === undefined ? undefined : expandWord(word);
      if (text === undefined || text.holes.length > 0 || !readsAlike(shell, text.text)) continue;
      this.text(text.text, true, span);
    }
  }

  /** A script read from a literal text. It may run more than once, and its offsets are not the source's. */
  private text(text: string, ownShell: boolean, span: Span): void {
    const { script, problems } = parse(text);
    const place = this.place ?? span;
    // The variables of this shell are none of another one's.
    const integers = ownShell ? new Integers(true) : this.integers;
    const inner = new Collector(this.source, place, this.texts + 1, integers);
    inner.repeats = 1;
    inner.script(script, "text");
    if (ownShell) inner.settleEvaluations();
    this.units.push(...inner.units);
    this.assignments.push(...inner.assignments);
    this.redirects.push(...inner.redirects);
    this.functions.push(...inner.functions);
    this.problems.push(...inner.problems, ...problems.map(({ message }) => ({ span: place, message })));
  }

  private unit(words: readonly UnitWord[], context: Context): void {
    if (words.length === 0) return;
    const { text, holes } = joinTexts(words);
    const { start, end, source } = this.slice(spanOf(words));
    this.units.push({ text, holes, words, source, start, end, context, repeated: this.repeats > 0 });
  }

  private assignment(assignment: Assignment, command: string | undefined, context: Context): void {
    const { name, append, value, elements, subscript, evaluates } = assignment;
    const compound = elements !== undefined || subscript !== undefined;
    const integer = !compound && isIntegerWord(value);
    const text = compound ? holeText("parameter expansion") : expandWord(value);
    this.assign(name, text, integer, assignment, context, { append, command });
    if (evaluates !== undefined) this.evaluate(evaluates, assignment, context);
    for (const { parts } of [value, ...(elements ?? []), { parts: subscript ?? [] }])
      this.parts(parts, assignment, context);
  }

  private assign(
    name: string,
    value: Text,
    integer: boolean,
    span: Span,
    context: Context,
    { append = false, command }: { append?: boolean; command?: string | undefined } = {},
  ): void {
    const text = `${name}${append ? "+" : ""}=${value.text}`;
    // A value is one text, be it empty: nothing is split, and no word goes.
    const holes = value.holes.map((one) => ({ ...one, vanishes: false, single: true }));
    this.assignments.push({ name, command, text, holes, ...this.slice(span), context });
    // What stands before a command is gone after it.
    if (!integer || command === undefined) this.integers.assign(name, integer);
    if (isEvaluatedAssignment(text)) this.units.push(this.hole(span, context, "text that runs later"));
  }

  private loopVariable({ name, words, selects, start }: For, context: Context): void {
    if (selects) this.assign("REPLY", holeText("parameter expansion"), false, { start, end: name.end }, context);
    const variable = bareText(name) ?? "";
    const expanded = (words ?? []).map((word) => ({ integer: isIntegerWord(word), values: this.words(word) }));
    const values = expanded.flatMap((one) => one.values);
    const integer =
      values.length > 0 && expanded.every((one) => one.integer || one.values.every(({ text }) => isIntegerText(text)));
    const [only] = values;
    const value = values.length === 1 && only !== undefined ? only : holeText("parameter expansion");
    this.assign(variable, value, integer, { start, end: name.end }, context);
  }

  private redirect(redirect: Redirect, context: Context): void {
    const { operator, target, variable, body } = redirect;
    if (variable !== undefined) this.assign(variable, holeText("parameter expansion"), false, redirect, context);
    this.redirects.push({
      operator,
      repeated: this.repeats > 0,
      ...expandWord(target),
      ...this.slice(redirect),
      context,
    });
    this.parts(target.parts, redirect, context);
    if (body !== undefined) this.parts(body.parts, redirect, context);
  }

  /** What runs, and what is evaluated, inside the parts of a word. */
  private parts(parts: readonly WordPart[], span: Span, context: Context): void {
    for (const part of parts) {
      if (part.kind === "literal") continue;
      if (part.kind === "substitution") {
        this.script(part.script, "substitution");
        continue;
      }
      if (part.evaluates !== undefined) this.evaluate(part.evaluates, span, context);
      this.parts(part.inner, span, context);
    }
  }

  private evaluate(evaluation: Evaluation, { start, end }: Span, context: Context): void {
    this.integers.evaluate({ evaluation, context, ...this.span({ start, end }) });
    for (const name of evaluation.written) {
      const { text, holes } = holeText("arithmetic expansion");
      this.assignments.push({
        name,
        command: undefined,
        text: `${name}=${text}`,
        holes,
        ...this.slice({ start, end }),
        context,
      });
      if (name === "POSIXLY_CORRECT") this.units.push(this.hole({ start, end }, context, "text that runs later"));
    }
  }

  private span({ start, end }: Span): Span {
    return this.place ?? { start, end };
  }

  private slice(span: Span): Span & { source: string } {
    const { start, end } = this.place ?? span;
    return { start, end, source: this.source.slice(start, end) };
  }
}

function spanOf(words: readonly Span[]): Span {
  const first = words[0];
  const last = words.at(-1);
  if (first === undefined || last === undefined) throw new Error("a command without words has no span");
  return { start: first.start, end: last.end };
}

/**
 * Every command that bash could run from a text, with its holes and its place in the source. `complete` is false only
 * where a part was not understood or met a cap. Never throws; linear in the length of the text.
 *
 * @example parseUnits("cd x && ls").units.map(({ text }) => text) // ["cd x", "ls"]
 */
export function parseUnits(source: string): { units: readonly Unit[]; complete: boolean } {
  const { units, complete } = analyze(source);
  return { units, complete };
}
