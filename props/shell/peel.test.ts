import { describe, expect, test } from "bun:test";

import { peelText } from "../../src/shell/peel-text.ts";
import { HOLE } from "../../src/shell/text.ts";
import { analyze } from "../../src/shell/units.ts";

/** The units of a text that may be peeled. */
function peeledIn(source: string): string[] {
  return analyze(source)
    .units.filter(({ peels }) => peels !== undefined)
    .map(({ text }) => text.replaceAll(HOLE, "…"));
}

/** Texts that are, whole, one wrapper that may be peeled. */
const PEELED = [
  "timeout 5 a",
  "timeout -v -k 5 --signal=9 -- 1.5h a",
  'timeout "5" a "$x"',
  "nice -n 5 a",
  "nice -5 a",
  "ionice -c 3 a",
  "chrt -i 0 a",
  "stdbuf -oL a",
  "setsid -f a",
  "nohup a",
  "command -- a",
  "'time' -f %e a",
  "eval 'a b'",
  "eval a b",
  "bash -c a",
  "bash -eux -c 'a; b' c",
  'bash -c \'a "$1"\' _ "$x"',
  "xargs a",
  "xargs -0 -r -n1 a b",
  "xargs -I% a %",
  "xargs -i a",
  "find . -exec a {} +",
  "find -L ./x ~/y *.d/z -maxdepth 2 -name '*.c' ! -path \"$x\" -newermt now -exec a {} \\;",
  "find . \\( -name a -o -type f \\) -print0 -exec a \\; -ok b {} \\;",
  'find . -exec a "$x" {} +',
];

const KEPT = [
  // There is no inner command.
  "timeout --help",
  "timeout 5",
  "timeout",
  "nice",
  "nice -n 5",
  "nohup",
  "setsid --version",
  "xargs",
  "xargs -0",
  "command",
  "command -v a",
  "command -V a",
  "exec",
  "bash",
  "bash -c ''",
  "bash -c '# a'",
  "eval",
  "find .",
  "find . -exec",
  // It is called by another name, or by one that may mean something else.
  "/usr/bin/timeout 5 a",
  "./timeout 5 a",
  "gtimeout 5 a",
  "TIMEOUT 5 a",
  "timeout.exe 5 a",
  "$x 5 a",
  "timeout$x 5 a",
  "/bin/bash -c a",
  "bash-5.2 -c a",
  "gfind . -exec a \\;",
  // Its words are not known.
  "timeout --sig=9 5 a",
  "timeout -z 5 a",
  'timeout -k "$x" 5 a',
  'timeout "$x" a',
  "nice $x a",
  "timeout 5 $x",
  "xargs -I% % a",
  "find . -exec {} a \\;",
  "find . -exec a \\; -exec {} a \\;",
  'xargs -n "$n" a',
  'xargs -a "$x" a',
  "xargs --process-slot-var=A a",
  "'time' -o f a",
  "command -p a",
  "command -pv a",
  // It does not run in a subshell, or is another name of what runs.
  "exec a",
  "{ exec a; }",
  "(exec -a b a)",
  "(exec -l a)",
  "(exec -c a)",
  // Options that read more than the text, or read it in another way.
  "bash -lc a",
  "bash -ic a",
  "bash -O extglob -c a",
  "bash --rcfile f -c a",
  "bash --init-file f -c a",
  "bash -c -- a",
  'bash -c "a $x"',
  "bash f -c a",
  "sh -c a",
  'eval "$x"',
  "eval -x a",
  // `find` does more.
  "find . -delete -exec a {} +",
  "find . -exec a {} + -delete",
  "find . -exec a {} + -fprint f",
  "find . -fprintf f x -exec a {} +",
  "find . -fls f -exec a {} +",
  "find . -execdir a {} +",
  "find . -okdir a {} \\;",
  "find -D exec . -exec a {} +",
  "find -files0-from f -exec a {} +",
  "find . -unknown -exec a {} +",
  'find "$x" -exec a {} +',
  "find $x -exec a {} +",
  "find * -exec a {} +",
  'find . "$x" -exec a {} +',
  'find . -name x "$x" -exec a {} +',
  "find . -name $x -exec a {} +",
  "find . -name -d* -exec a {} +",
  'find . -exec a "$x" -delete \\;',
  'find . -exec a "$x" "$y" -delete \\;',
  'find . -exec a "$x$y;" -delete \\;',
  "find . -exec a *.c -delete \\;",
  "find . -exec a b",
  "find . -name",
  // Never.
  ..."env|env A=1|sudo|doas|su -c|chroot /|ssh host|docker run x|flock f|watch|parallel|strace|script -c|busybox|builtin|unshare|taskset 1|trap|source|."
    .split("|")
    .map((wrapper) => `${wrapper} a`),
];

describe("a wrapper that may be peeled", () => {
  test.each(PEELED)("%s", (source) => {
    const [first] = analyze(source).units;
    expect(first?.peels).toBeDefined();
  });

  test.each(KEPT)("is not %s", (source) => {
    const { units } = analyze(source);
    expect(units.filter(({ peels, context }) => peels !== undefined && context !== "wrapper")).toEqual([]);
  });

  test.each<readonly [string, ...string[]]>([
    ["timeout 5 nice nohup a", "timeout 5 nice nohup a", "nice nohup a", "nohup a"],
    ["(exec timeout 5 a)", "exec timeout 5 a", "timeout 5 a"],
    ["x=$(exec a)", "exec a"],
    ["(command exec a)", "command exec a"],
    ["bash -c 'timeout 5 a'", "bash -c timeout 5 a", "timeout 5 a"],
    ["timeout 5 env nice a", "timeout 5 env nice a", "nice a"],
    ["env timeout 5 a", "timeout 5 a"],
    ["command eval a", "command eval a", "eval a"],
    ["command command a", "command command a", "command a"],
    // No shell reads these: no program is a builtin.
    ["timeout 5 command a", "timeout 5 command a"],
    ["timeout 5 eval a", "timeout 5 eval a"],
    ["(timeout 5 exec a)", "timeout 5 exec a"],
    ["find . -exec nice -n {} a \\;", "find . -exec nice -n {} a ;"],
    ["xargs timeout 5 a", "xargs timeout 5 a", "timeout 5 a …"],
    ["xargs timeout 5", "xargs timeout 5"],
    ["xargs -I{} timeout 5 {} a", "xargs -I{} timeout 5 {} a"],
  ])("%s: in it, or behind it", (source, ...expected) => {
    expect(peeledIn(source)).toEqual(expected);
  });

  test.each([
    "timeout() { b; }; timeout 5 a",
    "timeout 5 a; function timeout { b; }",
    "if x; then timeout() { b; }; fi; (timeout 5 a)",
    "eval 'timeout() { b; }'; timeout 5 a",
    "timeout() { b; }; bash -c 'timeout 5 a'",
  ])("is no function of the text: %s", (source) => {
    expect(peeledIn(source).filter((text) => text.startsWith("timeout"))).toEqual([]);
  });

  test.each(["timeout 5 a; )", "timeout 5 a; time -x b", "timeout 5 a; bash -c '('"])(
    "is in a text that is understood as a whole: %s",
    (source) => {
      expect(peeledIn(source)).toEqual([]);
    },
  );

  test("is peeled so often only", () => {
    const { units } = analyze(`${"nice ".repeat(40)}a`);
    expect(units.at(0)?.peels).toBeDefined();
    expect(units.filter(({ peels }) => peels !== undefined).length).toBe(units.length - 2);
    expect(units.at(-1)?.peels).toBeUndefined();
  });
});

describe("what a wrapper runs is a program", () => {
  const units = (source: string) => analyze(source).units.map(({ text }) => text.replaceAll(HOLE, "…"));

  test.each(["cd x", "FOO=1", "FOO=1 a", "if", "! a", "[[ a ]]", "{ a", "f", ":", "echo x", "exit", "true"])(
    "and no shell syntax: %s",
    (inner) => {
      const [, unit] = analyze(`f() { :; }; timeout 5 ${inner}`)
        .units.filter(({ text }) => text !== ":" || inner === ":")
        .slice(inner === ":" ? 1 : 0);
      expect(unit).toMatchObject({ text: inner, context: "wrapper", internal: false });
    },
  );

  test.each(["timeout 5 export n=5; echo $((n))", "timeout 5 eval n=5; echo $((n))", "nohup declare n=5; ((n))"])(
    "which sets no variable of the shell: %s",
    (source) => {
      // So the variable may be any expression.
      expect(units(source).at(-1)).toBe("…");
    },
  );

  test("but behind `command` it is a builtin", () => {
    expect(units("command export n=5; echo $((n))")).toEqual(["command export n=5", "export n=5", "echo …"]);
    expect(units("timeout 5 command export n=5; echo $((n))").at(-1)).toBe("…");
    expect(units("command eval 'rm x'")).toEqual(["command eval rm x", "eval rm x", "rm x"]);
    expect(units("command . ./f")).toEqual(["command . ./f", ". ./f"]);
    const { directories, units: all } = analyze("command cd x && a");
    expect(directories[all.at(-1)?.directory ?? 0]).toEqual({ kind: "unknown" });
  });
});

describe("nohup appends to a file", () => {
  const files = (source: string) => analyze(source).redirects.map(({ operator, text }) => `${operator} ${text}`);

  test.each([
    "nohup a",
    "nohup a &",
    "nohup a 2>&1",
    "nohup a >&2",
    "nohup a >&-",
    'nohup a >&"$fd"',
    "nohup a </dev/null",
    "nohup a 3>f",
    "nohup a > /dev/tty",
    'nohup a > "/dev/tty"',
    "nohup a >f >&2",
    "timeout 5 nohup a",
    "xargs nohup a",
    "/usr/bin/nohup a",
    "nohup -- a",
    "nohup -x a",
    "a | nohup b",
    "a > >(nohup b)",
    "f() { nohup a; }; f | b",
    "{ f() { nohup a; }; } >f; f",
    "{ nohup a; } 2>f",
    "eval 'nohup a'",
  ])("%s", (source) => {
    expect(files(source)).toContain(">> nohup.out");
  });

  test.each([
    "nohup a > f",
    "nohup a >> f 2>&1",
    "nohup a &> f",
    "nohup a >& f",
    "nohup a 1<> f",
    "nohup a > /dev/null",
    'nohup a > "$x"',
    "nohup a 2>&1 | b",
    "nohup a |& nohup b >f",
    "x=$(nohup a)",
    "a <(nohup b >f)",
    "{ nohup a; } > f",
    "(nohup a) | b",
    "for i in x; do nohup a; done > f",
    "nohup",
    "nohup --help",
    "nohup --version",
  ])("not: %s", (source) => {
    expect(files(source)).not.toContain(">> nohup.out");
  });

  test("in the directory where it runs", () => {
    const { redirects, units } = analyze("cd x && nohup a");
    const [file] = redirects;
    expect(file?.directory).toBe(units[1]?.directory ?? 0);
    expect(file).toMatchObject({ source: "nohup a", holes: [] });
  });
});

describe("a text without its wrappers", () => {
  test.each([
    ["timeout 5 a", "a"],
    ["a b", "a b"],
    ["", ""],
    ["env a", "env a"],
    ["timeout -z 5 a", "timeout -z 5 a"],
    ["cd /x && timeout 240 pnpm test 2>&1 | tail -5; echo EXIT $?", "cd /x && pnpm test 2>&1 | tail -5; echo EXIT $?"],
    ["timeout 5 nice -n 3 a b", "a b"],
    ["timeout 5 a; nice b&nohup c >f", "a; b&c >f"],
    ["(exec a); { timeout 5 b; }", "(a); { b; }"],
    ["for i in 1 2; do timeout 5 a $i; done", "for i in 1 2; do a $i; done"],
    ["x=$(timeout 5 a `nice b`)", "x=$(a `b`)"],
    ["timeout -k '1' 5 \\\n a <<E\nx\nE\nb", "a <<E\nx\nE\nb"],
    ["b&timeout 5 >f a", "b&    >f a"],
    ["b&timeout>f 5 a", "b& >f   a"],
    ["A=1 timeout 5 ./a.sh", "A=1 ./a.sh"],
    ["timeout 5 env a", "env a"],
    ["timeout 5 $x", "timeout 5 $x"],
    ["nice timeout 5 ~/a", "timeout 5 ~/a"],
    ["timeout 5 a $(rm x)", "a $(rm x)"],
  ])("%j", (source, expected) => {
    expect(peelText(source)).toBe(expected);
  });

  test.each([
    "timeout 5 cd x",
    "timeout 5 if",
    "timeout 5 FOO=1 x",
    "timeout 5 ! a",
    "timeout 5 {",
    "timeout 5 echo x",
    "timeout 5 [ a ]",
    "timeout 5 kill 1",
    "timeout 5 times",
    "command eval a",
    "timeout 5 time -o f a",
    "f() { :; }; timeout 5 f",
    "timeout 5 f; f() { :; }",
    "timeout 5 {a,b}",
    "{timeout,5,a}",
    "timeout {5,a}",
    "timeout 5 'a b'",
    "timeout 5 ''",
    "time\\out 5 a",
    "xargs a",
    "find . -exec a {} +",
    "bash -c a",
    "eval 'timeout 5 a'",
    "timeout 5 bash -c a",
    "bash -lc 'timeout 5 a'",
    // It writes `nohup.out`.
    "nohup a",
  ])("is not made of %j", (source) => {
    expect(peelText(source)).toBeUndefined();
  });
});
