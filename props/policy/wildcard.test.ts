import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import { mayMatch, mustMatch, wildcardMatch } from "../../src/policy/wildcard.ts";
import { HOLE } from "../../src/shell/text.ts";
import { pattern, textWithHoles } from "../generators.ts";
import { fillings, naiveMatch, stringsUpTo } from "../reference.ts";
import { runs } from "../runs.ts";

const SHORT = stringsUpTo(2, "ab z");

describe("wildcardMatch", () => {
  test("agrees with a naive reference", () => {
    const value = fc.array(fc.constantFrom("a", "b", " ", "\n", "/"), { maxLength: 7 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(pattern(["a", "b", " ", "*", "?", " *"]), value, (rule, text) => {
        expect(wildcardMatch(rule, text)).toBe(naiveMatch(rule, text));
      }),
      runs(20_000),
    );
  });

  test("matches every text with `*`, newlines and slashes too", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => wildcardMatch("*", text)),
      runs(1_000),
    );
  });

  test("takes every character but `*` and `?` for itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const literal = text.replaceAll(/[*?]/g, "");
        return wildcardMatch(literal, literal) && !wildcardMatch(literal, `${literal}x`);
      }),
      runs(300),
    );
  });

  test.each([
    ["git *", "git", true],
    ["git *", "git log", true],
    ["git *", "gitx", false],
    ["git*", "gitx", true],
    ["git **", "git", false],
    [" *", "", true],
    ["*", "", true],
    ["", "", true],
    ["", "x", false],
    ["a?c", "abc", true],
    ["a?c", "ac", false],
    ["a.c", "abc", false],
    ["*a*a*a*b", "a".repeat(200), false],
  ])("%j on %j is %p", (rule, text, expected) => {
    expect(wildcardMatch(rule, text)).toBe(expected);
  });
});

describe("matching texts with holes", () => {
  test("must implies may", () => {
    fc.assert(
      fc.property(pattern(), textWithHoles(3), (rule, text) => !mustMatch(rule, text) || mayMatch(rule, text)),
      runs(20_000),
    );
  });

  test("what must match matches every filling", () => {
    fc.assert(
      fc.property(pattern(), textWithHoles(2), (rule, text) => {
        if (!mustMatch(rule, text)) return;
        for (const filled of fillings(text, SHORT)) expect([filled, naiveMatch(rule, filled)]).toEqual([filled, true]);
      }),
      runs(5_000),
    );
  });

  test("what matches some filling may match", () => {
    fc.assert(
      fc.property(pattern(), textWithHoles(2), (rule, text) => {
        if (mayMatch(rule, text)) return;
        for (const filled of fillings(text, SHORT)) expect([filled, naiveMatch(rule, filled)]).toEqual([filled, false]);
      }),
      runs(5_000),
    );
  });

  test("what may match matches some filling", () => {
    const strings = stringsUpTo(6, "ab ");
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "b", " ", "*", "?"), { maxLength: 5 }),
        textWithHoles(1),
        (parts, text) => {
          const rule = parts.join("");
          expect(mayMatch(rule, text)).toBe(fillings(text, strings).some((filled) => naiveMatch(rule, filled)));
        },
      ),
      runs(300),
    );
  });

  test("a pattern without `?` must match whatever it matches for every filling", () => {
    // A filling that no pattern names is what tells the two apart: `z`.
    const strings = stringsUpTo(3, "abz ");
    fc.assert(
      fc.property(pattern(["a", "b", " ", "*", "*"]), textWithHoles(1), (rule, text) => {
        expect(mustMatch(rule, text)).toBe(fillings(text, strings).every((filled) => naiveMatch(rule, filled)));
      }),
      runs(2_000),
    );
  });

  test.each([
    ["git *", `git ${HOLE}`, "must"],
    ["git log *", `git ${HOLE} log`, "may"],
    ["git log", `git ${HOLE} log`, "may"],
    ["git push *", `git ${HOLE}`, "may"],
    ["git push *", `git log ${HOLE}`, "never"],
    ["git * log", `git ${HOLE} log`, "may"],
    ["git* log", `git ${HOLE} log`, "must"],
    ["git *log", `git ${HOLE} log`, "must"],
    ["rm *", `${HOLE} rm x`, "may"],
    ["rm x", `${HOLE} ${HOLE} rm x`, "may"],
    ["rm", `${HOLE} ${HOLE} rm`, "may"],
    ["?", HOLE, "may"],
    ["*", HOLE, "must"],
    ["a *", `a ${HOLE} ${HOLE}`, "must"],
    ["*b", `a ${HOLE}b`, "must"],
  ])("%j on %j: %s", (rule, text, expected) => {
    const found = mustMatch(rule, text) ? "must" : mayMatch(rule, text) ? "may" : "never";
    expect(found).toBe(expected);
  });
});
