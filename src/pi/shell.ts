import { isMap, type Mistake } from "../policy/normalize.ts";
import type { CommandRequest } from "../policy/request.ts";
import type { Settings } from "./settings.ts";

/** Whether Pi runs commands with bash: what another shell makes of them is not understood. */
export function isBash({ path }: Settings["shell"]): boolean {
  return path === undefined || /(?:^|[/\\])bash(?:\.exe)?$/.test(path);
}

/** A command as Pi's own shell would run it. */
export function commandFor(command: string, shell: Settings["shell"]): CommandRequest {
  const request: CommandRequest = { kind: "command", command, prefix: shell.prefix };
  return isBash(shell) ? request : { ...request, unreadable: true };
}

/** Another tool that runs bash commands: the fields of its input that hold the command and the directory that it runs in. */
export interface ShellTool {
  readonly commandArgument: string;
  readonly workdirArgument?: string;
}

/** The shell tools by their names; `undefined` stands for one whose entry is wrong, so that its calls can only ask. */
export type ShellTools = ReadonlyMap<string, ShellTool | undefined>;

/** Puts the `shellTools` of the settings files together, a later file's entry for a tool in place of an earlier one's. */
export function readShellTools(layers: readonly unknown[], mistakes: Mistake[]): ShellTools {
  const tools = new Map<string, ShellTool | undefined>();
  for (const layer of layers) {
    if (layer === undefined) continue;
    if (!isMap(layer)) {
      mistakes.push({ path: "shellTools", message: "expected a map of tools" });
      continue;
    }
    for (const [name, entry] of Object.entries(layer)) {
      const message = name === "bash" ? "Pi's own bash is known" : mistakeIn(entry);
      if (message !== undefined) mistakes.push({ path: `shellTools[${JSON.stringify(name)}]`, message });
      if (name !== "bash") tools.set(name, message === undefined ? (entry as ShellTool) : undefined);
    }
  }
  return tools;
}

function mistakeIn(entry: unknown): string | undefined {
  if (!isMap(entry)) return 'expected a map with "commandArgument" and perhaps "workdirArgument"';
  for (const [key, value] of Object.entries(entry)) {
    if (key !== "commandArgument" && key !== "workdirArgument") return `unknown key ${JSON.stringify(key)}`;
    if (typeof value !== "string" || value === "") return `\`${key}\` must be the name of an argument`;
  }
  return "commandArgument" in entry ? undefined : 'the key "commandArgument" is missing';
}
