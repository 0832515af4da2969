import { homedir } from "node:os";

import type {
  ExtensionAPI,
  ExtensionContext,
  ToolCallEvent,
  ToolCallEventResult,
} from "@earendil-works/pi-coding-agent";

import { bindField, claimCall } from "../pi/binding.ts";
import { askHuman } from "../pi/dialog.ts";
import { followLinks, toolPath } from "../pi/files.ts";
import { type Language, messages, whyOf } from "../pi/messages.ts";
import type { Settings } from "../pi/settings.ts";
import { judgedText } from "../pi/shell.ts";
import { type Rejudge, rulesThatAllow } from "../policy/advise.ts";
import { FILE_TOOLS, judgeCommand, judgeTool } from "../policy/decide.ts";
import { toPermission, trigger, whatOf } from "../policy/explain.ts";
import type { PathContext } from "../policy/paths.ts";
import { Policy } from "../policy/policy.ts";

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
    if (settings.ruleset === undefined || !claimCall(event.input)) return undefined;
    if (judgedBy?.settings !== settings) judgedBy = { settings, policy: new Policy(settings.ruleset, homedir()) };
    const { policy } = judgedBy;
    // Every tool's input is a map; its type here is the union of what the known tools take.
    const input = event.input as Record<string, unknown>;
    const { rejudge, whole } = bindCall(event.toolName, input, settings.shell, {
      cwd: ctx.cwd,
      home: homedir(),
      followLinks,
      env: process.env,
    });
    const ruling = rejudge(policy);
    const text = messages(language);
    if (ruling.state === "allow") return undefined;
    const judgement = trigger(ruling);
    const why = whyOf(judgement, ruling.problem, text);
    if (ruling.state === "deny") return { block: true, reason: text.denied(whatOf(judgement), why) };
    if (ctx.hasUI) {
      const answer = await askHuman(ctx, event.toolName, whole, ruling, language);
      return answer.allowed ? undefined : { block: true, reason: answer.reason };
    }
    const rules = rulesThatAllow(ruling, policy, rejudge);
    const setting = rules === undefined ? undefined : toPermission(rules);
    return { block: true, reason: text.nobody(whatOf(judgement), why, setting) };
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

/**
 * Binds what a call is judged by, so that no handler after this one, and no wait, can change it; gives the judgement, which
 * can be asked for again under other rules, and the call for people.
 */
function bindCall(
  tool: string,
  input: Record<string, unknown>,
  shell: Settings["shell"],
  paths: PathContext,
): { rejudge: Rejudge; whole: string } {
  if (tool === "bash") {
    bindField(input, "command");
    const { command } = input;
    if (typeof command !== "string") throw new Error("`command` is not a text");
    return { rejudge: (policy) => judgeCommand(judgedText(command, shell), policy, paths), whole: command };
  }
  bindField(input, "path");
  const { path } = input;
  const missing = path === undefined || path === null;
  // `find`, `grep` and `ls` search the working directory where they are given no path.
  const implied = FILE_TOOLS.includes(tool) ? "." : undefined;
  const judged = missing ? implied : typeof path === "string" ? toolPath(path) : null;
  const whole = typeof path === "string" ? `${tool} ${path}` : tool;
  return { rejudge: (policy) => judgeTool(tool, judged, policy, paths), whole };
}

function safeLanguage(session: (ctx: ExtensionContext) => Session, ctx: ExtensionContext): Language {
  try {
    return session(ctx).language;
  } catch {
    return "en";
  }
}
