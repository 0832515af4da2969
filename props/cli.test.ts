import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { findNode, pinnedBun } from "../scripts/toolchain.ts";
import { presetRules } from "../src/policy/presets.ts";
import { BUNDLE } from "./e2e/pi.ts";
import { scratchDirectory } from "./scratch.ts";

setDefaultTimeout(60_000);

const PERMISSION = { bash: { "*": "ask", "git *": "allow", "git push *": "deny" } };

/** Runs the bundle as a command in an empty directory. */
async function run(
  runtime: string,
  args: readonly string[],
  input = "",
  settings?: unknown,
  links: Readonly<Record<string, string>> = {},
) {
  using directory = scratchDirectory();
  const home = directory.path;
  if (settings !== undefined) {
    mkdirSync(join(home, ".pi"));
    writeFileSync(join(home, ".pi/settings.json"), typeof settings === "string" ? settings : JSON.stringify(settings));
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(home, name));
  const program = runtime === "node" ? findNode() : pinnedBun();
  const child = Bun.spawn([program, BUNDLE, ...args], {
    cwd: home,
    env: { HOME: home, PATH: process.env["PATH"] ?? "", LANG: "zh_CN.UTF-8" },
    stdio: [new Blob([input]), "pipe", "pipe"],
  });
  const [stdout, stderr, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { stdout, stderr, status };
}

describe.each(["node", "bun"])("under %s", (runtime) => {
  test("decides a request a line, in order, an error in the place of a bad one", async () => {
    const lines = [
      JSON.stringify({ command: "git log $x", permission: PERMISSION }),
      "{",
      "",
      "[]",
      JSON.stringify({ permission: PERMISSION }),
      JSON.stringify({ command: "ls", cwd: 5, permission: PERMISSION }),
      JSON.stringify({ command: "ls" }),
      JSON.stringify({ command: "git push", permission: PERMISSION }),
    ];
    const { stdout, stderr, status } = await run(runtime, ["decide", "--jsonl"], `${lines.join("\n")}\n`);
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    const answers = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(answers[0]).toEqual({
      state: "allow",
      final: "allow",
      by: "policy",
      units: [
        {
          text: "git log \0",
          source: "git log $x",
          start: 0,
          end: 10,
          context: "top level",
          state: "allow",
          pattern: "git *",
          surface: "bash",
        },
      ],
      complete: true,
    });
    expect(stdout.split("\n")[0]).toContain("git log \\u0000");
    expect(answers.slice(1, 7).map((answer) => Object.keys(answer))).toEqual(Array(6).fill(["error"]));
    expect(answers[7]?.["state"]).toBe("deny");
  });

  test("takes the settings' permission where a request has none", async () => {
    const { stdout } = await run(runtime, ["decide", "--jsonl"], '{"command":"git log"}', { permission: PERMISSION });
    expect(JSON.parse(stdout)).toMatchObject({ state: "allow" });
  });

  test("decides many and long requests", async () => {
    const many = `${JSON.stringify({ command: "git log", permission: PERMISSION })}\n`.repeat(5_000);
    const long = JSON.stringify({ command: `git log ${"é x ".repeat(300_000)}`, permission: PERMISSION });
    const { stdout, status } = await run(runtime, ["decide", "--jsonl"], many + long);
    expect(status).toBe(0);
    const answers = stdout.trimEnd().split("\n");
    expect(answers).toHaveLength(5_001);
    expect(answers.every((line) => line.startsWith('{"state":"allow"'))).toBe(true);
  });

  test("explains a command as a tree", async () => {
    const { stdout, status } = await run(runtime, ["explain", "git log && git push $x; make"], "", {
      permission: PERMISSION,
    });
    expect(status).toBe(0);
    expect(stdout).toBe(`git log && git push $x; make

✔ allow  git log  [bash]
           because the bash rule \`git *\` says allow: permission.bash["git *"]
           overrides permission.bash["*"] (ask)
           would change with permission.bash["git log"]: "ask" as the last rule
✖ deny   git push …  [bash]
           because the bash rule \`git push *\` says deny: permission.bash["git push *"]
           overrides permission.bash["git *"] (allow), permission.bash["*"] (ask)
           would change with permission.bash["git push *"]: "ask"
? ask    make  [bash]
           because the bash rule \`*\` says ask: permission.bash["*"]
           would change with permission.bash["make"]: "allow" as the last rule

✖ deny: 1 of 3 parts is denied
`);
  });

  test("explains what was overridden, how little would change a verdict, and which mistake comes first", async () => {
    const bash = {
      "*": "ask",
      "g*": "ask",
      "git *": "allow",
      "git p*": "ask",
      "git push *": "allow",
      "git push -f *": "deny",
    };
    const explained = async (permission: object, command: string) => {
      const { stdout } = await run(runtime, ["explain", command], "", { permission });
      return stdout.split("\n").filter((line) => line.startsWith("      ") && !line.includes(" because "));
    };
    expect(await explained({ bash }, "git push -f")).toEqual([
      '           overrides permission.bash["git push *"] (allow), permission.bash["git p*"] (ask), permission.bash["git *"] (allow) and 2 more',
      '           would change with permission.bash["git push -f"]: "allow" as the last rule, or permission.bash["git push -f *"]: "ask"',
    ]);
    expect(await explained({ bash }, "make $x")).toEqual([
      '           would change with permission.bash["make *"]: "allow" as the last rule',
    ]);
    expect((await explained({ bash }, "git push $x"))[1]).toBe(
      '           would change with writing out what is known only at run time, or no rule permission.bash["git push -f *"]',
    );
    expect(await explained({ bash: { "*": "ask", x: "alow" } }, "make")).toEqual([
      '           would change once permission.bash["x"] is put right: until then nothing is allowed there',
    ]);
    expect(await explained({ "*": {}, bash: { "*": "ask" } }, "make")).toEqual([
      '           overrides permission["*"] (ask)',
      '           would change with permission.bash["make"]: "allow" as the last rule',
    ]);
  });

  test("explains what runs without a rule, and where a preset holds back", async () => {
    const bash = { "*": "ask", "rg secret *": "ask" };
    const explained = async (command: string) => {
      const { stdout } = await run(runtime, ["explain", command], "", { permission: { extends: ["read-only"], bash } });
      return stdout.split("\n").map((line) => line.trim());
    };
    const lines = await explained("CI=1 sort x; echo");
    expect(lines.filter((line) => line === "because it needs no rule")).toHaveLength(2);
    expect(lines.join()).not.toContain("does not allow these arguments");
    expect(await explained("sort -o x y")).toContain(
      "`sort *` of the preset read-only does not allow these arguments (prints what it reads in order; writes no output file, runs no compressor)",
    );
    expect((await explained("fd $x")).join()).toContain(
      "`fd *` of the preset read-only does not allow these arguments",
    );
    expect((await explained("rg secret --pre x")).join()).not.toContain("does not allow these arguments");
  });

  test("shows what a wrapper adds as not known, and not as the word before it", async () => {
    const permission = { bash: { "xargs *": "allow", "wc *": "allow" }, path: { "*": "allow", "*/.env": "deny" } };
    const { stdout } = await run(runtime, ["explain", "xargs wc -l"], "", { permission });
    expect(stdout).toContain("? ask    …  [path, wrapper]");
  });

  test("explains as the gate judges: behind links, and by the shell that Pi runs", async () => {
    const permission = { "*": "ask", external_directory: "ask", bash: { "*": "ask", "cat *": "allow" } };
    const linked = await run(runtime, ["explain", "cat link/passwd"], "", { permission }, { link: "/etc" });
    expect(linked.stdout).toContain("? ask: 1 of 2 parts needs an approval");
    const shell = await run(runtime, ["explain", "cat x"], "", { permission, shellPath: "/bin/zsh" });
    expect(shell.stdout).toContain("? ask:");
  });

  test("explains with the settings of a file, and says where there are none", async () => {
    const { stdout } = await run(runtime, ["explain", "--", "ls '"]);
    expect(stdout).toContain("There is no `permission` block");
    expect(stdout).toContain("not understood: unterminated single quote");
  });

  test("checks the settings", async () => {
    const lines = async (settings?: unknown) => {
      const { stdout, stderr, status } = await run(runtime, ["check"], "", settings);
      const [files = "", ...rest] = stdout.trimEnd().split("\n");
      return { files: files.replace(/\/.*\//, "…/"), rest, stderr, status };
    };
    const read = { files: "read …/settings.json", stderr: "", status: 0 };
    expect(await lines({ permission: { bash: { x: "alow" } }, defaultTimeout: "x" })).toEqual({
      ...read,
      rest: [
        'permission.bash["x"]: unknown action "alow"; expected "allow", "ask" or "deny"',
        'defaultTimeout: expected a number of seconds, not "x"',
      ],
      status: 1,
    });
    expect(await lines({ permission: PERMISSION })).toEqual({ ...read, rest: ["no mistakes; rules: 3"] });
    const preset = `preset read-only: ${presetRules("read-only").length} rules below yours`;
    expect(await lines({ permission: { ...PERMISSION, extends: ["read-only"] } })).toEqual({
      ...read,
      rest: [preset, "no mistakes; rules: 3"],
    });
    expect(await lines({ permission: { bahs: "deny" } })).toEqual({
      ...read,
      rest: ['note: permission["bahs"] is for a tool of that name; Pi itself has none', "no mistakes; rules: 1"],
    });
    expect(await lines({ permission: { bash: { "rm *": "deny", "*": "allow" }, env: { A: "allow" } } })).toEqual({
      ...read,
      rest: [
        'note: permission.bash["*"]: comes later than a rule and overrides it: write it first',
        'note: permission.env["A"]: matches nothing: a pattern is about NAME=value, as in "A=*"',
        "no mistakes; rules: 3",
      ],
    });
    const off = "no mistakes; there is no `permission` block, so the gate is off";
    expect(await lines()).toEqual({ ...read, files: "there are no settings files", rest: [off] });
    const broken = await lines("{");
    expect(broken.rest[0]).toMatch(/settings\.json: is no JSON: /);
    expect(broken.status).toBe(1);
  });

  test("explains with the mistakes of the settings, and shows what a terminal would obey", async () => {
    const { stdout } = await run(runtime, ["explain", "a\r\u001b[2Kb"], "", { permission: { bash: { x: "alow" } } });
    expect(stdout).toContain('! permission.bash["x"]: unknown action "alow"');
    expect(stdout).toContain("a\\u{d}\\u{1b}[2Kb");
    expect(stdout).not.toContain("\u001b");
  });

  test("says how it is used", async () => {
    for (const args of [["--help"], ["explain", "--help"], ["log", "-h"]])
      expect(await run(runtime, args)).toMatchObject({ stdout: expect.stringMatching(/^Usage:/), status: 0 });
    for (const args of [
      [],
      ["what"],
      ["explain"],
      ["decide"],
      ["check", "--settings"],
      ["check", "--settings", "missing.json"],
    ]) {
      const { stdout, stderr, status } = await run(runtime, args);
      expect({ args, stdout, status }).toEqual({ args, stdout: "", status: 2 });
      expect(stderr).toStartWith("portcullis: ");
    }
  });
});

test("answers under Node alone, where the project's package.json names no type", async () => {
  using project = scratchDirectory();
  const file = join(project.path, "portcullis.js");
  copyFileSync(BUNDLE, file);
  writeFileSync(join(project.path, "package.json"), "{}");
  const child = Bun.spawn([findNode(), file, "--version"], { stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  expect({ stdout, stderr }).toEqual({ stdout: expect.stringMatching(/^\d/), stderr: "" });
});

test("says which Node it needs", async () => {
  const older = 'Object.defineProperty(process, "versions", { value: { node: "20.20.2" } })';
  const child = Bun.spawn([findNode(), `--import=data:text/javascript,${encodeURIComponent(older)}`, BUNDLE, "check"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  expect(await new Response(child.stderr).text()).toBe("portcullis: Node 22 or newer is needed, this is 20.20.2\n");
  expect(await child.exited).toBe(2);
});

test("importing the bundle runs nothing", async () => {
  const child = Bun.spawn(
    [
      findNode(),
      "--input-type=module",
      "-e",
      `const all = await import(${JSON.stringify(BUNDLE)}); console.log(Object.keys(all).sort().join());`,
    ],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  expect((await new Response(child.stdout).text()).trim()).toBe(
    "SessionRules,decide,default,deriveApprovalPattern,evaluate,mayMatch,mustMatch,normalizePermission,parseTimeoutWrapper,parseUnits,readEntries,readEntry,readSetting,stripWrapperUnit,wildcardMatch",
  );
});
