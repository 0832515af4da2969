/** The policy as links ask it. */
import { trigger } from "../policy/explain.ts";
import { mcpNames } from "../policy/mcp.ts";
import type { PathContext } from "../policy/paths.ts";
import { peeled } from "../policy/peel.ts";
import { conclude, type Policy, type Ruling } from "../policy/policy.ts";
import { type Action, decisiveRule } from "../policy/rules.ts";
import { FILE_TOOLS, judgeSkills, judgeTool } from "../policy/tools.ts";
import { unitText } from "./ask.ts";
import type { PermissionCheck } from "./authorizer.ts";
import type { PeelingQuery } from "./inner-command.ts";

/** What a call is judged by. */
export interface Judges {
  /** The rules as they are now. */
  readonly rules: () => Policy;
  readonly paths: PathContext;
  readonly judge: (command: string) => Ruling;
}

/** The policy, at parity with the gate. No rules are for single agents, so that their names make no difference. */
export function policyQuery({ rules, paths, judge }: Judges): PeelingQuery {
  const judgeOn = (surface: string, value: string | undefined): Ruling => {
    const policy = rules();
    if (surface === "bash") return value === undefined ? conclude([]) : judge(value);
    if (surface === "skill") return judgeSkills(value === undefined ? [] : [value], policy);
    if (surface === "mcp") {
      const mcp = mcpNames("mcp", value === undefined ? {} : { tool: value });
      return judgeTool("mcp", undefined, policy, paths, { mcp });
    }
    if (surface === "path" || surface === "external_directory") {
      const { judgements } = judgeTool("read", value ?? null, policy, paths);
      return conclude(judgements.filter((one) => one.surface === surface));
    }
    return judgeTool(surface, FILE_TOOLS.includes(surface) ? (value ?? null) : value, policy, paths);
  };
  return {
    checkPermission: (surface, value) => toCheck(surface, judgeOn(surface, value)),
    checkPeeled: (value) => toCheck("bash", peeled(judge(value))),
    getToolPermission: (toolName) => catchAll(toolName, rules()),
  };
}

/** What asks, or else what decided first. */
export function toCheck(surface: string, ruling: Ruling): PermissionCheck {
  const { state, judgements } = ruling;
  if (judgements.length === 0) return { state, toolName: surface, source: "default", origin: "builtin" };
  const decided = trigger(ruling);
  const by = decisiveRule(decided.verdict);
  const source = by?.origin === "session" ? "session" : by === undefined ? "default" : SOURCES[surface];
  return {
    state,
    toolName: surface,
    source: source ?? "tool",
    origin: by?.origin ?? "builtin",
    ...(by !== undefined && { matchedPattern: by.pattern }),
    ...(by?.reason !== undefined && { reason: by.reason }),
    ...(surface === "bash" && { command: unitText(decided) }),
    ...(decided.context !== "top level" && decided.context !== "tool call" && { commandContext: decided.context }),
  };
}

const SOURCES: Readonly<Record<string, PermissionCheck["source"]>> = {
  bash: "bash",
  mcp: "mcp",
  skill: "skill",
  path: "special",
  external_directory: "special",
};

/** What the catch-alls say of a tool, whatever it is called with: what a rule of its own may restrict is no allow. */
function catchAll(toolName: string, policy: Policy): Action {
  const { all } = policy.rules(toolName);
  return all.findLast(({ rule }) => rule.pattern === "*")?.rule.action ?? "ask";
}
