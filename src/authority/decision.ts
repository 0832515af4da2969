/** The verdict on a bash command, as the public function and the terminal give it. */
import { judgeCommand } from "../policy/decide.ts";
import { trigger } from "../policy/explain.ts";
import { readPermission } from "../policy/normalize.ts";
import type { PathContext } from "../policy/paths.ts";
import { Policy, type Ruling } from "../policy/policy.ts";
import { type Action, decisiveRule } from "../policy/rules.ts";
import { readWrappers } from "../policy/user-wrappers.ts";
import { mayBeAnswered, unitText } from "./ask.ts";
import {
  answerInner,
  INNER_COMMAND,
  type InnerGrammar,
  type InnerOptions,
  type PeelingQuery,
} from "./inner-command.ts";
import { policyQuery } from "./query.ts";

/** What `decide` is asked. */
export interface DecideRequest {
  readonly command: string;
  /** The `permission` map of the settings. */
  readonly permission: unknown;
  readonly cwd?: string;
  readonly home?: string;
  /** The environment that the shell starts with: assignments to its variables are judged. */
  readonly env?: Readonly<Record<string, string>>;
  /** The grammar of `inner-cmd`; `"strict"` if it is left out. */
  readonly grammar?: InnerGrammar;
  /** The user's own transparent wrappers, as `innerCommand.wrappers` has them. */
  readonly wrappers?: Readonly<Record<string, unknown>>;
}

/** The verdict on a bash command, with every judgement that took part. Offsets are UTF-16, half open. */
export interface Decision {
  /** The policy's verdict. */
  readonly state: Action;
  /** The verdict after the authorizers that answer without a person. */
  readonly final: Action;
  /** Who decided: `"policy"`, or the name of an authorizer. */
  readonly by: string;
  readonly units: readonly {
    readonly text: string;
    readonly source: string;
    readonly start: number;
    readonly end: number;
    readonly context: string;
    readonly state: Action;
    /** The pattern that decided, or that raised the verdict to an ask; null where no rule matched. */
    readonly pattern: string | null;
    readonly surface: string;
  }[];
  readonly complete: boolean;
}

/**
 * Decides a bash command under a `permission` map. Pure; never throws on any command or map.
 *
 * @example decide({ command: "git status", permission: { bash: { "git *": "allow" } } }).state // "allow"
 */
export function decide(request: DecideRequest): Decision {
  const { command, permission, cwd, home, env, grammar = "strict" } = request;
  const { rules } = readPermission(permission, "global", home);
  const { wrappers } = readWrappers(request.wrappers);
  return decideUnder(command, new Policy(rules, home), { cwd, home, env }, { grammar, wrappers });
}

/** The same under rules that are compiled already. */
export function decideUnder(command: string, policy: Policy, paths: PathContext, options: InnerOptions): Decision {
  const { wrappers } = options;
  const judge = (text: string) => judgeCommand(text, policy, paths, { wrappers });
  const ruling = judge(command);
  const { state, judgements, complete } = ruling;
  const units = judgements.map(({ text, source, start, end, context, verdict, surface }) => {
    const pattern = decisiveRule(verdict)?.pattern ?? null;
    return { text, source, start, end, context, state: verdict.action, pattern, surface };
  });
  const final = afterInnerCommand(command, ruling, policyQuery({ rules: () => policy, paths, judge }), options);
  return { state, final: final ?? state, by: final === undefined ? "policy" : INNER_COMMAND, units, complete };
}

/** What `inner-cmd` answers about a command that asks; `undefined` where it defers. */
export function afterInnerCommand(
  command: string,
  ruling: Ruling,
  query: PeelingQuery,
  options: InnerOptions,
): Action | undefined {
  const asks = ruling.state === "ask" && mayBeAnswered(ruling) ? trigger(ruling) : undefined;
  if (asks?.surface !== "bash") return undefined;
  const { verdict } = answerInner({ unit: unitText(asks), command }, options, query);
  return verdict.kind === "defer" ? undefined : verdict.kind;
}
