/** The files that a bash command names: among its arguments, and in redirections. */
import { baseName, HOLE, holeText, type Text } from "../shell/text.ts";
import type { Analysis, RedirectUnit, Unit, UnitWord } from "../shell/units.ts";
import {
  type Bases,
  holePath,
  isStandardDevice,
  normalizePath,
  type PathContext,
  type PathSubject,
  pathSubjects,
  unknownPath,
  WORKING_DIRECTORY,
} from "./paths.ts";
import { type Judged, type Judgement, judgement, type Policy } from "./policy.ts";
import { judge, textSubject } from "./rules.ts";
import { judgeProtection } from "./self-protection.ts";

/** What paths mean at each place of a text. */
export interface PathState {
  readonly paths: PathContext;
  /** The directories that a relative path at a place may be relative to. */
  readonly basesAt: (place: { readonly start: number; readonly repeated: boolean }) => Bases;
}

/** Builtins that change the directory; `popd` only goes where the text has been before. */
const MOVES: ReadonlySet<string> = new Set(["cd", "pushd", "chdir"]);

/** A text that goes to more directories than this may be in any. */
const MAX_BASES = 16;

/**
 * Follows the directory changes of a text, from left to right: whether one happens, or fails, is not known, so all of them
 * count from their place on. What runs later can go anywhere, and change what `~` means.
 */
export function pathState({ units, assignments, functions }: Analysis, paths: PathContext): PathState {
  // Reading a script into the shell may do as much as text that runs later.
  const isLater = ({ words }: Unit) => words.length === 0 || words[0]?.text === "source" || words[0]?.text === ".";
  const sets = (name: RegExp) => assignments.some(({ text }) => name.test(text));
  // With another IFS, `$HOME` may be several words.
  const homeKnown = !units.some(isLater) && !sets(/^(?:HOME|IFS)\+?=/);
  const isMove = ({ words }: Unit) => MOVES.has(baseName(words[0]?.text ?? ""));
  // What moves more than once, or in a function, moves from anywhere to anywhere.
  const movesAgain = units.some((unit) => unit.repeated && (isMove(unit) || isLater(unit)));
  const directoriesKnown = !sets(/^CDPATH\+?=/) && !movesAgain && !functions.some((name) => MOVES.has(name));
  const home = homeKnown ? paths.home : undefined;
  const steps: { from: number; bases: Bases }[] = [];
  let bases: Bases = WORKING_DIRECTORY;
  for (const unit of units) {
    const before: Bases = bases;
    if (isLater(unit)) bases = undefined;
    else if (isMove(unit)) {
      bases = directoriesKnown ? afterMove(unit, before, home) : undefined;
    }
    if (bases?.length !== before?.length) steps.push({ from: unit.end, bases });
  }
  const basesAt: PathState["basesAt"] = ({ start, repeated }) => {
    // What stands in a loop or a function may run after all of the text.
    if (repeated) return movesAgain ? undefined : bases;
    const step = steps.length === 0 ? undefined : steps.findLast(({ from }) => from <= start);
    if (step === undefined) return movesAgain ? undefined : WORKING_DIRECTORY;
    return step.bases;
  };
  return { paths: { ...paths, home }, basesAt };
}

/** The bases after `cd` or `pushd`: `popd`, and `pushd` alone, only go where the text has been before. */
function afterMove({ words }: Unit, bases: Bases, home: string | undefined): Bases {
  let first = 1;
  while (/^-[LPe@n]+$/.test(words[first]?.text ?? "")) first++;
  if (words[first]?.text === "--") first++;
  const operands = words.slice(first);
  const [operand] = operands;
  if (bases === undefined || operands.length > 1) return undefined;
  let target = operand === undefined ? home : homePath(operand, home);
  if (operand === undefined && words[0]?.text === "pushd") target = ".";
  if (target === undefined || /^[-+]/.test(target)) return undefined;
  const moved = bases.map((base) => normalizePath(target.startsWith("/") ? target : `${base}/${target}`));
  const all = [...new Set([...bases, ...moved])];
  return all.length > MAX_BASES ? undefined : all;
}

/** A word without holes, or one that starts with `~` or `$HOME`; `undefined` if anything else in it is not known. */
function homePath({ text, holes }: Text, home: string | undefined): string | undefined {
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
  { context, repeated }: Unit,
  command: string,
  policy: Policy,
  state: PathState,
  writes: boolean,
): Judgement[] {
  const { text, start, end } = word;
  if (isDescriptor(word)) return [];
  const source = command.slice(start, end);
  const bases = state.basesAt({ start, repeated });
  const judgements: Judgement[] = [];
  for (const candidate of candidates(word)) {
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
      judgeFile(judgements, at, subject, named, literal === undefined, policy);
      if (writes) judgements.push(...judgeProtection(at, subject, ["write", "path"], policy, state.paths));
    }
  }
  return judgements;
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
    else if (named) judgements.push(judgement(at, "path", judge(policy.rules("path"), subject)));
    else {
      const verdict = judge(policy.specificRules("path"), subject, "allow");
      if (verdict.action !== "allow") judgements.push(judgement(at, "path", verdict));
    }
  }
  const surface = "external_directory";
  if (subject.outside === true) judgements.push(judgement(at, surface, judge(policy.rules(surface), subject)));
  else if (subject.outside === undefined) judgements.push(...judgeUnknown(at, surface, subject, policy));
}

/**
 * What is known only at run time asks where a specific rule, or a catch-all deny, could catch it. A catch-all ask does not:
 * asking about every `$x` would be unusable.
 */
function judgeUnknown(at: Judged, surface: string, subject: PathSubject, policy: Policy): Judgement[] {
  const verdict = judge(policy.rulesAgainstUnknown(surface), subject, "allow");
  return verdict.action === "allow" ? [] : [judgement(at, surface, { ...verdict, action: "ask" })];
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
  // A glob gives names that exist in that place, and never climbs; if it is written as plainly as a path is normalized.
  const globs = reasons.size === 1 && reasons.has("pathname expansion") && !/(?:^|\/)\.|\0\0|\/\//.test(text);
  if (!globs) return [holePath(candidate, leaves)];
  if (bases === undefined && !known.startsWith("/")) return [holePath(candidate, undefined)];
  return (known.startsWith("/") ? ["/"] : (bases ?? [])).map((base) => globSubject(candidate, base, paths));
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

function textFrom({ text, holes }: Text, start: number): Text {
  const skipped = text.slice(0, start).split(HOLE).length - 1;
  return { text: text.slice(start), holes: holes.slice(skipped) };
}

/** A redirection is judged by `read` or `write`, by `path`, and by `external_directory`. */
export function judgeRedirect(redirect: RedirectUnit, policy: Policy, { paths, basesAt }: PathState): Judgement[] {
  const { operator, text } = redirect;
  if (operator === "<<<" || operator === "<<" || operator === "<<-") return [];
  if ((operator === "<&" || operator === ">&") && /^(?:[0-9]+-?|-)$/.test(text)) return [];
  if (isStandardDevice(text) || isDescriptor(redirect)) return [];
  const surfaces = operator === "<" || operator === "<&" ? ["read"] : operator === "<>" ? ["read", "write"] : ["write"];
  if (policy.names("path")) surfaces.push("path");
  const literal = homePath(redirect, paths.home);
  const subjects =
    literal === undefined ? [holePath(redirect, true)] : pathSubjects(unexpanded(literal), paths, basesAt(redirect));
  return subjects.flatMap((subject) => {
    const asked = subject.outside === false ? surfaces : [...surfaces, "external_directory"];
    const judged = asked.map((surface) => judgement(redirect, surface, judge(policy.rules(surface), subject)));
    if (!surfaces.includes("write")) return judged;
    return [...judged, ...judgeProtection(redirect, subject, ["write", "path"], policy, paths)];
  });
}
