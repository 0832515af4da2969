import type { HoleReason } from "./ast.ts";

/** How a hole is written in a text. Bash itself can never see this character. */
export const HOLE = "\0";

/** A part of a text known only at run time: any string at all. */
export interface Hole {
  readonly reason: HoleReason;
  /** It stands for whole words and may be none, so that one space beside it goes too: `git $x log` may be `git log`. */
  readonly vanishes: boolean;
  /** It is part of exactly one word, whatever it is. */
  readonly single?: boolean | undefined;
  /** The parameter whose value it is, as in `$x`; `~` for a home directory, `((` for a number. */
  readonly name?: string | undefined;
  /** Which of the text's definitions of that parameter surely reaches it: the place in `Analysis.definitions`. */
  readonly definition?: number | undefined;
}

/** The name of a hole that an arithmetic expansion leaves. */
export const ARITHMETIC = "((";

/** The name of a hole that stands for a file of `mktemp`. */
export const TEMPORARY = "$(mktemp)";

/** Whether a hole is one integer, and so one word, in quotes or not, as long as no digit splits words. */
export function isNumber({ name }: Hole): boolean {
  return name === "?" || name === "#" || name === "$" || name === ARITHMETIC;
}

/** Text with holes: the n-th `HOLE` character of `text` is described by the n-th of `holes`. */
export interface Text {
  readonly text: string;
  readonly holes: readonly Hole[];
}

/** The holes of all texts that have none. */
const NO_HOLES: readonly Hole[] = [];

/** A text without holes. */
export function plainText(text: string): Text {
  return { text, holes: NO_HOLES };
}

/** A text that is nothing but one hole. */
export function holeText(reason: HoleReason): Text {
  return { text: HOLE, holes: [{ reason, vanishes: true }] };
}

/** A text from an offset on. */
export function textFrom({ text, holes }: Text, start: number): Text {
  return { text: text.slice(start), holes: holes.slice(text.slice(0, start).split(HOLE).length - 1) };
}

/** Texts joined by one space, as the words of a command are. */
export function joinTexts(texts: readonly Text[]): Text {
  let text = "";
  let holes: Hole[] | undefined;
  for (let index = 0; index < texts.length; index++) {
    const next = texts[index];
    if (next === undefined) continue;
    text += index === 0 ? next.text : ` ${next.text}`;
    if (next.holes.length > 0) (holes ??= []).push(...next.holes);
  }
  return { text, holes: holes ?? NO_HOLES };
}

/** Whether it is exactly one word, whatever its holes are. */
export function isOneWord(word: Text | undefined): boolean {
  return word !== undefined && word.holes.every(({ single }) => single === true);
}

/** Whether it is one word, or names of files, each of which fits the literal parts of it. */
export function isOneName({ holes }: Text): boolean {
  return holes.every(({ single, reason }) => single === true || reason === "pathname expansion");
}

/** Characters that a terminal obeys, reorders by or does not show; newlines and tabs are not among them. */
const UNSEEN = /[^\P{C}\n\t]|[\u2028\u2029\u115F\u1160\u3164\uFFA0]/gu;

/** A text for people: holes as `…`, and unseen characters written out, so that a text cannot pose as another. */
export function displayText(text: string): string {
  return text
    .replaceAll(HOLE, "…")
    .replaceAll(UNSEEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The name after the last slash. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The name of a program, however its file is called: `rm` of `/bin/RM.exe`. */
export function programName(command: string): string {
  return baseName(command)
    .toLowerCase()
    .replace(/\.exe$/, "");
}
