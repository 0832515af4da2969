import { HOLE, holeText, plainText, type Text } from "../shell/text.ts";
import { type CompiledRule, strongestMatch, type Subject } from "./rules.ts";
import { must } from "./wildcard.ts";

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
  /** The environment that the shell starts with; only its names count. A usual one is assumed where it is left out. */
  readonly env?: Readonly<Record<string, unknown>> | undefined;
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
  /** Where it leads, normalized, from the root if that is known; may have holes; `undefined` where it is not known. */
  readonly path: string | undefined;
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
    new LazySubject(up ? true : undefined, undefined, () => {
      const { holes } = COMPUTED;
      const form = up ? COMPUTED : { text: HOLE + path, holes };
      return { allow: [form], restrict: [form, plainText(written)] };
    }),
  ];
}

/** The subjects of a path that is absolute or relative to the working directory. */
function basedSubjects(written: string, path: string, { cwd, followLinks }: PathContext): PathSubject[] {
  const unresolved = path.startsWith("/") || cwd === undefined ? path : `${cwd}/${path}`;
  const resolved = normalizePath(unresolved);
  const subjects = [subject(written, resolved, cwd)];
  if (followLinks === undefined || !resolved.startsWith("/")) return subjects;
  // Programs follow each link where it stands; Pi's tools resolve `..` first.
  for (const real of new Set([followLinks(resolved), followLinks(unresolved)])) {
    if (real !== resolved) subjects.push(subject(real, real, cwd === undefined ? undefined : followLinks(cwd)));
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
    readonly path: string | undefined,
    private readonly make: () => Forms,
  ) {}

  private get forms(): Forms {
    return (this.made ??= this.make());
  }

  get texts(): readonly Text[] {
    return [...this.forms.allow, ...this.forms.restrict];
  }

  allow({ pattern }: CompiledRule): boolean {
    return this.forms.allow.some((text) => must(pattern, text));
  }

  restrict({ pattern }: CompiledRule): "must" | "may" | undefined {
    return strongestMatch(pattern, this.forms.restrict);
  }
}

/** Allow rules see the forms that say where a path leads, deny and ask rules also how it is written. */
function subject(written: string, path: string, cwd: string | undefined): PathSubject {
  if (!path.startsWith("/")) {
    return new LazySubject(climbs(path), path, () => {
      const anywhere: Text = { text: `${HOLE}/${path}`, holes: COMPUTED.holes };
      const form = plainText(path);
      return { allow: [form], restrict: [form, plainText(written), anywhere] };
    });
  }
  const relative = cwd === undefined ? undefined : relativePath(cwd, path);
  return new LazySubject(relative === undefined || climbs(relative), path, () => {
    const allow = (relative === undefined ? [path] : [path, relative]).map(plainText);
    return { allow, restrict: [...allow, plainText(written)] };
  });
}

/** The subject of a path with holes in it: what stands before a hole may be undone by `..` in it. */
export function holePath(text: Text, outside: boolean | undefined): PathSubject {
  return new LazySubject(outside, undefined, () => ({ allow: [COMPUTED], restrict: [text, COMPUTED] }));
}

/** A path of which nothing is known. */
export function unknownPath(): PathSubject {
  return holePath(COMPUTED, undefined);
}

/** Whether a normalized relative path leads out of where it starts. */
function climbs(path: string): boolean {
  return path === ".." || path.startsWith("../");
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
function relativePath(from: string, to: string): string {
  const base = normalizePath(from).split("/").filter(Boolean);
  const target = to.split("/").filter(Boolean);
  let common = 0;
  while (common < base.length && base[common] === target[common]) common++;
  return [...base.slice(common).map(() => ".."), ...target.slice(common)].join("/") || ".";
}

/** Files that every program may open: "/dev/null" and the descriptors it already has. */
export function isStandardDevice(path: string): boolean {
  return path.startsWith("/dev/") && /^\/dev\/(?:null|stdin|stdout|stderr|fd\/[0-9]+)$/.test(path);
}
