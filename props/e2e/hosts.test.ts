import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { PACKAGE } from "../permission-system.ts";
import { Project, type ProjectOptions, RUNTIMES } from "./pi.ts";
import { bash } from "./scripted-model.ts";

setDefaultTimeout(60_000);

const source = (name: string) => readFileSync(join(import.meta.dir, name), "utf8");
const LINK = source("sample-link.js");
const HOST = source("host-double.js");

const PERMISSION = {
  "*": "ask",
  external_directory: "allow",
  bash: { "*": "ask", "echo *": "allow", "cd *": "allow" },
};

/** What an extension of the tests has written down. */
async function lines(project: Project, file: string): Promise<Record<string, unknown>[]> {
  const text = (await project.read(file)) ?? "";
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** The script of calls, one a turn. */
const calls = (...commands: readonly string[]): ProjectOptions["script"] => commands.map((command) => bash(command));

const MAKEFILE = "lint dist hang throw nonsense other:\n\t@echo made $@\n";

describe.each(RUNTIMES)("our gate as the host, under %s", (runtime) => {
  const settings = { permission: PERMISSION, authorizerChain: ["inner-cmd", "sample"], authorizerTimeoutMs: 300 };

  // Loaded before ours or after it, by where it lies.
  test.each(["../agent/extensions/link.js", "-e"])(
    "asks a link of another extension, which is loaded by %s",
    async (place) => {
      const commands = ["lint", "dist", "hang", "throw", "nonsense", "other"].map((target) => `make ${target}`);
      await using project = await Project.create({
        script: calls(...commands, "make lint && make other", "timeout 5 make lint"),
        settings,
        files: { Makefile: MAKEFILE, [place === "-e" ? "../link.js" : place]: LINK },
      });
      const args = place === "-e" ? ["-e", join(project.root, "link.js")] : [];
      await using pi = project.rpc(runtime, ({ options }) => options?.[0], args);
      await pi.prompt();
      const denied = (what: string) => `portcullis: the user denied \`${what}\`.`;
      expect(project.model.results).toEqual([
        "made lint\n",
        "portcullis: the authorizer sample denied `make dist`: not on a Friday",
        ...["make hang", "make throw", "make nonsense", "make other"].map(denied),
        // One allow is about the whole call, as the contract has it.
        "made lint\nmade other\n",
        // What it is asked about is the unit.
        denied("timeout 5 make lint"),
      ]);
      expect(pi.dialogs).toHaveLength(5);
      const heard = await lines(project, "heard.jsonl");
      const decisions = heard.filter(({ channel }) => channel === "permissions:decision");
      expect(decisions.map(({ value, result, resolution }) => [value, result, resolution])).toEqual([
        ["make lint", "allow", "auto_approved"],
        ["make dist", "deny", "policy_deny"],
        ["make hang", "deny", "user_denied"],
        ["make throw", "deny", "user_denied"],
        ["make nonsense", "deny", "user_denied"],
        ["make other", "deny", "user_denied"],
        ["make lint", "allow", "auto_approved"],
        ["timeout 5 make lint", "deny", "user_denied"],
      ]);
      expect(heard.filter(({ channel }) => channel === "permissions:ui_prompt").map(({ value }) => value)).toEqual([
        ...["make hang", "make throw", "make nonsense", "make other", "timeout 5 make lint"],
      ]);
    },
  );

  test("asks no link that the settings do not name, and none about files", async () => {
    await using project = await Project.create({
      script: calls("make lint", "make lint && cat /etc/hostname"),
      settings: { ...settings, authorizerChain: ["inner-cmd"] },
      files: { Makefile: MAKEFILE, "../agent/extensions/link.js": LINK },
    });
    await using pi = project.rpc(runtime, ({ options }) => options?.[0]);
    await pi.prompt();
    expect(pi.dialogs).toHaveLength(2);
  });

  test("takes no allow of a link for files outside, and asks no link where a deny may match", async () => {
    await using project = await Project.create({
      script: calls("make lint && cat /etc/hostname", 'make lint && git "$x"'),
      settings: {
        ...settings,
        permission: { ...PERMISSION, external_directory: "ask", bash: { ...PERMISSION.bash, "git push *": "deny" } },
      },
      files: { Makefile: MAKEFILE, "../agent/extensions/link.js": LINK },
    });
    await using pi = project.rpc(runtime, ({ options }) => options?.[0]);
    await pi.prompt();
    expect(pi.dialogs).toHaveLength(2);
  });

  test("asks the links of every session anew", async () => {
    await using project = await Project.create({
      script: Array.from({ length: 5 }, () => [bash("make lint"), "done"]).flat(),
      settings,
      files: {
        Makefile: MAKEFILE,
        "../agent/extensions/link.js": LINK,
        ".pi/extensions/zz-reload.js":
          'export default (pi) => pi.registerCommand("again", { handler: (_, ctx) => ctx.reload() });',
      },
    });
    await using pi = project.rpc(runtime, ({ options }) => options?.[0]);
    const data = async (type: string) => (await pi.request({ type }))["data"] as Record<string, unknown>;
    const runs = async (count: number) => {
      await pi.prompt();
      expect([pi.dialogs.length, (await lines(project, "heard.jsonl")).length]).toEqual([0, count]);
    };
    await runs(1);
    const { sessionFile } = await data("get_state");
    await pi.request({ type: "new_session" });
    await runs(2);
    await pi.request({ type: "switch_session", sessionPath: sessionFile });
    await runs(3);
    const { messages } = await data("get_fork_messages");
    await pi.request({ type: "fork", entryId: (messages as { entryId: string }[])[0]?.entryId });
    await runs(4);
    await pi.prompt("/again");
    await runs(5);
  });

  test("answers for what is behind `timeout`, without a dialog, and asks as soon as a part is not allowed", async () => {
    const scaffold = (inner: string) => `cd . && timeout 240 ${inner} 2>&1 | tail -5; echo EXIT $?`;
    const permission = {
      ...PERMISSION,
      bash: { ...PERMISSION.bash, "pnpm *": "allow", "tail *": "allow", "env *": "allow" },
    };
    const commands = [
      scaffold("pnpm test"),
      scaffold("make"),
      "timeout 60s pnpm test && git push",
      "env A=1 pnpm test",
    ];
    for (const grammar of ["strict", "full"]) {
      await using project = await Project.create({
        script: calls(...commands),
        settings: { permission, innerCommand: { grammar } },
        files: { "../home/pnpm": "" },
      });
      await using pi = project.rpc(runtime, ({ options }) => options?.[0]);
      await pi.prompt();
      expect(project.model.results[0]).toContain("EXIT 0");
      expect(project.model.results.slice(1)).toEqual([
        "portcullis: the user denied `timeout 240 make`.",
        "portcullis: the user denied `timeout 60s pnpm test`.",
        expect.stringMatching(/^portcullis: the user denied `(?:env )?A=1/),
      ]);
      expect(pi.dialogs).toHaveLength(3);
    }
  });
});

describe.each(RUNTIMES)("a permission-system of version 24 or later as the host (a double), under %s", (runtime) => {
  const host = (more: object = {}) =>
    JSON.stringify({ rules: { "echo *": "allow", "rm *": "deny" }, chain: ["inner-cmd", "sample"], ...more });
  const COMMANDS = [
    "timeout 5 echo there",
    "timeout 5 echo a && make x",
    "timeout 5 rm x",
    "echo a && timeout 5 echo b",
  ];
  const EXPECTED = ["there\n", "host: nobody allowed it", "host: inner-cmd denied", "a\nb\n"];

  test.each<[string, boolean, object]>([
    ["loaded before ours, with payloads", false, {}],
    ["loaded after ours, with payloads", true, {}],
    ["loaded before ours, of version 24", false, { payload: false }],
    ["loaded after ours, of version 24", true, { payload: false }],
    ["loaded before ours, by session", false, { session: true }],
    ["loaded after ours, by session", true, { session: true }],
  ])("%s, asks our link, and our gate stays off", async (_, after, more) => {
    // `echo` is a builtin, and only a program behind `timeout`; the link says so by deferring.
    const commands = COMMANDS.map((command) => command.replaceAll("timeout 5 echo", "timeout 5 /bin/echo"));
    const rules = { "echo *": "allow", "/bin/echo *": "allow", "rm *": "deny" };
    const place = after ? "../agent/extensions/host.js" : "../host.js";
    await using project = await Project.create({
      script: calls(...commands, "make lint"),
      settings: { permission: { "*": "deny" } },
      files: {
        Makefile: MAKEFILE,
        [place]: HOST,
        "host.json": host({ rules, ...more }),
        "../agent/extensions/link.js": LINK,
      },
    });
    const args = after ? [] : ["-e", join(project.root, "host.js")];
    await using pi = project.rpc(runtime, () => undefined, args);
    await pi.prompt();
    expect(project.model.results).toEqual([...EXPECTED, "made lint\n"]);
    expect(pi.dialogs).toEqual([]);
    expect(pi.notices.filter((notice) => notice.includes("pi-permission-system"))).toEqual([
      expect.stringContaining("The `permission` block of settings.json is not used"),
    ]);
    const noted = await lines(project, "host.jsonl");
    expect(noted.filter(({ registered }) => registered === "inner-cmd")).toHaveLength(1);
  });

  test("is left, and found again, with its session", async () => {
    await using project = await Project.create({
      script: [bash("timeout 5 /bin/echo a"), "done", bash("timeout 5 /bin/echo b"), "done"],
      files: { "../agent/extensions/host.js": HOST, "host.json": host({ rules: { "/bin/echo *": "allow" } }) },
    });
    await using pi = project.rpc(runtime);
    await pi.prompt();
    await pi.request({ type: "new_session" });
    await pi.prompt();
    expect(project.model.results).toEqual(["a\n", "b\n"]);
    const noted = await lines(project, "host.jsonl");
    const of = (key: string) => noted.filter((one) => one[key] === "inner-cmd").length;
    expect({ registered: of("registered"), disposed: of("disposed") }).toEqual({ registered: 2, disposed: 1 });
  });

  test("that says nothing in this session may be another's: our gate stays on", async () => {
    await using project = await Project.create({
      script: calls("make x"),
      settings: { permission: PERMISSION },
      files: { "../host.js": HOST, "host.json": host({ silent: true, rules: { "*": "allow" } }) },
    });
    await using pi = project.rpc(runtime, ({ options }) => options?.[0], ["-e", join(project.root, "host.js")]);
    await pi.prompt();
    expect(project.model.results).toEqual(["portcullis: the user denied `make x`."]);
  });

  test("has a link of that name already: ours stays out, and says so", async () => {
    const taken = `export default (pi) => {
      const take = () => {
        const service = globalThis[Symbol.for("@gotgenes/pi-permission-system:service")];
        try { service?.registerAuthorizer?.("inner-cmd", () => ({ kind: "allow" })); } catch {}
      };
      pi.on("session_start", take);
      pi.events.on("permissions:ready", take);
    };`;
    await using project = await Project.create({
      script: calls("make lint"),
      files: { Makefile: MAKEFILE, "../host.js": HOST, "../taken.js": taken, "host.json": host() },
    });
    const args = ["taken.js", "host.js"].flatMap((file) => ["-e", join(project.root, file)]);
    await using pi = project.rpc(runtime, () => undefined, args);
    await pi.prompt();
    expect(project.model.results).toEqual(["made lint\n"]);
    expect(pi.notices).toEqual([expect.stringContaining("registered the authorizer `inner-cmd` already")]);
  });
});

describe.each(RUNTIMES)("the real permission-system 20.7.3, under %s", (runtime) => {
  const config = (permission: object) => ({
    "../agent/extensions/pi-permission-system/config.json": JSON.stringify({ permission }),
  });
  const THEIRS = { "*": "ask", bash: { "*": "ask", "seq *": "allow" } };
  const globalSettings = { packages: [PACKAGE] };

  test("without a `permission` block of ours: one notice, and ours never asks", async () => {
    await using project = await Project.create({
      script: calls("seq 2", "make x"),
      globalSettings,
      files: config(THEIRS),
    });
    await using pi = project.rpc(runtime, () => undefined);
    await pi.prompt();
    expect(project.model.results[0]).toBe("1\n2\n");
    expect(pi.dialogs).toHaveLength(1);
    expect(pi.dialogs[0]?.title).not.toContain("Portcullis");
    const notices = pi.notices.filter((notice) => notice.startsWith("portcullis"));
    expect(notices).toEqual([expect.stringContaining("`innerCommand.hoist: true`")]);
  });

  test("with both configured: both gates are on, and one notice says which to remove", async () => {
    await using project = await Project.create({
      script: calls("seq 2", "make x"),
      settings: { permission: { "*": "ask", bash: { "*": "ask", "make *": "allow" } } },
      globalSettings,
      files: config({ ...THEIRS, bash: { "*": "allow", "make *": "deny" } }),
    });
    await using pi = project.rpc(runtime, () => undefined);
    await pi.prompt();
    expect(project.model.results[0]).toBe("portcullis: the user denied `seq 2`.");
    expect(project.model.results[1]).not.toContain("portcullis");
    const notices = pi.notices.filter((notice) => notice.startsWith("portcullis"));
    expect(notices).toEqual([expect.stringMatching(/Both gates are on.*remove `@gotgenes\/pi-permission-system`/s)]);
  });

  test("hoisting: it judges the command behind `timeout`, which runs with that limit", async () => {
    const commands = ["timeout 5 seq 2", "timeout 60 sleep 9", "timeout 5 seq 3 >out 2>&1", "timeout 5 seq 1; echo x"];
    const script = [
      ...calls(commands[0] ?? ""),
      bash(commands[1] ?? "", { timeout: 1 }),
      ...calls(...commands.slice(2)),
    ];
    await using project = await Project.create({
      script,
      settings: { innerCommand: { hoist: true } },
      globalSettings,
      files: config({ ...THEIRS, bash: { ...THEIRS.bash, "sleep *": "allow" } }),
    });
    await using pi = project.rpc(runtime, () => undefined);
    await pi.prompt();
    const { results } = project.model;
    expect(results[0]).toBe("1\n2\n");
    expect(results[1]).toContain("timed out after 1 second");
    expect(await project.read("out")).toBe("1\n2\n3\n");
    // No whole `timeout D inner`: that one it asks about.
    expect(pi.dialogs).toHaveLength(1);
  });
});
