/** What surely happened before a place of a text: the directory that the shell is in there, and what it has defined. */
import type { Text } from "./text.ts";
import { keepsItsValue } from "./variables.ts";

/** How the working directory at a place came to be; other directories are named by their place in the list of all. */
export type Directory =
  | { readonly kind: "start" }
  | { readonly kind: "unknown" }
  /** After a `cd` or `pushd` that succeeded. */
  | { readonly kind: "moved"; readonly from: number; readonly words: readonly Text[] }
  /** After `cd -`. */
  | { readonly kind: "back"; readonly from: number; readonly to: number }
  | { readonly kind: "either"; readonly of: readonly number[] }
  /** At the start of a loop's body: unknown if the body moves. */
  | { readonly kind: "loop"; readonly from: number; moves: boolean }
  /** Wherever the text has been: at the start of a function's body, and after `popd`. */
  | { readonly kind: "visited" };

const START = 0;

/** A variable that is given a value which reaches what stands after it. */
export interface Definition {
  readonly name: string;
  /** The values that it may be given. */
  readonly values: readonly Text[];
}

/** The directories after a command: where it succeeded and where it failed; `undefined` where the shell is gone then. */
export interface Outcome {
  readonly succeeded: number | undefined;
  readonly failed: number | undefined;
}

/** A line that the shell reads and runs as a whole: an error in what it evaluates discards the rest of it. */
interface Line {
  /** Where the shell may be when that happens. */
  readonly discardedIn: Set<number>;
  /** Takes back what it defines behind such a place. */
  readonly takeBack: (() => void)[];
  /** The same for the variables that the command at hand defines. */
  readonly recent: (() => void)[];
}

function newLine(): Line {
  return { discardedIn: new Set(), takeBack: [], recent: [] };
}

interface Scope {
  readonly parent: Scope | undefined;
  readonly functions: Set<string>;
  readonly variables: Map<string, number>;
}

function scopeIn(parent: Scope | undefined): Scope {
  return { parent, functions: new Set(), variables: new Map() };
}

/** Follows one text from left to right. */
export class Flow {
  readonly directories: Directory[] = [{ kind: "start" }];
  readonly definitions: Definition[] = [];
  /** Something that may run at any time moves: what is relative may be relative to any directory. */
  lost = false;
  /** The directory at this place. */
  directory = START;
  /** A function's body: there `local` works. */
  inFunction = false;
  /** Errors may happen at any place: nothing surely reaches another line. */
  unsure = false;
  private scope = scopeIn(undefined);
  private line = newLine();
  /** How many places there are so far at which an error may discard the rest of a line. */
  private errors = 0;
  private errorsInBodies = false;
  private hasTexts = false;
  private readonly named = new Set<string>();

  /** What runs here may move, in a way that is not known. */
  moveAnywhere(): void {
    this.directory = this.add({ kind: "unknown" });
  }

  /** The directories after `cd`, `pushd` or `popd`, and the words behind them. */
  move(words: readonly Text[]): Outcome {
    const from = this.directory;
    const [command, operand, ...more] = words;
    if (command?.text === "popd" || (command?.text === "pushd" && operand === undefined)) {
      return { succeeded: this.add({ kind: "visited" }), failed: from };
    }
    // `pushd -n` stays where it is.
    if (command?.text === "pushd" && /^[-+\0]/.test(operand?.text ?? "")) {
      return { succeeded: this.add({ kind: "unknown" }), failed: from };
    }
    if (operand?.text !== "-" || more.length > 0) {
      return { succeeded: this.add({ kind: "moved", from, words }), failed: from };
    }
    const here = this.directories[from];
    const known = here?.kind === "moved" || here?.kind === "back";
    return {
      succeeded: known ? this.add({ kind: "back", from, to: here.from }) : this.add({ kind: "unknown" }),
      failed: from,
    };
  }

  /** One of two directories; where the shell is gone in one case, the other. */
  join(left: number | undefined, right: number | undefined): number | undefined {
    if (left === undefined || right === undefined || left === right) return left ?? right;
    return this.add({ kind: "either", of: [left, right] });
  }

  /** Runs in a process of its own: nothing it does is left, and an error ends that alone. */
  subshell(collect: () => void): void {
    const { directory, line, errors } = this;
    this.line = newLine();
    this.conditional(collect);
    this.line = line;
    this.errors = errors;
    this.directory = directory;
  }

  /** A command starts. If it is the call of a function, an error in there is one here. */
  startCommand(name: string): void {
    this.line.recent.length = 0;
    if (this.errorsInBodies && this.named.has(name)) this.mayFail();
  }

  /** What is evaluated here may be in error: that discards the rest of the line, and the next line runs. */
  mayFail(): void {
    this.errors++;
    const { discardedIn, takeBack, recent } = this.line;
    discardedIn.add(this.directory);
    for (const take of recent.splice(0)) takeBack.push(take);
  }

  /** A line of the shell's own text ends. */
  endLine(): void {
    const { discardedIn, takeBack } = this.line;
    for (const take of takeBack) take();
    for (const directory of discardedIn) this.directory = this.join(this.directory, directory) ?? directory;
    this.line = newLine();
  }

  /** Another shell, which has none of the variables and functions, but starts in the same directory. */
  otherShell(collect: () => void): void {
    const { directory, scope, inFunction, line, errors } = this;
    this.scope = scopeIn(undefined);
    this.inFunction = false;
    this.line = newLine();
    collect();
    this.scope = scope;
    this.line = line;
    this.errors = errors;
    this.directory = directory;
    this.inFunction = inFunction;
  }

  /** Runs or not: what it defines does not reach what stands after it. */
  conditional(collect: () => void): void {
    const { scope } = this;
    this.scope = scopeIn(scope);
    collect();
    this.scope = scope;
  }

  /** Branches of which some run; one may start where another before it ends. */
  branches(collects: readonly (() => void)[]): void {
    for (const collect of collects) {
      const before = this.directory;
      this.conditional(collect);
      this.directory = this.join(before, this.directory) ?? before;
    }
  }

  /** Runs any number of times. */
  loop(collect: () => void): void {
    const from = this.directory;
    const entry: Directory = { kind: "loop", from, moves: false };
    const start = this.add(entry);
    this.directory = start;
    this.conditional(collect);
    entry.moves = this.directory !== start;
    if (entry.moves) this.moveAnywhere();
    else this.directory = from;
  }

  /** Runs whenever it is called. */
  body(collect: () => void, isFunction: boolean): void {
    const { directory, inFunction, line, errors } = this;
    this.inFunction ||= isFunction;
    const start = this.add({ kind: "visited" });
    this.directory = start;
    this.line = newLine();
    this.conditional(collect);
    this.line = line;
    this.lost ||= this.directory !== start;
    const mayFail = this.errors > errors;
    // Other text may run between any two commands, and call functions.
    if (isFunction) this.errorsInBodies ||= mayFail;
    else this.hasTexts = true;
    this.unsure ||= this.hasTexts && (mayFail || this.errorsInBodies);
    this.errors = errors;
    this.directory = directory;
    this.inFunction = inFunction;
  }

  defineFunction(name: string): void {
    const { functions } = this.scope;
    functions.add(name);
    this.named.add(name);
    if (this.line.discardedIn.size > 0) this.line.takeBack.push(() => functions.delete(name));
  }

  /** Whether a function of this name surely is there. */
  hasFunction(name: string): boolean {
    for (let scope: Scope | undefined = this.scope; scope !== undefined; scope = scope.parent) {
      if (scope.functions.has(name)) return true;
    }
    return false;
  }

  /** A variable is given one of these values. */
  define(name: string, values: readonly Text[]): void {
    if (!keepsItsValue(name)) return;
    const { variables } = this.scope;
    variables.set(name, this.definitions.push({ name, values }) - 1);
    (this.line.discardedIn.size > 0 ? this.line.takeBack : this.line.recent).push(() => variables.delete(name));
  }

  /** The text with each hole that stands for a variable told what it was given. */
  resolve<T extends Text>(text: T): T {
    if (this.definitions.length === 0 || text.holes.every(({ name }) => name === undefined)) return text;
    return { ...text, holes: text.holes.map((hole) => ({ ...hole, definition: this.definitionOf(hole.name) })) };
  }

  private definitionOf(name: string | undefined): number | undefined {
    if (name === undefined) return undefined;
    for (let scope: Scope | undefined = this.scope; scope !== undefined; scope = scope.parent) {
      const found = scope.variables.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private add(directory: Directory): number {
    return this.directories.push(directory) - 1;
  }
}
