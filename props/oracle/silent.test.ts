/** What needs no rule runs no program and makes no file: held against random programs in real bash. */
import { expect, test } from "bun:test";

import { decide } from "../../src/authority/decision.ts";
import { runs } from "../runs.ts";
import { isHarmless, randomProgram } from "./programs.ts";
import { Random } from "./random.ts";
import { Tracer } from "./tracer.ts";

/** What the shell does by itself, in the place of the programs of a random program; now and then a program stays. */
const BUILTINS = [
  "echo",
  ":",
  "true",
  "printf %s",
  "cd",
  "test -n",
  "set --",
  "local",
  "declare",
  "export",
  "read",
  "exit",
  "f",
  "shift",
];

function silenced(seed: number): string {
  const random = new Random(seed);
  const { source } = randomProgram(seed);
  return source.replaceAll(/\b(?:alpha|beta|gamma|delta|zap|bait|relay)\b/g, (name) =>
    random.oneIn(25) ? name : random.pick(BUILTINS),
  );
}

test("what needs no rule runs nothing", async () => {
  const { seed, numRuns } = runs(12_000);
  await using tracer = await Tracer.create();
  const wrong: [string, unknown][] = [];
  let allowed = 0;
  const sources: string[] = [];
  for (let index = 0; index < numRuns; index++) {
    const source = silenced(seed + index);
    if (isHarmless(source) && decide({ command: source, permission: {}, cwd: "/home/user" }).state === "allow")
      sources.push(source);
  }
  await tracer.each(sources, async (source) => {
    allowed++;
    const { calls, files } = await tracer.run(source);
    if (calls.length + files.length > 0) wrong.push([source, [calls, files]]);
  });
  expect(wrong).toEqual([]);
  expect(allowed).toBeGreaterThan(numRuns / 100);
  console.log(`${allowed} of ${numRuns} programs need no rule`);
}, 600_000);
