/**
 * What the decision record "defer `env`" promises, by the number of the sentence in it: 1–2 the decision, 3–9 why, 10–15 what
 * was rejected, 16–20 what follows. Sentences that state no behaviour are left out.
 */
import { describe, expect, test } from "bun:test";

import type { AskDetails, LinkLog } from "../../src/authority/authorizer.ts";
import { innerCommand } from "../../src/authority/inner-command.ts";
import { answer, answerFor, detailsOf, policyOf, queryOf, SESSION } from "./asks.ts";

/** All that could allow an `env` is allowed, but for what only a person can answer. */
const RULES = { "*": "ask", "pnpm *": "allow", "timeout *": "ask" };

const ENV = [
  ...["env pnpm test", "env A=1 pnpm test", "env -i pnpm test", "env -u HOME pnpm test", "env -C /x pnpm test"],
  ...["env -S 'pnpm test'", "env -- pnpm test", "env PATH=/evil pnpm test", "env LD_PRELOAD=/x.so pnpm test"],
  ...["env BASH_ENV=x pnpm test", "env PYTHONPATH=. pnpm test", "env NODE_OPTIONS=-r pnpm test", "env PERL5OPT=x pnpm"],
];

describe("seed 002", () => {
  test.each(ENV)("1, 3–8, 13: defers on `%s`", async (command) => {
    expect(await answerFor(command, RULES)).toBe("defer");
    expect(await answerFor(`cd x && ${command}`, { ...RULES, "cd *": "allow" })).toBe("defer");
    const policy = policyOf(RULES);
    expect(await answer(detailsOf(command, policy), policy, { grammar: "full" })).toBe("defer");
  });

  test("1: takes nothing away from it: the policy is not asked about what is behind it", async () => {
    const policy = policyOf(RULES);
    const checkPermission = (): never => {
      throw new Error("asked");
    };
    const events: unknown[] = [];
    const log: LinkLog = { debug: (event) => events.push(event), review: (_, fields) => events.push(fields?.["why"]) };
    const query = { ...queryOf(policy), checkPermission };
    const details = detailsOf("env pnpm test", policy);
    expect(await innerCommand({ grammar: "strict" }, SESSION)(details, query, log)).toEqual({ kind: "defer" });
    expect(events).toEqual([expect.stringContaining("`env`")]);
  });

  test("2, 18: hands on the complete command, with its environment", () => {
    const details = detailsOf(
      "cd x && env A=1 pnpm test",
      policyOf({ ...RULES, "cd *": "allow" }),
    ) as Required<AskDetails>;
    expect(details.payload.request.value).toBe("env A=1 pnpm test");
    expect(details.payload.evidence.map(({ text }) => text)).toEqual(["cd x && env A=1 pnpm test"]);
  });

  test("11: defers where no assignment is dangerous either", async () => {
    for (const command of ["env FOO=bar pnpm test", "env CI=1 pnpm test", "timeout 5 env CI=1 pnpm test"])
      expect(await answerFor(command, RULES)).toBe("defer");
  });

  test("16: unwraps `timeout`, and only that", async () => {
    expect(await answerFor("timeout 5 pnpm test", RULES)).toBe("allow");
    for (const wrapper of ["nice", "nohup", "setsid", "stdbuf -oL", "sudo", "xargs", "ionice", "chroot /x"])
      expect(await answerFor(`${wrapper} pnpm test`, RULES)).toBe("defer");
  });

  test("17: xargs is claimed and deferred, too", async () => {
    const events: unknown[] = [];
    const log: LinkLog = { debug: () => undefined, review: (_, fields) => events.push(fields?.["why"]) };
    const policy = policyOf(RULES);
    await innerCommand({ grammar: "strict" }, SESSION)(detailsOf("xargs pnpm test", policy), queryOf(policy), log);
    expect(events).toEqual([expect.stringContaining("`xargs`")]);
  });
});
