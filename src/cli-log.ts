/** `portcullis.js log`: the audit log for people. */
import { auditPath, count, printSlowly, readSettings, takeOptions, UsageError } from "./cli-arguments.ts";
import { readAudit } from "./pi/audit-reader.ts";
import { entryText } from "./pi/audit-text.ts";
import { type AuditEntry, configuredState } from "./policy/audit-entry.ts";
import { secondsOf } from "./shell/wrappers.ts";

const VERDICTS = ["allow", "ask", "deny"];

/** Prints the decisions that the options let through, in the order in which they were written. */
export async function log(args: readonly string[]): Promise<void> {
  const names = ["file", "settings", "verdict", "session", "since", "tool"];
  const { values, flags } = takeOptions(args, names, ["follow", "json"]);
  const { verdict, session, since, tool } = values;
  if (verdict !== undefined && !VERDICTS.includes(verdict))
    throw new UsageError(`--verdict is ${VERDICTS.join(", ")}, not \`${verdict}\``);
  const from = since === undefined ? undefined : timeOf(since, Date.now());
  const wanted = (entry: AuditEntry): boolean =>
    (verdict === undefined || (verdict === "ask" ? configuredState(entry) : entry.final) === verdict) &&
    (session === undefined || entry.session.startsWith(session)) &&
    (tool === undefined || entry.tool === tool) &&
    (from === undefined || Date.parse(entry.time) >= from);
  let broken = 0;
  const path = auditPath(values["file"], readSettings(values["settings"]).settings);
  for await (const { text, entry } of readAudit(path, flags.has("follow"))) {
    const shown = entry === undefined || !wanted(entry) ? undefined : flags.has("json") ? text : entryText(entry);
    if (entry === undefined || shown === null) broken++;
    else if (shown !== undefined) await printSlowly(shown);
  }
  if (broken > 0) process.stderr.write(`${count(broken, "line")} could not be read\n`);
}

/** A time in milliseconds: a date, or so long before now. */
function timeOf(text: string, now: number): number {
  const time = /^\d+[smhd]$/.test(text) ? now - secondsOf(text) * 1000 : Date.parse(text);
  if (Number.isNaN(time)) throw new UsageError(`--since is a date, or a time ago as in 90m, 12h, 7d, not \`${text}\``);
  return time;
}
