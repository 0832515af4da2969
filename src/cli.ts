import { existsSync } from "node:fs";
import { homedir } from "node:os";

import { version } from "../package.json";
import { messages, whyOf } from "./pi/messages.ts";
import { pathContext, policyOf } from "./pi/places.ts";
import { loadSettingsFiles, type Settings, settingsFiles, unknownSurfaces } from "./pi/settings.ts";
import { judgedText } from "./pi/shell.ts";
import { changeThatFlips, type Rejudge } from "./policy/advise.ts";
import { presetFor } from "./policy/alternative.ts";
import { decide, type DecideRequest, judgeCommand, toDecision } from "./policy/decide.ts";
import { isUnread, pathsIn, whatOf } from "./policy/explain.ts";
import { concernsSurface, isMap, type Mistake } from "./policy/normalize.ts";
import { Policy, type Ruling } from "./policy/policy.ts";
import type { Action } from "./policy/rules.ts";
import { notesOn } from "./policy/shadow.ts";
import { displayText } from "./shell/text.ts";

const USAGE = `Usage:
  portcullis.js explain [--settings FILE] 'COMMAND'   why a command is allowed, asked about or denied
  portcullis.js decide --jsonl [--settings FILE]      one JSON request a line on standard input, one decision a line back
  portcullis.js check [--settings FILE]               names the mistakes in the settings, and rules without effect
  portcullis.js --version

A request is { "command": …, "permission": …, "cwd"?: …, "home"?: … }; without "permission" the settings' is used.
Settings are read from $PI_CODING_AGENT_DIR/settings.json or ~/.pi/agent/settings.json, then ./.pi/settings.json.
`;

/** Runs the file as a command; sets the exit status: 0, 1 for mistakes found, 2 for wrong usage. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  // A reader that goes away, as `head` does, is no error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  const [name, ...rest] = args;
  try {
    if (Number.parseInt(process.versions.node) < 22)
      throw new Error(`Node 22 or newer is needed, this is ${process.versions.node}`);
    if (name === "explain") explain(rest);
    else if (name === "decide") await decideLines(rest);
    else if (name === "check") check(rest);
    else if (name === "--version") print(version);
    else if (name === "--help" || name === "-h" || name === "help") print(USAGE.trimEnd());
    else throw new UsageError(name === undefined ? "a command is missing" : `unknown command \`${name}\``);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`portcullis: ${message}\n${error instanceof UsageError ? `\n${USAGE}` : ""}`);
    process.exitCode = 2;
  }
}

class UsageError extends Error {}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** What stands on the command line besides the command's name. */
interface Arguments {
  readonly settings: Settings;
  readonly files: readonly string[];
  readonly operands: readonly string[];
}

/** Takes the arguments apart: `--settings FILE`, the given flags, operands; after `--` all are operands. */
function takeArguments(args: readonly string[], flags: readonly string[], operandCount: number): Arguments {
  const operands: string[] = [];
  let file: string | undefined;
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? "";
    if (argument === "--") {
      operands.push(...args.slice(index + 1));
      break;
    } else if (argument === "--settings") {
      file = args[++index];
      if (file === undefined) throw new UsageError("--settings needs a file");
      if (!existsSync(file)) throw new Error(`${file}: there is no such file`);
    } else if (!argument.startsWith("--")) operands.push(argument);
    else if (!flags.includes(argument)) throw new UsageError(`unknown option \`${argument}\``);
  }
  if (operands.length > operandCount) {
    throw new UsageError(operandCount === 0 ? "too many arguments" : "one argument, please: quote the command");
  }
  const { global, project } = settingsFiles(process.cwd(), true);
  const layers = file === undefined ? [global, project] : [file];
  return {
    settings: loadSettingsFiles(layers),
    files: layers.flatMap((one) => one ?? []).filter(existsSync),
    operands,
  };
}

const MARKS: Readonly<Record<Action, string>> = { allow: "✔ allow", ask: "? ask  ", deny: "✖ deny " };

function explain(args: readonly string[]): void {
  const { settings, files, operands } = takeArguments(args, [], 1);
  const [command] = operands;
  if (command === undefined) throw new UsageError("explain needs a command");
  // As the gate asks it.
  const policy = policyOf(settings);
  const paths = pathContext(process.cwd(), settings);
  const rejudge: Rejudge = (other) =>
    judgeCommand(judgedText(command, settings.shell), other, paths, settings.shell.prefix);
  const ruling = rejudge(policy.tracing());
  const pathOf = pathsIn(policy.ruleset);
  const lines = [displayText(command), ""];
  lines.push(...linesOf(settings.mistakes).map((line) => `! ${line}`));
  if (settings.ruleset === undefined)
    lines.push("There is no `permission` block, so the gate is off. With an empty one:");
  if (lines.length > 2) lines.push("");
  for (const judgement of ruling.judgements) {
    const { surface, context, verdict } = judgement;
    const { rule, raisedBy, action, overridden = [] } = verdict;
    const decided = isUnread(judgement) ? undefined : (raisedBy ?? rule);
    // A mistake takes the allows of its surface, also those that would be added.
    const mistake =
      action === "allow"
        ? undefined
        : settings.mistakes.find(
            (one) => files.includes(one.path) || concernsSurface(one, (decided ?? { surface }).surface),
          );
    const details = [`because ${whyOf(judgement, ruling.problem, messages("en"))}`];
    // What a mistake leaves is not as it stands in the settings.
    const written = mistake === undefined ? decided : undefined;
    if (written !== undefined) details[0] += `: ${pathOf(written)}`;
    if (written !== undefined && overridden.length > 0) {
      const shown = overridden.slice(0, FEW).map((other) => `${pathOf(other)} (${other.action})`);
      const more = overridden.length - shown.length;
      details.push(`overrides ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`);
    }
    const preset =
      action === "ask" && surface === "bash" ? presetFor(judgement.text, decided, policy.ruleset) : undefined;
    if (preset !== undefined)
      details.push(
        `\`${preset.pattern}\` of the preset ${preset.preset} does not allow these arguments (${preset.reason})`,
      );
    details.push(
      mistake === undefined
        ? `would change with ${changeThatFlips(judgement, ruling, policy, rejudge)}`
        : `would change once ${mistake.path} is put right: until then nothing is allowed there`,
    );
    lines.push(
      `${MARKS[action]}  ${whatOf(judgement)}  [${context === "top level" ? surface : `${surface}, ${context}`}]`,
      ...details.map((line) => `           ${displayText(line)}`),
    );
  }
  print([...lines, "", `${MARKS[ruling.state].trim()}: ${summary(ruling)}`].join("\n"));
}

/** Overridden rules that are named; of the rest only the number is. */
const FEW = 3;

function summary({ state, judgements }: Ruling): string {
  const same = judgements.filter(({ verdict }) => verdict.action === state).length;
  const verb = {
    allow: ["is allowed", "are allowed"],
    ask: ["needs an approval", "need an approval"],
    deny: ["is denied", "are denied"],
  };
  return `${same} of ${judgements.length} parts ${verb[state][same === 1 ? 0 : 1]}`;
}

function linesOf(mistakes: readonly Mistake[]): string[] {
  return mistakes.map(({ path, message }) => displayText(`${path}: ${message}`));
}

function check(args: readonly string[]): void {
  const { settings, files } = takeArguments(args, [], 0);
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
  if (!args.includes("--jsonl")) throw new UsageError("decide needs --jsonl");
  const { settings } = takeArguments(args, ["--jsonl"], 0);
  const decideLine = (line: string): object => {
    try {
      const request: unknown = JSON.parse(line);
      if (!isMap(request)) throw new Error("a request is a map");
      for (const key of ["command", "cwd", "home"]) {
        if (typeof request[key] !== "string" && (key === "command" || request[key] !== undefined))
          throw new Error(`\`${key}\` must be a text`);
      }
      const { command, cwd, home, env } = request as unknown as DecideRequest;
      if ("permission" in request) return decide(request as unknown as DecideRequest);
      const { ruleset } = settings;
      if (ruleset === undefined) throw new Error("`permission` is missing, here and in the settings");
      return toDecision(judgeCommand(command, new Policy(ruleset, home), { cwd, home, env }));
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
