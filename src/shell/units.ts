import type {
  Command,
  HoleReason,
  Problem,
  Redirect,
  RedirectOperator,
  Script,
  SimpleCommand,
  Span,
  Word,
} from "./ast.ts";
import { expandWord } from "./expand.ts";
import { innerCommand, isEvaluatedAssignment } from "./late.ts";
import { parse } from "./parser.ts";
import { type Hole, holeText, joinTexts, type Text } from "./text.ts";

/** Where a unit stands. */
export type Context = "top level" | "subshell" | "substitution" | "wrapper" | "unread";

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
}

/** A variable that the text sets: `NAME=value`. */
export interface AssignmentUnit extends Span {
  readonly text: string; // NAME=value
  readonly holes: readonly Hole[];
  readonly source: string;
  readonly context: Context;
}

/** A file that the text opens. */
export interface RedirectUnit extends Span {
  readonly operator: RedirectOperator;
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
  /** False if a part was not understood; the last unit is then one hole over the whole source. */
  readonly complete: boolean;
  readonly problems: readonly Problem[];
}

/** A wrapper inside a wrapper inside a wrapper … is peeled this often; then the rest is a hole. */
const MAX_WRAPPERS = 8;

/** Every command, assignment and redirection of a bash text. Pure; never throws; linear in the length of the text. */
export function analyze(source: string): Analysis {
  const { script, problems } = parse(source);
  const collector = new Collector(source);
  collector.script(script, "top level");
  const { units, assignments, redirects } = collector;
  const complete = problems.length === 0;
  if (!complete) units.push(collector.hole({ start: 0, end: source.length }, "unread", "text that was not understood"));
  return { units, assignments, redirects, complete, problems };
}

class Collector {
  readonly units: Unit[] = [];
  readonly assignments: AssignmentUnit[] = [];
  readonly redirects: RedirectUnit[] = [];

  constructor(private readonly source: string) {}

  script(script: Script, context: Context): void {
    for (const { pipelines } of script.items) {
      for (const { commands } of pipelines) {
        for (const command of commands) this.command(command, context);
      }
    }
  }

  hole(span: Span, context: Context, reason: HoleReason): Unit {
    return { ...holeText(reason), words: [], ...this.slice(span), context };
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
      default:
        command satisfies never;
        throw new Error("unknown command kind");
    }
    for (const redirect of command.redirects) this.redirect(redirect, context);
  }

  private simple(command: SimpleCommand, context: Context): void {
    const words = command.words.map((word): UnitWord => ({ ...expandWord(word), start: word.start, end: word.end }));
    this.unit(words, context);
    for (let depth = 0, from = 0; from < words.length; depth++) {
      const inner = innerCommand(words.slice(from));
      if (inner === undefined) break;
      if (inner.kind === "hole" || depth === MAX_WRAPPERS) {
        const reason = inner.kind === "hole" ? inner.reason : "inner command of a wrapper";
        this.units.push(this.hole(spanOf(words), "wrapper", reason));
        break;
      }
      from += inner.from;
      this.unit(words.slice(from), "wrapper");
    }
    for (const { name, append, value, start, end } of command.assignments) {
      const text = expandWord(value);
      const source = this.slice({ start, end });
      const assigned = `${name}${append ? "+" : ""}=${text.text}`;
      this.assignments.push({ text: assigned, holes: text.holes, ...source, context });
      if (isEvaluatedAssignment(assigned)) this.units.push(this.hole({ start, end }, context, "text that runs later"));
      this.substitutions(value);
    }
    for (const word of command.words) this.substitutions(word);
  }

  private unit(words: readonly UnitWord[], context: Context): void {
    if (words.length === 0) return;
    this.units.push({ ...joinTexts(words), words, ...this.slice(spanOf(words)), context });
  }

  private redirect({ operator, target, start, end }: Redirect, context: Context): void {
    this.redirects.push({ operator, ...expandWord(target), ...this.slice({ start, end }), context });
    this.substitutions(target);
  }

  private substitutions(word: Word): void {
    for (const part of word.parts) if (part.kind === "substitution") this.script(part.script, "substitution");
  }

  private slice({ start, end }: Span): Span & { source: string } {
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
