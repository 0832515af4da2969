/** Where the dialogs of a user interface wait for each other: copies of this extension share nothing but the process. */
const WAITING = Symbol.for("pi-portcullis:dialogs");

/** Asks once the dialogs of the same interface before it are closed, whatever came of them. */
export function inTurn<T>(ui: object, ask: () => Promise<T>): Promise<T> {
  // Nothing else uses this symbol, so what stands there is ours.
  const shared = globalThis as { [WAITING]?: WeakMap<object, Promise<unknown>> };
  const waiting = (shared[WAITING] ??= new WeakMap());
  const answer = (waiting.get(ui) ?? Promise.resolve()).then(ask);
  waiting.set(
    ui,
    answer.catch(() => undefined),
  );
  return answer;
}
