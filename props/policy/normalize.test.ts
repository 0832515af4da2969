import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import { normalizePermission, readPermission } from "../../src/policy/normalize.ts";
import { evaluate } from "../../src/policy/rules.ts";
import { runs } from "../runs.ts";

describe("normalizePermission", () => {
  test("makes rules in order, the universal ones first", () => {
    const permission = {
      bash: { "*": "ask", "rm *": { action: "deny", reason: "no" }, "ls *": { action: "allow" } },
      read: "allow",
      "*": "deny",
    };
    expect(normalizePermission(permission)).toEqual([
      { surface: "*", pattern: "*", action: "deny", origin: "global" },
      { surface: "bash", pattern: "*", action: "ask", origin: "global" },
      { surface: "bash", pattern: "rm *", action: "deny", reason: "no", origin: "global" },
      { surface: "bash", pattern: "ls *", action: "allow", origin: "global" },
      { surface: "read", pattern: "*", action: "allow", origin: "global" },
    ]);
  });

  test.each<[unknown, string, string]>([
    [7, "permission", "expected a map of surfaces, not the number 7"],
    [null, "permission", "expected a map of surfaces, not null"],
    [[], "permission", "expected a map of surfaces, not a list"],
    [
      { bash: { "rm *": "alow" } },
      'permission.bash["rm *"]',
      'unknown action "alow"; expected "allow", "ask" or "deny"',
    ],
    [{ bash: "alow" }, "permission.bash", 'unknown action "alow"; expected "allow", "ask" or "deny"'],
    [{ bash: 5 }, "permission.bash", "expected an action or a map of patterns, not the number 5"],
    [{ bash: ["rm *"] }, "permission.bash", "expected an action or a map of patterns, not a list"],
    [{ bash: { x: 5 } }, 'permission.bash["x"]', 'expected "allow", "ask" or "deny", not the number 5'],
    [{ bash: { x: null } }, 'permission.bash["x"]', 'expected "allow", "ask" or "deny", not null'],
    [{ bash: { x: {} } }, 'permission.bash["x"].action', 'the key "action" is missing'],
    [
      { bash: { x: { action: "no" } } },
      'permission.bash["x"].action',
      'unknown action "no"; expected "allow", "ask" or "deny"',
    ],
    [
      { bash: { x: { action: "deny", reason: 5 } } },
      'permission.bash["x"].reason',
      "expected a text, not the number 5",
    ],
    [
      { bash: { x: { action: "deny", why: "" } } },
      'permission.bash["x"].why',
      'unknown key "why"; expected "action" and "reason"',
    ],
    [{ "*": { x: "allow" } }, 'permission["*"]', 'expected "allow", "ask" or "deny", not a map'],
    [{ "my tool": "x" }, 'permission["my tool"]', 'unknown action "x"; expected "allow", "ask" or "deny"'],
    [
      { bash: { "*": "allow", "7": "deny" } },
      'permission.bash["7"]',
      "a pattern of digits alone loses its place in the order; add a ` *`",
    ],
  ])("%j: %s: %s", (permission, path, message) => {
    expect(readPermission(permission, "global").mistakes).toEqual([{ path, message }]);
  });

  test("lets a surface with a mistake ask or deny, never allow", () => {
    const rules = normalizePermission({
      "*": "allow",
      bash: { "*": "allow", "rm *": "deny", x: "alow" },
      read: "allow",
    });
    expect(evaluate("bash", "ls", rules).action).toBe("ask");
    expect(evaluate("bash", "x", rules).action).toBe("ask");
    expect(evaluate("bash", "rm y", rules).action).toBe("deny");
    expect(evaluate("read", "y", rules).action).toBe("allow");
  });

  test("keeps rules whose names mean something to JavaScript", () => {
    const permission: unknown = JSON.parse(
      '{"bash": {"*": "allow", "constructor": "deny", "__proto__": "deny"}, "__proto__": "deny"}',
    );
    const rules = normalizePermission(permission);
    expect(evaluate("bash", "constructor", rules).action).toBe("deny");
    expect(evaluate("bash", "__proto__", rules).action).toBe("deny");
    expect(evaluate("__proto__", "x", rules).action).toBe("deny");
  });

  test("never throws, whatever it is given", () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => void readPermission(anything, "global")),
      runs(3_000),
    );
  });
});

describe("evaluate", () => {
  test("takes the last rule that matches, else the fallback", () => {
    const rules = normalizePermission({ bash: { "git *": "ask", "git log *": "allow" } });
    expect(evaluate("bash", "git log", rules)).toEqual({
      surface: "bash",
      pattern: "git log *",
      action: "allow",
      origin: "global",
    });
    expect(evaluate("bash", "git push", rules).action).toBe("ask");
    expect(evaluate("bash", "ls", rules)).toEqual({ surface: "bash", pattern: "*", action: "ask", origin: "builtin" });
    expect(evaluate("bash", "ls", rules, "deny").action).toBe("deny");
    expect(evaluate("read", "git log", rules).action).toBe("ask");
  });

  test("expands a home directory at the start of a pattern", () => {
    for (const pattern of ["~/.ssh/*", "$HOME/.ssh/*"]) {
      const rules = normalizePermission({ path: { [pattern]: "deny", "x~/*": "deny" } });
      expect(evaluate("path", "/h/.ssh/id", rules, "ask", "/h").action).toBe("deny");
      expect(evaluate("path", "/h/x", rules, "ask", "/h").action).toBe("ask");
    }
    expect(evaluate("path", "/h", normalizePermission({ path: { "~": "deny" } }), "ask", "/h/").action).toBe("deny");
  });

  test("does not let the universal surface loosen `env`", () => {
    const rules = normalizePermission({ "*": "allow" });
    expect(evaluate("env", "PATH=/x", rules).action).toBe("ask");
    expect(evaluate("anything", "x", rules).action).toBe("allow");
  });
});
