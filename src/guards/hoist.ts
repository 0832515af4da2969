import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";

import { hoistTimeout } from "../authority/hoist.ts";
import { MAX_TIMEOUT } from "../pi/settings.ts";
import type { Session } from "./permission.ts";

/**
 * Hands on `timeout DURATION INNER` as the inner command with Pi's own timeout, so that the rules of another permission
 * extension judge exactly what runs.
 */
export function hoistGuard(pi: ExtensionAPI, session: (ctx: ExtensionContext) => Session): void {
  pi.on("tool_call", (event, ctx) => {
    const { settings } = session(ctx);
    if (event.toolName !== "bash" || !settings.innerCommand.hoist) return;
    // The fields of Pi's own tool; the model may have given anything.
    const input = event.input as Record<string, unknown>;
    const { command } = input;
    const limit = Number(input["timeout"] ?? Number.POSITIVE_INFINITY);
    const hoisted = typeof command === "string" ? hoistTimeout(command, settings.shell.prefix) : undefined;
    if (hoisted === undefined || hoisted.seconds > MAX_TIMEOUT || !(limit > 0)) return;
    input["command"] = hoisted.command;
    input["timeout"] = Math.min(limit, hoisted.seconds);
  });
}
