import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

import { get } from "es-toolkit/compat";
import { mergeWith } from "es-toolkit/object";
import { isPlainObject } from "es-toolkit/predicate";
import * as v from "valibot";

import { isMap, type Mistake, readLayer, readPermission } from "../policy/normalize.ts";
import { joinLayers } from "../policy/presets.ts";
import { type Rule, type Ruleset, UNIVERSAL } from "../policy/rules.ts";
import { FILE_TOOLS } from "../policy/tools.ts";
import { readWrappers } from "../policy/user-wrappers.ts";
import type { Wrappers } from "../shell/wrappers.ts";
import type { AuditSettings } from "./audit.ts";
import { NO_FILE, readSettingsFile, type SettingsFile } from "./settings-file.ts";
import { readShellTools, type ShellTools } from "./shell.ts";

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
  if (value === undefined) return structuredClone(fallback);
  // The caller's fallback says which type is meant; a wrong value in the file is the caller's to find.
  if (!isPlainObject(fallback) || !isPlainObject(value)) return structuredClone(value) as T;
  return merge(fallback, value) as T;
}

/** A copy of one map completed by another, deeply; a list, and whatever is not a map, is replaced whole. */
function merge(base: Readonly<Record<PropertyKey, unknown>>, over: Readonly<Record<PropertyKey, unknown>>): object {
  return mergeWith(structuredClone(base), structuredClone(over), (target, source) =>
    isPlainObject(target) && isPlainObject(source) ? undefined : source,
  );
}

/** The longest timeout that a timer of Pi's bash tool holds, in seconds. */
export const MAX_TIMEOUT = 2_147_483;

/** The longest that a timer holds, in ms. */
const MAX_TIMER = 2_147_483_647;

const LANGUAGES = ["auto", "en", "zh"] as const;

/** The audit log keeps about 60 MB. */
const AUDIT = { maxBytes: 10_000_000, keep: 5 };

/** More files than this are slow to rotate, and to read. */
const MAX_KEEP = 100;

const wholeNumber = (message: string, least: number, most = Number.MAX_SAFE_INTEGER) => {
  const fits = (number: number) => Number.isInteger(number) && number >= least && number <= most;
  return v.optional(v.pipe(v.number(message), v.check(fits, message)));
};

const PATH_EXPECTED = "expected `path` to be absolute or to start with `~/`";

const AuditSchema = v.strictObject(
  {
    path: v.optional(
      v.pipe(
        v.string(PATH_EXPECTED),
        v.check((path) => isAbsolute(path) || path.startsWith("~/"), PATH_EXPECTED),
      ),
    ),
    maxBytes: wholeNumber("expected `maxBytes` to be a number of bytes", 1),
    keep: wholeNumber(`expected \`keep\` to be a number of files, at most ${MAX_KEEP}`, 0, MAX_KEEP),
  },
  "expected false, or a map with `path`, `maxBytes` and `keep`",
);

/** Every setting but `permission`, which has a form of its own: its type and its default. */
const SETTINGS = {
  defaultTimeout: {
    schema: v.pipe(
      v.number("expected a number of seconds"),
      v.check((seconds) => seconds >= 0, "expected a number of seconds, or 0 for no timeout"),
    ),
    fallback: 120,
  },
  piInfrastructureReadPaths: {
    schema: v.array(v.string("expected a list of directories"), "expected a list of directories"),
    fallback: [] as string[],
  },
  authorizerChain: {
    schema: v.array(v.string("expected a list of names"), "expected a list of names"),
    fallback: ["inner-cmd"],
  },
  authorizerTimeoutMs: {
    schema: v.pipe(
      v.number("expected a number of milliseconds"),
      v.check((ms) => ms > 0 && ms <= MAX_TIMEOUT * 1000, "expected a number of milliseconds that a timer holds"),
    ),
    fallback: 60_000,
  },
  innerCommand: {
    schema: v.strictObject(
      {
        grammar: v.optional(v.picklist(["strict", "full"], `\`grammar\` must be "strict" or "full"`), "strict"),
        hoist: v.optional(v.boolean("`hoist` must be true or false"), false),
        wrappers: v.optional(v.unknown()),
      },
      `expected a map with "grammar", "hoist" and "wrappers" at most`,
    ),
    fallback: { grammar: "strict" as "strict" | "full", hoist: false, wrappers: undefined as unknown },
  },
  audit: {
    schema: v.lazy((value) => (value === false ? v.literal(false) : AuditSchema)),
    fallback: {},
  },
  "permissionPrompt.timeoutMs": {
    schema: v.pipe(
      v.number("expected a number of milliseconds"),
      v.check((ms) => ms >= 0 && ms <= MAX_TIMER, `expected milliseconds up to ${MAX_TIMER}, or 0 for never`),
    ),
    fallback: 0,
  },
  language: { schema: v.picklist(LANGUAGES, `expected "auto", "en" or "zh"`), fallback: "auto" as const },
};

/** The settings as this extension uses them. */
export interface Settings {
  /** The rules, or `undefined` where the user has no `permission` block: the gate is off. */
  readonly ruleset: Ruleset | undefined;
  /** Seconds; 0 for none. */
  readonly defaultTimeout: number;
  /** Ms after which a dialog denies; 0 for never. */
  readonly promptTimeout: number;
  readonly language: (typeof LANGUAGES)[number];
  /** The links that may answer an ask, in order. */
  readonly authorizerChain: readonly string[];
  /** How long one of them may take, in milliseconds. */
  readonly authorizerTimeoutMs: number;
  readonly innerCommand: {
    readonly grammar: "strict" | "full";
    readonly hoist: boolean;
    /** The user's own transparent wrappers. */
    readonly wrappers: Wrappers;
  };
  /** Pi's own: what it puts before each command, and the shell that it runs them with; undefined where it is not set. */
  readonly shell: { readonly prefix: string | undefined; readonly path: string | undefined };
  readonly shellTools: ShellTools;
  /** Directories, or patterns, that reading tools may look at though they are outside. */
  readonly readablePaths: readonly string[];
  /** Where what is decided is written down; undefined for nowhere. */
  readonly audit: AuditSettings | undefined;
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

/** The files that settings are read from. */
export function settingsFiles(cwd: string, trusted: boolean): SettingsFiles {
  const global = join(agentDirectory(), "settings.json");
  return trusted ? { global, project: join(cwd, ".pi", "settings.json") } : { global };
}

/** Surfaces that mean something without any extension's tool. */
const SURFACES: ReadonlySet<string> = new Set([
  ...[UNIVERSAL, "bash", "path", "external_directory", "env", "mcp", "skill"],
  ...FILE_TOOLS,
]);

/** The surfaces with rules that no tool among the given ones has; MCP servers may still connect. */
export function unknownSurfaces({ ruleset = [], shellTools }: Settings, tools: readonly string[]): readonly string[] {
  const named = new Set(ruleset.map(({ surface }) => surface));
  const known = (surface: string) =>
    SURFACES.has(surface) || tools.includes(surface) || shellTools.has(surface) || /^mcp__\w+$/.test(surface);
  return [...named].filter((surface) => !known(surface));
}

/** The rules and the mistakes of `permission`. */
interface Reading {
  readonly rules: Ruleset;
  readonly mistakes: readonly Mistake[];
}

/** Reads and validates all settings. Every mistake is named; none stops anything. */
export function loadSettings(pi: SettingsSource, files: SettingsFiles): Settings {
  const layers = [files.global, files.project].map((file) => (file === undefined ? NO_FILE : readSettingsFile(file)));
  return validateSettings(pi.getSettings(), layers);
}

/** Settings from the global and the project's file alone, for use from a terminal; `undefined` stands for no file. */
export function loadSettingsFiles(paths: readonly (string | undefined)[]): Settings {
  const layers = paths.map((path) => (path === undefined ? NO_FILE : readSettingsFile(path)));
  return validateSettings(
    layers.map(({ map }) => map ?? {}).reduce((base, over) => merge({ ...base }, { ...over }), {}),
    layers,
  );
}

/** Settings from a file of settings, or one that holds nothing but a `permission` map. */
export function loadPermissionFile(path: string): Settings {
  const file = readSettingsFile(path);
  const whole = file.map === undefined || get(file.map, ["permission"]) !== undefined;
  const layer = whole ? file : { ...file, map: { permission: file.map } };
  return validateSettings(layer.map ?? {}, [layer]);
}

function validateSettings(merged: object, layers: readonly SettingsFile[]): Settings {
  const reading = readRuleset(merged, layers);
  const mistakes: Mistake[] = [...(reading?.mistakes ?? [])];
  const valid = <K extends keyof typeof SETTINGS>(key: K): v.InferOutput<(typeof SETTINGS)[K]["schema"]> => {
    const { schema, fallback } = SETTINGS[key];
    const value: unknown = get(merged, key);
    const result = v.safeParse(schema, value === undefined ? fallback : value);
    if (result.success) return result.output;
    const [{ path = [], message, input }] = result.issues;
    const at = [key, ...path.map((step) => step.key)].join(".");
    mistakes.push({ path: at, message: `${message}, not ${JSON.stringify(input)}` });
    return fallback;
  };
  let defaultTimeout = valid("defaultTimeout");
  if (defaultTimeout > MAX_TIMEOUT) {
    mistakes.push({ path: "defaultTimeout", message: `longer than a timer holds; taken as ${MAX_TIMEOUT}` });
    defaultTimeout = MAX_TIMEOUT;
  }
  mistakes.push(...mistakesInPrompt(get(merged, ["permissionPrompt"])));
  const meant = Object.keys(merged).find((key) => /^perm(?!issionPrompt$)/i.test(key) && key !== "permission");
  if (reading === undefined && meant !== undefined) {
    mistakes.push({ path: meant, message: "unknown key; without `permission` the gate is off" });
  }
  const innerCommand = valid("innerCommand");
  const { wrappers, mistakes: wrong } = readWrappers(innerCommand.wrappers);
  mistakes.push(...wrong);
  // Pi's merge would mix the arguments that two files give for one tool.
  const inFiles = layers.map(({ map }): unknown => get(map, ["shellTools"]));
  return {
    ruleset: reading?.rules,
    defaultTimeout,
    promptTimeout: valid("permissionPrompt.timeoutMs"),
    language: valid("language"),
    authorizerChain: valid("authorizerChain"),
    authorizerTimeoutMs: valid("authorizerTimeoutMs"),
    innerCommand: { ...innerCommand, wrappers },
    audit: auditSettings(valid("audit")),
    readablePaths: valid("piInfrastructureReadPaths"),
    shellTools: readShellTools(
      inFiles.some((one) => one !== undefined) ? inFiles : [get(merged, ["shellTools"])],
      mistakes,
    ),
    shell: { prefix: textSetting(merged, "shellCommandPrefix"), path: textSetting(merged, "shellPath") },
    mistakes,
  };
}

function auditSettings(audit: v.InferOutput<typeof SETTINGS.audit.schema>): AuditSettings | undefined {
  if (audit === false) return undefined;
  const path = audit.path?.replace(/^~(?=\/)/, homedir()) ?? join(agentDirectory(), "portcullis", "audit.jsonl");
  return { path: resolve(path), maxBytes: audit.maxBytes ?? AUDIT.maxBytes, keep: audit.keep ?? AUDIT.keep };
}

/** What is wrong in the map of the dialog's settings besides the time limit. */
function mistakesInPrompt(prompt: unknown): Mistake[] {
  if (prompt === undefined) return [];
  if (!isMap(prompt)) return [{ path: "permissionPrompt", message: "expected a map" }];
  return Object.keys(prompt)
    .filter((key) => key !== "timeoutMs")
    .map((key) => ({ path: `permissionPrompt.${key}`, message: "unknown key; expected `timeoutMs`" }));
}

function textSetting(merged: object, key: string): string | undefined {
  const value: unknown = get(merged, [key]);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * The rules of `permission`, the global file's before the project's: Pi's merged map has lost that order. Where a file
 * cannot be read, or says something else than Pi does, the rules that are known can only ask or deny.
 */
function readRuleset(merged: object, layers: readonly SettingsFile[]): Reading | undefined {
  const unreadable = layers.flatMap(({ mistake }) => mistake ?? []);
  const whole: unknown = get(merged, ["permission"]);
  const maps = layers.map(({ map }): unknown => get(map, ["permission"]));
  const written = maps.filter((map) => map !== undefined);
  if (whole === undefined && written.length + unreadable.length === 0) return undefined;
  if (unreadable.length > 0) return restrictOnly(whole, unreadable);
  // Settings that did not come from files have an order of their own.
  if (written.length === 0) return readPermission(whole, "global", homedir());
  const together = written.reduce((base, over) => (isMap(base) && isMap(over) ? merge(base, over) : over));
  // Pi merges in the same order of keys.
  if (JSON.stringify(together) !== JSON.stringify(whole)) {
    return restrictOnly(whole, [
      { path: "permission", message: "the files have changed since Pi read them; use /reload" },
    ]);
  }
  const origins = ["global", "project"] as const;
  // What is no map may have been meant to deny anything.
  const wrong = written.filter((map) => !isMap(map));
  if (wrong.length > 0 && wrong.length < written.length)
    return restrictOnly(written.find(isMap), readPermission(wrong[0], "project").mistakes);
  const readings = maps.flatMap((map, index) =>
    map === undefined ? [] : [readLayer(map, origins[index] ?? "project", homedir())],
  );
  return { rules: joinLayers(readings), mistakes: readings.flatMap((reading) => reading.mistakes) };
}

/** Rules of which something is missing or out of order: their allows cannot be relied on. */
function restrictOnly(permission: unknown, mistakes: readonly Mistake[]): Reading {
  const asking: Rule = {
    surface: UNIVERSAL,
    pattern: "*",
    action: "ask",
    reason: mistakes[0]?.message ?? "",
    origin: "global",
    mistake: true,
  };
  const known =
    permission === undefined ? { rules: [], mistakes: [] } : readPermission(permission, "global", homedir());
  return {
    rules: [asking, ...known.rules.filter(({ action }) => action !== "allow")],
    mistakes: [...mistakes, ...known.mistakes],
  };
}
