/** An ask as links see it. */
import { trigger, whatOf } from "../policy/explain.ts";
import type { Judgement, Ruling } from "../policy/policy.ts";
import { decisiveRule } from "../policy/rules.ts";
import { displayText } from "../shell/text.ts";
import { type AskDetails, FULL_COMMAND } from "./authorizer.ts";

/** The call that asks. */
export interface AskedCall {
  readonly requestId: string;
  readonly toolCallId: string;
  /** The tool that the model called. */
  readonly tool: string;
  /** The complete bash input, where the tool is a shell. */
  readonly command: string | undefined;
  readonly sessionId: string;
  /** For people. */
  readonly message: string;
  /** A skill's file is what is read. */
  readonly readsSkill: boolean;
}

/** The ask for a call: its first unit that asks, and all there is to know of the call. */
export function askDetails(ruling: Ruling, call: AskedCall): AskDetails {
  const asks = trigger(ruling);
  const { surface, verdict, context } = asks;
  const { command, tool, message } = call;
  const isShell = command !== undefined;
  const value = surface === "bash" ? unitText(asks) : whatOf(asks);
  const toolName = isShell ? "bash" : tool;
  return {
    requestId: call.requestId,
    source: call.readsSkill ? "skill_read" : "tool_call",
    agentName: null,
    message,
    toolCallId: call.toolCallId,
    toolName,
    ...(isShell && { command: value }),
    ...(asks.path !== undefined && { path: asks.path }),
    ...(surface === "mcp" && { target: value }),
    payload: {
      kind: surface,
      request: {
        requester: { agentName: null, forwarded: false, sessionId: call.sessionId },
        surface,
        toolName,
        invokedToolName: isShell && tool !== "bash" ? tool : null,
        value,
        matchedPattern: decisiveRule(verdict)?.pattern ?? null,
        commandContext: context === "top level" || context === "tool call" ? null : context,
        executedUnit: displayText(asks.text),
      },
      evidence: isShell && command !== value ? [{ label: FULL_COMMAND, text: command, detail: null }] : [],
      annotations: [],
    },
  };
}

/** A unit as it stands in the command; one of a text that a shell is given, as that shell reads it. */
export function unitText({ context, source, text }: Judgement): string {
  return context === "text" ? displayText(text) : source;
}

/** Whether an ask is about files, among others: there no link's allow is enough. */
export function isAboutFiles({ judgements }: Ruling): boolean {
  return judgements.some(
    ({ verdict, surface }) => verdict.action === "ask" && (surface === "path" || surface === "external_directory"),
  );
}

/** Whether anybody but a person may answer an ask: not where a deny may match. */
export function mayBeAnswered({ judgements }: Ruling): boolean {
  return !judgements.some(({ verdict }) => verdict.action === "ask" && verdict.raisedBy?.action === "deny");
}
