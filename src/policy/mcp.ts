/** What a tool call asks of an MCP server, in the forms that rules may name it by. */
import { HOLE } from "../shell/text.ts";

/** One call on an MCP server. */
export interface McpName {
  /** The forms that name server and tool, the plainest first. */
  readonly exact: readonly string[];
  /** The forms by which a rule may allow it: those, and the server. */
  readonly allow: readonly string[];
  /**
   * The forms by which a rule may ask or deny: also the tool without its server, and the kind of call. A `\0` in one is what
   * the call does not say.
   */
  readonly any: readonly string[];
}

/** Pi's own tools for what servers offer besides tools. */
const RESOURCE_TOOLS: ReadonlySet<string> = new Set([
  "list_mcp_resources",
  "list_mcp_resource_templates",
  "read_mcp_resource",
]);

/** The fields of the one tool `mcp` that stands for all servers, as adapters offer it. */
export const MCP_FIELDS = ["tool", "server", "connect", "describe", "search"] as const;

/** What a tool call asks of MCP servers, each to be allowed; nothing where the tool is none of MCP's. */
export function mcpNames(tool: string, input: Readonly<Record<string, unknown>>): readonly McpName[] {
  if (tool === "mcp") return umbrellaNames(input);
  if (RESOURCE_TOOLS.has(tool)) {
    const server = textOf(input["server"]);
    // Without a server it asks all of them.
    return [server === undefined ? name([tool], [], [HOLE]) : called(server, tool, [tool])];
  }
  if (!tool.startsWith("mcp__")) return [];
  const registered = tool.slice("mcp__".length);
  const splits = splitsAt(registered, "__");
  const any = [...splits.flatMap((split) => called(...split, []).any), ...cutForms(registered)];
  // `mcp__a__b__c` may be the tool `b__c` of `a`, or `c` of `a__b`: then only its whole name allows it.
  const [only, ...others] = splits;
  const { exact, allow } = only && others.length === 0 ? called(...only, [tool]) : name([tool], [], []);
  return [{ exact, allow, any: name(exact, allow, any).any }];
}

/** A name in two at each place of what may part it. */
function splitsAt(whole: string, separator: string): (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  for (let at = whole.indexOf(separator, 1); at !== -1; at = whole.indexOf(separator, at + 1)) {
    const rest = whole.slice(at + separator.length);
    if (rest !== "") found.push([whole.slice(0, at), rest]);
  }
  return found;
}

/**
 * What a name may have been before Pi made it unlike another's by a hash, and cut it to 64 characters, perhaps in the
 * server's name.
 */
function cutForms(registered: string): string[] {
  const kept = /^(.+)_[0-9a-f]{8}$/s.exec(registered)?.[1];
  if (kept === undefined) return [];
  const whole = registered.length < 59 ? kept : kept + HOLE;
  return [whole, ...splitsAt(whole, "__").flatMap((split) => called(...split, []).any)];
}

/** The umbrella tool: a call, a description, a search, …; where several are given, which one counts is the adapter's affair. */
function umbrellaNames(input: Readonly<Record<string, unknown>>): readonly McpName[] {
  const [tool, server, connect, describe, search] = MCP_FIELDS.map((field) => textOf(input[field]));
  // A field that is not a text may mean anything.
  if (MCP_FIELDS.some((field) => !["string", "undefined"].includes(typeof (input[field] ?? undefined)))) {
    return [name([], [], ["mcp_call"])];
  }
  const found: McpName[] = [];
  if (tool !== undefined) found.push(...referred(tool, server, "mcp_call", []));
  if (connect !== undefined) found.push(name([`mcp_connect_${connect}`], ["mcp_connect", connect], []));
  if (describe !== undefined) found.push(...referred(describe, server, "mcp_describe", ["mcp_describe"]));
  if (search !== undefined) {
    const at = server === undefined ? [] : [`mcp_server_${server}`, server];
    found.push(name([], ["mcp_search", ...at], [search]));
  }
  if (found.length > 0) return found;
  if (server !== undefined) return [name([`mcp_server_${server}`], ["mcp_list", server], [])];
  return [name(["mcp_status"], [], [])];
}

/** A tool that is named alone, with its server, or as `server:tool`; all servers that are named count. */
function referred(tool: string, server: string | undefined, kind: string, allow: readonly string[]): McpName[] {
  const [, first, rest] = /^([^:]+):(.+)$/s.exec(tool) ?? [];
  const servers = [first, server].filter((one) => one !== undefined);
  if (servers.length === 0) return [name([tool], allow, [...prefixedForms(tool), kind])];
  return servers.map((one) => {
    const { exact, allow: allowed, any } = called(one, first === undefined ? tool : (rest ?? tool), []);
    return name(exact, [...allowed, ...allow], [...any, tool, kind]);
  });
}

/** Adapters put the server's name before the tool's, with or without its `-mcp`; else it may be on any server. */
function prefixedForms(tool: string): string[] {
  // No tool has so long a name.
  if (tool.length > 200) return [HOLE];
  return [
    `${HOLE}:${tool}`,
    ...splitsAt(tool.replaceAll("-", "_"), "_").flatMap(([server, inner]) => [
      server,
      `${server}-mcp`,
      `${server}:${inner}`,
      `${HOLE}:${inner}`,
    ]),
  ];
}

function called(server: string, tool: string, registered: readonly string[]): McpName {
  return name([`${server}:${tool}`, `${server}_${tool}`, ...registered], [server], [tool, "mcp_call"]);
}

function name(exact: readonly string[], allow: readonly string[], any: readonly string[]): McpName {
  return { exact, allow: [...exact, ...allow], any: [...exact, ...allow, ...any, "mcp"] };
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === "string" ? value.trim() : "";
  return text === "" ? undefined : text;
}
