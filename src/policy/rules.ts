import type { Text } from "../shell/text.ts";
import { type CompiledPattern, compilePattern, may, must, wildcardMatch } from "./wildcard.ts";

/** What a rule, or a verdict, says. */
export type Action = "allow" | "ask" | "deny";

/** Where a rule comes from. */
export type Origin = "global" | "project" | "session" | "builtin";

/** One line of the user's policy. */
export interface Rule {
  readonly surface: string; // bash, read, path, … or "*"
  readonly pattern: string;
  readonly action: Action;
  readonly reason?: string;
  readonly origin: Origin;
}

/** Rules in order: the last one that matches wins. */
export type Ruleset = readonly Rule[];

/** The surface that stands for all others, but for `env`, which no default may loosen. */
export const UNIVERSAL = "*";

/** The more restrictive of two verdicts: deny before ask before allow. */
export function mostRestrictive(left: Action, right: Action): Action {
  if (left === "deny" || right === "deny") return "deny";
  return left === "ask" || right === "ask" ? "ask" : "allow";
}

/** Whether rules of one surface are asked about another. */
export function coversSurface(rule: Rule, surface: string): boolean {
  return rule.surface === surface || (rule.surface === UNIVERSAL && surface !== "env");
}

/**
 * The last rule that matches a value, or a made-up one with the fallback action. A plain look-up: it knows no holes.
 *
 * `home` is what `~/` and `$HOME/` at the start of a pattern stand for.
 */
export function evaluate(
  surface: string,
  value: string,
  ruleset: Ruleset,
  fallback: Action = "ask",
  home?: string,
): Rule {
  const found = ruleset.findLast(
    (rule) => coversSurface(rule, surface) && wildcardMatch(expandHome(rule.pattern, home), value),
  );
  return found ?? { surface, pattern: "*", action: fallback, origin: "builtin" };
}

/** A pattern with `~/` or `$HOME/` at its start, or one that is just that, put into terms of the home directory. */
export function expandHome(pattern: string, home: string | undefined): string {
  if (home === undefined) return pattern;
  const rest = /^(?:~|\$HOME)(\/.*|)$/s.exec(pattern)?.[1];
  return rest === undefined ? pattern : home.replace(/\/+$/, "") + rest;
}

/** A rule ready to be asked about texts with holes. */
export interface CompiledRule {
  readonly rule: Rule;
  readonly pattern: CompiledPattern;
  /** The pattern of a deny or ask as it sees folded texts, where file names that differ in case alone are the same. */
  readonly folded?: CompiledPattern | undefined;
  /** Its pattern has characters that a canonical text cannot show as the user may have written them. */
  readonly namesSource: boolean;
}

const SOURCE_ONLY = /['"\\$~]/;

/** The rules that speak about a surface, in order. */
export function compileRules(
  ruleset: Ruleset,
  surface: string,
  home: string | undefined,
  platform?: string,
): readonly CompiledRule[] {
  const folds = foldsCase(platform) && surface !== "bash" && surface !== "env";
  return ruleset
    .filter((rule) => coversSurface(rule, surface))
    .map((rule) => {
      const pattern = expandHome(rule.pattern, home);
      return {
        rule,
        pattern: compilePattern(pattern),
        folded: folds && rule.action !== "allow" ? compilePattern(foldText(pattern)) : undefined,
        namesSource: SOURCE_ONLY.test(rule.pattern),
      };
    });
}

/** Whether the usual file systems of a platform, as Node names it, take names that differ in case alone for the same. */
export function foldsCase(platform: string | undefined): boolean {
  return platform === "darwin" || platform === "win32";
}

/** A text in the form in which such a file system compares names; macOS composes letters in its own way too. */
export function foldText(text: string): string {
  return text.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
}

/** How a rule is asked: the forms in which an allow rule sees what is judged, and those for deny and ask rules. */
export interface Subject {
  readonly allow: (rule: CompiledRule) => boolean;
  /** `"must"`, `"may"` or no match. */
  readonly restrict: (rule: CompiledRule) => "must" | "may" | undefined;
}

/** A verdict, with the rule that decided it and the one that raised it to an ask, if any. */
export interface Verdict {
  readonly action: Action;
  /** What the walk ended on; `undefined` where no rule matched. */
  readonly rule: Rule | undefined;
  /** A deny or ask that only may match, and made the verdict an ask. */
  readonly raisedBy: Rule | undefined;
}

/**
 * Walks the rules from last to first. An allow rule applies only where it *must* match; a deny or ask rule where it
 * *may*: where it only may, the verdict is at least ask, and the walk goes on.
 */
export function judge(rules: readonly CompiledRule[], subject: Subject, fallback: Action = "ask"): Verdict {
  let raisedBy: Rule | undefined;
  const end = (action: Action, rule: Rule | undefined): Verdict =>
    raisedBy !== undefined && action === "allow"
      ? { action: "ask", rule, raisedBy }
      : { action, rule, raisedBy: action === "ask" ? raisedBy : undefined };
  for (let index = rules.length - 1; index >= 0; index--) {
    const compiled = rules[index];
    if (compiled === undefined) continue;
    const { rule } = compiled;
    if (rule.action === "allow") {
      if (subject.allow(compiled)) return end("allow", rule);
      continue;
    }
    const match = subject.restrict(compiled);
    if (match === "must") return end(rule.action, rule);
    if (match === "may") raisedBy ??= rule;
  }
  return end(fallback, undefined);
}

/** A subject with the same forms for every rule: an allow must match one of them, a deny or ask may match any. */
export function textSubject(allow: readonly Text[], restrict: readonly Text[]): Subject {
  return {
    allow: ({ pattern }) => allow.some((text) => must(pattern, text)),
    restrict: (rule) => strongestMatch(rule, restrict),
  };
}

/** Whether a rule's pattern must match one of the texts, or else may. */
export function strongestMatch(
  { pattern, folded }: Pick<CompiledRule, "pattern" | "folded">,
  texts: readonly Text[],
): "must" | "may" | undefined {
  let found: "may" | undefined;
  for (const text of texts) {
    if (must(pattern, text)) return "must";
    // Without holes the two are the same.
    if (found === undefined && text.holes.length > 0 && may(pattern, text)) found = "may";
  }
  if (folded === undefined) return found;
  const others = texts.map(({ text, holes }) => ({ text: foldText(text), holes }));
  return strongestMatch({ pattern: folded }, others) ?? found;
}
