import type { Clock } from "../authority/chain.ts";

/** The time of this process; a timer of it keeps nothing alive. */
export const CLOCK: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
