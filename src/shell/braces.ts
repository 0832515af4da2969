import { HOLE } from "./text.ts";

/** One character of a word, one expansion of it, or an empty quote. */
export interface Element {
  readonly text: string; // one character; HOLE for an expansion; "" for an empty quote
  /** It means itself: quoted, or brought by an expansion. */
  readonly quoted: boolean;
  /** Brace expansion, which looks at the text before anything else is expanded, cannot change what this is. */
  readonly solid: boolean;
}

/** What brace expansion may still cost; shared by the words of one text. */
export interface BraceBudget {
  /** Words that it may still make. */
  words: number;
  /** Characters that it may still look at or write. */
  steps: number;
}

/** A budget for one text: what people write needs little of it, and what needs more is a hole. */
export function braceBudget(): BraceBudget {
  return { words: 2_000, steps: 200_000 };
}

/**
 * "Brace expansion is a mechanism by which arbitrary strings may be generated": the words that a word becomes, each as its
 * elements, in order. `undefined` where it would cost too much, or where bash reads the braces in a way of its own.
 */
export function expandBraces<T extends Element>(word: readonly T[], budget: BraceBudget): readonly T[][] | undefined {
  // An expansion, or a dollar sign, that what comes behind it could change.
  if (word.some(({ text, quoted, solid }) => !solid || (text === "$" && !quoted))) return undefined;
  return expand(word, budget);
}

function expand<T extends Element>(word: readonly T[], budget: BraceBudget): T[][] | undefined {
  let results: T[][] = [[]];
  let rest = word;
  for (;;) {
    const braces = findBraces(rest, budget);
    if (braces === "unclear") return undefined;
    const { open, close } = braces ?? { open: rest.length, close: rest.length };
    const before = rest.slice(0, open);
    const alternatives = braces === undefined ? [[]] : expandInside(rest.slice(open + 1, close), budget);
    if (alternatives === undefined) return undefined;
    const joined: T[][] = [];
    for (const result of results) {
      for (const alternative of alternatives) {
        budget.words--;
        budget.steps -= result.length + before.length + alternative.length;
        if (budget.words < 0 || budget.steps < 0) return undefined;
        joined.push([...result, ...before, ...alternative]);
      }
    }
    results = joined;
    if (braces === undefined) return results;
    rest = rest.slice(close + 1);
  }
}

/** The first pair of braces that expands; `undefined` if none does. */
function findBraces(
  word: readonly Element[],
  budget: BraceBudget,
): { open: number; close: number } | "unclear" | undefined {
  for (let from = 0; ; from++) {
    const open = scan(word, from, "{", budget);
    if (open === undefined) return undefined;
    // "`{` and `}` … surrounded by whitespace" are left alone; so is a `{}` at the start, but not one further on.
    const [previous, next] = [word[open - 1], word[open + 1]];
    if (isBlank(previous) || isBlank(next) || isBare(next, "}")) return "unclear";
    const close = scan(word, open + 1, "}", budget);
    if (budget.steps < 0) return "unclear";
    if (close !== undefined) return { open, close };
    from = open;
  }
}

/**
 * The next character of a kind outside nested braces. A closing brace counts only once there was a comma or a `..` before
 * it; until then it closes nothing.
 */
function scan(
  word: readonly Element[],
  from: number,
  sought: "{" | "}" | ",",
  budget: BraceBudget,
): number | undefined {
  let level = 0;
  let separated = sought !== "}";
  for (let index = from; index < word.length; index++) {
    if (budget.steps-- < 0) return undefined;
    const element = word[index];
    if (element === undefined || element.quoted) continue;
    const { text } = element;
    if (text === sought && level === 0 && separated) return index;
    if (text === "{") level++;
    else if (text === "}" && level > 0) level--;
    else if (level === 0) {
      separated ||= text === "," || (text === "." && isBare(word[index + 1], ".") && !isBare(word[index + 2], "}"));
    }
  }
  return undefined;
}

/** What stands between a pair of braces: a list with commas, or a sequence. */
function expandInside<T extends Element>(inside: readonly T[], budget: BraceBudget): T[][] | undefined {
  if (!inside.some((element) => isBare(element, ","))) return sequence(inside, budget);
  const results: T[][] = [];
  for (let from = 0; from <= inside.length;) {
    const comma = scan(inside, from, ",", budget) ?? inside.length;
    if (budget.steps < 0) return undefined;
    const expanded = expand(inside.slice(from, comma), budget);
    if (expanded === undefined) return undefined;
    results.push(...expanded);
    from = comma + 1;
  }
  return results;
}

/** Numbers without leading zeros, which would pad, or two letters of one case, between which there are only letters. */
const SEQUENCE =
  /^(?:(-?(?:0|[1-9]\d{0,8}))\.\.(-?(?:0|[1-9]\d{0,8}))|([a-z]\.\.[a-z]|[A-Z]\.\.[A-Z]))(?:\.\.(-?\d{1,9}))?$/;

/** `{x..y[..incr]}`: "x and y are either integers or letters, and incr, an optional increment, is an integer". */
function sequence<T extends Element>(inside: readonly T[], budget: BraceBudget): T[][] | undefined {
  const [first] = inside;
  const match = SEQUENCE.exec(inside.map(({ text, quoted }) => (quoted ? HOLE : text)).join(""));
  if (first === undefined || match === null) return undefined;
  const [, low, high, letters, increment = "1"] = match;
  const start = letters === undefined ? Number(low) : letters.charCodeAt(0);
  const end = letters === undefined ? Number(high) : letters.charCodeAt(letters.length - 1);
  const step = Math.abs(Number(increment)) || 1;
  const count = Math.floor(Math.abs(end - start) / step) + 1;
  if (count > budget.words) return undefined;
  return Array.from({ length: count }, (_, index) => {
    const value = start + (end < start ? -index : index) * step;
    const text = letters === undefined ? String(value) : String.fromCharCode(value);
    return text.split("").map((character) => ({ ...first, text: character }));
  });
}

function isBare(element: Element | undefined, text: string): boolean {
  return element?.quoted === false && element.text === text;
}

function isBlank(element: Element | undefined): boolean {
  return element !== undefined && /^[ \t\n]$/.test(element.text);
}
