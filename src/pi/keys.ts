/** What a terminal sends, as keys. */

/** A key by what it does here, or a text. */
export type Key = (typeof BINDINGS)[number][1] | TypedText;

export interface TypedText {
  readonly text: string;
  /** One press of one key: no paste, no key that is held down, not several at once. Nothing else may answer a question. */
  readonly typed: boolean;
}

/** Pi's names of keys, which users can bind anew. */
const BINDINGS = [
  ["tui.select.confirm", "enter"],
  ["tui.select.cancel", "cancel"],
  ["tui.select.up", "up"],
  ["tui.select.down", "down"],
  ["tui.select.pageUp", "page up"],
  ["tui.select.pageDown", "page down"],
  ["tui.editor.cursorLeft", "left"],
  ["tui.editor.cursorRight", "right"],
  ["tui.editor.cursorLineStart", "home"],
  ["tui.editor.cursorLineEnd", "end"],
  ["tui.editor.deleteCharBackward", "backspace"],
  ["tui.editor.deleteCharForward", "delete"],
  ["tui.editor.deleteWordBackward", "delete word"],
  ["tui.editor.deleteToLineStart", "delete to start"],
] as const;

/** Asks Pi whether an input is a key of that name. */
export type Matches = (data: string, name: (typeof BINDINGS)[number][0]) => boolean;

/** What one input of the terminal is; `undefined` for what means nothing here, such as a key that is let go. */
export function keyOf(data: string, matches: Matches): Key | undefined {
  const event = /^\x1b\[[\d:;]*:([23])[A-Zu~]$/.exec(data)?.[1];
  if (event === "3") return undefined;
  const pasted = /^\x1b\[200~([^]*?)(?:\x1b\[201~)?$/.exec(data)?.[1];
  if (pasted !== undefined)
    return { text: pasted.replaceAll(/[\r\n\t]+/g, " ").replaceAll(/\p{C}/gu, ""), typed: false };
  const text = printable(data);
  if (text !== undefined) return { text, typed: [...text].length === 1 && event === undefined };
  const key = BINDINGS.find(([name]) => matches(data, name))?.[1];
  return event === "2" && (key === "enter" || key === "cancel") ? undefined : key;
}

/** The text of an input, also where the terminal sends a key's number: alone, or with Shift. */
function printable(data: string): string | undefined {
  if (data !== "" && !/[\p{Cc}\p{Cs}]/u.test(data)) return data;
  const [, code, shifted, modifiers] =
    /^\x1b\[(\d+)(?::(\d*))?(?::\d*)?(?:;(\d+)(?::\d)?)?(?:;[\d:]*)?u$/.exec(data) ?? [];
  const [, otherModifiers, otherCode] = /^\x1b\[27;(\d+);(\d+)~$/.exec(data) ?? [];
  // The locks of the keyboard count as modifiers.
  const held = (Number(modifiers ?? otherModifiers ?? 1) - 1) & 0b111111;
  const point = Number((held === 1 && shifted) || code || otherCode || 0);
  if (held > 1 || point < 32 || point === 127 || point > 0x10ffff) return undefined;
  const character = String.fromCodePoint(point);
  return /\p{C}/u.test(character) ? undefined : character;
}
