import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import type { Authorize, Link, PermissionQuery } from "../../src/authority/authorizer.ts";
import { type Clock, consult, type Limits } from "../../src/authority/chain.ts";
import { runs } from "../runs.ts";
import { detailsOf, policyOf, queryOf } from "./asks.ts";

const POLICY = policyOf({ "*": "ask" });
const DETAILS = detailsOf("cd x && make y", POLICY);
const QUERY = queryOf(POLICY);

/** Time that passes when it is told to. */
class FakeClock implements Clock {
  private time = 0;
  private readonly timers = new Map<() => void, number>();

  now(): number {
    return this.time;
  }

  after(ms: number, callback: () => void): () => void {
    this.timers.set(callback, this.time + ms);
    return () => this.timers.delete(callback);
  }

  pass(ms: number): void {
    this.time += ms;
    for (const [callback, at] of this.timers) if (at <= this.time) callback();
  }

  get running(): number {
    return this.timers.size;
  }
}

function limits(more: Partial<Limits> = {}): Limits & { clock: FakeClock } {
  const clock = new FakeClock();
  return { timeoutMs: 1000, mayAllow: true, ...more, clock };
}

const link = (name: string, authorize: unknown): Link => ({ name, authorize: authorize as Authorize });
const DEFERS = link("defers", () => ({ kind: "defer" }));
const ALLOWS = link("allows", async () => ({ kind: "allow" }));
const DENIES = link("denies", async () => ({ kind: "deny", reason: "no" }));

/** What a link may do that is no verdict. */
const FAULTS: Readonly<Record<string, () => unknown>> = {
  throws: () => {
    throw new Error("broken");
  },
  "throws nothing": () => {
    throw undefined;
  },
  "throws what cannot be said": () => {
    throw { [Symbol.toPrimitive]: () => ({}) };
  },
  rejects: () => Promise.reject(new Error("broken")),
  "gives nothing": () => undefined,
  "gives a promise of nothing": () => Promise.resolve(null),
  "gives a text": () => "allow",
  "gives an action": () => ({ state: "allow" }),
  "gives another kind": () => ({ kind: "ask" }),
  "gives a list": () => ["allow"],
  "gives true": () => true,
  "gives a function": () => () => ({ kind: "allow" }),
  "gives an allow whose kind fails": () => ({
    get kind() {
      throw new Error("no");
    },
  }),
  "gives a thenable that fails": () => ({
    then: (_: unknown, reject: (error: Error) => void) => reject(new Error("broken")),
  }),
};

describe("the chain", () => {
  test("asks in order until one answers", async () => {
    const { verdict, by, steps } = await consult([DEFERS, DENIES, ALLOWS], DETAILS, QUERY, limits());
    expect({ verdict, by, steps }).toEqual({
      verdict: { kind: "deny", reason: "no" },
      by: "denies",
      steps: [
        { name: "defers", verdict: "defer", ms: 0, notes: [] },
        { name: "denies", verdict: "deny", reason: "no", ms: 0, notes: [] },
      ],
    });
  });

  test("defers without links, and where all defer", async () => {
    for (const links of [[], [DEFERS], [DEFERS, DEFERS]]) {
      const { verdict, by } = await consult(links, DETAILS, QUERY, limits());
      expect({ verdict, by }).toEqual({ verdict: { kind: "defer" }, by: undefined });
    }
  });

  test.each(Object.entries(FAULTS))("takes a link that %s for one that defers", async (_, fault) => {
    const { by, steps } = await consult([link("faulty", fault), ALLOWS], DETAILS, QUERY, limits());
    expect(by).toBe("allows");
    expect(steps[0]).toEqual({ name: "faulty", verdict: "defer", error: expect.any(String), ms: 0, notes: [] });
  });

  test("leaves a link that hangs, and does not hear what it says later", async () => {
    const limited = limits();
    let answer: (verdict: object) => void = () => undefined;
    const hanging = link("hangs", () => new Promise((resolve) => (answer = resolve)));
    const consulted = consult([hanging, DENIES], DETAILS, QUERY, limited);
    await Promise.resolve();
    limited.clock.pass(1000);
    answer({ kind: "allow" });
    const { by, steps } = await consulted;
    expect({ by, error: steps[0]?.error }).toEqual({ by: "denies", error: "no answer within 1000 ms" });
    expect(limited.clock.running).toBe(0);
  });

  test("asks nobody any more once the call is aborted", async () => {
    const abort = new AbortController();
    const hanging = link("hangs", () => new Promise(() => undefined));
    const consulted = consult([hanging, ALLOWS], DETAILS, QUERY, limits({ signal: abort.signal }));
    await Promise.resolve();
    abort.abort();
    expect(await consulted).toMatchObject({ verdict: { kind: "defer" }, steps: [{ name: "hangs" }] });
    expect(await consult([ALLOWS], DETAILS, QUERY, limits({ signal: abort.signal }))).toMatchObject({ steps: [] });
  });

  test("takes no allow where none may be given", async () => {
    const { by, steps } = await consult([ALLOWS, DENIES], DETAILS, QUERY, limits({ mayAllow: false }));
    expect({ by, error: steps[0]?.error }).toEqual({ by: "denies", error: expect.stringContaining("files") });
  });

  test("shows each link the same details, whatever the one before did to them", async () => {
    const seen: unknown[] = [];
    const tampers = link("tampers", (details: Record<string, unknown>) => {
      for (const change of [
        () => (details["command"] = "ls"),
        () => ((details["payload"] as Record<string, unknown>)["evidence"] = []),
        () => delete details["payload"],
      ])
        expect(change).toThrow();
      return { kind: "defer" };
    });
    const looks = link("looks", (details: unknown) => {
      seen.push(structuredClone(details));
      return { kind: "defer" };
    });
    await consult([looks, tampers, looks], DETAILS, QUERY, limits());
    expect(seen).toEqual([DETAILS, DETAILS]);
  });

  test("gives each link the same policy to ask, whatever the one before did to it", async () => {
    const tampers = link("tampers", (_details: unknown, query: PermissionQuery) => {
      expect(() => Object.assign(query, { checkPermission: () => ({ state: "allow" }) })).toThrow();
      return { kind: "defer" };
    });
    const asks = link("asks", (_details: unknown, query: PermissionQuery) => ({
      kind: query.checkPermission("bash", "x").state === "allow" ? "allow" : "defer",
    }));
    expect(await consult([tampers, asks], DETAILS, { ...QUERY }, limits())).toMatchObject({
      verdict: { kind: "defer" },
    });
  });

  test("keeps what a link writes, until it has answered and as long as it is not too much", async () => {
    const kept = async (count: number): Promise<number> => {
      let log: { review(event: string, fields?: object): void } = { review: () => undefined };
      const writes = link("writes", (_details: unknown, _query: unknown, given: typeof log) => {
        log = given;
        for (let index = 0; index < count; index++) log.review("note", { index });
        return { kind: "defer" };
      });
      const { steps } = await consult([writes], DETAILS, QUERY, limits());
      log.review("late");
      return steps[0]?.notes.length ?? 0;
    };
    expect(await kept(3)).toBe(3);
    const most = await kept(1000);
    expect(most).toBeGreaterThan(3);
    expect(most).toBeLessThan(100);
  });

  test("no ask is lost among faulty links: the first true answer counts, or none", async () => {
    const kinds = {
      ...FAULTS,
      defer: () => ({ kind: "defer" }),
      allow: () => ({ kind: "allow" }),
      deny: () => ({ kind: "deny" }),
    };
    const names = Object.keys(kinds) as (keyof typeof kinds)[];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...names), { maxLength: 5 }),
        fc.boolean(),
        async (chosen, mayAllow) => {
          const links = chosen.map((name) => link(name, kinds[name]));
          const { verdict, by, steps } = await consult(links, DETAILS, QUERY, limits({ mayAllow }));
          const answers = mayAllow ? ["allow", "deny"] : ["deny"];
          const first = chosen.findIndex((name) => answers.includes(name));
          expect(by).toBe((first === -1 ? undefined : chosen[first]) as string);
          expect(verdict.kind).toBe((first === -1 ? "defer" : chosen[first]) as "allow");
          expect(steps.map(({ name }) => name)).toEqual(first === -1 ? chosen : chosen.slice(0, first + 1));
        },
      ),
      runs(10_000),
    );
  });
});
