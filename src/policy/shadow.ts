/** Rules that are no mistake, but do nothing, or undo what was written before them. */
import { pathsIn } from "./explain.ts";
import type { Mistake } from "./normalize.ts";
import { RuleIndex } from "./rule-index.ts";
import { type CompiledRule, compileRules, isWritten, type Rule, type Ruleset, UNIVERSAL } from "./rules.ts";
import { ANY_CHARACTER, must, patternText } from "./wildcard.ts";

/** Something to know about a rule, by its path in the settings. */
export interface Note extends Mistake {
  /** It is as it should be: a project's rule in the place of a global one. */
  readonly expected: boolean;
}

/** A rule without effect, and the later one that always comes before it. */
export interface Shadowed {
  readonly rule: Rule;
  readonly by: Rule;
}

/** Steps of the comparison, each some nanoseconds: about as much as one may wait for at the start of a session. */
const BUDGET = 1e7;

/** What is worth a word in a ruleset, in its order, by surface. */
export function notesOn(ruleset: Ruleset, home: string | undefined): readonly Note[] {
  const { shadowed, complete } = findShadowed(ruleset, home);
  const pathOf = pathsIn(ruleset);
  const notes: Note[] = shadowed.map(({ rule, by }) => ({
    path: pathOf(rule),
    message:
      rule.pattern === by.pattern
        ? `the ${by.origin} rule of the same pattern takes its place`
        : `never decides: ${pathOf(by)} comes later and matches all that it does`,
    expected: rule.origin !== by.origin,
  }));
  const before = new Map<string, number>();
  for (const rule of ruleset.filter(isWritten)) {
    const { surface, pattern, origin } = rule;
    const map = `${origin} ${surface}`;
    const count = before.get(map) ?? 0;
    if (pattern !== "*") before.set(map, count + 1);
    else if (count > 0) {
      const message = `comes later than ${count === 1 ? "a rule" : `${count} rules`} and overrides ${count === 1 ? "it" : "them"}: write it first`;
      notes.push({ path: pathOf(rule), message, expected: false });
    }
    if (surface === "env" && !/[=*?]/.test(pattern)) {
      const message = `matches nothing: a pattern is about NAME=value, as in ${JSON.stringify(`${pattern}=*`)}`;
      notes.push({ path: pathOf(rule), message, expected: false });
    }
  }
  if (!complete) {
    const message = "too many rules to compare each with all: there may be others that never decide";
    notes.push({ path: "permission", message, expected: true });
  }
  return notes;
}

/**
 * The rules that a later one shadows: without them every verdict is the same, for texts with holes too. A rule behind which
 * a catch-all comes is not among them: some of what is not known is only judged by the other rules.
 */
export function findShadowed(
  ruleset: Ruleset,
  home: string | undefined,
): { shadowed: readonly Shadowed[]; complete: boolean } {
  const shadowed: Shadowed[] = [];
  let left = BUDGET;
  const bySurface = Map.groupBy(
    ruleset.filter((rule) => rule.surface !== UNIVERSAL && isWritten(rule)),
    ({ surface }) => surface,
  );
  for (const [surface, rules] of bySurface) {
    const comparable = compileRules(rules, surface, home).filter(({ rule }) => !UNCOMPARABLE.test(rule.pattern));
    const index = new RuleIndex(comparable);
    for (const earlier of comparable) {
      const text = patternText(earlier.pattern);
      const found = index.findLast({ texts: [text] }, (later) => {
        left -= 1;
        if (later === earlier || left < 0) return earlier;
        const { prefix, elements } = later.pattern;
        if (!mayShadow(later, earlier) || !text.text.startsWith(prefix)) return undefined;
        left -= elements.length * text.text.length;
        return left >= 0 && must(later.pattern, text) ? later : undefined;
      });
      if (left < 0) return { shadowed, complete: false };
      if (found !== undefined && found !== earlier) shadowed.push({ rule: earlier.rule, by: found.rule });
    }
  }
  return { shadowed, complete: true };
}

const UNCOMPARABLE = new RegExp(`[\\0${ANY_CHARACTER}]`);

/**
 * Whether a later rule is asked about whatever the earlier one is, if its pattern covers the other's.
 *
 * - Deny and ask rules see all forms that allow rules see, and more: no allow shadows them. What only may match an earlier
 *   deny or ask may match the later one, which then has raised the verdict already.
 * - For `bash`, rules with a quote in their pattern see the source, and an allow that spells out more words is stricter
 *   about the blanks in them.
 */
function mayShadow(later: CompiledRule, earlier: CompiledRule): boolean {
  const { pattern, action, surface } = later.rule;
  const allows = earlier.rule.action === "allow";
  if (pattern === "*" || (action === "allow" && !allows)) return false;
  if (surface !== "bash") return true;
  if (earlier.namesSource && !(later.namesSource && (action === "allow") === allows)) return false;
  if (action !== "allow") return true;
  const strict = later.pattern.words > earlier.pattern.words && /[^\S ]/.test(earlier.rule.pattern);
  return earlier.rule.pattern !== "*" && !strict;
}
