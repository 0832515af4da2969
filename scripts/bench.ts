/**
 * How fast it is, and how fast other things that read bash are, as ratios: times differ from machine to machine, ratios
 * little. Reads the corpus, or a file of JSON lines with a `command` each: `bun run bench FILE`. Runs none of them.
 */
import { cpus } from "node:os";
import { join } from "node:path";

import { commandsOf } from "../props/oracle/corpora.ts";
import { compare } from "./bench/comparison.ts";
import { growthOfRules, growthOfTexts } from "./bench/growth.ts";
import { checksum } from "./bench/timing.ts";
import { ROOT } from "./toolchain.ts";

async function versionOf(name: string): Promise<string> {
  const { version }: { version: string } = await Bun.file(join(ROOT, "node_modules", name, "package.json")).json();
  return `${name} ${version}`;
}

const others = ["unbash", "tree-sitter-bash", "web-tree-sitter", "@gotgenes/pi-permission-system"];
console.log(`Bun ${Bun.version} on ${process.platform} ${process.arch}, ${cpus()[0]?.model ?? "unknown processor"}`);
console.log(`${(await Promise.all(others.map(versionOf))).join(", ")}\n`);

const file = process.argv[2] ?? join(ROOT, "props/corpus/cases.jsonl");
const commands = commandsOf(file);
console.log(`${commands.length} commands, 30 rules; the time for a command, relative to the first line:`);
for (const line of await compare(commands)) console.log(line);

console.log(
  "\ngrowth of the time from 10 KB to 1 MB, or from 1,000 pieces to 100,000; 100 is linear, less where a cap is met:",
);
for await (const line of growthOfTexts()) console.log(line);

console.log("\ngrowth of the time from 10 rules to 10,000; 1,000 is linear:");
for (const line of await growthOfRules()) console.log(line);

// The result of all that was timed is needed here, so that no compiler can leave it out.
if (!Number.isFinite(checksum())) throw new Error("what was timed gave no numbers");
