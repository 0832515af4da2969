/**
 * `bun run exhaustive 4`: every text of that many tokens that is understood is read by bash too (`bash -n`), and hides no
 * command when it runs. Prints totals and what breaks the rule; exits 1 on any.
 */
import { bashRejects } from "../props/oracle/bash.ts";
import { findHidden } from "../props/oracle/campaign.ts";
import { isOpaque } from "../props/oracle/coverage.ts";
import { Tracer } from "../props/oracle/tracer.ts";
import { texts, TOKENS } from "../props/shell/tokens.ts";
import { analyze } from "../src/shell/units.ts";

const length = Number(process.argv[2]);
if (!Number.isInteger(length) || length < 1) throw new Error("usage: bun run exhaustive LENGTH");

/** Texts that are judged at once. */
const BATCH = 20_000;

const all = TOKENS.length ** length;
let seen = 0;
let understood = 0;
let run = 0;
let calls = 0;
let failures = 0;

async function judge(tracer: Tracer, batch: readonly string[]): Promise<void> {
  for (const source of await bashRejects(batch)) {
    failures++;
    console.log(`bash does not read ${JSON.stringify(source)}`);
  }
  const informative = batch.filter((source) => !isOpaque(analyze(source)));
  const found = await findHidden(tracer, informative);
  run += informative.length;
  calls += found.calls;
  for (const { source, calls: hidden } of found.hidden) {
    failures++;
    console.log(`${JSON.stringify(source)} hides ${JSON.stringify(hidden)}`);
  }
  console.log(`${seen} of ${all} texts, ${understood} understood, ${run} run, ${calls} calls, ${failures} failures`);
}

{
  await using tracer = await Tracer.create();
  let batch: string[] = [];
  for (const text of texts(length)) {
    seen++;
    if (!analyze(text).complete) continue;
    understood++;
    batch.push(text);
    if (batch.length < BATCH) continue;
    await judge(tracer, batch);
    batch = [];
  }
  await judge(tracer, batch);
}
process.exit(failures === 0 ? 0 : 1);
