import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

import { approvalLines, type Piece, type Style } from "./approval-view.ts";
import { Approval, type ApprovalView, type Outcome } from "./approval.ts";
import { keyOf } from "./keys.ts";

/** Colours of the theme. The title is bold as well, the cursor is reversed. */
const COLOURS = {
  plain: undefined,
  title: "accent",
  dim: "dim",
  selected: "accent",
  warning: "warning",
  cursor: undefined,
  allow: "success",
  ask: "warning",
  deny: "error",
} as const satisfies Record<Style, string | undefined>;

/** Where the host is to put the terminal's own cursor, which input methods follow. It takes no column. */
const CURSOR = "\u001b_pi:c\u0007";

/**
 * Shows the dialog in the terminal, in the place of the input line, until somebody answers; `undefined` if it is closed
 * before. It needs nothing of the host's library, so that the file also runs where there is none.
 *
 * @param now the clock, in ms
 */
export async function showApproval(
  ctx: ExtensionContext,
  view: ApprovalView,
  closed: AbortSignal,
  now: () => number = Date.now,
): Promise<Outcome | undefined> {
  return await ctx.ui.custom<Outcome | undefined>(
    (tui, theme, keybindings, done) => {
      const approval = new Approval(view, now());
      let timer: ReturnType<typeof setTimeout> | undefined;
      const redrawLater = (): void => {
        clearTimeout(timer);
        const delay = approval.changesIn(now());
        if (delay !== undefined) timer = setTimeout(redraw, delay);
      };
      const redraw = (): void => {
        tui.requestRender();
        redrawLater();
      };
      const finish = (): void => {
        clearTimeout(timer);
        done(approval.outcome);
      };
      closed.addEventListener("abort", finish, { once: true });
      redrawLater();
      const component = {
        focused: false,
        // Page keys are for the call, not for what stands above the dialog.
        capturesViewportInput: true,
        render: (columns: number): string[] =>
          approvalLines(approval, columns, tui.terminal.rows, now()).map((line) => line.map(draw).join("")),
        handleInput: (data: string): void => {
          const key = keyOf(data, (input, name) => keybindings.matches(input, name));
          if (key === undefined) return;
          approval.press(key, now());
          if (approval.outcome === undefined) redraw();
          else finish();
        },
        // Nothing is kept.
        invalidate: (): void => undefined,
        dispose: (): void => clearTimeout(timer),
      };
      function draw({ text, style }: Piece): string {
        if (style === "cursor") return (component.focused ? CURSOR : "") + theme.inverse(text);
        const colour = COLOURS[style];
        const coloured = colour === undefined ? text : theme.fg(colour, text);
        return style === "title" ? theme.bold(coloured) : coloured;
      }
      if (closed.aborted) finish();
      return component;
    },
    { blocked: { kind: "permission", message: view.title } },
  );
}
