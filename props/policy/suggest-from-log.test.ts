import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import { readPermission } from "../../src/policy/normalize.ts";
import { Policy } from "../../src/policy/policy.ts";
import { type JudgedRequest, judgeRequest } from "../../src/policy/request.ts";
import { bestSuggestions, loosensNothing, type PastPrompt, suggestionsFor } from "../../src/policy/suggest-from-log.ts";
import { runs } from "../runs.ts";

const PATHS = { cwd: "/p", home: "/h" };

const policyFor = (permission: unknown) => new Policy(readPermission(permission, "global", "/h").rules, "/h");

function prompt(request: string | JudgedRequest, times = 1, refused = false): PastPrompt {
  const judged: JudgedRequest = typeof request === "string" ? { kind: "command", command: request } : request;
  const what = typeof request === "string" ? request : request.kind;
  return { what, rejudge: (policy) => judgeRequest(judged, policy, PATHS), times, refused };
}

/** The suggestions as their rules' patterns, and the calls that each saves. */
function suggest(permission: unknown, prompts: readonly PastPrompt[]) {
  const policy = policyFor(permission);
  return bestSuggestions(
    prompts.map((one) => suggestionsFor(one, policy, "/h")),
    policy,
  ).map(({ rules, saved }) => [rules.map(({ pattern }) => pattern).join(), saved.map(({ what }) => what)]);
}

describe("rules from the log", () => {
  test("are those that save the most prompts first, each counted once", () => {
    const prompts = [
      prompt("git checkout one", 2),
      prompt("git checkout two", 3),
      prompt("make a", 4),
      prompt("ls", 1),
    ];
    expect(suggest({ "*": "ask" }, prompts)).toEqual([
      ["git checkout *", ["git checkout one", "git checkout two"]],
      ["make a", ["make a"]],
      ["ls", ["ls"]],
    ]);
  });

  test("are several where a call needs several", () => {
    expect(suggest({ "*": "ask" }, [prompt("mytool a && other b")])).toEqual([
      ["mytool a,other b", ["mytool a && other b"]],
    ]);
  });

  test("are none for what is allowed by now, was refused, needed no answer, or is asked about on purpose", () => {
    const rules = { "*": "ask", bash: { "*": "ask", "ls *": "allow", "git push *": "ask" } };
    const prompts = [
      prompt("ls"),
      prompt("make x", 3, true),
      prompt("mytool", 0),
      prompt("git push"),
      prompt("tee .pi/settings.json"),
      prompt("$x"),
      prompt("rm $("),
    ];
    expect(suggest(rules, prompts)).toEqual([]);
  });

  test("allow nothing that was refused", () => {
    const prompts = [prompt("mytool a x"), prompt("mytool a y"), prompt("mytool b", 1, true)];
    expect(suggest({ "*": "ask" }, prompts)).toEqual([["mytool a *", ["mytool a x", "mytool a y"]]]);
  });

  test.each<[string, Record<string, string>, boolean]>([
    ["git *", { "git push *": "deny" }, false],
    ["git *", { "git push *": "ask" }, false],
    ["git log *", { "git push *": "deny" }, true],
    ["git *", { "*": "deny" }, false],
    ["git *", { "*push*": "deny" }, false],
    ["/bin/rm *", { "rm -rf *": "deny" }, false],
    ["git pus?", { "git push": "deny" }, false],
    ["git ?ush", { "git p*": "deny" }, false],
    ["x? a", { "rm *": "deny" }, false],
    ["git *", { "rm -rf ~/*": "deny" }, true],
    ["rm a*", { "rm -rf ~/*": "deny" }, false],
    ["mytool x", { 'mytool "x"': "deny" }, false],
    ["other x", { 'mytool "x"': "deny" }, true],
    ["other x", { '*"x"*': "deny" }, false],
  ])("`%s` behind %j: %j", (pattern, bash, expected) => {
    const policy = policyFor({ bash });
    expect(loosensNothing({ surface: "bash", pattern, action: "allow", origin: "session" }, policy)).toBe(expected);
  });

  test("a directory is not opened over a rule that keeps something shut", () => {
    const read = { "*": "ask", "secret/*": "deny" };
    const policy = policyFor({ "*": "ask", read });
    const rule = (pattern: string) => ({ surface: "read", pattern, action: "allow", origin: "session" }) as const;
    expect(loosensNothing(rule("/p/*"), policy)).toBe(false);
    expect(loosensNothing(rule("/p/a"), policy)).toBe(true);
  });

  test("never loosen what the rules deny or ask about by name", () => {
    const word = fc.constantFrom("a", "b", "rm", "git", "push", "-f", "/bin/rm", "'a'", "x?", "$v");
    const command = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
    const pattern = fc
      .array(fc.constantFrom("a", "b", "rm", "git", "push", "*", "a*", "/bin/rm", "'a'", "?"), {
        minLength: 1,
        maxLength: 3,
      })
      .map((words) => words.join(" "));
    const rules = fc.dictionary(pattern, fc.constantFrom("ask", "deny", "deny", "allow"), { maxKeys: 4 });
    let made = 0;
    let stayed = 0;
    fc.assert(
      fc.property(
        rules,
        fc.array(command, { minLength: 1, maxLength: 6 }),
        fc.array(command, { maxLength: 12 }),
        (bash, asked, others) => {
          const policy = policyFor({ bash: { "*": "ask", ...bash } });
          const suggestions = bestSuggestions(
            asked.map((one) => suggestionsFor(prompt(one), policy, "/h")),
            policy,
          );
          for (const { rules: added } of suggestions) {
            made++;
            const changed = policy.with(added);
            for (const one of [...asked, ...others]) {
              const before = prompt(one).rejudge(policy);
              const named = before.judgements.some(({ verdict: { action, rule, raisedBy } }) => {
                const decided = raisedBy ?? rule;
                return action === "deny" || (action === "ask" && decided !== undefined && decided.pattern !== "*");
              });
              if (!named) continue;
              stayed++;
              expect([one, prompt(one).rejudge(changed).state]).toEqual([one, before.state]);
            }
          }
        },
      ),
      runs(2000),
    );
    expect(made).toBeGreaterThan(500);
    expect(stayed).toBeGreaterThan(500);
  });
});
