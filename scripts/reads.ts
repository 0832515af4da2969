/**
 * Compares what we read with what bash reads, for a file of JSON lines with a `command` each. Runs none of them:
 * `bun run reads FILE`. Fails if the two read a command differently.
 */
import { commandsOf } from "../props/oracle/corpora.ts";
import { compareReadings, type Reading } from "../props/oracle/reads.ts";

const file = process.argv[2];
if (file === undefined) throw new Error("usage: bun run reads FILE");
const commands = commandsOf(file);
const start = performance.now();
const readings = await compareReadings(commands);
const seconds = (performance.now() - start) / 1000;

const kinds = new Map<string, number>();
const name = (reading: Reading) => (reading.kind === "given up" ? `given up: ${reading.message}` : reading.kind);
for (const reading of readings) kinds.set(name(reading), (kinds.get(name(reading)) ?? 0) + 1);
console.log(`${commands.length} commands in ${seconds.toFixed(1)} s`);
for (const [kind, count] of [...kinds].sort((left, right) => right[1] - left[1])) console.log(`  ${count}  ${kind}`);

let shown = 0;
for (const [index, reading] of readings.entries()) {
  if (reading.kind === "agrees" || reading.kind === "given up") continue;
  if (shown++ < 20) console.log(JSON.stringify({ command: commands[index], ...reading }));
}
process.exit(shown === 0 ? 0 : 1);
