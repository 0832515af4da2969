import type { Evaluation, Span, Word } from "./ast.ts";
import type { Context } from "./units.ts";

/** Something that bash evaluates as an expression, and where. */
export interface Evaluated extends Span {
  readonly evaluation: Evaluation;
  readonly context: Context;
}

/** Variables that bash sets to something else than the text does. */
const SET_BY_BASH =
  /^(?:_|BASH.*|FUNCNAME|PIPESTATUS|MAPFILE|COPROC.*|COMP.*|OPTARG|DIRSTACK|PWD|OLDPWD|REPLY|GROUPS)$/;

/** Variables that bash makes integers before anything runs. */
const ALWAYS_INTEGER = /^(?:RANDOM|SRANDOM|SECONDS|LINENO|EPOCHSECONDS|PPID)$/;

/** What one shell evaluates, and which of its variables are integers for sure. */
export class Integers {
  private readonly evaluations: Evaluated[] = [];
  /** For each variable that the text assigns: whether all it is given is integers. */
  private readonly assigned = new Map<string, boolean>();

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

  /**
   * What may be any expression, commands and all, once all of the text is known: "Arithmetic evaluates the values of
   * variables", and one of them is no integer for sure.
   */
  unsettled(): readonly Evaluated[] {
    return this.evaluations.filter(
      ({ evaluation }) => evaluation.opaque || evaluation.names.some((name) => !this.isInteger(name)),
    );
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

/** Whether a word is an integer for sure: digits, or the result of an arithmetic expansion. */
export function isIntegerWord({ parts }: Word): boolean {
  const [only, ...more] = parts;
  if (only === undefined || more.length > 0) return false;
  if (only.kind === "literal") return isIntegerText(only.text);
  return only.kind === "expansion" && only.reason === "arithmetic expansion";
}
