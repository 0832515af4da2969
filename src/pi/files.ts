import { realpathSync } from "node:fs";
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

/** Follows the symbolic links of an absolute path as far as it exists; the rest stays. */
export function followLinks(absolute: string): string {
  const rest: string[] = [];
  for (let path = absolute; ; path = dirname(path)) {
    try {
      return join(realpathSync.native(path), ...rest);
    } catch {
      if (path === dirname(path)) return absolute;
      rest.unshift(path.slice(dirname(path).length).replace(/^\/+/, ""));
    }
  }
}
