import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";

import { decide } from "../../src/authority/decision.ts";
import { changeThatFlips } from "../../src/pi/dialog-messages.ts";
import { messages, whyOf } from "../../src/pi/messages.ts";
import { judgeCommand } from "../../src/policy/decide.ts";
import { normalizePermission, readLayer, readPermission } from "../../src/policy/normalize.ts";
import { Policy } from "../../src/policy/policy.ts";
import { joinLayers, type PresetRow, presetRules, PRESETS } from "../../src/policy/presets.ts";
import { type Action, evaluate } from "../../src/policy/rules.ts";
import { bashRules, program, spelled } from "../generators.ts";
import { runs } from "../runs.ts";
import { scratchDirectory } from "../scratch.ts";

const OPEN = { "*": "ask", external_directory: "allow", read: "allow", write: "allow" } as const;

/** Everything but `bash` is allowed, so that only the preset and the rules for it decide. */
function state(command: string, bash: unknown = { "*": "ask" }): Action {
  const permission = { ...OPEN, extends: ["read-only"], bash };
  return decide({ command, permission, cwd: "/home/user/project", home: "/home/user" }).state;
}

/** One command of a row. */
interface Entry {
  readonly command: string;
  readonly row: PresetRow;
  readonly forbidden: readonly string[];
  readonly flags: readonly string[];
  readonly options: readonly string[];
}

const words = (text: string | undefined) => (text ?? "").split(" ").filter((word) => word !== "");

const ROWS: readonly PresetRow[] = [...PRESETS.values()].flat();
const ENTRIES: readonly Entry[] = ROWS.flatMap((row) =>
  row.commands.split(", ").map((command) => {
    const { forbidden, flags, options } = row;
    return { command, row, forbidden: words(forbidden), flags: words(flags), options: words(options) };
  }),
);

/** Operands that a command needs before anything else it is given is harmless. */
function script({ row }: Entry): string {
  return row.script === undefined ? "" : row.commands.startsWith("sed") ? "5p" : "NR";
}

describe("the rows", () => {
  test("have a reason, and commands of their own", () => {
    expect(ENTRIES.length).toBeGreaterThan(100);
    for (const { reason } of ROWS) expect(reason).toMatch(/^[a-z].{8,}[^.]$/);
    const commands = ENTRIES.map(({ command }) => command);
    expect(commands.filter((command, index) => commands.indexOf(command) !== index)).toEqual([]);
    for (const command of commands) expect(command).toMatch(/^[a-z][\w+-]*(?: [\w-]+)*$/);
  });

  test.each(ENTRIES)("$command has options of one kind each", ({ row, forbidden, flags, options }) => {
    const all = [...forbidden, ...flags, ...options];
    for (const option of all) expect(option).toMatch(/^--?[A-Za-z0-9][\w=-]*$/);
    expect(all.filter((option, index) => all.indexOf(option) !== index)).toEqual([]);
    // Of an option that is not known nobody can say whether the next word is an operand.
    const counts = row.operands !== undefined || row.operand !== undefined || row.script !== undefined;
    if (counts || row.wholeWords === true) expect(row.closed).toBe(true);
  });

  test.each(ENTRIES)("$command is allowed, with each of its harmless options", (entry) => {
    const { command, flags, options } = entry;
    expect(state(`${command} ${script(entry)}`)).toBe("allow");
    for (const flag of flags) expect([flag, state(`${command} ${flag} ${script(entry)}`)]).toEqual([flag, "allow"]);
    for (const option of options) {
      const argument = option === "-e" || option === "--expression" ? "5p" : "3";
      const text = `${command} ${option} ${argument} ${script(entry)}`;
      expect([text, state(text)]).toEqual([text, "allow"]);
    }
  });

  test("only ever allow, on the surface bash", () => {
    for (const [preset] of PRESETS) {
      for (const rule of presetRules(preset)) {
        expect(rule).toMatchObject({ surface: "bash", action: "allow", origin: "builtin", preset });
        expect(rule.arguments).toBeDefined();
        expect(rule.reason).toBeDefined();
        expect(rule.pattern).toEndWith(" *");
      }
    }
  });
});

/** The ways to write an option: alone, in a cluster, abbreviated, with an argument in the same word or the next one. */
function spellings({ row, flags, options }: Entry, option: string): fc.Arbitrary<string[]> {
  const argument = fc.constantFrom("x", "new.txt", "-", "3", "a b");
  const withArgument = (text: fc.Arbitrary<string>, separator: string) =>
    fc.oneof(
      text.map((one) => [one]),
      fc.tuple(text, argument).map(([one, value]) => [one, value]),
      fc.tuple(text, argument).map(([one, value]) => [one + separator + value]),
    );
  if (row.wholeWords === true) return fc.constantFrom([option], [option, "x"]);
  if (option.startsWith("--")) {
    const shorter = Array.from({ length: option.length - 2 }, (_, index) => option.slice(0, index + 3));
    const known = new Set([...flags, ...options]);
    return withArgument(fc.constantFrom(...shorter.filter((name) => !known.has(name))), "=");
  }
  const letters = flags.filter((flag) => /^-[A-Za-z]$/.test(flag)).map((flag) => flag.slice(1));
  const before = letters.length === 0 ? fc.constant("") : fc.array(fc.constantFrom(...letters), { maxLength: 3 });
  return withArgument(
    fc
      .tuple(before, fc.constantFrom("", ...letters))
      .map(([some, after]) => `-${[...some].join("")}${option.slice(1)}${after}`),
    "",
  );
}

/** Arguments that a row allows, in the order in which they are written. */
function harmless(entry: Entry): fc.Arbitrary<string[]> {
  const { flags, options, row } = entry;
  // An operand before the script would be the script.
  const one: fc.Arbitrary<string[]>[] =
    row.script === undefined ? [fc.constantFrom(["a.txt"], ["b.txt"], ["./sub"])] : [];
  if (flags.length > 0) one.push(fc.constantFrom(...flags).map((flag) => [flag]));
  const plain = options.filter((option) => option !== "-e" && option !== "--expression");
  if (plain.length > 0) one.push(fc.constantFrom(...plain).map((option) => [option, "3"]));
  const many = fc.array(fc.oneof(...one), { maxLength: 4 }).map((lists) => lists.flat());
  return row.script === undefined ? many : many.map((list) => [...list, script(entry)]);
}

describe("what a preset forbids", () => {
  const forbidding = ENTRIES.filter(({ forbidden }) => forbidden.length > 0);

  test.each(forbidding)("$command is not allowed with any of it, in any spelling and place", (entry) => {
    const globals = entry.command.startsWith("git ")
      ? fc.constantFrom("", "", "--no-pager ", "-C sub ", '-C "$d" -P ')
      : fc.constant("");
    const [first = "", ...others] = entry.command.split(" ");
    fc.assert(
      fc.property(
        globals,
        fc
          .tuple(
            fc.constantFrom(...entry.forbidden).chain((option) => spellings(entry, option)),
            harmless(entry),
            fc.nat(),
          )
          .chain(([bad, around, place]) => {
            // Behind the script of awk all words are files.
            const at = place % (around.length + (entry.row.optionsFirst === true ? 0 : 1));
            const list = [...around.slice(0, at), ...bad, ...around.slice(at)];
            return fc.tuple(...list.map((word) => fc.oneof(fc.constant(`'${word}'`), spelled(word))));
          }),
        (global, list) => {
          const command = `${first} ${global}${[...others, ...list].join(" ")}`;
          expect([command, state(command)]).toEqual([command, "ask"]);
        },
      ),
      runs(150),
    );
  });

  test.each([
    ["sort -uo x", "ask"],
    ["sort -u x -o x", "ask"],
    ["sort --outp x", "ask"],
    ["sort -to x", "allow"], // the separator is `o`
    ["sort -t -- -o x", "ask"], // the separator is `--`
    ["sort -- -o", "allow"], // a file
    ["sort -n -- -o", "allow"],
    ["sort --unknown -- -o", "ask"],
    ["sort --unknown -k -o", "ask"],
    ["uniq in out", "ask"],
    ["uniq -f 1 in", "allow"],
    ["uniq in -c", "ask"], // without permutation the output
    ["uniq in --", "ask"],
    ["uniq -- in out", "ask"],
    ["xxd -ps in out", "ask"],
    ["xxd -l 16 in", "allow"],
    ["tree -Lo 2 out", "ask"],
    ["rg --pre=x y", "ask"],
    ["rg --pretty y", "allow"],
    ["rg -nz y", "ask"],
    ["rg -ez y", "allow"],
    ["find . -delete", "ask"],
    ["find . -exec cat {} +", "ask"],
    ["find . -name -delete", "ask"],
    ["find . -fprintf out x", "ask"],
    ["find . -mtime -1 -size +10k -perm -u+x", "allow"],
    ["find . \\( -name a -o -name b \\) -prune -o ! -type f -print0", "allow"],
    ["fd -x rm", "ask"],
    ["fd -HX rm", "ask"],
    ["fd -e xml", "allow"],
    ["git -c core.pager=x log", "ask"],
    ["git --exec-path=x log", "ask"],
    ["git --no-pager -C x log -p", "allow"],
    ["git log --oneline -5 --output-indicator-new=+", "allow"],
    ["git log --o=x", "ask"],
    // gpg would run.
    ["git log --show-signature", "ask"],
    ["git show '--format=%h %G?' HEAD", "ask"],
    ["git log '--pretty=tformat:%+GK'", "ask"],
    ["git shortlog '--format=% GK'", "ask"],
    ["git branch --list --format '%(signature)'", "ask"],
    ['git log --format="$x"', "ask"],
    ["git log '--format=%h %s' --pretty", "allow"],
    ["git branch --list --format '%(refname)'", "allow"],
    // On macOS it runs its operand.
    ["arch", "allow"],
    ["arch rm x", "ask"],
    ["arch -x86_64 rm x", "ask"],
    ["git diff --ext-diff", "ask"],
    ["git branch", "allow"],
    ["git branch new", "ask"],
    ["git branch -v new", "ask"],
    ["git branch --list 'x*'", "allow"],
    ["git branch --contains x", "allow"],
    ["git branch --contains x new", "ask"],
    ["git tag v1", "ask"],
    ["git tag -l 'v*'", "allow"],
    ["git tag -l -d v1", "ask"],
    ["git config user.name", "allow"],
    ["git config user.name x", "ask"],
    ["git config edit", "ask"],
    ["git config --get user.name", "allow"],
    ["git config user.name --unset", "ask"],
    ["git remote -v", "allow"],
    ["git remote -v update", "ask"],
    ["git stash", "ask"],
    ["git stash list -n 5", "allow"],
    ["git reflog expire --all", "ask"],
    ["git grep -nO x", "ask"],
    ["git worktree add x", "ask"],
    ["git symbolic-ref HEAD refs/heads/x", "ask"],
    ["date +%s", "allow"],
    ["date 01010000", "ask"],
    ["date -us x", "ask"],
    ["hostname x", "ask"],
    ["node --version x", "ask"],
    ["node x --version", "ask"],
    ["yq -yi .a x", "ask"],
    ["yq -r .a x", "allow"],
    ["sort>x y", "allow"], // a redirection is for `write`
    ["./sort x", "ask"],
    ["/usr/bin/sort x", "ask"],
    ["'sort x'", "ask"],
    ["env", "ask"],
    ["cat x | sort | uniq -c", "allow"],
    ["cat x; rm x", "ask"],
    ["cat $(rm x)", "ask"],
    ["timeout 5 sort x", "ask"],
  ])("%j: %s", (command, expected) => {
    expect(state(command)).toBe(expected as Action);
  });

  test.each([
    ["sed -n '1,20p' x", "allow"],
    ["sed -n '/a/,/b/p;$p' x", "allow"],
    ["sed -ne 5p -e '$!d' x", "allow"],
    ["sed --expression=5p x", "allow"],
    ["sed 's/a/b/g; s|[[:space:]]/|x|I' x", "allow"],
    ["sed 's/a\\/w b/c/2g'", "allow"],
    ["sed 's/a/b/w x'", "ask"],
    ["sed 's/a/b/e'", "ask"],
    ["sed 's/a/b/;w x'", "ask"],
    ["sed 'w x'", "ask"],
    ["sed '1e ls'", "ask"],
    ["sed '$r x'", "ask"],
    ["sed '1!w x'", "ask"],
    ["sed 'a\\\nx'", "ask"],
    ["sed 's/[/]/x/w f;p/'", "ask"], // a bracket ends the expression in one sed, and not in the other
    ["sed 's/[[:a:]/]/w x/'", "ask"],
    ["sed 's/[]/]/w x;/'", "ask"],
    ["sed 's:[[:a:w f;:]]:x:'", "ask"],
    ["sed 's/a\nb/c/'", "ask"],
    ["sed -n 5p -i x", "ask"],
    ["sed -n 5p -e 'w x'", "ask"],
    ["sed 'w x' -e 5p", "ask"],
    ["sed -i.bak 5p x", "ask"],
    ["sed -f x", "ask"],
    ['sed "s/a/$x/" y', "ask"],
    ['sed 5p "$x"', "ask"],
    ["awk '{ print $1 }' x", "allow"],
    ['awk -F: -v "x=$y" \'NR == 1 { print ENVIRON["A"] x }\' "$f" $g', "allow"],
    ["awk '{ print > \"x\" }'", "ask"],
    ["awk '{ print | \"sh\" }'", "ask"],
    ["awk '{ \"ls\" | getline }'", "ask"],
    ["awk 'BEGIN { getline x < \"f\" }'", "ask"],
    ["awk 'BEGIN { system(\"ls\") }'", "ask"],
    ["awk 'BEGIN { sys\\\ntem(1) }'", "ask"],
    ["awk '@load \"x\"'", "ask"],
    ["awk -f x", "ask"],
    ["awk -i inplace '{ print }' x", "ask"],
    ["awk '{ print }' -i x", "allow"], // a file
    ['awk "$x"', "ask"],
    ["awk '{ print }' * ~/x", "allow"],
  ])("a script is read: %j: %s", (command, expected) => {
    expect(state(command)).toBe(expected as Action);
  });

  test("a script that is too long is not read", () => {
    expect(state(`sed '${"p;".repeat(1_000)}'`)).toBe("allow");
    expect(state(`sed '${"p;".repeat(100_000)}'`)).toBe("ask");
  });
});

describe("a word with a hole", () => {
  test.each([
    ['cat "$x"', "allow"],
    ["cat $x *", "allow"],
    ['jq "$x" $y', "allow"],
    ['sort "$x"', "ask"],
    ["sort $x", "ask"],
    ["sort *", "ask"],
    ["sort *.txt", "ask"],
    ["sort ./*.txt", "allow"],
    ["sort a*", "allow"],
    ['sort a"$x"', "allow"],
    ["sort a$x", "ask"], // may be two words
    ["sort a*$x", "ask"],
    ['sort -- "$x"', "allow"],
    ["sort -- $x *", "allow"],
    ['sort -n -- "$x"', "allow"],
    ['sort -t -- "$x"', "ask"],
    ['sort --unknown -- "$x"', "ask"],
    ['sort x -- "$x"', "allow"],
    ['sort -k "$x"', "allow"],
    ["sort -k $x", "ask"],
    ['sort -k"$x"', "ask"], // empty, it takes the next word
    ['sort -k1"$x"', "allow"],
    ['sort -n"$x"', "ask"],
    ['sort --key="$x"', "allow"],
    ["sort --key=$x", "ask"],
    ['sort --ke"$x"', "ask"],
    ['sort -"$x"', "ask"],
    ['sort "$@"', "ask"],
    ["sort {a,-o}", "ask"],
    ["sort {a,b}", "allow"],
    ["sort ~/x", "allow"],
    ["sort $HOME/x", "allow"],
    ["HOME=-o; sort ~/x", "ask"],
    ["sort ~user/x", "ask"],
    ["sort <(cat x)", "ask"],
    ["ls | xargs sort", "ask"],
    ['uniq "$x"', "ask"],
    ['uniq -- "$x"', "allow"],
    ["uniq -- $x", "ask"],
    ["uniq -- *", "ask"],
    ["uniq a*", "ask"],
    ['find . -name "$x"', "allow"],
    ["find . -name $x", "ask"],
    ['find "$d" -name x', "ask"],
    ['find ./"$d" -name x', "allow"],
    ['find . -unknown -name "$x"', "ask"],
    ['find . -name -name "$x"', "ask"],
    ['rg "$x"', "ask"],
    ['rg -e "$x"', "allow"],
    ['rg -n -- "$x" .', "allow"],
    ['git show "$x"', "ask"],
    ['git show HEAD:"$x"', "allow"],
    ['git log --oneline -5 -- "$x"', "allow"],
    ['git log --author "$x"', "allow"],
    ['git shortlog -n "$x"', "ask"], // of this one `-n` takes nothing
    ['git -C "$x" log', "allow"],
    ["git -C $x log", "ask"],
    ['git "$x"', "ask"],
    ["git $x log", "ask"],
    ['date +"$x"', "allow"],
    ['date -d "$x" +%s', "allow"],
    ['date "$x"', "ask"],
    ['git branch --contains "$x"', "allow"],
    ["git branch --contains $x", "ask"],
    ['git branch "$x"', "ask"],
    ["$x sort", "ask"],
  ])("%j: %s", (command, expected) => {
    expect(state(command)).toBe(expected as Action);
  });

  test("is allowed only if it is with everything that it may be", () => {
    const piece = fc.constantFrom("$x", '"$x"', 'a"$x"', "a$x", '-k"$x"', '-n"$x"', '--key="$x"', '--"$x"', "a*", "*");
    const other = fc.constantFrom("-n", "-t", "-k", "--unknown", "--", "x", "-r", "-k1");
    const filling = fc.constantFrom("", "x", "-o", "-o x", "--output=x", "o", "x -o", "-", "--", "utput", "1 -uo x");
    const list = fc.array(fc.oneof(piece, other), { minLength: 1, maxLength: 5 });
    const command = fc.constantFrom("sort", "uniq", "git log", "find", "git branch", "awk NR", "sed 5p", "rg");
    fc.assert(
      fc.property(command, list, filling, (name, args, value) => {
        if (state([name, ...args].join(" ")) !== "allow") return;
        const takes = ENTRIES.find((entry) => entry.command === name)?.options ?? [];
        const filled = args.map((word, index) => {
          // The names of files are one word each.
          const quoted = word.includes('"') || word.includes("*");
          // What an option takes as its argument may be anything, but where it is written out it must not look forbidden.
          const isArgument = quoted && takes.includes(args[index - 1] ?? "");
          const text = word.replace(/"?\$x"?|\*/, isArgument ? "y" : value);
          return quoted ? `'${text}'` : text;
        });
        const text = [name, ...filled].join(" ");
        expect([args, text, state(text)]).toEqual([args, text, "allow"]);
      }),
      runs(20_000),
    );
  });
});

/** Programs that are not run here: where a preset were wrong they would change the machine. */
const NOT_RUN = ["date", "hostname"];

/** What the shell runs of an entry, if it is here. */
const INSTALLED = ENTRIES.filter(({ command }) => {
  const [name = ""] = command.split(" ");
  return !NOT_RUN.includes(name) && Bun.which(name) !== null;
});

/** A tree with files of all kinds that the programs read, and a repository in it. */
function makeTree(root: string): void {
  mkdirSync(join(root, "sub"));
  for (const name of ["a.txt", "b.txt", "sub/c.txt", "3", "x", ".gitconfig"])
    writeFileSync(join(root, name), name === ".gitconfig" ? "" : `${name} 1\nb 2\na 3\n`);
  writeFileSync(join(root, "j.json"), '{"a": [1, {"b": "x"}]}');
  symlinkSync("a.txt", join(root, "link"));
  const git = `git init -q . && git config user.email user@example.com && git config user.name name && git add -A && git commit -qm one
    echo more >> a.txt && git stash -q && git tag v1 && git branch other && echo changed >> b.txt`;
  run(root, git);
}

function run(root: string, commands: string): string {
  const env = { PATH: process.env["PATH"] ?? "", HOME: root, GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C" };
  const { stdout } = Bun.spawnSync(["bash"], { cwd: root, env, stdin: Buffer.from(commands), stderr: "ignore" });
  return stdout.toString();
}

/** All that is in a tree: names, kinds, modes, times and contents. Its index is git's own to refresh. */
function snapshot(root: string, path = "."): string[] {
  return readdirSync(join(root, path)).flatMap((name) => {
    const file = join(path, name);
    const stat = lstatSync(join(root, file), { bigint: true });
    if (file === ".git/index") return [];
    const isDirectory = stat.isDirectory();
    const content = isDirectory
      ? ""
      : stat.isSymbolicLink()
        ? readlinkSync(join(root, file))
        : createHash("sha256")
            .update(readFileSync(join(root, file)))
            .digest("hex");
    // A lock comes and goes beside the index.
    const time = file === ".git" ? "" : stat.mtimeNs;
    return [`${file} ${stat.mode} ${time} ${content}`, ...(isDirectory ? snapshot(root, file) : [])];
  });
}

/** Runs commands that must change nothing; where they do, finds the first one that does. */
function expectReadOnly(root: string, commands: readonly string[]): void {
  const before = snapshot(root);
  const script = (list: readonly string[]) => list.map((one) => `(${one}) </dev/null >/dev/null 2>&1`).join("\n");
  run(root, script(commands));
  const after = snapshot(root);
  if (JSON.stringify(after) !== JSON.stringify(before)) {
    const culprit = commands.find((one) => {
      const then = JSON.stringify(snapshot(root));
      run(root, script([one]));
      return JSON.stringify(snapshot(root)) !== then;
    });
    expect([culprit, after]).toEqual([undefined, before]);
  }
  expect(after).toEqual(before);
}

/** The options that the program itself names in its help. */
function optionsFromHelp(root: string, command: string): string[] {
  const git = `${command} -h 2>&1; git diff --git-completion-helper-all; git log --git-completion-helper-all`;
  const help = run(root, command.startsWith("git ") ? git : `${command} --help 2>&1`);
  const found = help.match(/(?<![\w<[-])--?[A-Za-z0-9][\w-]*/g) ?? [];
  // These wait for more.
  return [...new Set(found)].filter((option) => !/^(?:-f|-F|--follow|--retry|--stdin|--batch.*)$/.test(option));
}

describe("what a preset allows", () => {
  test("there are programs to run", () => expect(INSTALLED.length).toBeGreaterThan(60));

  test.each(INSTALLED)("$command changes no file, with whatever its own help names", (entry) => {
    using scratch = scratchDirectory();
    const root = scratch.path;
    makeTree(root);
    const start = `${entry.command} ${script(entry)}`;
    const options = [...optionsFromHelp(root, entry.command), ...entry.flags, ...entry.options];
    const forms = ["a.txt X new.txt", "X=new.txt a.txt", "X a.txt new.txt", "Xnew.txt b.txt"];
    // Of the slow ones some, of the others all.
    const some = /^(?:git|yq)\b/.test(entry.command)
      ? fc.sample(fc.tuple(fc.constantFrom("--version", ...options), fc.constantFrom(...forms)), runs(25))
      : options.flatMap((option) => forms.slice(0, 2).map((form): [string, string] => [option, form]));
    const allowed = some
      .map(([option, form]) => `${start} ${form.replace("X", option)}`)
      .filter((command) => state(command) === "allow");
    expectReadOnly(
      root,
      [start, ...allowed].map((command) => `timeout -s KILL 1 ${command}`),
    );
  });

  test.each([
    [
      "sed",
      fc.constantFrom("a", "1", ".", "\\", "[", "]", "[:a:]", "[^", "/", "|", " ", "w new", "$!w new\n", "\\n"),
      (piece: fc.Arbitrary<string>, tail: fc.Arbitrary<string>) => {
        const part = fc.array(piece, { maxLength: 4 }).map((list) => list.join(""));
        const substitution = fc
          .tuple(fc.constantFrom("/", "|", "[", "a", ":"), part, part, tail)
          .map(([end, from, to, flags]) => `s${end}${from}${end}${to}${end}${flags}`);
        const address = fc.oneof(
          part,
          part.map((one) => `/${one}/`),
          fc.constantFrom("", "1", "$", "1,3", "/a/,"),
        );
        const command = fc.oneof(
          substitution,
          fc.constantFrom("p", "d", "q", "w new", "e touch new", "x", "=", "r a.txt"),
        );
        return fc
          .array(
            fc.tuple(address, command).map((both) => both.join("")),
            { minLength: 1, maxLength: 3 },
          )
          .chain((list) => fc.constantFrom(";", "; ", " ; ", "\n").map((separator) => list.join(separator)));
      },
    ],
    [
      "awk",
      fc.constantFrom('"new"', '"touch new"', "$1", "x", "(", ")", "/a/", "1", "{", "}", "\\\n", "@", "~", "=", " "),
      (piece: fc.Arbitrary<string>, tail: fc.Arbitrary<string>) => {
        const call = fc.constantFrom(
          "print",
          "system",
          "print $1",
          'print >"new"',
          'print|"sh"',
          "getline",
          "sys\\\ntem",
          "close",
          "length",
        );
        const statement = fc
          .tuple(call, fc.array(piece, { maxLength: 3 }), tail)
          .map(([name, list]) => name + list.join(""));
        return fc
          .tuple(fc.constantFrom("", "BEGIN", "NR==1", "/a/"), statement)
          .map(([when, what]) => `${when}{${what}}`);
      },
    ],
  ])("a script of %s that is allowed changes no file", (name, piece, scripts) => {
    using scratch = scratchDirectory();
    const root = scratch.path;
    makeTree(root);
    const tail = fc.constantFrom("", "", "g", "2", "I", "w new", "gw new", "e", "p");
    const allowed = fc
      .sample(scripts(piece, tail), runs(3_000))
      .filter((one) => !one.includes("'"))
      .map((one) => `${name} '${one}' a.txt`)
      .filter((command) => state(command) === "allow");
    expect(allowed.length).toBeGreaterThan(200);
    expectReadOnly(
      root,
      allowed.map((command) => `timeout -s KILL 1 ${command}`),
    );
  });

  test("changes no file, with random arguments and whatever a variable holds", () => {
    using scratch = scratchDirectory();
    const root = scratch.path;
    makeTree(root);
    const value = fc.constantFrom(
      "",
      "x",
      "-o",
      "-o new",
      "--output=new",
      "-i",
      "-delete",
      "a.txt",
      "new",
      "-D other",
      "w new",
      "*",
    );
    const word = (entry: Entry) =>
      fc.oneof(
        fc.constantFrom("a.txt", "sub", "new", ".", "-o", "-i", "-w", "--output=new", "--", "-", "-n", "HEAD", "v1"),
        fc.constantFrom('"$x"', "$x", 'a"$x"', '-k"$x"', '--"$x"', "*", "*.txt", "./*", "{a,b}.txt"),
        fc.constantFrom(
          "5p",
          "s/1/x/w new",
          "s|1|x|g;w new",
          "w new",
          "1e touch new",
          "s/[/]/x/w new;p/",
          '{ print > "new" }',
          'BEGIN { system("touch new") }',
          "NR",
          "{ print $1 }",
        ),
        ...[entry.forbidden, entry.flags, entry.options]
          .filter((list) => list.length > 0)
          .map((list) => fc.constantFrom(...list)),
      );
    const command = fc.constantFrom(...INSTALLED).chain((entry) =>
      fc
        .tuple(
          fc.array(
            word(entry).chain((one) =>
              /^[\w{]/.test(one)
                ? fc.constant(/[ $"|]/.test(one) && !one.includes('"$x"') ? `'${one}'` : one)
                : fc.constant(one),
            ),
            { maxLength: 4 },
          ),
          value,
        )
        .map(([args, x]) => ({ entry, args, x })),
    );
    const allowed = fc.sample(command, { ...runs(1_500) }).flatMap(({ entry, args, x }) => {
      const text = [entry.command, ...args].join(" ");
      return state(text) === "allow" ? [`x='${x}'; timeout -s KILL 1 ${text}`] : [];
    });
    expect(allowed.length).toBeGreaterThan(300);
    expectReadOnly(root, allowed);
  });
});

describe("the place of a preset", () => {
  test.each<[unknown, string, Action]>([
    ["ask", "cat x", "allow"],
    [{ "*": "ask" }, "cat x", "allow"],
    [{ "*": { action: "ask", reason: "why" } }, "cat x", "allow"],
    [{ "*": "ask" }, "rm x", "ask"],
    [{ "*": "ask" }, "sort -o x y", "ask"],
    ["deny", "cat x", "deny"],
    [{ "*": "deny" }, "cat x", "deny"],
    [{ "rm *": "deny", "*": "ask" }, "cat x", "ask"], // stands later in its map
    [{ "*": "ask", "cat *": "ask" }, "cat x", "ask"],
    [{ "*": "ask", "cat *.env": "deny" }, "cat x", "allow"],
    [{ "*": "ask", "cat *.env": "deny" }, "cat .env", "deny"],
    [{ "*": "ask", "cat *.env": "deny" }, "cat $x", "ask"],
    [{ "*": "ask", "?*": "ask" }, "cat x", "ask"],
    ["allow", "rm $x", "allow"], // nothing to hide
    [{ "*": "ask", "cat *": "alow" }, "cat x", "ask"], // a mistake
    ["alow", "cat x", "ask"],
  ])("under %j: %s: %s", (bash, command, expected) => {
    expect(decide({ command, permission: { ...OPEN, extends: ["read-only"], bash } }).state).toBe(expected);
  });

  test("is above the universal rule, and below every other", () => {
    for (const action of ["ask", "deny"] as const) {
      const permission = { "*": action, extends: ["read-only"] };
      expect(decide({ command: "cat x", permission }).state).toBe("allow");
      expect(decide({ command: "rm x", permission }).state).toBe(action);
    }
    const permission = { bash: { "*": "ask", "a *": "deny" }, extends: ["read-only"], "*": "ask" };
    const { rules } = readPermission(permission, "global");
    const presets = presetRules("read-only");
    expect(rules).toEqual([
      { surface: "*", pattern: "*", action: "ask", origin: "global" },
      ...presets,
      { surface: "bash", pattern: "*", action: "ask", origin: "global", yields: true },
      { surface: "bash", pattern: "a *", action: "deny", origin: "global" },
    ]);
  });

  const ASK = { bash: { "*": "ask" } };
  const EXTENDS = { extends: ["read-only"] };
  test.each<[string, object, object, string, Action]>([
    ["the project extends over a global default", ASK, EXTENDS, "cat x", "allow"],
    ["both have a default, the project extends", ASK, { ...ASK, ...EXTENDS }, "cat x", "allow"],
    ["both have a default, the global file extends", { ...ASK, ...EXTENDS }, ASK, "cat x", "ask"],
    ["the global file extends", { ...ASK, ...EXTENDS }, { bash: { "rm *": "deny" } }, "cat x", "allow"],
    ["the project has no presets", { ...ASK, ...EXTENDS }, { extends: [] }, "cat x", "ask"],
    ["the project names a preset that is not", { ...ASK, ...EXTENDS }, { extends: ["x"] }, "cat x", "ask"],
    ["a global ask stays above", { bash: { "*": "ask", "cat *": "ask" } }, { ...ASK, ...EXTENDS }, "cat x", "ask"],
    ["a global deny stays above", { bash: { "cat *": "deny" } }, { ...ASK, ...EXTENDS }, "cat x", "deny"],
    ["the project's default over a global allow", { bash: { "rm *": "allow" } }, { ...ASK, ...EXTENDS }, "rm x", "ask"],
    ["a global deny of everything stays", { bash: "deny" }, { ...ASK, ...EXTENDS }, "cat x", "deny"],
  ])("%s", (_, global, project, command, expected) => {
    const rules = joinLayers([
      readLayer({ ...OPEN, ...global }, "global", undefined),
      readLayer(project, "project", undefined),
    ]);
    expect(judgeCommand(command, new Policy(rules, undefined)).state).toBe(expected);
  });

  test.each<[unknown, string, string]>([
    ["read-only", "permission.extends", 'expected a list of presets, not "read-only"'],
    [{ a: 1 }, "permission.extends", "expected a list of presets, not a map"],
    [null, "permission.extends", "expected a list of presets, not null"],
    [["readonly"], "permission.extends[0]", 'unknown preset "readonly"; expected "read-only"'],
    [["read-only", "constructor"], "permission.extends[1]", 'unknown preset "constructor"; expected "read-only"'],
    [[5], "permission.extends[0]", 'expected "read-only", not the number 5'],
  ])("with a mistake there is none: %j", (value, path, message) => {
    const { rules, mistakes } = readPermission({ extends: value, bash: { "*": "ask", "rm *": "allow" } }, "global");
    expect(mistakes).toEqual([{ path, message }]);
    expect(rules).toEqual(normalizePermission({ bash: { "*": "ask", "rm *": "allow" } }));
  });

  test("without presets in the list nothing changes, and twice is once", () => {
    const bash = { "*": "ask", "rm *": "allow" };
    expect(normalizePermission({ extends: [], bash })).toEqual(normalizePermission({ bash }));
    expect(normalizePermission({ extends: ["read-only", "read-only"], bash })).toEqual(
      normalizePermission({ extends: ["read-only"], bash }),
    );
  });

  test("loosens nothing but what no rule, or a default, asks about", () => {
    const command = fc.oneof(
      program().map(({ source }) => source),
      fc
        .tuple(
          fc.constantFrom("cat", "sort", "git log", "git push", "rm"),
          fc.constantFrom("x", "-o x", "$x", '"$x"', "push"),
        )
        .map((all) => all.join(" ")),
    );
    const pattern = fc.constantFrom("cat *", "sort *", "git *", "git log *", "*x", "*");
    const more = fc.dictionary(pattern, fc.constantFrom<Action>("allow", "ask", "deny"));
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 2 }), bashRules(), more, (commands, some, others) => {
        const bash = { ...some, ...others };
        const text = commands.join("; ");
        const before = decide({ command: text, permission: { ...OPEN, bash } });
        const after = decide({ command: text, permission: { ...OPEN, bash, extends: ["read-only"] } });
        for (const [index, unit] of before.units.entries()) {
          const now = after.units[index];
          if (unit.state === now?.state) continue;
          expect([bash, text, unit.state, now?.state]).toEqual([bash, text, "ask", "allow"]);
          expect([null, "*"]).toContain(unit.pattern);
          expect(presetRules("read-only").map((rule) => rule.pattern)).toContain(now?.pattern ?? "");
        }
      }),
      runs(3_000),
    );
  });

  test("is no rule for a plain look-up, which knows no words", () => {
    const rules = normalizePermission({ extends: ["read-only"] });
    expect(evaluate("bash", "sort -o x", rules).action).toBe("ask");
    expect(evaluate("bash", "cat x", rules).action).toBe("ask");
  });

  test("is told where it decides", () => {
    const policy = new Policy(readPermission({ bash: "ask", extends: ["read-only"] }, "global").rules, undefined);
    const rejudge = (other: Policy) => judgeCommand("git --no-pager log", other);
    const ruling = rejudge(policy);
    const [judgement] = ruling.judgements;
    if (judgement === undefined) throw new Error("nothing is judged");
    expect(whyOf(judgement, undefined, messages("en"))).toBe(
      "`git -* log *` of the preset read-only allows it (reads the history; what the repository's configuration runs is the user's)",
    );
    expect(whyOf(judgement, undefined, messages("zh"))).toStartWith("预设 read-only 的 `git -* log *` 允许它");
    expect(changeThatFlips(judgement, ruling, policy, rejudge)).toBe(
      'permission.bash["git --no-pager log"]: "ask" as the last rule',
    );
  });
});
