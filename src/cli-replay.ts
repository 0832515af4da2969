/** `portcullis.js replay`: what other rules would have said of what is in the audit log. */
import { existsSync } from "node:fs";

import { auditPath, count, print, readSettings, takeOptions, UsageError } from "./cli-arguments.ts";
import { type AuditLine, readAudit } from "./pi/audit-reader.ts";
import { oneLine, whatWasAsked } from "./pi/audit-text.ts";
import { pathContext, policyOf } from "./pi/places.ts";
import { loadPermissionFile, type Settings } from "./pi/settings.ts";
import { type AuditEntry, configuredState, notReplayable } from "./policy/audit-entry.ts";
import { whatOf } from "./policy/explain.ts";
import type { PathContext } from "./policy/paths.ts";
import type { Policy, Ruling } from "./policy/policy.ts";
import { type JudgedRequest, judgeRequest } from "./policy/request.ts";
import { type Action, decisiveRule } from "./policy/rules.ts";
import { displayText } from "./shell/text.ts";

/** A call of the log that can be judged again. */
export interface LoggedCall {
  readonly entry: AuditEntry;
  readonly rejudge: (policy: Policy) => Ruling;
}

/** Why calls could not be judged again, and how many. */
export type Skipped = Map<string, number>;

/** The calls of a log that can be judged again, as files and links are now; the others are counted. */
export async function* loggedCalls(
  lines: AsyncIterable<AuditLine>,
  settings: Settings,
  skipped: Skipped,
): AsyncGenerator<LoggedCall> {
  const contexts = new Map<string, PathContext>();
  const skip = (reason: string) => skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
  for await (const { entry } of lines) {
    const reason = entry === undefined ? "broken" : notReplayable(entry);
    if (entry === undefined || reason !== undefined) {
      skip(reason ?? "broken");
      continue;
    }
    let paths = contexts.get(entry.cwd);
    if (paths === undefined) contexts.set(entry.cwd, (paths = pathContext(entry.cwd, settings)));
    // `notReplayable` has looked at it.
    const request = entry.request as JudgedRequest;
    const context = paths;
    yield { entry, rejudge: (policy) => judgeRequest(request, policy, context, settings.innerCommand.wrappers) };
  }
}

/** Counted reasons as a clause. */
export function skippedClause(skipped: Skipped): string {
  if (skipped.size === 0) return "";
  return `; not judged: ${[...skipped].map(([reason, number]) => `${number} ${reason}`).join(", ")}`;
}

const STRICTNESS: Readonly<Record<Action, number>> = { allow: 0, ask: 1, deny: 2 };

/** The same call, judged differently, so many times. */
interface Change {
  readonly before: Action;
  readonly after: Action;
  readonly what: string;
  /** The rule that decides now. */
  readonly why: string;
  times: number;
}

/** Prints what would change under the rules of a file. */
export async function replay(args: readonly string[]): Promise<void> {
  const { values } = takeOptions(args, ["permission", "file", "settings"], []);
  const file = values["permission"];
  if (file === undefined) throw new UsageError("replay needs --permission FILE");
  if (!existsSync(file)) throw new Error(`${file}: there is no such file`);
  const settings = loadPermissionFile(file);
  for (const { path, message } of settings.mistakes) print(`! ${displayText(`${path}: ${message}`)}`);
  if (settings.mistakes.some((mistake) => mistake.path === file)) throw new Error(`${file}: cannot be used`);
  const policy = policyOf(settings);
  const path = auditPath(values["file"], readSettings(values["settings"]).settings);
  const skipped: Skipped = new Map();
  const changes = new Map<string, Change>();
  let judged = 0;
  for await (const { entry, rejudge } of loggedCalls(readAudit(path), settings, skipped)) {
    const before = configuredState(entry) ?? "ask";
    const ruling = rejudge(policy);
    judged++;
    if (ruling.state === before) continue;
    const what = `${entry.tool}  ${whatWasAsked(entry)}`;
    const key = JSON.stringify([before, ruling.state, what]);
    const known = changes.get(key);
    if (known === undefined) changes.set(key, { before, after: ruling.state, what, why: decisive(ruling), times: 1 });
    else known.times++;
  }
  report([...changes.values()], judged, skipped);
}

function report(changes: readonly Change[], judged: number, skipped: Skipped): void {
  const step = ({ before, after }: Change) => STRICTNESS[after] - STRICTNESS[before];
  // What is loosened is what one wants to know; of that, what was denied and would run.
  const denied = ({ before }: Change) => STRICTNESS[before];
  const sorted = changes.toSorted(
    (left, right) => step(left) - step(right) || denied(right) - denied(left) || right.times - left.times,
  );
  const total = (of: readonly Change[]) => of.reduce((sum, { times }) => sum + times, 0);
  const looser = total(sorted.filter((change) => step(change) < 0));
  const stricter = total(sorted) - looser;
  print(`judged again: ${count(judged, "decision")}${skippedClause(skipped)}`);
  print(`looser: ${looser}, stricter: ${stricter}, the same: ${judged - looser - stricter}`);
  for (const [index, change] of sorted.entries()) {
    const { before, after, times, what, why } = change;
    const last = sorted[index - 1];
    if (last?.before !== before || last.after !== after) print(`\n${before} → ${after}`);
    print(`  ${times > 1 ? `${times}× ` : ""}${oneLine(what)}\n      ${why}`);
  }
}

/** The part that a ruling rests on, and its rule. */
function decisive({ judgements, state }: Ruling): string {
  const found = judgements.find(({ verdict }) => verdict.action === state);
  if (found === undefined) return "";
  const rule = decisiveRule(found.verdict);
  const name =
    rule === undefined ? `no ${found.surface} rule` : `the ${found.surface} rule \`${oneLine(rule.pattern, 80)}\``;
  return `${oneLine(whatOf(found), 120)}: ${name}`;
}
