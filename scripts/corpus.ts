/**
 * Measures a file of JSON lines with a `command` each: how many are understood as a whole, and the first that are not; how
 * many run without a prompt under a usual policy, and what the others are asked about. Runs none of them:
 * `bun run corpus FILE`.
 */
import { commandsOf } from "../props/oracle/corpora.ts";
import { judgeCommand } from "../src/policy/decide.ts";
import { whatOf } from "../src/policy/explain.ts";
import { normalizePermission } from "../src/policy/normalize.ts";
import { Policy } from "../src/policy/policy.ts";
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

/** The preset and ten rules such as a developer writes. */
const PERMISSION = {
  extends: ["read-only"],
  bash: {
    "*": "ask",
    ...Object.fromEntries(
      "git add,git commit,npm run,npm test,pnpm,node,python3,cargo,go,mkdir"
        .split(",")
        .map((name) => [`${name} *`, "allow"]),
    ),
  },
  write: "allow",
  external_directory: { "*": "ask", "~/*": "allow", "/tmp/*": "allow" },
};
const HOME = "/home/user";
const policy = new Policy(normalizePermission(PERMISSION, "global", HOME), HOME);
const prompts = new Map<string, number>();
let silent = 0;
for (const command of commands) {
  const { state, judgements } = judgeCommand(command, policy, { cwd: `${HOME}/project`, home: HOME });
  if (state === "allow") silent++;
  const asked = judgements.filter(({ verdict }) => verdict.action === "ask");
  const about = asked.map((one) => `${one.surface}: ${whatOf(one).split(/[\s=]/, 1)[0]?.slice(0, 40)}`);
  for (const one of new Set(about)) prompts.set(one, (prompts.get(one) ?? 0) + 1);
}
const share = ((100 * silent) / commands.length).toFixed(1);
console.log(`${share}% run without a prompt under \`read-only\` and ten rules; asked about, by commands:`);
const most = [...prompts].sort((left, right) => right[1] - left[1]).slice(0, 20);
for (const [about, count] of most) console.log(`  ${count}  ${about}`);
