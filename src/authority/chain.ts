import {
  type AskDetails,
  type AuthorizerVerdict,
  DEFER,
  isVerdict,
  type Link,
  type LinkLog,
  type PermissionQuery,
} from "./authorizer.ts";
import { freeze } from "./freeze.ts";
import { messageOf } from "./thrown.ts";

/** What one link did. */
export interface Step {
  readonly name: string;
  readonly verdict: AuthorizerVerdict["kind"];
  readonly reason?: string;
  /** Why a defer is not the link's own. */
  readonly error?: string;
  readonly ms: number;
  /** What the link wrote of itself. */
  readonly notes: readonly { readonly event: string; readonly fields: Readonly<Record<string, unknown>> }[];
}

/** How the chain answered. */
export interface Answered {
  readonly verdict: AuthorizerVerdict;
  /** The link that answered; `undefined` where none did. */
  readonly by: string | undefined;
  readonly steps: readonly Step[];
}

/** What the chain needs of the world: time, in milliseconds. */
export interface Clock {
  now(): number;
  /** Calls back once that much time has passed; gives what stops it. */
  after(ms: number, callback: () => void): () => void;
}

/** What limits a consultation. */
export interface Limits {
  readonly clock: Clock;
  /** How long one link may take, in milliseconds. */
  readonly timeoutMs: number;
  /** Nobody waits for an answer any more. */
  readonly signal?: AbortSignal | undefined;
  /** False where an allow of a link is no answer: it counts as a defer. */
  readonly mayAllow: boolean;
}

/**
 * Asks the links in order until one answers. A link that throws, takes too long or gives no verdict has deferred: whatever
 * it says later counts for nothing.
 */
export async function consult(
  links: readonly Link[],
  details: AskDetails,
  query: PermissionQuery,
  limits: Limits,
): Promise<Answered> {
  const steps: Step[] = [];
  // What one link does to its details must not be what the next one sees.
  freeze(details);
  freeze(query);
  for (const link of links) {
    if (limits.signal?.aborted === true) break;
    const { verdict, step } = await ask(link, details, query, limits);
    steps.push(step);
    if (verdict.kind !== "defer") return { verdict, by: link.name, steps };
  }
  return { verdict: DEFER, by: undefined, steps };
}

async function ask(
  { name, authorize }: Link,
  details: AskDetails,
  query: PermissionQuery,
  { clock, timeoutMs, signal, mayAllow }: Limits,
): Promise<{ verdict: AuthorizerVerdict; step: Step }> {
  const started = clock.now();
  const notes: Step["notes"][number][] = [];
  let closed = false;
  const note = (event: string, fields: Readonly<Record<string, unknown>> = {}): void => {
    if (!closed && notes.length < MAX_NOTES) notes.push({ event, fields });
  };
  const log: LinkLog = { review: note, debug: note };
  let stop = (): void => undefined;
  const limit = new Promise<Error>((resolve) => {
    const stopTimer = clock.after(timeoutMs, () => resolve(new Error(`no answer within ${timeoutMs} ms`)));
    const abort = () => resolve(new Error("the call was aborted"));
    signal?.addEventListener("abort", abort, { once: true });
    stop = () => {
      stopTimer();
      signal?.removeEventListener("abort", abort);
    };
  });
  let verdict: AuthorizerVerdict = DEFER;
  let error: string | undefined;
  try {
    const given: unknown = await Promise.race([(async () => await authorize(details, query, log))(), limit]);
    // Read once: what a link gives may say something else the next time.
    const copy: unknown =
      typeof given === "object" && given !== null && !(given instanceof Error) ? { ...given } : given;
    if (given instanceof Error) error = given.message;
    else if (!isVerdict(copy)) error = "gave no verdict";
    else if (copy.kind === "allow" && !mayAllow) error = "an ask about files is not answered by a link's allow";
    else verdict = copy;
  } catch (thrown) {
    error = messageOf(thrown);
  } finally {
    stop();
    closed = true;
  }
  const reason = verdict.kind === "deny" ? verdict.reason : undefined;
  const step: Step = {
    name,
    verdict: verdict.kind,
    ...(reason != null && { reason }),
    ...(error !== undefined && { error }),
    ms: clock.now() - started,
    notes,
  };
  return { verdict, step };
}

/** A link that writes without end fills no log. */
const MAX_NOTES = 20;
