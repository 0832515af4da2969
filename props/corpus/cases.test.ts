import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { decide } from "../../src/policy/decide.ts";
import type { Action } from "../../src/policy/rules.ts";

/** A publicly reported case of a permission bypass or a needless prompt. */
interface Case {
  readonly id: string;
  readonly command: string;
  readonly policy: unknown;
  readonly expect: Action;
  readonly also_ok?: readonly Action[];
}

const CASES = readFileSync(join(import.meta.dir, "cases.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Case);

/** What waits for control structures, here-documents, arithmetic, shell-internal commands and peeling. */
const STILL_ASKING: readonly string[] =
  "fp-046 fp-048 fp-049 fp-053 fp-054 fp-055 fp-056 fp-057 fp-060 fp-063 fp-066 fp-067 fp-078 fp-084 fp-085 fp-086 fp-087 fp-088 fp-096 fp-099 fp-100 fp-112 fp-113 fp-135".split(
    " ",
  );
const STILL_NOT_DENIED: readonly string[] =
  "psb-001 psb-002 psb-008 sub-012 sub-015 sub-017 sub-019 sub-021 sub-022 sub-031 sub-032 sub-034 sub-036 sub-038 sub-040 doc-002 doc-003 doc-004 doc-005 doc-008 doc-009 doc-011 doc-013 doc-014 doc-015 doc-021 doc-022 doc-024 doc-027 doc-031 doc-032 re-001 re-004 re-005 re-008 re-012 re-026 wrp-014 ctl-001 ctl-006 ctl-007 ctl-009 ctl-010 ctl-013 ctl-014 ctl-015 fun-001 fun-002 fun-003 fun-004 fun-006 fun-007 com-008 com-009 par-001 par-003 par-006 par-009".split(
    " ",
  );

function verdict({ command, policy }: Case): Action {
  const permission = { "*": "ask", external_directory: "allow", bash: policy };
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
