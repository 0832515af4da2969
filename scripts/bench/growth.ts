import { judgeCommand } from "../../src/policy/decide.ts";
import { normalizePermission } from "../../src/policy/normalize.ts";
import { Policy } from "../../src/policy/policy.ts";
import { analyze } from "../../src/shell/units.ts";
import { CHARACTERS, FAMILIES } from "./families.ts";
import { THIRTY_RULES, unmatchedRules } from "./rules.ts";
import { processorClock, repeatsFor, sample, warmUp, type Work } from "./timing.ts";

/** The small work is warmed up this long (ms): until then the compilers have done most of what they will. */
const WARM_UP = 60;

/** A sample of the small work lasts at least this long (µs), so that its part of the garbage collection is in it. */
const SAMPLE = 10_000;

/** Rounds of both, at most, and when the rest of them is left out (ms): what takes long is also measured well in one. */
const ROUNDS = { most: 7, until: 1_200 };

/** How many times the processor time of the small work the large one takes: both warm, in turns, the best of each. */
export async function growth(small: Work, large: Work): Promise<number> {
  const repeat = repeatsFor(await warmUp(small, WARM_UP), SAMPLE);
  const start = performance.now();
  await sample(large, 1, processorClock);
  const best = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS.most; round++) {
    if (round > 0 && performance.now() - start > ROUNDS.until) break;
    best.small = Math.min(best.small, await sample(small, repeat, processorClock));
    // What the rounds before left behind is not this one's to collect.
    Bun.gc(true);
    best.large = Math.min(best.large, await sample(large, 1, processorClock));
  }
  return best.large / best.small;
}

const WIDTH = 30;

/** The growth with the length of a text, as lines: 100 is linear. */
export async function* growthOfTexts(): AsyncGenerator<string> {
  const policy = new Policy(normalizePermission({ bash: THIRTY_RULES }), "/home/user");
  const readUnits = (text: string): number => analyze(text).units.length;
  const judge = (text: string): number => judgeCommand(text, policy).judgements.length;
  yield `${"".padEnd(WIDTH)}parseUnits  judgeCommand`;
  for (const { name, text, pieces } of FAMILIES) {
    const [from, to] = pieces ?? CHARACTERS;
    const [small, large] = [text(from), text(to)];
    const parsing = await growth(
      () => readUnits(small),
      () => readUnits(large),
    );
    const judging = await growth(
      () => judge(small),
      () => judge(large),
    );
    const note = analyze(large).complete ? "" : "  not read to the end";
    yield `  ${name.padEnd(WIDTH - 2)}${parsing.toFixed(0).padStart(10)}${judging.toFixed(0).padStart(14)}${note}`;
  }
}

/** The growth from 10 to 10,000 rules, as lines: 1,000 is linear. */
export async function growthOfRules(): Promise<string[]> {
  const command = "git log --oneline | head -20 && ls -la src";
  const prepared = (count: number) => new Policy(normalizePermission({ bash: unmatchedRules(count) }), "/home/user");
  const judging = (count: number): Work => {
    const policy = prepared(count);
    return () => judgeCommand(command, policy).judgements.length;
  };
  const building =
    (count: number): Work =>
    () =>
      prepared(count).rules("bash").length;
  return [
    `  judging a command       ${(await growth(judging(10), judging(10_000))).toFixed(0)}`,
    `  building the policy     ${(await growth(building(10), building(10_000))).toFixed(0)}`,
  ];
}
