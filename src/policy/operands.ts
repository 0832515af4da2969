/** The files that a bash command names: among its arguments, and in redirections. */
import type { Directory } from "../shell/flow.ts";
import { HOLE, type Hole, holeText, plainText, TEMPORARY, type Text, textFrom } from "../shell/text.ts";
import type { Analysis, RedirectUnit, Unit, UnitWord } from "../shell/units.ts";
import {
  type Bases,
  globsBehindLinks,
  holePath,
  isStandardDevice,
  leadsTo,
  normalizePath,
  type PathContext,
  type PathSubject,
  pathSubjects,
  relativePath,
  unknownPath,
  WORKING_DIRECTORY,
} from "./paths.ts";
import { type Judged, type Judgement, judgement, type Policy } from "./policy.ts";
import { judge, textSubject } from "./rules.ts";
import { judgeProtection } from "./self-protection.ts";

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

/** Whether a text is one `<(…)`, which stands for a descriptor. */
function isDescriptor({ text, holes }: Text): boolean {
  return text === HOLE && holes[0]?.reason === "process substitution";
}

/** bash has expanded what there was to expand: a `~` that is left is a file of that name. */
function unexpanded(literal: string): string {
  return literal.startsWith("~") ? `./${literal}` : literal;
}

/**
 * An argument may name a file, also behind an option or a `=`, `:` or `@`. It is judged by `path` where the user wrote such
 * rules, and by `external_directory` where it leads outside; where the program may write, Pi's own files are protected.
 */
export function judgeOperand(
  word: UnitWord,
  { context, directory }: Unit,
  command: string,
  policy: Policy,
  state: PathState,
  writes: boolean,
): Judgement[] {
  const { text, start, end } = word;
  if (isDescriptor(word)) return [];
  const source = command.slice(start, end);
  const bases = state.basesIn(directory);
  const judgements: Judgement[] = [];
  const values = state.valuesOf(word, bases).filter((value) => !state.isTemporary(value));
  for (const candidate of values.flatMap(candidates)) {
    const literal = homePath(candidate, state.paths.home);
    const shown = literal ?? candidate.text;
    if (isStandardDevice(shown)) continue;
    const at: Judged = { text: shown, source, start, end, context };
    // A bare word is a file name only to a rule that speaks of it.
    const named = shown.includes("/") || (!text.startsWith("-") && /^[.~]/.test(shown));
    const subjects =
      literal === undefined
        ? holeSubjects(candidate, source, state.paths, bases)
        : pathSubjects(unexpanded(literal), state.paths, bases);
    for (const subject of subjects) {
      // The names that a glob gives are as good as written out, but for which of them there are.
      const unknown = literal === undefined && !(named && isGlob(candidate));
      judgeFile(judgements, at, subject, named, unknown, policy);
      if (writes) judgements.push(...judgeProtection(at, subject, ["write", "path"], policy, state.paths));
    }
  }
  return judgements;
}

function isGlob({ holes }: Text): boolean {
  return holes.every(({ reason }) => reason === "pathname expansion");
}

function judgeFile(
  judgements: Judgement[],
  at: Judged,
  subject: PathSubject,
  named: boolean,
  unknown: boolean,
  policy: Policy,
): void {
  if (policy.names("path")) {
    if (unknown) judgements.push(...judgeUnknown(at, "path", subject, policy));
    else if (named) judgements.push(judgement(at, "path", judge(policy.rules("path"), subject), leadsTo(subject)));
    else {
      const verdict = judge(policy.specificRules("path"), subject, "allow");
      if (verdict.action !== "allow") judgements.push(judgement(at, "path", verdict, leadsTo(subject)));
    }
  }
  const surface = "external_directory";
  if (subject.outside === true)
    judgements.push(judgement(at, surface, judge(policy.rules(surface), subject), leadsTo(subject)));
  else if (subject.outside === undefined) judgements.push(...judgeUnknown(at, surface, subject, policy));
}

/**
 * What is known only at run time asks where a specific rule, or a catch-all deny, could catch it. A catch-all ask does not:
 * asking about every `$x` would be unusable.
 */
function judgeUnknown(at: Judged, surface: string, subject: PathSubject, policy: Policy): Judgement[] {
  const verdict = judge(policy.rulesButDefaultAsks(surface), subject, "allow");
  return verdict.action === "allow" ? [] : [judgement(at, surface, { ...verdict, action: "ask" }, leadsTo(subject))];
}

/** The surfaces that text which runs later can touch, whatever the rules for commands say of it. */
const REACHES = ["env", "path", "external_directory", "read", "write"] as const;

/** A unit that is one hole may also open files and set variables. */
export function judgeReach(unit: Judged, policy: Policy): Judgement[] {
  return REACHES.filter((surface) => surface !== "path" || policy.names(surface)).flatMap((surface) =>
    judgeUnknown(unit, surface, unknownPath(), policy),
  );
}

/** The subjects of a name that is known only in part. */
function holeSubjects(candidate: Text, source: string, paths: PathContext, bases: Bases): readonly PathSubject[] {
  const { text, holes } = candidate;
  const reasons = new Set(holes.map(({ reason }) => reason));
  // Braces hide what they hold in one hole: the source says whether that may leave the directory.
  if (reasons.has("brace expansion")) {
    return [holePath(candidate, /[/~\\$'"`]|\.(?![A-Za-z0-9])/.test(source) ? true : undefined)];
  }
  const known = text.slice(0, text.indexOf(HOLE));
  const home = known === "" && (holes[0]?.reason === "tilde expansion" || holes[0]?.name === "HOME");
  const leaves = home || known.startsWith("/") || /(?:^|\/)\.\.(?:\/|$)/.test(text) ? true : undefined;
  // A glob gives names that exist in that place, and never climbs, unless a dot begins one.
  const path = text.replace(/(?<=\/)\.?\/|^\.\//g, "").replace(/\0+/g, HOLE);
  const globs = reasons.size === 1 && reasons.has("pathname expansion") && !/(?:^|\/)\./.test(path);
  if (!globs) return holesIn(candidate, leaves, paths, bases);
  const glob = { text: path, holes: holes.slice(1 - path.split(HOLE).length) };
  if (bases === undefined && !known.startsWith("/")) return [holePath(candidate, undefined)];
  return (known.startsWith("/") ? ["/"] : (bases ?? [])).flatMap((base) => globSubjects(glob, base, paths));
}

/** The subjects of a name that is not known: it lies in a directory that the text went to, unless it leads out of it. */
function holesIn(name: Text, outside: boolean | undefined, paths: PathContext, bases: Bases): readonly PathSubject[] {
  const { cwd, base: start = cwd, followLinks = normalizePath } = paths;
  const moved = name.text.startsWith("/") ? [] : (bases ?? []).filter((base) => base !== ".");
  const subjects = moved.map((base) => {
    const directory = followLinks(base.startsWith("/") ? base : `${start}/${base}`);
    return holePath(name, outside, { text: `${directory}/${name.text}`, holes: name.holes });
  });
  return subjects.length === 0 ? [holePath(name, outside)] : subjects;
}

/** The subject of a glob in a directory, and those of what it names behind symbolic links. */
function globSubjects(candidate: Text, at: string, paths: PathContext): readonly PathSubject[] {
  const written = globSubject(candidate, at, paths);
  const behind = globsBehindLinks(written.path.text, paths);
  if (behind === undefined) return [written, holePath(candidate, undefined)];
  const cwd = paths.cwd && paths.followLinks?.(paths.cwd);
  const { length } = candidate.holes;
  return [
    written,
    ...behind.map((text) => {
      const holes = candidate.holes.slice(length + 1 - text.split(HOLE).length);
      return globSubject({ text, holes }, "/", { cwd });
    }),
  ];
}

/** The subject of a glob in a directory. */
function globSubject(candidate: Text, at: string, { cwd, base: start }: PathContext): PathSubject {
  const { text, holes } = candidate;
  const base = start !== undefined && !at.startsWith("/") ? normalizePath(`${start}/${at}`) : at;
  const path = base === "." || base === "/" ? text : `${base}/${text}`;
  const directory = cwd === undefined ? undefined : normalizePath(cwd);
  const forms: Text[] = [{ text: path, holes }];
  let outside = /^\/|^\.\.(?:\/|$)/.test(path);
  if (directory !== undefined && path.startsWith(`${directory}/`)) {
    forms.push({ text: path.slice(directory.length + 1), holes });
    outside = false;
  } else if (directory !== undefined && !outside) forms.push({ text: `${directory}/${path}`, holes });
  const anywhere: Text = { text: `${HOLE}/${text}`, holes: [...holeText("computed directory").holes, ...holes] };
  const whole = forms.find((form) => form.text.startsWith("/")) ?? { text: path, holes };
  return { ...textSubject(forms, [...forms, candidate, anywhere]), outside, path: whole };
}

/** More names than this in one argument are not taken apart. */
const MAX_CANDIDATES = 16;

/** The file names that an argument may hold: itself, and what stands behind a `=`, `:` or `@` or inside an option. */
function candidates(word: Text): Text[] {
  const { text } = word;
  if (!/^-[A-Za-z].|[=@<:]/.test(text)) return text === "" ? [] : [word];
  const starts = new Set([0]);
  for (let index = 1; index < text.length && starts.size <= MAX_CANDIDATES; index++) {
    const before = text[index - 1];
    // `https://x` names no file, `file:///x` does.
    const scheme = before === ":" && text.startsWith("//", index);
    if (
      before === "=" ||
      before === "@" ||
      before === "<" ||
      (before === ":" && (!scheme || text.endsWith("file:", index)))
    ) {
      starts.add(index);
    }
  }
  if (/^-[A-Za-z]./.test(text)) {
    for (let index = 2; index < Math.min(text.length, 6); index++) starts.add(index);
    const inside = text.search(/[/.~\0]/);
    if (inside > 2) starts.add(inside);
  }
  // Too many to look at: it may be any file.
  if (starts.size > MAX_CANDIDATES) return [word, { text: `/${HOLE}`, holes: holeText("computed directory").holes }];
  return [...starts]
    .filter((start) => start < text.length)
    .map((start) => (start === 0 ? word : textFrom(word, start)));
}

/** A redirection is judged by `read` or `write`, by `path`, and by `external_directory`. */
export function judgeRedirect(redirect: RedirectUnit, policy: Policy, state: PathState): Judgement[] {
  const { operator, text } = redirect;
  if (operator === "<<<" || operator === "<<" || operator === "<<-") return [];
  if ((operator === "<&" || operator === ">&") && /^(?:[0-9]+-?|-)$/.test(text)) return [];
  if (isStandardDevice(text) || isDescriptor(redirect)) return [];
  const surfaces = operator === "<" || operator === "<&" ? ["read"] : operator === "<>" ? ["read", "write"] : ["write"];
  if (policy.names("path")) surfaces.push("path");
  const bases = state.basesIn(redirect.directory);
  return state.valuesOf(redirect, bases).flatMap((value) => {
    if (state.isTemporary(value)) return [];
    const literal = homePath(value, state.paths.home);
    const subjects =
      literal === undefined
        ? holesIn(value, true, state.paths, bases)
        : pathSubjects(unexpanded(literal), state.paths, bases);
    const at = literal === undefined ? redirect : { ...redirect, text: literal };
    return subjects.flatMap((subject) => {
      const asked = subject.outside === false ? surfaces : [...surfaces, "external_directory"];
      const judged = asked.flatMap((surface) => {
        // Reading is the command's matter, as it is of a file among its words, until the user says something of `read`.
        if (surface !== "read" || policy.names(surface))
          return judgement(at, surface, judge(policy.rules(surface), subject), leadsTo(subject));
        const verdict = judge(policy.rulesButDefaultAsks(surface), subject, "allow");
        return verdict.action === "allow" ? [] : judgement(at, surface, verdict, leadsTo(subject));
      });
      if (!surfaces.includes("write")) return judged;
      return [...judged, ...judgeProtection(at, subject, ["write", "path"], policy, state.paths)];
    });
  });
}
