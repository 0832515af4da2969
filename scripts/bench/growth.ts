import { judgeCommand } from "../../src/policy/decide.ts";
import { normalizePermission } from "../../src/policy/normalize.ts";
import { Policy } from "../../src/policy/policy.ts";
import { parseUnits } from "../../src/shell/units.ts";
import { CHARACTERS, FAMILIES } from "./families.ts";
import { THIRTY_RULES, unmatchedRules } from "./rules.ts";
import { repeatsFor, sample, warmUp, type Work } from "./timing.ts";

/** The small work is warmed up this long (ms): until then the compilers have done most of what they will. */
const WARM_UP = 60;

/** A sample lasts at least this long (µs): garbage collection has its part in it, and the processor's clock is fine enough. */
const SAMPLE = 200_000;

/** Rounds of both. */
const ROUNDS = 3;

/** Where a step of half the way takes this many times what a linear one would, the other half is not waited for. */
const HOPELESS = 3;

/**
 * How many times longer the large work takes than the small, as it is printed: both warm, in turns, the best of each. With
 * a `~`, a guess from half the way.
 */
export async function growth(work: (size: number) => Work, [from, to]: readonly [number, number]): Promise<string> {
  const [small, large] = [work(from), work(to)];
  const warm = await warmUp(small, WARM_UP);
  const half = Math.sqrt(to / from);
  const middle = work(Math.round(from * half));
  await sample(middle, 1);
  const step = (await sample(middle, repeatsFor(warm * half, SAMPLE))) / warm;
  if (step > half * HOPELESS) return `~${Math.round(step * step)}`;
  const best = { small: Infinity, large: Infinity };
  for (let round = 0; round < ROUNDS; round++) {
    // What was left behind before is not for either to collect.
    Bun.gc(true);
    best.small = Math.min(best.small, await sample(small, repeatsFor(warm, SAMPLE)));
    Bun.gc(true);
    best.large = Math.min(best.large, await sample(large, repeatsFor((warm * to) / from, SAMPLE)));
  }
  return (best.large / best.small).toFixed(0);
}

const WIDTH = 30;

/** The growth with the length of a text, as lines: 100 is linear. */
export async function* growthOfTexts(): AsyncGenerator<string> {
  const policy = new Policy(normalizePermission({ bash: THIRTY_RULES }), "/home/user");
  const readUnits = (text: string): number => parseUnits(text).units.length;
  const judge = (text: string): number => judgeCommand(text, policy).judgements.length;
  yield `${"".padEnd(WIDTH)}parseUnits  judgeCommand`;
  for (const { name, text, pieces } of FAMILIES) {
    const sizes = pieces ?? CHARACTERS;
    const reading = await growth((size) => working(text(size), readUnits), sizes);
    const judging = await growth((size) => working(text(size), judge), sizes);
    yield `  ${name.padEnd(WIDTH - 2)}${reading.padStart(10)}${judging.padStart(14)}`;
  }
}

function working(text: string, read: (text: string) => number): Work {
  return () => read(text);
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
      prepared(count).rules("bash").configured.length;
  return [
    `  judging a command           ${(await growth(judging, [10, 10_000])).padStart(10)}`,
    `  normalizing and compiling   ${(await growth(building, [10, 10_000])).padStart(10)}`,
  ];
}
