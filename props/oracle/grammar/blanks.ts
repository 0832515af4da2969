/** What stands between tokens. */
import type { Scribe } from "../scribe.ts";

/** A blank between two words. */
export function blank(scribe: Scribe): string {
  if (scribe.oneIn(20))
    return scribe.reach("line continuation between words", scribe.pick([" \\\n", "\\\n ", " \\\n\t"]));
  return scribe.pick([" ", " ", " ", " ", " ", "  ", "\t"]);
}

/** A comment up to, but without, the end of its line. What looks like the end of something in it is none. */
function comment(scribe: Scribe): string {
  return scribe.reach("comment", scribe.pick([" # c", " #'", " # )", "\t#`", " #\\", ' # esac ;; "', " # }", " #$("]));
}

/** The end of a line, perhaps with a comment. */
export function lineEnd(scribe: Scribe): string {
  return scribe.maybe(4, () => comment(scribe)) + scribe.newline();
}

/** A place where newlines may stand, as behind `&&` or `then`. */
export function gap(scribe: Scribe): string {
  return scribe.oneIn(3) ? lineEnd(scribe) + scribe.maybe(4, () => lineEnd(scribe)) : blank(scribe);
}

/** The end of a list in a compound command. */
export function terminator(scribe: Scribe): string {
  if (scribe.owesBodies && !scribe.oneIn(4)) return scribe.pick(["", ";", " ;"]) + lineEnd(scribe);
  return scribe.choose([
    () => "; ",
    () => "; ",
    () => ";",
    () => " ;",
    () => lineEnd(scribe),
    () => `;${lineEnd(scribe)}`,
    () => scribe.reach("background", scribe.pick([" & ", "&", " & "])),
    () => scribe.reach("background", " &") + lineEnd(scribe),
  ]);
}

/** A reserved word, now and then over two lines. */
export function keyword(scribe: Scribe, text: string): string {
  return scribe.oneIn(50)
    ? scribe.reach("line continuation in a keyword", `${text.slice(0, 1)}\\\n${text.slice(1)}`)
    : text;
}

/** An operator, now and then over two lines. */
export function operator(scribe: Scribe, text: string): string {
  return text.length > 1 && scribe.oneIn(40)
    ? scribe.reach("line continuation in an operator", `${text.slice(0, 1)}\\\n${text.slice(1)}`)
    : text;
}
