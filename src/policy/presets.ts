/**
 * Rulesets that settings name in `permission.extends`. Each row is from the program's own manual: GNU's, and where they
 * differ, those of the BSDs and of macOS. A row says why what it allows only reads, and what it does not allow: options
 * that write, run or load something, or all options but those listed; and how many operands there may be where one is
 * written to.
 */
import { nameSet } from "../shell/names.ts";
import type { ArgumentGrammar } from "./arguments.ts";
import { type Rule, type Ruleset, UNIVERSAL } from "./rules.ts";

/** One or more commands of a preset. Options are written with blanks between them. */
export interface PresetRow extends Partial<
  Pick<ArgumentGrammar, "closed" | "wholeWords" | "optionsFirst" | "operand" | "script">
> {
  readonly commands: string; // cat, tac, git stash list
  /** Why these only read. */
  readonly reason: string;
  readonly forbidden?: string;
  readonly flags?: string;
  readonly options?: string;
  /** The most operands there may be. */
  readonly operands?: number;
}

/** Nothing but the words of the command. */
const ALONE = { closed: true, operands: 0 };

/** What any git command that knows revisions takes: they write with `--output`, and run what is configured. */
const GIT_FORBIDDEN = "--output --ext-diff --help --show-signature";
const GIT = {
  forbidden: GIT_FORBIDDEN,
  flags:
    "-p -s -w --all --cached --stat --name-only --name-status --oneline --no-color --no-patch --graph --short --porcelain --staged --numstat",
};
const GIT_LIST_FLAGS =
  "-a --all -r --remotes -v -vv --verbose --show-current -i --ignore-case --color --no-color --column --no-column --abbrev --no-abbrev";
const GIT_LIST_OPTIONS = "--sort --format --contains --no-contains --merged --no-merged --points-at";
const GIT_BRANCH_FORBIDDEN =
  "-d -D --delete -m -M --move -c -C --copy -f --force -u --set-upstream-to --unset-upstream -t --track --edit-description --create-reflog --recurse-submodules";
const GIT_TAG_FORBIDDEN =
  "-a --annotate -s --sign -u --local-user -f --force -d --delete -v --verify -m --message -F --file -e --edit --create-reflog --cleanup";
const GIT_CONFIG_FORBIDDEN =
  "-e --edit --add --replace-all --unset --unset-all --rename-section --remove-section --help --output --ext-diff";

/**
 * A part of a regular expression of sed between its delimiters, which is read alike by those who look into brackets for
 * the delimiter and those who do not.
 */
const bracket = (end: string) =>
  String.raw`\[\^?(?:\[:[a-z]+:\]|(?!${end})[^\]\[\\\n^])(?:\[:[a-z]+:\]|(?!${end})[^\]\[\\\n])*\]`;
const body = (end: string) => String.raw`(?:(?!${end})[^\\\n[]|\\[^\n]|${bracket(end)})*`;
const SED_ADDRESS = String.raw`(?:[0-9]+(?:~[0-9]+)?|\$|/${body("/")}/I?)`;
const SED_SUBSTITUTION = String.raw`s([/|#,@!%])${body("\\1")}\1(?:(?!\1)[^\\\n]|\\[^\n])*\1[gpiIm0-9]*`;
/** One plain command after the other: no `w`, `r` or `e`, neither as a command nor as a flag, and no text to append. */
const SED_SCRIPT = new RegExp(
  String.raw`^[ \t]*(?:(?:${SED_ADDRESS}(?:,[+~]?${SED_ADDRESS})?[ \t]*)?!?(?:[pPdDgGhHnNx=]|[qQ][0-9]*|${SED_SUBSTITUTION})[ \t]*(?:;[ \t]*|$))+$`,
);

/** A program of awk that cannot run, write or load anything; a comparison with `>` and an `||` are not told apart. */
const AWK_SCRIPT = /^(?![^]*(?:system|getline|[|>@]|\\[\r\n]))/;

const READ_ONLY: readonly PresetRow[] = [
  {
    commands:
      "cat, tac, nl, head, tail, wc, cut, tr, paste, comm, join, fold, column, expand, unexpand, rev, od, hexdump, strings",
    reason: "prints what it reads; no option writes",
  },
  {
    commands: "ls, stat, du, df, basename, dirname, realpath, readlink",
    reason: "prints names and what is known of files",
  },
  { commands: "grep, egrep, fgrep", reason: "prints the lines that it finds; no option writes or runs anything" },
  { commands: "diff, cmp", reason: "prints how files differ; `-l` of diff pipes that through pr" },
  {
    commands: "md5sum, sha1sum, sha224sum, sha256sum, sha384sum, sha512sum, b2sum, cksum, sum",
    reason: "prints or compares check sums",
  },
  { commands: "arch", reason: "prints the architecture; on macOS an operand would be run", ...ALONE },
  { commands: "jq", reason: "a filter has no way to write or run; `-f`, `-L`, `input_filename` and `env` read" },
  {
    commands: "sleep, seq, uname, whoami, id, groups, nproc, uptime, free, ps, pgrep, which, printenv",
    reason: "prints what the system knows, or its arguments",
  },
  { commands: "base64", reason: "prints what it reads; only on macOS it writes", forbidden: "-o --output" },
  {
    commands: "file",
    reason: "prints what a file is; compiles no magic, runs no decompressor, sets no times",
    forbidden: "-C --compile -p --preserve-date -z --uncompress -Z --uncompress-noreport -S --no-sandbox",
    flags: "-b --brief -i --mime --mime-type -L -h -k",
  },
  {
    commands: "tree",
    reason: "prints names; not with `-o`, nor with `-R`, which writes 00Tree.html",
    forbidden: "-o -R",
    flags: "-a -d -f -s -h -D --dirsfirst --noreport",
  },
  {
    commands: "sort",
    reason: "prints what it reads in order; writes no output file, runs no compressor",
    forbidden: "-o --output -T --temporary-directory --compress-program",
    flags: "-b -d -f -g -h -i -M -n -R -r -s -u -V -z --unique --reverse --numeric-sort --version-sort",
    options: "-k -t --key --field-separator",
  },
  {
    commands: "uniq",
    reason: "prints what it reads; its second operand would be written",
    closed: true,
    operands: 1,
    flags: "-c -d -D -i -u -z --count --repeated --all-repeated --group --ignore-case --unique --zero-terminated",
    options: "-f -s -w --skip-fields --skip-chars --check-chars",
  },
  {
    commands: "xxd",
    reason: "prints a file as numbers or back; its second operand would be written",
    closed: true,
    wholeWords: true,
    operands: 1,
    flags: "-a -b -C -d -E -e -i -p -ps -r -u",
    options: "-c -g -l -s",
  },
  {
    commands: "rg",
    reason: "prints the lines that it finds; runs no preprocessor, host name program or decompressor",
    forbidden: "--pre --hostname-bin -z --search-zip",
    flags:
      "-n -N -i -s -S -l -c -o -v -w -x -F -P -U -H -I -a -L -p -q -u -uu -0 --files --hidden --no-ignore --json --no-heading --files-with-matches --line-number --fixed-strings --ignore-case",
    options: "-e -g -t -T -A -B -C -m --regexp --glob --iglob --type --type-not --max-count --max-depth",
  },
  {
    commands: "fd, fdfind",
    reason: "prints names; runs nothing with them but ls",
    forbidden: "-x --exec -X --exec-batch",
    flags: "-H -I -u -s -i -g -F -a -L -p -0 --hidden --no-ignore --glob --absolute-path",
    options: "-e -t -E -d --extension --type --exclude --max-depth",
  },
  {
    commands: "find",
    reason: "prints names; no action that deletes, runs or writes a file",
    closed: true,
    wholeWords: true,
    forbidden: "-delete -exec -execdir -ok -okdir -fprint -fprint0 -fprintf -fls -files0-from",
    flags:
      "-H -L -P -E -s -x -a -and -d -daystart -depth -empty -executable -false -follow -ignore_readdir_race -ls -mount -nogroup -noleaf -not -nouser -o -or -print -print0 -prune -quit -readable -true -writable -xdev",
    options:
      "-amin -anewer -atime -cmin -cnewer -ctime -fstype -gid -group -ilname -iname -inum -ipath -iregex -iwholename -links -lname -maxdepth -mindepth -mmin -mtime -name -newer -newermt -newerct -newerat -path -perm -printf -regex -regextype -samefile -size -type -uid -used -user -wholename -xtype",
  },
  {
    commands: "sed",
    reason: "prints what it makes of its input; plain commands only, none that writes, reads a script or runs",
    closed: true,
    script: SED_SCRIPT,
    forbidden: "-i -I --in-place -f --file",
    flags: "-n -E -r -s -u -z --quiet --silent --regexp-extended --separate --unbuffered --null-data --posix --sandbox",
    options: "-e --expression",
  },
  {
    commands: "awk, gawk, mawk, nawk",
    reason: "prints what it makes of its input; its program has no output to files, no pipe, no `system`, no `getline`",
    closed: true,
    optionsFirst: true,
    script: AWK_SCRIPT,
    forbidden:
      "-f --file -i --include -l --load -E --exec -o --pretty-print -p --profile -d --dump-variables -D --debug -W",
    options: "-F -v --field-separator --assign",
  },
  {
    commands: "yq",
    reason: "prints what it makes of its input; edits nothing in place, splits into no files, runs nothing",
    forbidden:
      "-i --in-place --inplace -s --split-exp --split-exp-file --security-enable-system-operator --enable-system-operator",
    flags: "-r -e -o=json -ojson -oj",
  },
  {
    commands: "date",
    reason: "prints a time; sets none, and any operand but a format would",
    closed: true,
    operand: /^\+/,
    forbidden: "-s --set -f --file",
    flags: "-u --utc --universal -R --rfc-email --rfc-3339 -I -Idate -Ihours -Iminutes -Iseconds -Ins --iso-8601",
    options: "-d --date -r --reference",
  },
  {
    commands: "hostname",
    reason: "prints the name of the host; an operand would set it",
    ...ALONE,
    forbidden: "-F --file -b --boot",
    flags: "-a -A -d -f -i -I -s -y --alias --all-fqdns --all-ip-addresses --domain --fqdn --long --ip-address --short",
  },
  {
    commands:
      "node --version, node -v, deno --version, bun --version, bun -v, python --version, python -V, python3 --version, python3 -V, ruby --version, ruby -v, perl --version, perl -v, php --version, php -v, java --version, java -version, gcc --version, g++ --version, cc --version, clang --version, make --version, cmake --version, jq --version, git --version, git version",
    reason:
      "prints its version and ends; go, cargo and pnpm, which may fetch the version that a project names, are not here",
    ...ALONE,
  },
  {
    commands:
      "git status, git diff, git diff-tree, git diff-index, git diff-files, git blame, git shortlog, git rev-parse, git merge-base, git describe, git name-rev, git ls-files, git ls-tree, git for-each-ref, git show-ref, git check-ignore, git count-objects, git worktree list, git stash show, git submodule status, git remote get-url",
    reason: "reads the repository, at most refreshing its index; what its configuration runs is the user's",
    ...GIT,
  },
  {
    commands: "git log, git show, git rev-list, git stash list, git reflog show",
    reason: "reads the history; what the repository's configuration runs is the user's",
    ...GIT,
    options: "-n -S -G -L --author --grep --since --until",
  },
  {
    commands: "git grep",
    reason: "reads the repository; opens no pager with the files",
    forbidden: `${GIT_FORBIDDEN} -O --open-files-in-pager --ext-grep`,
    flags: "-n -i -l -c -w -E -F -P -v -o -q --cached --name-only",
    options: "-e -A -B -C",
  },
  {
    commands: "git cat-file",
    reason: "prints an object as it is stored",
    forbidden: `${GIT_FORBIDDEN} --filters --textconv`,
    flags: "-t -s -e -p",
  },
  {
    commands: "git branch",
    reason: "lists branches; an operand would be the name of a new one",
    ...ALONE,
    forbidden: GIT_BRANCH_FORBIDDEN,
    flags: GIT_LIST_FLAGS,
    options: GIT_LIST_OPTIONS,
  },
  {
    commands: "git branch --list, git branch -a --list, git branch -r --list",
    reason: "lists branches; operands are patterns",
    closed: true,
    forbidden: GIT_BRANCH_FORBIDDEN,
    flags: GIT_LIST_FLAGS,
    options: GIT_LIST_OPTIONS,
  },
  {
    commands: "git tag",
    reason: "lists tags; an operand would be the name of a new one",
    ...ALONE,
    forbidden: GIT_TAG_FORBIDDEN,
    flags: "-n --ignore-case -i --color --column --no-column",
    options: GIT_LIST_OPTIONS,
  },
  {
    commands: "git tag -l, git tag --list",
    reason: "lists tags; operands are patterns",
    closed: true,
    forbidden: GIT_TAG_FORBIDDEN,
    flags: "-n --ignore-case -i --color --column --no-column",
    options: GIT_LIST_OPTIONS,
  },
  { commands: "git remote", reason: "lists remotes", ...ALONE, flags: "-v --verbose" },
  {
    commands: "git reflog",
    reason: "shows where the head has been; an operand may be a command that deletes",
    ...ALONE,
    forbidden: GIT_FORBIDDEN,
    flags: "--all --oneline --no-abbrev --abbrev-commit --date --format --pretty",
    options: "-n",
  },
  {
    commands: "git symbolic-ref",
    reason: "prints what a reference points to; a second operand would set it",
    closed: true,
    operands: 1,
    forbidden: "-d --delete -m",
    flags: "-q --quiet --short",
  },
  {
    commands: "git config, git config get",
    reason: "prints values; a second operand would set one, and one without a dot be a command",
    closed: true,
    operands: 1,
    operand: /\./,
    forbidden: GIT_CONFIG_FORBIDDEN,
    flags:
      "-l --list --get --get-all --get-regexp --all --regexp --global --local --system --worktree -z --null --name-only --show-origin --show-scope --includes --no-includes --bool --int --path --type --default",
  },
  {
    commands: "git config list",
    reason: "prints all values",
    ...ALONE,
    forbidden: GIT_CONFIG_FORBIDDEN,
    flags: "--global --local --system --worktree -z --null --name-only --show-origin --show-scope",
  },
];

/** All presets by their names. */
export const PRESETS: ReadonlyMap<string, readonly PresetRow[]> = new Map([["read-only", READ_ONLY]]);

const made = new Map<string, Ruleset>();

/** The rules of a preset: they allow, and do nothing else. */
export function presetRules(preset: string): Ruleset {
  let rules = made.get(preset);
  if (rules === undefined)
    made.set(preset, (rules = (PRESETS.get(preset) ?? []).flatMap((one) => toRules(one, preset))));
  return rules;
}

/** The rules of one settings file. */
export interface Layer {
  readonly rules: Ruleset;
  /** The presets that it names; `undefined` where it has no `extends`. */
  readonly extends: readonly string[] | undefined;
  /** Its catch-all asks that stand first in the map of their surface. */
  readonly defaults: readonly Rule[];
}

/**
 * The rules of all layers, a lower one first: the universal ones, then those of presets, then the others.
 *
 * As with any list in the settings, `extends` of a higher layer stands in the place of a lower one's. A default ask yields
 * to presets that its own layer names, or a higher one; over those of a lower one it tightens.
 */
export function joinLayers(layers: readonly Layer[]): Ruleset {
  const from = layers.findLastIndex((layer) => layer.extends !== undefined);
  const presets = [...new Set(layers[from]?.extends)].flatMap(presetRules);
  const rules = layers.flatMap((layer, index) =>
    layer.rules.map((rule): Rule => {
      const isBelow = index <= from && presets.some(({ surface }) => surface === rule.surface);
      const yields = isBelow && layer.defaults.includes(rule);
      return yields ? { ...rule, yields } : rule;
    }),
  );
  return [
    ...rules.filter(({ surface }) => surface === UNIVERSAL),
    ...presets,
    ...rules.filter(({ surface }) => surface !== UNIVERSAL),
  ];
}

function toRules(row: PresetRow, preset: string): Rule[] {
  const { reason, closed = false, wholeWords = false, optionsFirst = false, operands, operand, script } = row;
  const set = (names = "") => nameSet(names);
  const [forbidden, flags, options] = [set(row.forbidden), set(row.flags), set(row.options)];
  return row.commands.split(", ").flatMap((text) => {
    const command = text.split(" ");
    const grammar = { command, forbidden, flags, options, closed, wholeWords, optionsFirst, operands, operand, script };
    // Options of git itself may stand before its command.
    const patterns = text.startsWith("git ") ? [`${text} *`, `git -* ${text.slice(4)} *`] : [`${text} *`];
    return patterns.map((pattern): Rule => {
      return { surface: "bash", pattern, action: "allow", reason, origin: "builtin", preset, arguments: grammar };
    });
  });
}
