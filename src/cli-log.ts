/** `portcullis.js log`: the audit log for people. */
import { auditPath, count, oneLine, printSlowly, readSettings, takeOptions, UsageError } from "./cli-arguments.ts";
import { readAudit } from "./pi/audit-reader.ts";
import { type AuditedUnit, type AuditEntry, configuredState } from "./policy/audit-entry.ts";
import { isMap } from "./policy/normalize.ts";
import { displayText, HOLE } from "./shell/text.ts";
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
    const shown = entry === undefined || !wanted(entry) ? undefined : flags.has("json") ? text : linesOf(entry);
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

/** What a call was about, for people. */
export function whatWasAsked({ request, tool }: AuditEntry): string {
  if (!isMap(request)) return tool;
  if (request.kind === "command") return String(request.command);
  const { own = [], others, mcp } = request;
  const names = Array.isArray(mcp) ? mcp.flatMap(({ exact }) => exact[0] ?? []) : [];
  return [...own, ...(Array.isArray(others) ? others : []), ...names].filter((part) => part !== null).join(" ");
}

/** A decision for people; null where something in it is not as it should be. */
function linesOf(entry: AuditEntry): string | null {
  try {
    return linesFor(entry).join("\n");
  } catch {
    return null;
  }
}

/** What became of the call; where it was not simply allowed, by whom and why. */
function linesFor(entry: AuditEntry): string[] {
  const { time, tool, final, by, answer, links, error } = entry;
  const mark = final === "allow" ? "✔ allow" : "✖ deny ";
  const approved = answer?.sessionApprovalPattern?.map(({ pattern }) => `\`${oneLine(pattern, 80)}\``);
  const how = {
    once: "once",
    session: `for the session: ${approved?.join(", ")}`,
    deny: answer?.reason === undefined ? "" : oneLine(answer.reason),
  }[answer?.choice ?? "deny"];
  const who = by === "policy" ? "" : `  by ${displayText(by)}${how === "" ? "" : `, ${how}`}`;
  const lines = [
    `${displayText(time.slice(0, 19))}  ${mark}  ${displayText(tool)}  ${oneLine(whatWasAsked(entry))}${who}`,
  ];
  if (error !== undefined) lines.push(`  ! ${oneLine(error)}`);
  const decisive = entry.units.filter(({ state }) => state !== "allow");
  lines.push(...decisive.slice(0, MAX_UNITS).map((unit) => `  ${unit.state}  ${ruleOf(unit, entry.problem)}`));
  if (decisive.length > MAX_UNITS) lines.push(`  … and ${decisive.length - MAX_UNITS} more`);
  for (const { name, verdict, reason, error: failure } of links ?? []) {
    const why = failure ?? reason;
    lines.push(`  ${displayText(name)}: ${verdict}${why === undefined ? "" : ` (${oneLine(why)})`}`);
  }
  return lines;
}

/** Units that are named; of the rest only the number is. */
const MAX_UNITS = 5;

function ruleOf({ text, source, surface, pattern, origin, context }: AuditedUnit, problem: string | undefined): string {
  const what = oneLine(text === HOLE && source !== "" ? source : text, 120);
  if (context === "unread" && problem !== undefined) return `${what}: not understood: ${oneLine(problem)}`;
  const rule = pattern === null ? `no ${surface} rule` : `the ${surface} rule \`${oneLine(pattern, 80)}\` (${origin})`;
  return `${what}: ${rule}`;
}
