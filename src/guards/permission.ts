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
import { Policy, type Ruling } from "../policy/policy.ts";
import type { SessionRules } from "../policy/session-rules.ts";
import { suggestRules } from "../policy/suggest.ts";

/** What a guard needs of the running session. */
export interface Session {
  readonly settings: Settings;
  readonly language: Language;
  /** What the person has allowed for the session. */
  readonly approved: SessionRules;
}

/** What belongs to one session: its rules, compiled once, and its dialogs, of which one is open at a time. */
interface Gate {
  readonly session: Session;
  readonly policy: Policy;
  dialogs: Promise<unknown>;
}

/**
 * The permission gate: judges every tool call by the user's rules. Allowed calls run, denied ones come back to the model
 * with a reason, the rest is for the human. Whatever goes wrong here blocks the call.
 */
export function permissionGuard(pi: ExtensionAPI, session: (ctx: ExtensionContext) => Session): void {
  let known: Gate | undefined;

  async function judgeCall(event: ToolCallEvent, ctx: ExtensionContext): Promise<ToolCallEventResult | undefined> {
    const current = session(ctx);
    const { settings, language, approved } = current;
    if (settings.ruleset === undefined || !claimCall(event.input)) return undefined;
    if (known?.session !== current)
      known = { session: current, policy: new Policy(settings.ruleset, homedir()), dialogs: Promise.resolve() };
    const gate = known;
    const { policy } = gate;
    // Every tool's input is a map; its type here is the union of what the known tools take.
    const input = event.input as Record<string, unknown>;
    const { rejudge, whole } = bindCall(event.toolName, input, settings.shell, {
      cwd: ctx.cwd,
      home: homedir(),
      followLinks,
      env: process.env,
    });
    // What a rule of the session answers is decided by that rule, whose `origin` says so.
    const judgeNow = (): Ruling => rejudge(policy.approving(approved.getRuleset()));
    const text = messages(language);
    const block = (ruling: Ruling): ToolCallEventResult => {
      const judgement = trigger(ruling);
      const why = whyOf(judgement, ruling.problem, text);
      if (ruling.state === "deny") return { block: true, reason: text.denied(whatOf(judgement), why) };
      const rules = rulesThatAllow(ruling, policy, rejudge);
      const setting = rules === undefined ? undefined : toPermission(rules);
      return { block: true, reason: text.nobody(whatOf(judgement), why, setting) };
    };
    const first = judgeNow();
    if (first.state === "allow") return undefined;
    if (first.state === "deny" || !ctx.hasUI) return block(first);
    return inTurn(gate, async () => {
      // What was approved meanwhile may answer this call as well.
      const ruling = judgeNow();
      if (ruling.state === "allow") return undefined;
      if (ruling.state === "deny") return block(ruling);
      const suggestions = suggestRules(ruling, policy.approving(approved.getRuleset()), rejudge, homedir());
      const answer = await askHuman(ctx, { tool: event.toolName, whole, ruling, suggestions }, language);
      if (!answer.allowed) return { block: true, reason: answer.reason };
      for (const { surface, pattern } of answer.rules) approved.approve(surface, pattern);
      return undefined;
    });
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

/** Asks once the dialogs before it are closed, whatever came of them. */
function inTurn<T>(gate: Gate, ask: () => Promise<T>): Promise<T> {
  const answer = gate.dialogs.then(ask);
  gate.dialogs = answer.catch(() => undefined);
  return answer;
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
