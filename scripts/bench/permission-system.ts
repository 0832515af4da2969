/**
 * The bash judgement of `@gotgenes/pi-permission-system`, from its own modules. Its package exports none of them, so they
 * are imported by path; and its sources are not written for our compiler options, so the types are stated here.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { ROOT } from "../toolchain.ts";
import type { SurfaceRules } from "./rules.ts";

const SOURCES = join(ROOT, "node_modules/@gotgenes/pi-permission-system/src");

interface Check {
  readonly state: string;
}

interface Program {
  commandText(): string;
  commands(): readonly unknown[];
}

/** Something of its that is only handed on. */
type Opaque = object;

interface Modules {
  readonly "permission-manager": {
    readonly PermissionManager: new (options: Opaque) => Opaque & {
      getPromotablePathTokenMatcher(): unknown;
      getConfigIssues(): readonly string[];
    };
  };
  readonly "permission-resolver": { readonly PermissionResolver: new (manager: Opaque, session: Opaque) => Opaque };
  readonly "session-rules": { readonly SessionRules: new () => Opaque };
  readonly "path-normalizer": { readonly PathNormalizer: new (flavor: Opaque, cwd: string) => Opaque };
  readonly "path/path-flavor": { readonly pathFlavorForPlatform: (platform: string) => Opaque };
  readonly "access-intent/bash/parser": { readonly warmBashParser: () => Promise<void> };
  readonly "access-intent/bash/program": {
    readonly BashProgram: {
      parse(command: string, normalizer: Opaque, isPromotable: unknown): Promise<Program>;
    };
  };
  readonly "bash-advisory-check": {
    readonly resolveBashAdvisoryCheck: (command: string, agent: undefined, resolver: Opaque) => Check;
  };
  readonly "handlers/gates/bash-command": {
    readonly resolveBashCommandCheck: (
      command: string,
      commands: readonly unknown[],
      agent: undefined,
      resolver: Opaque,
    ) => Check;
  };
  readonly "handlers/gates/bash-path": {
    readonly describeBashPathGate: (call: Opaque, program: Program, resolver: Opaque) => unknown;
  };
  readonly "handlers/gates/bash-external-directory": {
    readonly describeBashExternalDirectoryGate: (call: Opaque, program: Program, resolver: Opaque) => unknown;
  };
}

async function load<Name extends keyof Modules>(name: Name): Promise<Modules[Name]> {
  return await import(join(SOURCES, `${name}.ts`));
}

export interface PermissionSystem {
  /**
   * Its `checkPermission("bash", command)`: parses with tree-sitter, enumerates the commands, resolves each by the rules,
   * and takes the most restrictive. No paths.
   */
  readonly commands: (command: string) => string;
  /** What its gate does before it runs anything: the same, and the paths that the command names, with links followed. */
  readonly gate: (command: string) => Promise<string>;
}

/** The judgement under the given rules, warmed up: its settings read from a file, as it has them. */
export async function permissionSystem(rules: SurfaceRules): Promise<PermissionSystem> {
  const { PermissionManager } = await load("permission-manager");
  const { PermissionResolver } = await load("permission-resolver");
  const { SessionRules } = await load("session-rules");
  const { PathNormalizer } = await load("path-normalizer");
  const { pathFlavorForPlatform } = await load("path/path-flavor");
  const { warmBashParser } = await load("access-intent/bash/parser");
  const { BashProgram } = await load("access-intent/bash/program");
  const { resolveBashAdvisoryCheck } = await load("bash-advisory-check");
  const { resolveBashCommandCheck } = await load("handlers/gates/bash-command");
  const { describeBashPathGate } = await load("handlers/gates/bash-path");
  const { describeBashExternalDirectoryGate } = await load("handlers/gates/bash-external-directory");

  const directory = mkdtempSync(join(tmpdir(), "portcullis-bench-"));
  // It looks at each file's time before each judgement, and does without reading it again.
  process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
  const settings = join(directory, "config.json");
  writeFileSync(settings, JSON.stringify({ permission: { bash: rules } }));
  const flavor = pathFlavorForPlatform(process.platform);
  const manager = new PermissionManager({
    globalConfigPath: settings,
    agentsDir: directory,
    mcpServerNames: [],
    flavor,
  });
  const [issue] = manager.getConfigIssues();
  if (issue !== undefined) throw new Error(issue);
  const resolver = new PermissionResolver(manager, new SessionRules());
  const normalizer = new PathNormalizer(flavor, directory);
  await warmBashParser();

  const call = { toolName: "bash", agentName: null, input: {}, toolCallId: "", cwd: directory };
  return {
    commands: (command) => resolveBashAdvisoryCheck(command, undefined, resolver).state,
    gate: async (command) => {
      const program = await BashProgram.parse(command, normalizer, manager.getPromotablePathTokenMatcher());
      const gates = [
        describeBashExternalDirectoryGate(call, program, resolver),
        describeBashPathGate(call, program, resolver),
      ];
      const { state } = resolveBashCommandCheck(program.commandText(), program.commands(), undefined, resolver);
      return gates.some((gate) => gate !== null) ? `${state}, paths` : state;
    },
  };
}
