import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import { bindField } from "../../src/pi/binding.ts";
import { runs } from "../runs.ts";

const MESSAGE = "portcullis: `command` was judged and cannot be changed any more";

describe("bindField", () => {
  test("keeps the value whatever is tried", () => {
    const tampers: ((input: Record<string, unknown>) => void)[] = [
      (input) => (input["command"] = "other"),
      (input) => delete input["command"],
      (input) => Object.defineProperty(input, "command", { value: "other" }),
      (input) => Object.defineProperty(input, "command", { get: () => "other" }),
      (input) => Object.assign(input, { command: "other" }),
      (input) => Object.setPrototypeOf(input, { command: "other" }),
      (input) => Reflect.set(input, "command", "other"),
    ];
    fc.assert(
      fc.property(fc.string(), fc.array(fc.constantFrom(...tampers)), (command, chosen) => {
        const input: Record<string, unknown> = { command };
        bindField(input, "command");
        for (const tamper of chosen) {
          try {
            tamper(input);
          } catch {
            // Most of them throw; none may succeed.
          }
          expect(input["command"]).toBe(command);
          expect({ ...input }).toEqual({ command });
          expect(JSON.stringify(input)).toBe(JSON.stringify({ command }));
        }
      }),
      runs(300),
    );
  });

  test("tells a later writer what happened", () => {
    const input: Record<string, unknown> = { command: "x" };
    bindField(input, "command");
    expect(() => (input["command"] = "x; y")).toThrow(MESSAGE);
    expect(() => Object.assign(input, { command: "y" })).toThrow(MESSAGE);
  });

  test("lets other fields change", () => {
    const input: Record<string, unknown> = { command: "x" };
    bindField(input, "command");
    input["timeout"] = 5;
    expect(input).toEqual({ command: "x", timeout: 5 });
  });

  test("binds a missing field as missing, unseen", () => {
    const input: Record<string, unknown> = { pattern: "x" };
    bindField(input, "path");
    expect(Object.keys(input)).toEqual(["pattern"]);
    expect(() => (input["path"] = "/etc")).toThrow("`path` was judged");
    expect(input["path"]).toBeUndefined();
  });

  test("freezes what a field holds", () => {
    const input: Record<string, unknown> = { path: { a: [{ b: 1 }] } };
    bindField(input, "path");
    expect(() => ((input["path"] as { a: { b: number }[] }).a[0] = { b: 2 })).toThrow();
    expect(input["path"]).toEqual({ a: [{ b: 1 }] });
  });

  test("refuses a field that somebody else has bound", () => {
    const input = Object.freeze({ command: "x" }) as unknown as Record<string, unknown>;
    expect(() => bindField(input, "command")).toThrow();
  });
});
