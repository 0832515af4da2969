/**
 * What the decision record "recover the full Bash command" promises, by the number of the sentence in it: 1–3 why, 4–15 the
 * evidence and the grammar, 16–18 the answer, 19–23 compounds, 24–25 what it leaves alone, 26–31 the regressions, 32 what the
 * host does, 33–36 what was rejected. Sentences that state no behaviour are left out.
 */
import { describe, expect, test } from "bun:test";

import type { AskDetails } from "../../src/authority/authorizer.ts";
import { parseTimeoutWrapper } from "../../src/authority/timeout-wrapper.ts";
import { answer, answerFor, detailsOf, judge, message, policyOf, queryOf, SESSION, withoutPayload } from "./asks.ts";

const RULES = {
  "*": "ask",
  "pnpm *": "allow",
  "cd *": "allow",
  "tail *": "allow",
  "git push *": "ask",
  "rm *": "deny",
};
const POLICY = policyOf(RULES);
const UNIT = "timeout 60s pnpm test";

/** The ask for a command as a host of version 24 makes it, in a session that holds these entries. */
function old(command: string, branch: readonly unknown[] = [message(command)]) {
  const details = withoutPayload(detailsOf(command, POLICY));
  return { details, session: { ...SESSION, branch: () => branch } };
}

function answerOld(command: string, branch?: readonly unknown[], more: Partial<AskDetails> = {}) {
  const { details, session } = old(command, branch);
  return answer({ ...details, ...more }, POLICY, { session });
}

describe("seed 000", () => {
  test("1: nothing is allowed on the unit alone", async () => {
    expect(await answerOld(UNIT, [])).toBe("defer");
    expect(await answerOld(UNIT)).toBe("allow");
  });

  test("2: of `timeout 60s pnpm test && git push` the unit that asks is the first", () => {
    expect(detailsOf(`${UNIT} && git push`, POLICY).command).toBe(UNIT);
  });

  test("3, 33: a sibling is not hidden behind the unit", async () => {
    expect(await answerOld(`${UNIT} && git push`)).toBe("defer");
    expect(await answerFor(`${UNIT} && git push`, RULES)).toBe("defer");
  });

  test("4: the session is the one that was live when the link was made", async () => {
    const { details, session } = old(UNIT);
    expect(await answer(details, POLICY, { session: { ...session, currentId: () => "s2" } })).toBe("defer");
    let asked = 0;
    const leaving = { ...session, currentId: () => (asked++ === 0 ? "s1" : "s2") };
    expect(await answer(details, POLICY, { session: leaving })).toBe("defer");
    expect(asked).toBe(2);
  });

  test("5: the command is that of the call of this id, wherever in the session it is", async () => {
    const branch = [
      message("rm x", { id: "call-0" }),
      message(UNIT),
      { type: "custom" },
      message("ls", { id: "call-2" }),
    ];
    expect(await answerOld(UNIT, branch)).toBe("allow");
  });

  test("6: request and call are both of the tool `bash`", async () => {
    expect(await answerOld(UNIT, [message(UNIT, { name: "shell" })])).toBe("defer");
    expect(await answerOld(UNIT, undefined, { toolName: "shell" })).toBe("defer");
  });

  test("7: exactly one call has the id within the latest message that has it", async () => {
    const { message: inner } = message(UNIT) as { message: { content: object[] } };
    const twice = { type: "message", message: { ...inner, content: [...inner.content, ...inner.content] } };
    expect(await answerOld(UNIT, [twice])).toBe("defer");
    expect(await answerOld(UNIT, [message(UNIT), twice])).toBe("defer");
    expect(await answerOld(UNIT, [twice, message(UNIT)])).toBe("allow");
  });

  test("8: the command of the call is a text", async () => {
    for (const command of [undefined, null, 5, [UNIT], { command: UNIT }])
      expect(await answerOld(UNIT, [message(command)])).toBe("defer");
  });

  test("9: the unit that asks is a wrapper of the grammar", async () => {
    expect(await answerFor("nice pnpm test", RULES)).toBe("defer");
    // It asks first, though the `timeout` behind it would be answered.
    expect(await answerFor(`make && ${UNIT}`, RULES)).toBe("defer");
  });

  test("10: the inner command is no other wrapper", async () => {
    for (const inner of ["timeout 5 pnpm x", "env pnpm x", "env A=1 pnpm x", "xargs pnpm x", "timeout", "env"])
      expect(await answerFor(`timeout 5 ${inner}`, { ...RULES, "env *": "allow", "xargs *": "allow" })).toBe("defer");
  });

  test("11: one blank or tab at least stands between its words", () => {
    expect(parseTimeoutWrapper("timeout \t5s \t pnpm test")).toEqual({ duration: "5s", innerCommand: "pnpm test" });
    expect(parseTimeoutWrapper("timeout\n5s pnpm test")).toBeUndefined();
  });

  test.each(["240", "1", "60s", "5m", "2h", "1d", "1.5", "0.5", "90.25m"])("12: the duration %s", async (duration) => {
    // A zero in front is left out of the grammar (14).
    const expected = duration.startsWith("0") ? "defer" : "allow";
    expect(await answerFor(`timeout ${duration} pnpm test`, RULES)).toBe(expected);
  });

  test("13: the duration changes nothing about the answer", async () => {
    for (const duration of ["1", "99999999d"]) {
      expect(await answerFor(`timeout ${duration} pnpm test`, RULES)).toBe("allow");
      expect(await answerFor(`timeout ${duration} make`, RULES)).toBe("defer");
    }
  });

  test.each([
    "0",
    "00",
    "05",
    "0s",
    "5ms",
    "5us",
    "-5",
    "+5",
    "--foreground 5",
    "-k 5 5",
    "-s KILL 5",
    "-- 5",
    "$T",
    "'5'",
  ])("14: no `timeout %s`", async (words) => {
    expect(await answerFor(`timeout ${words} pnpm test`, RULES)).toBe("defer");
  });

  test("16, 23: all of the inner command is judged by the policy", async () => {
    const judged: string[] = [];
    const query = queryOf(POLICY);
    const spying = {
      ...query,
      checkPermission(surface: string, value?: string) {
        judged.push(`${surface}: ${value}`);
        return query.checkPermission(surface, value);
      },
    };
    const details = detailsOf("cd x && timeout 5 pnpm test --a 'b c' | tail -1", POLICY);
    expect(await answer(details, POLICY, { query: spying })).toBe("allow");
    expect(judged).toEqual(["bash: cd x && pnpm test --a 'b c' | tail -1"]);
  });

  test.each(["allow", "ask", "deny"] as const)("17, 26: a policy that says %s", async (state) => {
    const check = { state, toolName: "bash", source: "bash", origin: "global" } as const;
    const query = { ...queryOf(POLICY), checkPermission: () => check };
    const expected = { allow: "allow", ask: "defer", deny: "deny" } as const;
    expect(await answer(detailsOf(UNIT, POLICY), POLICY, { query })).toBe(expected[state]);
  });

  test("18: what is missing, ambiguous, forwarded, aliased, nested, unreadable or thrown defers", async () => {
    const details = detailsOf(UNIT, POLICY) as Required<AskDetails>;
    const { payload } = details;
    const request = { ...payload.request, invokedToolName: "shell" };
    const forwarding = { requesterAgentName: "a", requesterSessionId: "s2" };
    for (const changed of [
      { ...details, forwarding },
      { ...details, payload: { ...payload, request } },
      { ...details, payload: { ...payload, kind: "forwarded" } },
      { ...details, payload: undefined },
      {},
    ])
      expect(await answer(changed, POLICY)).toBe("defer");
    const throwing = (): never => {
      throw new Error("no");
    };
    const query = queryOf(POLICY);
    expect(await answer(details, POLICY)).toBe("allow");
    expect(await answer(details, POLICY, { query: { ...query, checkPermission: throwing } })).toBe("defer");
    expect(await answer(details, POLICY, { session: { ...SESSION, currentId: throwing } })).toBe("defer");
    expect(await answer(withoutPayload(details), POLICY, { session: { ...SESSION, branch: throwing } })).toBe("defer");
    // Text that is not understood.
    const broken = {
      ...details,
      payload: { ...payload, evidence: [{ label: "full command", text: `${UNIT} && (`, detail: null }] },
    };
    expect(await answer(broken, policyOf("allow"), { query: queryOf(policyOf("allow")) })).toBe("defer");
  });

  test("19, 20, 21: a compound that does not start with the wrapper", async () => {
    expect(await answerFor("cd x && timeout 240 pnpm test 2>&1 | tail -5; echo EXIT $?", RULES)).toBe("allow");
    expect(await answerOld("cd x && timeout 240 pnpm test 2>&1 | tail -5; echo EXIT $?")).toBe("allow");
    expect(await answerFor("cd x && timeout 240 pnpm test | make", RULES)).toBe("defer");
  });

  test("21: the unit stands in the command exactly once", async () => {
    expect(await answerFor(`${UNIT}; ${UNIT}`, RULES)).toBe("defer");
    expect(await answerFor(`echo '${UNIT}'; ${UNIT}`, RULES)).toBe("defer");
    expect(await answerFor(`${UNIT} # ${UNIT}`, RULES)).toBe("defer");
    const elsewhere = { ...detailsOf(UNIT, POLICY), command: "timeout 60s pnpm build" };
    expect(await answer(elsewhere, POLICY)).toBe("defer");
  });

  test("22: where it cannot be sure, it defers", async () => {
    for (const command of [
      "timeout 60s pnpm test\nmake",
      "timeout 60s pnpm \\\ntest",
      "timeout 60s make",
      "timeout 60s $x",
    ])
      expect(await answerFor(command, RULES)).toBe("defer");
  });

  test("24, 34: the message for people says nothing to it", async () => {
    const details = { ...detailsOf(`${UNIT} && git push`, POLICY), message: UNIT };
    expect(await answer(details, POLICY)).toBe("defer");
    expect(await answer({ ...detailsOf(UNIT, POLICY), message: "rm -rf /" }, POLICY)).toBe("allow");
  });

  test("27: compound input", async () => {
    expect(await answerFor(`${UNIT} && git push`, RULES)).toBe("defer");
    expect(await answerFor(`${UNIT} && pnpm build`, RULES)).toBe("allow");
  });

  test("32: an ask of the host is about the whole call, so that an allow is about all of it", () => {
    const command = `${UNIT} && git push`;
    expect(judge(command, POLICY).judgements.filter(({ verdict }) => verdict.action === "ask")).toHaveLength(2);
    expect(detailsOf(command, POLICY).payload?.evidence).toEqual([
      { label: "full command", text: command, detail: null },
    ]);
  });

  test("36: the rules decide, no list of harmless commands", async () => {
    expect(await answerFor("timeout 5 ls", RULES)).toBe("defer");
    expect(await answerFor("timeout 5 ls", { "*": "ask", "ls *": "allow" })).toBe("allow");
  });
});

describe("an inner command that would be read otherwise once it is bare", () => {
  const allowing = { "*": "allow", "timeout *": "ask" };
  test.each([
    ...["if x", "time x", "! x", "{ x", "[[ x", "[ x", "in x", "do x", "function f", "coproc x", "case x"],
    ...[
      "A=1 x",
      "A+=1",
      "a[0]=1",
      "cd x",
      "eval x",
      "exec x",
      ". x",
      "source x",
      "export A",
      "set -e",
      "echo x",
      "true",
    ],
    ...["'x' y", '"x"', "\\x", "$x", "x$y", "`x`", "{x,y}", "x*", "~/x", "2>f x", ">f x", "<f x", "#x"],
  ])("defers on %j", async (inner) => {
    expect(await answerFor(`timeout 5 ${inner}`, allowing)).not.toBe("allow");
  });

  test.each(["f() { pnpm; }; timeout 5 f", "timeout() { rm x; }; timeout 5 pnpm", "alias x=y; timeout 5 x"])(
    "defers in %j",
    async (command) => {
      expect(await answerFor(command, { "*": "allow", "timeout *": "ask" })).toBe("defer");
    },
  );

  test.each(["x", "./x y", "/usr/bin/x", "x-y.z", "g++ x", "7z x"])("answers for %j", async (inner) => {
    expect(await answerFor(`timeout 5 ${inner}`, allowing)).toBe("allow");
  });
});
