/**
 * Measures a file of JSON lines with a `command` each: how many are understood as a whole, and the first that are not.
 * Runs none of them: `bun run corpus FILE`.
 */
import { commandsOf } from "../props/oracle/corpora.ts";
import { analyze } from "../src/shell/units.ts";

const file = process.argv[2];
if (file === undefined) throw new Error("usage: bun run corpus FILE");
const commands = commandsOf(file);
const reasons = new Map<string, number>();
const failures: string[] = [];
let complete = 0;
let units = 0;
let holes = 0;
const start = performance.now();
for (const command of commands) {
  const analysis = analyze(command);
  units += analysis.units.length;
  holes += analysis.units.filter(({ words }) => words.length === 0).length;
  if (analysis.complete) {
    complete++;
    continue;
  }
  const [problem] = analysis.problems;
  const message = problem?.message ?? "";
  reasons.set(message, (reasons.get(message) ?? 0) + 1);
  const at = problem?.span.start ?? 0;
  if (failures.length < 20)
    failures.push(`${message}: …${JSON.stringify(command.slice(Math.max(0, at - 60), at + 60))}`);
}
const seconds = (performance.now() - start) / 1000;
console.log(
  `${complete} of ${commands.length} commands are complete (${((100 * complete) / commands.length).toFixed(2)}%)`,
);
console.log(`${units} units, ${holes} of them unknown; ${Math.round(commands.length / seconds)} commands a second`);
for (const [message, count] of [...reasons].sort((left, right) => right[1] - left[1]))
  console.log(`  ${count}  ${message}`);
for (const failure of failures) console.log(`    ${failure}`);
