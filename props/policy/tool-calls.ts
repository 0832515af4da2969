import { followLinks, toolPath } from "../../src/pi/files.ts";
import { judgeCommand } from "../../src/policy/decide.ts";
import { normalizePermission } from "../../src/policy/normalize.ts";
import { Policy, type Ruling } from "../../src/policy/policy.ts";
import type { Ruleset } from "../../src/policy/rules.ts";
import { FILE_TOOLS, judgeTool } from "../../src/policy/tools.ts";
import { HOME } from "../permission-system.ts";

/** What a tool is called with. */
export interface ToolInput {
  readonly command?: string;
  readonly path?: string;
}

/** Our ruling on a tool call under a `permission` map, judged as the permission gate judges it. */
export function judgeCall(tool: string, input: ToolInput, permission: unknown, cwd: string): Ruling {
  return judgeUnder(normalizePermission(permission), tool, input, cwd);
}

/** The same under rules. */
export function judgeUnder(ruleset: Ruleset, tool: string, { command, path }: ToolInput, cwd: string): Ruling {
  const policy = new Policy(ruleset, HOME);
  const paths = { cwd, home: HOME, followLinks };
  if (tool === "bash") return judgeCommand(command ?? "", policy, paths);
  const implied = FILE_TOOLS.includes(tool) ? "." : undefined;
  return judgeTool(tool, path === undefined ? implied : toolPath(path), policy, paths);
}
