import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";

import type { Session } from "./permission.ts";

/** Gives every bash call without a timeout the default one, in seconds; a call that has one keeps it. */
export function defaultTimeoutGuard(pi: ExtensionAPI, session: (ctx: ExtensionContext) => Session): void {
  pi.on("tool_call", (event, ctx) => {
    if (event.toolName !== "bash") return undefined;
    const { defaultTimeout } = session(ctx).settings;
    const input = event.input as { timeout?: number | null };
    if (defaultTimeout > 0) input.timeout ??= defaultTimeout;
    return undefined;
  });
}
