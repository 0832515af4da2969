import { describe, expect, setDefaultTimeout, test } from "bun:test";

import { type Dialog, Project, RUNTIMES } from "./pi.ts";
import { bash } from "./scripted-model.ts";

// Pi starts in about a second; a busy machine takes longer.
setDefaultTimeout(60_000);

const PERMISSION = {
  "*": "ask",
  read: { "*": "allow", "*.env": "deny" },
  bash: { "*": "ask", "echo *": "allow", "touch *": "allow", "rm *": { action: "deny", reason: "use git clean" } },
};

/** The choices of the dialog: the first denies, the second allows once. */
const deny = ({ options }: Dialog) => options?.[0];
const allow = ({ options }: Dialog) => options?.[1];

describe.each(RUNTIMES)("real Pi under %s", (runtime) => {
  test("runs what is allowed, without a word", async () => {
    await using project = await Project.create({
      script: [bash("echo hi && echo there")],
      settings: { permission: PERMISSION },
    });
    await using pi = project.rpc(runtime);
    await pi.prompt();
    expect(project.model.results).toEqual(["hi\nthere\n"]);
    expect(pi.dialogs).toEqual([]);
    expect(pi.notices).toEqual([]);
  });

  test("tells the model why a command is denied", async () => {
    await using project = await Project.create({
      script: [bash("echo x; rm -rf x")],
      settings: { permission: PERMISSION },
      files: { x: "kept" },
    });
    await using pi = project.rpc(runtime);
    await pi.prompt();
    expect(project.model.results).toEqual([
      "portcullis: `rm -rf x` is denied: the bash rule `rm *` says deny (use git clean). Do not try to get around this; do without, or ask the user.",
    ]);
    expect(await project.read("x")).toBe("kept");
    expect(pi.dialogs).toEqual([]);
  });

  test("asks, and runs it once when allowed once", async () => {
    await using project = await Project.create({
      script: [bash("seq 1 >a"), bash("seq 2 >a")],
      settings: { permission: PERMISSION },
    });
    let asked = 0;
    await using pi = project.rpc(runtime, (dialog) => (asked++ === 0 ? allow(dialog) : deny(dialog)));
    await pi.prompt();
    expect(pi.dialogs.map(({ title }) => title)).toEqual([
      "Portcullis: may the agent do this (bash)?\n\n`seq 1`: the bash rule `*` says ask\n`a`: the write rule `*` says ask\n\n  seq 1 >a",
      "Portcullis: may the agent do this (bash)?\n\n`seq 2`: the bash rule `*` says ask\n`a`: the write rule `*` says ask\n\n  seq 2 >a",
    ]);
    expect(project.model.results).toEqual(["(no output)", "portcullis: the user denied `seq 2`."]);
    expect(await project.read("a")).toBe("1\n");
  });

  test("gives the model the reason that the user gave", async () => {
    await using project = await Project.create({ script: [bash("make")], settings: { permission: PERMISSION } });
    await using pi = project.rpc(runtime, ({ method, options }) => (method === "select" ? options?.at(-1) : "use bun"));
    await pi.prompt();
    expect(project.model.results).toEqual(["portcullis: the user denied `make`: use bun"]);
  });

  test("takes Esc for no", async () => {
    await using project = await Project.create({ script: [bash("make")], settings: { permission: PERMISSION } });
    await using pi = project.rpc(runtime, () => undefined);
    await pi.prompt();
    expect(project.model.results).toEqual(["portcullis: the user denied `make`."]);
  });

  test("blocks where nobody can be asked, and names the setting that would allow it", async () => {
    await using project = await Project.create({
      script: [bash("make all"), bash("echo on"), "bye"],
      settings: { permission: PERMISSION },
    });
    const { stdout, status } = await project.print(runtime);
    expect({ stdout, status }).toEqual({ stdout: "bye\n", status: 0 });
    expect(project.model.results).toEqual([
      'portcullis: `make all` needs an approval: the bash rule `*` says ask, and nobody can be asked here. The user can allow it in settings.json: {"permission":{"bash":{"make all":"allow"}}}',
      "on\n",
    ]);
  });

  test("judges each of the calls in one message", async () => {
    const calls = ["touch a", "rm a", "make b", "touch c"].map((command) => ({ tool: "bash", arguments: { command } }));
    await using project = await Project.create({ script: [calls], settings: { permission: PERMISSION } });
    await using pi = project.rpc(runtime, deny);
    await pi.prompt();
    expect(pi.dialogs).toHaveLength(1);
    expect(project.model.results.map((result) => result.split(/[:(]/)[0])).toEqual([
      "",
      "portcullis",
      "portcullis",
      "",
    ]);
    expect(await Promise.all(["a", "c"].map((file) => project.read(file)))).toEqual(["", ""]);
  });

  test("judges the file tools by their path", async () => {
    const call = (tool: string, more: object) => [{ tool, arguments: { ...more } }];
    await using project = await Project.create({
      script: [
        call("read", { path: "x" }),
        call("read", { path: "./.env" }),
        call("read", { path: "/etc/hostname" }),
        call("write", { path: "y", content: "1" }),
      ],
      settings: { permission: PERMISSION },
      files: { x: "seen", ".env": "SECRET" },
    });
    await using pi = project.rpc(runtime, deny);
    await pi.prompt();
    const [seen, secret, outside, written] = project.model.results;
    expect(seen).toContain("seen");
    expect(secret).toContain("the read rule `*.env` says deny");
    expect(outside).toContain("the user denied `/etc/hostname`");
    expect(written).toContain("the user denied `y`");
    expect(pi.dialogs.map(({ title }) => title?.split("\n")[2])).toEqual([
      "`/etc/hostname`: the external_directory rule `*` says ask",
      "`y`: the write rule `*` says ask",
    ]);
    expect(await project.read("y")).toBeUndefined();
  });

  test("reads the settings again on /reload", async () => {
    await using project = await Project.create({
      script: [bash("echo 1"), "ok", bash("echo 2")],
      settings: { permission: PERMISSION },
    });
    const reload = `export default (pi) => pi.registerCommand("again", { handler: (_, ctx) => ctx.reload() });`;
    await project.write(".pi/extensions/zz-reload.js", reload);
    await using pi = project.rpc(runtime);
    await pi.prompt();
    await project.write(".pi/settings.json", JSON.stringify({ permission: { bash: "deny", read: 5 } }));
    await pi.prompt("/again");
    await pi.until(() => pi.notices.length > 0);
    await pi.prompt();
    const [before, after] = project.model.results;
    expect(before).toBe("1\n");
    expect(after).toContain("the bash rule `*` says deny");
    expect(pi.notices).toEqual([
      "portcullis: a mistake in the settings:\n  permission.read: expected an action or a map of patterns, not the number 5",
    ]);
  });

  test("is not there in a project that is not trusted", async () => {
    await using project = await Project.create({
      script: [bash("echo free")],
      settings: { permission: { bash: "deny" } },
      trusted: false,
    });
    await project.print(runtime);
    expect(project.model.results).toEqual(["free\n"]);
  });

  test("guards every project from the global extensions, and takes no settings from an untrusted one", async () => {
    await using project = await Project.create({
      script: [bash("echo 1"), bash("ls")],
      settings: { permission: { bash: "allow" } },
      globalSettings: { permission: { bash: { "*": "deny", "echo *": "allow" } } },
      trusted: false,
    });
    await project.write(
      "../agent/extensions/portcullis.js",
      (await project.read(".pi/extensions/portcullis.js")) ?? "",
    );
    await project.print(runtime);
    const [first, second] = project.model.results;
    expect(first).toBe("1\n");
    expect(second).toContain("is denied");
  });

  test.each<[string, object]>([
    ["another shell", { shellPath: "/bin/sh" }],
    ["a prefix that changes how commands are read", { shellCommandPrefix: "shopt -s expand_aliases" }],
  ])("asks under %s", async (_, settings) => {
    await using project = await Project.create({
      script: [bash("echo x")],
      settings: { permission: { "*": "ask", bash: { "*": "allow", "rm *": "deny" } }, ...settings },
    });
    await using pi = project.rpc(runtime, deny);
    await pi.prompt();
    expect(pi.dialogs).toHaveLength(1);
  });

  test("is off without a `permission` block", async () => {
    await using project = await Project.create({ script: [bash("echo free")] });
    await project.print(runtime);
    expect(project.model.results).toEqual(["free\n"]);
  });

  test.each<[string, unknown, string]>([
    [
      "an unknown action",
      { bash: { "*": "allow", "echo *": "alow" } },
      'permission.bash["echo *"]: unknown action "alow"; expected "allow", "ask" or "deny"',
    ],
    ["a number for a map", { bash: 7 }, "permission.bash: expected an action or a map of patterns, not the number 7"],
    ["a number for everything", 7, "permission: expected a map of surfaces, not the number 7"],
  ])("warns of %s by name, and asks", async (_, permission, mistake) => {
    await using project = await Project.create({ script: [bash("echo x")], settings: { permission } });
    await using pi = project.rpc(runtime, deny);
    await pi.prompt();
    expect(pi.notices).toEqual([`portcullis: a mistake in the settings:\n  ${mistake}`]);
    expect(pi.dialogs).toHaveLength(1);
  });

  test.each([
    ["en", "portcullis: rules without effect, or out of order:", "… and 1 more"],
    ["zh", "portcullis：有些规则不起作用，或者顺序不对：", "…… 另有 1 处"],
  ])("names rules without effect, a few of them, in %s", async (language, heading, more) => {
    const bash = { "git a *": "deny", "git b *": "deny", "git *": "ask", "rm *": "deny", "*": "allow" };
    await using project = await Project.create({
      script: [],
      settings: { permission: { bash, env: { PATH: "deny" } }, language },
    });
    await using pi = project.rpc(runtime, deny);
    await pi.until(() => pi.notices.length > 0);
    expect(pi.notices).toEqual([
      [
        heading,
        '  permission.bash["git a *"]: never decides: permission.bash["git *"] comes later and matches all that it does',
        '  permission.bash["git b *"]: never decides: permission.bash["git *"] comes later and matches all that it does',
        '  permission.bash["*"]: comes later than 4 rules and overrides them: write it first',
        `  ${more}`,
      ].join("\n"),
    ]);
  });

  test.each(["", "{", "[]", '{"permission":{"bash":"allow",}}'])(
    "asks about everything where a settings file is %j",
    async (text) => {
      await using project = await Project.create({ script: [bash("echo x")] });
      await project.write(".pi/settings.json", text);
      await using pi = project.rpc(runtime, deny);
      await pi.prompt();
      expect(pi.notices.join()).toContain("portcullis: a mistake in the settings:");
      expect(pi.notices.join()).toContain(".pi/settings.json: ");
      expect(pi.dialogs).toHaveLength(1);
      expect(project.model.results[0]).toContain("denied");
    },
  );

  test("judges once where the file is in two places", async () => {
    await using project = await Project.create({
      script: [bash("touch a"), bash("make")],
      settings: { permission: PERMISSION },
    });
    await project.write("../agent/extensions/copy.js", (await project.read(".pi/extensions/portcullis.js")) ?? "");
    await using pi = project.rpc(runtime, deny);
    await pi.prompt();
    expect(project.model.results).toEqual(["(no output)", "portcullis: the user denied `make`."]);
    expect(pi.dialogs).toHaveLength(1);
  });

  test("shows what needs an approval before the call, and nothing that a terminal would obey", async () => {
    const command = `echo 1 ); rm y; npm \u001b[2K\rls; ${"echo a; ".repeat(300)}`;
    await using project = await Project.create({
      script: [
        bash(`make 1; make 2; ${command}`),
        bash(Array.from({ length: 80 }, (_, line) => `make ${line}`).join("\n")),
      ],
      settings: { permission: PERMISSION },
    });
    await using pi = project.rpc(runtime, deny);
    await pi.prompt();
    const [one = "", two = ""] = pi.dialogs.map(({ title }) => title ?? "");
    const [question, , first, second, third] = one.split("\n");
    expect(question).toBe("Portcullis: may the agent do this (bash)?");
    expect(first).toStartWith("`make 1; make 2; echo 1 );");
    expect(second).toMatch(/^… \d+ more characters …$/);
    expect(third).toEndWith("`: not understood: unexpected `)`");
    expect(one.length).toBeLessThan(2_000);
    expect(one).not.toMatch(/[\u001b\r]/);
    expect(two.split("\n").length).toBeLessThan(30);
    expect(two).toContain("… and 74 more");
    expect(pi.dialogs[0]?.options).toEqual(["Deny", "Allow once", "Explain", "Deny, and say why"]);
  });

  test("speaks Chinese", async () => {
    await using project = await Project.create({
      script: [bash("make"), bash("rm x")],
      settings: { permission: PERMISSION, language: "zh" },
    });
    await using pi = project.rpc(runtime, ({ options }) => options?.[0]);
    await pi.prompt();
    expect(pi.dialogs[0]?.title).toContain("允许 agent 这样做吗（bash）？");
    expect(pi.dialogs[0]?.options).toEqual([
      ...["拒绝", "允许这一次", "本次会话内允许 `make`", "编辑本次会话的规则", "解释", "拒绝并说明原因"],
    ]);
    expect(project.model.results).toEqual([
      "portcullis：用户拒绝了 `make`。",
      "portcullis：已拒绝 `rm x`：bash 规则 `rm *` 的判定是 deny（use git clean）。请不要绕过；换一种做法，或者询问用户。",
    ]);
  });

  test("names a setting only if it would help", async () => {
    await using project = await Project.create({
      script: [bash("make a > b"), bash("make 'a*b'"), bash("make $x"), bash("echo $[1]")],
      settings: { permission: PERMISSION },
    });
    await project.print(runtime);
    const settings = project.model.results.map((result) => /settings\.json: (.*)$/.exec(result)?.[1]);
    expect(settings).toEqual([
      '{"permission":{"bash":{"make a":"allow"},"write":{"b":"allow"}}}',
      '{"permission":{"bash":{"make a?b":"allow"}}}',
      undefined,
      undefined,
    ]);
    expect(project.model.results[2]).toContain("No rule can allow it as it is written");
  });

  test("blocks when the gate itself fails", async () => {
    await using project = await Project.create({
      script: [bash("touch x")],
      settings: { permission: { bash: "allow" } },
      // The field that is judged can then not be bound.
      earlierHandler: "Object.freeze(event.input);",
    });
    await using pi = project.rpc(runtime);
    await pi.prompt();
    expect(project.model.results[0]).toStartWith("portcullis: the call could not be judged, so it is blocked: ");
    expect(await project.read("x")).toBeUndefined();
  });
});

/** Chooses the first choice of a dialog that is about a pattern, else denies. */
const forSession =
  (pattern: string) =>
  ({ options = [] }: Dialog): string | undefined =>
    options.find((option) => option.includes(`\`${pattern}\``)) ?? options[0];

describe.each(RUNTIMES)("a session rule under %s", (runtime) => {
  test("allows what its pattern covers, until there is a new session", async () => {
    const commands = ["mkdir -p a", "mkdir -p a", "mkdir b", "mkdir c; make d"];
    await using project = await Project.create({
      script: [...commands.map((command) => bash(command)), "ok", bash("mkdir e")],
      settings: { permission: PERMISSION },
    });
    await using pi = project.rpc(runtime, forSession("mkdir *"));
    await pi.prompt();
    expect(pi.dialogs.map(({ options }) => options)).toEqual([
      [
        "Deny",
        "Allow once",
        "Allow `mkdir -p a` for this session",
        "Allow `mkdir -p *` for this session",
        "Allow `mkdir *` for this session",
        "Edit a rule for this session",
        "Explain",
        "Deny, and say why",
      ],
      [
        "Deny",
        "Allow once",
        "Allow `make d` for this session",
        "Allow `make d *` for this session",
        "Edit a rule for this session",
        "Explain",
        "Deny, and say why",
      ],
    ]);
    // What is allowed by now is not asked about.
    expect(pi.dialogs[1]?.title).toContain("`make d`: the bash rule `*` says ask\n\n");
    expect(pi.dialogs[1]?.title).not.toContain("`mkdir c`:");
    expect(project.model.results).toEqual([
      "(no output)",
      "(no output)",
      "(no output)",
      "portcullis: the user denied `make d`.",
    ]);
    await pi.request({ type: "new_session" });
    await pi.prompt();
    expect(pi.dialogs).toHaveLength(3);
    expect(await project.read(".pi/settings.json")).toBe(JSON.stringify({ permission: PERMISSION }, undefined, 2));
    // The scripted person chose the pattern again.
    expect(project.model.results.at(-1)).toBe("(no output)");
  });

  test("is gone after /reload, and stands in no file but the log", async () => {
    await using project = await Project.create({
      script: [bash("mkdir covered"), "ok", bash("mkdir again")],
      settings: { permission: PERMISSION },
    });
    const reload = `export default (pi) => pi.registerCommand("again", { handler: (_, ctx) => ctx.reload() });`;
    await project.write(".pi/extensions/zz-reload.js", reload);
    await using pi = project.rpc(runtime, (dialog) =>
      pi.dialogs.length === 1 ? forSession("mkdir *")(dialog) : deny(dialog),
    );
    await pi.prompt();
    // The notice says that the settings were read again.
    await project.write(".pi/settings.json", JSON.stringify({ permission: PERMISSION, defaultTimeout: "x" }));
    await pi.prompt("/again");
    await pi.until(() => pi.notices.length > 0);
    await pi.prompt();
    expect(pi.dialogs).toHaveLength(2);
    expect(project.model.results).toEqual(["(no output)", "portcullis: the user denied `mkdir again`."]);
    const written: string[] = [];
    for await (const file of new Bun.Glob("**/*").scan({ cwd: project.root, dot: true, absolute: true })) {
      // What the log says of it allows nothing.
      if (!/(?:portcullis\.js|audit\.jsonl)$/.test(file) && (await Bun.file(file).text()).includes("mkdir *"))
        written.push(file);
    }
    expect(written).toEqual([]);
  });

  test("does not loosen a deny, and is not offered where one may match", async () => {
    await using project = await Project.create({
      script: [bash("rmdir x"), bash("rm a"), bash("$x a"), bash("if"), bash("cat <<E\nx\nE")],
      settings: { permission: PERMISSION },
    });
    await using pi = project.rpc(runtime, forSession("rmdir x"));
    await pi.prompt();
    expect(pi.dialogs.map(({ options }) => options?.length)).toEqual([6, 4, 4, 4]);
    expect(project.model.results[1]).toContain("`rm a` is denied");
  });

  test("covers a compound, a file and its directory", async () => {
    await using project = await Project.create({
      script: [
        bash("mkdir a && git init -q >log/x"),
        bash("git init -q --bare b >log/y; mkdir c"),
        [{ tool: "write", arguments: { path: "log/z", content: "1" } }],
        [{ tool: "write", arguments: { path: "z", content: "1" } }],
      ],
      files: { "log/kept": "" },
      settings: { permission: PERMISSION },
    });
    await using pi = project.rpc(runtime, ({ options = [] }) =>
      pi.dialogs.length === 1 ? options.at(-4) : options[0],
    );
    await pi.prompt();
    expect(pi.dialogs[0]?.options?.at(-4)).toContain("Allow `mkdir *`, `git init *`, write `");
    expect(pi.dialogs[0]?.options?.at(-4)).toEndWith("/log/*` for this session");
    expect(pi.dialogs).toHaveLength(2);
    expect(project.model.results.map((result) => result.slice(0, 10))).toEqual([
      "(no output",
      "(no output",
      "Successful",
      "portcullis",
    ]);
  });

  test("answers the calls that wait in the same message", async () => {
    const calls = ["mkdir a", "mkdir b", "mkdir c"].map((command) => ({ tool: "bash", arguments: { command } }));
    await using project = await Project.create({ script: [calls], settings: { permission: PERMISSION } });
    await using pi = project.rpc(runtime, forSession("mkdir *"));
    await pi.prompt();
    expect(pi.dialogs).toHaveLength(1);
    expect(project.model.results).toEqual(["(no output)", "(no output)", "(no output)"]);
  });

  test("and those that a script makes at once", async () => {
    const code = `await Promise.all(["a", "b", "c"].map((name) => tools.bash({ command: "mkdir " + name })));`;
    await using project = await Project.create({
      script: [[{ tool: "codemode", arguments: { code } }]],
      settings: { permission: { ...PERMISSION, codemode: "allow" }, defaultTools: ["+codemode"] },
    });
    await using pi = project.rpc(runtime, async (dialog) => {
      // Any other dialog would come meanwhile.
      await Bun.sleep(100);
      return forSession("mkdir *")(dialog);
    });
    await pi.prompt();
    expect(project.model.results[0]).toStartWith("Script completed");
    expect(pi.dialogs).toHaveLength(1);
  });

  test("shows a long pattern and what cannot be seen shortened and written out", async () => {
    await using project = await Project.create({
      script: [bash(`mytool 'x\n\u200by${"z".repeat(200)}'`)],
      settings: { permission: PERMISSION },
    });
    await using pi = project.rpc(runtime, ({ options }) => options?.[2]);
    await pi.prompt();
    const [, , exact = ""] = pi.dialogs[0]?.options ?? [];
    expect(exact).toMatch(/^Allow `mytool x\\n\\u\{200b\}yz+ … z+` for this session$/);
    expect(exact.length).toBeLessThan(120);
    // It stands for the whole of it.
    expect(project.model.results[0]).toContain("mytool: command not found");
  });
});

/** What a later extension might do to a call that was allowed as `touch a`; none may make it `touch b`. */
const TAMPERS: readonly (readonly [name: string, code: string])[] = [
  ["assigns", `event.input.command = "touch b";`],
  ["assigns in sloppy mode", `new Function("input", "input.command = 'touch b'")(event.input);`],
  ["deletes and adds", `delete event.input.command; event.input.command = "touch b";`],
  ["defines", `Object.defineProperty(event.input, "command", { value: "touch b" });`],
  ["replaces the input", `event.input = { command: "touch b" };`],
  ["sets a prototype", `Object.setPrototypeOf(event.input, { command: "touch b" });`],
  ["assigns later", `setTimeout(() => { try { event.input.command = "touch b"; } catch {} }, 0);`],
  ["assigns through Reflect", `Reflect.set(event.input, "command", "touch b");`],
];

describe.each(RUNTIMES)("an allow is bound to its command under %s", (runtime) => {
  test.each(TAMPERS)("when a later extension %s", async (_, code) => {
    await using project = await Project.create({
      script: [bash("touch a")],
      settings: { permission: { bash: { "*": "deny", "touch a": "allow" } } },
      laterHandler: code,
    });
    await using pi = project.rpc(runtime);
    await pi.prompt();
    expect(await project.read("b")).toBeUndefined();
    // It ran as judged, or not at all and with a reason.
    const [result = ""] = project.model.results;
    const ran = (await project.read("a")) !== undefined;
    expect([result, ran]).toEqual([result, result === "(no output)"]);
  });

  test("and a rewriter that means well is told so", async () => {
    await using project = await Project.create({
      script: [bash("touch a")],
      settings: { permission: { bash: { "touch *": "allow" } } },
      laterHandler: 'event.input.command += " b";',
    });
    await using pi = project.rpc(runtime);
    await pi.prompt();
    expect(project.model.results[0]).toContain("portcullis: `command` was judged and cannot be changed any more");
    expect(await project.read("a")).toBeUndefined();
  });

  test("and so is one that changes a path", async () => {
    await using project = await Project.create({
      script: [[{ tool: "read", arguments: { path: "a" } }], [{ tool: "ls", arguments: {} }]],
      settings: {
        permission: { read: "allow", ls: "allow", external_directory: "deny" },
        defaultTools: ["read", "ls"],
      },
      files: { a: "harmless", b: "SECRET" },
      laterHandler: 'event.input.path = event.toolName === "ls" ? "/" : "b";',
    });
    await using pi = project.rpc(runtime);
    await pi.prompt();
    expect(project.model.results).toHaveLength(2);
    for (const result of project.model.results)
      expect(result).toContain("portcullis: `path` was judged and cannot be changed any more");
  });

  test("and an earlier rewriter is judged by what it made of it", async () => {
    await using project = await Project.create({
      script: [bash("touch a")],
      settings: { permission: { bash: { "*": "deny", "touch a": "allow" } } },
      earlierHandler: 'event.input.command += " b";',
    });
    await using pi = project.rpc(runtime);
    await pi.prompt();
    expect(project.model.results[0]).toContain("`touch a b` is denied");
  });

  test("while a dialog is open", async () => {
    await using project = await Project.create({
      script: [bash("touch a")],
      settings: { permission: { bash: "ask" } },
      earlierHandler: 'const { input } = event; setTimeout(() => { try { input.command = "touch b"; } catch {} }, 50);',
    });
    await using pi = project.rpc(runtime, async (dialog) => {
      await Bun.sleep(200);
      return allow(dialog);
    });
    await pi.prompt();
    expect(await Promise.all(["a", "b"].map((file) => project.read(file)))).toEqual(["", undefined]);
  });
});
