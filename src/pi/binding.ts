import { freeze } from "../authority/freeze.ts";

/** Where the inputs are noted that some copy of this extension has judged: copies share nothing but the process. */
const JUDGED = Symbol.for("pi-portcullis:judged");

/**
 * Claims a call for this copy of the extension: false if another copy has judged it already, as happens where the file is
 * both in the project and in the agent's directory. One judgement is enough; both have the same rules.
 */
export function claimCall(input: object): boolean {
  // Nothing else uses this symbol, so what stands there is ours.
  const shared = globalThis as { [JUDGED]?: WeakSet<object> };
  const judged = (shared[JUDGED] ??= new WeakSet());
  if (judged.has(input)) return false;
  judged.add(input);
  return true;
}

/**
 * Binds a verdict to what it judged: the field keeps its value for good. A later handler that writes to it gets an error,
 * and so does the model, since Pi blocks a call whose handler throws.
 *
 * A field that was judged as missing is bound as missing. A map or list is frozen with all that is in it.
 *
 * @throws if somebody else has already bound the field
 */
export function bindField(input: Record<string, unknown>, field: string): void {
  const value = input[field];
  freeze(value);
  Object.defineProperty(input, field, {
    get: () => value,
    set: () => {
      throw new Error(`portcullis: \`${field}\` was judged and cannot be changed any more`);
    },
    enumerable: field in input,
    configurable: false,
  });
}
