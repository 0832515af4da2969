import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

import { bindField } from "../pi/binding.ts";
import { posixPath, readVariants, type SkillFile, skillsOf, toolPath } from "../pi/files.ts";
import type { ToolAccessExtractor, ToolInputFormatter } from "../pi/service.ts";
import type { Settings } from "../pi/settings.ts";
import { commandFor, type ShellTool } from "../pi/shell.ts";
import { MCP_FIELDS, mcpNames } from "../policy/mcp.ts";
import { namedFiles } from "../policy/named-files.ts";
import type { PathContext } from "../policy/paths.ts";
import type { JudgedRequest } from "../policy/request.ts";
import { FILE_TOOLS } from "../policy/tools.ts";

/** A call that nobody can change any more. */
export interface BoundCall {
  readonly request: JudgedRequest;
  /** For people. */
  readonly whole: string;
}

/** What calls are judged in. */
export interface Surroundings {
  readonly settings: Settings;
  readonly paths: PathContext;
  readonly skills: readonly SkillFile[];
  /** What other extensions know of their tools' inputs. */
  readonly extractors: ReadonlyMap<string, ToolAccessExtractor>;
  readonly formatters: ReadonlyMap<string, ToolInputFormatter>;
}

/** Binds what a call is judged by, so that no handler after this one, and no wait, can change it. */
export function bindCall(tool: string, input: Record<string, unknown>, around: Surroundings): BoundCall {
  const { paths, skills, extractors, formatters } = around;
  const { shell, shellTools } = around.settings;
  if (tool === "bash") {
    const command = boundText(input, "command");
    return { request: commandFor(command, shell), whole: command };
  }
  if (shellTools.has(tool)) return bindShellTool(input, shellTools.get(tool), paths);
  const mcp = mcpNames(tool, input);
  const files = namedFiles(input);
  const judged = tool === "mcp" ? [...MCP_FIELDS, "arguments", "args", ...files.fields] : files.fields;
  for (const field of new Set(["path", ...(mcp.length > 0 ? ["server"] : []), ...judged])) bindField(input, field);
  const opened = (path: string | null) => (path === null ? null : toolPath(path));
  const extractor = extractors.get(tool);
  if (extractor !== undefined) for (const field of Object.keys(input)) bindField(input, field);
  const extracted = extractor === undefined ? [] : extractPath(extractor, input);
  let own = [...files.own, ...extracted].map(opened);
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
  const named = [tool, ...files.own, ...extracted, ...files.others].filter((part) => part !== null).join(" ");
  const shown = quietly(() => formatters.get(tool)?.(input));
  return { request, whole: typeof shown === "string" ? `${named}\n${shown}` : named };
}

/** The file that an extension says its tool opens; `null` for one that it cannot tell. */
function extractPath(extractor: ToolAccessExtractor, input: Record<string, unknown>): (string | null)[] {
  const path: unknown = quietly(() => extractor(input) ?? undefined, null);
  return path === undefined ? [] : [typeof path === "string" ? path : null];
}

/** What another extension's function gives; something else where it fails. */
function quietly<T>(call: () => T, otherwise?: T): T | undefined {
  try {
    return call();
  } catch {
    return otherwise;
  }
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
  if (workdir === undefined || workdir === "") return { request: { kind: "command", command }, whole: command };
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
export function skillFiles(pi: ExtensionAPI): SkillFile[] {
  return pi
    .getCommands()
    .flatMap(({ name, source, sourceInfo }) =>
      source === "skill" ? [{ name: name.replace(/^skill:/, ""), file: sourceInfo.path }] : [],
    );
}
