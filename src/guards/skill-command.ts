import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";

import { inTurn } from "../pi/dialog-queue.ts";
import { askHuman } from "../pi/dialog.ts";
import { messages, whyOf } from "../pi/messages.ts";
import { policyOf } from "../pi/places.ts";
import { trigger, whatOf } from "../policy/explain.ts";
import type { Policy } from "../policy/policy.ts";
import { judgeSkills } from "../policy/tools.ts";
import type { Session } from "./permission.ts";

/**
 * Judges `/skill:name` by the `skill` rules. Who types it has answered an ask; what an extension sends is asked about.
 */
export function skillCommandGuard(pi: ExtensionAPI, session: (ctx: ExtensionContext) => Session): void {
  pi.on("input", async ({ text: input, source }, ctx) => {
    const name = /^\/skill:(\S+)/.exec(input)?.[1];
    const { settings, language } = session(ctx);
    const policy = policyOf(settings);
    if (name === undefined || settings.ruleset === undefined || !policy.names("skill")) return undefined;
    const ruling = judgeSkills([name], policy);
    if (ruling.state === "allow" || (ruling.state === "ask" && source !== "extension")) return undefined;
    const question = {
      ...{ tool: "skill", whole: input, ruling, suggestions: [], policy },
      rejudge: (other: Policy) => judgeSkills([name], other),
      timeout: settings.promptTimeout,
    };
    if (ruling.state === "ask" && ctx.hasUI && (await inTurn(ctx.ui, () => askHuman(ctx, question, language))).allowed)
      return undefined;
    const text = messages(language);
    const judgement = trigger(ruling);
    const message = text.denied(whatOf(judgement), whyOf(judgement, ruling.problem, text));
    if (ctx.hasUI) ctx.ui.notify(message, "warning");
    else console.error(message);
    return { action: "handled" };
  });
}
