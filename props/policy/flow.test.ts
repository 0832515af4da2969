/** What the flow of a text says of directories, variables, functions and the environment, held against real bash. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";

import { followLinks } from "../../src/pi/files.ts";
import { reachesEnvironment } from "../../src/policy/environment.ts";
import { pathState } from "../../src/policy/path-state.ts";
import { normalizePath } from "../../src/policy/paths.ts";
import { HOLE } from "../../src/shell/text.ts";
import { analyze, type Unit } from "../../src/shell/units.ts";
import { BASH } from "../oracle/bash.ts";
import { runs } from "../runs.ts";
import { scratchDirectory } from "../scratch.ts";

/** A place that tells where it runs, and what some variables are there; `@` becomes a number of its own. */
const PROBES = ['here @ "$x"', 'here @ "$y"', "here @ $x", 'here @ "$PWD"', 'E=3 here @ "$x"', '(here @ "$y/z")'];

const MOVES = [
  "cd a",
  "cd a/b",
  "cd ..",
  "cd -",
  "cd nowhere",
  "cd",
  "cd /usr",
  "pushd a >&3",
  "popd >&3",
  'cd "$x"',
  "cd $y",
];
const MORE_MOVES = [
  "builtin cd a",
  "eval 'cd a'",
  "cd -P a",
  "cd -- b",
  "cd a b",
  "trap 'cd a' USR1; kill -USR1 $$",
  "cd ./b >&3",
  "cd -P l/b",
  "cd l/../only",
  "pushd -n a >&3",
  "cd '' && cd -",
  "cd --help >&3",
  "cd a <nofile",
  "OLDPWD=$HOME/b && cd -",
  "PWD=$HOME/b; cd a && cd -",
];

const ASSIGNMENTS = [
  "x=a",
  "x=b",
  "y=a/b",
  'y="$x/b"',
  "x=",
  "export x=b",
  "local y=b",
  "declare x=a",
  "readonly z=1",
  "export E",
  "export E=5",
];
const MORE_ASSIGNMENTS = [
  "unset x",
  "read -r x <<< q",
  "printf -v y %s q",
  "mapfile -t x <<< q",
  "x+=c",
  "x=q true",
  ": ${y:=a}",
  "((x=1))",
  "x=(q r)",
  "declare -x x",
  "declare -u x",
  "E=7",
  "unset E",
  "read E <<< 9",
  "export x",
  "set -a",
  "getopts ab y -a",
  "x=$(echo q)",
  "local x",
  "declare x=b <nofile",
  "declare -f x=b",
  "x=b <nofile",
  "x=b y=$((1/0))",
  "y=$((1/0)) x=b",
  "UID=1 x=b",
  "readonly x",
];

const FLOWS = ["true", "false", "f", "g", "exit", "return", "break", "continue", "unset -f f", "set -e"];

/** What ends in an error, or does not end as it seems to. */
const ERRORS = [
  ": $((1/0))",
  ": ${HOME:0:-999}",
  ": ${q[-1]}",
  "q[-9]=1",
  "exit --help",
  "exit 1 2",
  "exit <nofile",
  "return --help",
  "return 1 2",
  "return <nofile",
  "exit() { :; }",
  "export() { :; }",
  "((1/0))",
  "trap ': $((1/0))' DEBUG",
  "FUNCNEST=1",
];

const leaf = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...PROBES) },
  { weight: 4, arbitrary: fc.constantFrom(...MOVES) },
  { weight: 1, arbitrary: fc.constantFrom(...MORE_MOVES) },
  { weight: 3, arbitrary: fc.constantFrom(...ASSIGNMENTS) },
  { weight: 1, arbitrary: fc.constantFrom(...MORE_ASSIGNMENTS) },
  { weight: 3, arbitrary: fc.constantFrom(...FLOWS) },
  { weight: 1, arbitrary: fc.constantFrom(...ERRORS) },
);

/** Lists of such commands in lists, pipelines, subshells, branches, loops, functions and texts. */
const { script } = fc.letrec<{ script: string; command: string }>((tie) => ({
  command: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    { weight: 12, arbitrary: leaf },
    fc
      .tuple(tie("command"), fc.constantFrom(" && ", " || ", " | ", "; "), tie("command"))
      .map((parts) => parts.join("")),
    fc
      .tuple(
        fc.constantFrom(
          "( @ )",
          "{ @; }",
          "{ @; } >&3",
          "{ @; } <nofile",
          "if @; then %; fi <nofile",
          "f() { @; }\n%",
          "if @; then %; fi",
          "if @; then %; else @; fi",
          "if %; then :; elif @; then %; fi",
          "for x in a b; do @; %; done",
          "for y in a; do @; done",
          "for i in 1 2; do %; @; done",
          "while @; do %; break; done",
          "case q in q) @;; *) %;; esac",
          "case q in q) @;& *) %;; esac",
          "f() { @; }; %",
          "g() { @; %; }; f",
          "f() ( @; %; )",
          ": $(@)",
          "! @",
          "@ &\nwait",
          "eval '@'",
          "bash -c '@'",
          "[[ -n $(@) ]]",
          ": <(@); %",
          "until @; do %; break; done",
          "cd a && { @; } || %",
        ),
        tie("script"),
        tie("script"),
      )
      // A text in quotes has none of its own.
      .map(([form, first, second]) =>
        form.includes("'") && first.includes("'")
          ? first
          : form.replaceAll("@", () => first).replaceAll("%", () => second),
      ),
  ),
  script: fc
    .tuple(fc.array(tie("command"), { minLength: 1, maxLength: 4 }), fc.constantFrom("; ", "; ", "\n"))
    .map(([commands, separator]) => commands.join(separator)),
}));

/** Each probe with a number, told by its place in the source. */
function numbered(source: string): string {
  let next = 0;
  return source.replaceAll("@", () => String(next++));
}

interface Seen {
  readonly kind: string; // here: a probe ran; program: a function's name ran as a program
  readonly name: string;
  readonly directory: string;
  readonly value: string;
  readonly environment: string | undefined; // of E
}

/** Runs many programs, each in a bash of its own, and tells what their probes saw. */
async function watch(sources: readonly string[], home: string): Promise<Seen[][]> {
  // The probe is a function, which prints its environment by way of a program.
  const prelude = `
    here() {
      builtin set -- "$1" "$2" "$(/usr/bin/printenv E || builtin printf '\\2')"
      builtin printf 'here\\1%s\\1%s\\1%s\\1%s\\0' "$1" "$(builtin pwd -P)" "$2" "$3" >&9
    }
    export -f here
    command_not_found_handle() { printf 'program\\1%s\\1\\1\\1\\2\\0' "$1" >&9; return 127; }
    export -f command_not_found_handle
    while IFS= read -r -d '' text; do
      (cd "$HOME"; exec 3>/dev/null; timeout 5 "$BASH" -c "$text" </dev/null 9>&1 >/dev/null 2>&1 | head -c 20000)
      printf '\\3\\0'
    done`;
  const child = Bun.spawn([BASH, "-c", prelude], {
    stdio: [new Blob(sources.map((source) => `${source}\0`)), "pipe", "inherit"],
    env: { HOME: home, PATH: "/usr/bin:/bin", E: "1", LC_ALL: "C.UTF-8" },
  });
  const output = await new Response(child.stdout).text();
  if ((await child.exited) > 1) throw new Error("bash could not be asked");
  const seen = output
    .split("\x03\0")
    .slice(0, -1)
    .map((one) =>
      one
        .split("\0")
        .slice(0, -1)
        .map((line): Seen => {
          const [kind = "", name = "", directory = "", value = "", environment = ""] = line.split("\x01");
          return {
            kind,
            name,
            directory,
            value,
            environment: environment === "\x02" ? undefined : environment.trimEnd(),
          };
        }),
    );
  if (seen.length !== sources.length) throw new Error("bash did not answer for each program");
  return seen;
}

const nameOf = ({ words }: Unit) => (words[0]?.text === "here" ? words[1]?.text : undefined);

/** What a program's probes saw and its analysis does not say. */
function unexplained(source: string, seen: readonly Seen[], home: string): string[] {
  const analysis = analyze(source);
  const { units, assignments } = analysis;
  // What is one hole somewhere covers all that may run; the rest still has to be right about itself.
  const env = { E: "1", HOME: home, PATH: "" };
  const state = pathState(analysis, { cwd: home, home, env, followLinks });
  const complaints: string[] = [];
  for (const { kind, name, directory, value, environment } of seen) {
    if (kind === "program") {
      if (
        units.some((unit) => unit.internal && unit.text === name) &&
        !units.some((unit) => !unit.internal && unit.text === name)
      ) {
        complaints.push(`${name} ran as a program`);
      }
      continue;
    }
    const probes = units.filter((unit) => nameOf(unit) === name);
    if (probes.length === 0) {
      if (!units.some(({ words }) => words.length === 0)) complaints.push(`${name} is no unit`);
      continue;
    }
    const places = probes.map((unit) => state.basesIn(unit.directory));
    const isThere = (base: string) =>
      followLinks(normalizePath(base.startsWith("/") ? base : `${home}/${base}`)) === directory;
    if (!places.some((bases) => bases === undefined || bases.some(isThere))) {
      complaints.push(`${name} ran in ${directory}, not in ${JSON.stringify(places)}`);
    }
    const values = probes.flatMap((unit) => {
      const word = unit.words[2];
      return word === undefined ? [] : state.valuesOf(word, state.basesIn(unit.directory));
    });
    const covered = values.some(({ text, holes }) => {
      if (text === value) return true;
      const [start = "", ...more] = text.split(HOLE);
      return holes.length > 0 && value.startsWith(start) && value.endsWith(more.at(-1) ?? "");
    });
    if (values.length > 0 && !covered)
      complaints.push(`${name} had ${value}, not one of ${JSON.stringify(values.map((one) => one.text))}`);
    const reaching = assignments.filter((one) => one.name === "E" && reachesEnvironment(one, { E: "1" }));
    const told = reaching.some(({ text }) => text === `E=${environment ?? ""}` || text.includes(HOLE));
    const hidden = units.some(({ words }) => words.length === 0);
    if (environment !== "1" && !told && !hidden) complaints.push(`${name} got E=${environment ?? "nothing"}`);
  }
  return complaints;
}

describe("the flow of a text", () => {
  test("is what bash does", async () => {
    using scratch = scratchDirectory();
    const home = scratch.path;
    for (const path of ["a/b/a/b", "b/a", "a/a", "a/only"]) mkdirSync(join(home, path), { recursive: true });
    symlinkSync("a/b", join(home, "l"));
    await fc.assert(
      fc.asyncProperty(fc.array(script.map(numbered), { minLength: 40, maxLength: 40 }), async (sources) => {
        const readable = sources.filter((source) => analyze(source).complete);
        const seen = await watch(readable, home);
        const wrong = readable.flatMap((source, index) =>
          unexplained(source, seen[index] ?? [], home).map((complaint) => `${source}\n    ${complaint}`),
        );
        expect(wrong).toEqual([]);
      }),
      { ...runs(25), endOnFailure: true },
    );
  });
});
