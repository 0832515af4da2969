/** Names that bash itself gives a meaning. */

/** Names that stand with blanks between them, as a set. */
export function nameSet(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(" ")).filter((name) => name !== ""));
}

/** Words that are syntax where a command may start. */
export const RESERVED_WORDS: ReadonlySet<string> = nameSet(
  "if then elif else fi for select case esac while until do done function coproc in [[ ]] { } ! time",
);

/** Every builtin of bash, whether it is switched on or not. */
export const BUILTIN_NAMES: ReadonlySet<string> = nameSet(
  ". : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo",
  "enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf",
  "pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit",
  "umask unalias unset wait",
);
