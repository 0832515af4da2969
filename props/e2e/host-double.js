/**
 * A double of `@gotgenes/pi-permission-system` from version 24 on, which the registry of this project's dependencies does not
 * serve, written from its contract: it judges bash commands as whole texts by the rules in `host.json`
 * (`{ "rules": { TEXT: STATE }, "chain": [NAME], "payload": BOOLEAN }`, last match wins, a `*` at the end matches anything),
 * asks its links, and blocks what nobody allows. `session: true` publishes it for its session, as newer versions do.
 */
import { appendFileSync, readFileSync } from "node:fs";

const SERVICE = Symbol.for("@gotgenes/pi-permission-system:service");
const SESSION_SERVICES = Symbol.for("@gotgenes/pi-permission-system:session-services");

export default function (pi) {
  const {
    rules,
    chain,
    payload = true,
    session = false,
    silent = false,
  } = JSON.parse(readFileSync("host.json", "utf8"));
  const links = new Map();
  const note = (event) => appendFileSync("host.jsonl", `${JSON.stringify(event)}\n`);

  const check = (text) => {
    const found = Object.entries(rules).findLast(([pattern]) =>
      pattern.endsWith("*") ? text.startsWith(pattern.slice(0, -1)) : text === pattern,
    );
    return { state: found?.[1] ?? "ask", toolName: "bash", source: "bash", origin: "global", command: text };
  };
  // Most restrictive over the commands between `&&`, which is all that the tests' commands have.
  const checkPermission = (_surface, value = "") => {
    const checks = value.split(" && ").map(check);
    return checks.find(({ state }) => state === "deny") ?? checks.find(({ state }) => state === "ask") ?? checks[0];
  };
  const service = {
    checkPermission,
    getToolPermission: () => "ask",
    registerToolInputFormatter: () => () => {},
    registerToolAccessExtractor: () => () => {},
    registerAuthorizer(name, authorize) {
      if (links.has(name)) throw new Error(`an authorizer ${name} is registered already`);
      links.set(name, authorize);
      note({ registered: name });
      return () => {
        links.delete(name);
        note({ disposed: name });
      };
    },
  };

  let id;
  pi.on("session_start", (_event, ctx) => {
    id = ctx.sessionManager.getSessionId();
    if (session) (globalThis[SESSION_SERVICES] ??= new Map()).set(id, service);
    else globalThis[SERVICE] = service;
    if (!silent) pi.events.emit("permissions:ready", session ? { sessionId: id } : {});
  });
  pi.on("session_shutdown", () => {
    globalThis[SESSION_SERVICES]?.delete(id);
    if (globalThis[SERVICE] === service) delete globalThis[SERVICE];
  });
  pi.on("tool_call", async (event) => {
    if (event.toolName !== "bash") return undefined;
    const { command } = event.input;
    const { state, command: unit } = checkPermission("bash", command);
    note({ command, state });
    if (state === "allow") return undefined;
    if (state === "deny") return { block: true, reason: "host: denied" };
    const details = {
      requestId: "1",
      source: "tool_call",
      agentName: null,
      message: `May \`${unit}\` run?`,
      toolCallId: event.toolCallId,
      toolName: "bash",
      command: unit,
      ...(payload && {
        payload: {
          kind: "bash",
          request: {
            requester: { agentName: null, forwarded: false, sessionId: id },
            surface: "bash",
            toolName: "bash",
            invokedToolName: null,
            value: unit,
            matchedPattern: null,
            commandContext: null,
            executedUnit: unit,
          },
          evidence: unit === command ? [] : [{ label: "full command", text: command, detail: null }],
          annotations: [],
        },
      }),
    };
    const query = { checkPermission, getToolPermission: service.getToolPermission };
    const log = { review: (name, fields) => note({ name, ...fields }), debug: () => {} };
    for (const name of chain) {
      const verdict = await links.get(name)?.(details, query, log);
      if (verdict?.kind === "allow") return undefined;
      if (verdict?.kind === "deny") return { block: true, reason: `host: ${name} denied` };
    }
    return { block: true, reason: "host: nobody allowed it" };
  });
}
