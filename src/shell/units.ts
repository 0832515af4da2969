import type {
  AndOr,
  Assignment,
  Command,
  Evaluation,
  For,
  HoleReason,
  Pipeline,
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
import { type Definition, type Directory, Flow, type Outcome } from "./flow.ts";
import { innerCommands, isEvaluatedAssignment, isInternal, readsAlike, type Variable } from "./late.ts";
import { sortBySource } from "./order.ts";
import { parse } from "./parser.ts";
import { type Peel, peelOf } from "./peel.ts";
import {
  baseName,
  HOLE,
  type Hole,
  holeText,
  isNumber,
  joinTexts,
  plainText,
  programName,
  TEMPORARY,
  type Text,
} from "./text.ts";
import { isIntegerText, isIntegerValue, isIntegerWord, keepsItsValue, Variables } from "./variables.ts";
import { bareText } from "./word.ts";
import type { Wrappers } from "./wrappers.ts";

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
  /** It runs no program and touches no file: the shell does it by itself, with no more than these words. */
  readonly internal: boolean;
  /** Where it runs: its place in `Analysis.directories`. */
  readonly directory: number;
  /** It is a wrapper that is transparent, so that what it runs says all there is to say. */
  readonly peels?: Peel;
  /** The wrapper that runs it, in the words that give the wrapper's command. */
  readonly behind?: Behind;
}

/** A wrapper, and how many of its words are its own: the one behind them is its command's. */
export interface Behind {
  readonly wrapper: Unit;
  readonly own: number; // 2 of timeout 5 a
}

/** A variable that the text sets: `NAME=value`. */
export interface AssignmentUnit extends Span {
  readonly name: string;
  /** The command before which it stands, which gets it in its environment; `undefined` if the shell itself is given it. */
  readonly command: string | undefined;
  /** It is exported, here or elsewhere in the text. */
  readonly exported: boolean;
  readonly text: string; // NAME=value
  readonly holes: readonly Hole[];
  readonly source: string;
  readonly context: Context;
}

/** A file that the text opens. */
export interface RedirectUnit extends Span {
  readonly operator: RedirectOperator;
  readonly directory: number; // as of a unit
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
  /** How the directories came to be that units run in. */
  readonly directories: readonly Directory[];
  /** Something that may run at any time changes the directory. */
  readonly lost: boolean;
  /** The variables that are given a value which surely reaches what stands after it. */
  readonly definitions: readonly Definition[];
  /** False if a part was not understood; the last unit is then one hole over the whole source. */
  readonly complete: boolean;
  readonly problems: readonly Problem[];
  /** There is no command in it, not even one that runs nothing. */
  readonly empty: boolean;
}

/** A wrapper inside a wrapper inside a wrapper … is peeled this often; then the rest is a hole. */
const MAX_WRAPPERS = 8;

/** Text in text in text … is read this often; then it is a hole. */
const MAX_TEXTS = 4;

/** Builtins that read what looks like an assignment as one: nothing in it is split. */
const ASSIGNMENT_BUILTIN = /^(?:declare|typeset|local|readonly|export)$/;

/** Variables that bash gives a value, but exports to nobody. */
const GIVEN_BY_BASH = /^(?:SHELLOPTS|PS[0-4]|IFS)$/;

/** An assignment to it is an error, or makes a call one. */
const ENDS_IN_ERROR = /^(?:E?UID|PPID|SHELLOPTS|BASHOPTS|BASH_VERSINFO|FUNCNEST)$/;

/** Functions of such a name make something else of what is followed here. */
const FOLLOWED = /^(?:cd|pushd|popd|exit|return|declare|typeset|local|readonly|export)$/;

/** Builtins that change the directory, and their kin in other shells. */
const MOVES: ReadonlySet<string> = new Set(["cd", "pushd", "popd", "chdir"]);

/**
 * Every command, assignment and redirection of a bash text. Pure; never throws; linear in the length of the text.
 *
 * @param wrappers programs that the user says are transparent wrappers
 */
export function analyze(source: string, wrappers?: Wrappers): Analysis {
  const { script, problems: found } = parse(source);
  const collector = new Collector(source, wrappers);
  collector.lines(script, "top level");
  collector.settle();
  const { redirects, functions, exported, flow } = collector;
  const problems = [...found, ...collector.problems];
  const complete = problems.length === 0;
  if (!complete) collector.hole({ start: 0, end: source.length }, "unread", "text that was not understood");
  const assignments = collector.assignments.map((one) => (exported.has(one.name) ? { ...one, exported: true } : one));
  const { directories } = flow;
  const { unsure } = collector;
  const lost = flow.lost || unsure;
  const definitions = unsure ? [] : flow.definitions;
  return {
    units: collector.settled(complete),
    assignments,
    redirects,
    functions,
    directories,
    lost,
    definitions,
    complete,
    problems,
    empty: script.items.length === 0,
  };
}

class Collector {
  readonly units: Unit[] = [];
  readonly assignments: AssignmentUnit[] = [];
  readonly redirects: RedirectUnit[] = [];
  readonly functions: string[] = [];
  readonly exported = new Set<string>();
  /** Variables that cannot be given another value. */
  readonly readonly = new Set<string>();
  /** What was not understood in text that is read as a script. */
  readonly problems: Problem[] = [];
  private readonly calls = new Set<Unit>();
  private readonly peels = new Map<Unit, Peel>();
  /** The standard output of what runs here is for sure no terminal. */
  private captured = false;
  private readonly braces = braceBudget();

  /**
   * @param place where all of it stands in the source, if the script was read from a word of it
   * @param texts how many words it was read from, one inside the other
   * @param variables those of the shell that runs it
   */
  constructor(
    private readonly source: string,
    private readonly wrappers?: Wrappers,
    readonly flow = new Flow(),
    private readonly place?: Span,
    private readonly texts = 0,
    private readonly variables = new Variables(false),
  ) {}

  script(script: Script, context: Context): void {
    for (const item of script.items) this.item(item, context);
  }

  /** The script that a shell reads line by line. */
  lines(script: Script, context: Context): void {
    for (const item of script.items) {
      this.item(item, context);
      if (item.endsLine) this.flow.endLine();
    }
  }

  private item(item: AndOr, context: Context): void {
    if (item.background) this.flow.subshell(() => this.list(item, context));
    else this.list(item, context);
  }

  hole(span: Span, context: Context, reason: HoleReason, behind?: Behind): void {
    const { directory } = this.flow;
    const unit: Unit = { ...holeText(reason), words: [], ...this.slice(span), context, internal: false, directory };
    this.units.push(behind === undefined ? unit : { ...unit, behind });
  }

  /** Adds a hole for all that is evaluated and may be any expression. */
  settle(): void {
    for (const one of this.variables.unsettled()) this.hole(one, one.context, "text that runs later");
    // A number outside quotes is one word only if no digit splits words.
    const splits = this.assignments.find(({ name, text }) => name === "IFS" && /[0-9-]|\0/.test(text));
    const numbers = ({ holes }: Unit) => holes.some((hole) => isNumber(hole) && hole.single !== true);
    if (splits !== undefined && this.units.some(numbers)) this.hole(splits, splits.context, "text that runs later");
    sortBySource(this.units);
  }

  /** Whether, once all of the text is known, nothing in it surely reaches what stands after it. */
  get unsure(): boolean {
    if (this.flow.unsure || this.functions.some((name) => FOLLOWED.test(name))) return true;
    // An assignment to what is read-only is an error.
    const given = new Set<string>();
    return this.assignments.some(({ name }) => this.readonly.has(name) && given.size === given.add(name).size);
  }

  /**
   * The units, once all of the text is known: what is unset, or may be, is no function for sure; and what is a function
   * anywhere may be no wrapper.
   */
  settled(complete: boolean): readonly Unit[] {
    const unsets = ({ words }: Unit) => words.length === 0 || baseName(words[0]?.text ?? "") === "unset";
    const calls = this.unsure || (this.calls.size > 0 && this.units.some(unsets)) ? this.calls : undefined;
    const shadowed = new Set(this.functions);
    return this.units.map((unit) => {
      const peels = this.peels.get(unit);
      if (peels !== undefined && complete && !shadowed.has(unit.words[0]?.text ?? "")) return { ...unit, peels };
      return calls?.has(unit) === true ? { ...unit, internal: false } : unit;
    });
  }

  /** Pipelines with `&&` and `||` between them. */
  private list({ pipelines, operators }: AndOr, context: Context): void {
    const { flow } = this;
    const [first, ...more] = pipelines;
    if (first === undefined) return;
    let { succeeded, failed } = this.pipeline(first, context);
    let skips = false; // behind a `||` one may run though the one before it did not
    flow.conditional(() => {
      for (const [index, pipeline] of more.entries()) {
        const and = operators[index] === "&&";
        skips ||= !and;
        flow.directory = (and ? succeeded : failed) ?? flow.directory;
        let outcome: Outcome = { succeeded, failed };
        const run = () => {
          outcome = this.pipeline(pipeline, context);
        };
        if (skips) flow.conditional(run);
        else run();
        succeeded = and ? outcome.succeeded : flow.join(succeeded, outcome.succeeded);
        failed = and ? flow.join(failed, outcome.failed) : outcome.failed;
      }
    });
    flow.directory = flow.join(succeeded, failed) ?? flow.directory;
  }

  private pipeline({ commands, negated }: Pipeline, context: Context): Outcome {
    const { flow } = this;
    const [only, ...more] = commands;
    if (only !== undefined && more.length === 0) {
      const outcome = this.command(only, context);
      if (!negated) return outcome;
      const directory = flow.join(outcome.succeeded, outcome.failed);
      return { succeeded: directory, failed: directory };
    }
    const last = commands.at(-1);
    for (const command of commands)
      this.capturing(command !== last || this.captured, () => flow.subshell(() => this.command(command, context)));
    return { succeeded: flow.directory, failed: flow.directory };
  }

  private command(command: Command, context: Context): Outcome {
    const { flow } = this;
    // What they open is open before anything runs.
    for (const redirect of command.redirects) this.redirect(redirect, context);
    let outcome: Outcome | undefined;
    this.capturing(isCaptured(command.redirects, this.captured), () => {
      if (command.kind === "simple") outcome = this.simple(command, context);
      // Where one of them fails, it does not run.
      else if (command.redirects.length > 0) flow.branches([() => this.compound(command, context)]);
      else this.compound(command, context);
    });
    return outcome ?? { succeeded: flow.directory, failed: flow.directory };
  }

  /** Collects what runs with a standard output that is for sure no terminal, or may be one. */
  private capturing(captured: boolean, collect: () => void): void {
    const outer = this.captured;
    this.captured = captured;
    collect();
    this.captured = outer;
  }

  private compound(command: Exclude<Command, SimpleCommand>, context: Context): undefined {
    const { flow } = this;
    switch (command.kind) {
      case "subshell":
        flow.subshell(() => this.script(command.script, "subshell"));
        break;
      case "group":
        this.script(command.script, context);
        break;
      case "if": {
        const [condition, ...branches] = command.scripts;
        if (condition !== undefined) this.script(condition, context);
        flow.branches(branches.map((script) => () => this.script(script, context)));
        break;
      }
      case "loop":
        flow.loop(() => {
          for (const script of command.scripts) this.script(script, context);
        });
        break;
      case "for":
        for (const word of command.words ?? []) this.parts(word.parts, word, context);
        flow.loop(() => {
          this.loopVariable(command, context);
          this.script(command.script, context);
        });
        break;
      case "arithmetic for":
        flow.loop(() => {
          this.parts([command.expression], command.expression, context);
          this.script(command.script, context);
        });
        break;
      case "arithmetic":
        this.parts([command.expression], command.expression, context);
        break;
      case "case":
        this.parts(command.word.parts, command.word, context);
        flow.branches(
          command.clauses.map(({ patterns, script }) => () => {
            for (const pattern of patterns) this.parts(pattern.parts, pattern, context);
            this.script(script, context);
          }),
        );
        break;
      case "function": {
        const name = bareText(command.name) ?? "";
        this.functions.push(name);
        flow.defineFunction(name);
        this.capturing(false, () => flow.body(() => this.command(command.body, "function body"), true));
        break;
      }
      case "coprocess":
        if (command.name !== undefined) {
          this.assign({ name: command.name, array: true }, command, context);
        }
        flow.subshell(() => this.command(command.body, "subshell"));
        break;
      case "conditional":
        for (const word of command.words) this.parts(word.parts, word, context);
        if (command.evaluates !== undefined) this.evaluate(command.evaluates, command, context);
        break;
      default:
        command satisfies never;
        throw new Error("unknown command kind");
    }
  }

  /** What a simple command does; where the shell is then, if that depends on whether it succeeded. */
  private simple(command: SimpleCommand, context: Context): Outcome | undefined {
    const { flow } = this;
    const [head] = command.words;
    const declares = head !== undefined && ASSIGNMENT_BUILTIN.test(bareText(head) ?? "");
    const words = command.words.flatMap((word) => this.words(word, declares));
    flow.startCommand(words[0]?.text ?? "");
    this.run(words, command, context, 0, true);
    const redirected = command.redirects.length > 0;
    for (const assignment of command.assignments) this.assignment(assignment, words[0]?.text, context, redirected);
    for (const word of command.words) this.parts(word.parts, word, context);
    const [first] = words;
    if (first === undefined || first.holes.length > 0) return undefined;
    if (first.text === "cd" || first.text === "pushd" || first.text === "popd") return flow.move(words);
    if (MOVES.has(baseName(first.text))) flow.moveAnywhere();
    // The shell is gone, or at least this function is left.
    const mayLeave = first.text === "exit" || (first.text === "return" && context === "function body");
    const leaves = mayLeave && command.redirects.length + command.assignments.length === 0 && isStatus(words.slice(1));
    return leaves ? { succeeded: undefined, failed: undefined } : undefined;
  }

  private words(word: Word, declares: boolean): UnitWord[] {
    const { assignment } = word;
    if (declares && assignment !== undefined && !isCompound(assignment)) {
      const { name, append, value } = assignment;
      const { text, holes } = this.value(value, true);
      return [{ text: `${name}${append ? "+" : ""}=${text}`, holes, ...this.span(word) }];
    }
    return expandWords(word, this.braces).map((text) => ({ ...this.flow.resolve(text), ...this.span(word) }));
  }

  /** The value of an assignment: one text, be it empty; nothing is split, and no word goes. */
  private value(word: Word, declares: boolean): Text {
    const { text, holes } = this.flow.resolve(expandWord(asValue(word, declares)));
    const temporary = isTemporary(word);
    const more = { vanishes: false, single: true, ...(temporary && { name: TEMPORARY }) };
    return { text, holes: holes.map((one) => ({ ...one, ...more })) };
  }

  /**
   * What a command runs, reads and sets besides its own program.
   *
   * @param context that of the whole command
   * @param depth how many wrappers it stands behind
   * @param ownShell the shell reads its name, and not a program in front of it: it may be a builtin
   */
  private run(
    words: readonly UnitWord[],
    command: SimpleCommand,
    context: Context,
    depth: number,
    ownShell: boolean,
    wrapped?: Behind,
  ): void {
    const own = this.unit(words, depth === 0 ? context : "wrapper", wrapped);
    let behind: Behind | undefined; // of the first command that it runs, and of what else it may run then
    const count = this.units.length;
    const all = innerCommands(words, this.wrappers);
    let known = true;
    if (all.length > 0 && /^g?nohup$/.test(programName(words[0]?.text ?? ""))) this.nohup(words, context);
    for (const inner of all) {
      const span = spanOf(words);
      if (inner.kind === "variables") {
        for (const variable of inner.variables) {
          // A program sets no variable of this shell; that it might keeps every value from being known.
          if (!ownShell) {
            this.assign({ ...variable, integer: false }, span, context);
            continue;
          }
          // Outside a function nothing is local: the variable stays what it is.
          if (variable.local === true && !this.flow.inFunction) {
            this.assign({ name: variable.name }, span, context);
            continue;
          }
          const { name, value, append = false, readonly = false } = variable;
          this.assign(variable, span, context);
          if (readonly) this.readonly.add(name);
          if (value === undefined) continue;
          this.variables.declare(name, value, { context, ...this.span(span) });
          // Where a redirection fails, it does not run.
          if (!append && command.redirects.length === 0) this.flow.define(name, [value]);
        }
      } else if (inner.kind === "exports") {
        for (const name of inner.names) {
          this.exported.add(name);
          // What bash itself gave a value is exported with that.
          if (!keepsItsValue(name) || GIVEN_BY_BASH.test(name)) this.assign({ name, exported: true }, span, context);
        }
      } else if (inner.kind === "integers") {
        const evaluation = { names: inner.names, assigned: [], written: [], opaque: false };
        this.variables.evaluate({ evaluation, context, ...this.span(span) });
      } else if (inner.kind === "text" && this.texts < MAX_TEXTS) {
        this.text(inner.text, inner.ownShell || !ownShell, span);
        // With another home, the profile is another one.
        if (inner.login === true && this.source.includes("HOME")) this.hole(span, "wrapper", "text that runs later");
      } else if (inner.kind === "input") {
        this.input(inner.shell, command, span);
      } else if (inner.kind === "command" && depth < MAX_WRAPPERS) {
        const { text } = words[0] ?? plainText("");
        const { own: count = 0 } = inner;
        if (inner === all[0] && own !== undefined && count > 0) behind = { wrapper: own, own: count };
        const stays = ownShell && /^(?:command|builtin)$/.test(text);
        this.run(inner.words, command, context, depth + 1, stays, inner === all[0] ? behind : undefined);
        if (MOVES.has(baseName(inner.words[0]?.text ?? ""))) this.flow.moveAnywhere();
      } else {
        known = false;
        this.hole(span, "wrapper", inner.kind === "hole" ? inner.reason : "text that runs later", behind);
        this.flow.moveAnywhere();
      }
    }
    if (known && own !== undefined && this.units.length > count) {
      const subshell = depth === 0 && (context === "subshell" || context === "substitution");
      const peels = peelOf(words, all, { ownShell, subshell }, this.wrappers);
      if (peels !== undefined) this.peels.set(own, peels);
    }
    // A script may do as much as text that runs later.
    if (/^(?:source|\.)$/.test(words[0]?.text ?? "")) this.flow.moveAnywhere();
  }

  /** `nohup` appends what would go to a terminal to a file. */
  private nohup(words: readonly UnitWord[], context: Context): void {
    if (this.captured) return;
    const { directory } = this.flow;
    const place = this.slice(spanOf(words));
    this.redirects.push({ operator: ">>", directory, ...plainText("nohup.out"), ...place, context });
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
    const { flow } = this;
    const place = this.place ?? span;
    // The variables of this shell are none of another one's.
    const variables = ownShell ? new Variables(true) : this.variables;
    const inner = new Collector(this.source, this.wrappers, flow, place, this.texts + 1, variables);
    const collect = () => inner.lines(script, "text");
    if (ownShell) flow.otherShell(collect);
    else flow.body(collect, false);
    if (ownShell) inner.settle();
    this.units.push(...inner.units);
    this.assignments.push(...inner.assignments);
    this.redirects.push(...inner.redirects);
    this.functions.push(...inner.functions);
    for (const name of inner.exported) this.exported.add(name);
    for (const name of inner.readonly) this.readonly.add(name);
    for (const unit of inner.calls) this.calls.add(unit);
    for (const [unit, peels] of inner.peels) this.peels.set(unit, peels);
    this.problems.push(...inner.problems, ...problems.map(({ message }) => ({ span: place, message })));
  }

  private unit(words: readonly UnitWord[], context: Context, behind?: Behind): Unit | undefined {
    const [first] = words;
    if (first === undefined) return undefined;
    const { flow } = this;
    const { text, holes } = joinTexts(words);
    const called = context !== "wrapper" && context !== "text" && flow.hasFunction(first.text);
    const internal = called || (context !== "wrapper" && isInternal(words));
    const unit: Unit = {
      text,
      holes,
      words,
      ...this.slice(spanOf(words)),
      context,
      internal,
      directory: flow.directory,
      ...(behind !== undefined && { behind }),
    };
    this.units.push(unit);
    if (called) this.calls.add(unit);
    return unit;
  }

  private assignment(assignment: Assignment, command: string | undefined, context: Context, redirected: boolean): void {
    const { name, append, value, elements, subscript, evaluates } = assignment;
    if (isCompound(assignment)) {
      this.variables.makeArray(name);
      this.assign({ name, append }, assignment, context, command);
    } else {
      const given = this.value(value, false);
      this.assign({ name, value: given, append }, assignment, context, command);
      if (command === undefined && !append && !redirected) this.flow.define(name, [given]);
    }
    if (evaluates !== undefined) this.evaluate(evaluates, assignment, context);
    for (const { parts } of [value, ...(elements ?? []), { parts: subscript ?? [] }])
      this.parts(parts, assignment, context);
  }

  /** A variable is set, unset or declared. */
  private assign(variable: Variable, span: Span, context: Context, command?: string): void {
    const { name, value, append = false, exported = false, declared, array } = variable;
    const { text: given, holes: found } = value ?? holeText("parameter expansion");
    const holes = found.map((one) => ({ ...one, vanishes: false, single: true }));
    const text = `${name}${append ? "+" : ""}=${given}`;
    const place = this.slice(span);
    this.assignments.push({ name, command, exported, text, holes, ...place, context });
    if (exported) this.exported.add(name);
    if (array === true) this.variables.makeArray(name);
    // What stands before a command is gone after it.
    const integer = variable.integer ?? (value !== undefined && isIntegerValue(value));
    if (declared !== true && (!integer || command === undefined)) this.variables.assign(name, integer);
    if (ENDS_IN_ERROR.test(name)) this.flow.unsure = true;
    if (isEvaluatedAssignment(text)) this.hole(span, context, "text that runs later");
  }

  private loopVariable({ name, words, selects, start }: For, context: Context): void {
    const span = { start, end: name.end };
    if (selects) this.assign({ name: "REPLY" }, span, context);
    const variable = bareText(name) ?? "";
    const expanded = (words ?? []).map((word) => ({ integer: isIntegerWord(word), values: this.words(word, false) }));
    const values = expanded.flatMap((one) => one.values);
    const integer =
      values.length > 0 && expanded.every((one) => one.integer || one.values.every(({ text }) => isIntegerText(text)));
    const [only] = values;
    this.assign({ name: variable, integer, ...(values.length === 1 && { value: only }) }, span, context);
    if (!selects && words !== undefined) this.flow.define(variable, values);
  }

  private redirect(redirect: Redirect, context: Context): void {
    const { operator, target, variable, body } = redirect;
    if (variable !== undefined) this.assign({ name: variable }, redirect, context);
    const { directory } = this.flow;
    this.redirects.push({
      operator,
      directory,
      ...this.flow.resolve(expandWord(target)),
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
        const collect = () => this.flow.subshell(() => this.script(part.script, "substitution"));
        // What `>(…)` prints goes where the shell's own output does.
        this.capturing(!part.process, collect);
        continue;
      }
      if (part.evaluates !== undefined) this.evaluate(part.evaluates, span, context);
      this.parts(part.inner, span, context);
    }
  }

  private evaluate(evaluation: Evaluation, { start, end }: Span, context: Context): void {
    this.flow.mayFail();
    this.variables.evaluate({ evaluation, context, ...this.span({ start, end }) });
    for (const name of evaluation.written) {
      const { text, holes } = holeText("arithmetic expansion");
      this.assignments.push({
        name,
        command: undefined,
        exported: false,
        text: `${name}=${text}`,
        holes,
        ...this.slice({ start, end }),
        context,
      });
      if (name === "POSIXLY_CORRECT") this.hole({ start, end }, context, "text that runs later");
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

/** Whether the standard output is for sure no terminal behind these redirections, given whether it is before them. */
function isCaptured(redirects: readonly Redirect[], before: boolean): boolean {
  let captured = before;
  for (const { operator, descriptor, variable, target } of redirects) {
    if (variable !== undefined || (descriptor ?? (operator.startsWith("<") ? 0 : 1)) !== 1) continue;
    // A name that is not known is judged as any file.
    const { text: file } = expandWord(target);
    const copies = (operator === ">&" || operator === "<&") && /^(?:[0-9]*-?|.*\0.*)$/s.test(file);
    captured = !copies && (file === "/dev/null" || !/^\/(?:dev|proc)/.test(file));
  }
  return captured;
}

/** `NAME=(…)` or `NAME[…]=…`. */
function isCompound({ elements, subscript }: Assignment): boolean {
  return elements !== undefined || subscript !== undefined;
}

/**
 * The word that a value is: no pattern, and in plain assignments no braces either, stands for anything but itself. A tilde
 * does.
 */
function asValue(word: Word, declares: boolean): Word {
  const special = declares ? /[~{]/ : /~/;
  const plain = word.parts.every((part) => part.kind !== "literal" || part.quoted || !special.test(part.text));
  if (!plain) return word;
  return { ...word, parts: word.parts.map((part) => (part.kind === "literal" ? { ...part, quoted: true } : part)) };
}

/** Whether `exit` or `return` surely leaves with these operands: `--help` among them is no status. */
function isStatus([status, ...more]: readonly Text[]): boolean {
  if (status === undefined) return true;
  return more.length === 0 && isIntegerValue(status) && status.holes.every(({ name }) => name !== "!");
}

/** Whether a value is the name of a file that nobody has seen yet: `$(mktemp)`, `$(mktemp -d)`. */
function isTemporary({ parts }: Word): boolean {
  const [only, ...more] = parts;
  if (only?.kind !== "substitution" || only.process || more.length > 0) return false;
  const commands = only.script.items.flatMap(({ pipelines }) => pipelines.flatMap((pipeline) => pipeline.commands));
  const [command, ...others] = commands;
  if (command?.kind !== "simple" || others.length > 0) return false;
  if (command.assignments.length > 0 || command.redirects.length > 0) return false;
  return /^mktemp(?: -d)?$/.test(command.words.map((word) => bareText(word) ?? HOLE).join(" "));
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
