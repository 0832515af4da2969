/**
 * How fast it is, as ratios: times differ from machine to machine, ratios little. Growth is the time for 1 MB over the
 * time for 10 KB of the same kind of text; linear is 100.
 */
import { cpus } from "node:os";
import { join } from "node:path";

import { judgeCommand } from "../src/policy/decide.ts";
import { normalizePermission } from "../src/policy/normalize.ts";
import { Policy } from "../src/policy/policy.ts";
import { parseUnits } from "../src/shell/units.ts";
import { ROOT } from "./toolchain.ts";

/** Milliseconds for one call, the best of several. */
function time(work: () => void, repeat = 5): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < repeat; round++) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

const lines = (await Bun.file(join(ROOT, "props/corpus/cases.jsonl")).text()).trim().split("\n");
const commands = lines.map((line) => (JSON.parse(line) as { command: string }).command);

function policyOf(count: number) {
  const bash: Record<string, string> = { "*": "ask" };
  for (let index = 1; index < count; index++)
    bash[`program${index} sub${index} *`] = index % 3 === 0 ? "deny" : "allow";
  return new Policy(normalizePermission({ bash }), "/home/user");
}

console.log(`Bun ${Bun.version} on ${process.platform} ${process.arch}, ${cpus()[0]?.model ?? "unknown processor"}\n`);
const parse = time(() => commands.forEach((command) => parseUnits(command)), 20);
console.log(`${commands.length} reported commands, relative to parsing them:`);
for (const count of [1, 30, 1_000]) {
  const policy = policyOf(count);
  const decide = time(() => commands.forEach((command) => judgeCommand(command, policy)), 10);
  console.log(`  judging them under ${count} rules: ${(decide / parse).toFixed(2)}`);
}

const FAMILIES: Readonly<Record<string, string>> = {
  words: "word ",
  units: "a;",
  quotes: `'a'"b"`,
  escapes: "\\a",
  substitutions: "$(a) ",
  backquotes: "`a` ",
  subshells: "(a);",
  variables: "$x ",
  globs: "*.js ",
  brackets: "[a] ",
  "open brackets": "[",
  "open braces": "{a[",
  "a hole and a long rest": "",
  directories: "/a",
  continuations: "a\\\n",
  comments: "#a\n",
};
console.log("\ngrowth from 10 KB to 1 MB (linear is 100):");
const policy = policyOf(30);
for (const [name, piece] of Object.entries(FAMILIES)) {
  const text = (length: number) =>
    piece === "" ? `git $x ${"a".repeat(length)}` : `a ${piece.repeat(length / piece.length)}`;
  const small = text(10_000);
  const large = text(1_000_000);
  const rounds = 20;
  const ratio =
    time(() => judgeCommand(large, policy), 3) /
    (time(() => Array.from({ length: rounds }, () => judgeCommand(small, policy))) / rounds);
  console.log(`  ${name}: ${ratio.toFixed(0)}`);
}
