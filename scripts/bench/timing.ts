/** Times of work that is too short for the clock, on a machine that does other things too. */

/** What is timed gives a number that depends on all of its result, so that no compiler can leave the work out. */
export type Work = () => number | Promise<number>;

/** The sum of all that the timed work gave; printed or compared, so that it is needed. */
let consumed = 0;

/** Nanoseconds since some moment. */
export type Clock = () => number;

/** The time that passes: fine enough for the shortest work. */
export const wallClock: Clock = () => Bun.nanoseconds();

/** The time that the processors spent on this process: coarse, but what else runs on them takes no part in it. */
export const processorClock: Clock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1e3;
};

/** Calls the work `repeat` times in a row: the nanoseconds for one call. Only what gives a promise is awaited. */
export async function sample(work: Work, repeat: number, clock: Clock): Promise<number> {
  let sum = 0;
  const start = clock();
  for (let index = 0; index < repeat; index++) {
    const result = work();
    sum += typeof result === "number" ? result : await result;
  }
  const elapsed = clock() - start;
  consumed += sum;
  return elapsed / repeat;
}

/** Calls the work again and again for some milliseconds, at least twice: the nanoseconds for one call once it is warm. */
export async function warmUp(work: Work, milliseconds: number): Promise<number> {
  const end = wallClock() + milliseconds * 1e6;
  let last = await sample(work, 1, wallClock);
  do last = await sample(work, 1, wallClock);
  while (wallClock() < end);
  return last;
}

/** How often work must be repeated so that a sample lasts some microseconds. */
export function repeatsFor(nanoseconds: number, microseconds: number): number {
  return Math.max(1, Math.ceil((microseconds * 1e3) / Math.max(nanoseconds, 1)));
}

/** What `consumed` has come to. */
export function checksum(): number {
  return consumed;
}

/** The value below which the given part of all values lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  const value = sorted[Math.round((sorted.length - 1) * part)];
  if (value === undefined) throw new Error("no values, no quantile");
  return value;
}
