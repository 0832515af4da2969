/** Commands that run their own words, or a text, as commands. */
import type { Feature } from "../features.ts";
import type { Scribe } from "../scribe.ts";
import { singleQuotes } from "./words.ts";

/** Words that name a command and its arguments. */
const INNER = [
  "alpha",
  "zap x",
  "zap 'a b' c",
  'zap "$x"',
  "beta $(delta q)",
  "zap -n",
  "$x zap",
  "command zap b",
  "nice zap c",
];

/** How each of these programs stands before the command it runs, in the grammar of its own options. */
const WRAPPERS: Readonly<Partial<Record<Feature, readonly string[]>>> = {
  timeout: [
    "timeout 5",
    "timeout 5s",
    "timeout -s INT 5",
    "timeout -k 1 5",
    "timeout --signal=INT 5",
    "timeout -v 5",
    "timeout -- 5",
  ],
  nice: ["nice", "nice -n 1", "nice -1", "nice -n1", "nice --adjustment=1", "nice --"],
  nohup: ["nohup", "nohup --"],
  setsid: ["setsid", "setsid -w", "setsid -f", "setsid --wait"],
  stdbuf: ["stdbuf -o0", "stdbuf -i0 -oL", "stdbuf -o L", "stdbuf --output=L"],
  env: ["env", "env A=1", "env A=1 B=2", "env --", "env -C ."],
  xargs: [
    "xargs",
    "xargs -n 1",
    "xargs -I% ",
    "xargs -r",
    "xargs -0",
    "xargs -d, -n1",
    "xargs -t",
    "alpha 'zap q' | xargs",
  ],
  command: ["command", "command --", "command command", "command -v", "command -V"],
  builtin: ["builtin", "builtin command", "builtin --", "builtin eval", "builtin exec"],
  exec: ["exec", "exec -a q", "exec --", "exec -l"],
};

const FIND = [
  "find . -exec @ {} \\;",
  "find . -exec @ {} +",
  "find . -execdir @ ';'",
  "find . -ok @ \\;",
  "find -maxdepth 0 -exec @ \\;",
];

/** Scripts that stand in quotes. */
const SCRIPTS = [
  "zap x",
  "alpha; zap 'a b'",
  "alpha && zap $x",
  "if alpha; then zap q; fi",
  "zap x # c",
  "f() { zap $1; }; f k",
];
const MORE_SCRIPTS = [
  "eval 'zap y'",
  "trap 'zap t' EXIT",
  "alpha | zap",
  "zap\ty",
  "\nzap z",
  "zap <<E\n$(zap q)\nE",
  "(zap a) & wait",
];

/** A literal script as one word, in one of the ways to quote it. */
function quotedScript(scribe: Scribe): string {
  const script = scribe.pick([...SCRIPTS, ...MORE_SCRIPTS]);
  return scribe.choose([
    () => `'${script.replaceAll("'", "'\\''")}'`,
    () => `'${script.replaceAll("'", "'\\''")}'`,
    () => `"${script.replaceAll(/[\\"$`]/g, "\\$&")}"`,
    () => `$'${script.replaceAll(/[\\']/g, "\\$&").replaceAll("\n", "\\n")}'`,
  ]);
}

const TEXTS: Readonly<Partial<Record<Feature, (scribe: Scribe) => string>>> = {
  eval: (scribe) => `eval ${scribe.pick(["", "-- ", "alpha ", "zap "])}${quotedScript(scribe)}`,
  trap: (scribe) =>
    `trap ${scribe.pick(["", "-- "])}${quotedScript(scribe)} ${scribe.pick(["EXIT", "DEBUG", "ERR", "0", "RETURN"])}`,
  "bash -c": (scribe) =>
    `bash ${scribe.pick(["-c", "-ec", "-x -c", "-cu", "+x -c", "-O extglob -c"])} ${quotedScript(scribe)}${scribe.pick(["", " q", " q 'zap a'"])}`,
  "sh -c": (scribe) => `sh ${scribe.pick(["-c", "-ec", "-xc"])} ${quotedScript(scribe)}${scribe.pick(["", " q r"])}`,
  "source of a substitution": (scribe) => `${scribe.pick([".", "source"])} <(alpha ${quotedScript(scribe)})`,
  "script from standard input": (scribe) =>
    `alpha ${quotedScript(scribe)} | ${scribe.pick([". /dev/stdin", "source /dev/stdin", "bash /dev/stdin"])}`,
  "bash with a here-document": (scribe) => {
    scribe.later(`${scribe.pick(["zap x", "alpha\nzap y", "$(zap q)"])}\nE\n`);
    return `${scribe.pick(["bash", "bash -s", "sh"])} ${scribe.pick(["<<E", "<<'E'", "<<-E"])}`;
  },
  "bash with a here-string": (scribe) => `${scribe.pick(["bash", "bash -s a", "sh"])} <<<${quotedScript(scribe)}`,
  "pipeline into bash": (scribe) =>
    `alpha ${quotedScript(scribe)} | ${scribe.pick(["", "relay | "])}${scribe.pick(["bash", "sh", "bash -s", "bash -"])}`,
};

/** A wrapper with its command, or a builtin or shell with a text. */
export function runningCommand(scribe: Scribe): string {
  if (scribe.oneIn(2)) {
    const [feature, write] = scribe.pick(Object.entries(TEXTS) as [Feature, (scribe: Scribe) => string][]);
    return scribe.reach(feature, write(scribe));
  }
  const inner =
    scribe.pick(INNER) + scribe.maybe(4, () => ` ${scribe.oneIn(2) ? singleQuotes(scribe) : scribe.word()}`);
  if (scribe.oneIn(8))
    return scribe.reach(
      "find -exec",
      scribe.pick(FIND).replace("@", () => inner),
    );
  const [feature, texts] = scribe.pick(Object.entries(WRAPPERS) as [Feature, readonly string[]][]);
  return scribe.reach(feature, `${scribe.pick(texts)} ${inner}`);
}
