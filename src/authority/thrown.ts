/** What was thrown, which need not be an error, nor be willing to say what it is. */

/** What it says. */
export function messageOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? thrown.message : String(thrown);
  } catch {
    return "threw something without a name";
  }
}

/** The system's name of what failed: `ENOENT`. */
export function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
}
