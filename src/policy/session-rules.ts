/** The rules that a person adds while Pi runs: kept in memory alone, and gone with the session. */
import type { Rule, Ruleset } from "./rules.ts";

/** The allow rules of one session, in the order in which they were approved. */
export class SessionRules {
  private rules: Rule[] = [];
  private readonly listeners = new Set<() => void>();

  /** Allows what matches a pattern on a surface until the session ends. */
  approve(surface: string, pattern: string): void {
    this.rules.push({ surface, pattern, action: "allow", origin: "session" });
    for (const listener of [...this.listeners]) listener();
  }

  /** Calls a function after each approval, until what it gives back is called. */
  onApproval(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** A copy: what is done to it changes no rule here. It goes behind the configured rules. */
  getRuleset(): Ruleset {
    return this.rules.map((rule) => ({ ...rule }));
  }

  /** Takes one back, by its place in the ruleset; false if there is none. */
  revoke(index: number): boolean {
    return this.rules.splice(index, 1).length > 0;
  }

  /** Forgets all of them. */
  clear(): void {
    this.rules = [];
  }
}

/**
 * The pattern for everything in the directory of a normalized path; a path with a slash at its end is the directory. A
 * pattern has no way to say `*` alone, so that a `*` in a name becomes `?`.
 *
 * @example deriveApprovalPattern("/work/src/a.ts") // "/work/src/*": not "/work/src-old/a.ts"
 */
export function deriveApprovalPattern(path: string): string {
  const slash = path.lastIndexOf("/");
  return `${slash === -1 ? "./" : path.slice(0, slash + 1).replaceAll("*", "?")}*`;
}
