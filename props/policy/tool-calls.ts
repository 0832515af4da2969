import { followLinks, skillsOf, toolPath } from "../../src/pi/files.ts";
import { judgeCommand } from "../../src/policy/decide.ts";
import { mcpNames } from "../../src/policy/mcp.ts";
import { namedFiles } from "../../src/policy/named-files.ts";
import { normalizePermission } from "../../src/policy/normalize.ts";
import { conclude, Policy, type Ruling } from "../../src/policy/policy.ts";
import type { Ruleset } from "../../src/policy/rules.ts";
import { FILE_TOOLS, judgeDirectory, judgeTool } from "../../src/policy/tools.ts";
import { HOME } from "../permission-system.ts";

/** What a tool is called with. */
export interface ToolInput extends Readonly<Record<string, unknown>> {
  readonly command?: string;
  readonly path?: string;
}

/** Other tools that run bash, with the argument that has the command. */
export type ShellTools = Readonly<
  Record<string, { readonly commandArgument: string; readonly workdirArgument?: string }>
>;

/** Our ruling on a tool call under a `permission` map, judged as the permission gate judges it. */
export function judgeCall(
  tool: string,
  input: ToolInput,
  permission: unknown,
  cwd: string,
  shellTools: ShellTools = {},
): Ruling {
  const { commandArgument = "", workdirArgument = "" } = shellTools[tool] ?? {};
  const [command, workdir] = [input[commandArgument], input[workdirArgument]];
  if (typeof command === "string") {
    const ruling = judgeCall("bash", { command }, permission, typeof workdir === "string" ? workdir : cwd);
    const policy = new Policy(normalizePermission(permission), HOME);
    const start = typeof workdir === "string" ? judgeDirectory(workdir, policy, { cwd, home: HOME, followLinks }) : [];
    return conclude([...start, ...ruling.judgements], ruling);
  }
  return judgeUnder(normalizePermission(permission), tool, input, cwd);
}

/** The same under rules. */
export function judgeUnder(ruleset: Ruleset, tool: string, input: ToolInput, cwd: string): Ruling {
  const policy = new Policy(ruleset, HOME);
  const paths = { cwd, home: HOME, followLinks };
  if (tool === "bash") return judgeCommand(input.command ?? "", policy, paths);
  const files = namedFiles(input);
  const opened = (path: string | null) => (path === null ? null : toolPath(path));
  const own = files.own.length === 0 && FILE_TOOLS.includes(tool) ? ["."] : files.own.map(opened);
  const skills = own.flatMap((path) => (path === null || tool !== "read" ? [] : skillsOf(path, [], paths)));
  const more = { others: files.others.map(opened), mcp: mcpNames(tool, input), skills };
  return judgeTool(tool, own.length === 0 ? undefined : own, policy, paths, more);
}
