import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

import type { Ruleset } from "../policy/rules.ts";
import { MARKS } from "./approval-view.ts";
import { type ApprovalView, isEditable, type Outcome } from "./approval.ts";
import type { Messages } from "./messages.ts";
import { shorten } from "./shorten.ts";

/** More reasons than this are counted, not listed. */
const MAX_REASONS = 6;
/** Of a longer call the beginning and the end are shown, so that the choices stay on the screen. */
const MAX_WHOLE = 900;
/** A program that answers may choose to edit for ever. */
const MAX_ROUNDS = 50;
/** Ms that Pi is given more, so that the dialog's own end comes first. */
const LATER = 50;

/**
 * Asks by the dialogs that every host has: a list of choices, lines of text. What needs an approval comes before the call
 * itself. Whatever is not one of the choices denies.
 */
export async function askByChoices(
  ctx: ExtensionContext,
  view: ApprovalView,
  text: Messages,
  closed: AbortSignal,
): Promise<Outcome> {
  const { choices, candidates, deadline } = view;
  const say = view.text;
  const options = (): { signal: AbortSignal; timeout?: number } => ({
    signal: closed,
    ...(deadline === undefined ? {} : { timeout: Math.max(1, deadline - Date.now()) + LATER }),
  });
  const label = (rules: Ruleset): string => view.session(view.namesOf(rules));
  const sessions = new Map(candidates.map((rules) => [label(rules), rules]));
  const editable = candidates.find(isEditable);
  let notice = "";
  let explained = false;
  for (let round = 0; round < MAX_ROUNDS && !closed.aborted; round++) {
    const choice = await ctx.ui.select(
      (notice === "" ? "" : `${notice}\n\n`) + titleOf(view, text, explained),
      [
        ...[choices.deny, choices.once, ...sessions.keys()],
        ...(editable === undefined ? [] : [say.edit]),
        ...(explained ? [] : [say.explain]),
        choices.reason,
      ],
      options(),
    );
    const rules = choice === undefined ? undefined : sessions.get(choice);
    if (rules !== undefined) return { kind: "session", rules };
    if (choice === choices.once) return { kind: "once" };
    if (choice === choices.reason) {
      return { kind: "deny", note: (await ctx.ui.input(text.reasonPrompt, "", options()))?.trim() ?? "" };
    }
    if (choice === say.explain) explained = true;
    else if (choice === say.edit && editable !== undefined) {
      const edited = await edit(ctx, view, editable);
      notice = typeof edited === "string" ? edited : edited.notice;
      // Still to be chosen, now that it is seen whether it is wider.
      if (typeof edited === "object") sessions.set(label(edited.rules), edited.rules);
    } else break;
  }
  return { kind: "deny", note: "" };
}

/** Lets the person edit a set of rules; gives them with a warning, or what is wrong with them. */
async function edit(
  ctx: ExtensionContext,
  { check, text }: ApprovalView,
  rules: Ruleset,
): Promise<{ rules: Ruleset; notice: string } | string> {
  const written = await ctx.ui.editor(text.editor, rules.map(({ pattern }) => pattern).join("\n"));
  if (written === undefined) return "";
  const patterns = written.replace(/\r?\n$/, "").split(/\r?\n/);
  if (patterns.length !== rules.length) return text.lines(rules.length);
  const edited = rules.map((rule, index) => ({ ...rule, pattern: patterns[index] ?? "" }));
  const { allows, warning } = check(edited);
  return allows ? { rules: edited, notice: warning } : text.notAllowing;
}

function titleOf(view: ApprovalView, text: Messages, explained: boolean): string {
  const { title, whole, parts } = view;
  const asked = parts.filter(({ action }) => action === "ask");
  const shown = explained ? parts : asked.slice(0, MAX_REASONS);
  const details = explained ? view.details() : [];
  const reasons = shown.map(({ what, why, action }, index) =>
    [
      `${explained ? `${MARKS[action]} ` : ""}\`${what}\`: ${why}`,
      ...(details[index] ?? []).map((line) => `    ${line}`),
    ].join("\n"),
  );
  if (!explained && asked.length > MAX_REASONS) reasons.push(text.more(asked.length - MAX_REASONS));
  if (explained && view.more !== "") reasons.push(view.more);
  return `${title}\n\n${reasons.join("\n")}\n\n${shorten(whole, MAX_WHOLE, text).replaceAll(/^/gm, "  ")}`;
}
