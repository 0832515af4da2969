/** The files that a bash command names: among its arguments, and in redirections. */
import { HOLE, holeText, type Text, textFrom } from "../shell/text.ts";
import type { RedirectUnit, Unit, UnitWord } from "../shell/units.ts";
import { homePath, type PathState } from "./path-state.ts";
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
  unknownPath,
} from "./paths.ts";
import { type Judged, type Judgement, judgement, type Policy } from "./policy.ts";
import { judge, textSubject } from "./rules.ts";
import { judgeProtection } from "./self-protection.ts";

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
