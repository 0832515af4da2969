import { describe, expect, test } from "bun:test";

import { createMcpToolName } from "@earendil-works/pi-mcp";
import fc from "fast-check";

import { mcpNames } from "../../src/policy/mcp.ts";
import { normalizePermission } from "../../src/policy/normalize.ts";
import type { PathContext } from "../../src/policy/paths.ts";
import { Policy } from "../../src/policy/policy.ts";
import { type Action, mostRestrictive } from "../../src/policy/rules.ts";
import { judgeTool, type MoreOfCall, type NamedFile } from "../../src/policy/tools.ts";
import { runs } from "../runs.ts";

const CONTEXT: PathContext = { cwd: "/home/user/project", home: "/home/user" };

function state(
  tool: string,
  path: NamedFile | readonly NamedFile[] | undefined,
  permission: object,
  context: PathContext = CONTEXT,
  more: MoreOfCall = {},
): Action {
  const policy = new Policy(
    normalizePermission(permission),
    "/home/user",
    context.platform === undefined ? {} : { platform: context.platform },
  );
  return judgeTool(tool, path, policy, context, more).state;
}

describe("a path", () => {
  const rules = { "*": "allow", external_directory: "ask", read: { "*": "allow", "*.env": "deny", "src/*": "ask" } };

  test.each<[string, Action]>([
    ["x", "allow"],
    [".", "allow"],
    ["", "allow"],
    ["x/..", "allow"],
    ["a/../.env", "deny"],
    ["./.env/", "deny"],
    ["~/.env", "deny"],
    ["~/x", "ask"],
    ["~x", "allow"],
    ["../project/x", "allow"],
    ["../x", "ask"],
    ["..", "ask"],
    ["x/../../y", "ask"],
    ["/home/user/project/x", "allow"],
    ["//home//user/./project/x/", "allow"],
    ["/home/user/projects", "ask"],
    ["src/x", "ask"],
    ["./a/../src//x", "ask"],
    ["/home/user/project/src/x", "ask"],
    ["/", "ask"],
  ])("%j: %s", (path, expected) => {
    expect(state("read", path, rules)).toBe(expected);
  });

  test("of several all must be allowed", () => {
    const paths = fc.array(fc.constantFrom("x", ".env", "src/x", "../x", null), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(paths, paths, (own, others) => {
        const whole = state("read", own, rules, CONTEXT, { others });
        const strictest = own.map((path) => state("read", path, rules)).reduce(mostRestrictive);
        expect(mostRestrictive(whole, strictest)).toBe(whole);
        if (others.includes("../x")) expect(whole).not.toBe("allow");
      }),
      runs(300),
    );
  });

  test("that is no matter of the tool's own rules does not make them allow", () => {
    const task = {
      task: { "*": "ask", "src/*": "allow" },
      external_directory: "ask",
      path: { "*": "allow", "*.env": "deny" },
    };
    const of = (others: readonly string[]) => state("task", undefined, task, CONTEXT, { others });
    expect(of(["src/x"])).toBe("ask");
    expect(of([".env"])).toBe("deny");
    expect(state("task", undefined, { ...task, task: "allow" }, CONTEXT, { others: ["src/x"] })).toBe("allow");
    expect(state("task", undefined, { ...task, task: "allow" }, CONTEXT, { others: ["/etc/x"] })).toBe("ask");
  });
});

describe("where file names that differ in case are the same", () => {
  const rules = {
    "*": "ask",
    external_directory: "allow",
    read: { "*": "allow", "*.env": "deny", "Caf\u00e9/*": "ask" },
  };

  test.each(["darwin", "win32"])("denies and asks see them so on %s, allows do not", (platform) => {
    const context = { ...CONTEXT, platform };
    expect(state("read", "x.ENV", rules, context)).toBe("deny");
    expect(state("read", "cafe\u0301/x", rules, context)).toBe("ask");
    expect(state("read", "CAFE\u0301/x", rules, context)).toBe("ask");
    expect(state("read", "X", { read: { x: "allow" } }, context)).toBe("ask");
    expect(state("read", "x", { read: { x: "allow" } }, context)).toBe("allow");
    expect(state("read", "/Home/User/Project/x", { "*": "allow", external_directory: "ask" }, context)).toBe("ask");
  });

  test("elsewhere they are others", () => {
    for (const platform of ["linux", undefined]) {
      expect(state("read", "x.ENV", rules, { ...CONTEXT, platform })).toBe("allow");
      expect(state("read", "cafe\u0301/x", rules, { ...CONTEXT, platform })).toBe("allow");
    }
  });

  test("never loosens what the name itself would get from one rule", () => {
    const names = fc.constantFrom(
      "a.env",
      "A.ENV",
      "\u017f",
      "S",
      "\u212a",
      "k",
      "\u00df",
      "SS",
      "caf\u00e9",
      "cafe\u0301",
    );
    fc.assert(
      fc.property(names, names, fc.constantFrom("deny", "ask", "allow"), (name, pattern, action) => {
        const permission = { read: { "*": "allow", [pattern]: action } };
        const plain = state("read", name, permission);
        const folded = state("read", name, permission, { ...CONTEXT, platform: "darwin" });
        expect(mostRestrictive(plain, folded)).toBe(folded);
      }),
      runs(300),
    );
  });
});

describe("what Pi keeps for itself", () => {
  const pi = {
    own: [],
    readable: ["/opt/pi", "/home/user/.pi/agent", "~/more/", "/data/*/docs/*"],
    secret: ["/home/user/.pi/agent/auth.json"],
  };
  const rules = {
    "*": "allow",
    external_directory: { "*": "ask", "/opt/pi/asked/*": "ask", "/opt/pi/denied/*": "deny" },
  };
  const judge = (tool: string, path: string, permission: object = rules, more: object = {}) =>
    state(tool, path, permission, { ...CONTEXT, pi, ...more });

  test.each<[string, string, Action]>([
    ["read", "/opt/pi/README.md", "allow"],
    ["ls", "/opt/pi", "allow"],
    ["find", "/opt/pi/docs", "allow"],
    ["grep", "/opt/pi/docs", "allow"],
    ["read", "~/.pi/agent/skills/x/SKILL.md", "allow"],
    ["read", "~/more/x", "allow"],
    ["read", "/data/a/docs/x", "allow"],
    ["read", "/data/a/x", "ask"],
    ["read", "/opt/pi2/x", "ask"],
    ["read", "/opt/pi/../x", "ask"],
    ["write", "/opt/pi/x", "ask"],
    ["edit", "/opt/pi/x", "ask"],
    ["some_tool", "/opt/pi/x", "ask"],
    ["read", "/opt/pi/asked/x", "ask"],
    ["read", "/opt/pi/denied/x", "deny"],
    ["read", "~/.pi/agent/auth.json", "ask"],
    ["grep", "~/.pi/agent", "ask"],
    ["grep", "~/.pi/agent/skills", "allow"],
    ["ls", "~/.pi/agent", "allow"],
  ])("%s %s: %s", (tool, path, expected) => {
    expect(judge(tool, path)).toBe(expected);
  });

  test("is no reason to read what is denied, or what the tool may not", () => {
    expect(judge("read", "/opt/pi/x", { "*": "allow", external_directory: "deny" })).toBe("deny");
    expect(judge("read", "/opt/pi/x", { "*": "deny" })).toBe("deny");
    expect(judge("read", "/opt/pi/x", { "*": "allow", external_directory: "ask", read: "ask" })).toBe("ask");
    expect(judge("read", "/opt/pi/x", { ...rules, path: { "*": "allow", "/opt/*": "deny" } })).toBe("deny");
  });

  test("does not lead elsewhere through a link", () => {
    const followLinks = (path: string) => path.replace("/opt/pi/out", "/etc");
    expect(judge("read", "/opt/pi/out/passwd", rules, { followLinks })).toBe("ask");
    const secret = (path: string) => path.replace("/opt/pi/out", "/home/user/.pi/agent/auth.json");
    expect(judge("read", "/opt/pi/out", rules, { followLinks: secret })).toBe("ask");
  });

  test("hides credentials in any spelling", () => {
    expect(judge("read", "~/.pi/agent/AUTH.json", rules, { platform: "darwin" })).toBe("ask");
    expect(judge("read", "~/.pi/agent/./auth.json/", rules)).toBe("ask");
  });
});

describe("a call on an MCP server", () => {
  const judge = (tool: string, permission: object, input: Record<string, unknown> = {}) =>
    state(tool, undefined, permission, CONTEXT, { mcp: mcpNames(tool, input) });

  test.each<[object, Action]>([
    [{ exa: "allow" }, "allow"],
    [{ "exa:*": "allow" }, "allow"],
    [{ "exa:search": "allow" }, "allow"],
    [{ "exa_*": "allow" }, "allow"],
    [{ mcp__exa__search: "allow" }, "allow"],
    [{ "*": "allow" }, "allow"],
    // A tool of that name may be on another server.
    [{ search: "allow" }, "ask"],
    [{ mcp_call: "allow" }, "ask"],
    [{ mcp: "allow" }, "ask"],
    [{ "*": "allow", search: "deny" }, "deny"],
    [{ "*": "allow", mcp_call: "ask" }, "ask"],
    [{ "*": "allow", exa: "deny" }, "deny"],
    [{ "*": "allow", exa_search: "deny" }, "deny"],
    [{ exa: "deny", "exa:search": "allow" }, "allow"],
    [{ "exa:search": "deny", exa: "allow" }, "deny"],
    [{ "exa:search": "ask", exa: "allow" }, "ask"],
    [{ other: "allow" }, "ask"],
    [{ "*": "deny" }, "deny"],
  ])("`mcp__exa__search` under %j: %s", (mcp, expected) => {
    expect(judge("mcp__exa__search", { mcp })).toBe(expected);
    // The umbrella tool's call is the same call, but for the name that Pi gives the other.
    if ("mcp__exa__search" in mcp) return;
    expect(judge("mcp", { mcp }, { server: "exa", tool: "search" })).toBe(expected);
    expect(judge("mcp", { mcp }, { tool: "exa:search" })).toBe(expected);
  });

  test.each<[object, Action]>([
    [{ mcp__exa__search: "allow" }, "allow"],
    [{ "*": "deny", mcp__exa__search: "allow" }, "allow"],
    [{ mcp: "ask", mcp__exa__search: "allow" }, "allow"],
    [{ mcp: { "exa:*": "deny" }, mcp__exa__search: "allow" }, "deny"],
    [{ mcp: { "exa:*": "ask" }, mcp__exa__search: "allow" }, "ask"],
    [{ mcp: "deny", mcp__exa__search: "allow" }, "deny"],
    [{ mcp: "allow", mcp__exa__search: "deny" }, "deny"],
    [{ mcp: "allow", mcp__exa__search: "ask" }, "ask"],
    [{ mcp: "allow" }, "allow"],
    [{ "*": "allow" }, "allow"],
    [{ mcp__exa__other: "allow" }, "ask"],
  ])("its own name is a surface too: %j: %s", (permission, expected) => {
    expect(judge("mcp__exa__search", permission)).toBe(expected);
  });

  const LONG = "delete_everything_in_the_whole_repository_of_the_organization";
  test.each<[string, string, string]>([
    ["chrome-devtools", "click", "chrome-devtools"],
    ["github", "create-issue", "github:create-issue"],
    ["github", "create-issue", "create-*"],
    ["github", "issues.create", "github:issues.*"],
    ["github", "a:b", "github:a:b"],
    ["a_", "b", "a_"],
    ["a-", "b", "a-"],
    ["a", "_b", "a:_b"],
    ["github", LONG, `github:${LONG}`],
    ["github", LONG, "*organization"],
    ["github", LONG, "github"],
    ["x".repeat(60), "b", "x".repeat(60)],
  ])("as Pi names the tool of %s that is %s, a rule on %s still holds", (server, tool, pattern) => {
    for (const isTaken of [false, true]) {
      const name = createMcpToolName(server, tool, (one) => isTaken && !/_[0-9a-f]{8}$/.test(one));
      expect([name, judge(name, { mcp: { "*": "allow", [pattern]: "deny" } })]).not.toEqual([name, "allow"]);
      const mcp = { [`${server}:${tool}`]: "deny", [server]: "allow", "*": "allow" };
      expect([name, judge(name, { mcp })]).not.toEqual([name, "allow"]);
    }
  });

  test("a tool that is named without its server may be on any", () => {
    for (const pattern of ["exa", "exa-mcp", "exa:search", "other:search", "exa:s*"])
      expect([pattern, judge("mcp", { mcp: { "*": "allow", [pattern]: "deny" } }, { tool: "exa_search" })]).not.toEqual(
        [pattern, "allow"],
      );
    expect(judge("mcp", { mcp: { "*": "allow", other: "deny", "exa:fetch": "deny" } }, { tool: "exa_search" })).toBe(
      "allow",
    );
    expect(judge("list_mcp_resources", { mcp: { "*": "allow", exa: "deny" } })).toBe("ask");
  });

  test("of two servers that a name may mean, no rule for one allows it, and any denies it", () => {
    const tool = "mcp__a__b__c";
    for (const server of ["a", "a__b"]) {
      expect(judge(tool, { mcp: { [server]: "allow" } })).toBe("ask");
      expect(judge(tool, { mcp: { "*": "allow", [server]: "deny" } })).toBe("deny");
    }
    expect(judge(tool, { mcp: { [tool]: "allow" } })).toBe("allow");
  });

  test.each<[Record<string, unknown>, object, Action]>([
    [{}, { mcp_status: "allow" }, "allow"],
    [{ server: "exa" }, { mcp_list: "allow" }, "allow"],
    [{ server: "exa" }, { exa: "allow" }, "allow"],
    [{ search: "x" }, { mcp_search: "allow" }, "allow"],
    [{ describe: "x" }, { mcp_describe: "allow" }, "allow"],
    [{ describe: "x", server: "exa" }, { mcp_describe: "allow", exa: "deny" }, "deny"],
    [{ connect: "exa" }, { mcp_connect: "allow" }, "allow"],
    [{ connect: "exa" }, { "mcp_connect_*": "allow", mcp_connect_exa: "deny" }, "deny"],
    [{ tool: "x" }, { mcp_status: "allow" }, "ask"],
    [{ tool: "exa_search" }, { "exa_*": "allow" }, "allow"],
    // Which of the two it does is not known.
    [{ tool: "x", search: "y" }, { mcp_search: "allow" }, "ask"],
    [{ tool: "evil:x", server: "exa" }, { exa: "allow" }, "ask"],
    [{ tool: 7 }, { "*": "allow" }, "ask"],
  ])("the umbrella tool with %j under %j: %s", (input, mcp, expected) => {
    expect(judge("mcp", { mcp }, input)).toBe(expected);
  });

  test("of Pi's tools for resources", () => {
    expect(judge("read_mcp_resource", { mcp: { exa: "allow" } }, { server: "exa", uri: "x" })).toBe("allow");
    expect(judge("read_mcp_resource", { mcp: { "*": "allow", exa: "deny" } }, { server: "exa", uri: "x" })).toBe(
      "deny",
    );
    expect(judge("list_mcp_resources", { mcp: { exa: "allow" } })).toBe("ask");
    expect(judge("list_mcp_resources", { list_mcp_resources: "allow" })).toBe("allow");
  });

  test("an allow for one server never lets a call on another", () => {
    const word = fc.constantFrom("a", "b", "a_b", "x");
    fc.assert(
      fc.property(word, word, word, fc.boolean(), (server, tool, other, umbrella) => {
        // `a_b` is a form of the tool `b` of `a`, whatever else is called so.
        fc.pre(server !== other && `${server}_${tool}` !== other);
        const mcp = { [other]: "allow", [`${other}:*`]: "allow", [`mcp__${other}__*`]: "allow" };
        const [name, input] = umbrella ? ["mcp", { server, tool }] : [`mcp__${server}__${tool}`, {}];
        expect([server, tool, other, judge(name, { mcp }, input)]).toEqual([server, tool, other, "ask"]);
      }),
      runs(300),
    );
  });

  test("is judged by the files that it names", () => {
    const permission = { mcp: "allow", external_directory: "ask", path: { "*": "allow", "*.env": "deny" } };
    const judgeFiles = (others: readonly string[]) =>
      state("mcp__fs__read", undefined, permission, CONTEXT, { mcp: mcpNames("mcp__fs__read", {}), others });
    expect(judgeFiles(["x"])).toBe("allow");
    expect(judgeFiles(["x", "/etc/passwd"])).toBe("ask");
    expect(judgeFiles([".env"])).toBe("deny");
  });
});

describe("the reading of a skill", () => {
  const judge = (skills: readonly string[], skill: object | string | undefined) =>
    state("read", "x", { "*": "allow", ...(skill === undefined ? {} : { skill }) }, CONTEXT, { skills });

  test("is judged by all of its names, where there are such rules", () => {
    const rules = { "*": "ask", "dangerous-*": "deny", librarian: "allow" };
    expect(judge(["librarian"], rules)).toBe("allow");
    expect(judge(["dangerous-x"], rules)).toBe("deny");
    expect(judge(["librarian", "dangerous-x"], rules)).toBe("deny");
    expect(judge(["librarian", "other"], rules)).toBe("ask");
    expect(judge([], "deny")).toBe("allow");
    expect(judge(["other"], undefined)).toBe("allow");
  });
});
