/** What one settings file holds, before anything in it is understood. */
import { readFileSync } from "node:fs";

import { codeOf, messageOf } from "../authority/thrown.ts";
import { isMap, type Mistake } from "../policy/normalize.ts";

/** One settings file: a map, or what is wrong with it; both undefined where there is none. */
export interface SettingsFile {
  readonly map: object | undefined;
  readonly mistake: Mistake | undefined;
}

/** Where there is no file. */
export const NO_FILE: SettingsFile = { map: undefined, mistake: undefined };

/** Reads one file. Never throws; what is wrong with it is said in the result. */
export function readSettingsFile(file: string): SettingsFile {
  const wrong = (message: string): SettingsFile => ({ map: undefined, mistake: { path: file, message } });
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const code = codeOf(error);
    return code === "ENOENT" || code === "ENOTDIR" ? NO_FILE : wrong(`cannot be read: ${String(error)}`);
  }
  try {
    const map: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (!isMap(map)) return wrong("expected a map of settings");
    const twice = repeatedKey(text);
    if (twice !== undefined)
      return wrong(`the key ${twice} stands twice in \`permission\`, and only one of them counts`);
    return { map, mistake: undefined };
  } catch (error) {
    return wrong(`is no JSON: ${messageOf(error)}`);
  }
}

/** A key that stands twice in one map of `permission`: JavaScript keeps the place of the first and the value of the last. */
function repeatedKey(json: string): string | undefined {
  const maps: { keys: Set<string>; last: string }[] = [];
  // The text is known to be JSON: strings, brackets and what is between them.
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/g)) {
    if (token === "{" || token === "[") maps.push({ keys: new Set(), last: "" });
    else if (token === "}" || token === "]") maps.pop();
    else if (token.endsWith(":")) {
      const key = JSON.stringify(JSON.parse(token.slice(0, -1)));
      const map = maps.at(-1);
      const inPermission = maps[0]?.last === '"permission"' ? maps.length > 1 : false;
      if (map === undefined) continue;
      if (map.keys.has(key) && (inPermission || key === '"permission"')) return key;
      map.keys.add(key);
      map.last = key;
    }
  }
  return undefined;
}
