import { describe, expect, test } from "bun:test";

import { decide, judgeCommand } from "../../src/policy/decide.ts";
import { readPermission } from "../../src/policy/normalize.ts";
import { normalizePath } from "../../src/policy/paths.ts";
import { Policy } from "../../src/policy/policy.ts";
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
  // The separator behind a here-document gets lost when a substitution is printed.
  'echo "$(cat <<E\nhi\nE\ngit; push)"',
  "echo $(: <<E | git; push\nE\n)",
  "echo $( (: <<E\nE\n) & git; push)",
  "b=()rm git push",
  'echo "${q-`git \\"push\\"`}"',
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
  "getopts a $x; git log",
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

test.each([
  // The value of a variable in an expression is an expression.
  "a='b[$(rm x)]'; ((a))",
  "a='b[$(rm x)]'; echo $((a + 1)) ",
  "a='b[$(rm x)]'; [[ a -eq 0 ]]",
  "a='b[$(rm x)]'; echo ${x:a}",
  "a='b[$(rm x)]'; echo ${x[a]}",
  "a='b[$(rm x)]'; x[a]=1",
  "a='b[$(rm x)]'; for ((a;;)); do break; done",
  "a='b[$(rm x)]'; for ((i=a; i<1; i++)); do :; done",
  "printf 'a[$(rm x)]' | while read n; do echo $((n)); done",
  "a=1; a='b[$(rm x)]'; ((a))",
  "a=1; a+='+b[$(rm x)]'; ((a))",
  "for a in 1 'b[$(rm x)]'; do ((a)); done",
  "for a in 1 $y; do ((a)); done",
  "a=1; read a <<< 'b[$(rm x)]'; ((a))",
  "((a)); ((1 + $1))",
  // A name that is joined with an integer is another name.
  ":; x=1; i=0; x0='a[$(rm f)]'; ((x$i))",
  "x=1; x0='a[$(rm f)]'; ((x$?))",
  "x=1; x0='a[$(rm f)]'; ((x$((0))))",
  "x=1; x1='a[$(rm f)]'; echo ${z[x${#y}]}",
  "xy='a[$(rm f)]'; x=1; y=1; ((x$!y))",
  // Variables that bash sets.
  "((_=1)); : 'a[$(rm f)]'; ((_))",
  "REPLY=1; select x in 1 2; do ((REPLY)); break; done <<< 'a[$(rm f)]'",
  "((BASH_REMATCH=1)); [[ 'a[$(rm f)]' =~ .* ]]; ((BASH_REMATCH))",
  // Indirection, prompts, default values.
  "a='b[$(rm f)]'; echo ${!a}",
  "a='b[$(rm f)]'; echo ${!a[@]%z}",
  "a='b[$(rm f)]'; echo ${!a[*]:-q}",
  "a='$(rm f)'; echo ${a@P}",
  "echo ${a:='b[$(rm x)]'}; ((a))",
  // An unquoted expansion may be more options and names.
  "x='q a[$(rm${IFS}f)]'; read -p $x y <<< 1",
  "x='q a[$(rm${IFS}f)]'; read -rp \"p\"$x y <<< 1",
  "read 'a[$(rm x)]'",
  // The name of a coprocess, quoted.
  "coproc \"N\" [[ -v 'a[$(rm f)]' ]]; wait",
  // In POSIX mode `time -f` is a program.
  "((POSIXLY_CORRECT=1))\ntime -f x rm f",
  "time -f x rm f",
  "[[ -v 'a[$(rm f)]' ]]",
  "[ -v 'a[$(rm f)]' ]",
  'test "$a" "$b"',
  "[ $x ]",
  "HOME='a[$(rm f)]'; [[ ~ -eq 0 ]]",
  // bash reads all of the brackets behind a name as one word.
  "A[ #];rm z",
  "A=1 A[ #];rm z",
  ">f A[ #];rm z",
  "time A[ #];rm z",
  "coproc N A[ #];rm z",
  // Single quotes in a quoted expansion hide a brace.
  'm "${y-\'"}\'}"; rm z #"" }"',
  // What starts like arithmetic is scanned before it is read.
  "((: <<E\nrm z\nE\n) )\nE",
  "(('x[$(rm z)]'))",
  "a $(((e) )<<E\n)\nrm z\nE\n)",
  "a <(((e) )<<E\n)\nrm z\nE\n)",
  // Here-documents in a substitution.
  "a $(: <<E\nE)\nrm z\nE\n)",
  "a <<E\n$(: <<'X'\nX\\\n\nrm z\nX\n)\nE",
  "a <<E\n$(#\\\n<<EX\nrm z\nEX\n)\nE",
  // A compound assignment in one, and text right behind one.
  "a $(A=(\\(\nrm z))",
  "a <(A=(\\&\nrm z\n))",
  "b=()x rm z",
  "b=(a)'' rm z",
  "y\\\n=1 rm z",
  "rm=1;B=1 >f A[&rm z&]=2",
  "B=1 >f A=(2) rm z",
  // An escaped double quote in backquotes.
  'a <<E\n`b \\";rm z;\\"`\nE',
  "a $(coproc rm z)",
  "a <(case \\(\nin (esac|rm) esac)",
  "(rm >())",
  'git "${@:1}" rm; "${@:1}" rm z',
  // The variables of another shell may come from the text around it.
  "a='b[$(rm x)]' bash -c '(a=1); ((a))'",
  "a='b[$(rm x)]' bash -c 'for a in; do :; done; ((a))'",
  "a='b[$(rm x)]' bash -c 'a=1 true; echo $((a))'",
  "{a}>&- ; a='b[$(rm x)]' bash -c '{a}>&-; ((a))'",
  "a=1 true; ((a))",
  // A text in parentheses is a compound assignment, where the variable is an array; outside a function nothing is local.
  "c=(1); export c='($(rm x))'",
  "declare -a c='($(rm x))'",
  "declare -a c; declare c='($(rm x))'",
  "mapfile c < /dev/null; readonly c='($(rm x))'",
  "coproc c { :; }; export c='($(rm x))'",
  "local n=5; ((n))",
  "IFS=1; [ $? -eq 0 ]",
  "x='-p a[$(rm x)]'; wait $x",
  "unset 'a[$(rm x)]'",
  'getopts a "$x"',
  "printf -v 'a[$(rm x)]' y",
  "for a in; do :; done; ((a))",
  "a='b[$(rm x)]' eval '((a))'",
  // An option's argument that may be empty.
  "x=; read -d\"$x\" -p 'a[$(rm x)]' y <<< 1",
  "x=; read -p\"$x\" -d 'a[$(rm x)]' y <<< 1",
  // The number of a descriptor is the name of a script.
  "{ cd /dev/fd; BASH_ENV=0 bash -c :; } <<< 'rm x'",
  "SHELLOPTS=keyword bash -c 'ls A=1'",
  // What another shell reads in another way.
  "sh -c 'echo &\\\n>x rm z'",
  "sh -c \"eval 'echo &''>x rm z'\"",
  "sh -c \"trap 'echo &''>x rm z' EXIT\"",
  'bash -c \'sh -c "eval \\"echo &\\"\\">x rm z\\""\'',
  "sh -c 'a[1]=/../rm x'",
  "sh -c 'cat 10>&1'",
  "sh -c 'chdir sub; cat s2'",
  "dash -c 'SHELLOPTS=keyword bash -c \"ls A=1\"'",
  // Text that is read as a script.
  "eval 'rm x'",
  "eval r m; eval 'r''m' x",
  "bash -c 'rm x'",
  "bash -ec 'ls; rm x'",
  "trap 'rm x' EXIT",
  'trap "$x" EXIT',
  "sh -c \"$'rm' x\"",
  "bash <<< 'rm x'",
  "bash <<E\nrm x\nE",
  "cat <<E | bash\nrm x\nE",
  ". <(echo rm x)",
  "f() { rm x; }; f",
  "function g { rm x; }",
  "if a; then rm x; fi",
  "case a in a) rm x; esac",
  "cat <<E\n$(rm x)\nE",
  'echo "${x:-$(rm x)}"',
  "a=($(rm x))",
  "declare -a a=($(rm x))",
  "echo $((1 + $(rm x)))",
  "[[ $(rm x) ]]",
  "coproc rm x",
  "cat <(rm x)",
  "while rm x; do :; done",
  // bash counts the parentheses in those of a pattern.
  "[[ x == @($(case a in b) : ;; esac) ]] ; echo ; rm x # ) ]]",
  "[[ x == @($(echo ${x-)}) ]] ; echo ; rm x # ) ]]",
  "[[ x =~ (${x-)} ]] ; echo ; rm x ; # ) ]]",
  "[[ a =~ b||( -n c # ) ]] ; echo ; rm x; echo '\n) ]] # '",
  'LC_ALL=zh_CN.GB18030\necho "€\\" ; rm x; echo " #"',
  "LANG=ja_JP.SJIS bash -c :",
  "BASH_CMDS=5; 0",
  "HOME=. bash -lc true",
  // `#` in an expression, parentheses in its expansions, `$$(` in braces, reserved words in a compound assignment.
  'git "$((1 #))\n); rm z)"',
  "cat <<E\n$((1 #))\n); rm z)\nE",
  'echo "$( git $(( ${#x[)]} )) "; rm z; echo ")"',
  "git=1; z=1; (( ${#x[)]} || git ))",
  "git ${x-$$( #}'\n)}$(rm z)'",
  "f() (A=({); git <<'E'\nrm z\nE\n)",
  "function f (A=({); git <<'E'\nrm z\nE\n)",
  // A body that is read twice, `!(` in a condition, a subscript behind `${x@`.
  "git <<E; a=(1\nE\n2)\n: <<'X'\n\nrm z\nX",
  "[[ x == y && x == $( [[ !( -n a #) ]] ) ]] ; git; : '\n) ]] ) ]] # rm x'",
  'git "${x@[}"\'"]}$(rm z)\'',
  // What is printed in another form: `time --`, and a delimiter that starts with a dash.
  "git $(git; time -- -- rm x)",
  "git <(git; time -p -- -- rm x)",
  "git $(git << -E\nE\nrm z\n-E\n)",
  // The tabs of `<<-` go before the body is read, those in a here-document or a quote of a substitution too.
  "git <<-E\n$(git <<'F'\n\tF\nrm z\nF\n)\nE",
  "git <<-E\n`git <<'F'\ny\n\t\\\n\tF\n\trm z\nF\n`\nE",
  // bash takes the double quotes out of a quoted word in braces, and backslashes between them, and reads it once more.
  'git "${x-"$"(rm z)}"',
  'git "${x+a"b$\\\n"(rm z)}"',
  `y='a[$(rm z)]'; git "\${x-\${w-"$"((y))}}"`,
  'git <<E\n${x-$"(rm z)"}\nE',
  'git <<E\n${x-$""(rm z)}\nE',
  'git "${x-"$\\(rm z)"}"',
  'git "${x-"`git \\;rm z`"}"',
  'git "${x-$"translated"}"',
  // Brace expansion cuts at the double quotes inside of a quoted expansion.
  `git "\${x-"{'$(a ',$(rm z),')'}"}""' '"')'"}"`,
  // Brace expansion makes expansions that were none.
  "x='$(rm z)'; git {a,$}{x@P}",
  "y='a[$(rm z)]'; git {$,b}[y]",
  "for y in {a,{b,$}}{w['$(rm z)']}; do :; done",
  "git {Z..a..6}rm`git`",
  "git {a..Z}rm`git`",
  // `!(` is an extended pattern where those are on.
  "[[ x == y && x == $( !(echo #) ) ]] ; rm x; echo '\n) ) ]] # '",
  "BASH_COMPAT=51\n[ x = y ] && echo $( !(echo #) ) ; rm x; echo '\n) # '\n)",
  "for BASH_COMPAT in 51; do :; done",
  "POSIXLY_CORRECT=1; :",
  "[[ x == $( f@() { a; } ) ]]",
  // The offset into a whole array is an expression.
  'x="a[\\$(rm x)]"; echo "${a[@]:x}"',
  // A process substitution in the operand of an expansion, in quotes too, and in the parentheses of a pattern.
  'echo "${y#<(rm x)}"',
  'echo "${y/a/>(rm x)}"',
  'echo "${u?<(rm x)}"',
  "cat <<E\n${y^<(rm x)}\nE",
  'alpha "${y:-<(}" \'`rm x`\' ")}"',
  'alpha "${y#<(}" \'$(rm x)\' ")}"',
  "HOME='a[$(rm x)]'; [[ 1 -eq ~ ]]",
  "[[ a =~ (<(rm x)) ]]",
  "[[ a == @(<(rm x)) ]]",
  "[[ a == @(b|>(rm x)) && -n x ]]",
])("does not allow %j where rm is denied, wherever it stands", (command) => {
  expect(state(command, { ...DENY_RM, env: "allow" })).not.toBe("allow");
});

test.each([
  "i=0; while ((i < 3)); do ((i++)); echo $i; done",
  "for i in 1 2 3; do echo $((i * 2)); done",
  "for ((i = 0; i < 3; i++)); do echo $((i)); done",
  "n=0; n=$((n + 1)); echo $((n % 5)) $((RANDOM % 5))",
  'while read -r line; do echo "$line"; done < f',
  "IFS= read -r a b",
  '[ "$x" = y ] && [ -n "$x" ] && [ -f "$f" ] && [ ! -d "$d" ]',
  "[[ $a == b* && -f $c ]] && echo ok",
  "f() { echo $1; }; f x",
  "x=5; echo $x",
  "case $1 in -h | --help) echo usage ;; *) echo run ;; esac",
  "cat <<'E' > f\n$(rm x)\nE",
  "diff <(ls a) <(ls b)",
  "trap 'echo bye' EXIT",
  "bash -c 'echo a; ls'",
  "echo ${x:-y} ${x%.js} ${#x} ${x/a/b}",
  'a=(1 2); echo ${a[0]} "${a[@]}"',
])("allows %j, in which no rm can be", (command) => {
  expect(state(command, DENY_RM)).toBe("allow");
});

describe("what an expression assigns", () => {
  test.each([
    "((PATH=5)); git status",
    ": $((PATH=5))",
    "for ((PATH=5;;)); do break; done",
    "((PATH++))",
    "((BASH_CMDS[x]=1))",
    "{PATH}>f a",
    "coproc PATH { a; }",
    "for PATH in x; do a; done",
    "read PATH",
    "PATH+=x",
    "PATH+=x a",
    "select PATH in x; do a; done",
  ])("is judged by `env`: %j", (command) => {
    expect(state(command, DENY_RM)).toBe("ask");
    expect(state(command, { ...DENY_RM, env: { "*": "allow", "PATH=*": "deny", "BASH_CMDS=*": "deny" } })).not.toBe(
      "allow",
    );
  });

  test.each([
    "((HOME=5)); cat ~/secret",
    "((HOME=5)); cd; cat secret",
    "((CDPATH=5)); cd d; cat secret",
    "cd -- -L; cat secret",
  ])("moves what a path means: %j", (command) => {
    const path = { "*": "allow", "/home/user/project/5/*": "deny", "/home/user/project/-L/*": "deny", "5/*": "deny" };
    expect(state(command, { ...OPEN, bash: "allow", path })).not.toBe("allow");
  });
});

test.each(["PS4", "RANDOM", "SRANDOM", "OPTIND", "HISTCMD", "BASH_ENV", "PROMPT_COMMAND"])(
  "a value of %s that bash evaluates is text that runs later",
  (name) => {
    const permission = { ...DENY_RM, env: "allow" };
    expect(state(`${name}='a[$(rm x)]'; :`, permission)).toBe("ask");
    expect(state(`${name}+='a[$(rm x)]'; :`, permission)).toBe("ask");
    expect(state(`${name}='$(rm x)='; :`, permission)).toBe("ask");
    expect(state(`${name}='a[$(rm x)]=5'; :`, permission)).toBe("ask");
    // A number runs nothing, but may name a script or a command.
    expect(state(`${name}=5; :`, permission)).toBe(/^(?:BASH_ENV|PROMPT_COMMAND)$/.test(name) ? "ask" : "allow");
  },
);

describe("what runs later under a plain allow", () => {
  test.each<[string, Action]>([
    ["bash -c 'cat ./secret'", "deny"],
    ["eval 'cat ./secret'", "deny"],
    ["trap 'cat secret' EXIT", "deny"],
    ["bash -c 'cd x; cat secret'", "deny"],
    ["xargs cat", "ask"],
    ["eval $x", "ask"],
    ['bash -c "cat $x"', "ask"],
    ["zsh -c 'cat x'", "ask"],
    ["trap $x EXIT", "ask"],
  ])("may touch a file that `path` denies: %j: %s", (command, expected) => {
    expect(state(command, { ...OPEN, bash: "allow", path: { "*": "allow", secret: "deny" } })).toBe(expected);
    expect(state(command, { ...OPEN, bash: "allow", path: "allow" })).toBe("allow");
  });

  test.each<[string, Action]>([
    ["export PATH=x", "deny"],
    ["declare -x PATH=x", "ask"],
    ["read PATH <<< x", "deny"],
    ["printf -v PATH x", "deny"],
    ["unset PATH", "deny"],
    ["env PATH=x a", "ask"],
  ])("may set a variable that `env` denies: %j: %s", (command, expected) => {
    expect(state(command, { ...OPEN, bash: "allow", env: { "PATH=*": "deny" } })).toBe(expected);
    expect(state(command, { ...OPEN, bash: "allow" })).toBe("allow");
  });

  test("may write where `write` denies", () => {
    expect(state("bash -c 'echo >x'", { ...OPEN, bash: "allow", write: "deny" })).toBe("deny");
    expect(state('bash -c "$x"', { ...OPEN, bash: "allow", write: "deny" })).toBe("ask");
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
    "{cd,$x}; cat s2",
    "trap 'cd /etc' DEBUG; cat passwd",
    "source ./x; cat passwd",
    "f() { cat passwd; }; cd /etc; f",
    "trap 'cat passwd' EXIT; cd /etc",
    "while x; do cat passwd; cd /etc; done",
    "for x in 1 2; do cat passwd; cd ..; done",
    "bash -c 'cd /etc; cat passwd'",
    "cd() { builtin cd /etc; }; cd x; cat passwd",
    "f() { cat < passwd; }; cd /etc; f",
    "cd /etc && while read -r x; do y; done < passwd",
    "CDPATH=/x; cd user; cat out",
    "IFS=r; ls -d $HOME/project/sub",
    "cat $x",
  ])("a deny is asked about where the place is not known: %j", (command) => {
    expect(judge(command, "deny")).not.toBe("allow");
    expect(judge(command, { "*": "allow", "/etc/*": "deny" })).not.toBe("allow");
  });

  test.each([
    "cat /etc/passwd",
    "cd /etc; cat passwd",
    "{cd,/etc}; cat passwd",
    "{cat,/etc/passwd}",
    "cd / && cd etc; cat passwd",
    "cat a/../../../../etc/passwd",
  ])("a deny catches %j", (command) => {
    expect(judge(command, { "*": "allow", "/etc/*": "deny" })).toBe("deny");
  });

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

describe("what only seems to have happened", () => {
  test.each([
    // An error in what is evaluated discards the rest of the line; the next one runs.
    "y=$((1/0)); ls() { :; }\nls",
    "echo ${x:1/0}; ls() { :; }\nls",
    "a[1/0]=1; ls() { :; }\nls",
    "f() { echo $((1/0)); }\nf; ls() { :; }\nls",
    "eval 'echo $((1/0)); ls() { :; }'; ls",
    "trap 'echo $((1/0))' DEBUG; ls() { :; }\nls",
    "UID=1; ls() { :; }\nls",
    "readonly a; a=1; ls() { :; }\nls",
    "while read -r b; do a=$b; readonly a; done < in; ls() { :; }\nls",
    "f() { f; }; FUNCNEST=3; f; ls() { :; }\nls",
    // Where a redirection fails, nothing of the command runs.
    "{ ls() { :; }; } < nofile; ls",
    "if ls() { :; }; then :; fi < nofile; ls",
  ])("no function is there for sure in %j", (command) => {
    expect(state(command, { bash: { "*": "ask", "trap *": "allow", "eval *": "allow" }, env: "allow" })).toBe("ask");
  });

  test.each([
    "i=1; i=$((i+1)); f() { echo a; }; f",
    "i=$((1+1))\nf() { echo a; }\nf",
    "f() { echo a; }; echo $((1+1))\nf",
    "(echo $((1/0))); f() { echo a; }\nf",
    "f() { echo $((1+1)); }\nf\ng() { f; }\ng",
    "{ f() { echo a; }; }; f",
  ])("a function is there in %j", (command) => {
    expect(state(command, { bash: { "*": "ask" } })).toBe("allow");
  });

  const judge = (command: string) =>
    state(command, {
      ...OPEN,
      bash: "allow",
      path: { "*": "allow", "/etc/*": "deny", "/home/user/project/secret/*": "deny" },
    });

  test.each([
    'y=$((1/0)) d=pub\ncat "$d/etc/passwd"',
    'd=pub y=$((1/0))\ncat "$d/etc/passwd"',
    'd=pub$((1/0))\ncat "$d/etc/passwd"',
    'UID=1 d=pub\ncat "$d/etc/passwd"',
    '{ d=pub; } < nofile; cat "$d/etc/passwd"',
    'declare d=pub < nofile; cat "$d/etc/passwd"',
    'declare -f d=pub; cat "$d/etc/passwd"',
    'declare -p d=pub; cat "$d/etc/passwd"',
    'readonly -f d=pub; cat "$d/etc/passwd"',
    'export() { :; }; export d=pub; cat "$d/etc/passwd"',
    "cd secret && exit --help; cat x",
    "cd secret && exit < /dev/fd/9; cat x",
    "cd secret && exit $((1/0))\ncat x",
    "cd secret || exit; echo $((1/0)); cd .. || exit\ncat x",
    "f() { cd secret && return --help; cat x; }; f",
    'cd secret && exit "$x"; cat x',
    "exit() { :; }; cd secret && exit; cat x",
    "cd a && OLDPWD=/home/user/project/secret && cd - && cat x",
    "PWD=/home/user/project/secret; cd a && cd - && cat x",
    "cd secret && cd ../a && pushd -n b && cd - && cat x",
    "{ cd secret && cd .. || exit; } < nofile; cd secret; cat x",
  ])("a denied file may be reached: %j", (command) => {
    expect(judge(command)).not.toBe("allow");
  });

  test.each([
    'd=pub; cat "$d/etc/passwd"',
    'echo $((1+1))\nd=pub\ncat "$d/etc/passwd"',
    'declare -r d=pub; cat "$d/etc/passwd"',
    "cd secret && exit 1; cat x",
    "cd secret && exit $?; cat x",
    "cd a && cd - && cat x",
  ])("no denied file is reached: %j", (command) => {
    expect(judge(command)).toBe("allow");
  });

  test("links lead elsewhere than their names", () => {
    const followLinks = (path: string) =>
      normalizePath(path.replace(/^\/home\/user\/project(?:\/\.)*\/link(?=\/|$)/, "/etc/ssl"));
    const { rules } = readPermission(
      { ...OPEN, bash: "allow", path: { "*": "allow", "/etc/*/*": "deny", "/etc/passwd": "deny" } },
      "global",
    );
    const paths = { cwd: "/home/user/project", home: "/home/user", followLinks };
    for (const command of [
      "cd -P link && cd .. && cat passwd",
      "cd link/../ssh && cat sshd_config",
      "cd link && cd ../ssh && cat sshd_config",
    ]) {
      expect([command, judgeCommand(command, new Policy(rules, "/home/user"), paths).state]).toEqual([command, "deny"]);
    }
    const harmless = "cd a/../b && cat x";
    expect(judgeCommand(harmless, new Policy(rules, "/home/user"), paths).state).toBe("allow");
  });
});

test.each([
  ["arch rm x", "deny"],
  ["arch -x86_64 -e A=b /bin/rm x", "deny"],
  ["arch -arch arm64 rm x", "ask"],
] as const)("macOS runs what is denied: %j", (command, expected) => {
  expect(state(command, DENY_RM)).toBe(expected);
});
