import { homedir } from "node:os";

import type {
  ExtensionAPI,
  ExtensionContext,
  ToolCallEvent,
  ToolCallEventResult,
} from "@earendil-works/pi-coding-agent";

import { bindField } from "../pi/binding.ts";
import { askHuman } from "../pi/dialog.ts";
import { followLinks, toolPath } from "../pi/files.ts";
import { type Language, messages, trigger, whatOf, whyOf } from "../pi/messages.ts";
import type { Settings } from "../pi/settings.ts";
import { FILE_TOOLS, judgeCommand, judgeTool, Policy, type Ruling } from "../policy/decide.ts";
import type { PathContext } from "../policy/paths.ts";

/** What a guard needs of the running session. */
export interface Session {
  readonly settings: Settings;
  readonly language: Language;
}

/**
 * The permission gate: judges every tool call by the user's rules. Allowed calls run, denied ones come back to the model
 * with a reason, the rest is for the human. Whatever goes wrong here blocks the call.
 */
export function permissionGuard(pi: ExtensionAPI, session: (ctx: ExtensionContext) => Session): void {
  let judgedBy: { settings: Settings; policy: Policy } | undefined;

  async function judgeCall(event: ToolCallEvent, ctx: ExtensionContext): Promise<ToolCallEventResult | undefined> {
    const { settings, language } = session(ctx);
    if (settings.ruleset === undefined) return undefined;
    if (judgedBy?.settings !== settings) judgedBy = { settings, policy: new Policy(settings.ruleset, homedir()) };
    const input: Record<string, unknown> = event.input as Record<string, unknown>;
    const { ruling, whole } = judgeInput(event.toolName, input, judgedBy.policy, {
      cwd: ctx.cwd,
      home: homedir(),
      followLinks,
    });
    const text = messages(language);
    if (ruling.state === "allow") return undefined;
    if (ruling.state === "deny") {
      const judgement = trigger(ruling);
      if (judgement === undefined) throw new Error("a denial without a judgement");
      return { block: true, reason: text.denied(whatOf(judgement), whyOf(judgement, ruling.problem, text)) };
    }
    const answer = await askHuman(ctx, event.toolName, whole, ruling, language);
    return answer.allowed ? undefined : { block: true, reason: answer.reason };
  }

  pi.on("tool_call", async (event, ctx) => {
    try {
      return await judgeCall(event, ctx);
    } catch (error) {
      const { failed } = messages(safeLanguage(session, ctx));
      return { block: true, reason: failed(error instanceof Error ? error.message : String(error)) };
    }
  });
}

/** Judges a call by its input, and binds what it judged: no handler after this one, and no wait, can change it. */
function judgeInput(
  tool: string,
  input: Record<string, unknown>,
  policy: Policy,
  paths: PathContext,
): { ruling: Ruling; whole: string } {
  if (tool === "bash") {
    bindField(input, "command");
    const { command } = input;
    if (typeof command !== "string") throw new Error("`command` is not a text");
    return { ruling: judgeCommand(command, policy, paths), whole: command };
  }
  bindField(input, "path");
  const { path } = input;
  const missing = path === undefined || path === null;
  // `find`, `grep` and `ls` search the working directory where they are given no path.
  const judged = missing
    ? FILE_TOOLS.includes(tool)
      ? "."
      : undefined
    : typeof path === "string"
      ? toolPath(path)
      : null;
  const whole = typeof path === "string" ? `${tool} ${path}` : tool;
  return { ruling: judgeTool(tool, judged, policy, paths), whole };
}

function safeLanguage(session: (ctx: ExtensionContext) => Session, ctx: ExtensionContext): Language {
  try {
    return session(ctx).language;
  } catch {
    return "en";
  }
}
