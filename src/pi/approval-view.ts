/** What the dialog in the terminal looks like, as lines of pieces; colours come later, and carry no meaning alone. */
import type { Action } from "../policy/rules.ts";
import { type Approval, type Choice, isEditable } from "./approval.ts";
import { cutText, textColumns, wrapText } from "./columns.ts";

/** How a piece of a line is meant. */
export type Style = "plain" | "title" | "dim" | "selected" | "warning" | "cursor" | Action;

export interface Piece {
  readonly text: string;
  readonly style: Style;
}

export type Line = readonly Piece[];

export const MARKS: Readonly<Record<Action, string>> = { allow: "✔", ask: "?", deny: "✖" };

/** Lines that stay free for what the host shows below. */
const ROWS_BELOW = 4;
/** The call is never shown in fewer lines; rather than in fewer than `brief` the choices are shown shorter. */
const LEAST = { call: 3, brief: 8 } as const;
const MAX_COVERS = 4;

/** The whole dialog, in lines of at most `columns`; in so many rows if they are not too few. */
export function approvalLines(approval: Approval, columns: number, rows: number, now: number): Line[] {
  const { view } = approval;
  const rule: Line = [{ text: "─".repeat(columns), style: "dim" }];
  const head = [rule, ...styled(wrapText(view.title, columns, true), "title")];
  const all = knownCallLines(approval, columns);
  // One line says which part is shown, and keeps it apart from the choices.
  const roomAbove = (foot: readonly Line[]): number => rows - ROWS_BELOW - head.length - foot.length - 1;
  let foot = [...footLines(approval, columns, now, false), rule];
  if (roomAbove(foot) < Math.min(LEAST.brief, all.length)) foot = [...footLines(approval, columns, now, true), rule];
  const room = Math.max(LEAST.call, roomAbove(foot));
  const fits = all.length <= room;
  approval.page = fits ? all.length : Math.max(1, room - 1);
  approval.scroll = Math.max(0, Math.min(approval.scroll, all.length - approval.page));
  const { scroll, page } = approval;
  const shown = all.slice(scroll, scroll + page);
  const position = fits ? "" : view.text.scroll(scroll + 1, scroll + page, all.length);
  return [...head, ...shown, [{ text: cutText(position, columns), style: "dim" }], ...foot];
}

/** All below the call. In brief, only the choices that a key may take are shown whole, and not what they cover. */
function footLines(approval: Approval, columns: number, now: number, brief: boolean): Line[] {
  return [
    ...(approval.writing === undefined ? choiceLines(approval, columns, brief) : writingLines(approval, columns)),
    ...styled(approval.notice === "" ? [] : wrapText(approval.notice, columns, true), "warning"),
    ...helpLines(approval, columns, now, brief),
    ...countdown(approval, columns, now),
  ];
}

function styled(lines: readonly string[], style: Style): Line[] {
  return lines.map((text) => [{ text, style }]);
}

/** A text behind a mark that only its first line has. */
function marked(mark: string, text: string, columns: number, style: Style, markStyle: Style = style): Line[] {
  const width = textColumns(mark);
  // In the narrowest terminals the text needs the room more.
  if (columns < width + 4) return styled(wrapText(mark + text, columns), style);
  return wrapText(text, columns - width, true).map((line, index) => [
    { text: index === 0 ? mark : " ".repeat(width), style: markStyle },
    { text: line, style },
  ]);
}

/** The lines of a call that may be long, as they were drawn last: the host draws often. */
const drawn = new WeakMap<Approval, { columns: number; detailed: boolean; lines: readonly Line[] }>();

function knownCallLines(approval: Approval, columns: number): readonly Line[] {
  const { detailed } = approval;
  let known = drawn.get(approval);
  if (known?.columns !== columns || known.detailed !== detailed) {
    known = { columns, detailed, lines: callLines(approval, columns) };
    drawn.set(approval, known);
  }
  return known.lines;
}

/** What needs an approval, the call itself, then all that needs none. */
function callLines({ view, detailed }: Approval, columns: number): Line[] {
  const details = detailed ? view.details() : [];
  const part = (index: number): Line[] => {
    const one = view.parts[index];
    if (one === undefined) return [];
    return [
      ...marked(`${MARKS[one.action]} `, `\`${one.what}\`: ${one.why}`, columns, "plain", one.action),
      ...(details[index] ?? []).flatMap((line) => marked("    ", line, columns, "dim")),
    ];
  };
  const indices = view.parts.map((_, index) => index);
  const [asked, others] = [true, false].map((asks) =>
    indices.filter((index) => (view.parts[index]?.action === "ask") === asks),
  );
  const call = view.whole.split("\n").flatMap((line) =>
    wrapText(line, columns - 2).map((text, index): Line =>
      columns < 4
        ? [{ text: cutText(text, columns), style: "plain" }]
        : [
            // A line that goes on looks different from one that ends.
            { text: index === 0 ? "│ " : "┆ ", style: "dim" },
            { text, style: "plain" },
          ],
    ),
  );
  return [
    ...(asked ?? []).flatMap(part),
    [],
    ...call,
    ...(others?.length === 0 ? [] : [[] as Line]),
    ...(others ?? []).flatMap(part),
    ...(view.more === "" ? [] : styled(wrapText(view.more, columns, true), "dim")),
  ];
}

function choiceLines(approval: Approval, columns: number, brief: boolean): Line[] {
  const { view, choices, selected, candidate } = approval;
  return choices.flatMap((choice, index) => {
    const key =
      choice.kind === "session"
        ? index - 2 === candidate
          ? "s"
          : " "
        : { deny: "n", once: "y", reason: "r" }[choice.kind];
    const mark = `${index === selected ? ">" : " "} ${key === " " ? "   " : `[${key}]`} `;
    const label = labelOf(choice);
    const shown =
      brief && index !== selected && key !== "s" ? cutText(label, Math.max(1, columns - textColumns(mark))) : label;
    return marked(mark, shown, columns, index === selected ? "selected" : "plain");
  });

  function labelOf(choice: Choice): string {
    return choice.kind === "session" ? view.session(view.namesOf(choice.rules)) : view.choices[choice.kind];
  }
}

function writingLines({ view, writing }: Approval, columns: number): Line[] {
  if (writing === undefined) return [];
  const { text, choices } = view;
  const { edited, editor } = writing;
  const label =
    edited === undefined
      ? choices.reason
      : text.pattern(edited.rules[edited.index]?.surface ?? "", edited.index + 1, edited.rules.length);
  const [before, at, after] = editor.parts;
  // The cursor is always in sight.
  const room = Math.max(1, columns - 2 - textColumns(at));
  let left = before;
  while (textColumns(left) > room) left = left.slice((left.codePointAt(0) ?? 0) > 0xffff ? 2 : 1);
  const right = wrapText(after, Math.max(1, room - textColumns(left)))[0] ?? "";
  const fits = textColumns(left) + textColumns(right) <= room;
  const line: Line = [
    { text: "> ", style: "dim" },
    { text: left, style: "plain" },
    { text: at, style: "cursor" },
    { text: fits ? right : "", style: "plain" },
  ];
  const drawn: Line = columns < 6 ? [{ text: cutText(left + at, columns), style: "plain" }] : line;
  return [
    ...styled(wrapText(label, columns, true), "selected"),
    drawn,
    ...styled(wrapText(text.lineKeys, columns, true), "dim"),
  ];
}

/** What the selected choice covers, and the keys; or that keys do nothing yet. */
function helpLines(approval: Approval, columns: number, now: number, brief: boolean): Line[] {
  const { view, choices, selected, writing, candidate } = approval;
  const { text } = view;
  if (approval.isQuiet(now)) return styled(wrapText(text.quiet, columns, true), "warning");
  const choice = choices[selected];
  if (writing !== undefined || choice === undefined) return [];
  const { covers } = text;
  const covered =
    choice.kind === "session"
      ? covers.session(view.namesOf(choice.rules))
      : choice.kind === "once"
        ? covers.once(view.parts.length)
        : covers[choice.kind];
  const rules = candidate === undefined ? undefined : choices[candidate + 2];
  const keys = [
    ...(rules?.kind === "session" && isEditable(rules.rules) ? [text.keys.edit] : []),
    text.keys.explain,
    text.keys.choose,
  ];
  return [
    ...styled(brief ? [] : wrapText(covered, columns, true).slice(0, MAX_COVERS), "plain"),
    ...styled(wrapText(keys.join(" · "), columns, true), "dim"),
  ];
}

function countdown({ view: { deadline, text } }: Approval, columns: number, now: number): Line[] {
  if (deadline === undefined) return [];
  const seconds = Math.max(0, Math.ceil((deadline - now) / 1_000));
  return styled(wrapText(text.left(seconds), columns, true), "warning");
}
