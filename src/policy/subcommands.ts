/** How wide a command may be approved, by what its program does with its words: a table, and how it is read. */
import { HOLE, programName } from "../shell/text.ts";
import { FIND, grammarOf, OPAQUE_WRAPPERS, RUNNING_OPERANDS, SHELLS } from "../shell/wrappers.ts";

/** What may be approved of a command. */
export type Width =
  /** The very command alone: other words may run anything, or lose anything. */
  | "itself"
  /** The same, but nothing where its words do not name the program that it runs. */
  | "named program"
  /** The command as it is written, with a `?` for each `*` in it. */
  | "as written"
  /** All commands that start with so many of its words: these name what is done. */
  | number;

/** Programs, and after a colon the words behind one of them. The longest entry that fits counts. */
const ROWS: readonly (readonly [width: Width, ...entries: string[]])[] = [
  // Interpreters: without a program among their words they read one.
  [
    "named program",
    "python pypy ipython node nodejs deno bun tsx ts-node ruby irb perl raku php lua luajit tclsh wish rscript julia",
    "java jshell scala groovy kotlin elixir erl ghci runghc osascript guile racket sbcl clojure swift",
  ],
  // Runners of what their words name.
  [
    "itself",
    "psql mysql sqlite mongosh redis-cli npx pnpx bunx uvx pipx corepack nix nix-shell direnv mise just ssh",
    "npm: create init explore",
    "pnpm: create",
    "yarn: create node",
    "bun: create",
    "git: config rebase filter-branch difftool mergetool",
    "git bisect: run",
    "git submodule: foreach",
    "gh: alias extension codespace",
    "aws: ssm",
    "gcloud compute: ssh",
    "uv tool: run",
    "cargo: install",
  ],
  // Builtins that run text, or say what names mean.
  [
    "itself",
    "eval source . trap alias export declare typeset readonly local unset set shopt enable hash bind complete compgen",
  ],
  // What they name is gone.
  ["itself", "rm rmdir unlink shred wipe srm dd mkfs"],
  // They fetch, send, overwrite or end what they are told to, or have a language of their own.
  [
    "as written",
    "curl wget http nc ncat socat telnet ftp sftp scp rsync mv cp ln install tee truncate chmod chown chgrp chattr setfacl",
    "kill pkill killall mount umount shutdown reboot find gfind bfs awk gawk mawk nawk sed gsed tar bsdtar zip",
    "vi vim nvim ex ed emacs less more man",
    // With an option they run a program, or write.
    "sort uniq tree date cmake yq",
  ],
  // What they do is in their name.
  [
    1,
    "ls cat head tail grep egrep fgrep rg ag wc cut tr diff cmp comm file stat du df jq mkdir touch cd",
    "pushd popd echo printf pwd which type sleep seq basename dirname realpath readlink test [ md5sum sha256sum",
  ],
  // The next word names what is done.
  [
    2,
    "git hg svn jj npm pnpm yarn cargo rustup go docker podman nerdctl docker-compose kubectl oc helm gh glab make gmake",
    "ninja bazel pip uv poetry pdm hatch conda mamba pipenv dotnet gradle gradlew mvn mvnw sbt mix rake bundle gem",
    "composer rails terraform tofu pulumi brew apt apt-get apt-cache dnf yum pacman zypper apk snap flatpak systemctl",
    "journalctl launchctl service flutter dart zig stack cabal turbo nx lerna ng vercel netlify wrangler firebase",
    "heroku fly supabase prisma",
    "bun: test install add remove update build pm",
    "deno: test fmt lint check",
    "cargo: run",
    "dotnet: run",
    "make: run shell",
  ],
  // The one after that does.
  [
    3,
    "aws gcloud az",
    "npm: run run-script pkg",
    "pnpm: run",
    "yarn: run npm",
    "bun: run",
    "git: stash remote worktree submodule bisect notes lfs",
    "docker: compose image volume network system buildx",
    "gh: pr issue repo run release workflow auth cache gist label secret",
    "kubectl: config rollout auth",
    "helm: repo",
    "terraform: state workspace",
    "uv: pip tool",
    "cargo: nextest",
    "dotnet: tool ef",
    "go: mod tool work",
  ],
  [4, "yarn: workspace"],
];

const WIDTHS: ReadonlyMap<string, Width> = new Map(
  ROWS.flatMap(([width, ...entries]) =>
    entries.flatMap((entry) => {
      const [names = "", before = ""] = entry.split(": ").reverse();
      return names.split(" ").map((name): [string, Width] => [`${before} ${name}`.trim(), width]);
    }),
  ),
);

/** Words that tell many a program to run another. */
const RUNS = /^(?:run|exec|x|dlx|shell|sh|ssh|eval|runner|console)$/;

/** What makes `find` run or lose files, or write to them. */
const FIND_ACTS = /^-(?:exec|ok|delete|fprint|fls)/;

/** What may be approved of a command, by its words; the first is its program. */
export function widthOf(words: readonly string[]): Width {
  const [command = "", ...args] = words;
  const name = programName(command);
  // Also under a name with a version: `python3.12`.
  const unversioned = name.replace(/[-.\d]+$/, "");
  if (SHELLS.has(name) || SHELLS.has(unversioned)) return "named program";
  if (grammarOf(name) !== undefined || OPAQUE_WRAPPERS.has(name)) return "itself";
  const acts = FIND.has(name) ? FIND_ACTS : Object.hasOwn(RUNNING_OPERANDS, name) ? RUNNING_OPERANDS[name] : undefined;
  if (acts !== undefined && args.some((word) => acts.test(word) || word.includes(HOLE))) return "itself";
  for (const program of [name, unversioned]) {
    for (let count = 2; count >= 0; count--) {
      const width = WIDTHS.get([program, ...args.slice(0, count)].join(" "));
      if (width !== undefined) return count === 0 && Number(width) > 1 && runsAnother(args) ? "itself" : width;
    }
  }
  return runsAnother(args) ? "itself" : 1;
}

function runsAnother([first = ""]: readonly string[]): boolean {
  return RUNS.test(first);
}

/** Whether an interpreter's words name what it runs: a file first of all, or a program in the next word. */
export function namesItsProgram([, first = "", ...others]: readonly string[]): boolean {
  return (
    /^(?:[^-]|-\w*[cemrE]$|--(?:version|help|test|eval|print)$)/.test(first) &&
    ![first, ...others].some((word) => /^\/(?:dev|proc)\//.test(word))
  );
}

/** Whether it is known what a program does with its words; also under a name with a version. */
export function hasRow(name: string): boolean {
  return WIDTHS.has(name) || WIDTHS.has(name.replace(/[-.\d]+$/, ""));
}
