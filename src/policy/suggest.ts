/** What a person may approve for the rest of the session, from narrow to wide. Every suggestion is judged before it is made. */
import { HOLE, type Text } from "../shell/text.ts";
import type { Rejudge } from "./advise.ts";
import type { Judgement, Policy, Ruling } from "./policy.ts";
import type { Rule, Ruleset } from "./rules.ts";
import { deriveApprovalPattern } from "./session-rules.ts";
import { namesItsProgram, widthOf } from "./subcommands.ts";
import { FILE_TOOLS } from "./tools.ts";
import { mustMatch } from "./wildcard.ts";

/** A ladder has no more rungs than this. */
const MAX_WIDTHS = 3;

/** A choice that lists more rules than this is none; nor is one looked at that has far more before it is simplified. */
const MAX_RULES = 8;
const MAX_SEPARATE = 64;

/**
 * Sets of rules each of which, approved for the session, allows a call that asks: one rule for each judgement that asks,
 * all of the same width. None where a judgement has no pattern that is narrow enough, or where a deny may match.
 */
export function suggestRules(
  ruling: Ruling,
  policy: Policy,
  rejudge: Rejudge,
  home: string | undefined,
): readonly Ruleset[] {
  const asked = ruling.judgements.filter(({ verdict }) => verdict.action === "ask");
  if (ruling.state !== "ask" || asked.some(({ verdict }) => verdict.raisedBy?.action === "deny")) return [];
  const ladders = asked.map((judgement) => ladder(judgement, ruling, home));
  if (ladders.some(({ length }) => length === 0)) return [];
  const sets = new Map<string, Ruleset>();
  for (let width = 0; width < MAX_WIDTHS; width++) {
    const rules = new Map<string, Rule>();
    for (const rungs of ladders) {
      const rule = rungs[Math.min(width, rungs.length - 1)];
      if (rule !== undefined) rules.set(`${rule.surface}\n${rule.pattern}`, rule);
    }
    if (rules.size > MAX_SEPARATE) continue;
    const set = withoutCovered([...rules.values()]);
    const key = JSON.stringify(set.map(({ surface, pattern }) => [surface, pattern]).sort());
    if (set.length > MAX_RULES || sets.has(key) || rejudge(policy.approving(set)).state !== "allow") continue;
    sets.set(key, set);
  }
  return [...sets.values()];
}

/** The rules less those that another one of them covers. */
function withoutCovered(rules: readonly Rule[]): Ruleset {
  return rules.filter(
    (rule) =>
      !rules.some(
        (other) =>
          other !== rule && other.surface === rule.surface && mustMatch(other.pattern, languageOf(rule.pattern)),
      ),
  );
}

/** How much wider a rule that a person wrote is than all that were suggested. */
export type Wider =
  /** It is for everything. */
  | "everything"
  /** Its words may run any program, or lose any file. */
  | "anything behind a program"
  | "wider";

/** Compares a rule with the suggestions; `undefined` where one of them covers it. */
export function widerThan(suggestions: readonly Ruleset[], { surface, pattern }: Rule): Wider | undefined {
  if (/^[*?\s]*$/.test(pattern)) return "everything";
  const language = languageOf(pattern);
  if (suggestions.flat().some((rule) => rule.surface === surface && mustMatch(rule.pattern, language)))
    return undefined;
  const width = surface === "bash" ? widthOf(pattern.split(" ")) : 1;
  return width === "itself" || width === "named program" ? "anything behind a program" : "wider";
}

/** A pattern as the text of all that it matches: a character that no pattern has is matched like any other one. */
function languageOf(pattern: string): Text {
  const last = pattern.endsWith(" *") ? pattern.length - 1 : undefined;
  const stars = [...pattern.matchAll(/\*/g)];
  const holes = stars.map(({ index }) => ({ reason: "parameter expansion", vanishes: index === last }) as const);
  return { text: pattern.replaceAll("?", "\uFFFF").replaceAll("*", HOLE), holes };
}

/** The rules that may answer a judgement, each of which covers the one before it. */
function ladder(judgement: Judgement, { hereDocument }: Ruling, home: string | undefined): readonly Rule[] {
  const { surface } = judgement;
  // What a here-document says is part of what was asked, and no pattern says it.
  const patterns = surface === "bash" && hereDocument ? [] : patternsFor(judgement, home);
  return [...new Set(patterns)].map((pattern) => ({ surface, pattern, action: "allow", origin: "session" }));
}

function patternsFor({ surface, text, path, context }: Judgement, home: string | undefined): readonly string[] {
  if (context === "unread") return [];
  if (path !== undefined) return pathPatterns(path, home);
  if (surface === "bash") return commandPatterns(text);
  if (surface === "env") return variablePatterns(text);
  // Of a tool without a path there is nothing to say but its name.
  const hasPath = text !== "" || FILE_TOOLS.includes(surface) || surface === "path" || surface === "external_directory";
  return context === "tool call" && !hasPath ? ["*"] : [];
}

/** A text as the pattern that comes nearest: a pattern has no way to say `*` alone. */
function literal(text: string): string {
  return text.replaceAll("*", "?");
}

/** The command; with the words that name what is done and the next one; with those words alone. */
function commandPatterns(text: string): readonly string[] {
  const words = text.split(" ");
  const hole = text.indexOf(HOLE);
  if (words[0] === "") return [];
  const width = widthOf(words);
  if (width === "itself" || width === "named program") {
    return /[*?\0]/.test(text) || (width === "named program" && !namesItsProgram(words)) ? [] : [text];
  }
  const written = hole === -1 ? [literal(text)] : [];
  if (width === "as written" || words.length < width) return written;
  const named = words.slice(0, width);
  // Before an option nothing is named yet.
  if (named.some((word, index) => word.includes(HOLE) || (index > 0 && /^[-+]|^$/.test(word)))) return written;
  if (hole !== -1) written.push(literal(text.slice(0, hole).replace(/ $/, "")) + (text[hole - 1] === " " ? " *" : "*"));
  const next = words.slice(0, width + 1);
  if (words.length > next.length && !next.join().includes(HOLE)) written.push(`${literal(next.join(" "))} *`);
  return [...written, `${literal(named.join(" "))} *`];
}

/** The file, then its directory, unless that holds everything, or every user's own files. */
function pathPatterns(path: string, home: string | undefined): readonly string[] {
  const hole = path.indexOf(HOLE);
  const file = hole === -1 ? [literal(path)] : [];
  const directory = deriveApprovalPattern(hole === -1 ? path : path.slice(0, hole));
  const holdsHome = `${home ?? ""}/`.startsWith(directory.slice(0, -1));
  return holdsHome || directory.startsWith("./") ? file : [...file, directory];
}

/** The assignment, and nothing wider: another value may name another file, or another program. */
function variablePatterns(text: string): readonly string[] {
  return text.includes(HOLE) ? [] : [literal(text)];
}
