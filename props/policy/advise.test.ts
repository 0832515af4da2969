import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import { changeThatFlips } from "../../src/pi/dialog-messages.ts";
import { changed, changesThatFlip } from "../../src/policy/advise.ts";
import { judgeCommand } from "../../src/policy/decide.ts";
import { isUnread } from "../../src/policy/explain.ts";
import { normalizePermission } from "../../src/policy/normalize.ts";
import { type Judgement, Policy, type Ruling } from "../../src/policy/policy.ts";
import type { Action } from "../../src/policy/rules.ts";
import { bashRules, program } from "../generators.ts";
import { runs } from "../runs.ts";

const CONTEXT = { cwd: "/h/p", home: "/h" };

const RANK: Readonly<Record<Action, number>> = { allow: 0, ask: 1, deny: 2 };

const ACTIONS = fc.constantFrom<Action>("allow", "ask", "deny");

/** Rules over given patterns. */
function rules(...patterns: readonly string[]): fc.Arbitrary<Record<string, Action>> {
  return fc
    .array(fc.tuple(fc.constantFrom(...patterns), ACTIONS), { minLength: 1, maxLength: 4 })
    .map((entries) => Object.fromEntries(entries));
}

const PERMISSION = fc.record(
  {
    "*": ACTIONS,
    bash: fc.oneof(bashRules(), ACTIONS),
    path: rules("*", "*x", "/h/*", "~/*", "f"),
    external_directory: rules("*", "/etc/*"),
    write: rules("*", "f", "/h/*"),
    env: rules("*", "A=*", "B=x y"),
  },
  { requiredKeys: ["bash"] },
);

const COMMAND = fc.oneof(
  program().map(({ source }) => source),
  fc.constantFrom(
    "A=1 git push",
    "git $x log",
    "git log $x >f",
    "cat /etc/passwd ~/x",
    "cd sub; rm x ../x",
    "/bin/rm x",
    "$x",
    "rm '",
    "",
    "git '*'",
    "cp x $y; cp x $y",
    "eval $x",
  ),
);

const place = ({ surface, text, start, end }: Judgement) => JSON.stringify([surface, text, start, end]);

/** The strictest that is said of a place. */
function strictest({ judgements }: Ruling, at: Judgement): Action {
  const actions = judgements.filter((one) => place(one) === place(at)).map(({ verdict }) => verdict.action);
  return actions.toSorted((left, right) => RANK[right] - RANK[left])[0] ?? "allow";
}

describe("advice", () => {
  test("is true: each change flips the verdict that it is given for", () => {
    const seen = { add: 0, set: 0, remove: 0 };
    fc.assert(
      fc.property(PERMISSION, PERMISSION, fc.boolean(), COMMAND, (global, project, both, command) => {
        const ruleset = [...normalizePermission(global), ...(both ? normalizePermission(project, "project") : [])];
        const policy = new Policy(ruleset, "/h");
        const rejudge = (other: Policy) => judgeCommand(command, other, CONTEXT);
        const ruling = rejudge(policy);
        for (const judgement of ruling.judgements) {
          const { action, rule } = judgement.verdict;
          const changes = changesThatFlip(judgement, ruling, policy, rejudge);
          // Another rule is always a way, where one decided.
          if (rule !== undefined && action !== "ask" && !isUnread(judgement)) expect(changes).not.toEqual([]);
          if (ruling.judgements.filter((one) => place(one) === place(judgement)).length > 1) continue;
          for (const change of changes) {
            seen[change.kind]++;
            const after = strictest(rejudge(changed(policy, change)), judgement);
            expect([global, project, command, judgement.text, change, action, after]).toEqual([
              global,
              project,
              command,
              judgement.text,
              change,
              action,
              action === "ask"
                ? "allow"
                : action === "allow"
                  ? after === "allow"
                    ? "ask"
                    : after
                  : after === "deny"
                    ? "ask"
                    : after,
            ]);
          }
        }
      }),
      runs(1_500),
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50);
  });

  const advice = (command: string, bash: Record<string, Action>) => {
    const policy = new Policy(normalizePermission({ bash, external_directory: "allow" }), "/h");
    const rejudge = (other: Policy) => judgeCommand(command, other, CONTEXT);
    const ruling = rejudge(policy);
    return ruling.judgements.map((one) => changeThatFlips(one, ruling, policy, rejudge));
  };

  test.each<[string, Record<string, Action>, string]>([
    ["make", { "*": "ask" }, 'permission.bash["make"]: "allow" as the last rule'],
    ["make", {}, 'permission.bash["make"]: "allow" as the last rule'],
    ["make '*'", {}, 'permission.bash["make ?"]: "allow" as the last rule'],
    ["make $x", {}, 'permission.bash["make *"]: "allow" as the last rule'],
    ["make $x", { "*": "allow" }, 'permission.bash["make *"]: "ask" as the last rule'],
    ["$x", { "*": "allow" }, 'permission.bash["*"]: "ask"'],
    // A `git *` behind it would undo the deny.
    [
      "git $x",
      { "git *": "allow", "git push *": "deny" },
      'writing out what is known only at run time, or no rule permission.bash["git push *"]',
    ],
    ["git $x", { "git *": "allow", "git a": "deny", "git b": "deny" }, "writing out what is known only at run time"],
    ["rm x", { "*": "deny" }, 'permission.bash["rm x"]: "allow" as the last rule, or permission.bash["*"]: "ask"'],
    ["rm $x", { "rm *": "deny" }, 'permission.bash["rm *"]: "ask"'],
    ["$x", { "*": "ask", "a *": "allow" }, 'permission.bash["*"]: "allow"'],
    ["$x y", { "a *": "allow" }, "writing it in another way: no rule speaks of just this"],
  ])("for %j under %j: %s", (command, bash, expected) => {
    expect(advice(command, bash)[0]).toBe(expected);
  });

  test("names no rule for what is not understood", () => {
    const other = "writing it in another way: no rule speaks of just this";
    expect(advice("rm '", { "*": "allow" }).at(-1)).toBe(other);
    // A deny that it may match raises it; run time has no part in that.
    expect(advice("rm '", { "*": "allow", "rm -rf *": "deny" }).at(-1)).toBe(other);
  });
});

describe("overridden rules", () => {
  const overridden = (command: string, bash: Record<string, Action>) => {
    const policy = new Policy(normalizePermission({ "*": "deny", bash }), "/h");
    expect(judgeCommand(command, policy, CONTEXT).judgements[0]?.verdict).not.toContainKey("overridden");
    const [first] = judgeCommand(command, policy.tracing(), CONTEXT).judgements;
    return first?.verdict.overridden?.map(({ surface, pattern }) => `${surface} ${pattern}`);
  };

  test("are those before the one that decided which match, or may, from last to first", () => {
    const bash = { "*": "ask", "rm *": "ask", "git *": "allow", "git push *": "deny", "git push x": "ask" } as const;
    expect(overridden("git push x", bash)).toEqual(["bash git push *", "bash git *", "bash *", "* *"]);
    expect(overridden("git log", bash)).toEqual(["bash *", "* *"]);
    expect(overridden("git $x", bash)).toEqual(["bash git *", "bash *", "* *"]);
    expect(overridden("make", { "git *": "allow" })).toEqual([]);
  });
});
