/** Entries of the audit log as texts for people. */
import { type AuditedUnit, type AuditEntry } from "../policy/audit-entry.ts";
import { isMap } from "../policy/normalize.ts";
import { displayText, HOLE } from "../shell/text.ts";

/** A request as one line, of no more than so many characters. */
export function oneLine(text: string, length = 200): string {
  const line = displayText(text.length > length ? `${text.slice(0, length)} …` : text);
  return line.replaceAll("\n", " ⏎ ").replaceAll("\t", " ");
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
export function entryText(entry: AuditEntry): string | null {
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
  const granted = [...new Set(entry.units.flatMap(({ sessionApprovalPattern }) => sessionApprovalPattern ?? []))].map(
    (pattern) => `\`${oneLine(pattern, 80)}\``,
  );
  const before = granted.length === 0 ? "" : `  approved before for the session: ${granted.join(", ")}`;
  const who = by === "policy" ? before : `  by ${displayText(by)}${how === "" ? "" : `, ${how}`}`;
  const lines = [
    `${displayText(time.slice(0, 19))}Z  ${mark}  ${displayText(tool)}  ${oneLine(whatWasAsked(entry))}${who}`,
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
