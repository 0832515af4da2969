import { nameSet } from "../shell/names.ts";
import { MASK, type Masking, maskingFor } from "./mask.ts";
/** The audit log's lines: what was asked, what the rules said of each part, who decided. Secrets are masked. */
import { isMap } from "./normalize.ts";
import type { Judgement, Ruling } from "./policy.ts";
import type { JudgedRequest } from "./request.ts";
import { type Action, decisiveRule, type Origin, type Ruleset } from "./rules.ts";

/** Goes up when a field changes its meaning or is taken away; a new field alone is no reason. */
export const AUDIT_SCHEMA = 1;

/** A rule as a person approved it for the session. */
export interface ApprovalPattern {
  readonly surface: string;
  readonly pattern: string;
}

/** What one of the links that were asked said. */
export interface AuditedLink {
  readonly name: string;
  readonly verdict: "allow" | "deny" | "defer";
  readonly reason?: string | undefined;
  /** Why it gave no answer of its own, and its verdict is therefore `defer`. */
  readonly error?: string | undefined;
  /** Milliseconds. */
  readonly ms: number;
}

/** What the person answered. */
export interface AuditedAnswer {
  readonly choice: "once" | "session" | "deny";
  /** What was approved for the session. */
  readonly sessionApprovalPattern?: readonly ApprovalPattern[] | undefined;
  /** What the person told the model. */
  readonly reason?: string | undefined;
}

/** One judgement, as in `Decision.units`, and the rule that decided it. */
export interface AuditedUnit {
  /** A hole is `\0`. `…` where it is too long for the log: `start` and `end` then say which part of the request it is. */
  readonly text: string;
  readonly source: string;
  /**
   * UTF-16 offsets, half open, in the request's `command`, or in its `prefix`, a newline and the `command`. Left out where
   * something was masked: they would not fit the text that is left.
   */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly context: string;
  readonly state: Action;
  readonly surface: string;
  /** The pattern that decided, or that raised the verdict to an ask; null where no rule matched. */
  readonly pattern: string | null;
  /** Where that rule comes from; null where no rule matched. */
  readonly origin: Origin | null;
  readonly preset?: string | undefined;
  /** The pattern again, where the person had approved it for the session. */
  readonly sessionApprovalPattern?: string | undefined;
}

/** One line of the audit log. */
export interface AuditEntry {
  /** The version of this schema. */
  readonly schema: number;
  /** The version of Portcullis. */
  readonly version: string;
  /** When it was decided: ISO 8601, UTC. */
  readonly time: string;
  /** Pi's name of the session. */
  readonly session: string;
  readonly cwd: string;
  /** The tool's name, and Pi's name of the call. */
  readonly tool: string;
  readonly toolCallId: string;
  /** Which settings were in force: equal rules have equal names. */
  readonly generation: string;
  /** All that was judged of the call; null where it came to no judgement. */
  readonly request: JudgedRequest | null;
  /** Something in this line was a secret, and stands here as `•••`: it cannot be judged again. */
  readonly masked?: true | undefined;
  /** The surfaces that took part, each once. */
  readonly surfaces: readonly string[];
  /** What the policy said, session rules among it; null where it came to no judgement. */
  readonly state: Action | null;
  /** What became of the call. */
  readonly final: "allow" | "deny";
  /** Who decided: `policy`, the name of a link, `human`, `nobody` (no UI), `timeout`, or `failed` (an error blocked it). */
  readonly by: string;
  /** The links that were asked, in order. */
  readonly links: readonly AuditedLink[];
  readonly answer?: AuditedAnswer | undefined;
  /** What went wrong, where `by` is `failed`. */
  readonly error?: string | undefined;
  /** From the call to the decision, in milliseconds. */
  readonly ms: number;
  /** False if a part of a command was not understood, and what that was. */
  readonly complete: boolean;
  readonly problem?: string | undefined;
  readonly units: readonly AuditedUnit[];
  /** How many more units there are: of a long list those that were not allowed are kept first. */
  readonly unitsLeftOut?: number | undefined;
}

/** What is known of a decision. */
export interface Decided extends Omit<
  AuditEntry,
  "schema" | "masked" | "surfaces" | "state" | "links" | "complete" | "problem" | "units" | "unitsLeftOut"
> {
  readonly ruling: Ruling | undefined;
  readonly links?: readonly AuditedLink[] | undefined;
}

/** A line has no more units than this, and none with a longer text. */
const MAX_UNITS = 200;
const MAX_TEXT = 2000;

/** The entry for a decision, with its secrets masked. */
export function auditEntry({ ruling, links = [], ...decided }: Decided): AuditEntry {
  const judgements = ruling?.judgements ?? [];
  const allowed = judgements.filter(({ verdict }) => verdict.action === "allow");
  const others = judgements.filter(({ verdict }) => verdict.action !== "allow");
  const kept = new Set([...others, ...allowed].slice(0, MAX_UNITS));
  const units = judgements.filter((one) => kept.has(one)).map(auditedUnit);
  const { request } = decided;
  const entry: AuditEntry = {
    schema: AUDIT_SCHEMA,
    ...decided,
    surfaces: [...new Set(judgements.map(({ surface }) => surface))],
    state: ruling?.state ?? null,
    links,
    complete: ruling?.complete ?? false,
    problem: ruling?.problem,
    units,
    unitsLeftOut: judgements.length > units.length ? judgements.length - units.length : undefined,
  };
  const command = request?.kind === "command" ? `${request.prefix ?? ""}\n${request.command}` : undefined;
  return masked(entry, maskingFor(command, textsIn(entry)));
}

function auditedUnit({ text, source, start, end, context, surface, verdict }: Judgement): AuditedUnit {
  const rule = decisiveRule(verdict);
  const short = (whole: string) => (whole.length > MAX_TEXT ? "…" : whole);
  return {
    text: short(text),
    source: short(source),
    start,
    end,
    context,
    state: verdict.action,
    surface,
    pattern: rule?.pattern ?? null,
    origin: rule?.origin ?? null,
    preset: rule?.preset,
    sessionApprovalPattern: rule?.origin === "session" ? rule.pattern : undefined,
  };
}

/** Names that we or Pi give, which say nothing of what was asked. */
const OUR_OWN: ReadonlySet<string> = nameSet(
  "version time session tool toolCallId generation kind surface surfaces state final",
  "by name verdict choice context origin preset",
);

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (OUR_OWN.has(key) ? [] : textsIn(inner)));
}

/** The entry with all of its texts masked; without offsets, if that changed any. */
function masked(entry: AuditEntry, masking: Masking): AuditEntry {
  let changed = false;
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") {
      const text = masking(value);
      changed ||= text !== value;
      return text;
    }
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, OUR_OWN.has(key) ? inner : walk(inner)]),
    );
  };
  // Only texts were changed.
  const result = walk(entry) as AuditEntry;
  if (!changed) return entry;
  return { ...result, masked: true, units: result.units.map(({ start: _, end: __, ...unit }) => unit) };
}

/** The entry of a line; undefined where it is not one that this version can read. */
export function parseEntry(line: string): AuditEntry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    // What is checked is what is used without a look at the rest.
    if (!isMap(value) || value["schema"] !== AUDIT_SCHEMA || !Array.isArray(value["units"])) return undefined;
    const texts = ["time", "session", "cwd", "tool", "by", "final"];
    const fits =
      texts.every((key) => typeof value[key] === "string") &&
      value["units"].every((unit) => isMap(unit) && typeof unit["text"] === "string");
    return fits ? (value as unknown as AuditEntry) : undefined;
  } catch {
    return undefined;
  }
}

/** Why an entry cannot be judged again; undefined where it can. */
export function notReplayable({ masked: hidden, request, state, cwd }: AuditEntry): string | undefined {
  if (hidden === true) return `masked (${MASK})`;
  if (!isMap(request) || state === null || cwd === "") return "incomplete";
  const isTexts = (value: unknown) =>
    Array.isArray(value) && value.every((one) => one === null || typeof one === "string");
  if (request.kind === "command") {
    const { command, prefix = "", directory = "" } = request;
    return [command, prefix, directory].every((text) => typeof text === "string") ? undefined : "incomplete";
  }
  const { tool, own = [], others, mcp, skills } = request;
  const named = (one: unknown) => isMap(one) && [one["exact"], one["allow"], one["any"]].every(isTexts);
  const whole =
    request.kind === "tool" &&
    typeof tool === "string" &&
    [own, others, skills].every(isTexts) &&
    Array.isArray(mcp) &&
    mcp.every(named);
  return whole ? undefined : "incomplete";
}

/** What the configured rules said: a rule of the session answers only what they ask about. */
export function configuredState({ state, units }: AuditEntry): Action | null {
  return state === "allow" && units.some(({ sessionApprovalPattern }) => sessionApprovalPattern !== undefined)
    ? "ask"
    : state;
}

/** What was approved for the session, for the log. */
export function approvalPatterns(rules: Ruleset): readonly ApprovalPattern[] {
  return rules.map(({ surface, pattern }) => ({ surface, pattern }));
}
