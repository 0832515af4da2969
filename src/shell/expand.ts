import type { ExpansionPart, HoleReason, SubstitutionPart, Word } from "./ast.ts";
import { HOLE, type Hole, type Text } from "./text.ts";

/** Unquoted characters that may start an expansion which the word reader leaves alone. */
const EXPANDING = /[*?[~{]/;

/** One character of a word, or one hole of it. */
interface Element {
  readonly text: string;
  readonly quoted: boolean;
  readonly reason?: HoleReason;
}

/**
 * What the program gets for a word, as text with holes: brace, tilde and pathname expansion, done by the shell on
 * unquoted characters, become holes.
 *
 * Taking a literal part for a hole is always sound, so each rule below may take more than bash would.
 */
export function expandWord(word: Word): Text {
  const special = word.parts.some((part) => part.kind === "literal" && !part.quoted && EXPANDING.test(part.text));
  if (!special) {
    const vanishes = mayVanish(word);
    return buildText(
      word.parts.map((part) => (part.kind === "literal" ? part : { text: HOLE, reason: holeReason(part) })),
      vanishes,
    );
  }
  const elements = toElements(word);
  // Unquoted characters as they are, everything else as a hole.
  const skeleton = elements.map(({ text, quoted }) => (quoted ? HOLE : text)).join("");
  if (expandsBraces(skeleton)) return { text: HOLE, holes: [{ reason: "brace expansion", vanishes: true }] };

  const reasons: (HoleReason | undefined)[] = elements.map(({ reason }) => reason);
  markGlobs(skeleton, reasons);
  markTildes(skeleton, reasons);
  return buildText(
    elements.map(({ text }, index) => ({ text, reason: reasons[index] })),
    false,
  );
}

/** Joins pieces to a text; holes side by side become one. */
function buildText(pieces: readonly { text: string; reason?: HoleReason | undefined }[], vanishes: boolean): Text {
  const holes: Hole[] = [];
  const texts: string[] = [];
  let afterHole = false;
  for (const { text, reason } of pieces) {
    if (reason === undefined) {
      texts.push(text);
      afterHole &&= text === "";
    } else if (!afterHole) {
      texts.push(HOLE);
      holes.push({ reason, vanishes });
      afterHole = true;
    }
  }
  return { text: texts.join(""), holes };
}

/**
 * Whether a word may be no word at all. "Unquoted null arguments, resulting from the expansion of parameters that have no
 * values, are removed", and "$@" is no word where there are no positional parameters.
 */
function mayVanish({ parts }: Word): boolean {
  if (!parts.every((part) => part.kind !== "literal" || part.text === "")) return false;
  const unquoted = parts.every((part) => part.kind !== "literal" && !part.quoted);
  return parts.length > 0 && (unquoted || parts.some((part) => part.kind === "expansion" && part.list));
}

function holeReason(part: ExpansionPart | SubstitutionPart): HoleReason {
  return part.kind === "expansion" ? part.reason : "command substitution";
}

function toElements(word: Word): Element[] {
  return word.parts.flatMap((part): Element[] => {
    if (part.kind !== "literal") return [{ text: HOLE, quoted: true, reason: holeReason(part) }];
    return part.text.split("").map((text) => ({ text, quoted: part.quoted }));
  });
}

/** "Patterns to be brace expanded take the form of an optional preamble, followed by either a series of comma-separated strings or a sequence expression between a pair of braces." */
function expandsBraces(skeleton: string): boolean {
  const open = skeleton.indexOf("{");
  if (open === -1) return false;
  const close = skeleton.lastIndexOf("}");
  const inner = skeleton.slice(open, Math.max(open, close));
  return inner.includes(",") || inner.includes("..");
}

/** `*`, `?` and `[…]`. A bracket may be closed by what an expansion brings. */
function markGlobs(skeleton: string, reasons: (HoleReason | undefined)[]): void {
  for (let index = 0; index < skeleton.length; index++) {
    const character = skeleton[index];
    if (character === "*" || character === "?") reasons[index] ??= "pathname expansion";
    if (character !== "[") continue;
    const last = Math.max(skeleton.lastIndexOf("]"), skeleton.lastIndexOf(HOLE));
    for (; index < last; index++) reasons[index] ??= "pathname expansion";
    if (index === last) reasons[index] ??= "pathname expansion";
  }
}

/** A tilde at the start of a word, or after the `=` or a `:` of one that looks like an assignment, up to a slash. */
function markTildes(skeleton: string, reasons: (HoleReason | undefined)[]): void {
  for (let index = 0; index < skeleton.length; index++) {
    if (skeleton[index] !== "~") continue;
    if (index > 0 && skeleton[index - 1] !== "=" && skeleton[index - 1] !== ":") continue;
    for (; index < skeleton.length && skeleton[index] !== "/"; index++) reasons[index] ??= "tilde expansion";
  }
}
