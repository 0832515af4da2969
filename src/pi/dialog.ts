import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

import type { Rejudge } from "../policy/advise.ts";
import { asking, pathsIn, whatOf } from "../policy/explain.ts";
import type { Judgement, Policy, Ruling } from "../policy/policy.ts";
import { decisiveRule, isWritten, type Rule, type Ruleset } from "../policy/rules.ts";
import { widerThan } from "../policy/suggest.ts";
import { displayText } from "../shell/text.ts";
import { showApproval } from "./approval-dialog.ts";
import type { ApprovalView, Checked, Outcome } from "./approval.ts";
import { changeThatFlips, type DialogMessages, dialogMessages } from "./dialog-messages.ts";
import { type Language, type Messages, messages, whyOf } from "./messages.ts";
import { askByChoices } from "./remote-dialog.ts";
import { shorten } from "./shorten.ts";

/** What may happen to the session while a dialog is open. */
export interface Meanwhile {
  /** Calls back whenever a rule was added, until what it gives is called. */
  readonly onApproval: (listener: () => void) => () => void;
  /** Whether the call is allowed by now. */
  readonly isCovered: () => boolean;
  /** The session is over. */
  readonly over: AbortSignal;
}

/** What a person is asked about. */
export interface Question {
  readonly tool: string;
  /** The whole call, for people. */
  readonly whole: string;
  readonly ruling: Ruling;
  /** The sets of rules that may be approved for the session, from narrow to wide. */
  readonly suggestions: readonly Ruleset[];
  /** What it was judged by, the session's rules so far among it. */
  readonly policy: Policy;
  readonly rejudge: Rejudge;
  /** What may end it otherwise; left out where no rule of the session counts. */
  readonly meanwhile?: Meanwhile;
  /** After how many ms it is denied; 0 for never. */
  readonly timeout: number;
}

/**
 * What a person answered: an approval with the rules that it adds to the session; a denial with what the model is told, and
 * the person's own words in it.
 */
export type Answer =
  | { readonly allowed: true; readonly rules: Ruleset; readonly by: "human" | "policy" }
  | {
      readonly allowed: false;
      readonly reason: string;
      readonly note: string | undefined;
      readonly by: "human" | "timeout" | "nobody";
    };

/** How a dialog ends without an answer: a rule covers the call by now, its time is over, or nobody needs it any more. */
type Ending = "covered" | "timed out" | "stopped";

/**
 * Asks the person in front of Pi about a call that asks. The first choice denies, and so does whatever is no answer: a key
 * that was meant for something else must not allow.
 */
export async function askHuman(ctx: ExtensionContext, question: Question, language: Language): Promise<Answer> {
  const text = messages(language);
  const say = dialogMessages(language);
  const { timeout, meanwhile } = question;
  const closing = new AbortController();
  const ended = new Promise<Ending>((resolve) => {
    closing.signal.addEventListener("abort", () => resolve(closing.signal.reason as Ending), { once: true });
  });
  const stop = (): void => closing.abort("stopped" satisfies Ending);
  const signals = [meanwhile?.over, ctx.signal].filter((signal) => signal !== undefined);
  for (const signal of signals) signal.addEventListener("abort", stop, { once: true });
  if (signals.some(({ aborted }) => aborted)) stop();
  const timer = timeout > 0 ? setTimeout(() => closing.abort("timed out" satisfies Ending), timeout) : undefined;
  const forget = meanwhile?.onApproval(() => {
    if (meanwhile.isCovered()) closing.abort("covered" satisfies Ending);
  });
  try {
    const view = viewOf(question, text, say, timeout > 0 ? Date.now() + timeout : undefined);
    const answered =
      ctx.mode === "tui" ? showApproval(ctx, view, closing.signal) : askByChoices(ctx, view, text, closing.signal);
    // Pi keeps some dialogs open though nobody waits for them any more.
    const result = await Promise.race([ended, answered]);
    return answerOf(closing.signal.aborted ? (closing.signal.reason as Ending) : result, question, text, say);
  } finally {
    clearTimeout(timer);
    forget?.();
    for (const signal of signals) signal.removeEventListener("abort", stop);
    closing.abort("stopped" satisfies Ending);
  }
}

function answerOf(
  result: Outcome | Ending | undefined,
  { tool, ruling, timeout }: Question,
  text: Messages,
  say: DialogMessages,
): Answer {
  const [first] = asking(ruling);
  const what = first === undefined ? tool : shorten(whatOf(first), MAX_SHOWN.part, text);
  const deny = (by: "human" | "timeout" | "nobody", reason: string, note?: string): Answer => ({
    ...{ allowed: false, by, reason, note: note === "" ? undefined : note },
  });
  if (result === "covered") return { allowed: true, rules: [], by: "policy" };
  if (result === "timed out") return deny("timeout", say.timedOut(what, timeout / 1_000));
  if (result === "stopped") return deny("nobody", say.stopped(what));
  if (result?.kind === "once") return { allowed: true, rules: [], by: "human" };
  if (result?.kind === "session") return { allowed: true, rules: result.rules, by: "human" };
  return deny("human", text.deniedByUser(what, result?.note ?? ""), result?.note);
}

/** Of a longer part, or pattern, the beginning and the end are shown. */
const MAX_SHOWN = { part: 200, pattern: 80 } as const;
/** More parts are counted, not listed; of so many it is worked out what would change them. */
const MAX_PARTS = { listed: 200, explained: 20 } as const;

/** What is shown of a question, and how what a person writes is checked. */
function viewOf(question: Question, text: Messages, say: DialogMessages, deadline: number | undefined): ApprovalView {
  const { tool, whole, ruling, suggestions, policy, rejudge } = question;
  const judgements = partsOf(ruling);
  const listed = judgements.slice(0, MAX_PARTS.listed);
  const parts = listed.map((one) => ({
    action: one.verdict.action,
    what: shorten(whatOf(one), MAX_SHOWN.part, text),
    why: whyOf(one, ruling.problem, text),
  }));
  const more = judgements.length - listed.length;
  return {
    title: text.question(tool),
    whole: displayText(whole),
    parts,
    details: remembered(() => listed.map((one, index) => detailsOf(one, index < MAX_PARTS.explained, question, say))),
    more: more > 0 ? text.more(more) : "",
    candidates: withoutDoubles(suggestions),
    namesOf: (rules) => rules.map(ruleName).join(", "),
    check: (rules): Checked => ({
      allows: rejudge(policy.approving(rules)).state === "allow",
      warning: rules
        .flatMap((rule) => {
          const kind = widerThan(suggestions, rule);
          return kind === undefined ? [] : say.wider[kind](ruleName(rule).replaceAll("`", ""));
        })
        .join(" "),
    }),
    choices: { deny: text.deny, once: text.allowOnce, reason: text.denyWithReason },
    session: text.allowForSession,
    text: say,
    deadline,
  };
}

/** The judgements, the same thing only once; what asks comes first. */
function partsOf(ruling: Ruling): readonly Judgement[] {
  const asked = asking(ruling);
  const seen = new Set<string>();
  const others = ruling.judgements.filter((one) => {
    const key = `${one.surface}\n${whatOf(one)}`;
    return one.verdict.action !== "ask" && !seen.has(key) && seen.add(key);
  });
  return [...asked, ...others];
}

/** The settings path of the rule that decided, the rules that it overrides, and what would change the verdict. */
function detailsOf(judgement: Judgement, explained: boolean, question: Question, say: DialogMessages): string[] {
  const { ruling, policy, rejudge } = question;
  const pathOf = pathsIn(policy.ruleset);
  const traced = rejudge(policy.tracing()).judgements[ruling.judgements.indexOf(judgement)]?.verdict;
  const decided = decisiveRule(judgement.verdict);
  const lines: string[] = [];
  if (decided !== undefined && isWritten(decided)) lines.push(say.decidedBy(pathOf(decided)));
  const overridden = (traced?.overridden ?? []).filter(isWritten).slice(0, 3);
  if (overridden.length > 0)
    lines.push(say.overrides(overridden.map((one) => `${pathOf(one)} (${one.action})`).join(", ")));
  if (!explained) return lines.map(displayText);
  lines.push(say.changes(changeThatFlips(judgement, ruling, policy, rejudge, say)));
  return lines.map(displayText);
}

/** Of two sets that look the same the person would not know which is meant: the narrow one. */
function withoutDoubles(sets: readonly Ruleset[]): readonly Ruleset[] {
  const seen = new Set<string>();
  return sets.filter((rules) => {
    const label = rules.map(ruleName).join();
    return !seen.has(label) && seen.add(label);
  });
}

function remembered<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** A rule as one line: its pattern, behind the name of its surface where that is not `bash`. */
function ruleName({ surface, pattern }: Rule): string {
  const line = displayText(pattern).replaceAll(/[\n\t]/g, (blank) => (blank === "\n" ? "\\n" : "\\t"));
  const half = MAX_SHOWN.pattern / 2;
  const shown = line.length > MAX_SHOWN.pattern ? `${line.slice(0, half)} … ${line.slice(-half)}` : line;
  return `${surface === "bash" ? "" : `${displayText(surface)} `}\`${shown}\``;
}
