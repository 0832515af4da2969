import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import { decide } from "../../src/authority/decision.ts";
import { judgeCommand } from "../../src/policy/decide.ts";
import { normalizePermission } from "../../src/policy/normalize.ts";
import { Policy } from "../../src/policy/policy.ts";
import { type Action, evaluate, mostRestrictive } from "../../src/policy/rules.ts";
import { HOLE } from "../../src/shell/text.ts";
import { parseUnits } from "../../src/shell/units.ts";
import { bashRules, program, PROGRAMS, simpleCommand, spelled } from "../generators.ts";
import { runs } from "../runs.ts";

/** Everything but `bash` is allowed, so that only its rules decide. */
function state(command: string, bash: unknown, more: object = {}): Action {
  const permission = { "*": "ask", external_directory: "allow", read: "allow", write: "allow", bash };
  return decide({ command, permission, cwd: "/home/user/project", home: "/home/user", ...more }).state;
}

const RANK: Readonly<Record<Action, number>> = { allow: 0, ask: 1, deny: 2 };

/** A command some of whose words are known only at run time, with the variables that they are. */
function commandWithHoles(): fc.Arbitrary<string> {
  const word = fc.oneof(
    fc.constantFrom("push", "log", "x", "-r"),
    fc.constantFrom("$a", '"$a"', "p$a", "*", '"$a"x', "$(rm)"),
  );
  const name = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom<string>(...PROGRAMS) },
    { weight: 1, arbitrary: fc.constantFrom("$a", "g$a", '"$a"') },
  );
  return fc.tuple(name, fc.array(word, { maxLength: 3 })).map(([command, words]) => [command, ...words].join(" "));
}

/** A text with the same string in each of its holes. */
function fill(text: string, filling: string): string {
  return text.replaceAll(HOLE, filling);
}

describe("decide", () => {
  test("an allow is a proof: for every filling of the holes the rules say allow", () => {
    const fillings = ["", "x", "push", "push x", "rm", "rm x", "git push", "log", "zz", "/rm", "ush"];
    fc.assert(
      fc.property(commandWithHoles(), bashRules(), (command, bash) => {
        if (state(command, bash) !== "allow") return;
        const ruleset = normalizePermission({ bash });
        for (const { text, words } of parseUnits(command).units) {
          for (const filling of fillings) {
            const filled = fill(text, filling);
            expect([bash, command, filled, evaluate("bash", filled, ruleset).action]).toEqual([
              bash,
              command,
              filled,
              "allow",
            ]);
            // A word that vanishes takes its space along.
            const shorter = words
              .filter((word) => word.text !== HOLE || word.holes[0]?.vanishes !== true)
              .map((word) => fill(word.text, filling));
            if (shorter.length === 0) continue;
            const joined = shorter.join(" ");
            expect([bash, command, joined, evaluate("bash", joined, ruleset).action]).toEqual([
              bash,
              command,
              joined,
              "allow",
            ]);
          }
        }
      }),
      runs(20_000),
    );
  });

  test("never allows a hole that may be what a rule denies", () => {
    fc.assert(
      fc.property(fc.constantFrom(...PROGRAMS), fc.constantFrom("push", "x y", "-rf /"), (name, operands) => {
        const denied = `${name} ${operands}`;
        for (const command of [
          "$a",
          "$a $b",
          `${name} $a`,
          `$a ${operands}`,
          '"$a" $b',
          `${name[0]}$a ${operands}`,
          `$(a) ${operands}`,
          `${name} *`,
        ]) {
          for (const pattern of [denied, `${denied} *`, `${name} *`, `*${operands}*`]) {
            expect([command, pattern, state(command, { "*": "allow", [pattern]: "deny" })]).not.toEqual([
              command,
              pattern,
              "allow",
            ]);
          }
        }
      }),
      runs(300),
    );
  });

  test("adding a sibling never weakens", () => {
    const operators = fc.constantFrom(";", "\n", "&&", "||", "|", "& ");
    fc.assert(
      fc.property(program(), program(), operators, bashRules(), (left, right, operator, bash) => {
        fc.pre(!(operator === "|" && /^(?:!|time)/.test(right.source))); // not reserved words there
        fc.pre(parseUnits(left.source).complete); // else nothing behind it is read
        const alone = state(left.source, bash);
        const together = state(`${left.source}${operator}${right.source}`, bash);
        expect(RANK[together]).toBeGreaterThanOrEqual(RANK[alone]);
        expect(together).toBe(mostRestrictive(alone, state(right.source, bash)));
      }),
      runs(3_000),
    );
  });

  test("adding a wrapper never loosens", () => {
    const plain = ["timeout 5", "nice", "nohup", "setsid", "command", "exec", "time"];
    const opaque = ["env", "sudo", "xargs", "timeout -k 1 5"];
    fc.assert(
      fc.property(simpleCommand(), fc.constantFrom(...plain, ...opaque), bashRules(), ({ source }, wrapper, bash) => {
        // The wrapper's own rule is on both sides; what it wraps is judged all the same.
        const rules = { ...bash, [`${wrapper.split(" ")[0] ?? ""} *`]: "allow" };
        const bare = RANK[state(source, rules)];
        const wrapped = RANK[state(`${wrapper} ${source}`, rules)];
        // What an opaque wrapper runs is not read, so a deny of it can only ask.
        expect(wrapped).toBeGreaterThanOrEqual(plain.includes(wrapper) ? bare : Math.min(bare, RANK.ask));
      }),
      runs(3_000),
    );
  });

  test("adding a deny or ask never loosens", () => {
    fc.assert(
      fc.property(
        program(),
        bashRules(),
        fc.constantFrom("rm *", "git *", "alpha *", "*", "*x"),
        fc.constantFrom<Action>("deny", "ask"),
        ({ source }, bash, pattern, action) => {
          const { [pattern]: _, ...others } = bash;
          const more = { ...others, [pattern]: action };
          const before = state(source, others);
          // An ask written last overrides a deny: only an allow may not come of it.
          if (before !== "allow") expect(state(source, more)).not.toBe("allow");
          if (action === "deny") expect(RANK[state(source, more)]).toBeGreaterThanOrEqual(RANK[before]);
        },
      ),
      runs(3_000),
    );
  });

  test("spelling does not matter", () => {
    const command = fc.tuple(
      fc.constantFrom(...PROGRAMS),
      fc.array(fc.constantFrom("push", "x", "log", "-r", "a b"), { maxLength: 3 }),
    );
    fc.assert(
      fc.property(
        command.chain(([name, operands]) => {
          const words = [name, ...operands];
          const spelling = () => fc.tuple(...words.map((word) => spelled(word))).map((list) => list.join(" "));
          return fc.tuple(spelling(), spelling());
        }),
        bashRules(),
        ([one, other], bash) => {
          expect([one, state(one, bash)]).toEqual([one, state(other, bash)]);
        },
      ),
      runs(5_000),
    );
  });

  test("no match asks", () => {
    fc.assert(
      fc.property(program(), ({ source }) => expect(state(source, { "no-such-program *": "allow" })).toBe("ask")),
      runs(300),
    );
  });

  test("across units, deny trumps ask trumps allow", () => {
    expect(state("alpha; beta; gamma", { "alpha *": "deny", "beta *": "ask", "gamma *": "allow" })).toBe("deny");
    expect(state("gamma; beta", { "beta *": "ask", "gamma *": "allow" })).toBe("ask");
    expect(state("gamma; gamma", { "gamma *": "allow" })).toBe("allow");
  });

  test("never throws, whatever the text and the map", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.anything(),
        (command, permission) => void decide({ command, permission }),
      ),
      runs(3_000),
    );
  });

  test("what is not understood always asks, at least", () => {
    for (const text of ["if a; then b", "echo $[1]", "a '", "f() { a;"]) {
      expect(state(text, "allow")).toBe("ask");
      expect(state(`rm x; ${text}`, { "*": "allow", "rm *": "deny" })).toBe("deny");
    }
  });

  test.each(["$x", "${x}", "$x$y", "$(git log)", "*", '"$@"', "a$x"])("a value is one text: NODE_ENV=%j", (value) => {
    const permission = { bash: { "*": "ask", "npm *": "allow", "git log *": "allow" }, env: { "NODE_ENV=*": "allow" } };
    expect(decide({ command: `NODE_ENV=${value} npm test`, permission }).state).toBe("allow");
    expect(
      decide({ command: `NODE_ENV=${value} npm test`, permission: { ...permission, env: { "*=*": "deny" } } }).state,
    ).toBe("deny");
  });

  test("an allow that names an escape sees the source only where it reads as the command does", () => {
    const rules = { "*": "ask", "echo *": "allow", "ls \\$x": "allow" };
    expect(state("ls \\$x", rules)).toBe("allow");
    expect(state("echo $(ls \\$x)", rules)).toBe("allow");
    // Inside backquotes the escape goes first: it is `ls $x`.
    expect(state("echo `ls \\$x`", rules)).toBe("ask");
    expect(state("bash -c 'ls \\$x'", { ...rules, "bash *": "allow" })).toBe("ask");
  });

  const RULES = {
    "*": "ask",
    "git *": "allow",
    "git push *": "deny",
    "rm *": "deny",
    "./lint *": "allow",
    "bash build.sh *": "allow",
    "timeout *": "allow",
    "make*": "allow",
    "find *": "allow",
    "cat *": "allow",
  };

  test.each<[string, Action]>([
    ["git log $ref", "allow"],
    ["git $sub", "ask"],
    ["git push origin", "deny"],
    ["git 'push' x", "deny"],
    ["/bin/rm x", "deny"],
    ["\\rm x", "deny"],
    ["$dir/rm x", "deny"],
    ["$x foo", "ask"],
    ["./lint x", "allow"],
    ['"./lint x"', "ask"],
    ["/opt/git log", "ask"],
    ["bash build.sh $x", "allow"],
    ["bash build.sh 'a b'", "allow"],
    ["bash 'build.sh a'", "ask"],
    ["git log 'a b'", "allow"],
    ["makeinfo x", "allow"],
    ['"make x"', "ask"],
    ["bash -c 'git log'", "ask"],
    ["timeout 5 git log", "allow"],
    ["timeout 5 git push", "deny"],
    ["timeout 5 rm x", "deny"],
    ["timeout -s KILL 5 git log", "allow"],
    ["timeout -x 5 git log", "ask"],
    ["timeout 5 bash -c 'rm x'", "deny"],
    ["find . -name x", "allow"],
    ["find . -exec rm {} +", "deny"],
    ["cat x | bash", "ask"],
    ["git log $(rm x)", "deny"],
    ['git log "`rm x`"', "deny"],
    ["PATH=/evil git log", "ask"],
    ["git log > x", "allow"],
    ["", "ask"],
    ["# nothing", "ask"],
  ])("%j: %s", (command, expected) => {
    expect(state(command, RULES)).toBe(expected);
  });

  test("a plain allow for bash has nothing to hide", () => {
    for (const command of ["$x", "eval $x", "FOO=1 ls", "xargs rm", ""]) expect(state(command, "allow")).toBe("allow");
    expect(state("FOO=1 ls", { "*": "allow", "rm *": "deny" })).toBe("ask");
    expect(state("eval $x", { "*": "allow", "rm *": "deny" })).toBe("ask");
  });

  test("a pattern with a quote, a backslash, a backquote, `$` or `~` is tried on the source too", () => {
    expect(state("make `x`", { "*": "allow", "*`*": "deny" })).toBe("deny");
    expect(state("make `x`", { "make `x`": "allow", x: "allow" })).toBe("allow");
    expect(state("make `x`", { "make `x`": "allow" })).toBe("ask");
    expect(state('cat "$HOME"', { 'cat "$HOME"': "allow" })).toBe("allow");
    expect(state("cat $HOME", { 'cat "$HOME"': "allow" })).toBe("ask");
    expect(state("cat ~/x", { "cat *": "allow", "cat ~/*": "deny" })).toBe("deny");
  });
});

describe("what the user lets the shell run before each command", () => {
  const rules = {
    "*": "ask",
    bash: { "*": "ask", "git *": "allow", "cat *": "allow", "rm *": "deny" },
    external_directory: "ask",
    path: { "*": "allow", "*.env": "deny" },
    read: "allow",
  };
  const after = (prefix: string, command: string, permission: object = rules) => {
    const policy = new Policy(normalizePermission(permission), "/home/user");
    const paths = { cwd: "/home/user/project", home: "/home/user" };
    return judgeCommand(command, policy, paths, { prefix }).state;
  };

  test.each<[string, string, Action]>([
    ["set -e", "git log", "allow"],
    ["export FOO=1 PATH=/x:$PATH", "git log", "allow"],
    ["nvm use 22 >/dev/null", "git log", "allow"],
    ["source ~/.bashrc", "git log", "allow"],
    ['eval "$(mise activate bash)"', "git log", "allow"],
    ["ls /etc > /tmp/x", "git log", "allow"],
    ["set -e", "make", "ask"],
    ["set -e", "", "ask"],
    ["set -e", "# nothing", "ask"],
    // What it does to the command.
    ["cd /etc", "cat passwd", "ask"],
    // It may have failed.
    ["cd sub", "cat ../x", "ask"],
    ["cd sub", "cat x", "allow"],
    ["cd sub", "cat ../../x", "ask"],
    ["GLOBIGNORE=z", "git log *", "ask"], // also lets globs find hidden names
    ["shopt -s expand_aliases", "git log", "ask"],
    ["alias git=rm", "git log", "ask"],
    ["eval 'shopt -s expand_aliases'", "git log", "ask"],
    ["set -k", "git log", "ask"],
    ['echo "', "git log", "ask"],
    ["echo $[1]", "git log", "ask"],
    ["cat <<E", "git log", "ask"],
    ["git() { make; }; function cd { x; }", "cat x", "allow"],
    // Its functions run what no rule was asked about.
    ['make() { command make "$@"; }', "make x", "ask"],
    ['git() { command git "$@"; }', "git log", "allow"],
    ["function cd { x; }", "cd sub && cat x", "ask"],
    ["a() { :; }", "b() { git log; }; b", "allow"],
    // A deny is one of the user's too.
    ["rm -rf /tmp/x", "git log", "deny"],
    [". ./.env", "git log", "deny"],
  ])("%j, then %j: %s", (prefix, command, expected) => {
    expect(after(prefix, command)).toBe(expected);
  });

  test("never loosens the command, and no prefix changes nothing", () => {
    const prefixes = fc.constantFrom(
      "set -e",
      "cd sub",
      "export A=1",
      "alias a=b",
      "source x",
      "eval $x",
      "make &",
      "alpha() { :; }",
    );
    fc.assert(
      fc.property(prefixes, program(), bashRules(), (prefix, { source }, bash) => {
        const permission = { "*": "ask", external_directory: "ask", path: { "*": "allow", "c/d": "deny" }, bash };
        const alone = after("", source, permission);
        expect(alone).toBe(
          decide({ command: source, permission, cwd: "/home/user/project", home: "/home/user" }).state,
        );
        // From another directory the same name is another file.
        if (prefix !== "cd sub") expect(RANK[after(prefix, source, permission)]).toBeGreaterThanOrEqual(RANK[alone]);
      }),
      runs(1_000),
    );
  });
});

describe("a command that starts in another directory", () => {
  const rules = { "*": "allow", external_directory: "ask", bash: "allow", path: { "*": "allow", "sub/x": "deny" } };
  test.each<[string, string, Action]>([
    ["sub", "cat x", "deny"],
    ["sub", "cat *", "ask"],
    ["sub", "cat ../y", "allow"],
    ["sub", "cat ../../y", "ask"],
    ["sub", "cd ..; cat y", "deny"],
    ["sub", "echo >x", "deny"],
    ["sub", "cat $x", "ask"],
    ["sub", "cat /home/user/project/y", "allow"],
    ["other", "cat x", "allow"],
    ["other", "cat *.js", "allow"],
    ["/etc", "cat x", "ask"],
    ["/etc", "cat *", "ask"],
    ["/etc", "echo >x", "ask"],
    ["/home/user/project/.pi", "echo >settings.json", "ask"],
  ])("in %s, %j: %s", (directory, command, expected) => {
    const policy = new Policy(normalizePermission(rules), "/home/user");
    const cwd = "/home/user/project";
    const base = directory.startsWith("/") ? directory : `${cwd}/${directory}`;
    const judged = (text: string, more: object) =>
      judgeCommand(text, policy, { cwd, home: "/home/user", ...more }).state;
    expect(judged(command, { base })).toBe(expected === "deny" && command.startsWith("cd") ? "allow" : expected);
    // As after `cd`, where both directories count.
    expect(RANK[judged(`cd ${directory}\n${command}`, {})]).toBeGreaterThanOrEqual(RANK[judged(command, { base })]);
  });
});

describe("where programs that differ in case are the same", () => {
  test.each<[string, string, Action]>([
    ["darwin", "RM x", "deny"],
    ["darwin", "/bin/Rm x", "deny"],
    ["darwin", "Git log", "ask"],
    ["darwin", "git branch -d x", "allow"],
    ["win32", "rm.exe x", "deny"],
    ["win32", "/bin/RM.EXE x", "deny"],
    ["linux", "RM x", "ask"],
  ])("on %s, %j: %s", (platform, command, expected) => {
    const bash = { "*": "ask", "git *": "allow", "git branch -D *": "deny", "rm *": "deny" };
    const permission = { "*": "ask", external_directory: "allow", bash };
    expect(judgeCommand(command, new Policy(normalizePermission(permission), undefined, { platform })).state).toBe(
      expected,
    );
  });
});

describe("the decision", () => {
  test("is whole", () => {
    const permission = { bash: { "git *": "allow", "rm *": "deny" } };
    expect(decide({ command: "git log $x && rm 'a b'", permission })).toEqual({
      state: "deny",
      final: "deny",
      by: "policy",
      complete: true,
      units: [
        {
          text: "git log \0",
          source: "git log $x",
          start: 0,
          end: 10,
          context: "top level",
          state: "allow",
          pattern: "git *",
          surface: "bash",
        },
        {
          text: "rm a b",
          source: "rm 'a b'",
          start: 14,
          end: 22,
          context: "top level",
          state: "deny",
          pattern: "rm *",
          surface: "bash",
        },
      ],
    });
  });
});

describe("files that a command names", () => {
  const base = { "*": "ask", bash: "allow", read: "allow", write: "allow" } as const;
  const judge = (command: string, more: object) =>
    decide({ command, permission: { ...base, ...more }, cwd: "/home/user/project", home: "/home/user" }).state;

  test.each<[string, Action]>([
    ["cat x", "allow"],
    ["cat ./x ../project/x", "allow"],
    ["cat /home/user/project/x", "allow"],
    ["cat /etc/passwd", "ask"],
    ["cat ../x", "ask"],
    ["cat a/../../x", "ask"],
    ["cat ~/x", "ask"],
    ["dd if=/etc/passwd", "ask"],
    ["grep -f/etc/passwd x", "ask"],
    ["grep --file=/etc/passwd x", "ask"],
    ["cat $x", "allow"],
    ["cat <x", "allow"],
    ["cat </etc/passwd", "ask"],
    ["echo >/dev/null 2>&1", "allow"],
    ["echo >/dev/sda", "ask"],
    ["cd sub; cat x", "allow"],
    ["cd sub; cat ../../x", "ask"],
  ])("outside of the working directory ask: %j: %s", (command, expected) => {
    expect(judge(command, { external_directory: { "*": "ask", "/nowhere/*": "deny" } })).toBe(
      command === "cat $x" ? "ask" : expected,
    );
    expect(judge(command, { external_directory: "allow" })).toBe("allow");
  });

  test.each<[string, Action]>([
    ["cat .env", "deny"],
    ["cat ./.env", "deny"],
    ["cat a/../.env", "deny"],
    ["cat '.e'nv", "deny"],
    ["cat x", "allow"],
    ["echo y >.env", "deny"],
    ["cp --target=.env x", "deny"],
    ["cat $x", "ask"],
    ["cd a && cat .env", "deny"],
    ["cat key.pem", "deny"],
    ["git status", "allow"],
  ])("a `path` deny catches %j: %s", (command, expected) => {
    expect(
      judge(command, { external_directory: "allow", path: { "*": "allow", "*.env": "deny", "*.pem": "deny" } }),
    ).toBe(expected);
  });
});
