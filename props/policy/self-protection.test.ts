import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import { judgeCommand } from "../../src/policy/decide.ts";
import { normalizePermission } from "../../src/policy/normalize.ts";
import type { PathContext } from "../../src/policy/paths.ts";
import { Policy, type Ruling } from "../../src/policy/policy.ts";
import type { Action } from "../../src/policy/rules.ts";
import { judgeTool } from "../../src/policy/tools.ts";
import { bashRules, program } from "../generators.ts";
import { runs } from "../runs.ts";

const CONTEXT: PathContext = {
  cwd: "/home/user/project",
  home: "/home/user",
  pi: { own: ["/opt/agent", "/srv/portcullis.js"], readable: [], secret: [] },
};

const OPEN = { "*": "allow", external_directory: "allow", bash: "allow" } as const;

function protectedPaths({ judgements }: Ruling): string[] {
  return judgements.flatMap(({ verdict, text }) => (verdict.rule?.origin === "builtin" ? [text] : []));
}

function bash(command: string, more: object = {}, context: PathContext = CONTEXT): Ruling {
  return judgeCommand(command, new Policy(normalizePermission({ ...OPEN, ...more }), "/home/user"), context);
}

function call(tool: string, path: string, more: object = {}, context: PathContext = CONTEXT): Ruling {
  const policy = new Policy(
    normalizePermission({ ...OPEN, ...more }),
    "/home/user",
    context.platform === undefined ? {} : { platform: context.platform },
  );
  return judgeTool(tool, path, policy, context);
}

describe("where everything is allowed, a command asks", () => {
  test.each([
    "echo x > .pi/settings.json",
    "echo x >> ./.pi//settings.json",
    "echo x >| a/../.pi/settings.json",
    "echo x &> .pi/settings.json",
    ": <> .pi/settings.json",
    "cd .pi && echo x > settings.json",
    "cd .pi; cd extensions; echo x > a.js",
    "cp x .pi/extensions/",
    "cp x .pi/extensions/a.js",
    "cd .pi/extensions && rm -rf *",
    "sed -i s/a/b/ .pi/settings.json",
    "tee .pi/settings.json < x",
    "tee -a ~/.pi/agent/settings.json",
    "tee $HOME/.pi/agent/AGENTS.md",
    "rm -rf .pi",
    "rm -rf .pi/",
    "rm -rf .pi/*",
    "rm -rf .p*",
    "rm -rf .[o-q]i",
    "rm .pi/s*.json",
    "mv .pi x",
    "mv x /opt/agent",
    "rm -rf /opt/agent/auth.json",
    "rm -rf /opt",
    "rm -rf /opt/*",
    "rm /opt/agent/$x",
    "cp x /srv/portcullis.js",
    "dd of=.pi/settings.json",
    "cp -t.pi/extensions x",
    "cp --target-directory=.pi/extensions x",
    "ln -s .pi/settings.json x",
    "rm sub/.pi/extensions/x.js",
    'rm "$x"/.pi/settings.json',
    "rm .pi/$x",
    'rm "$PI_CODING_AGENT_DIR"/x',
    "echo x > ${PI_CODING_AGENT_DIR}/settings.json",
    "rm -rf .pi/npm/node_modules",
    "timeout 5 tee .pi/settings.json",
    "find .pi -delete",
    "find .pi $x",
    'find .pi -"$x"',
    'find .pi -d"$x"',
    'file -"$x"C .pi/settings.json',
    'rg --"$x" a .pi/settings.json',
    'cd .pi && echo x > "$f"',
    'cd .pi/extensions && echo x > "$f"',
    'cd .pi/extensions && tee "$f"',
    'cd ~/.pi; cd agent; rm "a$f"',
    "less -o .pi/settings.json",
    "rg --pre ./x a .pi/settings.json",
    "cat() { tee $1; }; cat .pi/settings.json",
    "./cat .pi/settings.json",
    "$x .pi/settings.json",
    "xargs rm .pi/settings.json",
    "bash -c 'echo x > .pi/settings.json'",
    "f() { echo x > .pi/settings.json; }",
  ])("%s", (command) => {
    const ruling = bash(command);
    expect(ruling.state).toBe("ask");
    expect(protectedPaths(ruling)).not.toEqual([]);
  });
});

describe("where everything is allowed, a command is not asked about", () => {
  test.each([
    "cat .pi/settings.json",
    "head -n 3 ~/.pi/agent/settings.json",
    "timeout 5 cat .pi/settings.json",
    "jq .permission < .pi/settings.json",
    "grep -r x .pi",
    "find .pi -name x",
    'find .pi -name a"$x"',
    'rg --glob="$x" a .pi/settings.json',
    'cd src && echo x > "$f"',
    'cd .pi/prompts && rm "$f"',
    "[ -f .pi/settings.json ]",
    "cd .pi",
    "ls -la .pi /opt/agent",
    "echo x > .pi/notes.md",
    "rm -rf .pi/prompts/x",
    "rm .pi/*.md",
    "echo .pi/settings.json",
    "rm -rf $x",
    'rm -rf "$x"/*',
    "rm -rf *",
    "rm */settings.json",
    "rm -rf .",
    "make settings.json",
    "echo x > settings.json",
    "rm /opt/$x",
    "rm /opt/other",
    "prettier --write . src",
    "touch .pip .pi.bak a.pi/settings.json .pi/settings.json.bak",
  ])("%s", (command) => {
    const ruling = bash(command);
    expect([command, protectedPaths(ruling), ruling.state]).toEqual([command, [], "allow"]);
  });
});

test.each<[object, Action]>([
  [{ "*": "ask", ".pi/settings.json": "allow" }, "allow"],
  [{ ".pi/settings.json": "allow", "*": "allow" }, "allow"],
  [{ ".pi/settings.json": "allow", ".pi/*": "ask" }, "ask"],
  [{ ".pi/settings.json": "allow", "*": "deny" }, "ask"],
])("a rule that names the place counts if no later one restricts it: %j: %s", (write, expected) => {
  expect(bash("tee .pi/settings.json", { write }).state).toBe(expected);
});

describe("a glob behind a symbolic link", () => {
  const links: Readonly<Record<string, string>> = {
    "/home/user/project/p": "/home/user/project/.pi",
    "/home/user/project/src/out": "/srv/data",
  };
  const context: PathContext = {
    ...CONTEXT,
    followLinks: (path) => {
      const link = Object.keys(links).find((one) => `${path}/`.startsWith(`${one}/`));
      return link === undefined ? path : `${links[link]}${path.slice(link.length)}`;
    },
    namesIn: (directory) =>
      directory === "/home/user/project"
        ? ["p", "src", ".pi"]
        : directory === "/home/user/project/src"
          ? ["out", "x"]
          : [],
  };

  test.each([
    "tee p/*",
    "tee p/s*",
    "tee ./p/*",
    "tee ././p/**",
    "tee .//p//s*",
    "tee $PWD/./p/.//s*",
    "tee */settings.json",
    "cd p && tee s*",
    "rm ?/extensions/*",
  ])("%s", (command) => {
    expect(protectedPaths(bash(command, {}, context))).not.toEqual([]);
  });

  test.each<[string, Action]>([
    ["cat src/out/*", "deny"],
    ["cat src/*", "deny"],
    ["cat */out/x", "deny"],
    ["cat */*/x", "deny"],
    ["for f in src/out/*; do cat $f; done", "ask"],
    ["cat src/x/*", "allow"],
    ["cat src/x*", "allow"],
    ["cat *", "allow"],
  ])("is judged as what it leads to: %s: %s", (command, expected) => {
    for (const external_directory of ["deny", { "*": "allow", "/srv/*": "deny" }])
      expect([external_directory, bash(command, { external_directory }, context).state]).toEqual([
        external_directory,
        expected,
      ]);
  });
});

test.each<[string, string, Action]>([
  ["write", ".pi/settings.json", "ask"],
  ["edit", ".pi/settings.json", "ask"],
  ["write", "/home/user/project/.pi/extensions/a.js", "ask"],
  ["write", "~/.pi/agent/AGENTS.md", "ask"],
  ["write", "/opt/agent/x", "ask"],
  ["some_tool", ".pi/settings.json", "ask"],
  ["read", ".pi/settings.json", "allow"],
  ["ls", ".pi", "allow"],
  ["grep", "/opt/agent", "allow"],
  ["write", ".pi/notes.md", "allow"],
  ["write", "x", "allow"],
])("the tool %s on %s: %s", (tool, path, state) => {
  expect(call(tool, path).state).toBe(state);
});

test("says what it protects", () => {
  expect(call("write", "./.pi/settings.json").judgements.at(-1)).toEqual({
    ...{ text: ".pi/settings.json", source: "./.pi/settings.json", start: 0, end: 19 },
    ...{ context: "tool call", surface: "write", path: "/home/user/project/.pi/settings.json" },
    verdict: {
      action: "ask",
      rule: { surface: "write", pattern: "*/.pi/settings.json", action: "ask", origin: "builtin" },
      raisedBy: undefined,
    },
  });
});

test("follows links", () => {
  const followLinks = (path: string) => path.replace(/^\/home\/user\/project\/link/, "/home/user/project/.pi");
  const context = { ...CONTEXT, followLinks };
  expect(bash("echo x > link/settings.json", {}, context).state).toBe("ask");
  expect(call("write", "link/settings.json", {}, context).state).toBe("ask");
  expect(call("write", "link/notes", {}, context).state).toBe("allow");
});

test.each(["darwin", "win32"])("sees names as %s does", (platform) => {
  const context = { ...CONTEXT, platform };
  for (const path of [".PI/settings.json", ".pi/Settings.JSON", "/OPT/Agent/x"]) {
    expect([path, call("write", path, {}, context).state]).toEqual([path, "ask"]);
    expect([path, bash(`tee ${path}`, {}, context).state]).toEqual([path, "ask"]);
    expect([path, call("write", path).state]).toEqual([path, "allow"]);
  }
});

test.each<[string, string, Action]>([
  [".pi/settings.json", ".pi/settings.json", "allow"],
  ["/home/user/project/.pi/settings.json", ".pi/settings.json", "allow"],
  [".pi/extensions/*", ".pi/extensions/a.js", "allow"],
  ["~/.pi/agent/*", "~/.pi/agent/x", "allow"],
  [".pi", ".pi", "allow"],
  [".pi/extensions/*", ".pi/settings.json", "ask"],
  ["*", ".pi/settings.json", "ask"],
  ["*.json", ".pi/settings.json", "ask"],
  [".pi/*", ".pi/settings.json", "ask"],
  [".pi/set*", ".pi/settings.json", "ask"],
  ["/home/user/*", ".pi/settings.json", "ask"],
])("an allow for %j, on %j: %s", (pattern, path, state) => {
  for (const surface of ["write", "path"]) {
    const rules = { [surface]: { "*": "allow", [pattern]: "allow" } };
    expect([surface, call("write", path, rules).state]).toEqual([surface, state]);
    expect([surface, bash(`tee ${path}`, rules).state]).toEqual([surface, state]);
  }
});

test("a rule that is asked or denied elsewhere still holds", () => {
  const write = { ".pi/settings.json": "allow" };
  expect(call("write", ".pi/settings.json", { write, path: { "*.json": "deny" } }).state).toBe("deny");
  expect(call("write", ".pi/settings.json", { write: "deny" }).state).toBe("deny");
  expect(call("write", ".pi/settings.json", { write: { ...write, "*": "ask" } }).state).toBe("ask");
});

test("only ever makes a verdict stricter", () => {
  const unprotected = (ruling: Ruling) => ruling.judgements.filter(({ verdict }) => verdict.rule?.origin !== "builtin");
  const rank = { allow: 0, ask: 1, deny: 2 };
  const tails = fc.constantFrom(
    "tee .pi/settings.json",
    "cat .pi/settings.json",
    "echo >.pi/x",
    "rm .pi/*",
    "rm .pi/$x",
  );
  fc.assert(
    fc.property(program(), tails, bashRules(), ({ source }, tail, rules) => {
      const ruling = bash(`${source}\n${tail}`, { bash: rules });
      const without = Math.max(...unprotected(ruling).map(({ verdict }) => rank[verdict.action]));
      expect(rank[ruling.state]).toBe(Math.max(without, protectedPaths(ruling).length > 0 ? rank.ask : 0));
    }),
    runs(500),
  );
});
