/** What a user could change so that a call is allowed. Every advice is judged before it is given. */
import { HOLE } from "../shell/text.ts";
import { asking, ruleThatAllows } from "./explain.ts";
import type { Judgement, Policy, Ruling } from "./policy.ts";
import { type Action, isWritten, mostRestrictive, type Rule } from "./rules.ts";

/** Judges the same call again under other rules. */
export type Rejudge = (policy: Policy) => Ruling;

/** The rules that would allow a whole call that asks; `undefined` where none can, as it is written. */
export function rulesThatAllow(ruling: Ruling, policy: Policy, rejudge: Rejudge): readonly Rule[] | undefined {
  const rules = asking(ruling).map(ruleThatAllows);
  if (!rules.every((rule) => rule !== undefined)) return undefined;
  return rejudge(policy.with(rules)).state === "allow" ? rules : undefined;
}

/** A change to the rules: one more behind all others, another action for one, or one less. */
export type Change =
  | { readonly kind: "add"; readonly rule: Rule }
  | { readonly kind: "set"; readonly rule: Rule; readonly action: Action }
  | { readonly kind: "remove"; readonly rule: Rule };

/** The policy with a change made. */
export function changed(policy: Policy, change: Change): Policy {
  if (change.kind === "add") return policy.with([change.rule]);
  return change.kind === "set" ? policy.changing(change.rule, change.action) : policy.without(change.rule);
}

/**
 * The changes that turn one judgement's verdict, each by itself, the smallest first: an allow into something else, an ask
 * into an allow, a deny into something else.
 */
export function changesThatFlip(
  judgement: Judgement,
  ruling: Ruling,
  policy: Policy,
  rejudge: Rejudge,
): readonly Change[] {
  const { action } = judgement.verdict;
  const flips = (change: Change): boolean => {
    const after = actionAfter(judgement, ruling, rejudge(changed(policy, change)));
    return action === "ask" ? after === "allow" : after !== action;
  };
  const found: Change[] = [];
  for (const change of candidates(judgement)) {
    if (!flips(change)) continue;
    found.push(change);
    // Of a denied command also the rule is named that could say something else.
    if (action !== "deny") break;
  }
  return found;
}

function candidates({ surface, text, context, verdict }: Judgement): Change[] {
  const { action, rule, raisedBy } = verdict;
  const changes: Change[] = [];
  const add = (pattern: string, as: Action): void => {
    changes.push({ kind: "add", rule: { surface, pattern, action: as, origin: "session" } });
  };
  const set = (as: Action): void => {
    if (rule !== undefined && isWritten(rule)) changes.push({ kind: "set", rule, action: as });
  };
  // What is known only at run time is a `*`, and a pattern has no way to say `*` alone.
  const pattern = text.replaceAll("*", "?").replaceAll(HOLE, "*");
  const named = context !== "unread" && !text.startsWith(HOLE);
  if (action === "allow") {
    if (named) add(pattern, "ask");
    set("ask");
    if (rule !== undefined && isWritten(rule)) changes.push({ kind: "remove", rule });
    return changes;
  }
  // A `*` behind a deny that it may match would undo it.
  if (named && (!text.includes(HOLE) || (action === "ask" && raisedBy === undefined))) add(pattern, "allow");
  if (raisedBy !== undefined && isWritten(raisedBy)) changes.push({ kind: "remove", rule: raisedBy });
  else set(action === "deny" ? "ask" : "allow");
  return changes;
}

/** What another ruling says of the same thing. What is not judged any more is not in the way. */
function actionAfter(judgement: Judgement, before: Ruling, after: Ruling): Action {
  const same = ({ judgements }: Ruling) =>
    judgements.filter(
      ({ surface, text, start, end, context }) =>
        surface === judgement.surface &&
        text === judgement.text &&
        start === judgement.start &&
        end === judgement.end &&
        context === judgement.context,
    );
  // One path may be judged in several places.
  const [old, now] = [same(before), same(after)];
  const found = old.length === now.length ? now[old.indexOf(judgement)] : undefined;
  if (found !== undefined) return found.verdict.action;
  return now.reduce<Action>((worst, { verdict }) => mostRestrictive(worst, verdict.action), "allow");
}
