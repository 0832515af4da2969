/** `portcullis.js suggest`: the rules that would have saved the most prompts. */
import { homedir } from "node:os";

import { auditPath, count, print, readSettings, takeOptions } from "./cli-arguments.ts";
import { loggedCalls, type Skipped, skippedClause } from "./cli-replay.ts";
import { readAudit } from "./pi/audit-reader.ts";
import { oneLine, whatWasAsked } from "./pi/audit-text.ts";
import { policyOf } from "./pi/places.ts";
import { configuredState } from "./policy/audit-entry.ts";
import { toPermission } from "./policy/explain.ts";
import { bestSuggestions, type PastPrompt, suggestionsFor } from "./policy/suggest-from-log.ts";
import { displayText } from "./shell/text.ts";

/** Calls that differ and are looked at; a log that has more of them has no use for rules. */
const MAX_PROMPTS = 5000;

/** Calls that are named for a rule; of the rest only the number is. */
const FEW = 5;

/** Prints the rules, those that save the most prompts first, with the calls that each would have allowed. */
export async function suggest(args: readonly string[]): Promise<void> {
  const { values } = takeOptions(args, ["file", "settings"], []);
  const { settings } = readSettings(values["settings"]);
  const policy = policyOf(settings);
  const skipped: Skipped = new Map();
  const prompts = new Map<string, PastPrompt & { times: number; refused: boolean }>();
  const lines = readAudit(auditPath(values["file"], settings));
  let asked = 0;
  for await (const { entry, rejudge } of loggedCalls(lines, settings, skipped)) {
    if (configuredState(entry) !== "ask") continue;
    const prompted = ["human", "nobody", "timeout"].includes(entry.by) ? 1 : 0;
    const refused = entry.answer?.choice === "deny";
    asked += prompted;
    const key = JSON.stringify([entry.cwd, entry.request]);
    const known = prompts.get(key);
    if (known !== undefined) {
      known.times += prompted;
      known.refused ||= refused;
    } else if (prompts.size < MAX_PROMPTS)
      prompts.set(key, { what: whatWasAsked(entry), rejudge, times: prompted, refused });
  }
  const all = [...prompts.values()];
  const suggestions = bestSuggestions(
    all.map((prompt) => suggestionsFor(prompt, policy, homedir())),
    policy,
  );
  for (const { rules, saved } of suggestions) {
    const times = saved.reduce((sum, prompt) => sum + prompt.times, 0);
    print(`${count(times, "prompt")}: ${displayText(toPermission(rules))}`);
    const sorted = saved.toSorted((left, right) => right.times - left.times);
    for (const prompt of sorted.slice(0, FEW)) print(`  ${prompt.times}× ${oneLine(prompt.what)}`);
    if (saved.length > FEW) print(`  … and ${saved.length - FEW} more`);
  }
  const total = suggestions.flatMap(({ saved }) => saved).reduce((sum, { times }) => sum + times, 0);
  if (suggestions.length === 0) print("there is no rule to suggest");
  else
    print(
      "\nEach is meant as the last rule of its surface. None loosens a deny, a rule that asks, or what you denied.",
    );
  print(`asked ${count(asked, "time")}, of which these would have saved ${total}${skippedClause(skipped)}`);
}
