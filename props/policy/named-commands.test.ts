import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import { decide } from "../../src/authority/decision.ts";
import { type Action, evaluate, type Rule } from "../../src/policy/rules.ts";
import { Tracer } from "../oracle/tracer.ts";
import { runs } from "../runs.ts";

function state(command: string, bash: Readonly<Record<string, unknown>>): Action {
  const permission = {
    "*": "ask",
    external_directory: "allow",
    path: "allow",
    write: "allow",
    bash: { "*": "ask", ...bash },
  };
  return decide({ command, permission, cwd: "/w", home: "/h" }).state;
}

describe("a rule that names the command behind a wrapper", () => {
  test.each<[string, string]>([
    ["xargs grep *", "xargs grep x"],
    ["xargs grep *", "xargs grep"],
    ["xargs grep x", "xargs grep x"],
    ["xargs -n 1 grep *", "xargs -n 1 grep x"],
    ["timeout 5 pnpm test", "timeout 5 pnpm test"],
    ["timeout 5 pnpm *", "timeout 5 pnpm run $x"],
    ["sudo apt *", "sudo apt update"],
    ["sudo -u a apt *", "sudo -u a apt update"],
    ["env A=1 pnpm *", "env A=1 pnpm test"],
    ["nice pnpm t?st", "nice pnpm test"],
  ])("%j allows %j", (pattern, command) => {
    expect(state(command, { [pattern]: "allow", env: "allow" })).toBe("allow");
  });

  test.each<[string, string]>([
    ["xargs *", "xargs grep x"],
    ["xargs g*", "xargs grep x"],
    ["xargs gre? *", "xargs grep x"],
    ["xargs grep*", "xargs grep x"],
    ["xargs gre *", "xargs gre"],
    ["* grep *", "xargs grep x"],
    ["timeout * pnpm *", "timeout 5 pnpm test"],
    ["timeout 5 pnpm *", "timeout $x pnpm test"],
    ["timeout 5 nice *", "timeout 5 nice pnpm"],
    ["xargs grep *", 'xargs "grep x"'],
    ["xargs grep *", "xargs $x grep"],
    ["find . -exec grep *", "find . -exec grep x {} + -exec rm {} +"],
    ["sudo *", "sudo apt update"],
    ["sudo -Z apt *", "sudo -Z apt update"],
    ["env pnpm *", "env A=1 pnpm test"],
    ["bash -c *", "bash -c 'pnpm test'"],
    ["bash -c pnpm *", "bash -c 'pnpm test'"],
    ["eval pnpm *", "eval pnpm test"],
  ])("%j does not allow %j", (pattern, command) => {
    // Where the wrapper alone is what asks, there is nothing to name.
    expect([
      command,
      state(command, pattern === "xargs gre *" ? { "xargs *": "allow" } : { [pattern]: "allow" }),
    ]).toEqual([command, "ask"]);
  });

  test("speaks of that command alone: not of what it runs in turn, nor of what stands beside it", () => {
    const rules = { "timeout 5 nice *": "allow", "timeout 5 xargs *": "allow" };
    expect(state("timeout 5 nice", rules)).toBe("allow");
    expect(state("timeout 5 nice pnpm", rules)).toBe("ask");
    expect(state("timeout 5 xargs grep", rules)).toBe("ask");
    expect(state("timeout 5 nice; pnpm", rules)).toBe("ask");
    expect(state("timeout 5 nice $(pnpm)", rules)).toBe("ask");
  });

  test("does not outweigh what another rule says of that command", () => {
    const named = { "xargs grep *": "allow" } as const;
    expect(state("xargs grep x", { ...named, "grep *": "deny" })).toBe("deny");
    expect(state("xargs grep x", { ...named, "grep *": "ask" })).toBe("ask");
    expect(state("xargs grep", { ...named, "grep -f *": "deny" })).toBe("ask");
    expect(state("sudo apt x", { "sudo apt *": "allow", "rm *": "deny" })).toBe("ask");
    // The wrapper's own rule must allow it at last.
    expect(state("xargs grep x", { ...named, "xargs *": "ask" })).toBe("ask");
    expect(state("xargs grep x", { "xargs *": "allow", ...named, "xargs grep x *": "ask" })).toBe("ask");
  });

  test("is all that allows more than rules on each command do", () => {
    const patterns = [
      "timeout *",
      "timeout 5 *",
      "timeout 5 a*",
      "timeout 5 alpha *",
      "timeout 5 alpha",
      "timeout 5 alpha x",
      "alpha *",
      "alpha",
      "*",
      "a?pha x",
      "timeout 5 ?lpha *",
      "timeout 5 beta *",
    ];
    const rules = fc.uniqueArray(
      fc.tuple(fc.constantFrom(...patterns), fc.constantFrom<Action>("allow", "allow", "ask", "deny")),
      {
        maxLength: 5,
        selector: ([pattern]) => pattern,
      },
    );
    const RANK = { allow: 0, ask: 1, deny: 2 } as const;
    let named = 0;
    fc.assert(
      fc.property(rules, fc.constantFrom("alpha", "alpha x", "beta"), (chosen, inner) => {
        const ruleset: Rule[] = chosen.map(([pattern, action]) => ({
          surface: "bash",
          pattern,
          action,
          origin: "global",
        }));
        const outer = evaluate("bash", `timeout 5 ${inner}`, ruleset);
        const own = evaluate("bash", inner, ruleset);
        const literal = outer.pattern.split(/[*?]/)[0] ?? "";
        const [name = ""] = inner.split(" ");
        const names =
          literal === `timeout 5 ${name}` ? outer.pattern === literal : literal.startsWith(`timeout 5 ${name} `);
        const isDefault = own.action === "ask" && own.pattern === "*";
        const answered = outer.action === "allow" && outer.origin === "global" && names && isDefault;
        if (answered) named++;
        const both = answered || RANK[own.action] < RANK[outer.action] ? outer.action : own.action;
        const permission = { bash: Object.fromEntries(chosen) };
        const decided = decide({ command: `timeout 5 ${inner}`, permission, cwd: "/w", home: "/h" });
        expect([permission, inner, decided.state]).toEqual([permission, inner, both]);
      }),
      runs(3000),
    );
    expect(named).toBeGreaterThan(100);
  });

  test("hides nothing that real bash runs", async () => {
    await using tracer = await Tracer.create();
    const wrappers = [
      "timeout 5",
      "nice",
      "nice -n 1",
      "setsid",
      "xargs -n 1",
      "xargs",
      "env A=1",
      "nohup",
      "stdbuf -o L",
    ];
    const inners = [
      "alpha",
      "alpha x",
      "nice alpha",
      "timeout 5 zap",
      "sh -c 'zap x'",
      "alpha $(zap)",
      "alpha; zap",
      "alpha <(zap)",
      "env zap",
    ];
    const samples = fc.sample(fc.tuple(fc.constantFrom(...wrappers), fc.constantFrom(...inners)), { ...runs(150) });
    let allowed = 0;
    for (const [wrapper, inner] of samples) {
      const command = `${wrapper} ${inner} </dev/null >/dev/null`;
      const [name = ""] = inner.split(" ");
      if (state(command, { [`${wrapper} ${name} *`]: "allow" }) !== "allow") continue;
      allowed++;
      const { calls } = await tracer.run(command);
      const programs = new Set(calls.map(([program]) => program ?? ""));
      const [outer = ""] = wrapper.split(" ");
      expect([command, [...programs].filter((program) => program !== outer && program !== name)]).toEqual([
        command,
        [],
      ]);
    }
    expect(allowed).toBeGreaterThan(20);
  }, 120_000);
});
