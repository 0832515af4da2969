/**
 * A link of another extension, written against nothing but the contract of permission extensions: it answers for some calls
 * of `make`, each in another way, and writes what it hears on their channels to `heard.jsonl`.
 */
import { appendFileSync } from "node:fs";

const SERVICE = Symbol.for("@gotgenes/pi-permission-system:service");
const SESSION_SERVICES = Symbol.for("@gotgenes/pi-permission-system:session-services");

const ANSWERS = {
  "make lint": () => ({ kind: "allow" }),
  "make dist": async () => ({ kind: "deny", reason: "not on a Friday" }),
  "make hang": () => new Promise(() => {}),
  "make throw": () => {
    throw new Error("broken");
  },
  "make nonsense": () => "allow",
};

export default function (pi) {
  let session;
  let dispose;

  function register() {
    if (dispose !== undefined) return;
    const service = globalThis[SESSION_SERVICES]?.get(session) ?? globalThis[SERVICE];
    if (typeof service?.registerAuthorizer !== "function") return;
    dispose = service.registerAuthorizer("sample", (details, query, log) => {
      const value = details.payload?.request.value ?? details.command;
      log.review("sample", { value, policy: query.checkPermission("bash", value).state });
      return ANSWERS[value]?.() ?? { kind: "defer" };
    });
  }

  pi.on("session_start", (_event, ctx) => {
    session = ctx.sessionManager.getSessionId();
    register();
  });
  pi.events.on("permissions:ready", register);
  pi.on("session_shutdown", () => {
    dispose?.();
    dispose = undefined;
  });
  for (const channel of ["permissions:decision", "permissions:ui_prompt"])
    pi.events.on(channel, (event) => appendFileSync("heard.jsonl", `${JSON.stringify({ channel, ...event })}\n`));
}
