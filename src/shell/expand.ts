import type { ExpansionPart, HoleReason, SubstitutionPart, Word } from "./ast.ts";
import { HOLE, type Hole, type Text } from "./text.ts";

/** Unquoted characters that may start an expansion which the word reader leaves alone. */
const EXPANDING = /[*?[~{]/;

/** A piece of a word: literal text, or a hole. */
interface Piece {
  readonly text: string;
  readonly reason?: HoleReason | undefined;
  readonly name?: string | undefined;
  readonly single?: boolean | undefined;
}

/** One character of a word, or one hole of it. */
interface Element extends Piece {
  readonly quoted: boolean;
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
    return buildText(
      word.parts.map((part) => (part.kind === "literal" ? { text: part.text } : toHole(part))),
      mayVanish(word),
    );
  }
  const elements = toElements(word);
  // Unquoted characters as they are, everything else as a hole.
  const skeleton = elements.map(({ text, quoted }) => (quoted ? HOLE : text)).join("");
  if (expandsBraces(skeleton)) return { text: HOLE, holes: [{ reason: "brace expansion", vanishes: true }] };

  const reasons: (HoleReason | undefined)[] = elements.map(({ reason }) => reason);
  markGlobs(skeleton, reasons);
  markTildes(skeleton, reasons);
  const tilde = /^~(?:\/|$)/.test(skeleton);
  return buildText(
    elements.map(({ text, name, single }, index) => ({
      text,
      reason: reasons[index],
      name: tilde && index === 0 ? "~" : name,
      single,
    })),
    false,
  );
}

/** Joins pieces to a text; holes side by side become one, which has no name. */
function buildText(pieces: readonly Piece[], vanishes: boolean): Text {
  const holes: Hole[] = [];
  const texts: string[] = [];
  let afterHole = false;
  for (const { text, reason, name, single } of pieces) {
    if (reason === undefined) {
      texts.push(text);
      afterHole &&= text === "";
    } else if (afterHole) {
      const last = holes.at(-1);
      // Of the two, the one that can be more.
      const wider = last === undefined || last.reason === "pathname expansion" ? reason : last.reason;
      holes[holes.length - 1] = { reason: wider, vanishes, single: single === true && last?.single === true };
    } else {
      texts.push(HOLE);
      holes.push({ reason, vanishes, single, name });
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
  const unquoted = parts.every((part) => part.kind !== "literal" && !part.quoted && !neverEmpty(part));
  return parts.length > 0 && (unquoted || parts.some((part) => part.kind === "expansion" && part.list));
}

/** An expansion whose value has at least one character; `<()` has none. */
function neverEmpty(part: ExpansionPart | SubstitutionPart): boolean {
  return part.kind === "expansion" && part.reason === "arithmetic expansion";
}

function toHole(part: ExpansionPart | SubstitutionPart): Piece {
  if (part.kind === "expansion") {
    return { text: HOLE, reason: part.reason, name: part.name, single: part.quoted && !part.list };
  }
  const reason = part.process ? "process substitution" : "command substitution";
  return { text: HOLE, reason, single: part.quoted };
}

function toElements(word: Word): Element[] {
  return word.parts.flatMap((part): Element[] => {
    if (part.kind !== "literal") return [{ ...toHole(part), quoted: true }];
    // An empty quote has no character, but keeps a tilde beside it from being one that expands.
    return part.text === ""
      ? [{ text: "", quoted: part.quoted }]
      : part.text.split("").map((text) => ({ text, quoted: part.quoted }));
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
  const open = skeleton.indexOf("[");
  const close = open === -1 ? -1 : Math.max(skeleton.lastIndexOf("]"), skeleton.lastIndexOf(HOLE));
  for (let index = 0; index < skeleton.length; index++) {
    const bracketed = index >= open && index <= close;
    if (bracketed || skeleton[index] === "*" || skeleton[index] === "?") reasons[index] ??= "pathname expansion";
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
