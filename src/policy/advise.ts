/** What a user could change so that a call is allowed. Every advice is judged before it is given. */
import { asking, ruleThatAllows } from "./explain.ts";
import type { Judgement, Policy, Ruling } from "./policy.ts";
import type { Rule } from "./rules.ts";

/** Judges the same call again under other rules. */
export type Rejudge = (policy: Policy) => Ruling;

/** The rules that would allow a whole call that asks; `undefined` where none can, as it is written. */
export function rulesThatAllow(ruling: Ruling, policy: Policy, rejudge: Rejudge): readonly Rule[] | undefined {
  const rules = asking(ruling).map(ruleThatAllows);
  if (!rules.every((rule) => rule !== undefined)) return undefined;
  return rejudge(policy.with(rules)).state === "allow" ? rules : undefined;
}

/** The smallest change that would turn one judgement's verdict, as a clause. */
export function changeThatFlips(judgement: Judgement, ruling: Ruling, policy: Policy, rejudge: Rejudge): string {
  const { verdict, surface } = judgement;
  const { action, rule, raisedBy } = verdict;
  const key = (pattern: string) => `permission.${surface}[${JSON.stringify(pattern)}]`;
  if (action === "allow" || action === "deny") {
    const wanted = action === "allow" ? "a later rule that asks or denies" : "a later rule that allows it";
    if (rule?.preset !== undefined) return `${wanted}, or no ${JSON.stringify(rule.preset)} in permission.extends`;
    return rule === undefined ? wanted : `${wanted}, or another action for ${key(rule.pattern)}`;
  }
  const index = ruling.judgements.indexOf(judgement);
  const allowing = ruleThatAllows(judgement);
  if (allowing !== undefined && rejudge(policy.with([allowing])).judgements[index]?.verdict.action === "allow") {
    return `${key(allowing.pattern)}: "allow"`;
  }
  if (raisedBy !== undefined) {
    const without = rejudge(policy.without(raisedBy)).judgements[index]?.verdict.action;
    return `writing out what is known only at run time${without === "allow" ? `, or no rule ${key(raisedBy.pattern)}` : ""}`;
  }
  return "writing it in another way: no rule speaks of just this";
}
