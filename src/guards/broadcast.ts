/** What other extensions are told of the gate's decisions, on the channels that permission extensions share. */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

import type { AskDetails } from "../authority/authorizer.ts";
import { CHANNELS } from "../pi/service.ts";
import { trigger, whatOf } from "../policy/explain.ts";
import type { Ruling } from "../policy/policy.ts";
import type { Outcome } from "./permission.ts";

/** A dialog is about to be shown. */
export function announceDialog(pi: ExtensionAPI, ruling: Ruling, details: AskDetails): void {
  const { requestId, source, agentName, message } = details;
  const asks = trigger(ruling);
  const event = { requestId, source, surface: asks.surface, value: whatOf(asks), agentName, message, forwarding: null };
  pi.events.emit(CHANNELS.prompt, event);
}

/** A call was decided. */
export function broadcast(pi: ExtensionAPI, outcome: Outcome): void {
  const decided = trigger(outcome.ruling);
  const rule = decided.verdict.raisedBy ?? decided.verdict.rule;
  pi.events.emit(CHANNELS.decision, {
    surface: decided.surface,
    value: whatOf(decided),
    result: outcome.blocked === undefined ? "allow" : "deny",
    resolution: resolutionOf(outcome, rule?.origin === "session"),
    origin: rule?.origin ?? null,
    agentName: null,
    matchedPattern: rule?.pattern ?? null,
  });
}

function resolutionOf({ blocked, by, approvals }: Outcome, bySession: boolean): string {
  const allowed = blocked === undefined;
  if (by === "human")
    return allowed ? (approvals.length > 0 ? "user_approved_for_session" : "user_approved") : "user_denied";
  if (by === "nobody") return "confirmation_unavailable";
  if (by === "policy") return allowed ? (bySession ? "session_approved" : "policy_allow") : "policy_deny";
  return allowed ? "auto_approved" : "policy_deny";
}
