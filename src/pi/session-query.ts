/** What a branch of a session holds; only entries that `pi.appendEntry` wrote count. */
export interface BranchEntry {
  readonly type: string;
  readonly customType?: string;
  readonly data?: unknown;
}

/**
 * The data last written under each key with `pi.appendEntry(key, data)`; `undefined` where none was. Each key stands in
 * the result as asked, one with hyphens under its camel-case name too.
 *
 * Reads from the end and stops when all keys are found: entries of interest are mostly recent.
 *
 * @example const { guard, guardDefaults } = readEntries(ctx.sessionManager.getBranch(), ["guard", "guard-defaults"])
 */
export function readEntries(branch: readonly BranchEntry[], keys: readonly string[]): Record<string, unknown> {
  const missing = new Set(keys);
  const found = new Map<string, unknown>();
  for (let index = branch.length - 1; index >= 0 && missing.size > 0; index--) {
    const entry = branch[index];
    // A `custom_message` of the same name goes into the model's context, and is somebody else's.
    if (entry?.type !== "custom" || entry.customType === undefined) continue;
    if (missing.delete(entry.customType)) found.set(entry.customType, entry.data);
  }
  const named = keys.map((key): [string, unknown] => [key, found.get(key)]);
  const aliases = named.flatMap(([key, data]): [string, unknown][] => {
    const alias = key.replace(/-+(.)/g, (_, letter: string) => letter.toUpperCase());
    return key.includes("-") && !keys.includes(alias) ? [[alias, data]] : [];
  });
  return Object.fromEntries([...named, ...aliases]);
}

/** The data last written under one key; `undefined` if none was. */
export function readEntry(branch: readonly BranchEntry[], key: string): unknown {
  return readEntries(branch, [key])[key];
}
