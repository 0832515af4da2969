/** Why a command is allowed, asked about or denied, as a text for people. */
import { afterInnerCommand } from "../authority/decision.ts";
import { INNER_COMMAND } from "../authority/inner-command.ts";
import { policyQuery } from "../authority/query.ts";
import type { Rejudge } from "../policy/advise.ts";
import { presetFor } from "../policy/alternative.ts";
import { isUnread, pathsIn, whatOf } from "../policy/explain.ts";
import { concernsSurface, type Mistake } from "../policy/normalize.ts";
import type { Policy, Ruling } from "../policy/policy.ts";
import { judgeRequest } from "../policy/request.ts";
import { type Action, decisiveRule, type Ruleset } from "../policy/rules.ts";
import { displayText } from "../shell/text.ts";
import { changeThatFlips, dialogMessages } from "./dialog-messages.ts";
import { messages, whyOf } from "./messages.ts";
import { pathContext, policyOf } from "./places.ts";
import type { Settings } from "./settings.ts";
import { commandFor } from "./shell.ts";

export const MARKS: Readonly<Record<Action, string>> = { allow: "✔ allow", ask: "? ask  ", deny: "✖ deny " };

/** Where a command would run, and by what more it is judged. */
export interface ExplainedIn {
  readonly cwd: string;
  /** The settings files that were read: a mistake in one of them takes all allows. */
  readonly files: readonly string[];
  /** What a person has allowed for the session. */
  readonly approved?: Ruleset;
}

/** The lines of an explanation: each part of the command with what decided it, and what would change that. */
export function explanation(command: string, settings: Settings, { cwd, files, approved = [] }: ExplainedIn): string[] {
  // As the gate asks it.
  const policy = policyOf(settings).approving(approved);
  const paths = pathContext(cwd, settings);
  const judge = (text: string, rules: Policy) =>
    judgeRequest(commandFor(text, settings.shell), rules, paths, settings.innerCommand.wrappers);
  const rejudge: Rejudge = (rules) => judge(command, rules);
  const ruling = rejudge(policy.tracing());
  const pathOf = pathsIn(policy.ruleset);
  const say = dialogMessages("en");
  const lines = [displayText(command), ""];
  lines.push(...linesOf(settings.mistakes).map((line) => `! ${line}`));
  if (settings.ruleset === undefined)
    lines.push("There is no `permission` block, so the gate is off. With an empty one:");
  if (lines.length > 2) lines.push("");
  for (const judgement of ruling.judgements) {
    const { surface, context, verdict } = judgement;
    const { action, overridden = [] } = verdict;
    const decided = isUnread(judgement) ? undefined : decisiveRule(verdict);
    // A mistake takes the allows of its surface, also those that would be added.
    const mistake =
      action === "allow"
        ? undefined
        : settings.mistakes.find(
            (one) => files.includes(one.path) || concernsSurface(one, (decided ?? { surface }).surface),
          );
    const details = [`because ${whyOf(judgement, ruling.problem, messages("en"))}`];
    const grant =
      decided?.origin === "session"
        ? approved.findLastIndex((one) => one.surface === decided.surface && one.pattern === decided.pattern)
        : -1;
    // What a mistake leaves is not as it stands in the settings; what was approved stands in none.
    const written = mistake === undefined && grant < 0 ? decided : undefined;
    if (written !== undefined) details[0] += `: ${pathOf(written)}`;
    if (written !== undefined && overridden.length > 0) {
      const shown = overridden.slice(0, FEW).map((other) => `${pathOf(other)} (${other.action})`);
      const more = overridden.length - shown.length;
      details.push(say.overrides(shown.join(", ") + (more > 0 ? ` and ${more} more` : "")));
    }
    const preset =
      action === "ask" && surface === "bash" ? presetFor(judgement.text, decided, policy.ruleset) : undefined;
    if (preset !== undefined)
      details.push(
        `\`${preset.pattern}\` of the preset ${preset.preset} does not allow these arguments (${preset.reason})`,
      );
    if (grant >= 0) details.push(`\`/portcullis grants revoke ${grant + 1}\` takes that back`);
    else if (mistake !== undefined)
      details.push(`would change once ${mistake.path} is put right: until then nothing is allowed there`);
    else details.push(say.changes(changeThatFlips(judgement, ruling, policy, rejudge)));
    lines.push(
      `${MARKS[action]}  ${whatOf(judgement)}  [${context === "top level" ? surface : `${surface}, ${context}`}]`,
      ...details.map((line) => `           ${displayText(line)}`),
    );
  }
  const { innerCommand, authorizerChain, shell } = settings;
  const query = policyQuery({ rules: () => policy, paths, judge: (text) => judge(text, policy) });
  const answer = authorizerChain.includes(INNER_COMMAND)
    ? afterInnerCommand(command, ruling, query, { ...innerCommand, prefix: shell.prefix })
    : undefined;
  const verdict = `${MARKS[ruling.state].trim()}: ${summary(ruling)}`;
  if (answer === undefined) lines.push("", verdict);
  else
    lines.push(
      "",
      `by the rules ${verdict}`,
      `${MARKS[answer].trim()}: ${INNER_COMMAND} (${innerCommand.grammar}) answers`,
    );
  return lines;
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

/** Mistakes as lines. */
export function linesOf(mistakes: readonly Mistake[]): string[] {
  return mistakes.map(({ path, message }) => displayText(`${path}: ${message}`));
}
