import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import { messages, whatOf, whyOf } from "./pi/messages.ts";
import { agentDirectory, loadSettingsFiles, type Settings } from "./pi/settings.ts";
import {
  decide,
  type DecideRequest,
  judgeCommand,
  type Judgement,
  Policy,
  type Ruling,
  toDecision,
} from "./policy/decide.ts";
import { changeThatFlips } from "./policy/explain.ts";
import { isMap } from "./policy/normalize.ts";
import type { Action } from "./policy/rules.ts";
import { displayText } from "./shell/text.ts";

const USAGE = `Usage:
  portcullis.js explain [--settings FILE] 'COMMAND'   why a command is allowed, asked about or denied
  portcullis.js decide --jsonl                        one JSON request a line on standard input, one decision a line back
  portcullis.js check [--settings FILE]               validates the settings

A request is { "command": …, "permission": …, "cwd"?: …, "home"?: … }; without "permission" the settings' is used.
Settings are read from $PI_CODING_AGENT_DIR/settings.json or ~/.pi/agent/settings.json, then ./.pi/settings.json.
`;

/** Runs the file as a command; sets the exit status: 0, 1 for mistakes found, 2 for wrong usage. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  // A reader that goes away, as `head` does, is no error.
  process.stdout.on("error", () => process.exit(0));
  const [name, ...rest] = args;
  try {
    if (name === "explain") explain(rest);
    else if (name === "decide") await decideLines(rest);
    else if (name === "check") check(rest);
    else if (name === "--help" || name === "-h" || name === "help") process.stdout.write(USAGE);
    else throw new UsageError(name === undefined ? "a command is missing" : `unknown command \`${name}\``);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`portcullis: ${message}\n${error instanceof UsageError ? `\n${USAGE}` : ""}`);
    process.exitCode = 2;
  }
}

class UsageError extends Error {}

/** The settings from `--settings FILE`, or from where Pi keeps them; and the arguments that are left. */
function takeSettings(args: readonly string[]): { settings: Settings; rest: readonly string[] } {
  const index = args.indexOf("--settings");
  if (index === -1) {
    const files = [join(agentDirectory(), "settings.json"), join(process.cwd(), ".pi", "settings.json")];
    return { settings: loadSettingsFiles(files.map((file) => (existsSync(file) ? file : undefined))), rest: args };
  }
  const file = args[index + 1];
  if (file === undefined) throw new UsageError("--settings needs a file");
  return { settings: loadSettingsFiles([file]), rest: args.filter((_, at) => at !== index && at !== index + 1) };
}

const MARKS: Readonly<Record<Action, string>> = { allow: "✔ allow", ask: "? ask  ", deny: "✖ deny " };

function explain(args: readonly string[]): void {
  const { settings, rest } = takeSettings(args);
  const [command] = rest[0] === "--" ? rest.slice(1) : rest;
  if (command === undefined) throw new UsageError("explain needs a command");
  const ruling = judgeCommand(command, new Policy(settings.ruleset ?? [], homedir()), {
    cwd: process.cwd(),
    home: homedir(),
  });
  const lines = [command, ""];
  if (settings.ruleset === undefined)
    lines.push("There is no `permission` block, so the gate is off. With an empty one:", "");
  lines.push(
    ...ruling.judgements.flatMap((judgement) => explainJudgement(judgement, ruling)),
    "",
    `${MARKS[ruling.state].trim()}: ${summary(ruling)}`,
  );
  process.stdout.write(`${lines.join("\n")}\n`);
}

function explainJudgement(judgement: Judgement, { problem }: Ruling): string[] {
  const { verdict, surface, context } = judgement;
  const place = context === "top level" ? surface : `${surface}, ${context}`;
  return [
    `${MARKS[verdict.action]}  ${displayText(whatOf(judgement))}  [${place}]`,
    `           because ${whyOf(judgement, problem, messages("en"))}`,
    `           would change with: ${changeThatFlips(judgement)}`,
  ];
}

function summary({ state, judgements }: Ruling): string {
  if (state === "allow")
    return judgements.length === 1 ? "its one part is allowed" : `all ${judgements.length} parts are allowed`;
  const same = judgements.filter(({ verdict }) => verdict.action === state).length;
  return `${same} of ${judgements.length} parts ${state === "deny" ? (same === 1 ? "is denied" : "are denied") : same === 1 ? "needs an approval" : "need an approval"}`;
}

function check(args: readonly string[]): void {
  const { settings } = takeSettings(args);
  for (const { path, message } of settings.mistakes) process.stdout.write(`${path}: ${message}\n`);
  if (settings.mistakes.length > 0) process.exitCode = 1;
  else
    process.stdout.write(
      settings.ruleset === undefined
        ? "no mistakes; no `permission` block\n"
        : `no mistakes; ${settings.ruleset.length} rules\n`,
    );
}

async function decideLines(args: readonly string[]): Promise<void> {
  if (!args.includes("--jsonl")) throw new UsageError("decide needs --jsonl");
  let ruleset: Settings["ruleset"];
  const decideLine = (line: string): object => {
    try {
      const request: unknown = JSON.parse(line);
      if (!isMap(request)) throw new Error("a request is a map");
      for (const key of ["command", "cwd", "home"]) {
        if (typeof request[key] !== "string" && (key === "command" || request[key] !== undefined))
          throw new Error(`\`${key}\` must be a text`);
      }
      const { command, cwd, home } = request as unknown as DecideRequest;
      if ("permission" in request) return decide(request as unknown as DecideRequest);
      ruleset ??= takeSettings(args).settings.ruleset;
      if (ruleset === undefined) throw new Error("`permission` is missing, here and in the settings");
      return toDecision(judgeCommand(command, new Policy(ruleset, home), { cwd, home }));
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  };
  for await (const line of readLines()) {
    if (!process.stdout.write(`${JSON.stringify(decideLine(line))}\n`)) {
      await new Promise((resolve) => process.stdout.once("drain", resolve));
    }
  }
}

/** The lines of standard input, without their newline; the last one may lack it. */
async function* readLines(): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) {
    const parts = decoder.decode(chunk, { stream: true }).split("\n");
    for (const part of parts.slice(0, -1)) {
      yield pieces.join("") + part;
      pieces = [];
    }
    pieces.push(parts.at(-1) ?? "");
  }
  const last = pieces.join("") + decoder.decode();
  if (last !== "") yield last;
}
