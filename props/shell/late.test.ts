import { describe, expect, test } from "bun:test";

import { HOLE } from "../../src/shell/text.ts";
import { analyze } from "../../src/shell/units.ts";

/** Builtins that, with plain words, run nothing but themselves, or what the words name; what they set is seen. */
const HARMLESS = new Set(
  ": . bg break caller cd continue declare dirs disown echo exit export false fg getopts help history kill local mapfile logout popd printf pushd pwd read readarray readonly return shift source suspend test times true type typeset ulimit umask unset wait".split(
    " ",
  ),
);

/** Builtins that run the command which their words give. */
const WRAPPERS = new Set(["builtin", "command", "eval", "exec", "trap"]);

const unitsOf = (source: string) => analyze(source).units.map(({ text }) => text.replaceAll(HOLE, "…"));

describe("what runs, or changes, later", () => {
  test("is known of every builtin of bash", () => {
    const { stdout } = Bun.spawnSync(["bash", "--norc", "-c", "compgen -b"]);
    const builtins = stdout.toString().trim().split("\n");
    expect(builtins.length).toBeGreaterThan(50);
    const wrong = builtins.filter((name) => {
      const [, ...more] = unitsOf(`${name} x y`);
      const expected = HARMLESS.has(name) ? [] : WRAPPERS.has(name) ? [name === "trap" ? "x" : "x y"] : ["…"];
      return more.join("\n") !== expected.join("\n");
    });
    expect(wrong).toEqual([]);
  });

  test.each(
    "PS0 PS1 PS2 PS3 PS4 PROMPT_COMMAND BASH_ENV ENV BASH_CMDS SHELLOPTS BASHOPTS POSIXLY_CORRECT RANDOM SRANDOM SECONDS OPTIND HISTCMD LINENO TMOUT EPOCHSECONDS DIRSTACK GROUPS UID EUID PPID".split(
      " ",
    ),
  )("is a text in %s", (name) => {
    for (const source of [`${name}=a`, `${name}+=a`, `${name}=$x`, `${name}=a b`]) {
      expect([source, unitsOf(source).includes("…")]).toEqual([source, true]);
    }
  });

  test.each<[source: string, ...units: string[]]>([
    ["wait -p x", "…"],
    ["wait -n -f %1"],
    ["set -o posix", "…"],
    ["set -eu -o pipefail"],
    ["set -k", "…"],
    ["bash -ic a", "…"],
    ["bash -ic a", "…"],
    ["bash -c -- a", "…"],
    ["bash -c +x a", "…"],
    ["bash -O extglob -c a", "…"],
    ["BASH -c a", "a"],
    ["bash.exe", "…"],
    ["ksh -c a", "…"],
    ["busybox sh -c a", "…", "sh -c a", "a"],
    ["mapfile -C a x", "…"],
    ["source /dev/stdin", "…"],
    ["source x"],
    ["bash /dev/sda", "…"],
    ["sh ../proc/1/x", "…"],
    [". 0", "…"],
    ["[ $x = y ]", "…"],
    ['[ "$x" = y -o z ]', "…"],
    ['[ "$x" y ]', "…"],
    ['[ "$x" "$y" z ]', "…"],
    ['[ "$@" ]', "…"],
    ['[ ! "$x" = y ]'],
    ["eval $x", "…"],
    ["eval -x", "…"],
    ["trap -- a EXIT", "…"],
    ["printf %d%5n x", "…"],
    ["read a b[1]", "…"],
    ["docker $x", "…"],
  ])("%s", (source, ...units) => {
    const [, ...more] = unitsOf(source);
    expect(more).toEqual(units);
  });

  test("is not lost beyond the caps", () => {
    const last = (word: string, count: number) => analyze(`${`${word} `.repeat(count)}a`).units.at(-1)?.text;
    for (const [word, cap] of [
      ["eval", 4],
      ["nohup", 8],
    ] as const) {
      expect(last(word, cap)).toBe("a");
      expect(last(word, cap + 1)).toBe(HOLE);
      expect(last(word, 20_000)).toBe(HOLE);
    }
  });

  test("is not understood where its text is not", () => {
    for (const source of ["eval 'a; if'", "bash -c 'a; if'", "trap 'a; if' EXIT", "eval \"eval 'a; if'\""]) {
      const { complete, units } = analyze(source);
      expect([source, complete, units.at(-1)?.context]).toEqual([source, false, "unread"]);
    }
  });
});
