/** How many columns of a terminal a text takes. The host fails on a line that is too long, so in doubt it is more. */

/** Characters of one column. Of all others, which are two, some are one in some terminals. */
const NARROW = /[\u0020-\u10FF\u1E00-\u2319\u2500-\u25FC\u2714\u2716]/;
/** They stand in the column of the character before them; of other marks some terminals make a column. */
const ABOVE = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/;
/** U+FE0F is one of them: it makes a picture of the character before it, which is wider. */
const MARK = /\p{M}/u;

function columnsOf(character: string): number {
  if (ABOVE.test(character)) return 0;
  return NARROW.test(character) || MARK.test(character) ? 1 : 2;
}

/** The columns of a text without control characters. */
export function textColumns(text: string): number {
  let columns = 0;
  for (const character of text) columns += columnsOf(character);
  return columns;
}

/** A text in lines of at most so many columns; its own lines stay. With `words`, lines end between words where they can. */
export function wrapText(text: string, columns: number, words = false): string[] {
  return text.split("\n").flatMap((line) => wrapLine(line.replaceAll("\t", "    "), Math.max(1, columns), words));
}

function wrapLine(line: string, columns: number, words: boolean): string[] {
  const lines: string[] = [];
  let current = "";
  let used = 0;
  for (const character of line) {
    // A wide character has no place in a single column.
    const shown = columnsOf(character) > columns ? "?" : character;
    const more = columnsOf(shown);
    if (used + more > columns) {
      const space = words && character !== " " ? current.lastIndexOf(" ") : -1;
      const rest = space > 0 ? current.slice(space + 1) : "";
      lines.push(space > 0 ? current.slice(0, space) : current);
      current = rest;
      used = textColumns(rest);
      if (words && character === " ") continue;
    }
    current += shown;
    used += more;
  }
  return [...lines, current];
}

/** The beginning of a line that is too long. */
export function cutText(text: string, columns: number): string {
  const [first = "", ...more] = wrapText(text, columns);
  if (more.length === 0) return first;
  return columns < 2 ? "…".slice(0, columns) : `${wrapText(text, columns - 1)[0] ?? ""}…`;
}
