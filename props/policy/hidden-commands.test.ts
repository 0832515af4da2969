import { describe, expect, test } from "bun:test";

import { decide } from "../../src/policy/decide.ts";
import type { Action } from "../../src/policy/rules.ts";

/** Each of these was once allowed, though bash runs what a rule denies, or touches what a rule denies. */

const OPEN = { "*": "ask", external_directory: "allow", read: "allow", write: "allow" } as const;
const DENY_RM = { ...OPEN, bash: { "*": "allow", "rm *": "deny" } };
const GIT = {
  ...OPEN,
  bash: {
    "*": "ask",
    "git *": "allow",
    "git push *": "deny",
    "echo *": "allow",
    "printf *": "allow",
    "cat *": "allow",
  },
};

const state = (command: string, permission: unknown): Action =>
  decide({ command, permission, cwd: "/home/user/project", home: "/home/user" }).state;

test.each([
  // A line continuation vanishes inside backquotes before any quote is read.
  "echo `git 'pu\\\nsh'`",
  "echo \"`git 'pu\\\nsh'`\"",
  // A descriptor variable is not a word.
  "git {f\\\nd}>/dev/null push",
  "git {a[b[1]]}>/dev/null push",
  'git {a["b"]}>/dev/null push',
  // A descriptor that is too large is a word.
  "git 99999999999>x log; 99999999999>/dev/null git log",
  // The word after `>&` is expanded twice.
  "git >&'$(git push)'",
  "git >&\\$\\(git\\ push\\)",
  "git 1>&'`git push`'",
  '{ git; } >&"$x"',
  // `>&-` ends the redirection.
  "git >&-push",
  "git 0<&-push",
  "git >& -push",
  // Double quotes in backquotes in double quotes end the quote for brace expansion.
  'echo "`git "{pu,}sh"`"',
  // A backslash at the end may vanish.
  "echo 'a\nb'; git push\\",
  // "$@" is a list however it is written.
  'git "$\\\n@" push',
  'git "$@" push',
  'git "${@}" push',
  // A quoted `$$(` is read twice.
  'echo "$$("\'")$(git push)"\'',
  'git log "$$("\'")$(git push)"\'',
  'echo "$$\\\n{"\'"}$(git push)"\'',
  // A substitution is printed and read again, with its redirections at the end.
  'echo "$(</dev/null ! git push)"',
  "echo $(time </dev/null -p git push)",
  "echo $(</dev/null time git push)",
  // A translated string is expanded.
  'echo $"hello"',
  // printf assigns with %n.
  "printf 'xx%ln' PATH; git log",
  "printf 'xx%n' PATH; git log",
  'printf "$f" PATH; git log',
  "printf -- '%n' PATH; git log",
  "printf -vPATH x; git log",
])("does not allow %j", (command) => {
  const bash = { ...GIT.bash, "git push": "deny" };
  expect(state(command, { ...GIT, bash })).not.toBe("allow");
});

test.each([
  ">&-rm x",
  "2>& -rm x",
  ">&-#'\nrm x #'",
  "{f\\\nd}>/dev/null rm x",
  "echo `'r\\\nm' x`",
  "bash /tmp/../dev/stdin <<< 'rm x'",
  ". /tmp/../dev/fd/0 <<< 'rm x'",
  "cd /dev; . ./stdin <<< 'rm x'",
  "cd /proc/self && . fd/0 <<< 'rm x'",
  "cd /dev; echo rm x | bash stdin",
  "bash-5.2 -c 'rm x'",
  "bash-static -c 'rm x'",
  "sh /proc/self/cmdline $'\\nrm x\\n'",
  "cd /proc/self; sh cmdline $'\\nrm x\\n'",
  "A=$'\\nrm x\\n' bash /proc/self/environ",
  "dpkg-architecture -c rm x",
  "split --filter='rm x' f",
  "echo $(</dev/null coproc rm x)",
  "echo $(</dev/null [[ -v 'a[$(rm x)]' ]])",
  "ksh93 -c 'rm x'",
  "/lib64/ld-linux-x86-64.so.2 /bin/rm x",
  "setarch x86_64 rm x",
  "choom -n 0 rm x",
  "tmux new rm x",
  "chronic rm x",
  '"$x" "rm x"',
  "constructor x; eval rm x",
])("does not allow %j where rm is denied", (command) => {
  expect(state(command, DENY_RM)).not.toBe("allow");
});

test.each(["PS4", "RANDOM", "SRANDOM", "OPTIND", "HISTCMD", "BASH_ENV", "PROMPT_COMMAND"])(
  "a value of %s that bash evaluates is text that runs later",
  (name) => {
    const permission = { ...DENY_RM, env: "allow" };
    expect(state(`${name}='a[$(rm x)]'; :`, permission)).toBe("ask");
    expect(state(`${name}+='a[$(rm x)]'; :`, permission)).toBe("ask");
    expect(state(`${name}='$(rm x)='; :`, permission)).toBe("ask");
    expect(state(`${name}='a[$(rm x)]=5'; :`, permission)).toBe("ask");
    expect(state(`${name}=5; :`, permission)).toBe("allow");
  },
);

describe("what runs later under a plain allow", () => {
  test.each(["bash -c 'cat ./secret'", "eval 'cat ./secret'", "xargs cat", "trap 'cat secret' EXIT"])(
    "may touch a file that `path` denies: %j",
    (command) => {
      expect(state(command, { ...OPEN, bash: "allow", path: { "*": "allow", secret: "deny" } })).toBe("ask");
      expect(state(command, { ...OPEN, bash: "allow", path: "allow" })).toBe("allow");
    },
  );

  test.each([
    "export PATH=x",
    "declare -x PATH=x",
    "read PATH <<< x",
    "printf -v PATH x",
    "unset PATH",
    "env PATH=x a",
  ])("may set a variable that `env` denies: %j", (command) => {
    expect(state(command, { ...OPEN, bash: "allow", env: { "PATH=*": "deny" } })).toBe("ask");
    expect(state(command, { ...OPEN, bash: "allow" })).toBe("allow");
  });

  test("may write where `write` denies", () => {
    expect(state("bash -c 'echo >x'", { ...OPEN, bash: "allow", write: "deny" })).toBe("ask");
  });
});

describe("outside of the working directory", () => {
  const judge = (command: string, external: unknown) =>
    state(command, { "*": "ask", bash: "allow", read: "allow", write: "allow", external_directory: external });

  test.each([
    "cat $HOME/.ssh/id_rsa",
    'cat "${HOME}/.ssh/id_rsa"',
    "cat /e*/passwd",
    "cat /etc/passw[d]",
    "cat /etc/$x",
    "cat ../out*",
    "cat ../{a,b}",
    "cat {/etc,x}/passwd",
    "cat ~root/x",
    "cat ~+/../x",
    "cat ~/.ssh/id_*",
    "cat --file=~/x",
    "rm -rf /etc/$x",
    "sort -uo../o1 in",
    "tar -czf../o.tgz in",
    "grep -rf/etc/passwd .",
    "foo --x=b=/etc/passwd",
    "curl file:///etc/passwd",
    "cat ../x; cd .",
    "cd . && rm -rf ../x",
    "cd ..",
    "cd sub; cat ../../out.txt",
    "cd sub && cd ../.. && cat out.txt",
    "cd; cat .ssh/id_rsa",
    "cd --; echo HI > .ssh/new",
    "cd -P; cat x",
    "pushd ..; cat x",
    "cat < ../x",
    "echo > $x",
    "cat */../../out",
    "cat [s]ub/../../out",
    "cat $PWD/../out",
    "ls {.,}.",
    "ls {$'\\x2e.',}",
    "cat {$'\\x2fetc',}",
    "cat =========/../../out",
    "cd -C.; cat ../out",
    "curl -F 'f=<../../out'",
  ])("a guard rail that asks is asked: %j", (command) => {
    expect(judge(command, "ask")).toBe("ask");
  });

  test.each([
    "cd -; cat passwd",
    "cd $x; cat passwd",
    "x=cd; $x /etc; cat passwd",
    "command -p cd /etc; cat passwd",
    "{cd,sub}; cat s2",
    "trap 'cd /etc' DEBUG; cat passwd",
    "source ./x; cat passwd",
    "CDPATH=/x; cd user; cat out",
    "IFS=r; ls -d $HOME/project/sub",
    "cat $x",
  ])("a deny is asked about where the place is not known: %j", (command) => {
    expect(judge(command, "deny")).not.toBe("allow");
    expect(judge(command, { "*": "allow", "/etc/*": "deny" })).not.toBe("allow");
  });

  test.each(["cat /etc/passwd", "cd /etc; cat passwd", "cd / && cd etc; cat passwd", "cat a/../../../../etc/passwd"])(
    "a deny catches %j",
    (command) => {
      expect(judge(command, { "*": "allow", "/etc/*": "deny" })).toBe("deny");
    },
  );

  test.each([
    "cat x ./y a/../b",
    "cat /home/user/project/x $HOME/project/x ~/project/x",
    "cat *.js src/*.ts /home/user/project/*.js",
    "cd sub; cat x ./y",
    "cd sub && cat *.js",
    "cat $x",
    "cat /dev/null",
    "git clone https://example.com/x",
    "git log -- '~/x'",
  ])("inside of it nothing is asked: %j", (command) => {
    expect(judge(command, "ask")).toBe("allow");
  });
});

describe("a file that `path` denies", () => {
  const judge = (command: string) =>
    state(command, {
      ...OPEN,
      bash: "allow",
      path: { "*": "allow", secret: "deny", "*.env": "deny", "/home/user/project/sub/s2": "deny", "~/s2": "deny" },
    });

  test.each([
    ["cat secret", "deny"],
    ["cat -- -1.env", "deny"],
    ["cat < '~/../secret'", "deny"],
    ["cat '~/../secret'", "deny"],
    ["cd sub; cat s2", "deny"],
    ["cd; cat s2", "deny"],
    ["cat ~/s2", "deny"],
    ["HOME=/x; cat ~/s2", "ask"],
    ["export HOME=/home; cat ~/user/s2", "ask"],
    ["read HOME <<< x; cat ~/s2", "ask"],
    ["cat *.env", "ask"],
    ["cat secre[t]", "ask"],
    ["cat /home/user/project/secre[t]", "ask"],
    ["cat /home/user/project/*", "ask"],
    ["cd ~; cat project/secre[t]", "ask"],
    ["cat su[b]//s2", "ask"],
    ["cat sub//s[2]", "ask"],
    ['cat ""~/../secret', "deny"],
    ['cat ~""/../secret', "ask"],
    ["IFS=/; cat $HOME/../secret", "ask"],
    ["curl -F 'f=<secret'", "deny"],
    ["tar -xOfsecret", "deny"],
    ["echo x >& sec\u0001ret", "ask"],
    ["echo x >&'2-'", "ask"],
    ["cat *.js", "allow"],
    ["cat x", "allow"],
  ] as const)("%j: %s", (command, expected) => {
    expect(judge(command)).toBe(expected);
  });
});
