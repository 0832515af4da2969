import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import { parseTimeoutWrapper, stripWrapperUnit } from "../../src/authority/timeout-wrapper.ts";
import { secondsOf } from "../../src/shell/wrappers.ts";
import { runs } from "../runs.ts";

describe("parseTimeoutWrapper", () => {
  test.each([
    ["timeout 5 ls", "5", "ls"],
    ["timeout 240 pnpm test", "240", "pnpm test"],
    ["timeout 60s pnpm test", "60s", "pnpm test"],
    ["timeout 1.5h x", "1.5h", "x"],
    ["timeout 10.0d x  y ", "10.0d", "x  y "],
    ["timeout\t2m \t x", "2m", "x"],
    ["timeout 5 timeout 6 x", "5", "timeout 6 x"],
  ])("reads %j", (text, duration, innerCommand) => {
    expect(parseTimeoutWrapper(text)).toEqual({ duration, innerCommand });
  });

  test.each([
    ...["", "timeout", "timeout 5", "timeout 5 ", "timeout 5    ", "timeout ls", "timeout5 ls", " timeout 5 ls"],
    ...["timeout 0 x", "timeout 0s x", "timeout 05 x", "timeout 0.5 x", "timeout .5 x", "timeout 5. x", "timeout -1 x"],
    ...[
      "timeout 5ms x",
      "timeout 5S x",
      "timeout 5ss x",
      "timeout 5 s",
      "timeout 1e3 x",
      "timeout 0x5 x",
      "timeout ５ x",
    ],
    ...["timeout -k 5 5 x", "timeout --foreground 5 x", "timeout -s KILL 5 x", "timeout -- 5 x"],
    ...[
      "timeout 5 a\nb",
      "timeout 5\nx",
      "timeout\n5 x",
      "timeout 5 a\n",
      "/usr/bin/timeout 5 x",
      "gtimeout 5 x",
      "TIMEOUT 5 x",
    ],
  ])("does not read %j", (text) => {
    // What is after the blank is the command, here one of the name `s`.
    if (text === "timeout 5 s") expect(parseTimeoutWrapper(text)).toEqual({ duration: "5", innerCommand: "s" });
    else expect(parseTimeoutWrapper(text)).toBeUndefined();
  });

  test("gives back what it was made of", () => {
    const duration = fc
      .tuple(
        fc.integer({ min: 1, max: 10 ** 9 }),
        fc.option(fc.integer({ min: 0, max: 999 })),
        fc.constantFrom("", ..."smhd"),
      )
      .map(([whole, part, unit]) => `${whole}${part === null ? "" : `.${part}`}${unit}`);
    const inner = fc
      .string({ minLength: 1 })
      .filter((text) => /^[^ \t\n\r\u2028\u2029][^\n\r\u2028\u2029]*$/.test(text));
    const blank = fc.string({ unit: fc.constantFrom(" ", "\t"), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(duration, inner, blank, blank, (time, innerCommand, first, second) => {
        expect(parseTimeoutWrapper(`timeout${first}${time}${second}${innerCommand}`)).toEqual({
          duration: time,
          innerCommand,
        });
      }),
      runs(500),
    );
  });
});

test("a duration is counted in seconds", () => {
  const durations = ["5", "5s", "2m", "1.5h", "1d"];
  expect(durations.map(secondsOf)).toEqual([5, 5, 120, 5400, 86_400]);
});

describe("stripWrapperUnit", () => {
  test.each([
    ["cd x && timeout 5 ls | tail", "timeout 5 ls", "ls", "cd x && ls | tail"],
    ["timeout 5 ls", "timeout 5 ls", "ls", "ls"],
    ["a; b; c", "b", "$&", "a; $&; c"],
    ["ls", "timeout 5 ls", "ls", undefined],
    ["timeout 5 ls; timeout 5 ls", "timeout 5 ls", "ls", undefined],
    ["timeout 5 ls; timeout 5 lsof", "timeout 5 ls", "ls", undefined],
    ["aaa", "aa", "b", undefined],
    ["x", "", "y", undefined],
    ["", "x", "y", undefined],
  ])("of %j, %j by %j", (full, unit, inner, expected) => {
    expect(stripWrapperUnit(full, unit, inner)).toBe(expected as string);
  });

  test("puts the inner command where the unit was, and nothing else", () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), fc.string(), (before, unit, inner, after) => {
        const full = before + unit + after;
        const occurrences = [...full].filter((_, at) => full.startsWith(unit, at)).length;
        const stripped = stripWrapperUnit(full, unit, inner);
        expect(stripped).toBe((occurrences === 1 ? before + inner + after : undefined) as string);
      }),
      runs(1000),
    );
  });
});
