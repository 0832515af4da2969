import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../scripts/toolchain.ts";
import { decide } from "../src/authority/decision.ts";
import { readPermission } from "../src/policy/normalize.ts";
import type { Action } from "../src/policy/rules.ts";

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
