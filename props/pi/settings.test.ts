import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import { agentDirectory, loadSettings, readSetting, unknownSurfaces } from "../../src/pi/settings.ts";
import { scratchDirectory } from "../scratch.ts";

const source = (settings: object) => ({ getSettings: () => settings });

describe("readSetting", () => {
  const settings = {
    defaultTimeout: 300,
    guardLoop: { maxContinuations: 7 },
    blockFindRoot: { forbiddenPaths: [], nested: { a: 1 } },
    users: [{ name: "x" }],
    "dotted.key": 1,
    nothing: null,
    empty: {},
    text: "120",
  };
  const pi = source(settings);

  test("reads a path written with dots, as a list, or with indices", () => {
    expect(readSetting(pi, "defaultTimeout", 120)).toBe(300);
    expect(readSetting(pi, "guardLoop.maxContinuations", 5)).toBe(7);
    expect(readSetting(pi, ["guardLoop", "maxContinuations"], 5)).toBe(7);
    expect(readSetting(pi, ["users", 0, "name"], "")).toBe("x");
    expect(readSetting(pi, "users[0].name", "")).toBe("x");
    expect(readSetting(pi, "dotted.key", 0)).toBe(1);
  });

  test("gives the fallback where nothing is set", () => {
    expect(readSetting(pi, "missing", 5)).toBe(5);
    expect(readSetting(pi, "guardLoop.missing.deeper", "x")).toBe("x");
    expect(readSetting(pi, ["users", 1, "name"], "none")).toBe("none");
    expect(readSetting(pi, [], "x")).toBe("x");
  });

  test("completes a map by the fallback, deeply", () => {
    const fallback = { forbiddenPaths: ["/"], blockBash: false, nested: { a: 0, b: 2 } };
    expect(readSetting(pi, "blockFindRoot", fallback)).toEqual({
      forbiddenPaths: [],
      blockBash: false,
      nested: { a: 1, b: 2 },
    });
    expect(readSetting(pi, "empty", fallback)).toEqual(fallback);
  });

  test("replaces a list whole, an empty one too", () => {
    expect(readSetting(source({ x: { list: ["b"] } }), "x", { list: ["a", "c"] })).toEqual({ list: ["b"] });
    expect(readSetting(source({ x: { list: [{ b: 1 }] } }), "x", { list: [{ a: 1 }] } as object)).toEqual({
      list: [{ b: 1 }],
    });
    expect(readSetting(source({ list: [] }), "list", ["a"])).toEqual([]);
  });

  test("validates nothing", () => {
    expect(readSetting<unknown>(pi, "text", 120)).toBe("120");
    expect(readSetting<unknown>(pi, "nothing", 120)).toBeNull();
    expect(readSetting<unknown>(pi, "users", { a: 1 })).toEqual([{ name: "x" }]);
    expect(readSetting<unknown>(pi, "defaultTimeout", { a: 1 })).toBe(300);
    expect(readSetting<unknown>(source({ x: { a: null } }), "x", { a: { b: 1 } })).toEqual({ a: null });
  });

  test("gives copies: neither the fallback nor the settings can be changed through them", () => {
    const fallback = { list: ["/"], map: { a: 1 } };
    const missing = readSetting(pi, "missing", fallback);
    missing.list.push("x");
    const merged = readSetting(source({ x: { map: { b: 2 } } }), "x", fallback);
    merged.map.a = 9;
    merged.list.push("y");
    expect(fallback).toEqual({ list: ["/"], map: { a: 1 } });
    const raw: unknown[] = readSetting(pi, "users", []);
    raw.push("z");
    expect(settings.users).toEqual([{ name: "x" }]);
  });

  test("cannot be led to a prototype", () => {
    const hostile: unknown = JSON.parse(
      '{"x": {"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}}',
    );
    readSetting(source(hostile as object), "x", { a: 1 });
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(readSetting<unknown>(pi, "__proto__.toString", "none")).toBe("none");
  });

  test("throws where Pi does", () => {
    const unready = {
      getSettings(): object {
        throw new Error("not yet");
      },
    };
    expect(() => readSetting(unready, "x", 1)).toThrow("not yet");
  });
});

describe("loadSettings", () => {
  function load(global: unknown, project?: unknown, merged?: object) {
    using scratch = scratchDirectory();
    const directory = scratch.path;
    const files = { global: join(directory, "global.json"), project: join(directory, "project.json") };
    const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
    if (global !== undefined) writeFileSync(files.global, text(global));
    if (project !== undefined) writeFileSync(files.project, text(project));
    return loadSettings(source(merged ?? (global as object)), files);
  }

  test("has defaults for what is not set", () => {
    const shell = { prefix: undefined, path: undefined };
    const authority = {
      authorizerChain: ["inner-cmd"],
      authorizerTimeoutMs: 60_000,
      innerCommand: { grammar: "strict" as const, hoist: false, wrappers: new Map() },
    };
    const audit = { path: join(agentDirectory(), "portcullis/audit.jsonl"), maxBytes: 10_000_000, keep: 5 };
    const rest = { shell, shellTools: new Map(), readablePaths: [], audit, mistakes: [], ...authority };
    expect(load({})).toEqual({ ruleset: undefined, defaultTimeout: 120, promptTimeout: 0, language: "auto", ...rest });
  });

  test("takes a time limit of dialogs, and says what is wrong with one", () => {
    expect(load({ permissionPrompt: { timeoutMs: 2_500 } })).toMatchObject({ promptTimeout: 2_500, mistakes: [] });
    expect(load({ permissionPrompt: {} })).toMatchObject({ promptTimeout: 0, mistakes: [] });
    expect(load({ permission: {}, permissionPrompt: {} }).mistakes).toEqual([]);
    for (const timeoutMs of [-1, "5", null, 2 ** 31]) {
      const { promptTimeout, mistakes } = load({ permissionPrompt: { timeoutMs } });
      expect([promptTimeout, mistakes.map(({ path }) => path)]).toEqual([0, ["permissionPrompt.timeoutMs"]]);
    }
    expect(load({ permissionPrompt: 5 }).mistakes).toEqual([{ path: "permissionPrompt", message: "expected a map" }]);
    expect(load({ permissionPrompt: { timeout: 5 } }).mistakes).toEqual([
      { path: "permissionPrompt.timeout", message: "unknown key; expected `timeoutMs`" },
    ]);
  });

  test.each<[unknown, object | undefined]>([
    [false, undefined],
    [
      { path: "/var/log/x.jsonl", maxBytes: 5, keep: 0 },
      { path: "/var/log/x.jsonl", maxBytes: 5, keep: 0 },
    ],
    [{ path: "~/x.jsonl" }, { path: join(homedir(), "x.jsonl"), maxBytes: 10_000_000, keep: 5 }],
  ])("takes the audit log %j", (audit, expected) => {
    const settings = load({ audit });
    expect(settings.audit).toEqual(expected as typeof settings.audit);
    expect(settings.mistakes).toEqual([]);
  });

  test.each<[unknown, string]>([
    [true, "expected false, or a map with `path`, `maxBytes` and `keep`"],
    [{ paths: "/x" }, "expected false, or a map with `path`, `maxBytes` and `keep`"],
    [{ path: "x.jsonl" }, "expected `path` to be absolute or to start with `~/`"],
    [{ path: 5 }, "expected `path` to be absolute or to start with `~/`"],
    [{ maxBytes: 0 }, "expected `maxBytes` to be a number of bytes"],
    [{ maxBytes: 1.5 }, "expected `maxBytes` to be a number of bytes"],
    [{ keep: 101 }, "expected `keep` to be a number of files, at most 100"],
    [{ keep: -1 }, "expected `keep` to be a number of files, at most 100"],
  ])("names the mistake in the audit log %j, and keeps the usual one", (audit, message) => {
    const settings = load({ audit });
    expect(settings.mistakes).toEqual([
      { path: expect.stringMatching(/^audit/), message: expect.stringContaining(`${message}, not `) },
    ]);
    expect(settings.audit?.path).toEndWith("/portcullis/audit.jsonl");
  });

  test("takes a shell tool from the project's file before the global one's, whole", () => {
    const one = { commandArgument: "cmd", workdirArgument: "workdir" };
    const { shellTools, mistakes } = load(
      { shellTools: { a: one, b: one } },
      { shellTools: { b: { commandArgument: "command" } } },
      { shellTools: { a: one, b: { ...one, commandArgument: "command" } } },
    );
    expect({ tools: [...shellTools], mistakes }).toEqual({
      tools: [
        ["a", one],
        ["b", { commandArgument: "command" }],
      ],
      mistakes: [],
    });
  });

  test.each<[unknown, string]>([
    [7, "shellTools: expected a map of tools"],
    [{ a: 7 }, 'shellTools["a"]: expected a map with "commandArgument" and perhaps "workdirArgument"'],
    [{ a: {} }, 'shellTools["a"]: the key "commandArgument" is missing'],
    [{ a: { commandArgument: 7 } }, 'shellTools["a"]: `commandArgument` must be the name of an argument'],
    [{ a: { commandArgument: "c", workdir: "w" } }, 'shellTools["a"]: unknown key "workdir"'],
    [{ bash: { commandArgument: "c" } }, 'shellTools["bash"]: Pi\'s own bash is known'],
  ])("names a mistake in the shell tools %j", (shellTools, mistake) => {
    const { mistakes, shellTools: tools } = load({ shellTools });
    expect(mistakes.map(({ path, message }) => `${path}: ${message}`)).toEqual([mistake]);
    // Nobody knows where its command is, so that it can only ask.
    for (const tool of tools.values()) expect(tool).toBeUndefined();
  });

  test("names the surfaces that mean nothing", () => {
    const permission = {
      bash: "ask",
      Bash: "ask",
      exec: "ask",
      shell: "ask",
      mcp: "ask",
      skill: "ask",
      mcp__a__b: "ask",
    };
    const settings = load({ permission, shellTools: { shell: { commandArgument: "c" } } });
    expect(unknownSurfaces(settings, ["exec"])).toEqual(["Bash"]);
    const wildcards = load({ permission: { mcp__exa__search: "deny", "mcp__exa__*": "deny", "mcp__a-b__c": "deny" } });
    expect(unknownSurfaces(wildcards, [])).toEqual(["mcp__exa__*", "mcp__a-b__c"]);
    expect(unknownSurfaces(load({}), [])).toEqual([]);
  });

  test("names wrong values and keeps the defaults", () => {
    const { defaultTimeout, language, mistakes } = load({ defaultTimeout: "5", language: "fr" });
    expect({ defaultTimeout, language }).toEqual({ defaultTimeout: 120, language: "auto" });
    expect(mistakes.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'defaultTimeout: expected a number of seconds, not "5"',
      'language: expected "auto", "en" or "zh", not "fr"',
    ]);
  });

  test.each([
    [0, 0],
    [0.5, 0.5],
    [2_147_483, 2_147_483],
    [2_147_484, 2_147_483],
    [-1, 120],
  ])("a default timeout of %p is %p", (value, expected) => {
    expect(load({ defaultTimeout: value }).defaultTimeout).toBe(expected);
  });

  test("puts the project's rules after the global ones, whatever the merge makes of their order", () => {
    const global = { permission: { bash: { "rm *": "deny" } } };
    const project = { permission: { bash: { "*": "allow", "rm *": "deny" } } };
    const merged = { permission: { bash: { "rm *": "deny", "*": "allow" } } };
    expect(
      load(global, project, merged).ruleset?.map(({ pattern, action, origin }) => [pattern, action, origin]),
    ).toEqual([
      ["rm *", "deny", "global"],
      ["*", "allow", "project"],
      ["rm *", "deny", "project"],
    ]);
  });

  test.each([["deny"], [[]], [null], [7]])(
    "allows nothing that lies below a project's `permission` of %j",
    (permission) => {
      const global = { permission: { "*": "allow", bash: { "*": "allow", "rm *": "deny" } } };
      const { ruleset = [] } = load(global, { permission }, { permission });
      expect(ruleset.map(({ action }) => action)).toEqual(["ask", "deny"]);
    },
  );

  test("puts the universal rules of both files first", () => {
    const global = { permission: { "*": "deny", bash: "ask" } };
    const project = { permission: { "*": "allow" } };
    const merged = { permission: { "*": "allow", bash: "ask" } };
    expect(load(global, project, merged).ruleset?.map(({ surface, action }) => [surface, action])).toEqual([
      ["*", "deny"],
      ["*", "allow"],
      ["bash", "ask"],
    ]);
  });

  test("puts presets below the rules of both files, whichever names them", () => {
    const global = { permission: { "*": "ask", bash: { "*": "ask", "rm *": "deny" } } };
    const project = { permission: { extends: ["read-only"], bash: { "ls *": "ask" } } };
    const merged = {
      permission: { "*": "ask", bash: { "*": "ask", "rm *": "deny", "ls *": "ask" }, extends: ["read-only"] },
    };
    const { ruleset, mistakes } = load(global, project, merged);
    expect(mistakes).toEqual([]);
    const rules = ruleset?.map(({ origin, pattern, yields }) => (origin === "builtin" ? origin : [pattern, yields]));
    expect(rules?.filter((one) => one !== "builtin")).toEqual([
      ["*", undefined],
      ["*", true],
      ["rm *", undefined],
      ["ls *", undefined],
    ]);
    expect([rules?.indexOf("builtin"), rules?.lastIndexOf("builtin")]).toEqual([1, (rules?.length ?? 0) - 4]);
  });

  test("takes the project's list of presets in the place of the global one, as Pi does", () => {
    const permission = { extends: ["read-only"], bash: "ask" };
    const merged = { permission: { ...permission, extends: [] } };
    const { ruleset, mistakes } = load({ permission }, { permission: { extends: [] } }, merged);
    expect(mistakes).toEqual([]);
    expect(ruleset).toEqual([{ surface: "bash", pattern: "*", action: "ask", origin: "global" }]);
  });

  test("believes Pi where no file speaks of rules", () => {
    expect(load({}, undefined, { permission: { bash: "deny" } }).ruleset).toMatchObject([{ action: "deny" }]);
    expect(load(undefined, undefined, { permission: { bash: "allow" } }).ruleset).toMatchObject([{ action: "allow" }]);
  });

  test("drops the allows where a file says something else than Pi", () => {
    for (const merged of [{ permission: { bash: { "*": "allow", "rm *": "deny" } } }, {}]) {
      const { ruleset, mistakes } = load({ permission: { bash: "allow" } }, undefined, merged);
      expect(ruleset?.map(({ action }) => action)).not.toContain("allow");
      expect(ruleset?.[0]).toMatchObject({ surface: "*", action: "ask" });
      expect(mistakes).toEqual([
        { path: "permission", message: "the files have changed since Pi read them; use /reload" },
      ]);
    }
  });

  test.each(["", "{", "[]", "5", '{"permission":{"bash":"ask",}}'])(
    "asks about everything where a file is %j",
    (text) => {
      const { ruleset, mistakes } = load({ permission: { bash: { "*": "allow", "rm *": "deny" } } }, text);
      expect(ruleset).toMatchObject([
        { surface: "*", pattern: "*", action: "ask" },
        { surface: "bash", pattern: "rm *", action: "deny" },
      ]);
      expect(mistakes).toHaveLength(1);
      expect(mistakes[0]?.path).toEndWith("project.json");
      expect(load(text, undefined, {}).ruleset).toMatchObject([{ surface: "*", pattern: "*", action: "ask" }]);
    },
  );

  test.each([
    ['{"permission": {"bash": {"rm *": "deny", "*": "allow", "rm *": "deny"}}}', '"rm *"'],
    ['{"permission": {"bash": "deny", "bash": "allow"}}', '"bash"'],
    ['{"permission": {}, "permission": {"bash": "allow"}}', '"permission"'],
    ['{"permission": {"bash": {"a\\u0062": "deny", "ab": "allow"}}}', '"ab"'],
  ])("asks about everything where a key stands twice: %s", (text, key) => {
    const { ruleset, mistakes } = load(text, undefined, JSON.parse(text) as object);
    expect(ruleset?.map(({ action }) => action)).not.toContain("allow");
    expect(mistakes[0]?.message).toBe(`the key ${key} stands twice in \`permission\`, and only one of them counts`);
  });

  test("takes keys that stand in different maps, or in values", () => {
    const text =
      '{"x": 1, "x": 2, "permission": {"bash": {"*": "allow"}, "read": {"*": "allow"}}, "y": ["\\"permission\\":", {"a": 1}, {"a": 1}]}';
    expect(load(text, undefined, JSON.parse(text) as object).mistakes).toEqual([]);
  });

  test("names a key that looks like `permission`, where there is none", () => {
    expect(load({ permision: { bash: "deny" } }).mistakes).toEqual([
      { path: "permision", message: "unknown key; without `permission` the gate is off" },
    ]);
    expect(load({ permissionPrompt: {}, permission: { bash: "deny" } }).mistakes).toEqual([]);
  });

  test("reads a file that starts with a byte order mark", () => {
    const permission = { bash: { "*": "allow", "rm *": "deny" } };
    const project = { permission: { bash: { "*": "ask" } } };
    const merged = { permission: { bash: { "*": "ask", "rm *": "deny" } } };
    expect(load(`\uFEFF${JSON.stringify({ permission })}`, project, merged).ruleset).toHaveLength(3);
  });

  test("asks about everything where `permission` is no map", () => {
    for (const permission of [null, 5, "allow", []]) {
      const { ruleset, mistakes } = load({ permission });
      expect(ruleset).toMatchObject([{ surface: "*", pattern: "*", action: "ask" }]);
      expect(mistakes).toHaveLength(1);
    }
  });
});

describe("agentDirectory", () => {
  test("is Pi's", () => {
    expect(agentDirectory({})).toEndWith("/.pi/agent");
    expect(agentDirectory({ PI_CODING_AGENT_DIR: "" })).toEndWith("/.pi/agent");
    expect(agentDirectory({ PI_CODING_AGENT_DIR: "/x" })).toBe("/x");
    expect(agentDirectory({ PI_CODING_AGENT_DIR: "~/x" })).not.toContain("~");
  });
});
