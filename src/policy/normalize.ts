import * as v from "valibot";

import { failureOf } from "./examples.ts";
import { joinLayers, type Layer, PRESETS } from "./presets.ts";
import { type Action, type Origin, type Rule, type Ruleset, UNIVERSAL } from "./rules.ts";

/** Something wrong in the settings, by the path of the value. */
export interface Mistake {
  readonly path: string; // permission.bash["rm *"]
  readonly message: string; // unknown action "alow"; expected "allow", "ask" or "deny"
}

const ACTIONS = ["allow", "ask", "deny"] as const;

const quoted = (value: unknown): string => (typeof value === "string" ? JSON.stringify(value) : describe(value));

const describe = (value: unknown): string =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "a list"
      : typeof value === "object"
        ? "a map"
        : `the ${typeof value} ${String(value)}`;

const ActionSchema = v.picklist(ACTIONS, (issue) =>
  typeof issue.input === "string"
    ? `unknown action ${quoted(issue.input)}; expected "allow", "ask" or "deny"`
    : `expected "allow", "ask" or "deny", not ${describe(issue.input)}`,
);

const TextSchema = v.string((issue) => `expected a text, not ${describe(issue.input)}`);

const TextsSchema = v.lazy((value) =>
  Array.isArray(value)
    ? v.array(TextSchema)
    : v.string((issue) => `expected a text or a list of texts, not ${describe(issue.input)}`),
);

const RuleMapSchema = v.strictObject(
  {
    action: ActionSchema,
    reason: v.optional(TextSchema),
    match: v.optional(TextsSchema),
    notMatch: v.optional(TextsSchema),
  },
  (issue) =>
    issue.expected === "never"
      ? `unknown key ${quoted(issue.path?.at(-1)?.key)}; expected "action", "reason", "match" and "notMatch"`
      : issue.expected === '"action"'
        ? `the key "action" is missing`
        : `expected a map, not ${describe(issue.input)}`,
);

/** A rule's value: an action, or a map of an action, the reason that is given for it, and examples of what it matches. */
const RuleValueSchema = v.lazy((value) => (isMap(value) ? RuleMapSchema : ActionSchema));

/**
 * The rules of a `permission` map, those of its presets among them, and what is wrong in it.
 *
 * @param home what `~/` at the start of a pattern stands for when its examples are tried
 */
export function readPermission(
  permission: unknown,
  origin: Origin,
  home?: string,
): { rules: Ruleset; mistakes: readonly Mistake[] } {
  const layer = readLayer(permission, origin, home);
  return { rules: joinLayers([layer]), mistakes: layer.mistakes };
}

/** The key of `permission` that is no surface. */
const EXTENDS = "extends";

/**
 * A `permission` map by itself, and what is wrong in it.
 *
 * A surface with a mistake can only ask or deny: its allows are dropped, its denies and asks stay. With a mistake in
 * `extends` there are no presets.
 */
export function readLayer(
  permission: unknown,
  origin: Origin,
  home: string | undefined,
): Layer & { readonly mistakes: readonly Mistake[] } {
  const mistakes: Mistake[] = [];
  if (!isMap(permission)) {
    mistakes.push({ path: "permission", message: `expected a map of surfaces, not ${describe(permission)}` });
    const rules: Ruleset = [{ surface: UNIVERSAL, pattern: "*", action: "ask", origin, mistake: true }];
    return { rules, extends: [], defaults: [], mistakes };
  }
  const universal: Rule[] = [];
  const rules: Rule[] = [];
  const defaults: Rule[] = [];
  for (const surface of Object.keys(permission)) {
    if (surface === EXTENDS) continue;
    const found = readSurface(surface, permission[surface], origin, home);
    mistakes.push(...found.mistakes);
    const asking: Rule = { surface, pattern: "*", action: "ask", origin, mistake: true };
    const kept =
      found.mistakes.length === 0 ? found.rules : [asking, ...found.rules.filter(({ action }) => action !== "allow")];
    (surface === UNIVERSAL ? universal : rules).push(...kept);
    const [first] = found.mistakes.length === 0 ? kept : [];
    if (first?.pattern === "*" && first.action === "ask") defaults.push(first);
  }
  const extended = permission[EXTENDS];
  const wrong = extended === undefined ? [] : mistakesOfExtends(extended);
  mistakes.push(...wrong);
  // Without a mistake it is a list of names.
  const presets = wrong.length > 0 ? [] : (extended as string[] | undefined);
  return { rules: [...universal, ...rules], extends: presets, defaults, mistakes };
}

function mistakesOfExtends(value: unknown): Mistake[] {
  const path = `permission.${EXTENDS}`;
  if (!Array.isArray(value)) return [{ path, message: `expected a list of presets, not ${quoted(value)}` }];
  const names = [...PRESETS.keys()].map(quoted).join(", ");
  return value.flatMap((one: unknown, index) => {
    if (typeof one === "string" && PRESETS.has(one)) return [];
    const unknown =
      typeof one === "string"
        ? `unknown preset ${quoted(one)}; expected ${names}`
        : `expected ${names}, not ${describe(one)}`;
    return [{ path: `${path}[${index}]`, message: unknown }];
  });
}

/**
 * A `permission` map as an ordered list of rules: a string is a catch-all, a map's entries are rules in their order. The
 * universal surface `"*"` comes first wherever it stands, so that every other surface overrides it.
 *
 * @example normalizePermission({ bash: { "*": "ask", "git status *": "allow" } })
 */
export function normalizePermission(permission: unknown, origin: Origin = "global", home?: string): Ruleset {
  return readPermission(permission, origin, home).rules;
}

function readSurface(
  surface: string,
  value: unknown,
  origin: Origin,
  home: string | undefined,
): { rules: Rule[]; mistakes: Mistake[] } {
  const path = `permission${step(surface)}`;
  if (!isMap(value) || surface === UNIVERSAL) {
    const result = v.safeParse(ActionSchema, value);
    if (result.success) return { rules: [{ surface, pattern: "*", action: result.output, origin }], mistakes: [] };
    const plain = result.issues.map(({ message }) => ({ path, message }));
    const other =
      surface === UNIVERSAL
        ? `expected "allow", "ask" or "deny", not ${describe(value)}`
        : `expected an action or a map of patterns, not ${describe(value)}`;
    return { rules: [], mistakes: typeof value === "string" ? plain : [{ path, message: other }] };
  }
  const rules: Rule[] = [];
  const mistakes: Mistake[] = [];
  const patterns = Object.keys(value);
  for (const pattern of patterns) {
    const at = `${path}[${JSON.stringify(pattern)}]`;
    const result = v.safeParse(RuleValueSchema, value[pattern]);
    if (!result.success) {
      for (const issue of result.issues) {
        const inner = (issue.path ?? [])
          .map(({ key }) => (typeof key === "number" ? `[${key}]` : step(String(key))))
          .join("");
        mistakes.push({ path: at + inner, message: issue.message });
      }
      continue;
    }
    const rule = toRule(surface, pattern, result.output, origin);
    rules.push(rule);
    if (typeof result.output !== "string") mistakes.push(...failedExamples(rule, result.output, at, home));
    if (isIndex(pattern) && patterns.length > 1) {
      mistakes.push({ path: at, message: "a pattern of digits alone loses its place in the order; add a ` *`" });
    }
  }
  return { rules, mistakes };
}

/** What a rule's map says besides its action. */
type RuleMap = v.InferOutput<typeof RuleMapSchema>;

function failedExamples(rule: Rule, value: RuleMap, at: string, home: string | undefined): Mistake[] {
  return (["match", "notMatch"] as const).flatMap((key) => {
    const examples = value[key];
    return [examples ?? []].flat().flatMap((example, index) => {
      const failure = failureOf(rule, example, key, home);
      const path = `${at}.${key}${Array.isArray(examples) ? `[${index}]` : ""}`;
      return failure === undefined ? [] : [{ path, message: `${quoted(example)} ${failure}` }];
    });
  });
}

function toRule(surface: string, pattern: string, value: Action | RuleMap, origin: Origin): Rule {
  if (typeof value === "string") return { surface, pattern, action: value, origin };
  const { action, reason } = value;
  return reason === undefined ? { surface, pattern, action, origin } : { surface, pattern, action, reason, origin };
}

/** JavaScript puts keys that look like an array index before all others, whatever the file says. */
function isIndex(key: string): boolean {
  return /^(?:0|[1-9][0-9]{0,9})$/.test(key);
}

/** Where a rule stands in the settings: `permission.bash["git *"]`. */
export function rulePath({ surface, pattern }: Pick<Rule, "surface" | "pattern">): string {
  return `permission${step(surface)}${surface === UNIVERSAL ? "" : `[${JSON.stringify(pattern)}]`}`;
}

/** Whether a mistake takes the allows of a surface. */
export function concernsSurface({ path }: Mistake, surface: string): boolean {
  const start = `permission${step(surface)}`;
  return path === "permission" || (path.startsWith(start) && /^(?:[.[]|$)/.test(path.slice(start.length)));
}

/** One step of a settings path: `.bash`, or `["my tool"]`. */
function step(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
