import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

import { get } from "es-toolkit/compat";
import { cloneDeep, mergeWith } from "es-toolkit/object";
import { isPlainObject } from "es-toolkit/predicate";
import * as v from "valibot";

import { isMap, type Mistake, readPermission } from "../policy/normalize.ts";
import { type Ruleset, UNIVERSAL } from "../policy/rules.ts";

/** The part of Pi's extension API that settings are read through. */
export interface SettingsSource {
  getSettings(): object;
}

/** A key, a dotted path of keys, or the keys one by one. */
export type SettingPath = string | readonly (string | number)[];

/**
 * One setting of Pi's `settings.json`, where Pi has merged the global and the project's file.
 *
 * A fallback that is a map is completed by what the settings say: keys that they leave out keep the fallback's value, a
 * list replaces the fallback's whole. Nothing is validated. Throws where Pi does: in an extension's factory, before
 * `session_start`.
 *
 * @example readSetting(pi, "guardLoop.maxContinuations", 5)
 */
export function readSetting<T>(pi: SettingsSource, path: SettingPath, fallback: T): T {
  const value: unknown = get(pi.getSettings(), path);
  if (value === undefined) return cloneDeep(fallback);
  // The caller's fallback says which type is meant; a wrong value in the file is the caller's to find.
  if (!isPlainObject(fallback) || !isPlainObject(value)) return cloneDeep(value) as T;
  return merge(fallback, value) as T;
}

/** A copy of one map completed by another, deeply; a list, and whatever is not a map, is replaced whole. */
function merge(base: Readonly<Record<PropertyKey, unknown>>, over: Readonly<Record<PropertyKey, unknown>>): object {
  return mergeWith(cloneDeep(base), cloneDeep(over), (target, source) =>
    isPlainObject(target) && isPlainObject(source) ? undefined : source,
  );
}

/** The longest timeout that a timer of Pi's bash tool holds, in seconds. */
const MAX_TIMEOUT = 2_147_483;

const LANGUAGES = ["auto", "en", "zh"] as const;

/** Every setting but `permission`, which has a form of its own: its type and its default. */
const SETTINGS = {
  defaultTimeout: {
    schema: v.pipe(
      v.number("expected a number of seconds"),
      v.minValue(0, "expected a number of seconds, or 0 for no timeout"),
      v.maxValue(MAX_TIMEOUT, `longer than a timer holds; taken as ${MAX_TIMEOUT}`),
    ),
    fallback: 120,
  },
  language: { schema: v.picklist(LANGUAGES, `expected "auto", "en" or "zh"`), fallback: "auto" as const },
};

/** The settings as this extension uses them. */
export interface Settings {
  /** The rules, or `undefined` where the user has no `permission` block: the gate is off. */
  readonly ruleset: Ruleset | undefined;
  /** Seconds; 0 for none. */
  readonly defaultTimeout: number;
  readonly language: (typeof LANGUAGES)[number];
  readonly mistakes: readonly Mistake[];
}

/** The settings files whose order of keys counts. */
export interface SettingsFiles {
  readonly global: string;
  /** Left out where the project is not trusted. */
  readonly project?: string;
}

/** Where Pi keeps its settings, sessions and extensions. */
export function agentDirectory(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const directory = env["PI_CODING_AGENT_DIR"];
  if (directory === undefined || directory === "") return join(homedir(), ".pi", "agent");
  return resolve(directory.replace(/^~(?=\/|$)/, homedir()));
}

export function settingsFiles(cwd: string, trusted: boolean): SettingsFiles {
  const global = join(agentDirectory(), "settings.json");
  return trusted ? { global, project: join(cwd, ".pi", "settings.json") } : { global };
}

/** Reads and validates all settings. Every mistake is named; none stops anything. */
export function loadSettings(pi: SettingsSource, files: SettingsFiles): Settings {
  return validateSettings(
    pi.getSettings(),
    readFileMap(files.global),
    files.project === undefined ? {} : readFileMap(files.project),
  );
}

/**
 * Settings from the global and the project's file alone, for use from a terminal. Throws if one cannot be read or is no
 * JSON map.
 */
export function loadSettingsFiles(files: readonly (string | undefined)[]): Settings {
  const [global = {}, project = {}] = files.map((file): object => {
    if (file === undefined) return {};
    const map = parseFile(file);
    if (!isMap(map)) throw new Error(`${file}: expected a map of settings`);
    return map;
  });
  return validateSettings(merge({ ...global }, { ...project }), global, project);
}

function validateSettings(merged: object, global: object, project: object): Settings {
  const mistakes: Mistake[] = [];
  const valid = <K extends keyof typeof SETTINGS>(key: K): v.InferOutput<(typeof SETTINGS)[K]["schema"]> => {
    const { schema, fallback } = SETTINGS[key];
    const value: unknown = get(merged, key) ?? fallback;
    const result = v.safeParse(schema, value);
    if (result.success) return result.output;
    const [issue] = result.issues;
    mistakes.push({ path: key, message: `${issue.message}, not ${JSON.stringify(value)}` });
    return issue.type === "max_value" ? (issue.requirement as typeof fallback) : fallback;
  };
  const { rules, mistakes: wrong } = readRuleset(merged, global, project);
  mistakes.push(...wrong);
  return { ruleset: rules, defaultTimeout: valid("defaultTimeout"), language: valid("language"), mistakes };
}

/**
 * The rules of `permission`, the global file's before the project's. Pi's merged map has lost that order; it is used only
 * where the files do not say what Pi says, which happens where Pi's settings did not come from files.
 */
function readRuleset(
  merged: object,
  global: object,
  project: object,
): { rules: Ruleset | undefined; mistakes: Mistake[] } {
  const whole: unknown = get(merged, ["permission"]);
  if (whole === undefined) return { rules: undefined, mistakes: [] };
  const layers = [global, project].map((layer): unknown => get(layer, ["permission"]));
  const [globalMap, projectMap] = layers;
  const together = isMap(globalMap) && isMap(projectMap) ? merge(globalMap, projectMap) : (projectMap ?? globalMap);
  // Pi merges in the same order of keys.
  const readings =
    JSON.stringify(together) === JSON.stringify(whole)
      ? (["global", "project"] as const).flatMap((origin, index) => {
          const map = layers[index];
          return map === undefined ? [] : [readPermission(map, origin)];
        })
      : [readPermission(whole, "global")];
  const rules = readings.flatMap((reading) => reading.rules);
  const universal = rules.filter(({ surface }) => surface === UNIVERSAL);
  const others = rules.filter(({ surface }) => surface !== UNIVERSAL);
  return { rules: [...universal, ...others], mistakes: readings.flatMap((reading) => [...reading.mistakes]) };
}

/** The map in a settings file; an empty one where there is none: Pi itself reports what is wrong with a file. */
function readFileMap(file: string): object {
  try {
    const map = parseFile(file);
    return isMap(map) ? map : {};
  } catch {
    return {};
  }
}

function parseFile(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
}
