import type { Span } from "../shell/ast.ts";
import type { Context } from "../shell/units.ts";
import {
  type Action,
  type CompiledRule,
  compileRules,
  mostRestrictive,
  type Rule,
  type Ruleset,
  type Verdict,
} from "./rules.ts";

/** A ruleset ready for use: the rules of each surface are compiled once. */
export class Policy {
  private readonly compiled = new Map<string, readonly CompiledRule[]>();
  private readonly specific = new Map<string, readonly CompiledRule[]>();
  private readonly againstUnknown = new Map<string, readonly CompiledRule[]>();
  private readonly surfaces: ReadonlySet<string>;

  /** `bash: "allow"` and nothing else: no rule is there that a command could hide from. */
  readonly allowsEveryCommand: boolean;

  constructor(
    readonly ruleset: Ruleset,
    private readonly home: string | undefined,
    /** As Node names it; it says which file names are the same. */
    readonly platform?: string,
  ) {
    this.surfaces = new Set(ruleset.map(({ surface }) => surface));
    const [bash, ...more] = ruleset.filter(({ surface }) => surface === "bash");
    this.allowsEveryCommand = more.length === 0 && bash?.pattern === "*" && bash.action === "allow";
  }

  /** The rules of a surface, those of the universal surface among them. */
  rules(surface: string): readonly CompiledRule[] {
    return kept(this.compiled, surface, () => compileRules(this.ruleset, surface, this.home, this.platform));
  }

  /** Those with a pattern of their own: no catch-alls. */
  specificRules(surface: string): readonly CompiledRule[] {
    return kept(this.specific, surface, () => this.rules(surface).filter(({ rule }) => rule.pattern !== "*"));
  }

  /** All but catch-all asks, which are no reason to ask about what is not known. */
  rulesAgainstUnknown(surface: string): readonly CompiledRule[] {
    return kept(this.againstUnknown, surface, () =>
      this.rules(surface).filter(({ rule }) => rule.action !== "ask" || rule.pattern !== "*"),
    );
  }

  /** Whether the user wrote rules for this very surface. */
  names(surface: string): boolean {
    return this.surfaces.has(surface);
  }

  /** The same policy with rules added last. */
  with(rules: Ruleset): Policy {
    return new Policy([...this.ruleset, ...rules], this.home, this.platform);
  }

  /** The same policy less one rule. */
  without(rule: Rule): Policy {
    return new Policy(
      this.ruleset.filter((other) => other !== rule),
      this.home,
      this.platform,
    );
  }
}

/** What is known for a key; made the first time. */
function kept<T>(known: Map<string, T>, key: string, make: () => T): T {
  let found = known.get(key);
  if (found === undefined) known.set(key, (found = make()));
  return found;
}

/** What is judged: a command, an assignment or a path, and where it stands. */
export interface Judged extends Span {
  /** `\0` where only run time knows. */
  readonly text: string;
  readonly source: string;
  readonly context: Context | "tool call";
}

/** One judgement that took part in a ruling. */
export interface Judgement extends Judged {
  readonly surface: string;
  readonly verdict: Verdict;
}

/** A verdict on what stands at a place. */
export function judgement({ text, source, start, end, context }: Judged, surface: string, verdict: Verdict): Judgement {
  return { text, source, start, end, context, surface, verdict };
}

/** What the policy says of a whole tool call. */
export interface Ruling {
  readonly state: Action;
  readonly judgements: readonly Judgement[];
  /** False if a part of a command was not understood. */
  readonly complete: boolean;
  /** What was not understood. */
  readonly problem: string | undefined;
}

/** The most restrictive of all judgements; nothing judged is nothing proven, and asks. */
export function conclude(judgements: readonly Judgement[], complete = true, problem?: string): Ruling {
  let state: Action = judgements.length === 0 ? "ask" : "allow";
  for (const { verdict } of judgements) state = mostRestrictive(state, verdict.action);
  return { state, judgements, complete, problem };
}
