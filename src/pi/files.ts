import { readlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Spaces that Pi's file tools read as a plain one. */
const UNICODE_SPACES = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;

/**
 * The path that Pi's file tools make of an argument: without a leading `@`, from a `file:` URL, with plain spaces. `~` and
 * relative paths stay. `null` if it cannot be opened as a file.
 */
export function toolPath(argument: string): string | null {
  const path = argument.replace(UNICODE_SPACES, " ").replace(/^@/, "");
  if (!path.startsWith("file://")) return path;
  try {
    return fileURLToPath(path);
  } catch {
    return null;
  }
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

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
