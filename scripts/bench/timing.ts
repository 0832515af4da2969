/** Times of work that is too short for the clock, on a machine that does other things too. */

/** What is timed gives a number that depends on all of its result, so that no compiler can leave the work out. */
export type Work = () => number | Promise<number>;

/** The sum of all that the timed work gave; printed or compared, so that it is needed. */
let consumed = 0;

/** What the clock of the processor can tell (ns): several of its ticks. */
const COARSE = 100e6;

/**
 * Calls the work `repeat` times in a row: the nanoseconds for one call. Only what gives a promise is awaited.
 *
 * What takes long is interrupted by other programs, so there the processor's time for this thread counts; its clock is too
 * coarse for anything shorter.
 */
export async function sample(work: Work, repeat: number): Promise<number> {
  let sum = 0;
  const before = process.threadCpuUsage();
  const start = Bun.nanoseconds();
  for (let index = 0; index < repeat; index++) {
    const result = work();
    sum += typeof result === "number" ? result : await result;
  }
  const elapsed = Bun.nanoseconds() - start;
  consumed += sum;
  if (elapsed < COARSE) return elapsed / repeat;
  const { user, system } = process.threadCpuUsage(before);
  return (Math.max(user + system, 1) * 1e3) / repeat;
}

/** Calls the work again and again for some milliseconds, at least twice: the nanoseconds for the fastest call. */
export async function warmUp(work: Work, milliseconds: number): Promise<number> {
  const end = Bun.nanoseconds() + milliseconds * 1e6;
  let best = await sample(work, 1);
  do best = Math.min(best, await sample(work, 1));
  while (Bun.nanoseconds() < end);
  return best;
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
