import type { Span } from "../shell/ast.ts";
import type { Context } from "../shell/units.ts";
import { RuleIndex } from "./rule-index.ts";
import {
  type Action,
  compileRules,
  isDefaultAsk,
  mostRestrictive,
  type Rule,
  type Ruleset,
  type Verdict,
} from "./rules.ts";

/** What else a policy may have. */
interface Options {
  /** As Node names it; it says which file names are the same. */
  readonly platform?: string;
  /** Verdicts also tell which rules were overridden. */
  readonly traced?: boolean;
  /** The allow rules of the session, which only answer what the ruleset asks about. */
  readonly approved?: Ruleset;
}

/** A ruleset ready for use: the rules of each surface are compiled once. */
export class Policy {
  private readonly compiled = new Map<string, RuleIndex>();
  private readonly specific = new Map<string, RuleIndex>();
  private readonly againstUnknown = new Map<string, RuleIndex>();
  private readonly surfaces: ReadonlySet<string>;

  /** `bash: "allow"` and nothing else: no rule is there that a command could hide from. */
  readonly allowsEveryCommand: boolean;

  constructor(
    readonly ruleset: Ruleset,
    private readonly home: string | undefined,
    private readonly options: Options = {},
  ) {
    this.surfaces = new Set(ruleset.map(({ surface }) => surface));
    const [bash, ...more] = ruleset.filter(({ surface, origin }) => surface === "bash" && origin !== "builtin");
    this.allowsEveryCommand = more.length === 0 && bash?.pattern === "*" && bash.action === "allow";
  }

  get platform(): string | undefined {
    return this.options.platform;
  }

  /** The rules of a surface, those of the universal surface among them. */
  rules(surface: string): RuleIndex {
    return kept(this.compiled, surface, () => {
      const configured = compileRules(this.ruleset, surface, this.home, this.options.platform);
      // Made from canonical texts: a quote in one is none of the source, and `~` at its start is a file of that name.
      const approved = compileRules(this.options.approved ?? [], surface, undefined).map((one) => ({
        ...one,
        namesSource: false,
      }));
      return new RuleIndex(configured, this.options.traced, approved);
    });
  }

  /** Those with a pattern of their own: no catch-alls. */
  specificRules(surface: string): RuleIndex {
    return kept(this.specific, surface, () => this.only(surface, ({ pattern }) => pattern !== "*"));
  }

  /** All but catch-all asks: a mere default is no reason to ask about what is built in, or about what is not known. */
  rulesButDefaultAsks(surface: string): RuleIndex {
    return kept(this.againstUnknown, surface, () => this.only(surface, (rule) => !isDefaultAsk(rule)));
  }

  private only(surface: string, keeps: (rule: Rule) => boolean): RuleIndex {
    const { all, approved } = this.rules(surface);
    return new RuleIndex(
      all.filter(({ rule }) => keeps(rule)),
      this.options.traced,
      approved,
    );
  }

  /** Whether the user wrote rules for this very surface. */
  names(surface: string): boolean {
    return this.surfaces.has(surface);
  }

  /** The same policy with rules written last. */
  with(rules: Ruleset): Policy {
    return this.derived([...this.ruleset, ...rules]);
  }

  /** The same policy, whose verdicts also tell which rules were overridden. */
  tracing(): Policy {
    return this.derived(this.ruleset, { traced: true });
  }

  /** The same policy with another action for one rule, in its place. */
  changing(rule: Rule, action: Action): Policy {
    return this.derived(this.ruleset.map((other) => (other === rule ? { ...rule, action } : other)));
  }

  /** The same policy less one rule. */
  without(rule: Rule): Policy {
    return this.derived(this.ruleset.filter((other) => other !== rule));
  }

  /** The same policy with more rules of the session. */
  approving(rules: Ruleset): Policy {
    if (rules.length === 0) return this;
    return this.derived(this.ruleset, { approved: [...(this.options.approved ?? []), ...rules] });
  }

  private derived(ruleset: Ruleset, more?: Options): Policy {
    return new Policy(ruleset, this.home, { ...this.options, ...more });
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
  /** Of a file, where it leads, as far as that is known. */
  readonly path: string | undefined;
  /** Of a transparent wrapper: the asks on it that what it runs answers. */
  readonly answers?: "default asks" | "any ask" | undefined;
}

/** A verdict on what stands at a place. */
export function judgement(
  { text, source, start, end, context }: Judged,
  surface: string,
  verdict: Verdict,
  path?: string,
): Judgement {
  return { text, source, start, end, context, surface, verdict, path };
}

/** What the policy says of a whole tool call. */
export interface Ruling {
  readonly state: Action;
  readonly judgements: readonly Judgement[];
  /** False if a part of a command was not understood. */
  readonly complete: boolean;
  /** What was not understood. */
  readonly problem: string | undefined;
  /** A command is fed text by the command line itself, which no rule for commands speaks of. */
  readonly hereDocument: boolean;
}

/** What there is to say of a call that is no bash command. */
const TOOL_CALL = { complete: true, problem: undefined, hereDocument: false };

/** The most restrictive of all judgements; nothing judged is nothing proven, and asks. */
export function conclude(
  judgements: readonly Judgement[],
  { complete, problem, hereDocument }: Pick<Ruling, "complete" | "problem" | "hereDocument"> = TOOL_CALL,
): Ruling {
  let state: Action = judgements.length === 0 ? "ask" : "allow";
  for (const { verdict } of judgements) state = mostRestrictive(state, verdict.action);
  return { state, judgements, complete, problem, hereDocument };
}
