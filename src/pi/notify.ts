import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

/** Tells the person in front of Pi something; where there is none, whoever reads what Pi writes besides its answers. */
export function notify(ctx: ExtensionContext, message: string, type: "warning" | "info"): void {
  if (ctx.hasUI) ctx.ui.notify(message, type);
  else console.error(message);
}
