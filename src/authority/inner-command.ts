import type { Action } from "../policy/rules.ts";
import { BUILTIN_NAMES, RESERVED_WORDS } from "../shell/names.ts";
import { peelText, saysTheRest } from "../shell/peel-text.ts";
/** The link `inner-cmd`: answers for commands behind a transparent wrapper, by the user's own rules. */
import { analyze } from "../shell/units.ts";
import type { Wrappers } from "../shell/wrappers.ts";
import {
  type AskDetails,
  type Authorize,
  type AuthorizerVerdict,
  DEFER,
  type LinkLog,
  type PermissionCheck,
  type PermissionQuery,
} from "./authorizer.ts";
import { type Evidence, evidenceOf, type SessionView } from "./evidence.ts";
import { parseTimeoutWrapper, stripWrapperUnit } from "./timeout-wrapper.ts";

/** The name that users know the link by. */
export const INNER_COMMAND = "inner-cmd";

/** Which wrappers are read: `timeout DURATION` alone, or all that are known to change nothing. */
export type InnerGrammar = "strict" | "full";

/** What our own host offers besides: the policy's verdict once all transparent wrappers are peeled. */
export interface PeelingQuery extends PermissionQuery {
  checkPeeled?(command: string): PermissionCheck;
}

/** What the link made of a command, and why. */
export interface InnerAnswer {
  readonly verdict: AuthorizerVerdict;
  readonly why: string;
}

/** How wrappers are read. */
export interface InnerOptions {
  readonly grammar: InnerGrammar;
  /** The user's own, in the full grammar. */
  readonly wrappers?: Wrappers | undefined;
  /** The user's own text that the shell reads before the command: what is a function there runs no program once it is bare. */
  readonly prefix?: string | undefined;
}

/** Makes the link for one session. */
export function innerCommand(options: InnerOptions, session: SessionView): Authorize {
  return (details, query, log) => {
    try {
      return answered(details, query, log, options, session);
    } catch (error) {
      return silently(log, error);
    }
  };
}

function answered(
  details: AskDetails,
  query: PeelingQuery,
  log: LinkLog,
  options: InnerOptions,
  session: SessionView,
): AuthorizerVerdict {
  const evidence = evidenceOf(details, session);
  const { verdict, why } =
    evidence === undefined
      ? deferred("the evidence is missing, or at odds with itself")
      : answerInner(evidence, options, query, details.agentName ?? undefined);
  log.review(INNER_COMMAND, { verdict: verdict.kind, why, grammar: options.grammar });
  // While it was judged another session may have begun.
  return session.currentId() === session.id ? verdict : DEFER;
}

function silently(log: LinkLog, error: unknown): AuthorizerVerdict {
  try {
    log.debug(INNER_COMMAND, { error: String(error) });
  } catch {
    // A log that fails is no reason to fail.
  }
  return DEFER;
}

function deferred(why: string): InnerAnswer {
  return { verdict: DEFER, why };
}

/** Programs with a command behind them that only a person, or a judge that sees all of it, can answer for. */
const CLAIMED: Readonly<Record<string, string>> = {
  env: "`env` changes what its command finds: its words alone do not say what runs",
  xargs: "`xargs` adds arguments that nobody knows yet",
};

/** What the rules say of a complete command once the wrappers are taken away. Throws what the query throws. */
export function answerInner(
  evidence: Evidence,
  { grammar, wrappers, prefix }: InnerOptions,
  query: PeelingQuery,
  agentName?: string,
): InnerAnswer {
  if (grammar === "full") {
    const says = "the policy, with the wrappers peeled, says";
    if (query.checkPeeled !== undefined) return mapped(query.checkPeeled(evidence.command), says);
    const bare = peelText(evidence.command, wrappers);
    if (bare === undefined || bare === evidence.command) return deferred("there is no wrapper that can be taken out");
    if (asksByName(evidence.command, wrappers, query, agentName))
      return deferred("a rule asks about a wrapper by its name");
    return mapped(query.checkPermission("bash", bare, agentName), says);
  }
  const [program = ""] = evidence.unit.split(/[ \t]/, 1);
  if (Object.hasOwn(CLAIMED, program)) return deferred(CLAIMED[program] ?? "");
  const inner = withoutTimeout(evidence, prefix);
  if (typeof inner !== "string") return inner;
  return mapped(query.checkPermission("bash", inner, agentName), "the policy, without the `timeout`, says");
}

/** Whether the rules of a host say more of a wrapper than that it is a command: such an ask is meant, but for `timeout`. */
function asksByName(
  command: string,
  wrappers: Wrappers | undefined,
  query: PermissionQuery,
  agentName: string | undefined,
): boolean {
  const peeled = analyze(command, wrappers).units.filter(({ peels }) => peels !== undefined);
  return peeled.some(({ words, source }) => {
    const { state, matchedPattern = "*" } = query.checkPermission("bash", source, agentName);
    return state !== "allow" && (state !== "ask" || (matchedPattern !== "*" && words[0]?.text !== "timeout"));
  });
}

function mapped({ state, reason }: PermissionCheck, says: string): InnerAnswer {
  const why = `${says} ${state}`;
  const verdicts: Readonly<Record<Action, AuthorizerVerdict>> = {
    allow: { kind: "allow" },
    ask: DEFER,
    deny: { kind: "deny", ...(reason !== undefined && { reason }) },
  };
  // The policy may be another extension's.
  return Object.hasOwn(verdicts, state) ? { verdict: verdicts[state], why } : deferred(why);
}

/** The complete command with the one `timeout` that asks taken away, or why it stays. */
function withoutTimeout({ unit, command }: Evidence, prefix: string | undefined): string | InnerAnswer {
  const parsed = parseTimeoutWrapper(unit);
  if (parsed === undefined) return deferred("not `timeout DURATION COMMAND`");
  const { innerCommand: inner } = parsed;
  if (/^(?:timeout|env|xargs)(?:[ \t]|$)/.test(inner)) return deferred("a wrapper in a wrapper");
  if (/[\n\r]/.test(command.trim())) return deferred("more than one line");
  if (stripWrapperUnit(command, unit, inner) === undefined)
    return deferred("the unit is not found exactly once in the command");
  return lessTimeout(command, command.indexOf(unit), parsed, prefix) ?? deferred("read otherwise without `timeout`");
}

/**
 * A command with its `timeout DURATION INNER` at a place taken down to the inner command; `undefined` unless bash runs that
 * there, the same program from the inner command alone, and all else as before.
 */
export function lessTimeout(
  command: string,
  start: number,
  { duration, innerCommand: inner }: { readonly duration: string; readonly innerCommand: string },
  prefix = "",
): string | undefined {
  const lead = prefix === "" ? "" : `${prefix}\n`;
  const source = lead + command;
  const analysis = analyze(source);
  const { units, functions, complete } = analysis;
  const unit = units.find((one) => one.start === lead.length + start && one.words.length > 0);
  if (!complete || unit === undefined || functions.includes("timeout")) return undefined;
  if (unit.context === "text" || unit.context === "wrapper" || unit.context === "unread") return undefined;
  const [timeout, time, program] = unit.words;
  if (timeout === undefined || time === undefined || program === undefined) return undefined;
  const asWritten = [timeout, time, program].every((word) => source.slice(word.start, word.end) === word.text);
  const isBehind =
    asWritten &&
    timeout.text === "timeout" &&
    time.text === duration &&
    source.startsWith(inner, program.start) &&
    isPlainProgram(program.text) &&
    !functions.includes(program.text);
  if (!isBehind) return undefined;
  const bare = command.slice(0, start) + source.slice(program.start);
  return saysTheRest(analysis, (one) => one === unit, analyze(lead + bare)) ? bare : undefined;
}

/** Whether a word is the name of a program, and of nothing else, wherever a command may stand. */
export function isPlainProgram(word: string): boolean {
  return /^[A-Za-z0-9_./][\w./+@%:,-]*$/.test(word) && !BUILTIN_NAMES.has(word) && !RESERVED_WORDS.has(word);
}
