import { afterEach, describe, expect, test } from "bun:test";

import { foreignService, type PermissionService, publishService } from "../../src/pi/service.ts";

const SERVICE = Symbol.for("@gotgenes/pi-permission-system:service");
const SESSION_SERVICES = Symbol.for("@gotgenes/pi-permission-system:session-services");
const shared = globalThis as Record<symbol, unknown>;

function service(): PermissionService {
  const nothing = () => () => undefined;
  return {
    checkPermission: () => ({ state: "ask", toolName: "bash", source: "default", origin: "builtin" }),
    getToolPermission: () => "ask",
    registerAuthorizer: nothing,
    registerToolInputFormatter: nothing,
    registerToolAccessExtractor: nothing,
  };
}

describe("the service that permission extensions share", () => {
  afterEach(() => {
    delete shared[SERVICE];
    delete shared[SESSION_SERVICES];
  });

  const sessions = () => [...((shared[SESSION_SERVICES] as Map<string, unknown> | undefined) ?? [])];

  test("is published in both places, and leaves nothing behind", () => {
    const ours = service();
    const unpublish = publishService(ours, "s1");
    expect(shared[SERVICE]).toBe(ours);
    expect(sessions()).toEqual([["s1", ours]]);
    unpublish();
    expect([SERVICE in shared, SESSION_SERVICES in shared]).toEqual([false, false]);
  });

  test("takes nobody's place, and takes away nobody else's", () => {
    const [theirs, other, ours] = [service(), service(), service()];
    shared[SERVICE] = theirs;
    shared[SESSION_SERVICES] = new Map([["s0", other]]);
    const unpublish = publishService(ours, "s1");
    expect(shared[SERVICE]).toBe(theirs);
    expect(sessions()).toEqual([
      ["s0", other],
      ["s1", ours],
    ]);
    unpublish();
    expect([shared[SERVICE], sessions()]).toEqual([theirs, [["s0", other]]]);
  });

  test("leaves what another extension has put in its place", () => {
    const [theirs, ours] = [service(), service()];
    const unpublish = publishService(ours, "s1");
    shared[SERVICE] = theirs;
    (shared[SESSION_SERVICES] as Map<string, unknown>).set("s1", theirs);
    unpublish();
    expect([shared[SERVICE], sessions()]).toEqual([theirs, [["s1", theirs]]]);
  });

  test("of another extension is found for the session first, and for the process", () => {
    expect(foreignService("s1")).toBeUndefined();
    const [root, own] = [service(), service()];
    shared[SERVICE] = root;
    expect(foreignService("s1")).toEqual({ service: root, own: false });
    shared[SESSION_SERVICES] = new Map([["s1", own]]);
    expect(foreignService("s1")?.service).toBe(own);
    expect(foreignService("s1")?.own).toBe(true);
    expect(foreignService("s2")).toEqual({ service: root, own: false });
  });

  test("of a copy of ours is none of another extension's", () => {
    const unpublish = publishService(service(), "s1");
    expect(foreignService("s1")).toBeUndefined();
    unpublish();
  });

  test.each([null, 5, "x", undefined])("that is %p is none", (value) => {
    shared[SERVICE] = value;
    shared[SESSION_SERVICES] = value;
    expect(foreignService("s1")).toBeUndefined();
    publishService(service(), "s1")();
  });
});
