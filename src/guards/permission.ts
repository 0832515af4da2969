import { homedir } from "node:os";

import type {
  ExtensionAPI,
  ExtensionContext,
  ToolCallEvent,
  ToolCallEventResult,
} from "@earendil-works/pi-coding-agent";

import { bindField, claimCall } from "../pi/binding.ts";
import { inTurn } from "../pi/dialog-queue.ts";
import { askHuman } from "../pi/dialog.ts";
import { posixPath, readVariants, type SkillFile, skillsOf, toolPath } from "../pi/files.ts";
import { type Language, messages, whyOf } from "../pi/messages.ts";
import { pathContext, policyOf } from "../pi/places.ts";
import type { Settings } from "../pi/settings.ts";
import { judgedText, type ShellTool, UNREADABLE } from "../pi/shell.ts";
import { type Rejudge, rulesThatAllow } from "../policy/advise.ts";
import { type Alternative, alternativeTo, presetThatHoldsBack } from "../policy/alternative.ts";
import { judgeCommand } from "../policy/decide.ts";
import { toPermission, trigger, whatOf } from "../policy/explain.ts";
import { MCP_FIELDS, mcpNames } from "../policy/mcp.ts";
import { namedFiles } from "../policy/named-files.ts";
import type { PathContext } from "../policy/paths.ts";
import { conclude, type Policy, type Ruling } from "../policy/policy.ts";
import type { SessionRules } from "../policy/session-rules.ts";
import { suggestRules } from "../policy/suggest.ts";
import { FILE_TOOLS, judgeDirectory, judgeTool } from "../policy/tools.ts";

/** What a guard needs of the running session. */
export interface Session {
  readonly settings: Settings;
  readonly language: Language;
  /** What the person has allowed for the session. */
  readonly approved: SessionRules;
}

/** What belongs to one session: its rules, compiled once, and what ends its dialogs. */
interface Gate {
  readonly session: Session;
  readonly policy: Policy;
  readonly over: AbortController;
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
    if (known?.session !== current) {
      known?.over.abort();
      known = { session: current, policy: policyOf(settings), over: new AbortController() };
    }
    const { policy, over } = known;
    // Every tool's input is a map; its type here is the union of what the known tools take.
    const input = event.input as Record<string, unknown>;
    const skills = policy.names("skill") ? skillFiles(pi) : [];
    const { rejudge, whole, judgeOther } = bindCall(
      event.toolName,
      input,
      settings,
      pathContext(ctx.cwd, settings),
      skills,
    );
    // What a rule of the session answers is decided by that rule, whose `origin` says so.
    const judgeNow = (): Ruling => rejudge(policy.approving(approved.getRuleset()));
    const text = messages(language);
    const block = (ruling: Ruling): ToolCallEventResult => {
      const judgement = trigger(ruling);
      const why = whyOf(judgement, ruling.problem, text);
      if (ruling.state === "deny") return { block: true, reason: text.denied(whatOf(judgement), why) };
      const rules = rulesThatAllow(ruling, policy, rejudge);
      const setting = rules === undefined ? undefined : toPermission(rules);
      const held = presetThatHoldsBack(ruling, policy.ruleset);
      const reason = why + (held === undefined ? "" : text.holdsBack(held));
      const other = judgeOther?.(ruling, policy.approving(approved.getRuleset()));
      return { block: true, reason: text.nobody(whatOf(judgement), reason, setting, other) };
    };
    const first = judgeNow();
    if (first.state === "allow") return undefined;
    if (first.state === "deny" || !ctx.hasUI) return block(first);
    return inTurn(ctx.ui, async () => {
      // What was approved meanwhile may answer this call as well.
      const ruling = judgeNow();
      if (ruling.state === "allow") return undefined;
      if (ruling.state === "deny") return block(ruling);
      const judgedBy = policy.approving(approved.getRuleset());
      const suggestions = suggestRules(ruling, judgedBy, rejudge, homedir());
      const meanwhile = {
        onApproval: (listener: () => void) => approved.onApproval(listener),
        isCovered: () => judgeNow().state === "allow",
        over: over.signal,
      };
      const call = { tool: event.toolName, whole, ruling, suggestions, policy: judgedBy, rejudge };
      const question = { ...call, meanwhile, timeout: settings.promptTimeout };
      const answer = await askHuman(ctx, question, language);
      if (!answer.allowed) return { block: true, reason: answer.reason };
      for (const { surface, pattern } of answer.rules) approved.approve(surface, pattern);
      return undefined;
    });
  }

  // Pi takes the dialogs of a session away with it, and answers none of them.
  const end = (): void => {
    known?.over.abort();
    known = undefined;
  };
  pi.on("session_shutdown", end);
  pi.on("session_start", end);
  pi.on("tool_call", async (event, ctx) => {
    try {
      return await judgeCall(event, ctx);
    } catch (error) {
      const { failed } = messages(safeLanguage(session, ctx));
      return { block: true, reason: failed(error instanceof Error ? error.message : String(error)) };
    }
  });
}

/** A call that nothing can change any more. */
interface BoundCall {
  readonly rejudge: Rejudge;
  /** For people. */
  readonly whole: string;
  /** Of a bash command that asks: what is allowed of it. */
  readonly judgeOther?: (ruling: Ruling, policy: Policy) => Alternative | undefined;
}

/**
 * Binds what a call is judged by, so that no handler after this one, and no wait, can change it; gives the judgement, which
 * can be asked for again under other rules, and the call for people.
 */
function bindCall(
  tool: string,
  input: Record<string, unknown>,
  { shell, shellTools }: Settings,
  paths: PathContext,
  skills: readonly SkillFile[],
): BoundCall {
  if (tool === "bash") {
    const command = boundText(input, "command");
    const judge = (text: string, policy: Policy) => judgeCommand(judgedText(text, shell), policy, paths, shell.prefix);
    return {
      rejudge: (policy) => judge(command, policy),
      whole: command,
      judgeOther: (ruling, policy) =>
        alternativeTo(
          command,
          ruling,
          policy.ruleset,
          (text) => judge(text, policy),
          shell.prefix === undefined ? 0 : shell.prefix.length + 1,
        ),
    };
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
  const more = {
    others: files.others.map(opened),
    mcp,
    skills: tool === "read" ? own.flatMap((path) => (path === null ? [] : skillsOf(path, skills, paths))) : [],
  };
  const whole = [tool, ...files.own, ...files.others].filter((part) => part !== null).join(" ");
  return { rejudge: (policy) => judgeTool(tool, own.length === 0 ? undefined : own, policy, paths, more), whole };
}

/** A call of another tool that runs bash: its directory is judged, and is what relative paths start from. */
function bindShellTool(
  input: Record<string, unknown>,
  shellTool: ShellTool | undefined,
  paths: PathContext,
): BoundCall {
  if (shellTool === undefined) {
    // Its entry is wrong: which of the fields is the command nobody knows.
    for (const field of Object.keys(input)) bindField(input, field);
    return { rejudge: (policy) => judgeCommand(UNREADABLE, policy, paths), whole: JSON.stringify(input) };
  }
  const { commandArgument, workdirArgument } = shellTool;
  const command = boundText(input, commandArgument);
  if (workdirArgument !== undefined) bindField(input, workdirArgument);
  const workdir = workdirArgument === undefined ? undefined : (input[workdirArgument] ?? undefined);
  if (workdir === undefined || workdir === "") {
    return { rejudge: (policy) => judgeCommand(command, policy, paths), whole: command };
  }
  if (typeof workdir !== "string") throw new Error(`\`${workdirArgument}\` is not a text`);
  const directory = posixPath(workdir).replace(/^~(?=\/|$)/, paths.home ?? "~");
  const base = directory.startsWith("/") ? directory : `${paths.cwd}/${directory}`;
  return {
    rejudge: (policy) => {
      const ruling = judgeCommand(command, policy, { ...paths, base });
      return conclude([...judgeDirectory(directory, policy, paths), ...ruling.judgements], ruling);
    },
    whole: `${command}\n(${workdir})`,
  };
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
