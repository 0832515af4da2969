import type { ExpansionPart, HoleReason, SubstitutionPart, Word, WordPart } from "./ast.ts";
import { type BraceBudget, type Element, expandBraces } from "./braces.ts";
import { ARITHMETIC, HOLE, type Hole, plainText, type Text } from "./text.ts";

/** Unquoted characters that may start an expansion which the word reader leaves alone. */
const EXPANDING = /[*?[~{]/;

/** A piece of a word: literal text, or a hole. */
interface Piece {
  readonly text: string;
  readonly reason?: HoleReason | undefined;
  readonly name?: string | undefined;
  readonly single?: boolean | undefined;
  /** An expansion outside quotes that may be empty, and then is no word. */
  readonly removable?: boolean | undefined;
  /** It may be no word even in quotes, as `"$@"`. */
  readonly list?: boolean | undefined;
}

const UNKNOWN_BRACES: Text = { text: HOLE, holes: [{ reason: "brace expansion", vanishes: true }] };

/**
 * What the program gets for a word, as texts with holes: brace expansion gives any number of words, tilde and pathname
 * expansion, done by the shell on unquoted characters, become holes.
 *
 * Taking a literal part for a hole is always sound, so each rule below may take more than bash would.
 */
export function expandWords(word: Word, budget: BraceBudget): readonly Text[] {
  if (!hasBare(word, /\{/) || hidesBraces(word)) return [expandWord(word)];
  const elements = toElements(word);
  if (!mayExpandBraces(elements)) return [expandElements(elements)];
  const words = expandBraces(elements, budget);
  if (words === undefined) return [UNKNOWN_BRACES];
  // "Unquoted null arguments" are removed.
  return words.filter((one) => one.length > 0).map(expandElements);
}

/** The same as one text, for where bash expands no braces or must not get several words; braces then are a hole. */
export function expandWord(word: Word): Text {
  const [only] = word.parts;
  if (word.parts.length === 1 && only?.kind === "literal" && (only.quoted || !EXPANDING.test(only.text))) {
    return plainText(only.text);
  }
  if (hidesBraces(word)) return UNKNOWN_BRACES;
  if (!hasBare(word, EXPANDING)) {
    return buildText(word.parts.map((part) => (part.kind === "literal" ? { text: part.text } : toHole(part))));
  }
  const elements = toElements(word);
  return mayExpandBraces(elements) ? UNKNOWN_BRACES : expandElements(elements);
}

/**
 * Whether there is a brace in, or beside, a quoted expansion with words in it: brace expansion comes first, and takes the
 * quotes of those words, as in `"${x-"{a,b}"}"`, for the end of the quotes around.
 */
function hidesBraces({ parts }: Word): boolean {
  if (parts.every((part) => part.kind !== "expansion" || !part.quoted || part.inner.length === 0)) return false;
  const hasBrace = (part: WordPart): boolean =>
    part.kind === "literal" ? part.text.includes("{") : part.kind === "expansion" && part.inner.some(hasBrace);
  return parts.some(hasBrace);
}

/** "A correctly-formed brace expansion must contain … at least one unquoted comma or a valid sequence expression." */
function mayExpandBraces(elements: readonly Element[]): boolean {
  const bare = elements.map(({ text, quoted }) => (quoted ? HOLE : text)).join("");
  const [open, close] = [bare.indexOf("{"), bare.lastIndexOf("}")];
  return open !== -1 && open < close && /,|\.\./.test(bare.slice(open, close));
}

function hasBare({ parts }: Word, pattern: RegExp): boolean {
  return parts.some((part) => part.kind === "literal" && !part.quoted && pattern.test(part.text));
}

function expandElements(elements: readonly (Piece & Element)[]): Text {
  // Unquoted characters as they are, everything else as a hole.
  const skeleton = elements.map(({ text, quoted }) => (quoted ? HOLE : text)).join("");
  const reasons: (HoleReason | undefined)[] = elements.map(({ reason }) => reason);
  markGlobs(skeleton, reasons);
  markTildes(skeleton, reasons);
  const tilde = /^~(?:\/|$)/.test(skeleton);
  return buildText(
    elements.map((element, index) => {
      const name = tilde && index === 0 ? "~" : element.name;
      const reason = reasons[index];
      // What a tilde stands for is not split.
      const single = reason === "tilde expansion" && element.reason === undefined ? true : element.single;
      return { ...element, reason, name, single };
    }),
  );
}

/** Joins pieces to a text; holes side by side become one, which has no name. */
function buildText(pieces: readonly Piece[]): Text {
  const vanishes = mayVanish(pieces);
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
function mayVanish(pieces: readonly Piece[]): boolean {
  if (!pieces.every(({ text, reason }) => reason !== undefined || text === "")) return false;
  return pieces.length > 0 && (pieces.every(({ removable }) => removable) || pieces.some(({ list }) => list));
}

function toHole(part: ExpansionPart | SubstitutionPart): Piece {
  const { quoted } = part;
  if (part.kind === "substitution") {
    // The name of a file is never empty; but what opens none may be.
    const reason = part.process ? "process substitution" : "command substitution";
    return { text: HOLE, reason, single: quoted, removable: !quoted };
  }
  const { reason, name, list } = part;
  return {
    text: HOLE,
    reason,
    name: reason === "arithmetic expansion" ? ARITHMETIC : name,
    single: quoted && !list,
    list,
    removable: !quoted && reason !== "arithmetic expansion",
  };
}

function toElements({ parts }: Word): (Piece & Element)[] {
  return parts.flatMap((part): (Piece & Element)[] => {
    if (part.kind !== "literal") return [{ ...toHole(part), quoted: true, solid: isSolid(part) }];
    const { text, quoted } = part;
    // An empty quote has no character, but keeps a tilde beside it from being one that expands.
    return (text === "" ? [""] : text.split("")).map((character) => ({ text: character, quoted, solid: true }));
  });
}

/** `${x}`, `"$x"` and `$(…)` are what they are whatever stands beside them; `$x` before a letter is not. */
function isSolid(part: ExpansionPart | SubstitutionPart): boolean {
  if (part.kind === "substitution") return !part.process;
  const { name, inner, quoted, braced } = part;
  return name !== undefined && inner.length === 0 && (quoted || braced);
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
