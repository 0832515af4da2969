import { describe, expect, test } from "bun:test";
import { join } from "node:path";

import { decide } from "../../src/authority/decision.ts";
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

const STILL_ASKING: readonly string[] = [];
const STILL_NOT_DENIED: readonly string[] = [];

function permissionOf({ policy }: Case): object {
  return { "*": "ask", external_directory: "allow", bash: policy };
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

  test("cases that should be denied and still only ask are known", () => {
    const asking = CASES.filter(
      (one) => one.expect === "deny" && !one.also_ok?.includes("ask") && verdict(one) === "ask",
    );
    expect(asking.map(({ id }) => id)).toEqual([...STILL_NOT_DENIED]);
  });
});
