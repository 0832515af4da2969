import { describe, expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import fc from "fast-check";

import portcullis from "../../src/index.ts";
import type { AuditEntry } from "../../src/policy/audit-entry.ts";
import { runs } from "../runs.ts";
import { scratchDirectory } from "../scratch.ts";

/** What a link may do; each is asked in turn, by its name. */
const LINKS: Readonly<Record<string, () => unknown>> = {
  allows: () => ({ kind: "allow" }),
  denies: async () => ({ kind: "deny", reason: "no" }),
  defers: () => ({ kind: "defer" }),
  throws: () => {
    throw new Error("broken");
  },
  rejects: () => Promise.reject(new Error("broken")),
  nonsense: () => ({ kind: "yes" }),
  nothing: () => undefined,
  hangs: () => new Promise(() => undefined),
};

describe("the gate", () => {
  test("loses no decision in 10,000 asks with faulty links, and writes a line for each", async () => {
    using folder = scratchDirectory();
    const log = join(folder.path, "audit.jsonl");
    const agent = process.env["PI_CODING_AGENT_DIR"];
    process.env["PI_CODING_AGENT_DIR"] = join(folder.path, "agent");
    mkdirSync(join(folder.path, ".pi"));
    const settings = {
      permission: { "*": "ask" },
      authorizerChain: ["first", "second"],
      authorizerTimeoutMs: 1,
      audit: { path: log, maxBytes: 100_000_000 },
      language: "en",
    };
    writeFileSync(join(folder.path, ".pi/settings.json"), JSON.stringify(settings));
    const handlers = new Map<string, ((event: object, ctx: object) => unknown)[]>();
    const events = new EventEmitter();
    let decisions = 0;
    events.on("permissions:decision", () => decisions++);
    // A double of Pi: only the parts that the gate uses, without dialogs.
    const pi = {
      on: (name: string, handler: (event: object, ctx: object) => unknown) =>
        handlers.set(name, [...(handlers.get(name) ?? []), handler]),
      getSettings: () => settings,
      getAllTools: () => [],
      getCommands: () => [],
      registerCommand: () => undefined,
      events,
    };
    portcullis(pi as unknown as ExtensionAPI);
    const sessionManager = { getSessionId: () => "session", getBranch: () => [] };
    const ctx = { cwd: folder.path, hasUI: false, isProjectTrusted: () => true, sessionManager };
    const emit = (name: string, event: object) =>
      Promise.all((handlers.get(name) ?? []).map((handler) => handler(event, ctx)));
    try {
      await emit("session_start", {});
      const service = (globalThis as Record<symbol, unknown>)[Symbol.for("@gotgenes/pi-permission-system:service")] as {
        registerAuthorizer(name: string, authorize: unknown): () => void;
      };
      const plans = new Map<string, readonly [string, string]>();
      const link = (index: 0 | 1) => (details: { toolCallId: string }) =>
        LINKS[plans.get(details.toolCallId)?.[index] ?? "nothing"]?.();
      service.registerAuthorizer("first", link(0));
      service.registerAuthorizer("second", link(1));

      const { numRuns, seed } = runs(10_000);
      const name = fc.constantFrom(...Object.keys(LINKS));
      const chosen = fc.sample(fc.tuple(name, name), { numRuns, seed });
      const results = await Promise.all(
        chosen.map(async (plan, index) => {
          const toolCallId = `call-${index}`;
          plans.set(toolCallId, plan);
          const event = { toolName: "bash", toolCallId, input: { command: `make ${index}`, timeout: 1 } };
          const [found] = (await emit("tool_call", event)).filter((result) => result !== undefined);
          return found === undefined ? "allow" : "deny";
        }),
      );
      const expected = chosen.map((plan) => plan.find((one) => one === "allows" || one === "denies"));
      expect(results).toEqual(expected.map((one) => (one === "allows" ? "allow" : "deny")));
      expect(decisions).toBe(numRuns);

      const lines = readFileSync(log, "utf8").trimEnd().split("\n");
      const entries = lines.map((line) => JSON.parse(line) as AuditEntry);
      expect(entries).toHaveLength(numRuns);
      const byCall = new Map(entries.map((entry) => [entry.toolCallId, entry]));
      expect(byCall.size).toBe(numRuns);
      for (const [index, plan] of chosen.entries()) {
        const entry = byCall.get(`call-${index}`);
        const at = plan.findIndex((one) => one === "allows" || one === "denies");
        expect([plan, entry?.final, entry?.by]).toEqual([
          plan,
          results[index],
          at === -1 ? "nobody" : (["first", "second"][at] ?? ""),
        ]);
        const asked = entry?.links.map(({ name: one, error }) => [one, error !== undefined]);
        const faulty = (one: string) => !["allows", "denies", "defers"].includes(one);
        const until = at === -1 ? plan.length : at + 1;
        expect([plan, asked]).toEqual([
          plan,
          ["first", "second"].slice(0, until).map((one, place) => [one, faulty(plan[place] ?? "")]),
        ]);
      }
    } finally {
      await emit("session_shutdown", {});
      if (agent === undefined) delete process.env["PI_CODING_AGENT_DIR"];
      else process.env["PI_CODING_AGENT_DIR"] = agent;
    }
  }, 120_000);
});
