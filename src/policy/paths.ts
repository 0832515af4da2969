import { HOLE, holeText, type Text } from "../shell/text.ts";
import { type Subject, textSubject } from "./rules.ts";

/** What a path is understood against. All paths are POSIX. */
export interface PathContext {
  /** The working directory, absolute; unknown where it is left out. */
  readonly cwd?: string | undefined;
  /** The home directory, absolute. */
  readonly home?: string | undefined;
  /**
   * Follows symbolic links, as far as the path exists, and gives the rest back as it is. Left out: nothing is followed.
   */
  readonly followLinks?: ((absolute: string) => string) | undefined;
}

/** One file name, in the forms in which rules are asked about it. */
export interface PathSubject extends Subject {
  /** Whether it lies outside the working directory; `undefined` where that is not known. */
  readonly outside: boolean | undefined;
}

/** A text without holes. */
function plain(text: string): Text {
  return { text, holes: [] };
}

/** A path whose beginning is not known. */
function after(rest: string): Text {
  return { text: HOLE + rest, holes: [{ reason: "computed directory", vanishes: false }] };
}

/**
 * The subjects of a literal path: as it is written and, where that is different, with symbolic links followed. Each must
 * be allowed.
 *
 * @param baseKnown false where a `cd` before it makes the base of relative paths unknown
 */
export function pathSubjects(written: string, context: PathContext, baseKnown = true): readonly PathSubject[] {
  const { cwd, followLinks } = context;
  const expanded = expandTilde(written, context.home);
  if (expanded === undefined) return [unknownPath()];
  const path = normalizePath(expanded);
  if (!path.startsWith("/") && (cwd === undefined || !baseKnown)) {
    // Deny and ask rules may be written with any base.
    const climbs = path === ".." || path.startsWith("../");
    if (!baseKnown) return [climbs ? unknownPath() : subject(written, [after(path)], false)];
    return [subject(written, climbs ? [holeText("computed directory")] : [plain(path)], climbs, [after(`/${path}`)])];
  }
  const absolute = path.startsWith("/") ? path : normalizePath(`${cwd ?? ""}/${path}`);
  const subjects = [absoluteSubject(written, absolute, cwd)];
  if (followLinks !== undefined) {
    // Programs follow each link where it stands; Pi's tools resolve `..` first.
    const unresolved = expanded.startsWith("/") ? expanded : `${cwd ?? ""}/${expanded}`;
    const base = cwd === undefined ? undefined : followLinks(cwd);
    for (const real of new Set([followLinks(absolute), followLinks(unresolved)])) {
      if (real !== absolute) subjects.push(absoluteSubject(real, real, base));
    }
  }
  return subjects;
}

/** A path of which nothing is known. */
export function unknownPath(): PathSubject {
  const text = [holeText("computed directory")];
  return { ...textSubject(text, text), outside: undefined };
}

function absoluteSubject(written: string, absolute: string, cwd: string | undefined): PathSubject {
  if (cwd === undefined) return subject(written, [plain(absolute)], true);
  const relative = relativePath(cwd, absolute);
  return subject(written, [plain(absolute), plain(relative)], relative === ".." || relative.startsWith("../"));
}

function subject(written: string, forms: readonly Text[], outside: boolean, more: readonly Text[] = []): PathSubject {
  return { ...textSubject(forms, [...forms, plain(written), ...more]), outside };
}

/** The path without a leading `~`; `undefined` for what only the shell knows. */
function expandTilde(path: string, home: string | undefined): string | undefined {
  if (!/^~(?:\/|$)/.test(path)) return path;
  return home === undefined ? undefined : home + path.slice(1);
}

/** Without empty segments, `.`, and `..` as far as it goes; "." for the empty path. */
export function normalizePath(path: string): string {
  const absolute = path.startsWith("/");
  const kept: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") kept.push(segment);
    else if (kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (!absolute) kept.push("..");
  }
  return (absolute ? "/" : "") + kept.join("/") || ".";
}

/** From one absolute, normalized path to another. */
export function relativePath(from: string, to: string): string {
  const base = normalizePath(from).split("/").filter(Boolean);
  const target = to.split("/").filter(Boolean);
  let common = 0;
  while (common < base.length && base[common] === target[common]) common++;
  return [...base.slice(common).map(() => ".."), ...target.slice(common)].join("/") || ".";
}

/** Files that every program may open: "/dev/null" and the descriptors it already has. */
export function isStandardDevice(path: string): boolean {
  return /^\/dev\/(?:null|stdin|stdout|stderr|fd\/[0-9]+)$/.test(path);
}
