import { homedir } from "node:os";

import { version } from "../package.json";
import { decide, type DecideRequest, decideUnder } from "./authority/decision.ts";
import { messageOf } from "./authority/thrown.ts";
import { print, printSlowly, readSettings, takeOptions, UsageError } from "./cli-arguments.ts";
import { log } from "./cli-log.ts";
import { replay } from "./cli-replay.ts";
import { suggest } from "./cli-suggest.ts";
import { explanation, linesOf } from "./pi/explanation.ts";
import { readLines } from "./pi/lines.ts";
import { unknownSurfaces } from "./pi/settings.ts";
import { isMap } from "./policy/normalize.ts";
import { Policy } from "./policy/policy.ts";
import { notesOn } from "./policy/shadow.ts";
import { readWrappers } from "./policy/user-wrappers.ts";

const USAGE = `Usage:
  portcullis.js explain [--settings FILE] 'COMMAND'   why a command is allowed, asked about or denied
  portcullis.js decide --jsonl [--settings FILE]      one JSON request a line on standard input, one decision a line back
  portcullis.js check [--settings FILE]               names the mistakes in the settings, and rules without effect
  portcullis.js log [--file F] [--verdict allow|ask|deny] [--session ID] [--since TIME] [--tool T] [--follow] [--json]
                                                      what was decided, and by whom
  portcullis.js replay --permission FILE [--file F]   what other rules would change in what was decided
  portcullis.js suggest [--file F]                    the rules that would have saved the most prompts
  portcullis.js --version

A request is { "command": …, "permission": …, "cwd"?: …, "home"?: …, "grammar"?: …, "wrappers"?: … }; without
"permission" the settings' is used.
Settings are read from $PI_CODING_AGENT_DIR/settings.json or ~/.pi/agent/settings.json, then ./.pi/settings.json.
F is the audit log, if not that of the settings; TIME is a date, or a time ago: 90m, 12h, 7d. \`ask\` is what the rules ask
about, whatever came of it. --settings FILE goes with all of them: FILE is read as settings in place of yours. The FILE of
--permission holds settings, or nothing but a \`permission\` map.
`;

/** Runs the file as a command; sets the exit status: 0, 1 for mistakes found, 2 for wrong usage. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  // A reader that goes away, as `head` does, is no error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  withoutModuleWarning();
  const [name, ...rest] = args;
  try {
    if (Number.parseInt(process.versions.node) < 22)
      throw new Error(`Node 22 or newer is needed, this is ${process.versions.node}`);
    if (rest.length === 1 && (rest[0] === "--help" || rest[0] === "-h")) print(USAGE.trimEnd());
    else if (name === "explain") explain(rest);
    else if (name === "decide") await decideLines(rest);
    else if (name === "check") check(rest);
    else if (name === "log") await log(rest);
    else if (name === "replay") await replay(rest);
    else if (name === "suggest") await suggest(rest);
    else if (name === "--version") print(version);
    else if (name === "--help" || name === "-h" || name === "help") print(USAGE.trimEnd());
    else throw new UsageError(name === undefined ? "a command is missing" : `unknown command \`${name}\``);
  } catch (error) {
    const message = messageOf(error);
    process.stderr.write(`portcullis: ${message}\n${error instanceof UsageError ? `\n${USAGE}` : ""}`);
    process.exitCode = 2;
  }
}

/** Where the project's `package.json` names no `type`, Node would put four lines about that before every answer. */
function withoutModuleWarning(): void {
  const listeners = process.listeners("warning");
  process.removeAllListeners("warning");
  process.on("warning", (warning: NodeJS.ErrnoException) => {
    if (warning.code !== "MODULE_TYPELESS_PACKAGE_JSON") for (const listener of listeners) listener(warning);
  });
}

function explain(args: readonly string[]): void {
  const { values, operands } = takeOptions(args, ["settings"], [], true);
  const { settings, files } = readSettings(values["settings"]);
  const [command, ...more] = operands;
  if (command === undefined) throw new UsageError("explain needs a command");
  if (more.length > 0) throw new UsageError("one argument, please: quote the command");
  print(explanation(command, settings, { cwd: process.cwd(), files }).join("\n"));
}

function check(args: readonly string[]): void {
  const { settings, files } = readSettings(takeOptions(args, ["settings"], []).values["settings"]);
  const { ruleset } = settings;
  const own = ruleset?.filter(({ preset }) => preset === undefined);
  print(files.length === 0 ? "there are no settings files" : `read ${files.join(" and ")}`);
  for (const line of linesOf(settings.mistakes)) print(line);
  for (const surface of unknownSurfaces(settings, []))
    print(`note: permission[${JSON.stringify(surface)}] is for a tool of that name; Pi itself has none`);
  for (const line of linesOf(notesOn(ruleset ?? [], homedir()))) print(`note: ${line}`);
  for (const preset of new Set(ruleset?.flatMap((rule) => rule.preset ?? [])))
    print(`preset ${preset}: ${ruleset?.filter((rule) => rule.preset === preset).length} rules below yours`);
  if (settings.mistakes.length > 0) process.exitCode = 1;
  else
    print(
      own === undefined
        ? "no mistakes; there is no `permission` block, so the gate is off"
        : `no mistakes; rules: ${own.length}`,
    );
}

async function decideLines(args: readonly string[]): Promise<void> {
  const { values, flags } = takeOptions(args, ["settings"], ["jsonl"]);
  if (!flags.has("jsonl")) throw new UsageError("decide needs --jsonl");
  const { settings } = readSettings(values["settings"]);
  const decideLine = (line: string): object => {
    try {
      const request: unknown = JSON.parse(line);
      if (!isMap(request)) throw new Error("a request is a map");
      for (const key of ["command", "cwd", "home"]) {
        if (typeof request[key] !== "string" && (key === "command" || request[key] !== undefined))
          throw new Error(`\`${key}\` must be a text`);
      }
      if (request["grammar"] !== undefined && request["grammar"] !== "strict" && request["grammar"] !== "full")
        throw new Error('`grammar` must be "strict" or "full"');
      const { command, cwd, home, env, grammar, wrappers } = request as unknown as DecideRequest;
      if ("permission" in request) return decide(request as unknown as DecideRequest);
      const { ruleset } = settings;
      if (ruleset === undefined) throw new Error("`permission` is missing, here and in the settings");
      const { innerCommand } = settings;
      return decideUnder(
        command,
        new Policy(ruleset, home),
        { cwd, home, env },
        {
          grammar: grammar ?? innerCommand.grammar,
          wrappers: wrappers === undefined ? innerCommand.wrappers : readWrappers(wrappers).wrappers,
        },
      );
    } catch (error) {
      return { error: messageOf(error) };
    }
  };
  for await (const line of readLines(process.stdin)) await printSlowly(JSON.stringify(decideLine(line)));
}
