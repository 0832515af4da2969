import { createHash, randomUUID } from "node:crypto";
import { homedir } from "node:os";

import type { ExtensionAPI, ExtensionContext, ToolCallEvent } from "@earendil-works/pi-coding-agent";

import { askDetails, isAboutFiles, mayBeAnswered } from "../authority/ask.ts";
import { consult, type Step } from "../authority/chain.ts";
import { policyQuery } from "../authority/query.ts";
import type { AuditLog } from "../pi/audit.ts";
import { claimCall } from "../pi/binding.ts";
import { CLOCK } from "../pi/clock.ts";
import { inTurn } from "../pi/dialog-queue.ts";
import { askHuman } from "../pi/dialog.ts";
import { type HostNotice, type Language, messages, whyOf } from "../pi/messages.ts";
import { notify } from "../pi/notify.ts";
import { pathContext, policyOf } from "../pi/places.ts";
import { CHANNELS, sessionOf } from "../pi/service.ts";
import type { Settings } from "../pi/settings.ts";
import { commandFor } from "../pi/shell.ts";
import { rulesThatAllow } from "../policy/advise.ts";
import { alternativeTo, presetThatHoldsBack } from "../policy/alternative.ts";
import { toPermission, trigger, whatOf } from "../policy/explain.ts";
import type { Policy } from "../policy/policy.ts";
import { type JudgedRequest, judgeRequest } from "../policy/request.ts";
import type { SessionRules } from "../policy/session-rules.ts";
import { suggestRules } from "../policy/suggest.ts";
import { displayText } from "../shell/text.ts";
import { Authorizers, sessionView } from "./authorizers.ts";
import { bindCall, skillFiles } from "./judged-call.ts";
import { announceDialog, answered, broadcast, type Outcome, writeDown } from "./record.ts";

/** What a guard needs of the running session. */
export interface Session {
  readonly settings: Settings;
  readonly language: Language;
  /** What the person has allowed for the session. */
  readonly approved: SessionRules;
  /** Where every decision is written down; undefined if the user wants none. */
  readonly audit: AuditLog | undefined;
}

/** What belongs to one session: its rules, compiled once, its links, and what ends its dialogs. */
export interface Gate {
  readonly session: Session;
  readonly policy: Policy;
  /** The name of its rules: equal ones have equal names. */
  readonly generation: string;
  readonly authorizers: Authorizers;
  /** The last decisions, the newest at the end. */
  readonly decisions: Outcome[];
  readonly over: AbortController;
}

/** Decisions that are kept for whoever asks why. */
const MAX_DECISIONS = 50;

/**
 * The permission gate: judges every tool call by the user's rules. Allowed calls run, denied ones come back to the model
 * with a reason, the rest is for the links, and then for the human. Whatever goes wrong here blocks the call.
 *
 * Gives the gate of the running session.
 */
export function permissionGuard(
  pi: ExtensionAPI,
  session: (ctx: ExtensionContext) => Session,
): (ctx: ExtensionContext) => Gate {
  let known: Gate | undefined;
  /** The sessions whose services were announced; `undefined` is one that was not told. */
  const announced = new Set<unknown>();

  function gateOf(ctx: ExtensionContext): Gate {
    const current = session(ctx);
    if (known?.session === current) return known;
    close();
    return (known = openGate(pi, ctx, current));
  }

  // Pi takes the dialogs of a session away with it, and answers none of them.
  function close(): void {
    known?.over.abort();
    known?.authorizers.stop();
    known = undefined;
  }

  pi.on("session_start", (_event, ctx) => {
    const { authorizers } = gateOf(ctx);
    authorizers.start();
    for (const id of announced) authorizers.ready(id);
  });
  pi.events.on(CHANNELS.ready, (event) => {
    const id = sessionOf(event);
    announced.add(id);
    known?.authorizers.ready(id);
  });
  pi.on("session_shutdown", () => {
    announced.clear();
    close();
  });
  pi.on("tool_call", async (event, ctx) => {
    const since = performance.now();
    let gate: Gate | undefined;
    let outcome: Outcome;
    try {
      const found = gateOf(ctx);
      const { ruleset } = found.session.settings;
      if (ruleset === undefined || found.authorizers.hosted || !claimCall(event.input)) return undefined;
      gate = found;
      outcome = await decideCall(pi, gate, event, ctx);
      broadcast(pi, outcome);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown.message : String(thrown);
      const { failed } = messages(safeLanguage(session, ctx));
      outcome = { blocked: failed(error), by: "failed", whole: event.toolName, steps: [], error };
    }
    if (gate !== undefined) {
      gate.decisions.push(outcome);
      gate.decisions.splice(0, gate.decisions.length - MAX_DECISIONS);
      writeDown(gate, outcome, event, ctx, since);
    }
    return outcome.blocked === undefined ? undefined : { block: true, reason: outcome.blocked };
  });
  return gateOf;
}

function openGate(pi: ExtensionAPI, ctx: ExtensionContext, session: Session): Gate {
  const { settings, language, approved } = session;
  const policy = policyOf(settings);
  const rules = () => policy.approving(approved.getRuleset());
  const paths = pathContext(ctx.cwd, settings);
  const judge = (command: string) =>
    judgeRequest(commandFor(command, settings.shell), rules(), paths, settings.innerCommand.wrappers);
  const say = (notice: HostNotice) => {
    notify(ctx, messages(language).host(notice, settings.ruleset !== undefined), "warning");
  };
  const query = policyQuery({ rules, paths, judge });
  const authorizers = new Authorizers(pi, sessionView(ctx), { settings, query, say });
  const generation = createHash("sha256")
    .update(JSON.stringify(settings.ruleset ?? []))
    .digest("hex")
    .slice(0, 12);
  return { session, policy, generation, authorizers, decisions: [], over: new AbortController() };
}

async function decideCall(pi: ExtensionAPI, gate: Gate, event: ToolCallEvent, ctx: ExtensionContext): Promise<Outcome> {
  const { session, policy, authorizers } = gate;
  const { settings, language, approved } = session;
  const text = messages(language);
  // Every tool's input is a map; its type here is the union of what the known tools take.
  const input = event.input as Record<string, unknown>;
  const paths = pathContext(ctx.cwd, settings);
  const skills = policy.names("skill") ? skillFiles(pi) : [];
  const { request, whole } = bindCall(event.toolName, input, { settings, paths, skills, ...authorizers.knowledge });
  const judge = (asked: JudgedRequest, by: Policy) => judgeRequest(asked, by, paths, settings.innerCommand.wrappers);
  const rejudge = (by: Policy) => judge(request, by);
  const rules = () => policy.approving(approved.getRuleset());
  // What a rule of the session answers is decided by that rule, whose `origin` says so.
  let ruling = rejudge(rules());
  let steps: readonly Step[] = [];
  const end = (by: string, blocked?: string, answer?: Outcome["answer"]): Outcome => ({
    ...{ blocked, by, request, ruling, whole, steps, answer },
  });
  const denied = () => {
    const judgement = trigger(ruling);
    return end("policy", text.denied(whatOf(judgement), whyOf(judgement, ruling.problem, text)));
  };
  /** What is allowed of a command that asks. */
  const allowedPart = () => {
    if (request.kind !== "command" || request.directory !== undefined || event.toolName !== "bash") return undefined;
    const { command, prefix } = request;
    const other = (text: string) => judge({ ...request, command: text }, rules());
    return alternativeTo(command, ruling, policy.ruleset, other, prefix === undefined ? 0 : prefix.length + 1);
  };
  if (ruling.state === "allow") return end("policy");
  if (ruling.state === "deny") return denied();

  const details = askDetails(ruling, {
    requestId: randomUUID(),
    toolCallId: event.toolCallId,
    tool: event.toolName,
    command: request.kind === "command" ? request.command : undefined,
    sessionId: ctx.sessionManager.getSessionId(),
    message: `${text.question(event.toolName)} ${displayText(whole)}`,
    readsSkill: request.kind === "tool" && request.skills.length > 0,
  });
  if (mayBeAnswered(ruling)) {
    const command = request.kind === "command" ? request : commandFor("", settings.shell);
    const query = policyQuery({ rules, paths, judge: (other) => judge({ ...command, command: other }, rules()) });
    const answer = await consult(authorizers.chain, details, query, {
      clock: CLOCK,
      timeoutMs: settings.authorizerTimeoutMs,
      signal: ctx.signal,
      mayAllow: !isAboutFiles(ruling),
    });
    ({ steps } = answer);
    const { verdict, by = "" } = answer;
    if (verdict.kind === "allow") return end(by);
    if (verdict.kind === "deny") return end(by, text.deniedByLink(whatOf(trigger(ruling)), by, verdict.reason ?? ""));
  }
  if (!ctx.hasUI) {
    const judgement = trigger(ruling);
    const allowing = rulesThatAllow(ruling, policy, rejudge);
    const setting = allowing === undefined ? undefined : toPermission(allowing);
    const held = presetThatHoldsBack(ruling, policy.ruleset);
    const why = whyOf(judgement, ruling.problem, text) + (held === undefined ? "" : text.holdsBack(held));
    return end("nobody", text.nobody(whatOf(judgement), why, setting, allowedPart()));
  }
  return inTurn(ctx.ui, async () => {
    // What was approved meanwhile may answer this call as well.
    ruling = rejudge(rules());
    if (ruling.state === "allow") return end("policy");
    if (ruling.state === "deny") return denied();
    const judgedBy = rules();
    const suggestions = suggestRules(ruling, judgedBy, rejudge, homedir());
    const meanwhile = {
      onApproval: (listener: () => void) => approved.onApproval(listener),
      isCovered: () => rejudge(rules()).state === "allow",
      over: gate.over.signal,
    };
    announceDialog(pi, ruling, details);
    const asked = { tool: event.toolName, whole, ruling, suggestions, policy: judgedBy, rejudge };
    const answer = await askHuman(ctx, { ...asked, meanwhile, timeout: settings.promptTimeout }, language);
    if (answer.by === "policy") ruling = rejudge(rules());
    if (!answer.allowed) return end(answer.by, answer.reason, answered(answer));
    for (const { surface, pattern } of answer.rules) approved.approve(surface, pattern);
    return end(answer.by, undefined, answered(answer));
  });
}

function safeLanguage(session: (ctx: ExtensionContext) => Session, ctx: ExtensionContext): Language {
  try {
    return session(ctx).language;
  } catch {
    return "en";
  }
}
