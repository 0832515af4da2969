/**
 * How often properties run. `FC_SEED` repeats a run, `FC_FACTOR` multiplies the number of inputs; without them every run
 * is the same, so that a red one means a change, and `bun run fuzz` looks further.
 */
const seed = Number(process.env["FC_SEED"] ?? 20261130);
const factor = Number(process.env["FC_FACTOR"] ?? 1);

export function runs(count: number): { seed: number; numRuns: number } {
  return { seed, numRuns: Math.ceil(count * factor) };
}
