/** What a tool call asks for, in a form that can be judged, written down, and judged again under other rules. */
import { HOLE } from "../shell/text.ts";
import type { Wrappers } from "../shell/wrappers.ts";
import { judgeCommand } from "./decide.ts";
import type { McpName } from "./mcp.ts";
import type { PathContext } from "./paths.ts";
import { conclude, type Policy, type Ruling } from "./policy.ts";
import { judgeDirectory, judgeTool, type NamedFile } from "./tools.ts";

/** A bash command, of Pi's own tool or another. */
export interface CommandRequest {
  readonly kind: "command";
  readonly command: string;
  /** The user's own text that the shell reads before it. */
  readonly prefix?: string | undefined;
  /** The directory that it starts in, where the call names one. */
  readonly directory?: string | undefined;
  /** What runs it may be another shell, or another field may be the command: nothing in it is understood. */
  readonly unreadable?: true | undefined;
}

/** A call of any other tool. */
export interface ToolRequest {
  readonly kind: "tool";
  readonly tool: string;
  /** The files that the tool's own rules are about; left out where it takes none. */
  readonly own?: readonly NamedFile[] | undefined;
  readonly others: readonly NamedFile[];
  readonly mcp: readonly McpName[];
  readonly skills: readonly string[];
}

export type JudgedRequest = CommandRequest | ToolRequest;

/**
 * Judges a request by a policy.
 *
 * @param wrappers programs that the user says are transparent wrappers
 */
export function judgeRequest(request: JudgedRequest, policy: Policy, paths: PathContext, wrappers?: Wrappers): Ruling {
  if (request.kind === "tool") return judgeTool(request.tool, request.own, policy, paths, request);
  const { command, prefix, directory, unreadable } = request;
  const text = unreadable === true ? command + HOLE : command;
  if (directory === undefined) return judgeCommand(text, policy, paths, { prefix, wrappers });
  const base = directory.startsWith("/") ? directory : `${paths.cwd}/${directory}`;
  const ruling = judgeCommand(text, policy, { ...paths, base }, { prefix, wrappers });
  return conclude([...judgeDirectory(directory, policy, paths), ...ruling.judgements], ruling);
}
