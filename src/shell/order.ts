import type { Span } from "./ast.ts";

/** Puts a list in source order, in place; what starts at the same offset stays as it is. Most lists are in order already. */
export function sortBySource(list: Span[]): void {
  for (let index = 1; index < list.length; index++) {
    if ((list[index - 1]?.start ?? 0) <= (list[index]?.start ?? 0)) continue;
    list.sort((left, right) => left.start - right.start);
    return;
  }
}
