/** A text without its transparent wrappers, for hosts that judge texts. */
import type { Span } from "./ast.ts";
import { BUILTIN_NAMES, RESERVED_WORDS } from "./names.ts";
import type { Text } from "./text.ts";
import { type Analysis, analyze, type Unit } from "./units.ts";
import type { Wrappers } from "./wrappers.ts";

/** A word that is itself wherever a command may start, if it is no name of the shell. */
const PLAIN = /^[A-Za-z0-9_./][\w./+@%:,-]*$/;

/** Blanks and line continuations. */
const GAP = /^(?:[ \t]|\\\n)*$/;

/**
 * A text with the own words of every wrapper that may be peeled taken out, and all else kept as it is; the text itself where
 * there is none. `undefined` where one runs its command with more words or from a text (`xargs`, `find`, `bash -c`), and
 * where what is left would be read in another way.
 *
 * @example peelText("cd x && timeout 5 nice a 2>&1 | tail") // "cd x && a 2>&1 | tail"
 */
export function peelText(source: string, wrappers?: Wrappers): string | undefined {
  const before = analyze(source, wrappers);
  const peeled = before.units.filter(({ peels }) => peels !== undefined);
  if (peeled.length === 0) return source;
  const starts = new Set(peeled.map(({ start }) => start));
  const cuts: (Span & { readonly by: string })[] = [];
  for (const { words, peels } of peeled) {
    const first = words[peels?.inner ?? words.length];
    if (first === undefined) return undefined;
    const own = words.slice(0, words.indexOf(first));
    const gaps = own.map(({ end }, index) => ({ end, next: (own[index + 1] ?? first).start }));
    const [name] = own;
    // The words of a text, and those of a brace expansion, have one place.
    if (name === undefined || gaps.some(({ end, next }) => end > next)) return undefined;
    if (source.slice(name.start, name.end) !== name.text) return undefined;
    if (!starts.has(first.start)) {
      const { text } = first;
      const shell = RESERVED_WORDS.has(text) || BUILTIN_NAMES.has(text) || before.functions.includes(text);
      if (shell || !PLAIN.test(text) || source.slice(first.start, first.end) !== text) return undefined;
    }
    if (gaps.every(({ end, next }) => GAP.test(source.slice(end, next)))) {
      cuts.push({ start: name.start, end: first.start, by: "" });
    } else {
      // Redirections among them stay, and must not touch what stands before.
      for (const { start, end } of own) cuts.push({ start, end, by: " " });
    }
  }
  const text = without(source, cuts);
  return saysTheRest(before, ({ peels }) => peels !== undefined, analyze(text, wrappers)) ? text : undefined;
}

/** INVARIANT: a text without some commands of another one says of every other command, and of all else, what the whole said. */
export function saysTheRest(before: Analysis, isTaken: (unit: Unit) => boolean, after: Analysis): boolean {
  const kept = before.units.filter((unit) => !isTaken(unit));
  return (
    after.complete &&
    areAlike(kept, after.units, isSameUnit) &&
    areAlike(before.assignments, after.assignments, isSameText) &&
    areAlike(
      before.redirects,
      after.redirects,
      (one, other) => isSameText(one, other) && one.operator === other.operator,
    )
  );
}

function without(source: string, cuts: readonly (Span & { readonly by: string })[]): string {
  let text = "";
  let from = 0;
  for (const { start, end, by } of cuts.toSorted((left, right) => left.start - right.start)) {
    text += source.slice(from, start) + by;
    from = end;
  }
  return text + source.slice(from);
}

function areAlike<T>(ones: readonly T[], others: readonly T[], isSame: (one: T, other: T) => boolean): boolean {
  return (
    ones.length === others.length &&
    ones.every((one, index) => {
      const other = others[index];
      return other !== undefined && isSame(one, other);
    })
  );
}

function isSameText(one: Text, other: Text): boolean {
  return one.text === other.text && one.holes.every(({ reason }, index) => reason === other.holes[index]?.reason);
}

function isSameUnit(one: Unit, other: Unit): boolean {
  return isSameText(one, other) && one.internal === other.internal;
}
