import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import { type Alternative, alternativeTo } from "../../src/policy/alternative.ts";
import { judgeCommand } from "../../src/policy/decide.ts";
import { readPermission } from "../../src/policy/normalize.ts";
import { Policy } from "../../src/policy/policy.ts";
import { bashRules, program } from "../generators.ts";
import { runs } from "../runs.ts";

const PATHS = { cwd: "/home/user/project", home: "/home/user" };
const PERMISSION = {
  "*": "ask",
  extends: ["read-only"],
  bash: { "*": "ask", "pnpm test *": "allow", "git add *": "allow", "git push *": "deny" },
};

function alternative(command: string, permission: unknown = PERMISSION, prefix = ""): Alternative | undefined {
  const { rules } = readPermission(permission, "project", PATHS.home);
  const policy = new Policy(rules, PATHS.home);
  const judge = (text: string) => judgeCommand(text, policy, PATHS, { prefix });
  return alternativeTo(command, judge(command), rules, judge, prefix === "" ? 0 : prefix.length + 1);
}

describe("an alternative", () => {
  test.each<[string, ...[string, number?]]>([
    // Less a sibling.
    ["ls && make", "ls"],
    ["make && ls", "ls"],
    ["ls; make; pnpm test a", "ls; pnpm test a"],
    ["ls || make && pnpm test", "ls && pnpm test"],
    ["ls & make & cat x", "ls & cat x"],
    ["ls\nmake\ncat x", "ls; cat x"],
    ["! ls a && make", "! ls a"],
    ["(ls; make) && ls b", "ls b"],
    ["if true; then make; fi; cat 'a b'", "cat 'a b'"],
    // What stands behind in a pipeline would read something else.
    ["ls | make", "ls"],
    ["make | head; ls", "ls"],
    ["ls | make | head", "ls"],
    // Less a redirection, an assignment, an option.
    ["pnpm test >log 2>&1", "pnpm test 2>&1"],
    ["ls a > x | head -2", "ls a | head -2"],
    ["FOO=1 pnpm test", "pnpm test"],
    ["sort -o y x", "sort x"],
    ["sort x -o y && make", "sort x"],
    ["git diff --output=y HEAD", "git diff HEAD"],
    ["sed -i 's/a/b/' f", "sed 's/a/b/' f"],
    // Less a wrapper.
    ["timeout 60 pnpm test", "pnpm test", 60],
    ["timeout 1.5m pnpm test 2>&1 | tail -5", "pnpm test 2>&1 | tail -5", 90],
    ["timeout -k 5 60 pnpm test", "pnpm test"],
    ["timeout 5 ls; timeout 6 ls", "ls; ls"],
    ["timeout 5 ls; make", "ls", 5],
    ["nice pnpm test", "pnpm test"],
    ["timeout 5 nice ls", "ls", 5],
    ["A=1 timeout 5 ls >x", "ls", 5],
  ])("of %j: %j", (command, expected, ...rest) => {
    const timeout = rest.find((one) => typeof one === "number");
    expect(alternative(command)).toEqual({ command: expected, timeout });
  });

  test.each([
    "make",
    "make | head",
    "(ls; make)",
    "timeout 5 make",
    "curl x | jq .",
    "ls; git push; make",
    "cat <<E && make\nx\nE",
    "ls; if",
    "ls && $x || echo $[1]",
    "FOO=1",
    "git push",
    "sed -i 'w x' f",
    "ls",
    "",
  ])("is not there for %j", (command) => {
    expect(alternative(command)).toBeUndefined();
  });

  test("sees a command behind the user's prefix", () => {
    expect(alternative("timeout 5 ls >x && make", PERMISSION, "shopt -u dotglob >y; cd .")).toBeUndefined();
    expect(alternative("timeout 5 ls >x && make", PERMISSION, "set -e")).toEqual({ command: "ls", timeout: 5 });
  });

  test("is not looked for in a text that is long, nor among many parts", () => {
    expect(alternative(`ls ${"x".repeat(5_000)}; make`)).toBeUndefined();
    expect(alternative(`ls ${"x".repeat(1_000)}; make`)).toBeUndefined();
    expect(alternative(`ls; ${"make; ".repeat(20)}`)).toBeUndefined();
  });

  test("is allowed, and nothing but less of the command", () => {
    let found = 0;
    fc.assert(
      fc.property(fc.array(program(), { minLength: 1, maxLength: 3 }), bashRules(), (programs, bash) => {
        const command = programs.map(({ source }) => source).join(" && ");
        const permission = {
          "*": "allow",
          extends: ["read-only"],
          env: "allow",
          bash: { ...bash, "alpha *": "allow" },
        };
        const one = alternative(command, permission);
        if (one === undefined) return;
        found++;
        const { rules } = readPermission(permission, "project", PATHS.home);
        expect(judgeCommand(one.command, new Policy(rules, PATHS.home), PATHS).state).toBe("allow");
        // Each of its characters but separators stands in the command, in this order.
        const rest = one.command.replaceAll(/[\s;&|]/g, "");
        let at = 0;
        for (const character of rest) {
          at = command.indexOf(character, at) + 1;
          expect(at).toBeGreaterThan(0);
        }
      }),
      runs(300),
    );
    expect(found).toBeGreaterThan(0);
  });
});
