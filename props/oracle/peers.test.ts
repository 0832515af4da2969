import { describe, expect, test } from "bun:test";
import { join } from "node:path";

import { escapeRegExp } from "es-toolkit/string";

import { HOLE } from "../../src/shell/text.ts";
import { analyze } from "../../src/shell/units.ts";
import { readJsonLines } from "../json-lines.ts";
import { cases, damagedPrograms, generated, programs, soup, table } from "./corpora.ts";
import {
  differenceOf,
  KINDS,
  lineOf,
  loadTreeSitter,
  type Peer,
  type Reader,
  readOurs,
  readUnbash,
  type Words,
} from "./peers.ts";
import { bashPrints, LENIENCES } from "./reads.ts";
import { Tracer } from "./tracer.ts";

/** A text that a peer and we read differently, and what bash makes of it. */
interface Disagreement {
  readonly source: string;
  readonly peer: Peer;
  readonly ours: readonly string[]; // the commands that only we see; all of ours, if the peer reports an error
  readonly theirs: readonly string[] | null; // null for an error
  readonly right: "ours" | "peer" | "both";
  readonly why: string;
}

const DISAGREEMENTS = readJsonLines<Disagreement>(join(import.meta.dir, "disagreements.jsonl"));

const PEERS: Readonly<Record<Peer, Reader>> = { unbash: readUnbash, "tree-sitter": await loadTreeSitter() };

/** How a peer reads a text that we understand; `undefined` if it reads it as we do. */
function compare(
  peer: Peer,
  source: string,
  ours: readonly Words[],
): Pick<Disagreement, "ours" | "theirs"> | undefined {
  const theirs = PEERS[peer](source);
  if (theirs === undefined) return { ours: ours.map((words) => lineOf(source, words)), theirs: null };
  return differenceOf(source, ours, theirs);
}

describe.each(["unbash", "tree-sitter"] as const)("%s", (peer) => {
  const known = DISAGREEMENTS.filter((line) => line.peer === peer);
  const kinds = KINDS.filter((kind) => kind.peer === peer);

  test("reads the publicly reported cases and the table of units as we do, but for what is listed", () => {
    const found: string[] = [];
    for (const source of [...cases(), ...table()]) {
      const ours = readOurs(source);
      if (ours !== undefined && compare(peer, source, ours) !== undefined) found.push(source);
    }
    const listed = new Set(known.map(({ source }) => source));
    expect(found.filter((source) => !listed.has(source))).toEqual([]);
    expect([...listed].filter((source) => !found.includes(source)).sort()).toEqual(
      kinds.map(({ source }) => source).sort(),
    );
  });

  // This list can only get shorter.
  test.each(known.map((line) => [JSON.stringify(line.source), line] as const))(
    "still reads %s differently",
    (_, line) => {
      const ours = readOurs(line.source);
      expect(ours).toBeDefined();
      expect(compare(peer, line.source, ours ?? [])).toEqual({ ours: line.ours, theirs: line.theirs });
    },
  );

  test.each(kinds.map((kind) => [JSON.stringify(kind.source), kind] as const))(
    "%s is of the form that it stands for",
    (_, { source, form }) => {
      expect(source).toMatch(form);
    },
  );

  const corpora = {
    unbash: [
      [programs, 4_000, 3_500],
      [damagedPrograms, 8_000, 3_000],
      [soup, 40_000, 2_000],
    ],
    "tree-sitter": [[programs, 8_000, 2_500]],
  } as const;

  test("reads generated texts as we do, but for those of a known form", () => {
    // What bash refuses and we read, a peer may refuse too; but all programs are well-formed.
    const refused = LENIENCES.filter(({ kind }) => kind === "refused");
    for (const [texts, count, least] of corpora[peer]) {
      const forms = [...kinds, ...(texts === programs ? [] : refused)].map(({ form }) => form);
      const differing: unknown[] = [];
      let compared = 0;
      for (const source of generated(texts(), count)) {
        const ours = forms.some((form) => form.test(source)) ? undefined : readOurs(source);
        if (ours === undefined) continue;
        compared++;
        const difference = compare(peer, source, ours);
        if (difference !== undefined) differing.push({ source, ...difference });
      }
      expect(differing).toEqual([]);
      expect(compared).toBeGreaterThan(least);
    }
  }, 60_000);
});

describe("bash itself", () => {
  /** Builtins that are switched off, so that a program of that name can tell of each call. */
  const SWITCHED_OFF = ["echo", "true", "["];

  /** What no program can show, and what was seen by hand instead. */
  const UNSEEN: Readonly<Record<string, string>> = {
    "a>(b)": "bash looks for `/dev/fd/63` below `a`",
    "case $x in y|$(z)) a;; (w) b;& *) c;;& esac": "bash takes one clause; with `x=w` it runs `b`",
    'echo ${x#"a"}${x%$(b)}': "bash expands no pattern for a variable that is not set; with `x=1` it runs `b`",
    "! { a; } | while b; do c; done": "it never ends",
  };

  /** A line that is one command, as a pattern of its words, each with a NUL behind it; `undefined` if it is something else. */
  function patternOf(line: string): RegExp | undefined {
    const { units, complete } = analyze(line);
    const words = units[0]?.words ?? [];
    // Brace expansion makes several words of one.
    const places = words.filter(({ start }, index) => start !== words[index - 1]?.start);
    if (!complete || places.map(({ start, end }) => line.slice(start, end)).join(" ") !== line) return undefined;
    const patterns = words.map(({ text, holes }) => {
      const pattern = text.split(HOLE).map(escapeRegExp);
      return holes.some(({ vanishes }) => vanishes) ? "(?:[^]*\0)?" : `${pattern.join("[^]*")}\0`;
    });
    return new RegExp(`^${patterns.join("")}$`);
  }

  test.each(DISAGREEMENTS.map((line) => [JSON.stringify(line.source), line] as const))(
    "sides in %s with whom the list says",
    async (_, { source, ours, theirs, right }) => {
      // Nothing here may reach beyond the folder that it runs in.
      expect(source).not.toMatch(/~|\.\.|>\s*\//);
      const read = (await bashPrints([source]))[0] !== undefined;
      expect(read).toBe(right !== "peer" || theirs !== null);
      if (!read || source in UNSEEN) return;
      const names = (source.match(/[A-Za-z]\w*|\[a-z\]/g) ?? []).filter((name) => !/^(?:wait|enable)$/.test(name));
      await using tracer = await Tracer.create(1, [...new Set([...names, ...SWITCHED_OFF])]);
      const { calls } = await tracer.run(`enable -n ${SWITCHED_OFF.join(" ")}\n${source}\nwait`);
      const isRun = (pattern: RegExp) => calls.some((argv) => pattern.test(argv.map((word) => `${word}\0`).join("")));
      const patterns = (lines: readonly string[]) => lines.flatMap((line) => patternOf(line) ?? []);
      const [run, other] = right === "peer" ? [theirs ?? [], ours] : [ours, theirs ?? []];
      const everywhere = (readOurs(source) ?? []).map((words) => lineOf(source, words));
      const must = patterns(run);
      const mustNot = patterns(other.filter((line) => right === "peer" || !everywhere.includes(line)));
      expect(must.length + mustNot.length).toBeGreaterThan(0);
      expect({ calls, missing: must.filter((pattern) => !isRun(pattern)) }).toEqual({ calls, missing: [] });
      expect({ calls, run: mustNot.filter(isRun) }).toEqual({ calls, run: [] });
    },
    30_000,
  );
});
