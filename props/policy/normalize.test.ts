import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import { decide } from "../../src/authority/decision.ts";
import { normalizePermission, readPermission } from "../../src/policy/normalize.ts";
import { evaluate } from "../../src/policy/rules.ts";
import { bashRules, program } from "../generators.ts";
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
      'unknown key "why"; expected "action", "reason", "match" and "notMatch"',
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

  const failing = (surface: string, pattern: string, rule: object) =>
    readPermission({ [surface]: { [pattern]: rule } }, "global", "/h").mistakes.map(
      ({ path, message }) => `${path.slice(path.indexOf("]") + 1)}: ${message}`,
    );

  test.each<[string, string, object]>([
    ["bash", "git log *", { action: "allow", match: ["git log -1", "git log", 'git "log" x'], notMatch: "git push" }],
    [
      "bash",
      "git log *",
      { action: "allow", match: "x; (git log)", notMatch: ["/bin/git log", "git $x", "# git log"] },
    ],
    ["bash", "git log *", { action: "allow", match: "git log $x" }],
    ["bash", "rm *", { action: "deny", reason: "no", match: ["/bin/rm x", "ls $(rm x)", "bash -c 'rm x'"] }],
    ["bash", 'echo "$HOME"', { action: "ask", match: 'echo "$HOME"', notMatch: "echo '$HOME'" }],
    ["bash", "", { action: "ask", match: "" }],
    ["path", "~/.ssh/*", { action: "deny", match: ["/h/.ssh/id", "~/.ssh/id"], notMatch: "~/ssh" }],
    ["env", "CI=*", { action: "allow", match: ["CI=1", "CI="], notMatch: [] }],
  ])("takes examples that hold: %s %j: %j", (surface, pattern, rule) => {
    expect(failing(surface, pattern, rule)).toEqual([]);
  });

  test.each<[string, string, object, string[]]>([
    [
      "bash",
      "git log *",
      { action: "allow", match: ["git log", "git push"] },
      ['.match[1]: "git push" is not matched by this pattern'],
    ],
    [
      "bash",
      "git log *",
      { action: "allow", match: "/bin/git log" },
      ['.match: "/bin/git log" is not matched by this pattern'],
    ],
    [
      "bash",
      "git *",
      { action: "allow", notMatch: "ls; git push" },
      ['.notMatch: "ls; git push" is matched by this pattern'],
    ],
    ["bash", "git push *", { action: "ask", match: "git $x" }, ['.match: "git $x" is not matched by this pattern']],
    [
      "bash",
      "git push *",
      { action: "deny", notMatch: ["git $x"] },
      ['.notMatch[0]: "git $x" is matched by this pattern'],
    ],
    ["bash", "rm *", { action: "deny", notMatch: "/bin/rm x" }, ['.notMatch: "/bin/rm x" is matched by this pattern']],
    ["bash", "ls *", { action: "allow", notMatch: "rm '" }, [`.notMatch: "rm '" is not understood`]],
    ["path", "~/x", { action: "deny", match: "/x" }, ['.match: "/x" is not matched by this pattern']],
    ["bash", "ls", { action: "deny", match: 5 }, [".match: expected a text or a list of texts, not the number 5"]],
    ["bash", "ls", { action: "deny", notMatch: ["x", null] }, [".notMatch[1]: expected a text, not null"]],
  ])("names examples that fail: %s %j: %j", (surface, pattern, rule, expected) => {
    expect(failing(surface, pattern, rule)).toEqual(expected);
  });

  test("lets a surface whose example fails ask or deny, never allow", () => {
    const rules = normalizePermission({
      bash: { "*": "allow", "rm *": "deny", "git *": { action: "allow", match: "ls" } },
      read: "allow",
    });
    expect(evaluate("bash", "git log", rules).action).toBe("ask");
    expect(evaluate("bash", "rm x", rules).action).toBe("deny");
    expect(evaluate("read", "x", rules).action).toBe("allow");
  });

  test("an example of a deny holds just where that deny, by itself, decides", () => {
    fc.assert(
      fc.property(program(), bashRules(), ({ source }, bash) => {
        const [[pattern, action] = ["", "ask" as const]] = Object.entries(bash);
        const { units } = decide({ command: source, permission: { bash: { [pattern]: action } } });
        const holds =
          readPermission({ bash: { [pattern]: { action, match: source } } }, "global").mistakes.length === 0;
        const decided = units.some(
          (unit) => unit.surface === "bash" && unit.pattern === pattern && unit.state === action,
        );
        // An allow is stricter about programs with a blank or a hole in their names; a doubtful deny asks.
        if (decided && action === "deny") expect([source, pattern, holds]).toEqual([source, pattern, true]);
        if (!decided && action === "deny") expect([source, pattern, holds]).toEqual([source, pattern, false]);
        if (holds && action === "allow" && pattern !== "*x")
          expect([source, pattern, decided]).toEqual([source, pattern, true]);
      }),
      runs(2_000),
    );
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
