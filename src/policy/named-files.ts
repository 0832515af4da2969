/** The files that a tool's input names. */
import { isMap } from "./normalize.ts";

/** The names, without `_`, `-` and case, that tools give to arguments which are files or directories. */
const PATH_NAMES =
  /^(?:(?:file|old|new|abs|absolute|src|source|dest|destination|target|root|dir|directory|input|output|out|log|base|repo|project|notebook)?(?:paths?|files?|filepaths?|filenames?|dirs?|directory|directories|folders?)|cwd|workdir|workingdirectory|source|destination)$/;

/** Deeper than this nothing is looked for. */
const MAX_DEPTH = 6;

/** More files than this are not told apart. */
const MAX_FILES = 64;

/** The files that an input names. */
export interface NamedFiles {
  /** Those under a name that is meant for the tool's file; `null` is one that is not a text. */
  readonly own: readonly (string | null)[];
  readonly others: readonly (string | null)[];
  /** The fields of the input that hold any of them. */
  readonly fields: readonly string[];
}

/**
 * The files that an input names: `path` and `file_path` are what the tool is about; other usual names, and what stands in
 * lists, maps and JSON texts of arguments, are files as well.
 */
export function namedFiles(input: Readonly<Record<string, unknown>>): NamedFiles {
  const own: (string | null)[] = [];
  const others: (string | null)[] = [];
  const fields: string[] = [];
  const collect = (value: unknown, named: boolean, depth: number): void => {
    if (typeof value === "string") {
      if (named) others.push(value);
    } else if (typeof value === "object" && value !== null) {
      if (depth > MAX_DEPTH) others.push(null);
      else if (Array.isArray(value)) for (const one of value) collect(one, named, depth + 1);
      else for (const [key, one] of Object.entries(value)) collect(one, isPathName(key), depth + 1);
    }
  };
  for (const [key, value] of Object.entries(input)) {
    const count = own.length + others.length;
    if (/^(?:file[_-]?)?path$/i.test(key)) {
      if (value !== undefined && value !== null) own.push(typeof value === "string" ? value : null);
    } else collect(key === "args" || key === "arguments" ? parsed(value) : value, isPathName(key), 0);
    if (own.length + others.length > count) fields.push(key);
  }
  return { own, others: others.length > MAX_FILES ? [null] : [...new Set(others)], fields };
}

function isPathName(key: string): boolean {
  return PATH_NAMES.test(key.replaceAll(/[_-]/g, "").toLowerCase());
}

/** Arguments that are handed on as a JSON text. */
function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    const map: unknown = JSON.parse(value);
    return isMap(map) ? map : value;
  } catch {
    return value;
  }
}
