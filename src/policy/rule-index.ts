import { HOLE, type Text } from "../shell/text.ts";
import type { CompiledRule, Subject } from "./rules.ts";

/** Fewer rules are walked as fast as they are looked up. */
const INDEXED_FROM = 64;

/** How a text begins, up to what ends a word, a directory or a variable's name; only at its start may a slash stand. */
const START = /^\/?[^ /=]*/;

/**
 * The rules of a surface in order, and by how a text must begin for them to match: with thousands of rules, only those few
 * are asked.
 */
export class RuleIndex {
  private byStart: ReadonlyMap<string, readonly number[]> | undefined;
  /** Rules with a wildcard in what they begin with. */
  private anyStart: readonly number[] = [];

  /**
   * @param all from first to last
   * @param traced whether verdicts tell what was overridden
   * @param approved the allow rules of the session: they are about canonical texts, and name files from the root
   */
  constructor(
    readonly all: readonly CompiledRule[],
    readonly traced = false,
    readonly approved: readonly CompiledRule[] = [],
  ) {}

  /**
   * Visits the rules that may match one of the subject's texts, from last to first, until a visit gives something. Others
   * may be among them.
   */
  findLast<T>(subject: Pick<Subject, "texts">, visit: (rule: CompiledRule) => T | undefined): T | undefined {
    const { all } = this;
    const lists = all.length < INDEXED_FROM ? undefined : this.candidates(subject.texts);
    if (lists === undefined) {
      for (let index = all.length - 1; index >= 0; index--) {
        const rule = all[index];
        const found = rule && visit(rule);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    const left = lists.map(({ length }) => length);
    for (;;) {
      let next = -1;
      let from = 0;
      for (let list = 0; list < lists.length; list++) {
        const last = lists[list]?.[(left[list] ?? 0) - 1] ?? -1;
        if (last > next) [next, from] = [last, list];
      }
      const rule = all[next];
      if (rule === undefined) return undefined;
      left[from] = (left[from] ?? 0) - 1;
      const found = visit(rule);
      if (found !== undefined) return found;
    }
  }

  /** Lists of rules, by their places, that have all candidates between them; nothing where each rule is one. */
  private candidates(texts: readonly Text[]): (readonly number[])[] | undefined {
    const starts = new Set<string>();
    for (const { text } of texts) {
      const start = startOf(text);
      // A hole in it may be any start. One behind it leaves it as it is, also where it vanishes with the space before it.
      if (start.includes(HOLE)) return undefined;
      starts.add(start);
    }
    this.byStart ??= this.build();
    const lists = [this.anyStart];
    for (const start of starts) {
      const list = this.byStart.get(start);
      if (list !== undefined) lists.push(list);
    }
    return lists;
  }

  private build(): ReadonlyMap<string, readonly number[]> {
    const byStart = new Map<string, number[]>();
    const anyStart: number[] = [];
    for (const [place, { pattern, folded }] of this.all.entries()) {
      const start = startOf(pattern.literal);
      // What ends the start stands in the pattern, or the text ends where the pattern does.
      const starts = start.length < pattern.literal.length || pattern.isLiteral;
      if (!starts || folded !== undefined) anyStart.push(place);
      else if (byStart.get(start)?.push(place) === undefined) byStart.set(start, [place]);
    }
    this.anyStart = anyStart;
    return byStart;
  }
}

function startOf(text: string): string {
  return START.exec(text)?.[0] ?? "";
}
