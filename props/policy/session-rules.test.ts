import { describe, expect, test } from "bun:test";
import { posix } from "node:path";

import fc from "fast-check";

import { judgeCommand } from "../../src/policy/decide.ts";
import { normalizePermission } from "../../src/policy/normalize.ts";
import { Policy, type Ruling } from "../../src/policy/policy.ts";
import { type Action, evaluate, type Ruleset } from "../../src/policy/rules.ts";
import { deriveApprovalPattern, SessionRules } from "../../src/policy/session-rules.ts";
import { judgeTool } from "../../src/policy/tools.ts";
import { wildcardMatch } from "../../src/policy/wildcard.ts";
import { HOLE } from "../../src/shell/text.ts";
import { parseUnits } from "../../src/shell/units.ts";
import { bashRules, program, PROGRAMS } from "../generators.ts";
import { runs } from "../runs.ts";

const PATHS = { cwd: "/home/user/project", home: "/home/user" };

/** Session rules from pairs of a surface and a pattern. */
function approved(...rules: readonly (readonly [surface: string, pattern: string])[]): Ruleset {
  const session = new SessionRules();
  for (const [surface, pattern] of rules) session.approve(surface, pattern);
  return session.getRuleset();
}

const rule = (surface: string, pattern: string) => ({ surface, pattern, action: "allow", origin: "session" });

describe("SessionRules", () => {
  test("keeps what was approved, in order and duplicates too", () => {
    expect(approved(["bash", "git log *"], ["read", "/x/*"], ["bash", "git log *"])).toEqual([
      rule("bash", "git log *"),
      rule("read", "/x/*"),
      rule("bash", "git log *"),
    ] as Ruleset);
  });

  test("gives a copy, whose changes change no rule", () => {
    const session = new SessionRules();
    session.approve("bash", "git log");
    const copy = session.getRuleset() as unknown as { pattern: string }[];
    copy.push({ ...rule("bash", "*") });
    for (const one of copy) one.pattern = "*";
    expect(session.getRuleset()).toEqual([rule("bash", "git log")] as Ruleset);
  });

  test("forgets them all, and goes on", () => {
    const session = new SessionRules();
    session.approve("bash", "*");
    const before = session.getRuleset();
    session.clear();
    expect([before.length, session.getRuleset()]).toEqual([1, []]);
    session.approve("env", "CI=1");
    expect(session.getRuleset()).toEqual([rule("env", "CI=1")] as Ruleset);
  });

  test("is the highest layer of a plain look-up, for its own surface alone", () => {
    const rules = [...normalizePermission({ "*": "ask", read: "deny" }), ...approved(["read", "/x/*"])];
    expect(evaluate("read", "/x/a", rules)).toEqual(rule("read", "/x/*") as Ruleset[number]);
    expect(evaluate("read", "/y/a", rules).action).toBe("deny");
    expect(evaluate("write", "/x/a", rules).action).toBe("ask");
  });
});

describe("deriveApprovalPattern", () => {
  test.each([
    ["/work/src/a.ts", "/work/src/*"],
    ["/work/src/", "/work/src/*"],
    ["/work/src", "/work/*"],
    ["/a", "/*"],
    ["/", "/*"],
    ["src/a.ts", "src/*"],
    ["a.ts", "./*"],
    ["", "./*"],
    ["/a b/c", "/a b/*"],
    ["/a*b/c*d", "/a?b/*"],
    ["/a?b/c", "/a?b/*"],
    ["/...", "/*"],
  ])("of %j is %j", (path, pattern) => {
    expect(deriveApprovalPattern(path)).toBe(pattern);
  });

  const name = fc.string({ unit: fc.constantFrom("a", "b", "-", " ", ".", "é", "\n"), minLength: 1, maxLength: 3 });
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => posix.normalize(`/${names.join("/")}`));

  test("is the directory's name and `/*`", () => {
    fc.assert(
      fc.property(path, (one) => {
        const directory = one.endsWith("/") ? one.slice(0, -1) : posix.dirname(one);
        expect([one, deriveApprovalPattern(one)]).toEqual([one, `${directory === "/" ? "" : directory}/*`]);
      }),
      runs(2_000),
    );
  });

  test("covers the file and its siblings, not those of a sibling directory", () => {
    fc.assert(
      fc.property(path, name, (one, other) => {
        const pattern = deriveApprovalPattern(one);
        const directory = pattern.slice(0, -1);
        for (const covered of [one, `${directory}${other}`, `${directory}${other}/x`, directory])
          expect([pattern, covered, wildcardMatch(pattern, covered)]).toEqual([pattern, covered, true]);
        if (directory === "/") return;
        for (const outside of [`${directory.slice(0, -1)}-b/${other}`, `/x${one}`, directory.slice(0, -1)])
          expect([pattern, outside, wildcardMatch(pattern, outside)]).toEqual([pattern, outside, false]);
      }),
      runs(2_000),
    );
  });
});

/** Any rules that a session could have, and some that it should not. */
function sessionPatterns(surfaces: readonly string[], patterns: readonly string[]): fc.Arbitrary<Ruleset> {
  const one = fc.tuple(fc.constantFrom(...surfaces), fc.constantFrom(...patterns));
  return fc.array(one, { minLength: 1, maxLength: 4 }).map((rules) => approved(...rules));
}

const COMMAND_PATTERNS = ["*", "git *", "git push *", "git p* *", "rm *", "* *", "alpha *", "*x", "git ?*", "$*"];

/** A command with holes, or a program of several. */
function command(): fc.Arbitrary<string> {
  const word = fc.constantFrom("push", "log", "x", "-r", "$a", '"$a"', "p$a", "*", '"$a"x', "$(rm)");
  const name = fc.constantFrom<string>(...PROGRAMS, "git", "git", "$a", "g$a");
  const simple = fc.tuple(name, fc.array(word, { maxLength: 3 })).map((words) => words.flat().join(" "));
  return fc.oneof({ weight: 3, arbitrary: simple }, { weight: 1, arbitrary: program().map(({ source }) => source) });
}

/** What has to hold between the rulings on a call without and with rules of the session. */
function expectOnlyAsksAnswered(what: unknown, before: Ruling, after: Ruling): void {
  const denies = ({ judgements }: Ruling) =>
    judgements.filter(({ verdict }) => verdict.action === "deny" || verdict.raisedBy?.action === "deny");
  if (before.state !== "ask") expect([what, after.state]).toEqual([what, before.state]);
  expect([what, denies(after)]).toEqual([what, denies(before)]);
  if (denies(before).length > 0) expect([what, after.state]).not.toEqual([what, "allow"]);
}

describe("a session allow never loosens a deny", () => {
  const compare = (source: string, permission: unknown, session: Ruleset) => {
    const policy = new Policy(normalizePermission(permission), PATHS.home);
    return [judgeCommand(source, policy, PATHS), judgeCommand(source, policy.approving(session), PATHS)] as const;
  };

  test("of a command, not even one that only may match", () => {
    fc.assert(
      fc.property(command(), bashRules(), sessionPatterns(["bash", "*"], COMMAND_PATTERNS), (source, bash, session) => {
        const [before, after] = compare(source, { "*": "ask", external_directory: "allow", bash }, session);
        expectOnlyAsksAnswered([source, bash, session], before, after);
      }),
      runs(10_000),
    );
  });

  test("for any filling of the holes", () => {
    const fillings = ["", "x", "push", "push x", "rm", "rm x", "git push", "log", "ush", "it push"];
    fc.assert(
      fc.property(command(), bashRules(), sessionPatterns(["bash"], COMMAND_PATTERNS), (source, bash, session) => {
        const permission = { "*": "ask", external_directory: "allow", read: "allow", write: "allow", bash };
        const [, after] = compare(source, permission, session);
        if (after.state !== "allow") return;
        const configured = normalizePermission(permission);
        for (const { text, internal } of parseUnits(source).units) {
          // What the shell does by itself needs no rule.
          if (internal) continue;
          for (const filling of fillings) {
            const filled = text.replaceAll(HOLE, filling);
            const action: Action = evaluate("bash", filled, configured).action;
            const what = [source, bash, session, filled];
            expect([what, action]).not.toEqual([what, "deny"]);
            // What the configured rules ask about, a rule of the session allows.
            expect([what, evaluate("bash", filled, [...configured, ...session]).action]).toEqual([what, "allow"]);
          }
        }
      }),
      runs(10_000),
    );
  });

  const paths = fc.constantFrom("a", "./.env", "src/.env", "../x", "/etc/passwd", "~/.ssh/id", "$x", "*", "src/*.ts");
  const pathRules = fc
    .array(
      fc.tuple(
        fc.constantFrom("*", "*.env", "src/*", "/etc/*", "~/*", "/home/user/project/*", "a"),
        fc.constantFrom<Action>("allow", "ask", "deny"),
      ),
      { maxLength: 3 },
    )
    .map((rules) => Object.fromEntries(rules));
  const SURFACES = ["read", "write", "path", "external_directory", "env", "*"] as const;
  const permissions = fc.record(
    { read: pathRules, write: pathRules, path: pathRules, external_directory: pathRules, env: fc.constant("deny") },
    { requiredKeys: [] },
  );
  const session = sessionPatterns(SURFACES, ["*", "/*", "*.env", "/home/user/*", "/etc/*", "a", "src/*", "A=*"]);

  test("of a file or a variable that a command names", () => {
    const redirected = fc.tuple(fc.constantFrom("cat", "cat <", "echo >", "A=1 cat <>", "cd"), paths);
    fc.assert(
      fc.property(redirected, permissions, session, (words, permission, rules) => {
        const source = words.join(" ");
        const [before, after] = compare(source, { ...permission, bash: { "*": "allow", x: "deny" } }, rules);
        expectOnlyAsksAnswered([source, permission, rules], before, after);
      }),
      runs(5_000),
    );
  });

  test("of a tool", () => {
    const path = fc.oneof(paths, fc.constant(null), fc.constant(undefined));
    fc.assert(
      fc.property(fc.constantFrom("read", "write", "deploy"), path, permissions, session, (tool, at, map, rules) => {
        const policy = new Policy(normalizePermission({ "*": "ask", ...map }), PATHS.home);
        const before = judgeTool(tool, at, policy, PATHS);
        expectOnlyAsksAnswered([tool, at, map, rules], before, judgeTool(tool, at, policy.approving(rules), PATHS));
      }),
      runs(5_000),
    );
  });
});

describe("what a session rule does and does not allow", () => {
  const state = (source: string, permission: unknown, ...rules: (readonly [string, string])[]): Action => {
    const policy = new Policy(normalizePermission(permission), PATHS.home).approving(approved(...rules));
    return judgeCommand(source, policy, PATHS).state;
  };
  const ASKING = { "*": "ask", bash: { "*": "ask", "git push *": "deny", "git commit *": "ask" } };

  test.each<[string, Action, ...(readonly [string, string])[]]>([
    ["git log", "allow", ["bash", "git log *"]],
    ["git log; git diff", "ask", ["bash", "git log *"]],
    ["git log; git diff", "allow", ["bash", "git log *"], ["bash", "git diff"]],
    ["git commit", "allow", ["bash", "git commit *"]], // a specific ask is still an ask
    ["git push", "deny", ["bash", "*"], ["bash", "git push *"]],
    ["git $x", "ask", ["bash", "git *"]], // it may be a push
    ["$x y", "ask", ["bash", "$x y"]],
    ["git log >f", "ask", ["bash", "git log *"]],
    ["git log >f", "allow", ["bash", "git log *"], ["write", "/home/user/project/*"]],
    ["A=1 git log", "ask", ["bash", "git log *"]],
    ["A=1 git log", "ask", ["bash", "*"], ["*", "*"]], // `env` is loosened by its own rules alone
    ["A=1 git log", "allow", ["bash", "git log *"], ["env", "A=1"]],
    ["if", "ask", ["bash", "*"], ["*", "*"]],
    ["git log 'x'", "ask", ["bash", "git log 'x'"]], // about the text `git log x`, whatever quotes stand in the source
    ["git log \"'x'\"", "allow", ["bash", "git log 'x'"]],
  ])("%j: %s", (source, expected, ...rules) => {
    expect(state(source, ASKING, ...rules)).toBe(expected);
  });

  test("an ask that may match hides no deny that may, whatever their order", () => {
    const [push, some] = [{ "git push *": "deny" }, { "git p*": "ask" }];
    for (const rules of [push, { ...push, ...some }, { ...some, ...push }])
      expect(state("git $x", { bash: { "*": "ask", ...rules } }, ["bash", "git *"])).toBe("ask");
    expect(state("git $x", { bash: { "*": "ask", ...some } }, ["bash", "git *"])).toBe("allow");
  });

  test("a plain allow for the session is none for every command", () => {
    expect(state("$x", { bash: "ask" }, ["bash", "git log *"])).toBe("ask");
    // The user has rules for no files but those outside: approving one names no new surface.
    expect(state("cat a", { "*": "allow" }, ["path", "/x"])).toBe("allow");
  });
});
