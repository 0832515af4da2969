import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

import portcullis from "../../src/index.ts";
import { scratchDirectory } from "../scratch.ts";

/** The side of Pi that the extension sees: handlers, settings and dialogs. One instance here outlives its sessions. */
class FakePi {
  readonly events = new EventEmitter();
  readonly handlers = new Map<string, ((event: object, ctx: object) => unknown)[]>();
  /** The dialogs that are open, with their choices, and how to close each. */
  readonly dialogs: { choices: readonly string[]; close: (answer?: string) => void; fail: (error: Error) => void }[] =
    [];

  constructor(
    private readonly cwd: string,
    settings: object = {},
  ) {
    const api = {
      on: (name: string, handler: (event: object, ctx: object) => unknown) =>
        this.handlers.set(name, [...(this.handlers.get(name) ?? []), handler]),
      getSettings: () => structuredClone(settings),
      getAllTools: () => [],
      getCommands: () => [],
      events: this.events,
      registerCommand: () => undefined,
    };
    portcullis(api as unknown as ExtensionAPI);
  }

  private readonly ui = {
    notify: () => undefined,
    select: (_: string, choices: readonly string[]) =>
      new Promise<string | undefined>((close, fail) => this.dialogs.push({ choices, close, fail })),
  };

  async emit(name: string, event: object = {}): Promise<unknown[]> {
    const sessionManager = { getSessionId: () => "session", getBranch: () => [] };
    const ctx = { cwd: this.cwd, hasUI: true, isProjectTrusted: () => true, ui: this.ui, sessionManager };
    return Promise.all((this.handlers.get(name) ?? []).map((handler) => handler(event, ctx)));
  }

  /** The reason why a command is blocked; `undefined` if it may run. */
  async call(command: string): Promise<string | undefined> {
    const results = await this.emit("tool_call", { toolName: "bash", input: { command, timeout: 1 } });
    return (results.find((result) => result !== undefined) as { reason: string } | undefined)?.reason;
  }

  /** Waits until so many dialogs were opened, and gives the last. */
  async dialog(count: number): Promise<FakePi["dialogs"][number]> {
    // Handlers only wait for promises that are settled.
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    expect(this.dialogs).toHaveLength(count);
    const last = this.dialogs.at(-1);
    if (last === undefined) throw new Error("no dialog");
    return last;
  }
}

describe("the permission gate", () => {
  let folder: ReturnType<typeof scratchDirectory>;
  const agentDirectory = process.env["PI_CODING_AGENT_DIR"];
  let pi: FakePi;
  beforeEach(async () => {
    folder = scratchDirectory();
    process.env["PI_CODING_AGENT_DIR"] = join(folder.path, "agent");
    mkdirSync(join(folder.path, ".pi"));
    writeFileSync(
      join(folder.path, ".pi/settings.json"),
      JSON.stringify({ permission: { "*": "ask" }, language: "en" }),
    );
    pi = new FakePi(folder.path);
    await pi.emit("session_start");
  });
  afterEach(() => {
    folder[Symbol.dispose]();
    if (agentDirectory === undefined) delete process.env["PI_CODING_AGENT_DIR"];
    else process.env["PI_CODING_AGENT_DIR"] = agentDirectory;
  });

  /** Approves `mytool` with any words for the session. */
  async function approve(): Promise<void> {
    const call = pi.call("mytool a");
    const dialog = await pi.dialog(1);
    dialog.close(dialog.choices.find((choice) => choice.includes("`mytool *`")));
    expect(await call).toBeUndefined();
    expect(await pi.call("mytool b")).toBeUndefined();
  }

  test.each(["session_shutdown", "session_start"])("forgets what was approved at %s", async (event) => {
    await approve();
    await pi.emit(event);
    const call = pi.call("mytool b");
    (await pi.dialog(2)).close();
    expect(await call).toContain("denied");
  });

  test("adds nothing to a session that began while a dialog was open, and asks in it", async () => {
    const late = pi.call("mytool a");
    const old = await pi.dialog(1);
    await pi.emit("session_shutdown");
    await pi.emit("session_start");
    const first = pi.call("mytool b");
    const dialog = await pi.dialog(2);
    old.close(old.choices.find((choice) => choice.includes("`mytool *`")));
    await late;
    dialog.close();
    expect(await first).toContain("denied");
    const second = pi.call("mytool c");
    (await pi.dialog(3)).close();
    expect(await second).toContain("denied");
  });

  test("asks about one call at a time, and not about one that is answered by then", async () => {
    const calls = ["mytool a", "mytool b", "other"].map((command) => pi.call(command));
    const dialog = await pi.dialog(1);
    dialog.close(dialog.choices.find((choice) => choice.includes("`mytool *`")));
    (await pi.dialog(2)).close("Allow once");
    expect(await Promise.all(calls)).toEqual([undefined, undefined, undefined]);
    const again = pi.call("other");
    (await pi.dialog(3)).close();
    expect(await again).toContain("denied");
  });

  test("stays on where another session's host is announced, and off where its own is", async () => {
    const symbol = Symbol.for("@gotgenes/pi-permission-system:service");
    const shared = globalThis as Record<symbol, unknown>;
    await pi.emit("session_shutdown");
    shared[symbol] = { registerAuthorizer: () => () => undefined };
    try {
      pi.events.emit("permissions:ready", { sessionId: "outer" });
      await pi.emit("session_start");
      pi.events.emit("permissions:ready", { sessionId: "outer" });
      const call = pi.call("mytool a");
      (await pi.dialog(1)).close();
      expect(await call).toContain("denied");
      pi.events.emit("permissions:ready", { sessionId: "session" });
      expect(await pi.call("mytool a")).toBeUndefined();
      await pi.emit("session_shutdown");
      pi.events.emit("permissions:ready", {});
      await pi.emit("session_start");
      expect(await pi.call("mytool a")).toBeUndefined();
    } finally {
      await pi.emit("session_shutdown");
      delete shared[symbol];
    }
  });

  test("blocks a call whose dialog fails, and asks about the next", async () => {
    const calls = ["mytool a", "mytool b"].map((command) => pi.call(command));
    (await pi.dialog(1)).fail(new Error("no terminal"));
    (await pi.dialog(2)).close("Allow once");
    expect(await Promise.all(calls)).toEqual([
      "portcullis: the call could not be judged, so it is blocked: no terminal",
      undefined,
    ]);
  });

  test("takes a choice that is not one of the dialog for no", async () => {
    const call = pi.call("mytool a");
    (await pi.dialog(1)).close("Allow `make *` for this session");
    expect(await call).toContain("denied");
    const next = pi.call("make x");
    (await pi.dialog(2)).close();
    expect(await next).toContain("denied");
  });

  test("a shell tool's call in a directory that the settings do not speak of is judged there", async () => {
    const settings = {
      permission: { bash: { "*": "allow", "x *": "ask" }, path: { "*": "allow", "secret/*": "deny" } },
      shellTools: { run: { commandArgument: "cmd" } },
      language: "en",
    };
    writeFileSync(join(folder.path, ".pi/settings.json"), JSON.stringify(settings));
    const other = new FakePi(folder.path, settings);
    await other.emit("session_start");
    const run = (input: object) => other.emit("tool_call", { toolName: "run", input: { cmd: "cat a/b", ...input } });
    expect((await run({})).every((result) => result === undefined)).toBe(true);
    for (const input of [{ cwd: "secret" }, { working_dir: "secret" }, { directory: "secret/x" }])
      expect(await run(input)).toContainEqual(expect.objectContaining({ block: true }));
  });
});
