/** Lists and pipelines. */
import type { Scribe } from "../scribe.ts";
import { blank, gap, keyword, lineEnd, operator } from "./blanks.ts";
import { compoundCommand } from "./compound.ts";
import { lateCommand } from "./late.ts";
import { runningCommand } from "./running.ts";
import { simpleCommand } from "./simple.ts";

function command(scribe: Scribe): string {
  return scribe.attempt(() => anyCommand(scribe));
}

function anyCommand(scribe: Scribe): string {
  if (!scribe.isDeep && scribe.oneIn(3)) return scribe.deeper(() => compoundCommand(scribe));
  if (scribe.oneIn(6)) return runningCommand(scribe);
  if (scribe.oneIn(10)) return lateCommand(scribe);
  return simpleCommand(scribe);
}

function prefix(scribe: Scribe): string {
  const negated = () => scribe.reach("negation", scribe.pick(["! ", "!\\\n ", "! ! "]));
  const timed = () =>
    scribe.reach("time", keyword(scribe, "time") + scribe.pick([" ", " -p ", " -- ", "\\\n ", " -p -- "]));
  return scribe.choose([negated, timed, () => negated() + timed(), () => timed() + negated()]);
}

function pipeline(scribe: Scribe): string {
  let text = scribe.maybe(10, () => prefix(scribe)) + command(scribe);
  while (scribe.oneIn(6)) {
    const both = scribe.oneIn(4);
    const bar = scribe.reach(both ? "pipeline of errors" : "pipeline", operator(scribe, both ? "|&" : "|"));
    text += scribe.pick(["", " ", " "]) + bar + (scribe.oneIn(2) ? gap(scribe) : "") + command(scribe);
  }
  return text;
}

/** Pipelines with `;`, `&`, `&&`, `||` or newlines between them. */
export function list(scribe: Scribe): string {
  let text = pipeline(scribe);
  while (scribe.oneIn(4) || (scribe.owesBodies && scribe.oneIn(2))) {
    text += scribe.choose([
      () => scribe.reach("and list", `${blank(scribe)}${operator(scribe, "&&")}${gap(scribe)}`),
      () => scribe.reach("or list", `${blank(scribe)}${operator(scribe, "||")}${gap(scribe)}`),
      () => scribe.reach("list", scribe.pick(["; ", ";"])),
      () => scribe.reach("list", scribe.pick(["", ";"]) + lineEnd(scribe)),
      () => scribe.reach("background", scribe.pick([" & ", "&"])),
      () => scribe.reach("background", "&" + lineEnd(scribe)),
    ]);
    text += pipeline(scribe);
  }
  return text;
}
