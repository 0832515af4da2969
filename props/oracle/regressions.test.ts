import { describe, expect, test } from "bun:test";
import { join } from "node:path";

import { readJsonLines } from "../json-lines.ts";
import { uncovered } from "./coverage.ts";
import { Tracer } from "./tracer.ts";

/** A program that once ran what no unit covered. */
interface Regression {
  readonly source: string;
  readonly why: string;
}

const REGRESSIONS = readJsonLines<Regression>(join(import.meta.dir, "../corpus/regressions.jsonl"));

describe("programs that once hid a command", () => {
  test("hide none", async () => {
    await using tracer = await Tracer.create();
    await tracer.each(REGRESSIONS, async ({ source }) => {
      const trace = await tracer.run(source);
      // A program that runs nothing any more has nothing to tell.
      expect([source, trace.calls.length > 0]).toEqual([source, true]);
      expect([source, uncovered(source, trace)]).toEqual([source, []]);
    });
  });

  test("are given once, and with a reason", () => {
    expect(new Set(REGRESSIONS.map(({ source }) => source)).size).toBe(REGRESSIONS.length);
    for (const { why } of REGRESSIONS) expect(why).not.toBe("");
  });
});
