/** Makes counterexamples small. */

/** Words, and whatever stands between them: what is removed first. */
const TOKEN = /[A-Za-z0-9_]+|\s+|\\.|[^\sA-Za-z0-9_]/gs;

/**
 * A smaller text that still fails: pieces are left out, ever smaller ones, first of tokens and then of characters.
 *
 * @param budget how often `fails` may be asked
 */
export async function shrink(
  source: string,
  fails: (source: string) => Promise<boolean>,
  budget = 500,
): Promise<string> {
  let left = budget;
  const reduce = async (pieces: readonly string[]): Promise<string> => {
    let kept = [...pieces];
    for (let size = kept.length >> 1; size >= 1; size >>= 1) {
      for (let at = 0; at < kept.length && left > 0;) {
        const candidate = [...kept.slice(0, at), ...kept.slice(at + size)];
        left--;
        if (candidate.length > 0 && (await fails(candidate.join("")))) kept = candidate;
        else at += size;
      }
    }
    return kept.join("");
  };
  let smallest = source;
  for (let before = ""; before !== smallest && left > 0;) {
    before = smallest;
    smallest = await reduce(smallest.match(TOKEN) ?? []);
    smallest = await reduce([...smallest]);
  }
  return smallest;
}
