import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import { type BranchEntry, readEntries, readEntry } from "../../src/pi/session-query.ts";
import { runs } from "../runs.ts";

const entry = (customType: string, data?: unknown): BranchEntry => ({ type: "custom", customType, data });

describe("readEntries", () => {
  const branch: BranchEntry[] = [
    entry("guard", { text: "old" }),
    { type: "message" },
    entry("guard-defaults", { max: 3 }),
    entry("guard", { text: "new" }),
    { type: "custom_message", customType: "guard", data: { text: "someone else" } },
    entry("other", 1),
  ];

  test("gives the last data of each key, as asked and in camel case", () => {
    expect(readEntries(branch, ["guard", "guard-defaults"])).toEqual({
      guard: { text: "new" },
      "guard-defaults": { max: 3 },
      guardDefaults: { max: 3 },
    });
  });

  test("has undefined for a key that was never written", () => {
    const found = readEntries(branch, ["missing", "never-seen"]);
    expect(Object.keys(found)).toEqual(["missing", "never-seen", "neverSeen"]);
    expect(Object.values(found)).toEqual([undefined, undefined, undefined]);
    expect(readEntries([], [])).toEqual({});
  });

  test("takes a key as asked before the camel case of another", () => {
    expect(readEntries([entry("a-b", 1), entry("aB", 2)], ["a-b", "aB"])).toEqual({ "a-b": 1, aB: 2 });
  });

  test("counts an entry without data as the last one", () => {
    expect(readEntry([entry("x", 1), entry("x")], "x")).toBeUndefined();
    expect(readEntry([entry("x", 1), entry("x", null)], "x")).toBeNull();
  });

  test("takes keys that mean something to JavaScript", () => {
    expect(readEntry([entry("__proto__", 1)], "__proto__")).toBe(1);
    expect(readEntry([], "constructor")).toBeUndefined();
  });

  test("stops reading when all keys are found", () => {
    const read: number[] = [];
    const counted = Array.from({ length: 20_000 }, (_, index) => entry(`k${index}`, index));
    const watched = new Proxy(counted, {
      get(target, key, receiver): unknown {
        if (typeof key === "string" && /^\d+$/.test(key)) read.push(Number(key));
        return Reflect.get(target, key, receiver);
      },
    });
    expect(readEntries(watched, ["k19999", "k19990"])).toEqual({ k19999: 19_999, k19990: 19_990 });
    expect(read).toHaveLength(10);
  });

  test("agrees with the plain definition", () => {
    const anyEntry = fc.record({
      type: fc.constantFrom("custom", "custom_message", "message"),
      customType: fc.constantFrom("a", "b", "c-d"),
      data: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(anyEntry), fc.uniqueArray(fc.constantFrom("a", "b", "c-d")), (entries, keys) => {
        const found = readEntries(entries, keys);
        for (const key of keys) {
          expect(found[key]).toBe(
            entries.findLast(({ type, customType }) => type === "custom" && customType === key)?.data,
          );
        }
      }),
      runs(300),
    );
  });
});

describe("readEntry", () => {
  test("gives the data of one key", () => {
    expect(readEntry([entry("guard", 1), entry("x", 2)], "guard")).toBe(1);
    expect(readEntry([], "guard")).toBeUndefined();
  });
});
