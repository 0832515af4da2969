import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import type { Rejudge } from "../../src/policy/advise.ts";
import { judgeCommand } from "../../src/policy/decide.ts";
import { normalizePermission } from "../../src/policy/normalize.ts";
import { Policy } from "../../src/policy/policy.ts";
import type { Rule, Ruleset } from "../../src/policy/rules.ts";
import { SessionRules } from "../../src/policy/session-rules.ts";
import { suggestRules, widerThan } from "../../src/policy/suggest.ts";
import { judgeTool } from "../../src/policy/tools.ts";
import { mustMatch, wildcardMatch } from "../../src/policy/wildcard.ts";
import { HOLE, type Text } from "../../src/shell/text.ts";
import { parseUnits } from "../../src/shell/units.ts";
import { bashRules, program } from "../generators.ts";
import { runs } from "../runs.ts";

const HOME = "/home/user";
const PATHS = { cwd: "/home/user/project", home: HOME };
const ASKING = { "*": "ask", external_directory: "allow" };

function suggestionsFor(rejudge: Rejudge, permission: unknown): readonly Ruleset[] {
  const policy = new Policy(normalizePermission(permission), HOME);
  return suggestRules(rejudge(policy), policy, rejudge, HOME);
}

const ofCommand = (source: string, permission: unknown = ASKING): readonly Ruleset[] =>
  suggestionsFor((policy) => judgeCommand(source, policy, PATHS), permission);

/** Each set as a line: `bash` patterns as they are, others behind their surface. */
const lines = (sets: readonly Ruleset[]): string[] =>
  sets.map((set) =>
    set.map(({ surface, pattern }) => (surface === "bash" ? pattern : `${surface}: ${pattern}`)).join(" + "),
  );

describe("suggestions for a command", () => {
  test.each<[string, ...string[]]>([
    // The words that name a subcommand, by the table.
    ["git checkout main", "git checkout main", "git checkout *"],
    ["git status", "git status", "git status *"],
    ["git push origin main", "git push origin main", "git push origin *", "git push *"],
    ["git stash pop", "git stash pop", "git stash pop *"],
    ["npm test", "npm test", "npm test *"],
    ["pnpm run build --watch", "pnpm run build --watch", "pnpm run build *"],
    ["npm run", "npm run"],
    ["make test", "make test", "make test *"],
    ["make", "make"],
    ["docker compose up -d", "docker compose up -d", "docker compose up *"],
    ["docker ps -a", "docker ps -a", "docker ps *"],
    ["kubectl get pods", "kubectl get pods", "kubectl get *"],
    ["gh pr view 1", "gh pr view 1", "gh pr view *"],
    ["cargo run x", "cargo run x", "cargo run *"],
    ["bun test x", "bun test x", "bun test *"],
    ["pip3 install x", "pip3 install x", "pip3 install *"],
    ["./gradlew build", "./gradlew build", "./gradlew build *"],
    ["yarn workspace a build x", "yarn workspace a build x", "yarn workspace a build *"],
    // Programs that it does not know.
    ["mytool", "mytool", "mytool *"],
    ["mytool -v x y", "mytool -v x y", "mytool -v *", "mytool *"],
    // Before an option no subcommand is named.
    ["git -C x log", "git -C x log"],
    ["cargo +nightly test", "cargo +nightly test"],
    ["npm run --silent build", "npm run --silent build"],
    ["curl -O x", "curl -O x"],
    ["mv a b", "mv a b"],
    // Another word would have them run a program.
    ["sort a", "sort a"],
    ["yq . a", "yq . a"],
    ["socat a b", "socat a b"],
    ["npm explore a", "npm explore a"],
    ["yarn node a", "yarn node a"],
    ["gcloud compute ssh a", "gcloud compute ssh a"],
    // `*` can only be said with `?`.
    ["mytool 'a*b'", "mytool a?b", "mytool *"],
    ["find . -name '*.ts'", "find . -name ?.ts"],
    // What run time knows comes after what is named, or nothing is said.
    ["git log $x", "git log *"],
    ["git log --format=$x y", "git log --format=*", "git log *"],
    ["cat src/$x", "cat src/*", "cat *"],
    ["git $x"],
    ["git lo$x"],
    ["npm run $x"],
    ["$x y"],
    ["eval $x"],
    // A word with blanks is not said by its own text, only covered.
    ["git commit -m 'a b'", "git commit -m *", "git commit *"],
    ["'git x' y"],
    ["'' x"],
    [""],
    // Not understood.
    ["if"],
    ["make a; echo $[1]"],
  ])("%j: %j", (source, ...expected) => {
    expect(lines(ofCommand(source))).toEqual(expected);
  });

  test.each<[string, ...string[]]>([
    ["git status && npm run build --watch", "git status + npm run build --watch", "git status * + npm run build *"],
    ["git log a; git log b", "git log a + git log b", "git log *"],
    ["git log a; rm x", "git log a + rm x", "git log * + rm x"],
    ["git log a; rm $x"],
    ["git log a; python3"],
    ["git log >f", "git log + write: /home/user/project/f", "git log * + write: /home/user/project/*"],
    ["A=1 make a", "env: A=1 + make a", "env: A=1 + make a *"],
    ["a; b; c; d; e; f; g; h", "a + b + c + d + e + f + g + h", "a * + b * + c * + d * + e * + f * + g * + h *"],
    ["a; b; c; d; e; f; g; h; i"],
  ])("one for all of its parts: %j", (source, ...expected) => {
    expect(lines(ofCommand(source))).toEqual(expected);
  });

  test.each<[string, ...string[]]>([
    ["PATH=x make", "env: PATH=x + make"],
    ["GIT_SSH_COMMAND=x make", "env: GIT_SSH_COMMAND=x + make"],
    ["NODE_ENV=/x make", "env: NODE_ENV=/x + make"],
    ["CI=$x make"],
    ["PATH=$x make"],
    ["CI+=1 make", "env: CI+=1 + make"],
  ])("with a variable: %j", (source, ...expected) => {
    expect(lines(ofCommand(source))).toEqual(expected);
  });

  test("leave out what is allowed already", () => {
    expect(lines(ofCommand("git log; make a", { ...ASKING, bash: { "git *": "allow" } }))).toEqual([
      "make a",
      "make a *",
    ]);
  });

  test("do not end where the text is long", () => {
    const [exact, wide] = ofCommand(`mytool ${"x".repeat(100_000)}`);
    expect([exact?.[0]?.pattern.length, wide?.[0]?.pattern]).toEqual([100_007, "mytool *"]);
    expect(ofCommand("make a; ".repeat(5_000))).toHaveLength(2);
  });
});

describe("suggestions for a file", () => {
  const ofTool = (tool: string, path: string | null | undefined, permission: unknown = { "*": "ask" }): string[] =>
    lines(suggestionsFor((policy) => judgeTool(tool, path, policy, PATHS), permission));
  const both = (path: string) => `read: ${path} + external_directory: ${path}`;

  test("are the file, then its directory", () => {
    expect(ofTool("read", "src/a.ts")).toEqual(["read: /home/user/project/src/a.ts", "read: /home/user/project/src/*"]);
    expect(ofTool("edit", "./a")).toEqual(["edit: /home/user/project/a", "edit: /home/user/project/*"]);
    expect(ofTool("read", "/etc/x/y")).toEqual([both("/etc/x/y"), both("/etc/x/*")]);
    expect(ofTool("deploy", "a/b")).toEqual(["deploy: /home/user/project/a/b", "deploy: /home/user/project/a/*"]);
    expect(ofTool("write", "src/a*b")[0]).toBe("write: /home/user/project/src/a?b");
  });

  test("never all files, nor all of a home directory", () => {
    expect(ofTool("read", "/x")).toEqual([both("/x")]);
    expect(ofTool("read", "/")).toEqual([both("/")]);
    expect(ofTool("read", "~/x")).toEqual([both("/home/user/x")]);
    expect(ofTool("read", "/home/x")).toEqual([both("/home/x")]);
    expect(ofTool("read", "~")).toEqual([both("/home/user")]);
    expect(ofTool("read", "/home/other/x")).toEqual([both("/home/other/x"), both("/home/other/*")]);
  });

  test("of a link are what it leads to as well", () => {
    const followLinks = (path: string) => path.replace(/\/project\/(?:\.\/)?link/, "/elsewhere");
    const rejudge: Rejudge = (policy) => judgeTool("read", "link/x", policy, { ...PATHS, followLinks });
    expect(lines(suggestionsFor(rejudge, { "*": "ask" }))).toEqual([
      "read: /home/user/project/link/x + read: /home/user/elsewhere/x + external_directory: /home/user/elsewhere/x",
      "read: /home/user/project/link/* + read: /home/user/elsewhere/* + external_directory: /home/user/elsewhere/*",
    ]);
  });

  test("that a command names", () => {
    const permission = { "*": "ask", bash: { "*": "allow", "rm *": "deny" }, path: "allow" };
    const external = (path: string) => `external_directory: ${path}`;
    expect(lines(ofCommand("cat /etc/x/y", permission))).toEqual([external("/etc/x/y"), external("/etc/x/*")]);
    expect(lines(ofCommand("cat /etc/x/*.conf", permission))).toEqual([external("/etc/x/*")]);
    expect(lines(ofCommand("cat /etc/x/y*", permission))).toEqual([external("/etc/x/*")]);
    expect(lines(ofCommand("cat /*.conf", permission))).toEqual([]);
    expect(lines(ofCommand("cat ~/*.conf", permission))).toEqual([]);
    expect(lines(ofCommand("cat $x >$y", permission))).toEqual([]);
    // A here-document is no part of what a rule for files says.
    expect(lines(ofCommand("cat <<E >f\nx\nE", permission))[0]).toBe("write: /home/user/project/f");
  });

  test("and for a tool without one, all calls of it", () => {
    expect(ofTool("deploy", undefined)).toEqual(["deploy: *"]);
    expect(ofTool("read", null)).toEqual([]);
    expect(ofTool("deploy", undefined, { deploy: { "*": "ask", "/etc/*": "deny" } })).toEqual([]);
  });

  test("know no directory without the working directory", () => {
    const rejudge: Rejudge = (policy) => judgeTool("read", "a", policy, {});
    expect(lines(suggestionsFor(rejudge, { "*": "ask" }))).toEqual(["read: a"]);
  });
});

/** Commands of the kinds that are never approved any wider. */
const DANGEROUS: readonly string[] = [
  ...["rm f", "rm -rf f", "/bin/rm f", "rmdir f", "sudo ls", "sudo -u f rm y", "doas ls", "su -c ls", "dd if=x of=y"],
  ...[
    "python3 x.py",
    "python3 -c 'print(1)'",
    "python3.12 x.py",
    "./venv/bin/python f",
    "node f",
    "node -e 1",
    "ruby f",
  ],
  ...[
    "perl -ne 1 f",
    "php f",
    "bun x.ts",
    "deno x.ts",
    "bash x.sh",
    "sh -c ls",
    "zsh f",
    "bash -c 'ls a'",
    "dash f",
    "bash5.2 f",
    "Python3 f",
  ],
  ...["timeout 5 ls", "nice ls", "nohup ls", "env ls", "env A=1 ls", "xargs ls", "xargs -n1 rm", "stdbuf -oL ls"],
  ...[
    "command ls",
    "exec ls",
    "/usr/bin/time ls",
    "watch ls",
    "ssh f ls",
    "flock f ls",
    "chroot f ls",
    "strace ls",
    "parallel ls",
  ],
  ...["find . -exec ls ';'", "find . -delete", "fd f -x ls", "docker run f", "docker exec f ls", "kubectl exec f ls"],
  ...["npx f", "npm exec f", "pnpm dlx f", "uv run f", "poetry run f", "bundle exec f", "go run f", "mytool exec f"],
  ...["git config a b", "git rebase main", "eval ls", "source f", ". f", "trap ls EXIT", "RM.EXE f", "python3.exe f"],
];

/** Commands that read what no rule for commands speaks of: a script, or a text that the command line feeds them. */
const FED: readonly string[] = [
  ...[
    "python3",
    "python3 -",
    "python3 -u",
    "node",
    "node -",
    "ruby",
    "perl -n",
    "php",
    "python3 /dev/stdin",
    "bash",
    "sh -s",
  ],
  ...[
    "cat <<E\nx\nE",
    "python3 - <<'E'\nx\nE",
    "git commit -F - <<E\nx\nE",
    "mytool <<<x",
    "cat <<-E\n\tx\n\tE",
    "bash <<E\nls\nE",
  ],
];

/** A call that asks, under rules that may answer parts of it. */
const asked = fc.tuple(
  fc.oneof(
    program().map(({ source }) => source),
    fc
      .array(
        fc.oneof(
          fc.constantFrom(...DANGEROUS, ...FED),
          fc.constantFrom(
            "git log $x",
            "git push a b",
            "npm run a",
            "ls *.c",
            "cat /etc/x",
            "A=1 make",
            "echo >f",
            "x y z",
          ),
          fc.constantFrom(
            '"a b" c',
            "mytool 'a*b?'",
            "cat ~/.x",
            "cd /x/y && ls",
            "CI=1 make a",
            "$x",
            "ls 'it''s'",
            "a \\\\ b",
          ),
        ),
        { minLength: 1, maxLength: 3 },
      )
      .map((commands) => commands.join("\n")),
  ),
  bashRules(),
);

/** A pattern as the text of all that it matches; no pattern here has a `%`, so that it stands for any character. */
function languageOf(pattern: string): Text {
  const holes = [...pattern.matchAll(/\*/g)].map(({ index }) => ({
    reason: "parameter expansion" as const,
    vanishes: pattern.endsWith(" *") && index === pattern.length - 1,
  }));
  return { text: pattern.replaceAll("?", "%").replaceAll("*", HOLE), holes };
}

const covers = (wide: Rule, narrow: Rule): boolean =>
  wide.surface === narrow.surface && mustMatch(wide.pattern, languageOf(narrow.pattern));

describe("suggestions", () => {
  const permission = (bash: unknown) => ({ "*": "ask", bash });
  const counted = { sets: 0, steps: 0 };

  test("prove themselves: each of them allows the call", () => {
    fc.assert(
      fc.property(asked, ([source, bash]) => {
        const policy = new Policy(normalizePermission(permission(bash)), HOME);
        for (const set of ofCommand(source, permission(bash))) {
          const session = new SessionRules();
          for (const { surface, pattern } of set) session.approve(surface, pattern);
          const { state } = judgeCommand(source, policy.approving(session.getRuleset()), PATHS);
          expect([source, bash, lines([set]), state]).toEqual([source, bash, lines([set]), "allow"]);
          counted.sets++;
        }
      }),
      runs(2_000),
    );
    expect(counted.sets).toBeGreaterThan(1_000);
  });

  test("go from narrow to wide", () => {
    fc.assert(
      fc.property(asked, ([source, bash]) => {
        const sets = ofCommand(source, permission(bash));
        expect(sets.length).toBeLessThanOrEqual(4);
        for (const [index, narrow] of sets.entries()) {
          const wide = sets[index + 1];
          if (wide === undefined) continue;
          counted.steps++;
          const what = [source, bash, lines([narrow, wide])];
          expect([what, narrow.every((rule) => wide.some((other) => covers(other, rule)))]).toEqual([what, true]);
          expect([what, wide.every((rule) => narrow.some((other) => covers(other, rule)))]).toEqual([what, false]);
        }
      }),
      runs(2_000),
    );
    expect(counted.steps).toBeGreaterThan(500);
  });

  test.each(DANGEROUS)("are never wider than asked: %j", (source) => {
    const [unit] = parseUnits(source).units;
    const program = `${unit?.text.split(" ")[0] ?? ""} `;
    for (const before of ["", "hg log a; ", "hg log | "]) {
      for (const set of ofCommand(before + source)) {
        const own = set.filter(({ surface, pattern }) => surface === "bash" && `${pattern} `.startsWith(program));
        expect(own.map(({ pattern }) => pattern)).toEqual([unit?.text ?? ""]);
        expect(unit?.text).not.toMatch(/[*?]/);
      }
    }
  });

  test("are there for a dangerous command that says all, too", () => {
    expect(lines(ofCommand("rm -rf x"))).toEqual(["rm -rf x"]);
    expect(lines(ofCommand("timeout 5 pnpm test"))).toEqual([
      "timeout 5 pnpm test + pnpm test",
      "timeout 5 pnpm test + pnpm test *",
    ]);
    expect(lines(ofCommand("xargs grep x"))).toEqual(["xargs grep x + grep x *", "xargs grep x + grep *"]);
    expect(lines(ofCommand("python3 x.py"))).toEqual(["python3 x.py"]);
    expect(lines(ofCommand("node --test"))).toEqual(["node --test"]);
  });

  test.each(FED)("are not there for what rules do not speak of: %j", (source) => {
    for (const before of ["", "git log a; "]) expect(lines(ofCommand(before + source))).toEqual([]);
  });

  test.each(DANGEROUS)("are not there where no pattern says just that: %j", (source) => {
    for (const hole of ["$x", '"$x"', "*", "'*'", "'?'", "'a b'"])
      expect(lines(ofCommand(`${source} ${hole}`))).toEqual([]);
  });

  test("are not there where a deny is, or may be", () => {
    const bash = { "*": "ask", "git push *": "deny" };
    expect(ofCommand("git log; git push", permission(bash))).toEqual([]);
    expect(ofCommand("git log; git $x", permission(bash))).toEqual([]);
    expect(ofCommand("cat $x", { "*": "ask", path: { "*": "ask", "*.env": "deny" } })).toEqual([]);
    expect(ofCommand("git log", permission({ "git log": "allow" }))).toEqual([]);
  });
});

describe("a rule that a person wrote", () => {
  const rule = (pattern: string, surface = "bash"): Rule => ({ surface, pattern, action: "allow", origin: "session" });
  const suggestions = [
    [rule("git log a"), rule("/p/x", "write")],
    [rule("git log *"), rule("/p/*", "write")],
  ];

  test.each<[string, ReturnType<typeof widerThan>, string?]>([
    ["git log a", undefined],
    ["git log --oneline *", undefined],
    ["git log ?", undefined],
    ["git *", "wider"],
    ["git log*", "wider"],
    ["*", "everything"],
    ["**?", "everything"],
    [" *", "everything"],
    ["python3 *", "anything behind a program"],
    ["sudo *", "anything behind a program"],
    ["rm *", "anything behind a program"],
    ["/p/y", undefined, "write"],
    ["/*", "wider", "write"],
    ["/p/y", "wider", "read"],
  ])("%j is compared with what was suggested: %j", (pattern, expected, ...rest) => {
    const surface = rest.find((one) => typeof one === "string");
    expect(widerThan(suggestions, rule(pattern, surface))).toBe(expected);
  });

  test("is wider, if it matches what no suggestion matches", () => {
    const pattern = fc.string({ unit: fc.constantFrom("a", "b", " ", "*", "?"), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        pattern,
        fc.array(pattern, { maxLength: 3 }),
        fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 6 }),
        (written, known, text) => {
          if (widerThan([known.map((one) => rule(one))], rule(written)) !== undefined || !wildcardMatch(written, text))
            return;
          expect(known.some((one) => wildcardMatch(one, text))).toBe(true);
        },
      ),
      runs(3_000),
    );
  });
});
