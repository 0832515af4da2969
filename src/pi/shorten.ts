import type { Messages } from "./messages.ts";

/** Of more lines only some are shown. */
const MAX_LINES = 14;

/** The beginning and the end of a text that is too long, and how much stands between them. */
export function shorten(whole: string, length: number, text: Messages): string {
  const lines = whole.split("\n");
  const half = Math.trunc(length / 2);
  let [head, tail] = [whole.slice(0, half), whole.slice(-half)];
  if (lines.length > MAX_LINES) {
    head = lines
      .slice(0, MAX_LINES / 2)
      .join("\n")
      .slice(0, half);
    tail = lines
      .slice(-MAX_LINES / 2)
      .join("\n")
      .slice(-half);
  } else if (whole.length <= length) return whole;
  const left = whole.length - head.length - tail.length;
  return `${head}\n${text.moreLines(left)}\n${tail}`;
}
