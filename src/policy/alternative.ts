/** Another way to do most of what a command does, which the rules allow as they are. Judged before it is suggested. */
import type { Script, Span } from "../shell/ast.ts";
import { parse } from "../shell/parser.ts";
import { type Analysis, analyze } from "../shell/units.ts";
import { secondsOf } from "../shell/wrappers.ts";
import { asking } from "./explain.ts";
import type { Judgement, Ruling } from "./policy.ts";
import { isDefaultAsk, type Rule, type Ruleset } from "./rules.ts";
import { wildcardMatch } from "./wildcard.ts";

/** A command that is allowed. */
export interface Alternative {
  readonly command: string;
  /** Seconds to give to the tool itself, in place of a `timeout` that was left out. */
  readonly timeout: number | undefined;
}

/** A longer command is not looked at, and a longer one is not suggested either. */
const MAX_LENGTH = { looked: 4_000, suggested: 300 } as const;
const MAX_REMOVALS = 16;

/**
 * The command less what asks: less a redirection, an assignment, a wrapper or an option that its preset does not allow; or
 * less the whole commands that ask. `undefined` where no such rest is allowed.
 *
 * @param judge judges another command in the place of this one
 * @param offset of the judgements, where something stands before the command
 */
export function alternativeTo(
  command: string,
  ruling: Ruling,
  ruleset: Ruleset,
  judge: (command: string) => Ruling,
  offset = 0,
): Alternative | undefined {
  if (!ruling.complete || ruling.hereDocument || ruling.state !== "ask" || command.length > MAX_LENGTH.looked)
    return undefined;
  const asked = ruling.judgements
    .filter(({ verdict }) => verdict.action === "ask")
    .map((one) => ({ ...one, start: one.start - offset, end: one.end - offset }));
  if (asked.length > MAX_REMOVALS) return undefined;
  const inner = ruling.judgements.filter(({ context }) => context === "wrapper");
  const analysis = analyze(command);
  const { script } = parse(command);
  const fine = asked.map((one) => removalFor(one, analysis, ruleset, inner, offset));
  const stubborn = asked.filter((_, index) => fine[index] === undefined);
  const removals = fine.filter((one) => one !== undefined);
  const timeouts = removals.flatMap(({ timeout }) => timeout ?? []);
  for (const [whole, parts] of [
    [stubborn, removals],
    [asked, []],
  ] as const) {
    const text = lessOf(command, script, whole, parts);
    if (text === "" || text === command || text.length > MAX_LENGTH.suggested || judge(text).state !== "allow")
      continue;
    // Of several limits none is the whole command's.
    return { command: text, timeout: parts.length > 0 && timeouts.length === 1 ? timeouts[0] : undefined };
  }
  return undefined;
}

/** The rule of a preset that is about a command, but holds back with its arguments, where nothing but a default asks. */
export function presetFor(text: string, decided: Rule | undefined, ruleset: Ruleset): Rule | undefined {
  if (decided !== undefined && !isDefaultAsk(decided)) return undefined;
  return ruleset.find(({ arguments: grammar, pattern }) => grammar !== undefined && wildcardMatch(pattern, text));
}

/** The rule of a preset that does not allow the first command that asks, if there is one. */
export function presetThatHoldsBack(ruling: Ruling, ruleset: Ruleset): Rule | undefined {
  const [first] = asking(ruling);
  if (first?.surface !== "bash" || first.verdict.raisedBy !== undefined) return undefined;
  return presetFor(first.text, first.verdict.rule, ruleset);
}

/** What to leave out, and the time limit that goes with it, in seconds. */
interface Removal extends Span {
  readonly timeout?: number | undefined;
}

/** What is left out of a command so that one judgement is none any more, and the rest stays. */
function removalFor(
  { surface, text, start, end, verdict }: Judgement,
  { units, assignments, redirects }: Analysis,
  ruleset: Ruleset,
  inner: readonly Judgement[],
  offset: number,
): Removal | undefined {
  if (surface === "env")
    return assignments.find((one) => one.start === start && one.end === end && one.command !== undefined);
  const redirect = redirects.find((one) => one.start <= start && end <= one.end);
  if (surface !== "bash") return redirect;
  const wrapped = inner.find((one) => one.start - offset > start && one.end - offset === end);
  if (wrapped !== undefined) {
    const duration = /^timeout ([0-9]+(?:\.[0-9]+)?[smhd]?) [^-]/.exec(text)?.[1];
    return { start, end: wrapped.start - offset, timeout: duration === undefined ? undefined : secondsOf(duration) };
  }
  const preset = presetFor(text, verdict.rule, ruleset);
  const words = units.find((one) => one.start === start && one.end === end && one.text === text)?.words ?? [];
  const at =
    preset?.arguments === undefined
      ? -1
      : words.findIndex((word) => preset.arguments?.forbidden.has(optionOf(word.text)));
  const option = words[at];
  if (option === undefined) return undefined;
  // Of the options that write, these take the file's name in the next word.
  return { start: option.start, end: (/^(?:-o|--output)$/.test(option.text) ? (words[at + 1] ?? option) : option).end };
}

function optionOf(word: string): string {
  return word.startsWith("--") ? word.replace(/=.*$/s, "") : word;
}

/** A command less the given parts, and less the commands of its lists that hold any of some places. */
function lessOf(command: string, script: Script, places: readonly Span[], parts: readonly Removal[]): string {
  const asks = ({ start, end }: Span): boolean => places.some((one) => start <= one.start && one.end <= end);
  let text = "";
  for (const { pipelines, operators, background } of script.items) {
    let item = "";
    for (const [index, { commands, negated }] of pipelines.entries()) {
      const stop = commands.findIndex(asks);
      // What reads from a command that is left out would read something else.
      const kept = stop === -1 ? commands : commands.slice(0, stop);
      const [first, last] = [kept[0], kept.at(-1)];
      if (first === undefined || last === undefined) continue;
      const operator = item === "" ? "" : ` ${operators[index - 1] ?? "&&"} `;
      item += operator + (negated ? "! " : "") + slice(command, { start: first.start, end: last.end }, parts);
    }
    if (item !== "") text += `${text === "" || text.endsWith("& ") ? "" : "; "}${item}${background ? " & " : ""}`;
  }
  return text.trim();
}

/** A part of a text without some parts of it, and the blanks behind these. */
function slice(text: string, { start, end }: Span, parts: readonly Removal[]): string {
  let result = "";
  let at = start;
  for (const part of [...parts].sort((one, other) => one.start - other.start)) {
    if (part.start < at || part.end > end) continue;
    result += text.slice(at, part.start);
    at = part.end + (/^[ \t]*/.exec(text.slice(part.end, end))?.[0].length ?? 0);
  }
  return (result + text.slice(at, end)).trim();
}
