import { describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { findNode, ROOT } from "../scripts/toolchain.ts";
import { decide } from "../src/authority/decision.ts";
import { auditEntry } from "../src/policy/audit-entry.ts";
import { readPermission } from "../src/policy/normalize.ts";
import { Policy } from "../src/policy/policy.ts";
import { judgeRequest } from "../src/policy/request.ts";
import type { Action } from "../src/policy/rules.ts";
import { scratchDirectory } from "./scratch.ts";

const README = readFileSync(join(ROOT, "README.md"), "utf8");

describe("the first policy of the README", () => {
  const json = /```json\n([^]*?)```/.exec(README)?.[1] ?? "";
  const { permission } = JSON.parse(json) as { permission: unknown };
  const state = (command: string): Action =>
    decide({ command, permission, cwd: "/home/user/project", home: "/home/user" }).state;

  test("has no mistake", () => {
    expect(readPermission(permission, "project").mistakes).toEqual([]);
  });

  test.each<[string, Action]>([
    ["git status", "allow"],
    ["git log -1 | head -5", "allow"],
    ["timeout 60 npm test", "allow"],
    ["cat src/index.ts", "allow"],
    ["cat .env", "deny"],
    ["grep x .env", "deny"],
    ["git diff --no-index .env x", "deny"],
    ["cat ./src/../.env", "deny"],
    ["grep -rn process.env src", "allow"],
    ["grep x *", "ask"],
    ["timeout 5 cat .env", "deny"],
    ["cat {.env,x}", "deny"],
    ["rm -rf build", "deny"],
    ["rm build", "ask"],
    ["git push", "ask"],
    ["cat ~/.ssh/id_rsa", "ask"],
    ["cat > .pi/settings.json", "ask"],
    ["git diff --output=.pi/settings.json", "ask"],
    ["ls .pi", "allow"],
    ["rm -r .pi", "ask"],
    ["timeout 60 rm -rf x", "deny"],
    ['echo "$x"', "allow"],
    ['git log "$ref"', "ask"],
  ])("%j: %s", (command, expected) => {
    expect(state(command)).toBe(expected);
  });

  test("runs what may name a file where no file is denied", () => {
    const open = { ...(permission as object), path: "allow" };
    for (const command of ['echo "$x"', 'git log "$ref"'])
      expect(decide({ command, permission: open, cwd: "/home/user/project" }).state).toBe("allow");
  });

  test("only asks about a relative path where the directory is not known", () => {
    expect(decide({ command: "cat .env", permission }).state).toBe("ask");
  });
});

describe("the decision table of the README", () => {
  const state = (command: string, bash: unknown): Action =>
    decide({ command, permission: { "*": "ask", bash }, cwd: "/p", home: "/h" }).state;

  test("its first examples are true", () => {
    const rules = { "git *": "allow", "git push *": "deny", "echo *": "allow" };
    expect(state('git log "$ref"', rules)).toBe("allow");
    expect(state("git $sub", rules)).toBe("ask");
    expect(state("git log && echo $(git push)", rules)).toBe("deny");
  });

  test("a rule for a program that runs another opens no more than that", () => {
    const rules = { "*": "ask", "timeout *": "allow", "xargs *": "allow", "ls *": "allow" };
    for (const wrapper of ["timeout 5", "xargs"]) {
      expect(state(`${wrapper} ls`, rules)).toBe("allow");
      expect(state(`${wrapper} rm x`, rules)).toBe("ask");
    }
  });

  test.each([
    "bash -c $x",
    "eval $x",
    "env ls",
    "sudo ls",
    "xargs -y ls",
    "ls | bash",
    "bash <<< ls",
    "export -f x",
    "declare -i x",
    "unset $x",
    "[ $x = y ]",
    'printf "$x"',
  ])("%j asks unless every command would be allowed", (command) => {
    expect(state(command, { "*": "allow", "rm *": "deny" })).toBe("ask");
    expect(state(command, { "*": "ask", [`${command.split(" ")[0] ?? ""} *`]: "allow" })).toBe("ask");
    expect(state(command, "allow")).toBe("allow");
  });
});

describe("the audit log of the README", () => {
  const commands = /## The audit log[^]*?```sh\n([^]*?)```/.exec(README)?.[1]?.trimEnd().split("\n") ?? [];
  const request = { kind: "command", command: "make" } as const;
  const policy = new Policy(readPermission({ "*": "ask" }, "global").rules, undefined);
  const known = { version: "0", time: new Date().toISOString(), session: "s", cwd: "/", tool: "bash", toolCallId: "c" };
  const entry = auditEntry({
    ...known,
    generation: "g",
    request,
    ruling: judgeRequest(request, policy, {}),
    final: "deny",
    by: "nobody",
    ms: 0,
  });

  test("has three commands", () => {
    expect(commands.map((line) => line.split(" ")[2])).toEqual(["log", "replay", "suggest"]);
  });

  test.each(commands)("%s", async (command) => {
    using scratch = scratchDirectory();
    const log = join(scratch.path, ".pi/agent/portcullis/audit.jsonl");
    mkdirSync(dirname(log), { recursive: true });
    mkdirSync(join(scratch.path, ".pi/extensions"), { recursive: true });
    writeFileSync(log, `${JSON.stringify(entry)}\n`);
    writeFileSync(join(scratch.path, "new.json"), '{"bash": {"make": "allow"}}');
    copyFileSync(join(ROOT, "dist/portcullis.js"), join(scratch.path, ".pi/extensions/portcullis.js"));
    const env = { HOME: scratch.path, PATH: `${dirname(findNode())}:${process.env["PATH"]}` };
    const child = Bun.spawn(["bash", "-c", command], { cwd: scratch.path, env, stdio: ["ignore", "pipe", "pipe"] });
    expect(await new Response(child.stderr).text()).toBe("");
    expect(await new Response(child.stdout).text()).toContain("make");
    expect(await child.exited).toBe(0);
  });

  test("every field is documented", () => {
    const text = readFileSync(join(ROOT, "docs/audit-log.md"), "utf8");
    const fields = [...Object.keys(entry), ...Object.keys(entry.units[0] ?? {}), ...Object.keys(request)];
    expect(fields.filter((field) => !text.includes(`\`${field}\``))).toEqual([]);
  });
});
