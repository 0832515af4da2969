/**
 * The judgement of `@gotgenes/pi-permission-system`: all of its gates, driven as its own handler drives them, without its
 * dialogs and logs. Its package exports none of this, so the modules are imported by path; and its sources are not written
 * for our compiler options, so the types are stated here.
 */
import { homedir } from "node:os";
import { join } from "node:path";

import { ROOT } from "../scripts/toolchain.ts";
import type { Action } from "../src/policy/rules.ts";

export const PACKAGE = join(ROOT, "node_modules/@gotgenes/pi-permission-system");

/** It takes the home directory from the system. */
export const HOME: string = homedir();

/** Something of its that is only handed on. */
type Opaque = object;

interface Check {
  readonly state: Action;
  /** Nothing where only the universal default matched. */
  readonly matchedPattern?: string;
}

/** What a gate found out, or that it has no objection. */
interface Gate {
  readonly action?: "allow";
  readonly preCheck?: Check;
  readonly preResolved?: Check;
}

interface AccessPath {
  value(): string;
}

interface BashCommand {
  readonly text: string;
  readonly wrapperKind?: string;
}

interface Program {
  commands(): readonly BashCommand[];
  externalPaths(): readonly AccessPath[];
  pathRuleCandidates(): readonly { readonly token: string; readonly path: AccessPath }[];
}

interface Manager {
  getPromotablePathTokenMatcher(): unknown;
}

interface Resolver {
  resolve(intent: Opaque): Check;
}

interface SyntaxTree {
  readonly type: string;
  readonly text: string;
  readonly hasError: boolean;
  readonly childCount: number;
  child(index: number): SyntaxTree | null;
}

interface Modules {
  readonly "config-loader": {
    readonly stripJsonComments: (text: string) => string;
    readonly validateUnifiedConfig: (parsed: unknown) => {
      readonly config: Configuration;
      readonly issues: readonly string[];
    };
  };
  readonly "permission-manager": { readonly PermissionManager: new (options: Opaque) => Manager };
  readonly "permission-resolver": { readonly PermissionResolver: new (manager: Manager, session: Opaque) => Resolver };
  readonly "session-rules": { readonly SessionRules: new () => Opaque };
  readonly "path-normalizer": {
    readonly PathNormalizer: new (flavor: Opaque, cwd: string) => Opaque & { forPath(path: string): AccessPath };
  };
  readonly "path/path-flavor": { readonly posixPathFlavor: Opaque };
  readonly "access-intent/bash/parser": {
    readonly getParser: () => Promise<{ parse(text: string): { rootNode: SyntaxTree; delete(): void } | null }>;
  };
  readonly "access-intent/bash/program": {
    readonly BashProgram: { parse(command: string, normalizer: Opaque, isPromotable: unknown): Promise<Program> };
  };
  readonly "handlers/gates/bash-command": {
    readonly resolveBashCommandCheck: (
      command: string,
      commands: readonly BashCommand[],
      agent: undefined,
      resolver: Resolver,
    ) => Check;
  };
  readonly "handlers/gates/tool-call-gate-pipeline": {
    readonly ToolCallGatePipeline: new (
      resolver: Resolver,
      inputs: Opaque,
    ) => {
      evaluate(call: Opaque, runner: { run(gate: Gate | null): Promise<Opaque> }): Promise<unknown>;
    };
  };
}

async function load<Name extends keyof Modules>(name: Name): Promise<Modules[Name]> {
  return await import(join(PACKAGE, "src", `${name}.ts`));
}

const { stripJsonComments, validateUnifiedConfig } = await load("config-loader");
const { PermissionManager } = await load("permission-manager");
const { PermissionResolver } = await load("permission-resolver");
const { SessionRules } = await load("session-rules");
const { PathNormalizer } = await load("path-normalizer");
const { posixPathFlavor } = await load("path/path-flavor");
const { getParser } = await load("access-intent/bash/parser");
const { BashProgram } = await load("access-intent/bash/program");
const { resolveBashCommandCheck } = await load("handlers/gates/bash-command");
const { ToolCallGatePipeline } = await load("handlers/gates/tool-call-gate-pipeline");

/** One thing that it judges a bash command by: a piece of its text, or a path that it found in there. */
export interface Finding {
  readonly surface: "bash" | "path" | "external_directory";
  readonly text: string;
  readonly state: Action;
  /** The pattern that decided; in angle brackets where it was none of the user's. */
  readonly pattern: string | undefined;
  /** What its parser takes a piece for: `"command"` is a simple one; `""` for a path; `"ERROR"` where it gives up. */
  readonly syntax: string;
}

/** It under one configuration. */
export interface PermissionSystem {
  /** What it says of a tool call, all gates together. */
  readonly judge: (tool: string, input: object) => Promise<Action>;
  /** What `judge` of a bash command comes from. */
  readonly findings: (command: string) => Promise<readonly Finding[]>;
  /** What it says of the text of one command, without a look at what is in it. */
  readonly command: (text: string) => { readonly state: Action; readonly pattern: string | undefined };
  /** What it says of a path on one surface. */
  readonly path: (surface: string, path: string) => Action;
  /** What it says of a skill's name. */
  readonly skill: (name: string) => Action;
}

/** The configuration in which it reads JSON with comments. */
export function readJsonWithComments(text: string): unknown {
  return JSON.parse(stripJsonComments(text));
}

const RANK: Readonly<Record<Action, number>> = { allow: 0, ask: 1, deny: 2 };

/** The keys of its configuration file that matter here. */
export interface Configuration {
  readonly permission?: unknown;
  readonly shellTools?: unknown;
}

/**
 * It under the configuration files of the user and of the project, in a working directory. Throws where it would reject
 * one of them.
 *
 * @param infrastructure the directories of Pi itself
 */
export function permissionSystem(
  settings: Configuration,
  cwd: string,
  { infrastructure = [], project = {} }: { infrastructure?: readonly string[]; project?: Configuration } = {},
): PermissionSystem {
  const [config, projectConfig] = [valid(settings), valid(project)];
  const manager = new PermissionManager({ policyLoader: new Files(config, projectConfig), flavor: posixPathFlavor });
  const resolver = new PermissionResolver(manager, new SessionRules());
  const normalizer = new PathNormalizer(posixPathFlavor, cwd);
  const isPromotable = manager.getPromotablePathTokenMatcher();
  const pipeline = new ToolCallGatePipeline(resolver, {
    getActiveSkillEntries: () => [],
    getInfrastructureReadDirs: () => infrastructure,
    getToolPreviewLimits: () => ({
      toolInputPreviewMaxLength: 0,
      toolTextSummaryMaxLength: 0,
      toolInputLogPreviewMaxLength: 0,
    }),
    getPathNormalizer: () => normalizer,
    getShellToolAliases: () => config.shellTools,
    getPromotablePathTokenMatcher: () => isPromotable,
  });
  return {
    judge: async (toolName, input) => {
      let state: Action = "allow";
      // An ask is answered with yes, so that all gates have their say.
      const run = async (gate: Gate | null) => {
        const check = gate?.preCheck ?? gate?.preResolved;
        if (gate !== null && gate.action === undefined && check === undefined)
          throw new Error("a gate without a check");
        if (check !== undefined && RANK[check.state] > RANK[state]) ({ state } = check);
        return { action: "allow" };
      };
      await pipeline.evaluate({ toolName, agentName: null, input, toolCallId: "", cwd }, { run });
      return state;
    },
    findings: async (text) => {
      const command = text.trim(); // as its pipeline does
      const program = await BashProgram.parse(command, normalizer, isPromotable);
      const syntaxOf = await syntaxIn(command);
      const pieces = program.commands();
      const check = (list: readonly BashCommand[]) =>
        stateOf(resolveBashCommandCheck(command, list, undefined, resolver));
      const commands = pieces.map((piece): Finding => {
        return { surface: "bash", text: piece.text, ...check([piece]), syntax: syntaxOf(piece.text) };
      });
      // A text in which it sees no command at all.
      if (pieces.length === 0) commands.push({ surface: "bash", text: command, ...check([]), syntax: syntaxOf("") });
      const judged = (surface: "path" | "external_directory", text: string, path: AccessPath): Finding => {
        const found = stateOf(resolver.resolve({ kind: "access-path", surface, path }));
        return { surface, text, ...found, syntax: syntaxOf("") };
      };
      const paths = program
        .pathRuleCandidates()
        .map(({ token, path }) => judged("path", token, path))
        .filter(({ pattern }) => pattern !== undefined);
      const outside = program.externalPaths().map((path) => judged("external_directory", path.value(), path));
      return [...commands, ...paths, ...outside];
    },
    command: (text) => stateOf(resolver.resolve({ kind: "tool", surface: "bash", input: { command: text } })),
    path: (surface, path) => resolver.resolve({ kind: "access-path", surface, path: normalizer.forPath(path) }).state,
    skill: (name) => resolver.resolve({ kind: "tool", surface: "skill", input: { name } }).state,
  };
}

function stateOf({ state, matchedPattern }: Check): { state: Action; pattern: string | undefined } {
  return { state, pattern: matchedPattern };
}

function valid(settings: Configuration): Configuration {
  const { config, issues } = validateUnifiedConfig(settings);
  if (issues[0] !== undefined) throw new Error(issues[0]);
  return config;
}

/** Its source of policies, already read. */
class Files {
  constructor(
    private readonly user: Configuration,
    private readonly project: Configuration,
  ) {}
  loadGlobalConfig = (): object => ({ permission: this.user.permission });
  loadProjectConfig = (): object => ({ permission: this.project.permission });
  loadAgentConfig = (): object => ({});
  loadProjectAgentConfig = (): object => ({});
  getConfiguredMcpServerNames = (): readonly string[] => [];
  getCacheStamp = (): string => "";
  getConfigIssues = (): readonly string[] => [];
}

/** What its parser takes each piece of a command for: the type of the first node with that text. */
async function syntaxIn(command: string): Promise<(piece: string) => string> {
  const tree = (await getParser()).parse(command);
  if (tree === null) throw new Error("no tree");
  const types = new Map<string, string>();
  const visit = (node: SyntaxTree): void => {
    for (let index = 0; index < node.childCount; index++) {
      const child = node.child(index);
      if (child === null) continue;
      if (!types.has(child.text)) types.set(child.text, child.type);
      visit(child);
    }
  };
  visit(tree.rootNode);
  const wrong = tree.rootNode.hasError;
  tree.delete();
  // A command without the assignments before it is no node.
  return (piece) => (wrong ? "ERROR" : piece === "" ? "" : (types.get(piece) ?? "command"));
}
