import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

import { asking, whatOf } from "../policy/explain.ts";
import type { Ruling } from "../policy/policy.ts";
import type { Rule, Ruleset } from "../policy/rules.ts";
import { displayText } from "../shell/text.ts";
import { type Language, type Messages, messages, whyOf } from "./messages.ts";

/** What a person is asked about. */
export interface Question {
  readonly tool: string;
  /** The whole call, for people. */
  readonly whole: string;
  readonly ruling: Ruling;
  /** The sets of rules that may be approved for the session, from narrow to wide. */
  readonly suggestions: readonly Ruleset[];
}

/**
 * What a person answered: an approval with the rules that it adds to the session; a denial with what the model is told, and
 * the person's own words in it.
 */
export type Answer =
  | { readonly allowed: true; readonly rules: Ruleset }
  | { readonly allowed: false; readonly reason: string; readonly note: string | undefined };

/** More reasons than this are counted, not listed. */
const MAX_REASONS = 6;

/** Of a longer call, or part of one, the beginning and the end are shown, so that the choices stay on the screen. */
const MAX_SHOWN = { whole: 900, part: 200, pattern: 80 } as const;
const MAX_LINES = 14;

/**
 * Asks the person in front of Pi about a call that asks. What needs an approval comes before the call itself, and the
 * first choice denies: a key that was meant for something else must not allow.
 */
export async function askHuman(
  ctx: ExtensionContext,
  { tool, whole, ruling, suggestions }: Question,
  language: Language,
): Promise<Answer> {
  const text = messages(language);
  const options = ctx.signal === undefined ? {} : { signal: ctx.signal };
  const title = question(tool, whole, ruling, text);
  const approvals = new Map<string, Ruleset>();
  for (const rules of suggestions) {
    const label = text.allowForSession(rules.map((rule) => ruleName(rule)).join(", "));
    // Of two that look the same the person would not know which is meant: the narrow one.
    if (!approvals.has(label)) approvals.set(label, rules);
  }
  const choices = [text.deny, text.allowOnce, ...approvals.keys(), text.denyWithReason];
  const choice = await ctx.ui.select(title, choices, options);
  if (choice === text.allowOnce) return { allowed: true, rules: [] };
  const rules = choice === undefined ? undefined : approvals.get(choice);
  if (rules !== undefined) return { allowed: true, rules };
  // Esc denies, and so does whatever is not one of the choices.
  const input = choice === text.denyWithReason ? await ctx.ui.input(text.reasonPrompt, "", options) : undefined;
  const note = input?.trim() ?? "";
  const [first] = asking(ruling);
  const what = first === undefined ? tool : shorten(whatOf(first), MAX_SHOWN.part, text);
  return { allowed: false, reason: text.deniedByUser(what, note), note: note === "" ? undefined : note };
}

function question(tool: string, whole: string, ruling: Ruling, text: Messages): string {
  const asked = asking(ruling);
  const reasons = asked
    .slice(0, MAX_REASONS)
    .map((one) => `\`${shorten(whatOf(one), MAX_SHOWN.part, text)}\`: ${whyOf(one, ruling.problem, text)}`);
  if (asked.length > MAX_REASONS) reasons.push(text.more(asked.length - MAX_REASONS));
  const shown = shorten(displayText(whole), MAX_SHOWN.whole, text).replaceAll(/^/gm, "  ");
  return `${text.question(tool)}\n\n${reasons.join("\n")}\n\n${shown}`;
}

/** A rule as one line: its pattern, behind the name of its surface where that is not `bash`. */
function ruleName({ surface, pattern }: Rule): string {
  const line = displayText(pattern).replaceAll(/[\n\t]/g, (blank) => (blank === "\n" ? "\\n" : "\\t"));
  const half = MAX_SHOWN.pattern / 2;
  const shown = line.length > MAX_SHOWN.pattern ? `${line.slice(0, half)} … ${line.slice(-half)}` : line;
  return `${surface === "bash" ? "" : `${displayText(surface)} `}\`${shown}\``;
}

/** The beginning and the end of a text that is too long, and how much stands between them. */
function shorten(whole: string, length: number, text: Messages): string {
  const lines = whole.split("\n");
  const half = Math.trunc(length / 2);
  let [head, tail] = [whole.slice(0, half), whole.slice(-half)];
  if (lines.length > MAX_LINES) {
    head = lines
      .slice(0, MAX_LINES / 2)
      .join("\n")
      .slice(0, half);
    tail = lines
      .slice(-MAX_LINES / 2)
      .join("\n")
      .slice(-half);
  } else if (whole.length <= length) return whole;
  const left = whole.length - head.length - tail.length;
  return `${head}\n${text.moreLines(left)}\n${tail}`;
}
