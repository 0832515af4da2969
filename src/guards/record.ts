/** What becomes known of a decision: to other extensions, on the channels that permission extensions share, and to the audit log. */
import type { ExtensionAPI, ExtensionContext, ToolCallEvent } from "@earendil-works/pi-coding-agent";

import { version } from "../../package.json";
import type { AskDetails } from "../authority/authorizer.ts";
import type { Step } from "../authority/chain.ts";
import type { Answer } from "../pi/dialog.ts";
import { CHANNELS } from "../pi/service.ts";
import { approvalPatterns, type AuditedAnswer, auditEntry } from "../policy/audit-entry.ts";
import { trigger, whatOf } from "../policy/explain.ts";
import type { Ruling } from "../policy/policy.ts";
import type { JudgedRequest } from "../policy/request.ts";
import type { Gate } from "./permission.ts";

/** How a call was decided, and by whom. */
export interface Outcome {
  /** What the model is told; `undefined` where the call runs. */
  readonly blocked: string | undefined;
  /** `policy`, a link by its name, `human`, `nobody` where there is none to ask, `timeout`, or `failed`. */
  readonly by: string;
  /** What was judged; left out where it came to no judgement. */
  readonly request?: JudgedRequest | undefined;
  readonly ruling?: Ruling | undefined;
  /** The call, for people. */
  readonly whole: string;
  /** What the links did that were asked. */
  readonly steps: readonly Step[];
  /** What the human said. */
  readonly answer?: AuditedAnswer | undefined;
  readonly error?: string | undefined;
}

/** A person's answer in the form that is written down. */
export function answered(answer: Answer): AuditedAnswer | undefined {
  if (answer.by !== "human") return undefined;
  if (!answer.allowed) return { choice: "deny", reason: answer.note };
  return answer.rules.length === 0
    ? { choice: "once" }
    : { choice: "session", sessionApprovalPattern: approvalPatterns(answer.rules) };
}

/** Tells other extensions that a dialog is about to be shown. */
export function announceDialog(pi: ExtensionAPI, ruling: Ruling, details: AskDetails): void {
  const { requestId, source, agentName, message } = details;
  const asks = trigger(ruling);
  const event = { requestId, source, surface: asks.surface, value: whatOf(asks), agentName, message, forwarding: null };
  pi.events.emit(CHANNELS.prompt, event);
}

/** Tells other extensions that a call was decided. */
export function broadcast(pi: ExtensionAPI, outcome: Outcome): void {
  const { ruling, blocked } = outcome;
  if (ruling === undefined) return;
  const decided = trigger(ruling);
  const rule = decided.verdict.raisedBy ?? decided.verdict.rule;
  pi.events.emit(CHANNELS.decision, {
    surface: decided.surface,
    value: whatOf(decided),
    result: blocked === undefined ? "allow" : "deny",
    resolution: resolutionOf(outcome, rule?.origin === "session"),
    origin: rule?.origin ?? null,
    agentName: null,
    matchedPattern: rule?.pattern ?? null,
  });
}

function resolutionOf({ blocked, by, answer }: Outcome, bySession: boolean): string {
  const allowed = blocked === undefined;
  if (by === "human") {
    if (!allowed) return "user_denied";
    return answer?.choice === "session" ? "user_approved_for_session" : "user_approved";
  }
  if (by === "nobody" || by === "timeout") return "confirmation_unavailable";
  if (by === "policy") return allowed ? (bySession ? "session_approved" : "policy_allow") : "policy_deny";
  return allowed ? "auto_approved" : "policy_deny";
}

/** Writes a decision into the audit log; a line that cannot be written changes no verdict. Never throws. */
export function writeDown(
  { session: { audit }, generation }: Gate,
  { blocked, by, request, ruling, steps, answer, error }: Outcome,
  { toolName, toolCallId }: ToolCallEvent,
  ctx: ExtensionContext,
  since: number,
): void {
  audit?.append(() =>
    auditEntry({
      version,
      time: new Date().toISOString(),
      session: ctx.sessionManager.getSessionId(),
      cwd: ctx.cwd,
      tool: toolName,
      toolCallId,
      generation,
      request: request ?? null,
      ruling,
      final: blocked === undefined ? "allow" : "deny",
      by,
      links: steps.map(({ name, verdict, reason, error: failure, ms }) => ({
        name,
        verdict,
        reason,
        error: failure,
        ms: Math.round(ms),
      })),
      answer,
      error,
      ms: Math.round(performance.now() - since),
    }),
  );
}
