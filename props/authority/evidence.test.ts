import { describe, expect, test } from "bun:test";

import type { AskDetails } from "../../src/authority/authorizer.ts";
import { evidenceOf } from "../../src/authority/evidence.ts";
import { detailsOf, message, policyOf, SESSION, withoutPayload } from "./asks.ts";

const COMMAND = "cd x && timeout 5 pnpm test | tail";
const UNIT = "timeout 5 pnpm test";
const DETAILS = detailsOf(COMMAND, policyOf({ "*": "allow", "timeout *": "ask" }));
const FOUND = { unit: UNIT, command: COMMAND };

/** The details with one of their fields, named by its path, changed. */
function changed(path: string, value: unknown, details: AskDetails = DETAILS): unknown {
  const copy = structuredClone(details) as unknown as Record<string, unknown>;
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  const holder = keys.reduce((map, key) => map[key] as Record<string, unknown>, copy);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
}

const FULL = { label: "full command", text: COMMAND, detail: null };

describe("the complete command", () => {
  describe("from the payload", () => {
    test("is the evidence of that label", () => {
      expect(evidenceOf(DETAILS, SESSION)).toEqual(FOUND);
    });

    test("is the unit where there is none", () => {
      const whole = detailsOf(UNIT, policyOf({ "*": "allow", "timeout *": "ask" }));
      expect(whole.payload?.evidence).toEqual([]);
      expect(evidenceOf(whole, SESSION)).toEqual({ unit: UNIT, command: UNIT });
    });

    test.each<[string, unknown]>([
      ["payload.evidence", [FULL, { label: "note", text: "", detail: null }]],
      ["payload.annotations", undefined],
      ["payload.request.executedUnit", "something else"],
      ["payload.request.requester.sessionId", null],
      ["message", "timeout 5 rm"],
      ["agentName", "somebody"],
      ["command", undefined],
      ["toolCallId", undefined],
    ])("does not depend on %s", (path, value) => {
      expect(evidenceOf(changed(path, value), SESSION)).toEqual(FOUND);
    });

    test("is not known where it is there twice", () => {
      for (const second of [FULL, { ...FULL, text: "ls" }])
        expect(evidenceOf(changed("payload.evidence", [FULL, second]), SESSION)).toBeUndefined();
    });

    test.each<[string, unknown]>([
      ["payload", null],
      ["payload", "x"],
      ["payload", {}],
      ["payload.kind", "forwarded"],
      ["payload.kind", undefined],
      ["payload.request", null],
      ["payload.request.surface", "path"],
      ["payload.request.toolName", "shell"],
      ["payload.request.invokedToolName", "shell"],
      ["payload.request.invokedToolName", undefined],
      ["payload.request.value", " "],
      ["payload.request.value", 5],
      ["payload.request.value", "timeout 5 pnpm build"],
      ["payload.request.requester", null],
      ["payload.request.requester.forwarded", true],
      ["payload.request.requester.forwarded", undefined],
      ["payload.request.requester.sessionId", "s2"],
      ["payload.evidence", undefined],
      ["payload.evidence", [{ ...FULL, text: " \n" }]],
      ["payload.evidence", [{ ...FULL, text: null }]],
      ["payload.evidence", [null]],
      ["command", "timeout 5 pnpm build"],
      ["command", ""],
      ["command", null],
      ["toolName", "shell"],
      ["toolName", undefined],
      ["source", "skill_input"],
      ["forwarding", { requesterAgentName: null, requesterSessionId: "s2" }],
      ["forwarding", false],
    ])("is not known where %s is %j", (path, value) => {
      expect(evidenceOf(changed(path, value), SESSION)).toBeUndefined();
    });
  });

  describe("from the session", () => {
    const OLD = withoutPayload(DETAILS);
    const find = (...branch: readonly unknown[]) => evidenceOf(OLD, { ...SESSION, branch: () => branch });

    test("is that of the call", () => {
      const user = { type: "message", message: { role: "user", content: "go" } };
      const result = { type: "message", message: { role: "toolResult", toolCallId: "call-1", content: [] } };
      expect(find(user, message("ls", { id: "call-0" }), message(COMMAND), result, { type: "custom" })).toEqual(FOUND);
    });

    test("is that of the latest message with a call of that id", () => {
      expect(find(message("rm x"), message(COMMAND))).toEqual(FOUND);
    });

    const twice = message(COMMAND) as { message: { content: object[] } };
    twice.message.content.push(...twice.message.content.slice(1));
    test.each<[string, readonly unknown[]]>([
      ["nothing", []],
      ["another call", [message(COMMAND, { id: "call-2" })]],
      ["another tool", [message(COMMAND, { name: "shell" })]],
      ["no text", [message(undefined)]],
      ["a number", [message(5)]],
      ["two such calls in one message", [twice]],
      ["two such calls in the latest message", [message(COMMAND), twice]],
      ["another tool in the latest message", [message(COMMAND), message(COMMAND, { name: "shell" })]],
      ["no map", [null, 5, "x", []]],
    ])("is not known where there is %s", (_, branch) => {
      expect(find(...branch)).toBeUndefined();
    });

    test.each<[string, unknown]>([
      ["toolCallId", undefined],
      ["toolCallId", ""],
      ["command", undefined],
      ["toolName", "shell"],
      ["forwarding", { requesterAgentName: "a", requesterSessionId: null }],
    ])("is not known where %s is %j", (path, value) => {
      const session = { ...SESSION, branch: () => [message(COMMAND)] };
      expect(evidenceOf(OLD, session)).toEqual(FOUND);
      expect(evidenceOf(changed(path, value, OLD), session)).toBeUndefined();
    });
  });

  test.each([
    ["another session is live", { ...SESSION, currentId: () => "s2" }],
    ["the session has no id", { ...SESSION, id: "", currentId: () => "" }],
  ])("is not known where %s", (_, session) => {
    expect(evidenceOf(DETAILS, session)).toBeUndefined();
    expect(evidenceOf(withoutPayload(DETAILS), { ...session, branch: () => [message(COMMAND)] })).toBeUndefined();
  });

  test("is not known from what is no map of details", () => {
    for (const details of [undefined, null, 5, "x", [], {}, () => undefined])
      expect(evidenceOf(details, SESSION)).toBeUndefined();
  });
});
