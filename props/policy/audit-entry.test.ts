import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import {
  type AuditEntry,
  auditEntry,
  configuredState,
  type Decided,
  notReplayable,
  parseEntry,
} from "../../src/policy/audit-entry.ts";
import { readPermission } from "../../src/policy/normalize.ts";
import { Policy } from "../../src/policy/policy.ts";
import { type JudgedRequest, judgeRequest } from "../../src/policy/request.ts";
import { SessionRules } from "../../src/policy/session-rules.ts";
import { bashRules, program } from "../generators.ts";
import { runs } from "../runs.ts";

const PATHS = { cwd: "/p", home: "/h" };

function decided(request: JudgedRequest, permission: unknown, approved = new SessionRules()): Decided {
  const policy = new Policy(readPermission(permission, "global", "/h").rules, "/h").approving(approved.getRuleset());
  const ruling = judgeRequest(request, policy, PATHS);
  return {
    version: "1.2.3",
    time: "2026-01-02T03:04:05.678Z",
    session: "session",
    cwd: "/p",
    tool: request.kind === "command" ? "bash" : request.tool,
    toolCallId: "call",
    generation: "0123",
    request,
    ruling,
    final: ruling.state === "allow" ? "allow" : "deny",
    by: "policy",
    ms: 2,
  };
}

const command = (text: string): JudgedRequest => ({ kind: "command", command: text });
const written = (entry: AuditEntry): AuditEntry | undefined => parseEntry(JSON.stringify(entry));

describe("an entry", () => {
  test("says what was asked, what each part was judged by, and who decided", () => {
    const rules = { bash: { "*": "ask", "git *": "allow", "git push *": { action: "deny", reason: "no" } } };
    expect(written(auditEntry(decided(command("git log $x && git push"), rules)))).toEqual({
      schema: 1,
      version: "1.2.3",
      time: "2026-01-02T03:04:05.678Z",
      session: "session",
      cwd: "/p",
      tool: "bash",
      toolCallId: "call",
      generation: "0123",
      request: { kind: "command", command: "git log $x && git push" },
      surfaces: ["bash"],
      state: "deny",
      final: "deny",
      by: "policy",
      links: [],
      ms: 2,
      complete: true,
      units: [
        {
          text: "git log \0",
          source: "git log $x",
          start: 0,
          end: 10,
          context: "top level",
          state: "allow",
          surface: "bash",
          pattern: "git *",
          origin: "global",
        },
        {
          text: "git push",
          source: "git push",
          start: 14,
          end: 22,
          context: "top level",
          state: "deny",
          surface: "bash",
          pattern: "git push *",
          origin: "global",
        },
      ],
    });
  });

  test("names the preset, and the pattern that was approved for the session", () => {
    const approved = new SessionRules();
    approved.approve("bash", "make *");
    const rules = { extends: ["read-only"], "*": "ask" };
    const entry = auditEntry(decided(command("ls; make all"), rules, approved));
    expect(
      entry.units.map(({ preset, origin, sessionApprovalPattern }) => [preset, origin, sessionApprovalPattern]),
    ).toEqual([
      ["read-only", "builtin", undefined],
      [undefined, "session", "make *"],
    ]);
    expect([entry.state, configuredState(entry)]).toEqual(["allow", "ask"]);
  });

  test("has no secret, and no offsets that do not fit what is left", () => {
    const entry = auditEntry({
      ...decided(command("curl -u me:geheim99 https://h && echo geheim99"), {
        bash: { "curl -u me:geheim99 *": "allow" },
      }),
      by: "human",
      links: [{ name: "judge", verdict: "defer", reason: "sends geheim99 away", ms: 3 }],
      answer: { choice: "deny", reason: "not with geheim99" },
    });
    expect(JSON.stringify(entry)).not.toContain("geheim99");
    expect(entry.masked).toBe(true);
    expect(entry.request).toEqual(command("curl -u me:••• https://h && echo •••"));
    expect(entry.units.map(({ text, pattern, start, end }) => [text, pattern, start, end])).toEqual([
      ["curl -u me:••• https://h", "curl -u me:••• *", undefined, undefined],
      ["echo •••", null, undefined, undefined],
    ]);
    expect(entry.answer?.reason).toBe("not with •••");
    expect(entry.links[0]?.reason).toBe("sends ••• away");
    expect(notReplayable(entry)).toContain("masked");
  });

  test("has none of another tool's input either", () => {
    const url = "https://user:geheim99@host/x";
    const request: JudgedRequest = {
      kind: "tool",
      tool: "fetch",
      own: [url],
      others: ["/geheim99"],
      mcp: [],
      skills: [],
    };
    const entry = auditEntry(decided(request, { "*": "ask" }));
    expect(JSON.stringify(entry)).not.toContain("geheim99");
  });

  test("stays short where there is much to say", () => {
    const many = auditEntry(decided(command("a; ".repeat(5000) + "rm x"), { bash: { "*": "allow", "rm *": "deny" } }));
    expect([many.units.length, many.unitsLeftOut, many.units.at(-1)?.text]).toEqual([200, 4801, "rm x"]);
    const long = auditEntry(decided(command(`echo ${"x".repeat(100_000)}`), { bash: "allow" }));
    expect(JSON.stringify(long).length).toBeLessThan(101_000);
    expect(long.units.map(({ text, source, end }) => [text, source, end])).toEqual([["…", "…", 100_005]]);
  });

  test("of a call that failed has no state, and cannot be judged again", () => {
    const { ruling: _, ...rest } = decided(command("ls"), {});
    const entry = written(auditEntry({ ...rest, ruling: undefined, request: null, by: "failed", error: "frozen" }));
    expect([entry?.state, entry?.error, entry && notReplayable(entry)]).toEqual([null, "frozen", "incomplete"]);
  });

  test("judged again as it was written down, by the same rules, comes to the same", () => {
    fc.assert(
      fc.property(program(), bashRules(), fc.constantFrom(undefined, "cd /q"), ({ source }, bash, prefix) => {
        const before = decided({ kind: "command", command: source, prefix }, { bash });
        const entry = written(auditEntry(before));
        expect(entry && notReplayable(entry)).toBeUndefined();
        expect(entry?.state).toBe(before.ruling?.state as "ask");
        const again = decided(entry?.request as JudgedRequest, { bash });
        expect(again.ruling).toEqual(before.ruling);
      }),
      runs(200),
    );
  });

  test.each<JudgedRequest>([
    { kind: "command", command: "cat a", directory: "/q" },
    { kind: "command", command: "cat a", directory: "sub" },
    { kind: "command", command: "ls", unreadable: true },
    { kind: "tool", tool: "read", own: ["a", null], others: ["/q/b"], mcp: [], skills: ["s"] },
    { kind: "tool", tool: "x", own: undefined, others: [], mcp: [], skills: [] },
    {
      kind: "tool",
      tool: "mcp__a__b",
      own: undefined,
      others: [],
      mcp: [{ exact: ["a:b"], allow: ["a:b", "a"], any: ["a:b", "b"] }],
      skills: [],
    },
  ])("and so does %j", (request) => {
    const rules = {
      "*": "ask",
      read: "allow",
      path: { "*": "allow", "*b": "deny" },
      skill: "deny",
      mcp: { a: "allow" },
    };
    const before = decided(request, rules);
    const entry = written(auditEntry(before));
    expect(entry && notReplayable(entry)).toBeUndefined();
    expect(decided(entry?.request as JudgedRequest, rules).ruling).toEqual(before.ruling);
  });
});

describe("a line", () => {
  test.each([
    "",
    "{",
    "[]",
    "5",
    "null",
    '{"schema":1}',
    JSON.stringify({ ...auditEntry(decided(command("ls"), {})), schema: 2 }),
  ])("is no entry: %j", (line) => {
    expect(parseEntry(line)).toBeUndefined();
  });

  test("that somebody has changed is read, or not, and never judged by what is not there", () => {
    const whole = auditEntry(decided({ kind: "tool", tool: "read", own: ["a"], others: [], mcp: [], skills: [] }, {}));
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(whole), "request.kind", "request.own", "request.mcp", "request.command"),
        fc.jsonValue(),
        (key, value) => {
          const copy = JSON.parse(JSON.stringify(whole)) as Record<string, unknown>;
          const [field = "", inner] = key.split(".");
          if (inner === undefined) copy[field] = value;
          else copy[field] = { ...(copy[field] as object), [inner]: value };
          const entry = parseEntry(JSON.stringify(copy));
          if (entry !== undefined && notReplayable(entry) === undefined)
            decided(entry.request as JudgedRequest, { "*": "ask" });
        },
      ),
      runs(1000),
    );
  });
});
