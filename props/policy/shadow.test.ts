import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import { unmatchedRules } from "../../scripts/bench/rules.ts";
import { judgeCommand } from "../../src/policy/decide.ts";
import { normalizePermission } from "../../src/policy/normalize.ts";
import { type Judgement, Policy } from "../../src/policy/policy.ts";
import type { Action, Ruleset } from "../../src/policy/rules.ts";
import { findShadowed, notesOn } from "../../src/policy/shadow.ts";
import { judgeTool } from "../../src/policy/tools.ts";
import { compilePattern, may, must, patternText } from "../../src/policy/wildcard.ts";
import { pattern, textWithHoles } from "../generators.ts";
import { runs } from "../runs.ts";

const ACTIONS = fc.constantFrom<Action>("allow", "ask", "deny");

/** Commands of few words, so that short patterns match them. */
function command(): fc.Arbitrary<string> {
  const word = fc.constantFrom("a", "b", "ab", "'a b'", "$x", '"$x"', "a$x", "~/a", "\\a", "$'a\\nb'", "*", "''");
  const name = fc.constantFrom("a", "a", "b", "/b/a", "$x", "'a b'", "~/a", "./a", "a$x", "$'a\\nb'");
  const simple = fc
    .tuple(name, fc.array(word, { maxLength: 3 }))
    .map(([program, words]) => [program, ...words].join(" "));
  const around = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text,
    (text) => `bash -c "${text.replaceAll(/["$\\`]/g, "\\$&")}"`,
    (text) => `b \`${text}\` >a/b`,
    (text) => `X=a ${text} <$x`,
    (text) => `xargs ${text}`,
  );
  return fc.tuple(simple, around).map(([text, write]) => write(text));
}

function rules(parts: readonly string[]): fc.Arbitrary<Record<string, Action>> {
  return fc
    .array(fc.tuple(pattern(parts), ACTIONS), { minLength: 1, maxLength: 6 })
    .map((entries) => Object.fromEntries(entries));
}

const PERMISSION = fc.record({
  bash: rules(["a", "a", "b", " ", "*", "?", " *", "~/", "'a b'", "\\", "\n"]),
  path: rules(["a", "b", "/", "*", "?", " *", "~/", "./"]),
  external_directory: rules(["a", "/", "*", "~/", "/h/"]),
  env: rules(["X=", "X", "*", "a"]),
});

describe("the report of shadowed rules", () => {
  test("a pattern that covers another matches texts with holes as that does", () => {
    const parts = ["a", "b", " ", "*", "*", "?", " *"];
    fc.assert(
      fc.property(pattern(parts), pattern(parts), textWithHoles(3), (one, two, text) => {
        const [covering, covered] = [compilePattern(one), compilePattern(two)];
        if (!must(covering, patternText(covered))) return;
        if (must(covered, text)) expect([one, two, text, must(covering, text)]).toEqual([one, two, text, true]);
        if (may(covered, text)) expect([one, two, text, may(covering, text)]).toEqual([one, two, text, true]);
      }),
      runs(30_000),
    );
  });

  test("is exact: without a reported rule, or all of them, every judgement is the same", () => {
    const context = { cwd: "/h/p", home: "/h" };
    let reported = 0;
    fc.assert(
      fc.property(PERMISSION, PERMISSION, command(), fc.boolean(), (global, project, source, both) => {
        const ruleset: Ruleset = [
          ...normalizePermission(global),
          ...(both ? normalizePermission(project, "project") : []),
        ];
        const shadowed = findShadowed(ruleset, "/h").shadowed.map(({ rule }) => rule);
        reported += shadowed.length;
        const judgeAll = (rules: Ruleset): object[] => {
          const policy = new Policy(rules, "/h");
          const tools = ["a", "/h/a", "../a", "b/a b"].map((path) => judgeTool("read", path, policy, context));
          // Of two rules that may match, the deny is named: without it the verdict is the same, and the ask is named.
          const named = (one: Judgement) => ({
            ...one,
            verdict: { ...one.verdict, raisedBy: one.verdict.raisedBy !== undefined },
          });
          return [judgeCommand(source, policy, context), ...tools].map((ruling) => ({
            ...ruling,
            judgements: ruling.judgements.map(named),
          }));
        };
        const before = judgeAll(ruleset);
        for (const gone of [...shadowed.map((rule) => [rule]), shadowed])
          expect(judgeAll(ruleset.filter((rule) => !gone.includes(rule)))).toEqual(before);
      }),
      runs(5_000),
    );
    expect(reported).toBeGreaterThan(1_000);
  });

  const shadows = (bash: object, surface = "bash") =>
    findShadowed(normalizePermission({ [surface]: bash }), "/h").shadowed.map(({ rule, by }) => [
      rule.pattern,
      by.pattern,
    ]);

  test.each<[Record<string, Action>, [string, string][]]>([
    [{ "git log *": "allow", "git *": "allow" }, [["git log *", "git *"]]],
    [{ "git log *": "allow", "git *": "deny" }, [["git log *", "git *"]]],
    [{ "git push *": "deny", "git *": "ask" }, [["git push *", "git *"]]],
    [{ git: "allow", "git *": "allow" }, [["git", "git *"]]],
    [{ "git ?": "allow", "git *": "allow" }, [["git ?", "git *"]]],
    [{ "x*": "ask", "*": "ask", "?*": "deny" }, [["x*", "?*"]]],
    // `git $x` may be a push, and `git *` does not cover `g$x`.
    [{ "git push *": "deny", "git *": "allow" }, []],
    [{ "git *": "allow", "git log *": "allow" }, []],
    [{ "git*": "allow", "git *": "deny" }, []],
    [{ "git *": "ask", git: "deny" }, []],
    [{ "git *": "ask", "*": "allow" }, []],
    // A pattern with a quote sees the source too.
    [{ "'git' *": "deny", "*git* *": "deny" }, []],
    [{ "'git' *": "deny", "'git*": "deny" }, [["'git' *", "'git*"]]],
    [{ "'git' *": "allow", "'git*": "deny" }, []],
    // Of a program with a blank in its name only `*` says something, and a word that is spelled out has none.
    [{ "*": "allow", "**": "allow" }, []],
    [{ "a b\nc": "allow", "a b\nc *": "allow" }, []],
  ])("%j: %j", (bash, expected) => {
    expect(shadows(bash)).toEqual(expected);
  });

  test("knows the home directory", () => {
    expect(shadows({ "~/.ssh/*": "deny", "/h/*": "ask" }, "path")).toEqual([["~/.ssh/*", "/h/*"]]);
    expect(shadows({ "/h/.ssh/*": "deny", "$HOME/*": "ask" }, "path")).toEqual([["/h/.ssh/*", "$HOME/*"]]);
  });

  test("finds the last of very many rules, and says where it gave up", () => {
    const many = { "program7 sub7 x": "allow" as const, ...unmatchedRules(10_000) };
    expect(shadows(many)).toEqual([["program7 sub7 x", "program7 sub7 *"]]);
    const heavy = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`*${index} x ${index}*`, "deny"]));
    expect(findShadowed(normalizePermission({ bash: heavy }), "/h").complete).toBe(false);
    expect(notesOn(normalizePermission({ bash: heavy }), "/h").map(({ path }) => path)).toEqual(["permission"]);
    const long = { ["a".repeat(200_000)]: "deny", [`*${"a*".repeat(100_000)}`]: "deny" };
    expect(findShadowed(normalizePermission({ bash: long }), "/h").complete).toBe(false);
  });
});

describe("notes", () => {
  const said = (global: object, project: object = {}) =>
    notesOn([...normalizePermission(global), ...normalizePermission(project, "project")], "/h").map(
      ({ path, message, expected }) => `${expected ? "(expected) " : ""}${path}: ${message}`,
    );

  test("name shadowed rules, catch-alls that come late, and what matches no assignment", () => {
    expect(
      said({
        bash: { "rm *": "deny", "git log": "allow", "git *": "allow", "*": "ask", "ls *": "allow" },
        env: { PATH: "deny", "NODE_*": "allow" },
        path: { "*.env": "deny", "*": "allow" },
      }),
    ).toEqual([
      'permission.bash["git log"]: never decides: permission.bash["git *"] comes later and matches all that it does',
      'permission.bash["*"]: comes later than 3 rules and overrides them: write it first',
      'permission.env["PATH"]: matches nothing: a pattern is about NAME=value, as in "PATH=*"',
      'permission.path["*"]: comes later than a rule and overrides it: write it first',
    ]);
  });

  test("expect a project's rules in the place of global ones", () => {
    const global = { "*": "ask", bash: { "*": "ask", "git *": "ask", "ls -l": "allow" } };
    const project = { bash: { "*": "ask", "git *": "allow", "ls *": "allow" } };
    expect(said(global, project)).toEqual([
      '(expected) permission.bash["ls -l"] (global): never decides: permission.bash["ls *"] (project) comes later and matches all that it does',
    ]);
    expect(said({ bash: { "git *": "allow" } }, { bash: { "git *": "deny" } })).toEqual([
      '(expected) permission.bash["git *"] (global): the project rule of the same pattern takes its place',
    ]);
  });

  test("are none for a policy in order, and for what a mistake leaves", () => {
    expect(said({ "*": "ask", bash: { "*": "ask", "git *": "allow", "git push *": "deny" }, read: "allow" })).toEqual(
      [],
    );
    expect(said({ bash: { "*": "ask", "git *": "alow", "rm *": "deny" } })).toEqual([]);
    expect(said({})).toEqual([]);
  });
});
