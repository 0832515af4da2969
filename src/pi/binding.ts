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

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}
