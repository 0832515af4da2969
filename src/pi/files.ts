import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { foldPath, type PathContext } from "../policy/paths.ts";

/** Spaces that Pi's file tools read as a plain one. */
const UNICODE_SPACES = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;

/**
 * The path that Pi's file tools make of an argument: without a leading `@`, from a `file:` URL, with plain spaces. `~` and
 * relative paths stay. `null` if it cannot be opened as a file.
 */
export function toolPath(argument: string, platform: string = process.platform): string | null {
  const path = argument.replace(UNICODE_SPACES, " ").replace(/^@/, "");
  if (!path.startsWith("file://")) return posixPath(path, platform);
  try {
    return posixPath(fileURLToPath(path, { windows: platform === "win32" }), platform);
  } catch {
    return null;
  }
}

/**
 * The other files that Pi's `read` opens where there is none of the given name: with the quotes, spaces and composition of
 * letters that macOS gives file names.
 */
export function readVariants(path: string, { cwd = "/", home = "/" }: PathContext): string[] {
  // The whole path is changed, the directories above it too.
  const absolute = resolve(cwd, path.replace(/^~(?=\/|$)/, home));
  if (existsSync(absolute)) return [];
  const decomposed = absolute.normalize("NFD");
  const quoted = (one: string) => one.replaceAll("'", "\u2019");
  const screenshot = absolute.replace(/ (AM|PM)\./gi, "\u202F$1.");
  const variants = new Set([screenshot, decomposed, quoted(absolute), quoted(decomposed)]);
  return [...variants].filter(existsSync);
}

/** A skill that Pi has loaded. */
export interface SkillFile {
  readonly name: string;
  readonly file: string;
}

/** The names of the skills whose file, or a file beside it, a path is; a skill's file that Pi has not loaded has its directory's. */
export function skillsOf(
  path: string,
  skills: readonly SkillFile[],
  { cwd = "/", home = "/", platform }: PathContext,
): string[] {
  const lexical = resolve(cwd, path.replace(/^~(?=\/|$)/, home));
  const names = new Set<string>();
  for (const opened of [lexical, followLinks(lexical)]) {
    if (basename(opened).toLowerCase() === "skill.md") names.add(basename(dirname(opened)));
    for (const { name, file } of skills) {
      const whole = basename(file) === "SKILL.md" ? dirname(file) : file;
      for (const place of [whole, followLinks(whole)]) {
        if (`${foldPath(opened, platform)}/`.startsWith(`${foldPath(place, platform)}/`)) names.add(name);
      }
    }
  }
  return [...names];
}

/** A path in the form that bash has for it: on Windows, `C:\\x` is `/c/x`, and so are the ways in which other shells write it. */
export function posixPath(path: string, platform: string = process.platform): string {
  if (platform !== "win32") return path;
  const slashed = path.replaceAll("\\", "/").replace(/^\/(?:mnt|cygdrive)\/([A-Za-z])(?=\/|$)/, "/$1");
  return slashed.replace(/^(?:([A-Za-z]):\/*|\/([A-Za-z])(?:\/+|$))/, (_, drive?: string, mount?: string) => {
    return `/${(drive ?? mount ?? "").toLowerCase()}/`;
  });
}

/** Links that may lead to each other before the kernel gives up ("MAXSYMLINKS"). */
const MAX_LINKS = 40;

/** No system opens a file by a longer path. */
const MAX_PATH = 4096;

/**
 * The file that an absolute path leads to: each symbolic link followed where it stands, also one whose target does not
 * exist yet, since writing to it would create that. The rest of a path that does not exist stays as it is.
 */
export function followLinks(absolute: string): string {
  if (absolute.length > MAX_PATH) return absolute;
  const pending = absolute.split("/").reverse();
  let resolved = "/";
  for (let links = 0; pending.length > 0;) {
    const segment = pending.pop();
    if (segment === undefined || segment === "" || segment === ".") continue;
    const next = segment === ".." ? dirname(resolved) : join(resolved, segment);
    const target = segment === ".." ? undefined : linkTarget(next);
    if (target === undefined) {
      resolved = next;
      continue;
    }
    if (++links > MAX_LINKS) return absolute;
    if (target.startsWith("/")) resolved = "/";
    pending.push(...target.split("/").reverse());
  }
  return resolved;
}

/** The names in a directory of what a glob may go on from: symbolic links, and directories. */
export function namesIn(directory: string): string[] {
  try {
    const entries = readdirSync(nativePath(directory), { withFileTypes: true });
    return entries.filter((entry) => !entry.isFile()).map(({ name }) => name);
  } catch {
    return [];
  }
}

/** A path that `posixPath` gave, as the system has it. */
function nativePath(path: string): string {
  return process.platform === "win32" ? path.replace(/^\/([a-z])(?=\/|$)/, "$1:") : path;
}

function linkTarget(path: string): string | undefined {
  try {
    return posixPath(readlinkSync(nativePath(path)));
  } catch {
    return undefined;
  }
}
