/** Runs many random programs in bash and looks for calls that no unit covers. */
import { analyze } from "../../src/shell/units.ts";
import { isOpaque, uncovered } from "./coverage.ts";
import { type Feature, FEATURES } from "./features.ts";
import { isHarmless, randomProgram } from "./programs.ts";
import { shrink } from "./shrink.ts";
import type { Tracer } from "./tracer.ts";

/** A program that runs what none of its units covers. */
export interface Counterexample {
  /** The seed of `randomProgram`. */
  readonly seed: number;
  readonly source: string;
  readonly shrunk: string;
  readonly calls: readonly string[];
}

/** What a campaign has seen. */
export class Report {
  programs = 0;
  complete = 0;
  /** Complete programs of which no unit is one hole, so that there was something to find. */
  informative = 0;
  executed = 0;
  calls = 0;
  timeouts = 0;
  /** For each feature the programs with it that ran another program. */
  readonly features = new Map<Feature, number>(FEATURES.map((feature) => [feature, 0]));
  readonly counterexamples: Counterexample[] = [];
  /** Complete programs in which bash found a syntax error, by its message: each is read in some other way than bash does. */
  readonly rejected = new Map<string, string>();
}

/** Of programs that are one hole anyway one in so many is run, to see that they are programs. */
const OPAQUE_SHARE = 2;

/** What bash says when it does not read a text; what it says of texts in that text begins otherwise. */
const SYNTAX_ERROR = /^\S+: -c: line [0-9]+: (syntax error.*|unexpected .*)/;

/** Runs the program of one seed, and notes what came of it. */
async function tryProgram(tracer: Tracer, seed: number, report: Report): Promise<void> {
  const { source, features } = randomProgram(seed);
  const analysis = analyze(source);
  const opaque = isOpaque(analysis);
  report.programs++;
  if (analysis.complete) report.complete++;
  if (!opaque) report.informative++;
  else if (seed % OPAQUE_SHARE !== 0) return;
  const trace = await tracer.run(source);
  const { calls, errors, timedOut } = trace;
  report.executed++;
  report.calls += calls.length;
  if (timedOut) report.timeouts++;
  if (calls.length > 0) {
    for (const feature of features) report.features.set(feature, (report.features.get(feature) ?? 0) + 1);
  }
  const message = analysis.complete ? SYNTAX_ERROR.exec(errors)?.[1] : undefined;
  if (message !== undefined) {
    const known = report.rejected.get(message);
    if (known === undefined || known.length > source.length) report.rejected.set(message, source);
  }
  const missing = uncovered(source, trace);
  if (missing.length > 0) report.counterexamples.push(await explain(tracer, seed, source, missing));
}

/** A counterexample made small; one that does not fail again is given as it is. */
async function explain(
  tracer: Tracer,
  seed: number,
  source: string,
  missing: readonly string[],
): Promise<Counterexample> {
  const calls = new Map<string, readonly string[]>([[source, missing]]);
  const fails = async (candidate: string): Promise<boolean> => {
    if (!isHarmless(candidate) || isOpaque(analyze(candidate))) return false;
    const found = uncovered(candidate, await tracer.run(candidate));
    if (found.length > 0) calls.set(candidate, found);
    return found.length > 0;
  };
  const shrunk = await shrink(source, fails);
  return { seed, source, shrunk, calls: calls.get(shrunk) ?? missing };
}

/** Runs the programs of seeds, and gives what was seen; a report that is given is added to. */
export async function runCampaign(
  tracer: Tracer,
  seeds: Iterable<number>,
  report: Report = new Report(),
): Promise<Report> {
  await tracer.each(seeds, async (seed) => await tryProgram(tracer, seed, report));
  return report;
}

/** Runs texts that were not made by the generator, and gives those that run what no unit covers. */
export async function findHidden(
  tracer: Tracer,
  sources: Iterable<string>,
): Promise<{ calls: number; hidden: { source: string; calls: string[] }[] }> {
  const hidden: { source: string; calls: string[] }[] = [];
  let calls = 0;
  await tracer.each(sources, async (source) => {
    const trace = await tracer.run(source);
    calls += trace.calls.length;
    const missing = uncovered(source, trace);
    if (missing.length > 0) hidden.push({ source, calls: missing });
  });
  return { calls, hidden };
}
