import type { Text } from "../shell/text.ts";
import type { ArgumentGrammar } from "./arguments.ts";
import type { RuleIndex } from "./rule-index.ts";
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
  /** It stands for what was not understood, which may have been more than a default. */
  readonly mistake?: true;
  /** A default ask, which does not stop what is built in: it stands first in a map that presets come with. */
  readonly yields?: true;
  /** The preset that it comes from. */
  readonly preset?: string;
  /** It is about a command only where all its arguments fit this, too. */
  readonly arguments?: ArgumentGrammar;
}

/** Whether a rule is a mere default: it asks about whatever no other rule speaks of. */
export function isDefaultAsk({ action, pattern, mistake }: Rule): boolean {
  return action === "ask" && pattern === "*" && mistake !== true;
}

/** Whether a rule stands in the settings, where the user can change it. */
export function isWritten({ origin }: Rule): boolean {
  return origin === "global" || origin === "project";
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
function coversSurface(rule: Rule, surface: string): boolean {
  return rule.surface === surface || (rule.surface === UNIVERSAL && surface !== "env");
}

/**
 * The last rule that matches a value, or a made-up one with the fallback action. A plain look-up: it knows no holes, and
 * no words, so that rules about arguments match nothing.
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
    (rule) =>
      rule.arguments === undefined &&
      coversSurface(rule, surface) &&
      wildcardMatch(expandHome(rule.pattern, home), value),
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
  /** The pattern of a deny or ask as it sees folded texts, where names that are not spelled alike may be the same. */
  readonly folded?: { readonly pattern: CompiledPattern; readonly fold: (text: string) => string } | undefined;
  /** Its pattern has characters that a canonical text cannot show as the user may have written them. */
  readonly namesSource: boolean;
}

const SOURCE_ONLY = /['"\\$~`]/;

/** The rules of presets, which are many, and the same for every policy. */
const compiledPresets = new WeakMap<Rule, CompiledRule>();

/** The rules that speak about a surface, in order. */
export function compileRules(
  ruleset: Ruleset,
  surface: string,
  home: string | undefined,
  platform?: string,
): readonly CompiledRule[] {
  const names = foldsCase(platform) && surface !== "bash" && surface !== "env";
  const fold = surface === "mcp" ? foldName : names && foldText;
  return ruleset
    .filter((rule) => coversSurface(rule, surface))
    .map((rule) => {
      const known = compiledPresets.get(rule);
      if (known !== undefined) return known;
      const pattern = expandHome(rule.pattern, home);
      const compiled = {
        rule,
        pattern: compilePattern(pattern),
        folded: fold && rule.action !== "allow" ? { pattern: compilePattern(fold(pattern)), fold } : undefined,
        namesSource: SOURCE_ONLY.test(rule.pattern),
      };
      if (rule.preset !== undefined) compiledPresets.set(rule, compiled);
      return compiled;
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

/**
 * A name of an MCP server or tool as Pi registers it, in small letters: `a-b` and `a.b` are `a_b` there. The first `:`
 * parts the two.
 */
function foldName(text: string): string {
  const first = text.indexOf(":");
  return text.replace(/[^\w*?\0]/g, (_, at) => (at === first ? ":" : "_")).toLowerCase();
}

/** How a rule is asked: the forms in which an allow rule sees what is judged, and those for deny and ask rules. */
export interface Subject {
  /** Every text that a rule may see: a rule that can match none of them is not asked. */
  readonly texts: readonly Text[];
  readonly allow: (rule: CompiledRule) => boolean;
  /** `"must"`, `"may"` or no match. */
  readonly restrict: (rule: CompiledRule) => "must" | "may" | undefined;
}

/** A verdict, with the rule that decided it and the one that raised it to an ask, if any. */
export interface Verdict {
  readonly action: Action;
  /** What the walk ended on, or the session's rule that answered it; `undefined` where no rule matched. */
  readonly rule: Rule | undefined;
  /** A deny or ask that only may match, and made the verdict an ask; a deny, if one may match. */
  readonly raisedBy: Rule | undefined;
  /** Rules before the one that decided that match, or may match, too, from last to first; only where it is traced. */
  readonly overridden?: readonly Rule[];
}

/** The rule that a verdict rests on; `undefined` where no rule matched. */
export function decisiveRule({ rule, raisedBy }: Verdict): Rule | undefined {
  return raisedBy ?? rule;
}

/**
 * The verdict of the configured rules. Where that is an ask, and no deny may match, a rule of the session may answer it:
 * an approval never loosens a deny.
 */
export function judge(rules: RuleIndex, subject: Subject, fallback: Action = "ask"): Verdict {
  const verdict = walk(rules, subject, fallback);
  if (verdict.action !== "ask" || verdict.raisedBy?.action === "deny") return verdict;
  const approval = rules.approved.findLast((compiled) => subject.allow(compiled));
  return approval === undefined ? verdict : { action: "allow", rule: approval.rule, raisedBy: undefined };
}

/**
 * Walks the rules from last to first. An allow rule applies only where it *must* match; a deny or ask rule where it
 * *may*: where it only may, the verdict is at least ask, and the walk goes on.
 */
function walk(rules: RuleIndex, subject: Subject, fallback: Action): Verdict {
  let raisedBy: Rule | undefined;
  const end = (action: Action, rule: Rule | undefined): Verdict =>
    raisedBy !== undefined && action === "allow"
      ? { action: "ask", rule, raisedBy }
      : { action, rule, raisedBy: action === "ask" ? raisedBy : undefined };
  const found = rules.findLast(subject, (compiled) => {
    const { rule } = compiled;
    if (rule.action === "allow") return subject.allow(compiled) ? end("allow", rule) : undefined;
    const match = subject.restrict(compiled);
    if (match === "must") return end(rule.action, rule);
    if (match === "may" && (raisedBy === undefined || (rule.action === "deny" && raisedBy.action === "ask")))
      raisedBy = rule;
    return undefined;
  });
  const verdict = found ?? end(fallback, undefined);
  return rules.traced ? { ...verdict, overridden: overriddenBy(verdict, rules, subject) } : verdict;
}

function overriddenBy(verdict: Verdict, { all }: RuleIndex, subject: Subject): readonly Rule[] {
  const rule = decisiveRule(verdict);
  const decided = all.findIndex((compiled) => compiled.rule === rule);
  const matching = all.slice(0, Math.max(decided, 0)).filter((compiled) => {
    return compiled.rule.action === "allow" ? subject.allow(compiled) : subject.restrict(compiled) !== undefined;
  });
  return matching.map((compiled) => compiled.rule).toReversed();
}

/** A subject with the same forms for every rule: an allow must match one of them, a deny or ask may match any. */
export function textSubject(allow: readonly Text[], restrict: readonly Text[]): Subject {
  return {
    texts: [...allow, ...restrict],
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
  const others = texts.map(({ text, holes }) => ({ text: folded.fold(text), holes }));
  return strongestMatch({ pattern: folded.pattern }, others) ?? found;
}
