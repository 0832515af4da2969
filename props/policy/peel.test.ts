import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import { decide } from "../../src/authority/decision.ts";
import { judgeCommand } from "../../src/policy/decide.ts";
import { normalizePermission } from "../../src/policy/normalize.ts";
import { peeled } from "../../src/policy/peel.ts";
import { conclude, Policy, type Ruling } from "../../src/policy/policy.ts";
import type { Action, Rule } from "../../src/policy/rules.ts";
import { peelText } from "../../src/shell/peel-text.ts";
import { analyze } from "../../src/shell/units.ts";
import { bashRules, program, PROGRAMS, simpleCommand } from "../generators.ts";
import { runs } from "../runs.ts";
import { permissionForCommand } from "./permissions.ts";

const CWD = "/home/user/project";
const PATHS = { cwd: CWD, home: "/home/user" };

function policyOf(permission: unknown): Policy {
  return new Policy(normalizePermission(permission, "global", "/home/user"), "/home/user");
}

function ruling(command: string, bash: unknown, more: object = {}): Ruling {
  return judgeCommand(command, policyOf({ bash, write: "allow", env: { "*": "allow" }, ...more }), PATHS);
}

const final = (command: string, bash: unknown, more?: object): Action => peeled(ruling(command, bash, more)).state;

/** The rules of a user who lets a few programs run. */
const RULES = { "*": "ask", "a *": "allow", "b *": "allow", "rm *": "deny", "git *": "allow", "git push *": "ask" };

describe("peeling", () => {
  test.each<readonly [command: string, expected: Action, unpeeled?: Action]>([
    ["timeout 5 a", "allow"],
    ["cd x && timeout 240 a 2>&1 | b -5; echo EXIT $?", "allow"],
    ["timeout 5 a && timeout 6 b; (nice a) & x=$(nohup b)", "allow"],
    ["timeout 5 nice -n 3 stdbuf -oL a", "allow"],
    ["for i in 1 2; do timeout 5 a $i; done > f", "allow"],
    ["f() { timeout 5 a; }; f", "allow"],
    ["timeout 5 bash -c 'a; nice b'", "allow"],
    ["eval 'timeout 5 a'", "allow"],
    ["(exec a)", "allow"],
    ["command a", "allow"],
    ["a | xargs -r b x", "allow"],
    ["find . -name '*.c' -exec a {} +", "allow"],
    ["find . -type f | xargs -I{} timeout 5 bash -c 'a \"$1\"' _ {}", "ask"], // `find` has no rule, and no inner command
    ["timeout 5 a; c", "ask"],
    ["timeout 5 c", "ask"],
    ["timeout 5 a; $x", "ask"],
    ["timeout 5 git push", "ask"],
    ['timeout 5 git "$x"', "ask"],
    ["xargs git", "ask"],
    ["timeout 5 rm x", "deny", "deny"],
    ["nice timeout 5 find . -exec rm {} +", "deny", "deny"],
    ["find . -delete -exec a {} +", "ask"],
    ["env timeout 5 a", "ask"],
    ["timeout 5 env a", "ask"],
    ["sudo a", "ask"],
    ["/usr/bin/timeout 5 a", "ask"],
    ["timeout() { c; }; timeout 5 a", "ask"],
    ["timeout 5 a; )", "ask"],
    // There is nothing that could answer.
    ["timeout --help", "ask"],
    ["timeout 5", "ask"],
    ["nice", "ask"],
    ["time", "ask"],
    ["xargs", "ask"],
    ["nohup", "ask"],
    ["eval ''", "ask"],
    ["bash -c ''", "ask"],
    // The shell does these by itself.
    ["exec", "allow", "allow"],
    ["command -v a", "allow", "allow"],
    ["exec > f", "allow", "allow"],
    // What is peeled out is a program again.
    ["timeout 5 cd x", "ask"],
    ["timeout 5 FOO=1", "ask"],
    ["timeout 5 FOO=1 a", "ask"],
    ["timeout 5 if", "ask"],
    ["timeout 5 ! a", "ask"],
    ["timeout 5 echo x", "ask"],
    ["timeout 5 :", "ask"],
    ["f() { a; }; timeout 5 f", "ask"],
    // Behind `command` it is a builtin, and judged by its name all the same.
    ["command cd x", "ask"],
    ["command eval 'a; nice b'", "allow"],
    ["command eval 'c'", "ask"],
    ["command . ./f", "ask"],
  ])("%s: %s", (command, expected, unpeeled = "ask") => {
    expect([ruling(command, RULES).state, final(command, RULES)]).toEqual([unpeeled, expected]);
  });

  test("keeps all that other surfaces say", () => {
    const outside = { external_directory: "ask" };
    expect(final("timeout 5 a /etc/x", RULES, { external_directory: "allow" })).toBe("allow");
    expect(final("timeout 5 a /etc/x", RULES, outside)).toBe("ask");
    expect(final("command cd /etc; a x", { ...RULES, "cd *": "allow" }, outside)).toBe("ask");
    expect(final("timeout 5 a > f", RULES, { write: "ask" })).toBe("ask");
    expect(final("A=1 timeout 5 a", RULES, { env: { "A=*": "ask" } })).toBe("ask");
    expect(final("find /etc -exec a {} +", RULES, outside)).toBe("ask");
    expect(final("xargs -a /etc/x a", RULES, outside)).toBe("ask");
  });

  test("keeps the file that `nohup` writes", () => {
    expect(final("nohup a", RULES)).toBe("allow");
    for (const write of ["ask", { "*": "allow", "nohup.out": "ask" }]) {
      expect(final("nohup a &", RULES, { write })).toBe("ask");
      expect(final("nohup a > /dev/null 2>&1 &", RULES, { write })).toBe("allow");
      expect(final("nohup a | b", RULES, { write })).toBe("allow");
    }
    expect(ruling("cd sub && nohup a", RULES, { write: { "*": "allow", "sub/nohup.out": "deny" } }).state).toBe("deny");
    expect(ruling("cd .pi && nohup a", RULES, { write: { "*.out": "deny" } }).state).toBe("deny");
  });

  test("answers a mere default, and of `timeout` every ask", () => {
    for (const rule of ["timeout *", "timeout 5 a*", "* a", "timeout ?*"]) {
      expect(final("timeout 5 a", { "*": "ask", [rule]: "ask", "a *": "allow" })).toBe("allow");
    }
    for (const wrapper of ["nice", "nohup", "command", "xargs", "eval", "bash -c"]) {
      expect(final(`${wrapper} a`, { "a *": "allow" })).toBe("allow");
      expect(final(`${wrapper} a`, { "*": "ask", "a *": "allow" })).toBe("allow");
      expect(final(`${wrapper} a`, { "a *": "allow", [`${wrapper} *`]: "ask" })).toBe("ask");
      // The inner unit asks by that, too.
      expect(final(`${wrapper} a`, { "a *": "allow", "*a": "ask" })).toBe("ask");
    }
    // One that only may match speaks of it, too.
    expect(final('nice a "$x"', { "a *": "allow", "nice * x": "ask" })).toBe("ask");
    expect(final('timeout 5 a "$x"', { "a *": "allow", "timeout * x": "ask" })).toBe("allow");
  });

  test("answers nothing where a deny may match", () => {
    expect(final('timeout 5 a "$x"', { "*": "ask", "a *": "allow", "timeout * x": "deny" })).toBe("ask");
    expect(final('nice a "$x"', { "a *": "allow", "nice * x": "deny" })).toBe("ask");
    expect(final("timeout 5 a", { "a *": "allow", "timeout *": "deny" })).toBe("deny");
  });

  test("answers no rule that stands for a mistake", () => {
    const allow: Rule = { surface: "bash", pattern: "a *", action: "allow", origin: "global" };
    for (const pattern of ["timeout *", "nice *", "*"]) {
      const mistake: Rule = { surface: "bash", pattern, action: "ask", origin: "global", mistake: true };
      for (const command of ["timeout 5 a", "nice a"]) {
        const state = (rules: Rule[]) => peeled(judgeCommand(command, new Policy(rules, undefined))).state;
        const speaks = pattern === "*" || command.startsWith(pattern.slice(0, 4));
        expect([command, pattern, state([mistake, allow])]).toEqual([command, pattern, speaks ? "ask" : "allow"]);
      }
    }
    const half: Rule = { surface: "bash", pattern: "* x", action: "ask", origin: "global", mistake: true };
    expect(peeled(judgeCommand('timeout 5 a "$x"', new Policy([half, allow], undefined))).state).toBe("ask");
  });

  test("is no proof where nothing is left", () => {
    const [asking] = ruling("nice a", RULES).judgements;
    expect(asking?.answers).toBe("default asks");
    const alone = asking === undefined ? [] : [asking];
    expect(peeled(conclude(alone))).toMatchObject({ state: "ask", judgements: [] });
    expect(peeled(conclude([]))).toMatchObject({ state: "ask" });
  });

  test("is not part of the policy's own verdict", () => {
    expect(decide({ command: "timeout 5 a", permission: { bash: RULES }, grammar: "full" }).state).toBe("ask");
  });
});

const TRANSPARENT = [
  "timeout 5 ",
  "timeout -k 1 --signal=INT 2m ",
  "timeout 2>&1 5 ",
  "nice ",
  "nice -n 3 ",
  "stdbuf -oL ",
];

const OTHERS = [
  ...["setsid -w ", "nohup ", "command ", "exec ", "xargs ", "xargs -n1 "],
  ...["timeout -z 5 ", "env ", "sudo ", "/usr/bin/nice ", "command -p "],
];

/** A simple command as people write it. */
const plainCommand = fc
  .tuple(
    fc.constantFrom(...PROGRAMS),
    fc.array(fc.constantFrom("x", "push", "log", "-r", '"$y"', "'a b'", "*.c"), { maxLength: 2 }),
  )
  .map((words) => words.flat().join(" "));

/** A simple command behind wrappers, and the command alone. */
const wrappedCommand = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...TRANSPARENT) },
        { weight: 1, arbitrary: fc.constantFrom(...OTHERS) },
      ),
      { minLength: 1, maxLength: 3 },
    ),
    fc.oneof(
      plainCommand,
      plainCommand,
      simpleCommand().map(({ source }) => source),
    ),
  )
  .map(([wrappers, inner]) => ({ source: wrappers.join("") + inner, inner }));

const joined = fc
  .tuple(
    wrappedCommand,
    fc.constantFrom("; ", " && ", " | ", "& ", "\n", " > f; "),
    fc.oneof(
      program().map(({ source }) => ({ source, inner: source })),
      wrappedCommand,
    ),
    fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => `( ${text}\n)`,
      (text) => `x=$( ${text}\n)`,
      (text) => `if alpha; then ${text}\nfi`,
      (text) => `for i in 1; do ${text}\ndone`,
      (text) => `f() { ${text}\n}; f`,
    ),
    fc.boolean(),
  )
  .map(([left, operator, right, place, swapped]) => {
    const [first, second] = swapped && !right.source.includes("<<") ? [right, left] : [left, right];
    return { source: place(first.source + operator + second.source), parts: [left.inner, right.inner] };
  });

/** Rules about the programs and now and then about the wrappers. */
const rules = fc
  .tuple(
    bashRules(),
    fc.dictionary(
      fc.constantFrom("timeout *", "nice *", "* rm *", "xargs git *", "command *", "timeout 5 rm *", "*push*", "?*"),
      fc.constantFrom<Action>("allow", "ask", "ask", "deny"),
      { maxKeys: 2 },
    ),
    fc.constantFrom("allow", "ask"),
  )
  .map(([bash, more, write]) => ({
    bash: { ...bash, ...more },
    write,
    env: { "*": "allow" },
    external_directory: "allow",
  }));

const ORDER: readonly Action[] = ["allow", "ask", "deny"];

describe("for any command and rules, peeling", () => {
  const judged = (source: string, permission: unknown) => judgeCommand(source, policyOf(permission), PATHS);

  test("is never stricter, and never answers a deny", () => {
    const ruled = joined.chain(({ source }) =>
      fc.tuple(fc.constant(source), fc.oneof(rules, permissionForCommand(source, CWD))),
    );
    let answered = 0;
    fc.assert(
      fc.property(ruled, ([source, permission]) => {
        const before = judged(source, permission);
        const after = peeled(before);
        expect(ORDER.indexOf(after.state)).toBeLessThanOrEqual(ORDER.indexOf(before.state));
        expect(after.state === "deny").toBe(before.state === "deny");
        // What is gone are asks about wrappers that no deny may match; all else is as it was.
        const gone = before.judgements.filter((one) => !after.judgements.includes(one));
        for (const { surface, verdict } of gone) {
          expect([surface, verdict.action]).toEqual(["bash", "ask"]);
          expect(verdict.raisedBy?.action).not.toBe("deny");
        }
        expect(after.judgements.length + gone.length).toBe(before.judgements.length);
        if (before.state === "ask" && after.state === "allow") answered++;
      }),
      runs(4_000),
    );
    expect(answered).toBeGreaterThan(20);
  });

  test("hides no sibling, and a wrapper never allows what is not allowed without it", () => {
    let allowed = 0;
    fc.assert(
      fc.property(joined, rules, ({ source, parts }, permission) => {
        if (peeled(judged(source, permission)).state !== "allow") return;
        allowed++;
        // As in the place of the whole, where `exec` may be peeled.
        for (const part of parts)
          expect([part, peeled(judged(`( ${part}\n)`, permission)).state]).toEqual([part, "allow"]);
      }),
      runs(6_000),
    );
    expect(allowed).toBeGreaterThan(50);
  });

  test("a text that runs later hides nothing", () => {
    let allowed = 0;
    const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
    fc.assert(
      fc.property(
        joined,
        fc.constantFrom("bash -c ", "eval ", "timeout 5 bash -ec ", "bash -c a; eval "),
        rules,
        (one, runner, permission) => {
          const { parts, source } = one;
          if (peeled(judged(runner + quoted(source), permission)).state !== "allow") return;
          allowed++;
          for (const part of parts)
            expect([part, peeled(judged(`( ${part}\n)`, permission)).state]).toEqual([part, "allow"]);
        },
      ),
      runs(4_000),
    );
    expect(allowed).toBeGreaterThan(20);
  });

  test("and the text without the wrappers says no less", () => {
    let taken = 0;
    let both = 0;
    const ruled = joined.chain(({ source }) =>
      fc.tuple(fc.constant(source), fc.oneof(rules, permissionForCommand(source, CWD))),
    );
    fc.assert(
      fc.property(ruled, ([source, permission]) => {
        const text = peelText(source);
        if (text === undefined) return;
        expect(analyze(text).units.filter(({ peels }) => peels !== undefined)).toEqual([]);
        if (text !== source) taken++;
        // The text no longer shows what a rule says of the wrapper by name, or of its own words.
        if (peeled(judged(source, permission)).state !== "allow") return;
        expect([text, judged(text, permission).state]).toEqual([text, "allow"]);
        if (text !== source) both++;
      }),
      runs(6_000),
    );
    expect(taken).toBeGreaterThan(500);
    expect(both).toBeGreaterThan(20);
  });

  test("and where no rule can match a wrapper, the text says the same", () => {
    let allowed = 0;
    const programs = fc
      .dictionary(
        fc.constantFrom("alpha *", "beta *", "gamma *", "git *", "git push *", "rm *"),
        fc.constantFrom<Action>("allow", "allow", "ask"),
        { minKeys: 4 },
      )
      .map((bash) => ({ bash, write: "allow", env: { "*": "allow" }, external_directory: "allow" }));
    fc.assert(
      fc.property(joined, programs, ({ source }, permission) => {
        const text = peelText(source);
        if (text === undefined) return;
        const { state } = judged(text, permission);
        expect([text, peeled(judged(source, permission)).state]).toEqual([text, state]);
        if (state === "allow") allowed++;
      }),
      runs(4_000),
    );
    expect(allowed).toBeGreaterThan(50);
  });
});
