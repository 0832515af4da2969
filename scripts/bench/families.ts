/** Texts of one kind in any size, to see how the time grows with it. */
export interface Family {
  readonly name: string;
  /** A text of about the given number of characters, or of that many pieces where `pieces` says so. */
  readonly text: (size: number) => string;
  /** The small and the large size are of pieces, not of characters: 1,000 and 100,000 unless given. */
  readonly pieces?: readonly [number, number];
}

/** From 10 KB to 1 MB. */
export const CHARACTERS = [10_000, 1_000_000] as const;

const PIECES = [1_000, 100_000] as const;

/** Backquotes in backquotes: each level doubles the backslashes of the one inside. */
export function nestedBackquotes(depth: number): string {
  const quotes = Array.from({ length: depth }, (_, level) => `${"\\".repeat(2 ** level - 1)}\``);
  return `${quotes.join("a ")}a${quotes.toReversed().join("")}`;
}

export const FAMILIES: readonly Family[] = [
  { name: "words", text: (n) => `a ${"word ".repeat(n / 5)}` },
  { name: "one long word", text: (n) => `a ${"w".repeat(n)}` },
  { name: "units", text: (n) => "a;".repeat(n / 2) },
  { name: "pipes", text: (n) => `a${"|a".repeat(n / 2)}` },
  { name: "quotes", text: (n) => `a ${"'a'\"b\"".repeat(n / 6)}` },
  { name: "escapes", text: (n) => "\\a".repeat(n / 2) },
  { name: "variables", text: (n) => `a ${"$x ".repeat(n / 3)}` },
  { name: "globs", text: (n) => `a ${"*.js ".repeat(n / 5)}` },
  { name: "one long glob", text: (n) => `a ${"*".repeat(n)}` },
  { name: "open brackets", text: (n) => `a ${"[".repeat(n)}` },
  { name: "open braces", text: (n) => "{a[".repeat(n / 3) },
  { name: "open subscripts", text: (n) => "a[".repeat(n / 2) },
  { name: "braces", text: (n) => `a ${"{a,b}".repeat(n / 5)}` },
  { name: "words of braces", text: (n) => `a ${"{a,b} ".repeat(n / 6)}` },
  { name: "directories", text: (n) => `a ${"/a".repeat(n / 2)}` },
  { name: "redirections", text: (n) => `a ${">b ".repeat(n / 3)}` },
  { name: "changes of directory", text: (n) => "cd a;b c;".repeat(n / 9) },
  { name: "a hole and a long rest", text: (n) => `git $x ${"a".repeat(n)}` },
  { name: "continuations", text: (n) => "a\\\n".repeat(n / 3) },
  { name: "comments", text: (n) => "#a\n".repeat(n / 3) },
  { name: "substitutions", text: (n) => "$(a) ".repeat(n / 5) },
  { name: "backquotes", text: (n) => "`a` ".repeat(n / 4) },
  { name: "subshells", text: (n) => "(a);".repeat(n / 4) },
  { name: "here-documents", text: (n) => "cat <<E\nx $x\nE\n".repeat(n / 15) },
  { name: "one here-document", text: (n) => `cat <<E\n${"x $x `a`\n".repeat(n / 9)}E\n` },
  { name: "nested arithmetic", text: (n) => "$((".repeat(n / 3) },
  { name: "elements", text: (n) => `a=(${"x ".repeat(n / 2)})` },
  { name: "conditions", text: (n) => `[[ a ${"&& a ".repeat(n / 5)}]]` },
  { name: "evals", text: (n) => "eval ".repeat(n / 5) },
  { name: "assignments", text: (n) => "a=1 ".repeat(n / 4) },
  { name: "elifs", text: (n) => `if a;then b;${"elif a;then b;".repeat(n / 14)}fi` },
  { name: "nested (", text: (n) => "(".repeat(n), pieces: PIECES },
  { name: "nested ( that close", text: (n) => `${"(".repeat(n)}a${")".repeat(n)}`, pieces: PIECES },
  { name: "nested $(", text: (n) => `a ${"$(".repeat(n)}`, pieces: PIECES },
  { name: "nested $( that close", text: (n) => `a ${"$(b ".repeat(n)}${")".repeat(n)}`, pieces: PIECES },
  { name: "nested ${x:-", text: (n) => `a ${"${x:-".repeat(n)}`, pieces: PIECES },
  { name: "nested ${x:- that close", text: (n) => `a ${"${x:-".repeat(n)}${"}".repeat(n)}`, pieces: PIECES },
  { name: "a chain of {a,b}", text: (n) => `a ${"{a,b}".repeat(n)}`, pieces: PIECES },
  { name: "backquote pairs in a row", text: (n) => `a ${"``".repeat(n)}`, pieces: PIECES },
  { name: "backquotes 12 deep", text: (n) => `a ${nestedBackquotes(12)};`.repeat(n), pieces: [1, 100] },
];
