/** What directories and variables stand for at each place of a text, as far as that is known for sure. */
import type { Directory } from "../shell/flow.ts";
import { HOLE, type Hole, plainText, TEMPORARY, type Text } from "../shell/text.ts";
import type { Analysis } from "../shell/units.ts";
import { type Bases, normalizePath, type PathContext, relativePath, WORKING_DIRECTORY } from "./paths.ts";

/** What paths mean at each place of a text. */
export interface PathState {
  readonly paths: PathContext;
  /** The directories that a relative path may be relative to, in each of the text's directories. */
  readonly basesIn: (directory: number) => Bases;
  /** What a text may be, with the variables in it that are known to have one of a few values told by these. */
  readonly valuesOf: (text: Text, bases: Bases) => readonly Text[];
  /** Whether a text is the name of a file that `mktemp` made. */
  readonly isTemporary: (text: Text) => boolean;
}

/** A text that goes to more directories than this may be in any. */
const MAX_BASES = 16;

/** More values than this are not told apart. */
const MAX_VALUES = 16;

/** What the directories and variables of a text are, as far as that is known for sure. */
export function pathState(analysis: Analysis, paths: PathContext): PathState {
  const { units, assignments, functions, definitions, directories } = analysis;
  // Reading a script into the shell may do as much as text that runs later.
  const later = units.some(({ words }) => words.length === 0 || /^(?:source|\.)$/.test(words[0]?.text ?? ""));
  const counts = new Map<string, number>();
  for (const { name } of assignments) counts.set(name, (counts.get(name) ?? 0) + 1);
  // With another IFS, `$HOME` may be several words.
  const splits = later || counts.has("IFS");
  const home = splits || counts.has("HOME") ? undefined : paths.home;
  const hasPath = later || counts.has("CDPATH") || Object.hasOwn(paths.env ?? {}, "CDPATH");
  const isTemporary = ({ text, holes }: Text) =>
    text === HOLE && holes[0]?.name === TEMPORARY && !functions.includes("mktemp") && !counts.has("TMPDIR");

  const valuesOf = (text: Text, bases: Bases, depth = 0): readonly Text[] => {
    if (text.holes.length === 0 || depth > 4) return [text];
    let found: readonly Text[] = [{ text: "", holes: [] }];
    for (const [index, piece] of text.text.split(HOLE).entries()) {
      const hole = text.holes[index - 1];
      const isFirst = index === 1 && text.text.startsWith(HOLE);
      const values = hole === undefined ? [EMPTY] : (valuesOfHole(hole, isFirst, bases, depth) ?? [holeAs(hole)]);
      if (values.length * found.length > MAX_VALUES) return [text];
      found = found.flatMap((start) => values.map((value) => append(start, value, piece)));
    }
    return found;
  };
  const valuesOfHole = (hole: Hole, isFirst: boolean, bases: Bases, depth: number): readonly Text[] | undefined => {
    const definition = later || hole.definition === undefined ? undefined : definitions[hole.definition];
    let values: readonly Text[] | undefined;
    if (definition !== undefined && counts.get(definition.name) === 1) {
      values = definition.values.flatMap((value) => valuesOf(value, bases, depth + 1));
    } else if (hole.name === "PWD" && !later && !counts.has("PWD")) values = workingDirectories(bases, isFirst, paths);
    // Outside quotes, a value with such characters would be more than one word.
    const isOne = hole.single === true || (!splits && values?.every((value) => /^[\w.,/:@%+-]+$/.test(value.text)));
    return isOne === true ? values : undefined;
  };

  const known: Bases[] = [];
  const resolve = (visited: Bases): void => {
    known.length = 0;
    for (const directory of directories) known.push(basesOf(directory, visited));
  };
  const basesOf = (directory: Directory, visited: Bases): Bases => {
    if (analysis.lost) return undefined;
    switch (directory.kind) {
      case "start":
        return WORKING_DIRECTORY;
      case "unknown":
        return undefined;
      case "moved":
        return !hasPath ? afterMove(directory.words, known[directory.from], { ...paths, home }, valuesOf) : undefined;
      case "back":
        return !later && !counts.has("OLDPWD") && !counts.has("PWD") ? known[directory.to] : undefined;
      case "either":
        return union(directory.of.map((one) => known[one]));
      case "loop":
        return directory.moves ? undefined : known[directory.from];
      case "visited":
        return visited;
    }
  };
  resolve(undefined);
  if (directories.some(({ kind }) => kind === "visited")) {
    const isPlace = (_: Bases, index: number) => /^(?:start|unknown|moved|back)$/.test(directories[index]?.kind ?? "");
    resolve(union(known.filter(isPlace)));
  }
  return {
    paths: { ...paths, home },
    basesIn: (directory) => known[directory],
    valuesOf: (text, bases) => valuesOf(text, bases),
    isTemporary,
  };
}

const EMPTY: Text = { text: "", holes: [] };

/** A text that is one hole, as it is. */
function holeAs(hole: Hole): Text {
  return { text: HOLE, holes: [hole] };
}

function append(start: Text, value: Text, end: string): Text {
  return { text: start.text + value.text + end, holes: [...start.holes, ...value.holes] };
}

/** What `$PWD` may be. Only at the start of a word may it be said by a relative path. */
function workingDirectories(
  bases: Bases,
  isFirst: boolean,
  { cwd, base: start = cwd }: PathContext,
): readonly Text[] | undefined {
  if (start === undefined) return isFirst ? bases?.map(plainText) : undefined;
  return bases?.map((base) => plainText(normalizePath(base.startsWith("/") ? base : `${start}/${base}`)));
}

/** All of several bases; unknown if one is, or if there are too many. */
function union(all: readonly Bases[]): Bases {
  const bases = new Set<string>();
  for (const one of all) {
    if (one === undefined) return undefined;
    for (const base of one) bases.add(base);
  }
  return bases.size > MAX_BASES ? undefined : [...bases];
}

/** The bases after a `cd` or `pushd` that succeeded. */
function afterMove(words: readonly Text[], bases: Bases, paths: PathContext, valuesOf: PathState["valuesOf"]): Bases {
  let first = 1;
  while (/^-[LPe@]+$/.test(words[first]?.text ?? "")) first++;
  const physical = words.slice(1, first).some(({ text }) => text.includes("P"));
  if (words[first]?.text === "--") first++;
  const [operand = HOME, ...more] = words.slice(first);
  if (more.length > 0) return undefined;
  return union(
    valuesOf(operand, bases).map((value) => {
      const target = homePath(value, paths.home);
      if (target === undefined || /^[-+]/.test(target)) return undefined;
      const climbs = target.split("/").includes("..");
      // With `-P`, what `..` leads back to depends on where links lead; without, where there is nothing else of that name.
      if (physical && climbs) return undefined;
      const follows = physical || climbs;
      const places = target.startsWith("/") ? [target] : bases?.map((base) => `${base}/${target}`);
      return places?.flatMap((place) => [normalizePath(place), ...(follows ? linkedPlace(place, paths) : [])]);
    }),
  );
}

/** Where a directory is once links are followed, if that is another place. */
function linkedPlace(place: string, { cwd, base: start = cwd, followLinks }: PathContext): readonly string[] {
  if (followLinks === undefined || (start === undefined && !place.startsWith("/"))) return [];
  const real = followLinks(place.startsWith("/") ? place : `${start ?? ""}/${place}`);
  if (start === undefined) return [real];
  const inside = relativePath(followLinks(start), real);
  return [inside.startsWith("..") ? real : inside];
}

/** Where `cd` goes without an operand. */
export const HOME: Text = {
  text: HOLE,
  holes: [{ reason: "tilde expansion", vanishes: false, single: true, name: "~" }],
};

/** A word without holes, or one that starts with `~` or `$HOME`; `undefined` if anything else in it is not known. */
export function homePath({ text, holes }: Text, home: string | undefined): string | undefined {
  if (holes.length === 0) return text;
  const [{ name } = { name: undefined }] = holes;
  const isHome = holes.length === 1 && text.startsWith(HOLE) && (name === "~" || name === "HOME");
  // Unquoted, a value with such characters would be more than one word.
  if (!isHome || home === undefined || /[\s*?[]/.test(home)) return undefined;
  return home + text.slice(1);
}
