/** Shell-internal commands, and assignments that are harmless: what needs no rule of its own. */
import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import { decide } from "../../src/authority/decision.ts";
import { HARMLESS_VARIABLES } from "../../src/policy/environment.ts";
import type { Action } from "../../src/policy/rules.ts";
import { runs } from "../runs.ts";

function state(command: string, permission: object): Action {
  return decide({ command, permission, cwd: "/home/user/project", home: "/home/user" }).state;
}

const ASK = { "*": "ask" };

describe("a command of the shell itself", () => {
  test.each([
    ": a",
    "true",
    "false || true",
    "cd src",
    "cd src && pwd -P",
    "exit 1",
    'exit "$x"',
    "for i in 1 2; do continue; break; done",
    "shift 2",
    "wait",
    "wait $!",
    "sleep=1; p=$!; wait $p",
    "echo a $x *.ts",
    "printf '%s\\n' \"$x\"",
    'read -r line; echo "$line"',
    "[ -f src/a ] && echo yes",
    "[ $? -eq 0 ]",
    "[ $# -gt 1 ]",
    'test "$x" = y',
    "[[ -n $x && $y == a* ]]",
    "declare -r a=$x b",
    "f() { local a=1 b=$x; echo $a; }",
    "readonly a=1",
    "declare -A m",
    "typeset -f f",
    "export CI=1",
    "set -euo pipefail",
    'set -- a "$x"',
    "exec 3</dev/null",
    "command -v git",
    "type git",
    "f() { echo a; }; f b",
    "f() { echo a; }; if true; then f; fi; (f); echo $(f)",
    "f() { echo a; } && f",
    "sort=1; while read -r x; do echo $x; done < in.txt",
  ])("needs no rule: %j", (command) => {
    expect(state(command, ASK)).toBe("allow");
    expect(state(command, {})).toBe("allow");
    expect(state(command, { "*": "ask", bash: { "*": "ask" } })).toBe("allow");
    expect(state(command, { "*": "deny" })).toBe("deny");
    expect(state(command, { "*": "ask", bash: { "*": "deny" } })).toBe("deny");
  });

  test.each([
    "cd /etc",
    "cd",
    "/bin/echo a",
    "timeout 5 echo a",
    "command echo a",
    "builtin cd src",
    "$x a",
    'printf "$x"',
    "printf -v x a",
    "read $x",
    "[ $x = y ]",
    "[ -v $x ]",
    "wait $x",
    "wait -p x",
    "declare -i a",
    "declare -n a=b",
    "declare -x a=b",
    "declare a=(b)",
    "declare -a a='(b)'",
    "local $x",
    "set -a",
    "set -o posix",
    "exec a",
    "command -p git",
    "echo a > out.txt",
    "read x < /etc/passwd",
    "unset x; f() { echo a; }; unset -f f; f",
    "f b; f() { echo a; }",
    "true && f() { echo a; }; f",
    "(f() { echo a; }); f",
    "f() { echo a; } | true; f",
    "if true; then f() { echo a; }; fi; f",
    "f() { echo a; } & f",
    "f() { echo a; }; timeout 5 f",
    "f() { echo a; }; bash -c f",
    "f() { echo a; }; trap f EXIT",
    "f() { g; }; g() { echo a; }; f",
    "zsh -c 'echo a'",
  ])("is not, or not only, %j", (command) => {
    expect(state(command, ASK)).toBe("ask");
  });

  test("is a program where a function may be none", () => {
    for (const command of ["f() { echo a; }; unset -f f; f", "f() { echo a; }; timeout 5 f"]) {
      expect([command, state(command, { bash: { "unset *": "allow", "timeout *": "allow" } })]).toEqual([
        command,
        "ask",
      ]);
    }
  });

  test("is stopped by a mistake: a rule about it may be lost", () => {
    for (const permission of [{ bash: { "echo *": "dney" } }, { bash: 7 }, 7, { "*": "dney" }]) {
      expect(state("echo a", permission as object)).toBe("ask");
    }
  });

  test("is stopped by a specific rule", () => {
    expect(state("echo a", { bash: { "echo *": "ask" } })).toBe("ask");
    expect(state("echo a; cd b", { bash: { "*": "ask", "cd *": "deny" } })).toBe("deny");
    expect(state("echo $x", { bash: { "echo secret": "deny" } })).toBe("ask");
    expect(state("echo a", { bash: { "echo *": "ask", "echo a": "allow" } })).toBe("allow");
    expect(state("f() { echo a; }; f", { bash: { "f *": "ask" } })).toBe("ask");
  });
});

describe("an assignment that reaches a program", () => {
  test.each([
    "CI=1 make",
    "NODE_ENV=production make",
    "export RUST_BACKTRACE=full; make",
    "LC_ALL=C.UTF-8 make",
    "TZ=Europe/Berlin make",
    "DEBUG=app:* make",
    "PORT=3000 make",
    "NO_COLOR= make",
    "IFS= read -r x",
    "MINE=x; make",
    'MINE=x; [ "$MINE" ]; MINE=y',
  ])("is harmless: %j", (command) => {
    expect(state(command, { bash: { "make *": "allow" } })).toBe("allow");
  });

  test.each([
    "PATH=x make",
    "MINE=x make",
    "NODE_ENV=../../x make",
    "NODE_ENV=$x make",
    "NODE_ENV+=x make",
    "LC_ALL=/tmp/x make",
    "TZ=/etc/x make",
    "TZ=:x make",
    "DEBIAN_FRONTEND=x make",
    "PORT=x make",
    "export MINE=x; make",
    "MINE=x; export MINE; make",
    "export MINE; MINE=x; make",
    "f() { export MINE; }; MINE=x; make",
    "declare LD_PRELOAD=x; make",
    "unset PATH; make",
    "unset PS4",
    "export PS4; make",
    "read PATH; make",
    "printf -v PATH x; make",
    "mapfile PATH; make",
    "getopts a PATH; make",
    "for PATH in x; do make; done",
    "readonly PATH=x; make",
  ])("asks: %j", (command) => {
    expect(state(command, { "*": "allow", bash: { "*": "allow", "rm *": "deny" } })).toBe("ask");
  });

  test("asks where a rule says so, even if it is harmless", () => {
    const bash = { "make *": "allow" };
    expect(state("CI=1 make", { bash, env: "ask" })).toBe("allow");
    expect(state("CI=1 make", { bash, env: { "CI=*": "ask" } })).toBe("ask");
    expect(state("CI=1 make", { bash, env: { "CI=0": "deny", "*": "allow" } })).toBe("allow");
    expect(state("CI=1 make", { bash, env: "deny" })).toBe("deny");
    expect(state("CI=1 make", { "*": "deny", bash })).toBe("allow");
  });

  test("is judged by `env` like any other where it has another value", () => {
    const names = HARMLESS_VARIABLES.flatMap(({ names: some }) => some.split(" "));
    expect(new Set(names).size).toBe(names.length);
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.constantFrom("/x", "../x", "a/../b", "x y", "$(x)", "x;y", ":/x"),
        (name, value) => {
          expect(state(`${name}='${value}' make`, { bash: { "make *": "allow" } })).toBe("ask");
        },
      ),
      runs(300),
    );
  });

  test.each(HARMLESS_VARIABLES.map(({ names }) => names))("%s", (names) => {
    expect(names).toMatch(/^[A-Za-z0-9_]+(?: [A-Za-z0-9_]+)*$/);
  });
});

describe("paths behind a change of directory", () => {
  const policy = { "*": "allow", external_directory: "deny", path: { "*": "allow", "src/secret": "deny" } };
  test.each<[string, Action]>([
    ["cd src && cat secret", "deny"],
    ["cd src; cat secret", "deny"],
    ["cd src || exit 1; cat ../a", "allow"],
    ["cd src && cat ../a", "allow"],
    ["cd src; cat ../a", "deny"],
    ["(cd src && make); cat secret", "allow"],
    ["cd src && make && cd - && cat secret", "allow"],
    ["cd src && make && cd .. && cat secret", "allow"],
    ["pushd src && popd && cat ../x", "deny"],
    ["cd src && cd .. && cat ../x", "deny"],
    ["for d in a src; do (cd $d && cat secret); done", "deny"],
    ["for d in a b; do (cd $d && cat secret ../x); done", "allow"],
    ["for d in a b; do cd $d; cat ../x; done", "deny"],
    ["! cd src && cat ../x", "deny"],
    ["if cd src; then cat ../x; fi", "deny"],
    ["f() { cat secret; }; cd src && f", "deny"],
    ["cd $x && cat a", "ask"],
    ["cd /usr; cat a", "deny"],
    ["cat $PWD/src/secret", "deny"],
    ['cd src && cat "$PWD/secret"', "deny"],
    ['cd src && cat "$PWD/../a"', "allow"],
    ["{ cd src; } > secret", "allow"],
    ["eval 'cd src'; cat secret", "ask"],
    ["f() { cd src; }; f; cat secret", "ask"],
    ["if true; then cd src; fi; cat secret", "deny"],
    ["cd() { :; }; cd src && cat ../x", "deny"],
  ])("%j: %s", (command, expected) => {
    expect(state(command, policy)).toBe(expected);
  });
});

test("a function that moves may be called anywhere", () => {
  const policy = { "*": "allow", external_directory: "allow", path: { "*": "allow", "src/secret": "deny" } };
  expect(state("f() { cd src; }; f; cat secret", policy)).toBe("ask");
  expect(state("f() { (cd src; make); }; f; cat secret", policy)).toBe("allow");
});

describe("a variable that is given a value once", () => {
  const policy = {
    "*": "allow",
    external_directory: "deny",
    path: { "*": "allow", "src/secret": "deny", "*.env": "deny" },
  };
  test.each<[string, Action]>([
    ['d=src; cat "$d/a"', "allow"],
    ["d=src; cat $d/a", "allow"],
    ['d=src; cat "$d/secret"', "deny"],
    ['d=src; e="$d/secret"; cat "$e"', "deny"],
    ['for f in a b; do cat "$f"; done', "allow"],
    ['for f in a secret; do cat "src/$f"; done', "deny"],
    ['for f in src/*.ts; do cat "$f"; done', "allow"],
    ['for f in *; do cat "$f"; done', "ask"],
    ['t=$(mktemp); echo a > "$t"; cat "$t"', "allow"],
    ['t=$(mktemp -d); cat "$t/a"', "ask"],
    ["t=$(mktemp src/XXXX); cat $t", "ask"],
    ['f() { local d=src; cat "$d/a"; }; f', "allow"],
    ['cat "$d/a"; d=src', "ask"],
    ['d=src; d=x; cat "$d/a"', "ask"],
    ['true && d=src; cat "$d/a"', "ask"],
    ['true && d=src && cat "$d/a"', "allow"],
    ['true || d=src && cat "$d/a"', "ask"],
    ['(d=src); cat "$d/a"', "ask"],
    ['d=src; read d; cat "$d/a"', "ask"],
    ['d=src; f() { unset d; }; cat "$d/a"', "ask"],
    ['d=src; source x; cat "$d/a"', "ask"],
    ['d=/home/user/project; cat "$d/a"', "allow"],
    ['d=/home/user/project; source x; cat "$d/a"', "ask"],
    ['d=src; eval "$x"; cat "$d/a"', "ask"],
    ["d='a /etc/passwd'; cat $d", "ask"],
    ["d='a /etc/passwd'; cat \"$d\"", "allow"],
    ["d='*'; cat $d", "ask"],
    ["IFS=r; d=src; cat $d/a", "ask"],
    ['local d=src; cat "$d/a"', "ask"],
    ["d=src; bash -c 'cat \"$d/a\"'", "ask"],
    ['d=src cat "$d/a"', "ask"],
    ['PWD=src; cat "$PWD/a"', "ask"],
    ['declare -u d=src; cat "$d/a"', "ask"],
  ])("%j: %s", (command, expected) => {
    expect(state(command, { ...policy, env: "allow" })).toBe(expected);
  });
});
