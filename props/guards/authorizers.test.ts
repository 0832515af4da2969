import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

import portcullis from "../../src/index.ts";
import { scratchDirectory } from "../scratch.ts";

const SERVICE = Symbol.for("@gotgenes/pi-permission-system:service");
const SESSION_SERVICES = Symbol.for("@gotgenes/pi-permission-system:session-services");
const shared = globalThis as Record<symbol, unknown>;

/** A session of a Pi without dialogs, several of which may be in one process: a double of the parts that the gate uses. */
class Session {
  readonly events = new EventEmitter();
  private readonly handlers = new Map<string, ((event: object, ctx: object) => unknown)[]>();

  constructor(
    private readonly cwd: string,
    private readonly id: string,
  ) {
    const api = {
      on: (name: string, handler: (event: object, ctx: object) => unknown) =>
        this.handlers.set(name, [...(this.handlers.get(name) ?? []), handler]),
      getSettings: () => ({}),
      getAllTools: () => [],
      getCommands: () => [],
      registerCommand: () => undefined,
      events: this.events,
    };
    portcullis(api as unknown as ExtensionAPI);
  }

  async emit(name: string, event: object = {}): Promise<unknown> {
    const sessionManager = { getSessionId: () => this.id, getBranch: () => [] };
    const ctx = { cwd: this.cwd, hasUI: false, isProjectTrusted: () => true, sessionManager };
    const results = await Promise.all((this.handlers.get(name) ?? []).map((handler) => handler(event, ctx)));
    return results.find((result) => result !== undefined);
  }

  /** Whether a command that asks is blocked, as it is where nobody is there to be asked and our gate is on. */
  async blocks(): Promise<boolean> {
    return (
      (await this.emit("tool_call", { toolName: "bash", toolCallId: "1", input: { command: "make", timeout: 1 } })) !==
      undefined
    );
  }
}

/** Another extension's service, which notes what is registered. */
function host() {
  const links: string[] = [];
  const registerAuthorizer = (name: string) => {
    links.push(name);
    return () => links.splice(links.indexOf(name), 1);
  };
  return { links, registerAuthorizer };
}

describe("a host", () => {
  let folder: ReturnType<typeof scratchDirectory>;
  const agentDirectory = process.env["PI_CODING_AGENT_DIR"];
  const { error } = console;
  beforeEach(() => {
    folder = scratchDirectory();
    process.env["PI_CODING_AGENT_DIR"] = join(folder.path, "agent");
    mkdirSync(join(folder.path, ".pi"));
    writeFileSync(join(folder.path, ".pi/settings.json"), JSON.stringify({ permission: { "*": "ask" }, audit: false }));
    console.error = () => undefined;
  });
  afterEach(() => {
    console.error = error;
    folder[Symbol.dispose]();
    delete shared[SERVICE];
    delete shared[SESSION_SERVICES];
    if (agentDirectory === undefined) delete process.env["PI_CODING_AGENT_DIR"];
    else process.env["PI_CODING_AGENT_DIR"] = agentDirectory;
  });

  test("of an outer session in the same process leaves the gate of an inner one on", async () => {
    const service = host();
    const outer = new Session(folder.path, "outer");
    await outer.emit("session_start");
    shared[SERVICE] = service;
    outer.events.emit("permissions:ready", {});
    expect([await outer.blocks(), service.links]).toEqual([false, ["inner-cmd"]]);

    const inner = new Session(folder.path, "inner");
    await inner.emit("session_start");
    expect([await inner.blocks(), service.links]).toEqual([true, ["inner-cmd"]]);
    // Its own extension says that it judges this session, too.
    inner.events.emit("permissions:ready", {});
    expect(await inner.blocks()).toBe(false);
    await inner.emit("session_shutdown");
    await outer.emit("session_shutdown");
    expect(service.links).toEqual([]);
  });

  test("by session judges that session alone", async () => {
    const service = host();
    shared[SESSION_SERVICES] = new Map([["one", service]]);
    const [one, two] = [new Session(folder.path, "one"), new Session(folder.path, "two")];
    await one.emit("session_start");
    await two.emit("session_start");
    expect([await one.blocks(), await two.blocks()]).toEqual([false, true]);
  });

  test("that is gone leaves the gate on", async () => {
    const service = host();
    const session = new Session(folder.path, "one");
    await session.emit("session_start");
    shared[SERVICE] = service;
    session.events.emit("permissions:ready", {});
    expect(await session.blocks()).toBe(false);
    delete shared[SERVICE];
    expect(await session.blocks()).toBe(true);
    // Another one has not been told of our link.
    shared[SERVICE] = host();
    expect(await session.blocks()).toBe(true);
  });

  test("gets the links that were registered with us before it came", async () => {
    const session = new Session(folder.path, "one");
    await session.emit("session_start");
    const ours = shared[SERVICE] as { registerAuthorizer(name: string, link: unknown): () => void };
    ours.registerAuthorizer("other", () => ({ kind: "defer" }));
    expect(() => ours.registerAuthorizer("other", () => ({ kind: "allow" }))).toThrow("registered already");
    expect(() => ours.registerAuthorizer("inner-cmd", () => ({ kind: "allow" }))).toThrow("registered already");
    expect(() => ours.registerAuthorizer("", () => undefined)).toThrow("needs a name");
    const service = host();
    shared[SERVICE] = service;
    session.events.emit("permissions:ready", {});
    expect(service.links).toEqual(["inner-cmd", "other"]);
  });

  test("that cannot ask links, or is none, leaves the gate on", async () => {
    for (const value of [{}, { registerAuthorizer: true }, null, 5]) {
      const session = new Session(folder.path, "one");
      shared[SERVICE] = value;
      await session.emit("session_start");
      session.events.emit("permissions:ready", {});
      expect(await session.blocks()).toBe(true);
      await session.emit("session_shutdown");
    }
  });

  test("of a copy of this extension is none", async () => {
    const [first, second] = [new Session(folder.path, "one"), new Session(folder.path, "one")];
    await first.emit("session_start");
    await second.emit("session_start");
    second.events.emit("permissions:ready", {});
    expect([await first.blocks(), await second.blocks()]).toEqual([true, true]);
    await first.emit("session_shutdown");
    await second.emit("session_shutdown");
    expect([SERVICE in shared, SESSION_SERVICES in shared]).toEqual([false, false]);
  });
});
