import { HOLE, type Hole, type Text } from "../shell/text.ts";

/**
 * Wildcard patterns: `*` is any text, newlines and slashes too, `?` one UTF-16 unit, everything else itself; anchored at
 * both ends; a trailing ` *` also matches nothing. Three questions are asked of a pattern: does it match a text, *may* it
 * match a text with holes (for some filling), *must* it (for every filling). All three take time linear in pattern times
 * text at worst, and no stack.
 */
export interface CompiledPattern {
  /** UTF-16 units, or `ANY_TEXT` or `ANY_UNIT`. No two `ANY_TEXT` side by side. */
  readonly elements: readonly number[];
  /** The last two elements are a space and `ANY_TEXT`, and may be left out. */
  readonly optionalTail: boolean;
  /** What every text starts with that the pattern matches. */
  readonly prefix: string;
  /** What stands before its first wildcard, which is all of it where there is none. */
  readonly literal: string;
  readonly isLiteral: boolean;
  /** How many spaces stand in that: so many words it spells out. */
  readonly words: number;
}

const ANY_TEXT = -1;
const ANY_UNIT = -2;
const SPACE = 0x20;
const HOLE_CODE = 0;

/** Compiles a pattern; cheap, but meant to be done once a rule. */
export function compilePattern(pattern: string): CompiledPattern {
  const elements: number[] = [];
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index];
    if (character === "?") elements.push(ANY_UNIT);
    else if (character !== "*") elements.push(pattern.charCodeAt(index));
    else if (elements.at(-1) !== ANY_TEXT) elements.push(ANY_TEXT);
  }
  const optionalTail = pattern.endsWith(" *");
  const wildcard = pattern.search(/[*?]/);
  const isLiteral = wildcard === -1;
  const literal = isLiteral ? pattern : pattern.slice(0, wildcard);
  const prefix = optionalTail && wildcard === pattern.length - 1 ? literal.slice(0, -1) : literal;
  return { elements, optionalTail, prefix, literal, isLiteral, words: literal.split(" ").length - 1 };
}

/**
 * Whether a pattern matches a text without holes.
 *
 * @example wildcardMatch("git *", "git log") // true, and so is "git"
 */
export function wildcardMatch(pattern: string, value: string): boolean {
  return matches(compilePattern(pattern), value);
}

/**
 * Whether a pattern matches for some filling of the holes. A text given as a string writes each hole as `\0`; where that
 * is a whole word, it may also vanish together with one space beside it.
 *
 * @example mayMatch("git push *", "git \0") // true
 */
export function mayMatch(pattern: string, text: string | Text): boolean {
  return may(compilePattern(pattern), toText(text));
}

/**
 * Whether a pattern matches for every filling of the holes; texts as in `mayMatch`. Where it says true it is so; it may
 * say false of a pattern with `?` beside `*` that matches every filling in different ways.
 *
 * @example mustMatch("git *", "git \0") // true
 */
export function mustMatch(pattern: string, text: string | Text): boolean {
  return must(compilePattern(pattern), toText(text));
}

/** The text with holes that a string with `\0` characters stands for. */
export function toText(text: string | Text): Text {
  if (typeof text !== "string") return text;
  const holes = [];
  for (let index = text.indexOf(HOLE); index !== -1; index = text.indexOf(HOLE, index + 1)) {
    const before = index === 0 || text[index - 1] === " ";
    const after = index === text.length - 1 || text[index + 1] === " ";
    holes.push({ reason: "parameter expansion", vanishes: before && after } as const);
  }
  return { text, holes };
}

export function may(pattern: CompiledPattern, text: Text): boolean {
  if (text.holes.length === 0) return matches(pattern, text.text);
  return isCatchAll(pattern) || (canStart(pattern, text.text) && intersects(pattern, text));
}

export function must(pattern: CompiledPattern, text: Text): boolean {
  if (text.holes.length === 0) return matches(pattern, text.text);
  // No hole is what a literal wants: all of the prefix stands before the first one.
  return isCatchAll(pattern) || (text.text.startsWith(pattern.prefix) && includes(pattern, text));
}

/** Stands for what a `?` matches. No text has this character, and no pattern that is compared. */
export const ANY_CHARACTER = "\uFFFF";

/**
 * A pattern as a text with holes. What must match it matches whatever the pattern does, and each text in the same way: so
 * it also must, or may, match a text with holes that the pattern must, or may, match.
 */
export function patternText({ elements, optionalTail }: CompiledPattern): Text {
  let text = "";
  const holes: Hole[] = [];
  for (const [index, element] of elements.entries()) {
    if (element === ANY_TEXT) {
      holes.push({ reason: "pathname expansion", vanishes: optionalTail && index === elements.length - 1 });
      text += HOLE;
    } else text += element === ANY_UNIT ? ANY_CHARACTER : String.fromCharCode(element);
  }
  return { text, holes };
}

function isCatchAll({ elements }: CompiledPattern): boolean {
  return elements.length === 1 && elements[0] === ANY_TEXT;
}

/**
 * Whether some filling of a text may start as the pattern wants. What stands before the first hole is the same in all of
 * them, less a space right before the hole, which may vanish with it.
 */
function canStart({ prefix }: CompiledPattern, text: string): boolean {
  if (prefix === "") return true;
  // Most are told apart by one character.
  const first = text.charCodeAt(0);
  if (first !== prefix.charCodeAt(0)) return first === HOLE_CODE || first === SPACE;
  let known = text.indexOf(HOLE);
  if (known > 0 && text.charCodeAt(known - 1) === SPACE) known--;
  return known >= prefix.length ? text.startsWith(prefix) : prefix.startsWith(text.slice(0, known));
}

/** The usual two pointers: on a mismatch, let the last `*` take one unit more. */
function matches({ elements, optionalTail }: CompiledPattern, value: string): boolean {
  let element = 0;
  let star = -1;
  let starPosition = 0;
  let position = 0;
  while (position < value.length) {
    const expected = elements[element];
    if (expected === ANY_TEXT) {
      if (element === elements.length - 1) return true;
      star = element++;
      starPosition = position;
    } else if (expected === ANY_UNIT || expected === value.charCodeAt(position)) {
      element++;
      position++;
    } else if (star === -1) {
      return false;
    } else {
      element = star + 1;
      position = ++starPosition;
    }
  }
  if (elements[element] === ANY_TEXT) element++;
  return element === elements.length || (optionalTail && element === elements.length - 2);
}

/**
 * Non-empty intersection. `reached[j]`: some filling of what is read so far is matched by the first j elements.
 *
 * A hole that vanishes takes one space along: the one after it while no other word stands before it, else the one before
 * it. Which of the two makes no difference to the fillings, as long as no space is taken twice.
 */
function intersects({ elements, optionalTail }: CompiledPattern, { text, holes }: Text): boolean {
  const size = elements.length;
  let reached: Uint8Array = new Uint8Array(size + 1);
  reached[0] = 1;
  skipStars(elements, reached);
  let hole = 0;
  let leading = true; // every word so far is a hole that may vanish
  let skipped: Uint8Array | undefined; // what was reached before the hole and space that may vanish
  for (let position = 0; position < text.length; position++) {
    const before = reached;
    reached = new Uint8Array(size + 1);
    if (text[position] === HOLE) {
      const first = before.indexOf(1);
      if (first !== -1) reached.fill(1, first);
      const vanishes = holes[hole++]?.vanishes === true;
      leading &&= vanishes;
      if (leading) skipped = before;
      else if (vanishes) unite(reached, skipped);
    } else {
      step(elements, before, reached, text.charCodeAt(position));
      leading &&= text[position] === " " && text[position - 1] === HOLE;
      if (leading) unite(reached, skipped);
      else skipped = before;
    }
  }
  return reached[size] === 1 || (optionalTail && reached[size - 2] === 1);
}

function unite(into: Uint8Array, from: Uint8Array | undefined): void {
  if (from !== undefined) for (let index = 0; index < into.length; index++) if (from[index] === 1) into[index] = 1;
}

/** One literal unit: from the element counts in `before` to those in `after`. */
function step(elements: readonly number[], before: Uint8Array, after: Uint8Array, unit: number): void {
  for (let index = 0; index < elements.length; index++) {
    if (before[index] !== 1) continue;
    const element = elements[index];
    if (element === ANY_TEXT) after[index] = 1;
    else if (element === ANY_UNIT || element === unit) after[index + 1] = 1;
  }
  skipStars(elements, after);
}

/** A `*` may match nothing. */
function skipStars(elements: readonly number[], reached: Uint8Array): void {
  for (let index = 0; index < elements.length; index++) {
    if (reached[index] === 1 && elements[index] === ANY_TEXT) reached[index + 1] = 1;
  }
}

/** How a state of `includes` stands to the spaces around a hole that vanishes; bits, so that a state can be in several. */
const FREE = 1; // nothing to account for
const SPARE = 2; // the unit just read is a space inside the current `*`, and no hole has claimed it
const OWING = 4; // the hole just read claims the space that comes next: the current `*` must take it

/**
 * Language inclusion. A hole can be any text, so only a `*` can match it: then every filling is matched in the same way.
 * A hole that vanishes goes with one space beside it; that is covered if the `*` that takes the hole also takes one of its
 * spaces, which no other hole has claimed.
 */
function includes({ elements, optionalTail }: CompiledPattern, { text, holes }: Text): boolean {
  const size = elements.length;
  let states = new Uint8Array(size + 1);
  states[0] = FREE;
  freeStars(elements, states);
  let hole = 0;
  let onlyHoles = true; // every word so far is a hole that may vanish
  for (let position = 0; position < text.length; position++) {
    const before = states;
    states = new Uint8Array(size + 1);
    const unit = text.charCodeAt(position);
    if (text[position] === HOLE) {
      const vanishes = holes[hole++]?.vanishes === true;
      onlyHoles &&= vanishes;
      for (let index = 0; index < size; index++) {
        const state = before[index] ?? 0;
        if (elements[index] !== ANY_TEXT || (state & (FREE | SPARE)) === 0) continue;
        states[index] = !vanishes || (state & SPARE) !== 0 ? FREE : OWING;
      }
    } else {
      onlyHoles &&= unit === SPACE && text[position - 1] === HOLE;
      for (let index = 0; index < size; index++) {
        const state = before[index] ?? 0;
        if (state === 0) continue;
        const element = elements[index];
        if (element === ANY_TEXT) {
          const free = (state & (FREE | SPARE)) !== 0;
          if (unit === SPACE) states[index] = (states[index] ?? 0) | (free ? SPARE : FREE);
          else if (free) states[index] = (states[index] ?? 0) | FREE;
        } else if ((state & (FREE | SPARE)) !== 0 && (element === ANY_UNIT || element === unit)) {
          // The optional tail is one `*` that starts with its space.
          const spare = optionalTail && index === size - 2;
          states[index + 1] = (states[index + 1] ?? 0) | (spare ? SPARE : FREE);
        }
      }
    }
    freeStars(elements, states);
  }
  if (onlyHoles) {
    // Where all words are holes, one of them stays, or nothing runs: the last needs no space.
    states = states.map((state) => (state === OWING ? FREE : state));
    freeStars(elements, states);
  }
  const accepts = (index: number) => ((states[index] ?? 0) & (FREE | SPARE)) !== 0;
  return accepts(size) || (optionalTail && accepts(size - 2));
}

/** A `*` may match nothing more; what it owes it must first pay. */
function freeStars(elements: readonly number[], states: Uint8Array): void {
  for (let index = 0; index < elements.length; index++) {
    const state = states[index] ?? 0;
    if ((state & (FREE | SPARE)) !== 0 && elements[index] === ANY_TEXT)
      states[index + 1] = (states[index + 1] ?? 0) | FREE;
  }
}
