import { HOLE, holeText, plainText, type Text } from "../shell/text.ts";
import { type CompiledRule, expandHome, foldsCase, foldText, strongestMatch, type Subject } from "./rules.ts";
import { must, wildcardMatch } from "./wildcard.ts";

/** What a path is understood against. All paths are POSIX. */
export interface PathContext {
  /** The working directory, absolute; unknown where it is left out. */
  readonly cwd?: string | undefined;
  /** The home directory, absolute; unknown where it is left out. */
  readonly home?: string | undefined;
  /**
   * Follows symbolic links, as far as the path exists, and gives the rest back as it is. Left out: nothing is followed.
   */
  readonly followLinks?: ((absolute: string) => string) | undefined;
  /** The names in a directory that lead somewhere else, and those of directories in it. Left out: globs find no links. */
  readonly namesIn?: ((absolute: string) => readonly string[]) | undefined;
  /** The directory that relative paths start from, absolute, where that is not the working directory. */
  readonly base?: string | undefined;
  /** As Node names it; on macOS and Windows file names that differ in case alone are the same. */
  readonly platform?: string | undefined;
  readonly pi?: PiPlaces | undefined;
  /** The environment that the shell starts with; only its names count. A usual one is assumed where it is left out. */
  readonly env?: Readonly<Record<string, unknown>> | undefined;
}

/** Where Pi, and this extension, keep what is theirs; absolute paths. */
export interface PiPlaces {
  /** Writing to them, or into them, could change the rules. */
  readonly own: readonly string[];
  /** Directories, or patterns, that reading tools may look at though they are outside. */
  readonly readable: readonly string[];
  /** Files in them that hold credentials. */
  readonly secret: readonly string[];
}

/**
 * What relative paths are relative to: directories, absolute or relative to the working directory (`"."` is it), any of
 * which it may be; `undefined` if it may be any directory at all.
 */
export type Bases = readonly string[] | undefined;

/** The working directory itself. */
export const WORKING_DIRECTORY: Bases = ["."];

/** One file name, in the forms in which rules are asked about it. */
export interface PathSubject extends Subject {
  /** Whether it lies outside the working directory; `undefined` where that is not known. */
  readonly outside: boolean | undefined;
  /** Where it leads: normalized, and absolute where that is known. */
  readonly path: Text;
}

/**
 * The subjects of a literal path: one for each base and, where that is different, with symbolic links followed. Each must
 * be allowed.
 */
export function pathSubjects(written: string, context: PathContext, bases: Bases): readonly PathSubject[] {
  const { home } = context;
  if (/^~(?:\/|$)/.test(written)) {
    return home === undefined
      ? [holePath(plainText(written), true)]
      : basedSubjects(written, home + written.slice(1), context);
  }
  if (written.startsWith("/")) return basedSubjects(written, written, context);
  if (bases !== undefined) return bases.flatMap((base) => basedSubjects(written, `${base}/${written}`, context));
  // Any file that such a path can lead to.
  const path = normalizePath(written);
  const up = climbs(path);
  return [
    new LazySubject(up ? true : undefined, { text: `${HOLE}/${path}`, holes: COMPUTED.holes }, () => {
      const { holes } = COMPUTED;
      const form = up ? COMPUTED : { text: HOLE + path, holes };
      return { allow: [form], restrict: [form, plainText(written)] };
    }),
  ];
}

/** The subjects of a path that is absolute or relative to the working directory. */
function basedSubjects(written: string, path: string, { cwd, base = cwd, followLinks }: PathContext): PathSubject[] {
  const unresolved = path.startsWith("/") || base === undefined ? path : `${base}/${path}`;
  const resolved = normalizePath(unresolved);
  const subjects = [subject(written, resolved, cwd)];
  if (followLinks === undefined || !resolved.startsWith("/")) return subjects;
  // Programs follow each link where it stands; Pi's tools resolve `..` first.
  for (const real of new Set([followLinks(resolved), followLinks(unresolved)])) {
    const directory = cwd === undefined ? undefined : followLinks(cwd);
    // A deny may also name the link.
    if (real !== resolved) subjects.push(subject(real, real, directory, subjects[0]?.texts));
  }
  return subjects;
}

const COMPUTED: Text = holeText("computed directory");

/** The forms in which allow rules see a path, and those for deny and ask rules. */
interface Forms {
  readonly allow: readonly Text[];
  readonly restrict: readonly Text[];
}

/** A subject whose forms are only put together once a rule asks: many a surface has none. */
class LazySubject implements PathSubject {
  private made: Forms | undefined;

  constructor(
    readonly outside: boolean | undefined,
    readonly path: Text,
    private readonly make: () => Forms,
  ) {}

  private get forms(): Forms {
    return (this.made ??= this.make());
  }

  get texts(): readonly Text[] {
    return [...this.forms.allow, ...this.forms.restrict];
  }

  allow({ rule, pattern }: CompiledRule): boolean {
    // `.*` means what is hidden here, and no path that leads out.
    const leadsOut = rule.pattern === "*" || pattern.prefix.startsWith("..");
    return this.forms.allow.some((text) => (leadsOut || !climbs(text.text)) && must(pattern, text));
  }

  restrict(rule: CompiledRule): "must" | "may" | undefined {
    return strongestMatch(rule, this.forms.restrict);
  }
}

/** Allow rules see the forms that say where a path leads, deny and ask rules also how it is written. */
function subject(written: string, path: string, cwd: string | undefined, more: readonly Text[] = []): PathSubject {
  if (!path.startsWith("/")) {
    const form = plainText(path);
    return new LazySubject(climbs(path), form, () => {
      const anywhere: Text = { text: `${HOLE}/${path}`, holes: COMPUTED.holes };
      return { allow: [form], restrict: [form, plainText(written), anywhere] };
    });
  }
  const relative = cwd === undefined ? undefined : relativePath(cwd, path);
  return new LazySubject(relative === undefined || climbs(relative), plainText(path), () => {
    const allow = (relative === undefined ? [path] : [path, relative]).map(plainText);
    return { allow, restrict: [...allow, plainText(written), ...more] };
  });
}

/** The subject of a path with holes in it: what stands before a hole may be undone by `..` in it. */
export function holePath(text: Text, outside: boolean | undefined, path: Text = text): PathSubject {
  return new LazySubject(outside, path, () => ({ allow: [COMPUTED], restrict: [text, COMPUTED] }));
}

/** Where a path leads, normalized, from the root if that is known; may have the holes of a glob; else `undefined`. */
export function leadsTo({ path: { text, holes } }: PathSubject): string | undefined {
  const globs = text.startsWith("/") && holes.every(({ reason }) => reason === "pathname expansion");
  return holes.length === 0 || globs ? text : undefined;
}

/** A path of which nothing is known. */
export function unknownPath(): PathSubject {
  return holePath(COMPUTED, undefined);
}

/** Whether a normalized relative path leads out of where it starts. */
function climbs(path: string): boolean {
  return path === ".." || path.startsWith("../");
}

/** More names than this are not looked at for one glob. */
const MAX_NAMES = 4_000;

/**
 * Where a glob leads behind symbolic links: the files that it may name, with links followed as far as they are known, and
 * what is left of the glob; `undefined` if there are too many names to look at.
 */
export function globsBehindLinks(glob: string, { followLinks, namesIn }: PathContext): readonly string[] | undefined {
  const found: string[] = [];
  if (followLinks === undefined || !glob.startsWith("/")) return found;
  let looked = 0;
  for (const pending = [glob]; pending.length > 0;) {
    const path = pending.pop() ?? "";
    const [, directory = path, segment, rest = ""] = /^([^\0]*)\/([^/]*\0[^/]*)(.*)$/s.exec(path) ?? [];
    const real = followLinks(directory || "/").replace(/\/$/, "");
    if (real !== directory) found.push(real + path.slice(directory.length));
    if (segment === undefined) continue;
    for (const name of namesIn?.(real || "/") ?? []) {
      if (++looked > MAX_NAMES) return undefined;
      if (mayBeName(segment, name)) pending.push(`${real}/${name}${rest}`);
    }
  }
  return found;
}

/** Whether a segment of a path, with what a glob may put in its holes, can be a name. It never gives a name's leading dot. */
export function mayBeName(segment: string | undefined, name: string): boolean {
  if (segment === undefined || !segment.includes(HOLE)) return segment === name;
  const [first = "", ...parts] = segment.split(HOLE);
  const last = parts.pop() ?? "";
  if (!name.startsWith(first) || (first === "" && name.startsWith("."))) return false;
  let at = first.length;
  for (const part of parts) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

/** Without empty segments, `.`, and `..` as far as it goes; "." for the empty path. */
export function normalizePath(path: string): string {
  // The usual form of a relative path: nothing is left to do once its `./` is gone.
  const start = path.startsWith("./") ? 2 : 0;
  if (!path.includes("//") && !path.includes("/.", start) && !path.endsWith("/") && /[^./]/.test(path[start] ?? ""))
    return start === 0 ? path : path.slice(start);
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

/** From one absolute path to another, normalized one. */
export function relativePath(from: string, to: string): string {
  const base = normalizePath(from).split("/").filter(Boolean);
  const target = to.split("/").filter(Boolean);
  let common = 0;
  while (common < base.length && base[common] === target[common]) common++;
  return [...base.slice(common).map(() => ".."), ...target.slice(common)].join("/") || ".";
}

/**
 * Whether a reading tool may look at a path outside the working directory unasked, by what Pi keeps there. What searches
 * contents must not come across credentials.
 */
export function isReadable(tool: string, path: string, { home, platform, pi }: PathContext): boolean {
  if (pi === undefined || !path.startsWith("/")) return false;
  const within = (place: string, inner: string) => inner === place || inner.startsWith(`${place.replace(/\/+$/, "")}/`);
  const folded = foldPath(path, platform);
  for (const secret of pi.secret) {
    const file = foldPath(secret, platform);
    if (within(file, folded) || (tool === "grep" && within(folded, file))) return false;
  }
  return pi.readable.some((written) => {
    const place = expandHome(written, home);
    return /[*?]/.test(place) ? wildcardMatch(place, path) : within(normalizePath(place), path);
  });
}

/** A path in the form in which it is compared: on macOS and Windows, names that differ in case alone are the same file. */
export function foldPath(path: string, platform: string | undefined): string {
  return foldsCase(platform) ? foldText(path) : path;
}

/** Files that every program may open: "/dev/null" and the descriptors it already has. */
export function isStandardDevice(path: string): boolean {
  return path.startsWith("/dev/") && /^\/dev\/(?:null|stdin|stdout|stderr|fd\/[0-9]+)$/.test(path);
}
