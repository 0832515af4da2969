import type { HoleReason } from "./ast.ts";

/** How a hole is written in a text. Bash itself can never see this character. */
export const HOLE = "\0";

/** A part of a text known only at run time: any string at all. */
export interface Hole {
  readonly reason: HoleReason;
  /** It stands for whole words and may be none, so that one space beside it goes too: `git $x log` may be `git log`. */
  readonly vanishes: boolean;
}

/** Text with holes: the n-th `HOLE` character of `text` is described by the n-th of `holes`. */
export interface Text {
  readonly text: string;
  readonly holes: readonly Hole[];
}

/** A text that is nothing but one hole. */
export function holeText(reason: HoleReason): Text {
  return { text: HOLE, holes: [{ reason, vanishes: true }] };
}

/** Texts joined by one space, as the words of a command are. */
export function joinTexts(texts: readonly Text[]): Text {
  return { text: texts.map(({ text }) => text).join(" "), holes: texts.flatMap(({ holes }) => holes) };
}

/** A text for people: holes as `…`. */
export function displayText(text: string): string {
  return text.replaceAll(HOLE, "…");
}
