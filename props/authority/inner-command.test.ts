import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import { mayBeAnswered } from "../../src/authority/ask.ts";
import { type AskDetails, FULL_COMMAND, type PermissionQuery } from "../../src/authority/authorizer.ts";
import { decide, type Decision } from "../../src/authority/decision.ts";
import { answerInner, innerCommand, type InnerGrammar } from "../../src/authority/inner-command.ts";
import { policyQuery } from "../../src/authority/query.ts";
import { judgeCommand } from "../../src/policy/decide.ts";
import { normalizePermission } from "../../src/policy/normalize.ts";
import type { Policy } from "../../src/policy/policy.ts";
import { evaluate } from "../../src/policy/rules.ts";
import { HOLE } from "../../src/shell/text.ts";
import { parseUnits } from "../../src/shell/units.ts";
import { bashRules, program, PROGRAMS, simpleCommand } from "../generators.ts";
import { Tracer } from "../oracle/tracer.ts";
import { runs } from "../runs.ts";
import { answer, detailsOf, judge, message, policyOf, queryOf, SESSION, SILENT, withoutPayload } from "./asks.ts";

/** A program with `timeout`, well or badly used, before names of programs, wherever in the text these are. */
function wrappedProgram(): fc.Arbitrary<string> {
  const wrapper = fc.constantFrom(
    ...[
      "timeout 5 ",
      "timeout 5 ",
      "timeout 5 ",
      "timeout 5 ",
      "timeout 1.5m ",
      "timeout 1d ",
      "timeout 9.9s ",
      "timeout\t60s  ",
      "timeout 5 timeout 5 ",
      "timeout 0 ",
    ],
    ...["timeout -k 1 5 ", "timeout 5 env ", "timeout 5 A=1 ", "timeout 5 ! ", "timeout 5 time ", "'timeout' 5 "],
  );
  return fc
    .tuple(program(), fc.array(fc.tuple(fc.nat(), wrapper), { minLength: 1, maxLength: 2 }))
    .map(([{ source }, places]) =>
      places.reduce((text, [where, words]) => {
        const names = [...text.matchAll(new RegExp(PROGRAMS.join("|"), "g"))];
        const at = names[where % Math.max(names.length, 1)]?.index ?? 0;
        return text.slice(0, at) + words + text.slice(at);
      }, source),
    );
}

/** Rules that allow most of it, but ask about `timeout`. */
function rulesForWrapped(): fc.Arbitrary<Record<string, unknown>> {
  const allows = fc.constant(
    Object.fromEntries([...PROGRAMS, "env", "time", ":", "break"].map((name) => [`${name} *`, "allow"])),
  );
  return fc
    .tuple(fc.oneof(bashRules(), allows, allows), fc.constantFrom({}, { "timeout *": "ask" }))
    .map(([rules, asks]) => ({ "*": "ask", ...(typeof rules === "object" ? rules : {}), ...asks }));
}

function decided(command: string, bash: unknown, grammar: InnerGrammar = "strict"): Decision {
  const permission = {
    "*": "ask",
    external_directory: "allow",
    read: "allow",
    write: "allow",
    env: { "*": "allow" },
    bash,
  };
  return decide({ command, permission, cwd: "/home/user/project", home: "/home/user", grammar });
}

describe("inner-cmd", () => {
  test("no sibling hiding: whatever it allows, each other unit has an allow of its own", () => {
    let allowed = 0;
    fc.assert(
      fc.property(wrappedProgram(), rulesForWrapped(), (command, bash) => {
        const { final, by, units } = decided(command, bash);
        if (by !== "inner-cmd" || final !== "allow") return;
        allowed++;
        const asking = units.filter(({ state }) => state !== "allow");
        expect([command, asking.map(({ text }) => text.split(" ")[0])]).toEqual([command, ["timeout"]]);
        // The wrapper's inner command is a unit, too.
        const ruleset = normalizePermission({ bash });
        for (const { text, internal } of parseUnits(command).units) {
          if (text.startsWith("timeout ") || internal || text.includes(HOLE)) continue;
          expect([command, text, evaluate("bash", text, ruleset).action]).toEqual([command, text, "allow"]);
        }
      }),
      runs(8000),
    );
    expect(allowed).toBeGreaterThan(100);
  });

  // Bare, the name of the program would be that of a coprocess.
  test.each([
    "coproc timeout 5 beta [[ x ]]",
    "coproc timeout 5 beta [[ x ]] && alpha",
    "alpha | coproc timeout 5 beta [[ x ]]",
  ])("leaves %j, which is another command once it is bare", (command) => {
    for (const grammar of ["strict", "full"] as const) {
      expect(decided(command, { "*": "ask", "alpha *": "allow" }, grammar).final).toBe("ask");
    }
  });

  test.each([
    ["timeout 5 beta x", "beta() { :; }", "defer"],
    ["timeout 5 beta x", "function beta { alpha; }\n", "defer"],
    ["timeout 5 alpha x", "A=1 alpha", "allow"],
    ["timeout 5 alpha x && alpha", "beta() { :; }", "allow"],
  ] as const)("answers for %j with %j before it", (command, prefix, verdict) => {
    const policy = policyOf({ "*": "ask", "alpha *": "allow" });
    const query = policyQuery({
      rules: () => policy,
      paths: {},
      judge: (text) => judgeCommand(text, policy, {}, { prefix }),
    });
    const [unit = ""] = command.split(" &&");
    for (const grammar of ["strict", "full"] as const)
      expect(answerInner({ unit, command }, { grammar, prefix }, query).verdict.kind).toBe(verdict);
  });

  test("no sibling hiding, under real bash: what it allows runs nothing that the rules do not allow", async () => {
    await using tracer = await Tracer.create();
    let calls = 0;
    const samples = fc.sample(fc.tuple(wrappedProgram(), rulesForWrapped()), { ...runs(4000) });
    const allowed = samples.filter(([command, bash]) => decided(command, bash).by === "inner-cmd");
    await Promise.all(
      allowed.map(async ([command, bash]) => {
        const ruleset = normalizePermission({ bash });
        for (const words of (await tracer.run(command)).calls) {
          if (words[0] === "timeout") continue;
          calls++;
          const text = words.join(" ");
          expect([command, bash, text, evaluate("bash", text, ruleset).action]).toEqual([command, bash, text, "allow"]);
        }
      }),
    );
    expect(calls).toBeGreaterThan(50);
  }, 300_000);

  test("transparency is real: under real bash, `timeout 5 X` runs what `X` runs", async () => {
    await using tracer = await Tracer.create();
    const samples = fc.sample(
      fc
        .tuple(simpleCommand(), fc.constantFrom("5", "60s", "1.5m", "1h"))
        .filter(([{ value }]) => value.startsWith("alpha")),
      runs(60),
    );
    const called = async (source: string) => (await tracer.run(source)).calls.filter(([name]) => name !== "timeout");
    for (const [{ source, value }, duration] of samples) {
      const [bare, wrapped] = await Promise.all([called(source), called(`timeout ${duration} ${source}`)]);
      expect([source, wrapped]).toEqual([source, bare]);
      expect(wrapped.map((words) => words.join(" "))).toEqual([value]);
    }
  }, 120_000);

  describe("the full grammar", () => {
    const RULES = { "*": "ask", "alpha *": "allow", "cd *": "allow", "env *": "allow" };
    /** A host that judges texts, as any but our own does. */
    const textHost = (policy: Policy) => {
      const { checkPermission, getToolPermission } = queryOf(policy);
      return { checkPermission, getToolPermission };
    };
    const both = async (command: string, bash: unknown) => {
      const policy = policyOf(bash);
      const details = detailsOf(command, policy);
      return Promise.all([
        answer(details, policy, { grammar: "full" }),
        answer(details, policy, { grammar: "full", query: textHost(policy) }),
      ]);
    };

    test.each([
      "nice -n 5 timeout -k 1 5 alpha x",
      "cd x && (timeout 5 alpha 2>&1 | nice alpha)",
      "for v in 1 2; do timeout 5 alpha $v; done",
      "timeout 5 alpha a\nstdbuf -oL alpha b",
    ])("answers for %j, on both hosts", async (command) => {
      expect(await both(command, RULES)).toEqual(["allow", "allow"]);
    });

    test.each(["find . -exec alpha {} +", "bash -c 'timeout 5 alpha'", "xargs alpha", "timeout 5 cd x"])(
      "answers for %j where it can judge what it runs",
      async (command) => {
        expect(await both(command, RULES)).toEqual(["allow", "defer"]);
      },
    );

    test.each(["nice make", "env A=1 timeout 5 alpha", "sudo timeout 5 alpha", "timeout 5 alpha; make", "nice"])(
      "defers on %j, on both hosts",
      async (command) => {
        expect(await both(command, RULES)).toEqual(["defer", "defer"]);
      },
    );

    test("does not answer an ask by a wrapper's name, but for `timeout`", async () => {
      expect(await both("nice alpha", { ...RULES, "nice *": "ask" })).toEqual(["defer", "defer"]);
      expect(await both("timeout 5 nice alpha", { ...RULES, "nice *": "ask" })).toEqual(["defer", "defer"]);
      expect(await both("timeout 5 alpha", { ...RULES, "timeout *": "ask" })).toEqual(["allow", "allow"]);
    });

    test("asks a host that judges texts about the wrapper, too, as the agent that it is", () => {
      const [others, agents] = [RULES, { ...RULES, "nice *": "ask" }].map((rules) => textHost(policyOf(rules)));
      const query: PermissionQuery = {
        checkPermission: (surface, value, agentName) =>
          (agentName === "scout" ? agents : others)!.checkPermission(surface, value),
        getToolPermission: () => "ask",
      };
      const evidence = { unit: "nice alpha", command: "nice alpha" };
      const of = (name?: string) => answerInner(evidence, { grammar: "full" }, query, name).verdict.kind;
      expect([of(), of("scout")]).toEqual(["allow", "defer"]);
    });

    test("allows on a host that judges texts only what it allows on our own", async () => {
      let allowed = 0;
      await fc.assert(
        fc.asyncProperty(wrappedProgram(), rulesForWrapped(), async (command, bash) => {
          const policy = policyOf(bash);
          const ruling = judge(command, policy);
          if (ruling.state !== "ask" || !mayBeAnswered(ruling)) return;
          const query = textHost(policy);
          const evidence = { unit: command, command };
          if (answerInner(evidence, { grammar: "full" }, query).verdict.kind !== "allow") return;
          allowed++;
          expect([command, answerInner(evidence, { grammar: "full" }, queryOf(policy)).verdict.kind]).toEqual([
            command,
            "allow",
          ]);
        }),
        runs(4000),
      );
      expect(allowed).toBeGreaterThan(50);
    });

    test("allows whatever the strict grammar allows", () => {
      let allowed = 0;
      fc.assert(
        fc.property(wrappedProgram(), rulesForWrapped(), (command, bash) => {
          if (decided(command, bash).final !== "allow" || decided(command, bash).by !== "inner-cmd") return;
          allowed++;
          expect([command, decided(command, bash, "full").final]).toEqual([command, "allow"]);
        }),
        runs(4000),
      );
      expect(allowed).toBeGreaterThan(50);
    });

    test("knows the user's own wrappers", () => {
      const request = { command: "rtk -q alpha x", permission: { bash: RULES }, cwd: "/w", home: "/h" };
      const wrappers = { rtk: { flags: ["-q"] } };
      expect(decide({ ...request, wrappers, grammar: "full" }).final).toBe("allow");
      expect(decide({ ...request, wrappers, grammar: "strict" }).final).toBe("ask");
      expect(decide({ ...request, grammar: "full" }).final).toBe("ask");
      // A deny always reaches what is behind it.
      const permission = { bash: { "*": "allow", "rm *": "deny" } };
      expect(decide({ ...request, command: "rtk rm x", permission, wrappers }).state).toBe("deny");
    });
  });

  describe("fail-closed defer", () => {
    const policy = policyOf({ "*": "allow", "timeout *": "ask", "git push *": "ask" });
    const command = "timeout 5 alpha && git push";
    const details = detailsOf(command, policy);
    const paths = (value: unknown, path: readonly string[] = []): string[][] =>
      typeof value === "object" && value !== null
        ? Object.entries(value).flatMap(([key, inner]) => [[...path, key], ...paths(inner, [...path, key])])
        : [];
    const garbage = fc.oneof(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
      fc.constantFrom<unknown>(command, "alpha", "git push", "bash", null, undefined, true, []),
    );

    /** The details with something else in some of their fields. */
    function broken(whole: AskDetails): fc.Arbitrary<AskDetails> {
      const field = fc.tuple(fc.constantFrom(...paths(whole)), garbage);
      return fc.array(field, { minLength: 1, maxLength: 3 }).map((changes) => {
        const copy = structuredClone(whole) as unknown as Record<string, unknown>;
        for (const [path, value] of changes) {
          let holder: unknown = copy;
          for (const key of path.slice(0, -1)) holder = (holder as Record<string, unknown> | null | undefined)?.[key];
          if (typeof holder === "object" && holder !== null)
            (holder as Record<string, unknown>)[path.at(-1) ?? ""] = value;
        }
        return copy as unknown as AskDetails;
      });
    }

    test.each([
      ["a payload", details],
      ["no payload", withoutPayload(details)],
    ])("of whatever stands in any field of details with %s", async (_, whole) => {
      const session = { ...SESSION, branch: () => [message(command)] };
      await fc.assert(
        fc.asyncProperty(broken(whole), async (changed) => {
          // Evidence without the complete command says that the unit is all of it.
          const evidence: unknown = changed.payload?.evidence;
          const labels = Array.isArray(evidence)
            ? evidence.map((one) => (one as { label?: unknown } | null)?.label)
            : [FULL_COMMAND];
          fc.pre(labels.includes(FULL_COMMAND));
          expect(await answer(changed, policy, { session })).not.toBe("allow");
        }),
        runs(3000),
      );
    });

    test("of details that are anything, in every grammar", async () => {
      await fc.assert(
        fc.asyncProperty(garbage, fc.constantFrom("strict" as const, "full" as const), async (anything, grammar) => {
          expect(await answer(anything, policy, { grammar })).toBe("defer");
        }),
        runs(2000),
      );
    });

    test("of fields that fail when they are read, and of a policy that answers nonsense", async () => {
      const failing = new Proxy(details, {
        get() {
          throw new Error("no");
        },
      });
      expect(await answer(failing, policy)).toBe("defer");
      const one = detailsOf("timeout 5 alpha", policy);
      for (const check of [undefined, null, {}, { state: "yes" }, { state: "constructor" }, "allow"]) {
        const query = { ...queryOf(policy), checkPermission: () => check as never, checkPeeled: () => check as never };
        expect(await answer(one, policy, { query })).toBe("defer");
        expect(await answer(one, policy, { query, grammar: "full" })).toBe("defer");
      }
    });

    test("of a log that fails", async () => {
      const log = {
        review: () => {
          throw new Error("full");
        },
        debug: SILENT.debug,
      };
      expect(
        await innerCommand({ grammar: "strict" }, SESSION)(detailsOf("timeout 5 alpha", policy), queryOf(policy), log),
      ).toEqual({
        kind: "defer",
      });
    });
  });
});
