import { describe, expect, test } from "bun:test";
import { join } from "node:path";

import { decide, judgeCommand } from "../../src/policy/decide.ts";
import { normalizePermission } from "../../src/policy/normalize.ts";
import { peeled } from "../../src/policy/peel.ts";
import { Policy } from "../../src/policy/policy.ts";
import type { Action } from "../../src/policy/rules.ts";
import { readJsonLines } from "../json-lines.ts";

/** A publicly reported case of a permission bypass or a needless prompt. */
interface Case {
  readonly id: string;
  readonly command: string;
  readonly policy: unknown;
  readonly expect: Action;
  readonly also_ok?: readonly Action[];
}

const CASES = readJsonLines<Case>(join(import.meta.dir, "cases.jsonl"));

/** What waits for rules that name a wrapper's inner command, and for an authorizer that peels. */
const STILL_ASKING: readonly string[] = "fp-048 fp-049 fp-078".split(" ");
const STILL_NOT_DENIED: readonly string[] = [];

/** Of the first, what asks with peeling too. */
const STILL_ASKING_PEELED: readonly string[] = ["fp-078"];

function permissionOf({ policy }: Case): object {
  return { "*": "ask", external_directory: "allow", bash: policy };
}

function peeledVerdict(one: Case): Action {
  const policy = new Policy(normalizePermission(permissionOf(one), "global", "/home/user"), "/home/user");
  return peeled(judgeCommand(one.command, policy, { cwd: "/home/user/project", home: "/home/user" })).state;
}

function verdict(one: Case): Action {
  const { command } = one;
  const permission = permissionOf(one);
  return decide({ command, permission, cwd: "/home/user/project", home: "/home/user", grammar: "full" }).final;
}

describe("publicly reported cases", () => {
  test("are all there", () => {
    expect(CASES).toHaveLength(334);
  });

  test("no case is allowed that must not be", () => {
    const wrong = CASES.filter(
      (one) => one.expect !== "allow" && !one.also_ok?.includes("allow") && verdict(one) === "allow",
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test("no case is denied that may run", () => {
    const wrong = CASES.filter((one) => one.expect === "allow" && verdict(one) === "deny");
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  // These lists may only get shorter.
  test("cases that should run and still ask are known", () => {
    const asking = CASES.filter(
      (one) => one.expect === "allow" && !one.also_ok?.includes("ask") && verdict(one) === "ask",
    );
    expect(asking.map(({ id }) => id)).toEqual([...STILL_ASKING]);
  });

  test("peeling answers some of them, and allows nothing that must not be", () => {
    const asking = CASES.filter((one) => STILL_ASKING.includes(one.id) && peeledVerdict(one) !== "allow");
    expect(asking.map(({ id }) => id)).toEqual([...STILL_ASKING_PEELED]);
    const loosened = CASES.filter((one) => verdict(one) === "ask" && peeledVerdict(one) === "allow");
    expect(loosened.filter(({ expect: right, also_ok = [] }) => ![right, ...also_ok].includes("allow"))).toEqual([]);
  });

  test("cases that should be denied and still only ask are known", () => {
    const asking = CASES.filter(
      (one) => one.expect === "deny" && !one.also_ok?.includes("ask") && verdict(one) === "ask",
    );
    expect(asking.map(({ id }) => id)).toEqual([...STILL_NOT_DENIED]);
  });
});
