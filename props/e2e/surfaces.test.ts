import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";

import { ROOT } from "../../scripts/toolchain.ts";
import { type Dialog, Project, RUNTIMES } from "./pi.ts";
import { bash, type ScriptedTurn } from "./scripted-model.ts";

setDefaultTimeout(60_000);

const deny = ({ options }: Dialog) => options?.[0];

const call = (tool: string, more: Readonly<Record<string, unknown>>): ScriptedTurn => [{ tool, arguments: more }];

/** An extension with tools that tell what they were called with, and one that is a shell. */
const TOOLS = `
import { execFileSync } from "node:child_process";
const text = (text) => ({ content: [{ type: "text", text }], details: undefined });
const tool = (name, properties, run) => ({
  name, label: name, description: name,
  parameters: { type: "object", properties: Object.fromEntries(properties.map((one) => [one, { type: "string" }])) },
  execute: async (_id, input) => text(run(input)),
});
export default (pi) => {
  pi.registerTool(tool("exec_command", ["cmd", "workdir"], ({ cmd, workdir }) =>
    execFileSync("bash", ["-c", cmd], { cwd: workdir ?? process.cwd(), encoding: "utf8" })));
  for (const name of ["mcp__exa__search", "mcp__exa__delete"])
    pi.registerTool(tool(name, ["query", "file_path"], (input) => name + " " + JSON.stringify(input)));
};
`;

const OPEN = { "*": "allow", bash: "allow", external_directory: "allow" };

describe.each(RUNTIMES)("real Pi under %s", (runtime) => {
  test("asks before its own settings are changed, though everything is allowed", async () => {
    await using project = await Project.create({
      script: [
        bash("echo '{}' > .pi/settings.json"),
        call("write", { path: ".pi/settings.json", content: "{}" }),
        call("edit", { path: "@.pi/settings.json", edits: [{ oldText: "allow", newText: "deny" }] }),
        bash("rm -rf .pi"),
        bash('cp a "$PI_CODING_AGENT_DIR"/extensions/a.js; cp a ../agent/a.js'),
        bash("cat .pi/settings.json | wc -l; echo x > .pi/notes"),
      ],
      settings: { permission: OPEN },
      files: { a: "" },
    });
    const before = await project.read(".pi/settings.json");
    await using pi = project.rpc(runtime, deny);
    await pi.prompt();
    const results = project.model.results.map((result) => result.split("\n")[0]);
    const denied = "portcullis: the user denied `.pi/settings.json`.";
    expect(results.slice(0, 4)).toEqual([denied, denied, denied, "portcullis: the user denied `.pi`."]);
    expect(results[4]).toBe("portcullis: the user denied `…/extensions/a.js`.");
    expect(pi.dialogs[4]?.title).toContain(`\`${join(project.root, "agent/a.js")}\`: `);
    expect(results[5]).toMatch(/^\d+$/);
    expect(pi.dialogs).toHaveLength(5);
    expect(pi.dialogs[0]?.title).toContain("which protects Portcullis's own settings");
    expect(await project.read(".pi/settings.json")).toBe(before);
    expect(await project.read(".pi/notes")).toBe("x\n");
  });

  test("names the setting that would let its settings be changed", async () => {
    await using project = await Project.create({
      script: [call("write", { path: ".pi/settings.json", content: "{}" })],
      settings: { permission: OPEN },
    });
    await project.print(runtime);
    const [result = ""] = project.model.results;
    expect(result).toContain('{"permission":{"write":{".pi/settings.json":"allow"}}}');
    await using open = await Project.create({
      script: [call("write", { path: ".pi/settings.json", content: "{}" })],
      settings: { permission: { ...OPEN, write: { "*": "allow", ".pi/settings.json": "allow" } } },
    });
    await open.print(runtime);
    expect(await open.read(".pi/settings.json")).toBe("{}");
  });

  test("judges another shell tool as bash, from its directory", async () => {
    const permission = {
      ...OPEN,
      bash: { "*": "ask", "cat *": "allow", "echo *": "allow", "rm *": "deny" },
      external_directory: "ask",
      path: { "*": "allow", "sub/secret": "deny" },
    };
    await using project = await Project.create({
      script: [
        call("exec_command", { cmd: "cat a" }),
        call("exec_command", { cmd: "echo x; rm a" }),
        call("exec_command", { cmd: "cat secret", workdir: "sub" }),
        call("exec_command", { cmd: "cat ../a", workdir: "sub" }),
        call("exec_command", { cmd: "cat ../../a", workdir: "sub" }),
        call("exec_command", { cmd: "cat hostname", workdir: "/etc" }),
        call("exec_command", { cmd: "make" }),
        call("exec_command", {}),
      ],
      settings: { permission },
      globalSettings: { shellTools: { exec_command: { commandArgument: "cmd", workdirArgument: "workdir" } } },
      files: { a: "seen", "sub/secret": "SECRET", ".pi/extensions/zz-tools.js": TOOLS },
    });
    await using pi = project.rpc(runtime, deny);
    await pi.prompt();
    expect(project.model.results.map((result) => result.replace(/ is denied.*/s, " is denied"))).toEqual([
      "seen",
      "portcullis: `rm a` is denied",
      "portcullis: `secret` is denied",
      "seen",
      "portcullis: the user denied `../../a`.",
      "portcullis: the user denied `/etc`.",
      "portcullis: the user denied `make`.",
      "portcullis: the call could not be judged, so it is blocked: `cmd` is not a text",
    ]);
    expect(pi.notices).toEqual([]);
  });

  test("asks about every call of a shell tool whose entry is wrong", async () => {
    await using project = await Project.create({
      script: [call("exec_command", { cmd: "echo x" })],
      settings: {
        permission: { "*": "allow", bash: { "*": "allow", "rm *": "deny" } },
        shellTools: { exec_command: {} },
      },
      files: { ".pi/extensions/zz-tools.js": TOOLS },
    });
    await using pi = project.rpc(runtime, deny);
    await pi.prompt();
    expect(pi.dialogs).toHaveLength(1);
    expect(pi.notices.join()).toContain('shellTools["exec_command"]: the key "commandArgument" is missing');
  });

  test.each(["cmd", "workdir"])("an allow of another shell tool is bound to `%s`", async (field) => {
    await using project = await Project.create({
      script: [call("exec_command", { cmd: "echo x" })],
      settings: {
        permission: OPEN,
        shellTools: { exec_command: { commandArgument: "cmd", workdirArgument: "workdir" } },
      },
      files: { ".pi/extensions/zz-tools.js": TOOLS },
      laterHandler: `event.input.${field} = "/";`,
    });
    await using pi = project.rpc(runtime);
    await pi.prompt();
    expect(project.model.results[0]).toContain(`portcullis: \`${field}\` was judged and cannot be changed any more`);
  });

  test("judges a tool of an MCP server by its server, and by the files it names", async () => {
    await using project = await Project.create({
      script: [
        call("mcp__exa__search", { query: "x" }),
        call("mcp__exa__delete", { query: "x" }),
        call("mcp__exa__search", { query: "x", file_path: "/etc/passwd" }),
        call("mcp__exa__search", { file_path: "a.env" }),
      ],
      settings: {
        permission: {
          "*": "ask",
          mcp: { "*": "ask", "exa:delete": "deny", exa: "allow" },
          path: { "*": "allow", "*.env": "deny" },
        },
      },
      files: { ".pi/extensions/zz-tools.js": TOOLS },
    });
    await using pi = project.rpc(runtime, deny);
    await pi.prompt();
    const [seen, deleted, outside, secret] = project.model.results;
    expect(seen).toBe('mcp__exa__search {"query":"x"}');
    expect(deleted).toContain("`exa:delete` is denied: the mcp rule `exa:delete` says deny");
    expect(outside).toBe("portcullis: the user denied `/etc/passwd`.");
    expect(secret).toContain("the path rule `*.env` says deny");
    expect(pi.notices).toEqual([]);
  });

  test("judges the reading of a skill, and its command, by the skill's name", async () => {
    const skill = (name: string) => `---\nname: ${name}\ndescription: does things\n---\nthe text of ${name}\n`;
    await using project = await Project.create({
      script: [
        call("read", { path: ".pi/skills/good/SKILL.md" }),
        call("read", { path: ".pi/skills/harmless/SKILL.md" }),
        call("read", { path: ".pi/skills/harmless/more.md" }),
      ],
      settings: { permission: { "*": "allow", skill: { "*": "ask", good: "allow", bad: "deny" } } },
      files: {
        ".pi/skills/good/SKILL.md": skill("good"),
        ".pi/skills/harmless/SKILL.md": skill("bad"),
        ".pi/skills/harmless/more.md": "more",
      },
    });
    await using pi = project.rpc(runtime, deny);
    await pi.prompt();
    const [good, bad, more] = project.model.results;
    expect(good).toContain("the text of good");
    expect(bad).toContain("`bad` is denied: the skill rule `bad` says deny");
    expect(more).toContain("`bad` is denied");
    const requests = project.model.requests.length;
    await pi.request({ type: "prompt", message: "/skill:bad now" });
    await pi.until(() => pi.notices.length > 0);
    expect(pi.notices.join()).toContain("`bad` is denied");
    expect(project.model.requests).toHaveLength(requests);
    await pi.request({ type: "prompt", message: "/skill:good now" });
    await pi.until(() => project.model.requests.length > requests);
  });

  test("reads what Pi keeps for itself, but no credentials", async () => {
    const manifest = join(ROOT, "node_modules/@earendil-works/pi-coding-agent/package.json");
    await using project = await Project.create({
      script: [
        call("read", { path: "../agent/notes.md" }),
        call("read", { path: manifest, limit: 3 }),
        call("read", { path: "../agent/auth.json" }),
        call("read", { path: "/etc/hostname" }),
        call("write", { path: "../agent/notes.md", content: "x" }),
        call("read", { path: "../more/x" }),
      ],
      settings: { permission: { "*": "ask", read: "allow", write: "allow", external_directory: "ask" } },
      files: { "../agent/notes.md": "seen", "../agent/auth.json": "{}", "../more/x": "more" },
    });
    await project.write(
      "../agent/settings.json",
      JSON.stringify({
        ...JSON.parse((await project.read("../agent/settings.json")) ?? "{}"),
        piInfrastructureReadPaths: [join(project.root, "more")],
      }),
    );
    await using pi = project.rpc(runtime, deny);
    await pi.prompt();
    const results = project.model.results;
    expect(results[0]).toBe("seen");
    expect(results[1]).toContain("{");
    expect(results.slice(2, 5).map((result) => result.split(" `")[0])).toEqual(
      Array.from({ length: 3 }, () => "portcullis: the user denied"),
    );
    expect(results[5]).toBe("more");
  });

  test("does not ask about the user's own prefix", async () => {
    await using project = await Project.create({
      script: [bash('echo "$WHO"'), bash("make")],
      settings: {
        permission: { "*": "ask", bash: { "*": "ask", "echo *": "allow", "rm *": "deny" } },
        shellCommandPrefix: "source ./env.sh; export A=1",
      },
      files: { "env.sh": "WHO=me" },
    });
    await using pi = project.rpc(runtime, deny);
    await pi.prompt();
    expect(project.model.results).toEqual(["me\n", "portcullis: the user denied `make`."]);
    expect(pi.dialogs).toHaveLength(1);
  });

  test("names a key that means nothing", async () => {
    await using project = await Project.create({
      script: ["bye"],
      settings: { permission: { "*": "ask", Bash: "allow", exec_command: "ask", codemode: "ask", mcp__x__y: "ask" } },
      files: { ".pi/extensions/zz-tools.js": TOOLS },
    });
    await using pi = project.rpc(runtime, deny);
    await pi.prompt();
    expect(pi.notices).toEqual([
      'portcullis: a mistake in the settings:\n  permission["Bash"]: means nothing here: there is no such surface, and no tool of that name',
    ]);
  });
});
