import { engines } from "./engines.ts";
import { quantile, repeatsFor, sample, warmUp } from "./timing.ts";

/** Each engine reads all commands again and again for this long (ms), until the compilers are done with it. */
const WARM_UP = 1_500;

/** A sample lasts at least this long (µs), so that the clock's own time does not count. */
const SAMPLE = 100;

/** Rounds over all commands, by how many there are: each command counts with the best of them. */
const roundsFor = (commands: number): number => Math.min(15, Math.max(5, Math.ceil(6_000 / commands)));

const WIDTH = 52;

/** How the engines compare on the same commands, as lines: times relative to the first. */
export async function compare(commands: readonly string[]): Promise<string[]> {
  const compared = (await engines()).map((engine) => ({ ...engine, times: commands.map(() => Infinity) }));
  for (const { run } of compared) {
    let next = 0;
    await warmUp(() => run(commands[next++ % commands.length] ?? ""), WARM_UP);
  }
  // The first round tells how often a command must be repeated.
  for (let round = 0; round <= roundsFor(commands.length); round++) {
    for (const [index, command] of commands.entries()) {
      for (const { run, times } of turned(compared, round + index)) {
        const known = times[index] ?? 0;
        const repeat = Number.isFinite(known) ? repeatsFor(known, SAMPLE) : 1;
        // What the engine before left in the processor's caches is not this one's matter.
        await sample(() => run(command), 1);
        times[index] = Math.min(known, await sample(() => run(command), repeat));
      }
    }
  }
  const lines = [`${"".padEnd(WIDTH)}  median     p99`];
  const ours = compared[0]?.times ?? [];
  for (const { name, times } of compared) {
    const ratios = [0.5, 0.99].map((part) => quantile(times, part) / quantile(ours, part));
    lines.push(`  ${name.padEnd(WIDTH - 2)}${ratios.map((ratio) => ratio.toFixed(2).padStart(8)).join("")}`);
  }
  return lines;
}

/** The list from another start: what an engine leaves in the caches is not always found by the same one. */
function turned<T>(list: readonly T[], by: number): readonly T[] {
  const start = by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}
