/**
 * Looks for counterexamples on all cores: random programs that run in bash, sampled texts of five tokens, and the
 * property tests with new inputs. Exits 1 if it finds any.
 *
 * `FUZZ_SECONDS` (default 60) or `FUZZ_PROGRAMS` says how long; `FUZZ_SEED` repeats a run, and `FUZZ_SEED=… FUZZ_PROGRAMS=1`
 * one program; `FUZZ_ONLY=programs` leaves out the rest. A round of property tests prints its own seed, which
 * `FC_SEED=… FC_FACTOR=… bun test …` repeats.
 */
import { availableParallelism } from "node:os";

import { findHidden, Report, runCampaign } from "../props/oracle/campaign.ts";
import { isOpaque } from "../props/oracle/coverage.ts";
import { Random } from "../props/oracle/random.ts";
import { Tracer } from "../props/oracle/tracer.ts";
import { TOKENS } from "../props/shell/tokens.ts";
import { analyze } from "../src/shell/units.ts";
import { pinnedBun, ROOT } from "./toolchain.ts";

/** Programs, and texts of five tokens, that one job runs. */
const SLICE = 500;

/** One in so many jobs is a round of property tests, and one runs texts of tokens. */
const CYCLE = 20;

/** With so many counterexamples there is enough to do. */
const ENOUGH = 30;

const FACTOR = "2";
const PROPERTIES = ["props/shell/units", "props/policy", "props/pi"];

function setting(name: string): number | undefined {
  const value = process.env[name];
  if (value === undefined) return undefined;
  if (!(Number(value) >= 0)) throw new Error(`${name} must be a number`);
  return Number(value);
}

const seed = setting("FUZZ_SEED") ?? Math.trunc(Math.random() * 2 ** 31);
const programs = setting("FUZZ_PROGRAMS");
const seconds = setting("FUZZ_SECONDS") ?? (programs === undefined ? 60 : Infinity);
const onlyPrograms = process.env["FUZZ_ONLY"] === "programs";

const started = Date.now();
const deadline = started + seconds * 1000;
const last = seed + (programs ?? Infinity);
const report = new Report();
const random = new Random(seed);
let next = seed;
let jobs = 0;
let rounds = 0;
let failures = 0;
let tokenTexts = 0;
let shown = 0;

const isOver = () => Date.now() >= deadline || next >= last || failures + report.counterexamples.length >= ENOUGH;

function* slice(): Generator<number> {
  for (let count = 0; count < SLICE && !isOver(); count++) yield next++;
}

async function runPrograms(tracer: Tracer): Promise<void> {
  await runCampaign(tracer, slice(), report);
  for (; shown < report.counterexamples.length; shown++) {
    const one = report.counterexamples[shown];
    console.log(
      `FUZZ_SEED=${one?.seed} FUZZ_PROGRAMS=1: ${JSON.stringify(one?.shrunk)} hides ${JSON.stringify(one?.calls)}; ` +
        `it was ${JSON.stringify(one?.source)}`,
    );
  }
}

/** Texts of five tokens: too many to run all of them. */
async function runTokens(tracer: Tracer): Promise<void> {
  const sources: string[] = [];
  while (sources.length < SLICE) {
    const text = Array.from({ length: 5 }, () => random.pick(TOKENS)).join(" ");
    tokenTexts++;
    const analysis = analyze(text);
    if (analysis.complete && !isOpaque(analysis)) sources.push(text);
  }
  for (const { source, calls } of (await findHidden(tracer, sources)).hidden) {
    failures++;
    console.log(`${JSON.stringify(source)} hides ${JSON.stringify(calls)}`);
  }
}

async function runProperties(): Promise<void> {
  const propertySeed = String(random.below(2 ** 31));
  const child = Bun.spawn([pinnedBun(), "test", "--timeout=600000", ...PROPERTIES], {
    cwd: ROOT,
    env: { ...process.env, FC_SEED: propertySeed, FC_FACTOR: FACTOR },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const output = await new Response(child.stderr).text();
  rounds++;
  const failed = (await child.exited) !== 0;
  if (failed) failures++;
  const result = failed ? `failed\n${output.replaceAll(/^\(pass\).*\n/gm, "")}` : "fine";
  console.log(`FC_SEED=${propertySeed} FC_FACTOR=${FACTOR} bun test ${PROPERTIES.join(" ")}: ${result}`);
}

/** One core: jobs of all kinds, until time is up. */
async function work(): Promise<void> {
  await using tracer = await Tracer.create(1);
  while (!isOver()) {
    const kind = jobs++ % CYCLE;
    if (!onlyPrograms && kind === 1) await runProperties();
    else if (!onlyPrograms && kind === 2) await runTokens(tracer);
    else await runPrograms(tracer);
    if (jobs % CYCLE === 0) console.log(`${report.programs} programs, ${report.calls} calls`);
  }
}

console.log(`FUZZ_SEED=${seed}`);
await Promise.all(Array.from({ length: availableParallelism() }, work));
const found = report.counterexamples.length + failures;

console.log("\nprograms of each feature that ran another program:");
for (const [feature, count] of report.features) console.log(`${String(count).padStart(8)} ${feature}`);
if (report.rejected.size > 0) console.log("\nunderstood, but not read by bash, the shortest of each message:");
for (const [message, source] of report.rejected) console.log(`  ${message}: ${JSON.stringify(source)}`);
const time = (Date.now() - started) / 1000;
console.log(`
${report.programs} programs (${Math.round(report.programs / time)}/s), ${report.complete} complete, ${report.informative} without a hole as a unit
${report.executed} run, ${report.calls} calls seen, ${report.timeouts} ended by the time limit
${tokenTexts} texts of five tokens, ${rounds} rounds of property tests
${found} failures`);
process.exit(found === 0 ? 0 : 1);
