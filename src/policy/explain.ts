/** Why a ruling came out as it did, and what would change it. */
import { displayText, HOLE } from "../shell/text.ts";
import { rulePath } from "./normalize.ts";
import type { Judgement, Ruling } from "./policy.ts";
import type { Rule, Ruleset } from "./rules.ts";

/** The judgement that a ruling's verdict rests on: the first in the source with that verdict. */
export function trigger({ state, judgements }: Ruling): Judgement {
  const found = judgements.find(({ verdict }) => verdict.action === state) ?? judgements[0];
  if (found === undefined) throw new Error("a ruling without a judgement");
  return found;
}

/** The judgements that need an approval, the same thing only once; what was not understood comes first. */
export function asking({ judgements }: Ruling): readonly Judgement[] {
  const asked = judgements.filter(({ verdict }) => verdict.action === "ask");
  const seen = new Set<string>();
  return [...asked.filter(isUnread), ...asked.filter((one) => !isUnread(one))].filter((one) => {
    const key = `${one.surface}\n${whatOf(one)}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Whether a judgement is about a text that was not understood. */
export function isUnread({ context }: Judgement): boolean {
  return context === "unread";
}

/** What a judgement is about, for people. */
export function whatOf({ text, source }: Judgement): string {
  return displayText(text === HOLE && source !== "" ? source : text);
}

/**
 * The narrowest rule that speaks of what was judged and nothing else; `undefined` where no pattern says just that, because
 * a part is known only at run time.
 */
export function ruleThatAllows({ surface, text, context }: Judgement): Rule | undefined {
  if (text.includes(HOLE) || context === "unread") return undefined;
  // A pattern has no way to say `*` alone.
  return { surface, pattern: text.replaceAll("*", "?"), action: "allow", origin: "session" };
}

/** Gives the settings path of a rule, with where it comes from if that is not the same for all rules. */
export function pathsIn(ruleset: Ruleset): (rule: Rule) => string {
  const several = new Set(ruleset.map(({ origin }) => origin)).size > 1;
  return (rule) => rulePath(rule) + (several ? ` (${rule.origin})` : "");
}

/** Rules as the `permission` block that a user can write. */
export function toPermission(rules: readonly Rule[]): string {
  const permission: Record<string, Record<string, string>> = {};
  for (const { surface, pattern, action } of rules) (permission[surface] ??= {})[pattern] = action;
  return JSON.stringify({ permission });
}
