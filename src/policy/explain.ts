import { HOLE } from "../shell/text.ts";
import type { Judgement } from "./decide.ts";

/** What would change a judgement's answer: one sentence. */
export function changeThatFlips({ verdict, surface, text, source }: Judgement): string {
  const { action, rule, raisedBy } = verdict;
  const key = (pattern: string) => `permission.${surface}[${JSON.stringify(pattern)}]`;
  switch (action) {
    case "allow":
      return rule === undefined
        ? "a rule that matches it"
        : `a later rule that matches it, or another action for ${key(rule.pattern)}`;
    case "deny":
      return rule === undefined
        ? "a rule that allows it"
        : `a later rule that allows it, or another action for ${key(rule.pattern)}`;
    case "ask":
      if (raisedBy !== undefined) return `the … written out, or no rule ${key(raisedBy.pattern)}`;
      return `${key(text.includes(HOLE) ? source : text)}: "allow"`;
    default:
      action satisfies never;
      throw new Error("unknown action");
  }
}
