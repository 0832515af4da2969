import type { Evaluation, Span, Word } from "./ast.ts";
import { HOLE, isNumber, type Text } from "./text.ts";
import type { Context } from "./units.ts";

interface Place extends Span {
  readonly context: Context;
}

/** Something that bash evaluates as an expression, and where. */
export interface Evaluated extends Place {
  readonly evaluation: Evaluation;
}

/** Variables that bash sets to something else than the text does. */
const SET_BY_BASH =
  /^(?:_|BASH.*|FUNCNAME|PIPESTATUS|MAPFILE|COPROC.*|COMP.*|OPTARG|DIRSTACK|PWD|OLDPWD|REPLY|GROUPS)$/;

/** Variables that bash makes integers before anything runs. */
const ALWAYS_INTEGER = /^(?:RANDOM|SRANDOM|SECONDS|LINENO|EPOCHSECONDS|PPID)$/;

/** Whether a variable has the value that it was given, until it is given another. */
export function keepsItsValue(name: string): boolean {
  return !SET_BY_BASH.test(name) && !ALWAYS_INTEGER.test(name) && !/^(?:EPOCH|HIST|OPT|E?UID)/.test(name);
}

/** What one shell evaluates, and which of its variables are integers for sure, or arrays. */
export class Variables {
  private readonly evaluations: Evaluated[] = [];
  /** For each variable that the text assigns: whether all it is given is integers. */
  private readonly assigned = new Map<string, boolean>();
  private readonly arrays = new Set<string>();
  private readonly mayBeCompound: ({ readonly name: string } & Place)[] = [];

  /** @param inherits it is another shell, whose variables may come from the text around it */
  constructor(private readonly inherits: boolean) {}

  /** A variable is given a value: an integer for sure, or not. */
  assign(name: string, integer: boolean): void {
    this.assigned.set(name, integer && this.assigned.get(name) !== false);
  }

  /** Something is evaluated. What an expression assigns is an integer. */
  evaluate(evaluated: Evaluated): void {
    this.evaluations.push(evaluated);
    for (const name of evaluated.evaluation.assigned) if (!this.assigned.has(name)) this.assigned.set(name, true);
  }

  /** A variable is an array from then on. */
  makeArray(name: string): void {
    this.arrays.add(name);
  }

  /** `declare` and its kin take a text in parentheses for a compound assignment, where the variable is an array. */
  declare(name: string, value: Text, place: Place): void {
    if (value.text.startsWith("(") || value.text.startsWith(HOLE)) this.mayBeCompound.push({ name, ...place });
  }

  /**
   * What may be any expression, commands and all, once all of the text is known: "Arithmetic evaluates the values of
   * variables", and one of them is no integer for sure.
   */
  unsettled(): readonly Place[] {
    return [
      ...this.evaluations.filter(
        ({ evaluation }) => evaluation.opaque || evaluation.names.some((name) => !this.isInteger(name)),
      ),
      ...this.mayBeCompound.filter(({ name }) => this.arrays.has(name) || SET_BY_BASH.test(name)),
    ];
  }

  private isInteger(name: string): boolean {
    if (SET_BY_BASH.test(name) || this.inherits) return false;
    return this.assigned.get(name) ?? ALWAYS_INTEGER.test(name);
  }
}

/** Whether a text is an integer: digits, or a minus and digits. */
export function isIntegerText(text: string): boolean {
  return /^-?[0-9]+$/.test(text);
}

/** Whether a word is an integer for sure: digits, the result of an arithmetic expansion, or `$?` and its kin. */
export function isIntegerWord({ parts }: Word): boolean {
  const [only, ...more] = parts;
  if (only === undefined || more.length > 0) return false;
  if (only.kind === "literal") return isIntegerText(only.text);
  return only.kind === "expansion" && (only.reason === "arithmetic expansion" || /^[?#$!]$/.test(only.name ?? ""));
}

/** The same of a text: the value of an assignment. */
export function isIntegerValue({ text, holes: [hole] }: Text): boolean {
  return hole === undefined ? isIntegerText(text) : text === HOLE && (isNumber(hole) || hole.name === "!");
}
