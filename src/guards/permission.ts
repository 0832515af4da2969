import { randomUUID } from "node:crypto";
import { homedir } from "node:os";

import type { ExtensionAPI, ExtensionContext, ToolCallEvent } from "@earendil-works/pi-coding-agent";

import { consult, type Step } from "../authority/chain.ts";
import { policyQuery } from "../authority/query.ts";
import { askDetails, isAboutFiles, mayBeAnswered } from "../authority/request.ts";
import { claimCall } from "../pi/binding.ts";
import { CLOCK } from "../pi/clock.ts";
import { askHuman } from "../pi/dialog.ts";
import { type HostNotice, type Language, messages, whyOf } from "../pi/messages.ts";
import { notify } from "../pi/notify.ts";
import { commandOptions, pathContext, policyOf } from "../pi/places.ts";
import { CHANNELS } from "../pi/service.ts";
import type { Settings } from "../pi/settings.ts";
import { judgedText } from "../pi/shell.ts";
import { rulesThatAllow } from "../policy/advise.ts";
import { judgeCommand } from "../policy/decide.ts";
import { toPermission, trigger, whatOf } from "../policy/explain.ts";
import type { Policy, Ruling } from "../policy/policy.ts";
import type { Ruleset } from "../policy/rules.ts";
import type { SessionRules } from "../policy/session-rules.ts";
import { suggestRules } from "../policy/suggest.ts";
import { displayText } from "../shell/text.ts";
import { Authorizers, sessionView } from "./authorizers.ts";
import { announceDialog, broadcast } from "./broadcast.ts";
import { bindCall, skillFiles } from "./judged-call.ts";

/** What a guard needs of the running session. */
export interface Session {
  readonly settings: Settings;
  readonly language: Language;
  /** What the person has allowed for the session. */
  readonly approved: SessionRules;
}

/** What belongs to one session: its rules, compiled once, its links, and its dialogs, of which one is open at a time. */
export interface Gate {
  readonly session: Session;
  readonly policy: Policy;
  readonly authorizers: Authorizers;
  /** The last decisions, the newest at the end. */
  readonly decisions: Outcome[];
  dialogs: Promise<unknown>;
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
  let announced = false;

  function gateOf(ctx: ExtensionContext): Gate {
    const current = session(ctx);
    if (known?.session === current) return known;
    known?.authorizers.stop();
    return (known = openGate(pi, ctx, current));
  }

  pi.on("session_start", (_event, ctx) => {
    const { authorizers } = gateOf(ctx);
    authorizers.start();
    if (announced) authorizers.ready();
  });
  pi.events.on(CHANNELS.ready, () => {
    announced = true;
    known?.authorizers.ready();
  });
  pi.on("session_shutdown", () => known?.authorizers.stop());
  pi.on("tool_call", async (event, ctx) => {
    try {
      const gate = gateOf(ctx);
      const { ruleset } = gate.session.settings;
      if (ruleset === undefined || gate.authorizers.hosted || !claimCall(event.input)) return undefined;
      const outcome = await judgeCall(pi, gate, event, ctx);
      gate.decisions.push(outcome);
      gate.decisions.splice(0, gate.decisions.length - MAX_DECISIONS);
      broadcast(pi, outcome);
      return outcome.blocked === undefined ? undefined : { block: true, reason: outcome.blocked };
    } catch (error) {
      const { failed } = messages(safeLanguage(session, ctx));
      return { block: true, reason: failed(error instanceof Error ? error.message : String(error)) };
    }
  });
  return gateOf;
}

function openGate(pi: ExtensionAPI, ctx: ExtensionContext, session: Session): Gate {
  const { settings, language, approved } = session;
  const policy = policyOf(settings);
  const rules = () => policy.approving(approved.getRuleset());
  const paths = pathContext(ctx.cwd, settings);
  const judge = (command: string) =>
    judgeCommand(judgedText(command, settings.shell), rules(), paths, commandOptions(settings));
  const say = (notice: HostNotice) => {
    notify(ctx, messages(language).host(notice, settings.ruleset !== undefined), "warning");
  };
  const query = policyQuery({ rules, paths, judge });
  const authorizers = new Authorizers(pi, sessionView(ctx), { settings, query, say });
  return { session, policy, authorizers, decisions: [], dialogs: Promise.resolve() };
}

/** How a call was decided, and by whom. */
export interface Outcome {
  /** `undefined` where the call runs. */
  readonly blocked: string | undefined;
  /** The policy, a link by its name, or the human; nobody where there is none to ask. */
  readonly by: string;
  readonly ruling: Ruling;
  readonly steps: readonly Step[];
  /** What the human allowed for the session. */
  readonly approvals: Ruleset;
  /** The call, for people. */
  readonly whole: string;
}

async function judgeCall(pi: ExtensionAPI, gate: Gate, event: ToolCallEvent, ctx: ExtensionContext): Promise<Outcome> {
  const { session, policy, authorizers } = gate;
  const { settings, language, approved } = session;
  const text = messages(language);
  // Every tool's input is a map; its type here is the union of what the known tools take.
  const input = event.input as Record<string, unknown>;
  const paths = pathContext(ctx.cwd, settings);
  const skills = policy.names("skill") ? skillFiles(pi) : [];
  const call = bindCall(event.toolName, input, { settings, paths, skills, ...authorizers.knowledge });
  const rules = () => policy.approving(approved.getRuleset());
  // What a rule of the session answers is decided by that rule, whose `origin` says so.
  let ruling = call.rejudge(rules());
  let steps: readonly Step[] = [];
  const end = (by: string, blocked?: string, approvals: Ruleset = []): Outcome => ({
    blocked,
    by,
    ruling,
    steps,
    approvals,
    whole: call.whole,
  });
  const denied = () => {
    const judgement = trigger(ruling);
    return end("policy", text.denied(whatOf(judgement), whyOf(judgement, ruling.problem, text)));
  };
  if (ruling.state === "allow") return end("policy");
  if (ruling.state === "deny") return denied();

  const details = askDetails(ruling, {
    requestId: randomUUID(),
    toolCallId: event.toolCallId,
    tool: event.toolName,
    command: call.command,
    sessionId: ctx.sessionManager.getSessionId(),
    message: `${text.question(event.toolName)} ${displayText(call.whole)}`,
    readsSkill: call.readsSkill,
  });
  if (mayBeAnswered(ruling)) {
    const query = policyQuery({ rules, paths, judge: (command) => call.judgeCommand(command, rules()) });
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
    const allowing = rulesThatAllow(ruling, policy, call.rejudge);
    const setting = allowing === undefined ? undefined : toPermission(allowing);
    return end("nobody", text.nobody(whatOf(judgement), whyOf(judgement, ruling.problem, text), setting));
  }
  return inTurn(gate, async () => {
    // What was approved meanwhile may answer this call as well.
    ruling = call.rejudge(rules());
    if (ruling.state === "allow") return end("policy");
    if (ruling.state === "deny") return denied();
    const suggestions = suggestRules(ruling, rules(), call.rejudge, homedir());
    announceDialog(pi, ruling, details);
    const answer = await askHuman(ctx, { tool: event.toolName, whole: call.whole, ruling, suggestions }, language);
    if (!answer.allowed) return end("human", answer.reason);
    for (const { surface, pattern } of answer.rules) approved.approve(surface, pattern);
    return end("human", undefined, answer.rules);
  });
}

/** Asks once the dialogs before it are closed, whatever came of them. */
function inTurn<T>(gate: Gate, ask: () => Promise<T>): Promise<T> {
  const answer = gate.dialogs.then(ask);
  gate.dialogs = answer.catch(() => undefined);
  return answer;
}

function safeLanguage(session: (ctx: ExtensionContext) => Session, ctx: ExtensionContext): Language {
  try {
    return session(ctx).language;
  } catch {
    return "en";
  }
}
