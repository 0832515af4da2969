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

/** Texts of about the given length. */
const FAMILIES: Readonly<Record<string, (length: number) => string>> = {
  words: (n) => `a ${"word ".repeat(n / 5)}`,
  units: (n) => "a;".repeat(n / 2),
  quotes: (n) => `a ${"'a'\"b\"".repeat(n / 6)}`,
  escapes: (n) => "\\a".repeat(n / 2),
  variables: (n) => `a ${"$x ".repeat(n / 3)}`,
  globs: (n) => `a ${"*.js ".repeat(n / 5)}`,
  "open brackets": (n) => `a ${"[".repeat(n)}`,
  "open braces": (n) => "{a[".repeat(n / 3),
  "open subscripts": (n) => "a[".repeat(n / 2),
  braces: (n) => `a ${"{a,b}".repeat(n / 5)}`,
  directories: (n) => `a ${"/a".repeat(n / 2)}`,
  "a hole and a long rest": (n) => `git $x ${"a".repeat(n)}`,
  continuations: (n) => "a\\\n".repeat(n / 3),
  comments: (n) => "#a\n".repeat(n / 3),
  substitutions: (n) => "$(a) ".repeat(n / 5),
  backquotes: (n) => "`a` ".repeat(n / 4),
  subshells: (n) => "(a);".repeat(n / 4),
  "here-documents": (n) => "cat <<E\nx $x\nE\n".repeat(n / 15),
  "one here-document": (n) => `cat <<E\n${"x $x `a`\n".repeat(n / 9)}E\n`,
  "nested parentheses": (n) => "(".repeat(n),
  "nested substitutions": (n) => "$(".repeat(n / 2),
  "nested parameters": (n) => "${x:-".repeat(n / 5),
  "nested arithmetic": (n) => "$((".repeat(n / 3),
  elements: (n) => `a=(${"x ".repeat(n / 2)})`,
  conditions: (n) => `[[ a ${"&& a ".repeat(n / 5)}]]`,
  evals: (n) => "eval ".repeat(n / 5),
  assignments: (n) => "a=1 ".repeat(n / 4),
  elifs: (n) => `if a;then b;${"elif a;then b;".repeat(n / 14)}fi`,
};
console.log("\ngrowth from 10 KB to 1 MB (linear is 100; less where a cap is met):");
const policy = policyOf(30);
for (const [name, text] of Object.entries(FAMILIES)) {
  const [small, large] = [text(10_000), text(1_000_000)];
  const ratio = time(() => judgeCommand(large, policy), 1) / time(() => judgeCommand(small, policy), 5);
  console.log(`  ${name}: ${ratio.toFixed(0)}`);
}
