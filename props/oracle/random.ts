/** A small generator of numbers, so that a seed names a program for good, whatever a library does in its next version. */
export class Random {
  private state: number;

  /** @param seed any integer; nearby seeds give unrelated numbers */
  constructor(seed: number) {
    this.state = Math.imul(seed ^ 0x9e3779b9, 2654435761) >>> 0;
  }

  /** An integer from 0 up to, but not including, `limit`. */
  below(limit: number): number {
    // mulberry32
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  /** One of the options, each as likely as another. Throws if there is none. */
  pick<T>(options: readonly T[]): T {
    if (options.length === 0) throw new Error("nothing to pick from");
    // The index is in range.
    return options[this.below(options.length)] as T;
  }

  /** True once in `count` times. */
  oneIn(count: number): boolean {
    return this.below(count) === 0;
  }
}
