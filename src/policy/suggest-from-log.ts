import { baseName, HOLE, programName, type Text } from "../shell/text.ts";
/** Rules for the settings, from what was asked before. Every one is judged before it is suggested. */
import type { Rejudge } from "./advise.ts";
import type { Policy, Ruling } from "./policy.ts";
import { decisiveRule, isDefaultAsk, type Rule, type Ruleset, strongestMatch } from "./rules.ts";
import { suggestRules } from "./suggest.ts";
import { compilePattern, patternText } from "./wildcard.ts";

/** A call that a person was asked about, or would have been. */
export interface PastPrompt {
  readonly what: string;
  readonly rejudge: Rejudge;
  /** How often it was asked about. */
  readonly times: number;
  /** A person said no to it: a rule that allows it is none. */
  readonly refused: boolean;
}

/** A call, and the sets of rules each of which would allow it, from narrow to wide. */
export interface Candidates<P extends PastPrompt = PastPrompt> {
  readonly prompt: P;
  readonly sets: readonly Ruleset[];
  /** The rules ask about it by now. */
  readonly asks: boolean;
}

/** Rules that together allow calls, and the calls. */
export interface Suggestion<P extends PastPrompt = PastPrompt> {
  readonly rules: Ruleset;
  readonly saved: readonly P[];
}

/** So many are made, and so many are tried for that. */
const MAX_SUGGESTIONS = 10;
const MAX_TRIED = 50;

/** The rules that might have allowed a call; none that would loosen what the user's own rules deny or ask by name. */
export function suggestionsFor<P extends PastPrompt>(
  prompt: P,
  policy: Policy,
  home: string | undefined,
): Candidates<P> {
  const ruling = prompt.rejudge(policy);
  const asks = ruling.state === "ask";
  if (!asks || prompt.refused || prompt.times === 0 || asksForAReason(ruling)) return { prompt, sets: [], asks };
  const sets = suggestRules(ruling, policy, prompt.rejudge, home).filter((rules) =>
    rules.every((rule) => loosensNothing(rule, policy)),
  );
  return { prompt, sets, asks };
}

/** Whether something asks that was meant to: a rule about it, or the protection of the rules themselves. */
function asksForAReason({ judgements }: Ruling): boolean {
  return judgements.some(({ verdict }) => {
    const decided = decisiveRule(verdict);
    return verdict.action === "ask" && decided !== undefined && !isDefaultAsk(decided);
  });
}

/**
 * Whether an allow, written last, lets nothing through that a rule before it denies or asks about by more than a default:
 * no text is matched by both.
 */
export function loosensNothing(rule: Rule, policy: Policy): boolean {
  const restricting = policy
    .rules(rule.surface)
    .all.filter((other) => other.rule.action !== "allow" && !isDefaultAsk(other.rule));
  if (restricting.length === 0) return true;
  // A `?` counts as a `*`: of two patterns, each would have to fill in for the other's.
  const allowed = patternText(compilePattern(rule.pattern.replaceAll("?", "*")));
  const forms = rule.surface === "bash" ? commandForms(allowed) : [allowed];
  // A file has several names, each for other patterns: that `src/*` and `/work/src/a*` meet, no text of them shows.
  if (forms.length === 0 || (rule.surface !== "bash" && allowed.holes.length > 0)) return false;
  return restricting.every((other) => {
    if (forms.some((form) => strongestMatch(other, [form]) !== undefined)) return false;
    if (!other.namesSource) return true;
    // It sees commands as they are written, too: with the first word that it spells out, that one is run.
    const first = /^[\w./-]+(?= )/.exec(other.pattern.prefix)?.[0];
    return first !== undefined && forms.every(({ text }) => text.split(" ", 1)[0] !== first);
  });
}

/** A command as denies and asks see it: by its base name, and in lower case, as well. None where its program is not known. */
function commandForms({ text, holes }: Text): readonly Text[] {
  const [program = ""] = text.split(" ", 1);
  if (program.includes(HOLE)) return [];
  const rest = text.slice(program.length);
  const names = new Set([program, baseName(program), programName(program), program.toLowerCase()]);
  return [...names].map((name) => ({ text: name + rest, holes }));
}

/** The sets of rules that save the most prompts, each counted without those that another one before it saves. */
export function bestSuggestions<P extends PastPrompt>(
  candidates: readonly Candidates<P>[],
  policy: Policy,
): readonly Suggestion<P>[] {
  const refused = candidates.filter(({ prompt, asks }) => asks && prompt.refused);
  let open = candidates.filter(({ sets }) => sets.length > 0);
  const tried = new Set<string>();
  const suggestions: Suggestion<P>[] = [];
  while (suggestions.length < MAX_SUGGESTIONS && tried.size < MAX_TRIED) {
    const next = mostPromising(open, tried);
    if (next === undefined) break;
    tried.add(nameOf(next));
    const changed = policy.with(next);
    const allows = ({ prompt }: Candidates<P>) => prompt.rejudge(changed).state === "allow";
    if (refused.some(allows)) continue;
    const saved = open.filter(allows);
    if (saved.length === 0) continue;
    suggestions.push({ rules: next, saved: saved.map(({ prompt }) => prompt) });
    open = open.filter((candidate) => !saved.includes(candidate));
  }
  return suggestions;
}

function nameOf(rules: Ruleset): string {
  return JSON.stringify(rules.map(({ surface, pattern }) => [surface, pattern]).sort());
}

/** What was suggested for the most prompts; of two that save the same, the narrower. */
function mostPromising(open: readonly Candidates[], tried: ReadonlySet<string>): Ruleset | undefined {
  const scores = new Map<string, { rules: Ruleset; score: number; width: number }>();
  for (const { prompt, sets } of open) {
    for (const [width, rules] of sets.entries()) {
      const name = nameOf(rules);
      const known = scores.get(name);
      if (known !== undefined) known.score += prompt.times;
      else if (!tried.has(name)) scores.set(name, { rules, score: prompt.times, width });
    }
  }
  return [...scores.values()].sort((left, right) => right.score - left.score || left.width - right.width)[0]?.rules;
}
