import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

import type { Ruling } from "../policy/decide.ts";
import { type Language, messages, settingFor, trigger, whatOf, whyOf } from "./messages.ts";

/** What a person answered, or that there is nobody to ask; a denial with what the model is told. */
export type Answer = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

/** Asks the person in front of Pi about a call. Without a dialog it is denied, with the setting that would allow it. */
export async function askHuman(
  ctx: ExtensionContext,
  tool: string,
  whole: string,
  ruling: Ruling,
  language: Language,
): Promise<Answer> {
  const text = messages(language);
  const judgement = trigger(ruling);
  if (judgement === undefined) throw new Error("nothing to ask about");
  const what = whatOf(judgement);
  const why = whyOf(judgement, ruling.problem, text);
  if (!ctx.hasUI) return { allowed: false, reason: text.nobody(what, why, settingFor(judgement)) };
  const options = ctx.signal === undefined ? {} : { signal: ctx.signal };
  const choice = await ctx.ui.select(
    text.question(tool, whole, what, why),
    [text.allowOnce, text.deny, text.denyWithReason],
    options,
  );
  if (choice === text.allowOnce) return { allowed: true };
  // Esc denies, and so does whatever is not one of the choices.
  const note = choice === text.denyWithReason ? await ctx.ui.input(text.reasonPrompt, "", options) : undefined;
  return { allowed: false, reason: text.deniedByUser(what, note?.trim() ?? "") };
}
