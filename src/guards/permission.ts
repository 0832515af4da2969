import { createHash } from "node:crypto";
import { homedir } from "node:os";

import type {
  ExtensionAPI,
  ExtensionContext,
  ToolCallEvent,
  ToolCallEventResult,
} from "@earendil-works/pi-coding-agent";

import { version } from "../../package.json";
import type { AuditLog } from "../pi/audit.ts";
import { bindField, claimCall } from "../pi/binding.ts";
import { type Answer, askHuman } from "../pi/dialog.ts";
import { posixPath, readVariants, type SkillFile, skillsOf, toolPath } from "../pi/files.ts";
import { type Language, messages, whyOf } from "../pi/messages.ts";
import { pathContext, policyOf } from "../pi/places.ts";
import type { Settings } from "../pi/settings.ts";
import { isBash, type ShellTool } from "../pi/shell.ts";
import { rulesThatAllow } from "../policy/advise.ts";
import { approvalPatterns, type AuditedAnswer, auditEntry } from "../policy/audit-entry.ts";
import { toPermission, trigger, whatOf } from "../policy/explain.ts";
import { MCP_FIELDS, mcpNames } from "../policy/mcp.ts";
import { namedFiles } from "../policy/named-files.ts";
import type { PathContext } from "../policy/paths.ts";
import type { Policy, Ruling } from "../policy/policy.ts";
import { type CommandRequest, type JudgedRequest, judgeRequest } from "../policy/request.ts";
import type { SessionRules } from "../policy/session-rules.ts";
import { suggestRules } from "../policy/suggest.ts";
import { FILE_TOOLS } from "../policy/tools.ts";

/** What a guard needs of the running session. */
export interface Session {
  readonly settings: Settings;
  readonly language: Language;
  /** What the person has allowed for the session. */
  readonly approved: SessionRules;
  /** Where every decision is written down; undefined if the user wants none. */
  readonly audit: AuditLog | undefined;
}

/** What belongs to one session: its rules, compiled once, and its dialogs, of which one is open at a time. */
interface Gate {
  readonly session: Session;
  readonly policy: Policy;
  /** The name of its rules: equal ones have equal names. */
  readonly generation: string;
  dialogs: Promise<unknown>;
}

/**
 * The permission gate: judges every tool call by the user's rules. Allowed calls run, denied ones come back to the model
 * with a reason, the rest is for the human. Whatever goes wrong here blocks the call.
 */
export function permissionGuard(pi: ExtensionAPI, session: (ctx: ExtensionContext) => Session): void {
  let known: Gate | undefined;

  async function judgeCall(
    event: ToolCallEvent,
    ctx: ExtensionContext,
    call: Call,
  ): Promise<ToolCallEventResult | undefined> {
    const current = session(ctx);
    const { settings, language, approved } = current;
    if (settings.ruleset === undefined || !claimCall(event.input)) return undefined;
    if (known?.session !== current) known = newGate(current);
    const gate = known;
    call.gate = gate;
    const { policy } = gate;
    // Every tool's input is a map; its type here is the union of what the known tools take.
    const input = event.input as Record<string, unknown>;
    const skills = policy.names("skill") ? skillFiles(pi) : [];
    const paths = pathContext(ctx.cwd, settings);
    const { request, whole } = bindCall(event.toolName, input, settings, paths, skills);
    call.request = request;
    const rejudge = (other: Policy): Ruling => judgeRequest(request, other, paths);
    // What a rule of the session answers is decided by that rule, whose `origin` says so.
    const judgeNow = (): Ruling => (call.ruling = rejudge(policy.approving(approved.getRuleset())));
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
    if (first.state === "ask" && !ctx.hasUI) call.by = "nobody";
    if (first.state === "deny" || !ctx.hasUI) return block(first);
    return inTurn(gate, async () => {
      // What was approved meanwhile may answer this call as well.
      const ruling = judgeNow();
      if (ruling.state === "allow") return undefined;
      if (ruling.state === "deny") return block(ruling);
      const suggestions = suggestRules(ruling, policy.approving(approved.getRuleset()), rejudge, homedir());
      const answer = await askHuman(ctx, { tool: event.toolName, whole, ruling, suggestions }, language);
      call.by = "human";
      call.answer = auditedAnswer(answer);
      if (!answer.allowed) return { block: true, reason: answer.reason };
      for (const { surface, pattern } of answer.rules) approved.approve(surface, pattern);
      return undefined;
    });
  }

  pi.on("tool_call", async (event, ctx) => {
    const call: Call = { since: performance.now(), by: "policy" };
    let result: ToolCallEventResult | undefined;
    try {
      result = await judgeCall(event, ctx, call);
    } catch (error) {
      const { failed } = messages(safeLanguage(session, ctx));
      call.by = "failed";
      call.error = error instanceof Error ? error.message : String(error);
      result = { block: true, reason: failed(call.error) };
    }
    // A line that cannot be written changes no verdict.
    writeDown(call, event, ctx, result);
    return result;
  });
}

/** What is known of a call while it is decided. */
interface Call {
  /** Milliseconds, by a clock of its own. */
  readonly since: number;
  /** Missing where the gate is off, or another copy of it judges the call. */
  gate?: Gate;
  request?: JudgedRequest;
  ruling?: Ruling;
  by: string;
  answer?: AuditedAnswer;
  error?: string;
}

function newGate(session: Session): Gate {
  const generation = createHash("sha256").update(JSON.stringify(session.settings.ruleset)).digest("hex").slice(0, 12);
  return { session, policy: policyOf(session.settings), generation, dialogs: Promise.resolve() };
}

/** Writes a decision into the audit log. Never throws. */
function writeDown(
  { gate, since, request, ruling, by, answer, error }: Call,
  { toolName, toolCallId }: ToolCallEvent,
  ctx: ExtensionContext,
  result: ToolCallEventResult | undefined,
): void {
  gate?.session.audit?.append(() =>
    auditEntry({
      version,
      time: new Date().toISOString(),
      session: ctx.sessionManager.getSessionId(),
      cwd: ctx.cwd,
      tool: toolName,
      toolCallId,
      generation: gate.generation,
      request: request ?? null,
      ruling,
      final: result?.block === true ? "deny" : "allow",
      by,
      answer,
      error,
      ms: Math.round(performance.now() - since),
    }),
  );
}

function auditedAnswer(answer: Answer): AuditedAnswer {
  if (!answer.allowed) return { choice: "deny", reason: answer.note };
  return answer.rules.length === 0
    ? { choice: "once" }
    : { choice: "session", sessionApprovalPattern: approvalPatterns(answer.rules) };
}

/** Asks once the dialogs before it are closed, whatever came of them. */
function inTurn<T>(gate: Gate, ask: () => Promise<T>): Promise<T> {
  const answer = gate.dialogs.then(ask);
  gate.dialogs = answer.catch(() => undefined);
  return answer;
}

/**
 * Binds what a call is judged by, so that no handler after this one, and no wait, can change it; gives what is
 * judged, and the call for people.
 */
function bindCall(
  tool: string,
  input: Record<string, unknown>,
  { shell, shellTools }: Settings,
  paths: PathContext,
  skills: readonly SkillFile[],
): { request: JudgedRequest; whole: string } {
  if (tool === "bash") {
    const command = boundText(input, "command");
    const request: CommandRequest = { kind: "command", command, prefix: shell.prefix };
    return { request: isBash(shell) ? request : { ...request, unreadable: true }, whole: command };
  }
  if (shellTools.has(tool)) return bindShellTool(input, shellTools.get(tool), paths);
  const mcp = mcpNames(tool, input);
  const files = namedFiles(input);
  const judged = tool === "mcp" ? [...MCP_FIELDS, "arguments", "args", ...files.fields] : files.fields;
  for (const field of new Set(["path", ...(mcp.length > 0 ? ["server"] : []), ...judged])) bindField(input, field);
  const opened = (path: string | null) => (path === null ? null : toolPath(path));
  let own = files.own.map(opened);
  // `find`, `grep` and `ls` search the working directory where they are given no path.
  if (own.length === 0 && FILE_TOOLS.includes(tool)) own = ["."];
  if (tool === "read") own = own.flatMap((path) => (path === null ? [path] : [path, ...readVariants(path, paths)]));
  const request: JudgedRequest = {
    kind: "tool",
    tool,
    own: own.length === 0 ? undefined : own,
    others: files.others.map(opened),
    mcp,
    skills: tool === "read" ? own.flatMap((path) => (path === null ? [] : skillsOf(path, skills, paths))) : [],
  };
  const whole = [tool, ...files.own, ...files.others].filter((part) => part !== null).join(" ");
  return { request, whole };
}

/** A call of another tool that runs bash: its directory is judged, and is what relative paths start from. */
function bindShellTool(
  input: Record<string, unknown>,
  shellTool: ShellTool | undefined,
  paths: PathContext,
): { request: CommandRequest; whole: string } {
  if (shellTool === undefined) {
    // Its entry is wrong: which of the fields is the command nobody knows.
    for (const field of Object.keys(input)) bindField(input, field);
    const whole = JSON.stringify(input);
    return { request: { kind: "command", command: whole, unreadable: true }, whole };
  }
  const { commandArgument } = shellTool;
  const command = boundText(input, commandArgument);
  // A directory that the settings do not speak of would make another file of every relative path.
  const workdirArgument =
    shellTool.workdirArgument ??
    Object.keys(input).find((field) => /^(?:cwd|(?:work\w*|current)?[_-]?dir(ectory)?)$/i.test(field));
  if (workdirArgument !== undefined) bindField(input, workdirArgument);
  const workdir = workdirArgument === undefined ? undefined : (input[workdirArgument] ?? undefined);
  if (workdir === undefined || workdir === "") {
    return { request: { kind: "command", command }, whole: command };
  }
  if (typeof workdir !== "string") throw new Error(`\`${workdirArgument}\` is not a text`);
  const directory = posixPath(workdir).replace(/^~(?=\/|$)/, paths.home ?? "~");
  return { request: { kind: "command", command, directory }, whole: `${command}\n(${workdir})` };
}

function boundText(input: Record<string, unknown>, field: string): string {
  bindField(input, field);
  const text = input[field];
  if (typeof text !== "string") throw new Error(`\`${field}\` is not a text`);
  return text;
}

/** The skills that Pi has loaded, and the files that it offers them by. */
function skillFiles(pi: ExtensionAPI): SkillFile[] {
  return pi
    .getCommands()
    .flatMap(({ name, source, sourceInfo }) =>
      source === "skill" ? [{ name: name.replace(/^skill:/, ""), file: sourceInfo.path }] : [],
    );
}

function safeLanguage(session: (ctx: ExtensionContext) => Session, ctx: ExtensionContext): Language {
  try {
    return session(ctx).language;
  } catch {
    return "en";
  }
}
