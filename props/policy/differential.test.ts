/**
 * Our verdicts beside those of `@gotgenes/pi-permission-system` under the same `permission` map. Who moves over gets no
 * weaker a guard: ours is less restrictive only in the ways listed here, each with a reason and an example.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

import { maxBy } from "es-toolkit/array";
import fc from "fast-check";

import { toolPath } from "../../src/pi/files.ts";
import { isMap } from "../../src/policy/normalize.ts";
import { isStandardDevice, normalizePath } from "../../src/policy/paths.ts";
import type { Judgement, Ruling } from "../../src/policy/policy.ts";
import type { Action } from "../../src/policy/rules.ts";
import { wordsWithoutFiles } from "../../src/policy/scripts.ts";
import { FILE_TOOLS } from "../../src/policy/tools.ts";
import { wildcardMatch } from "../../src/policy/wildcard.ts";
import type { Span } from "../../src/shell/ast.ts";
import type { Text } from "../../src/shell/text.ts";
import { analyze } from "../../src/shell/units.ts";
import { simpleCommand } from "../generators.ts";
import { readJsonLines } from "../json-lines.ts";
import { cases, damagedPrograms, programs, soup, table } from "../oracle/corpora.ts";
import { type Finding, HOME, type PermissionSystem, permissionSystem } from "../permission-system.ts";
import { runs } from "../runs.ts";
import { scratchDirectory } from "../scratch.ts";
import { type Permission, permissionForCommand, permissionForPath } from "./permissions.ts";
import { judgeCall } from "./tool-calls.ts";

const RANK: Readonly<Record<Action, number>> = { allow: 0, ask: 1, deny: 2 };

const SCRATCH = scratchDirectory();
afterAll(() => SCRATCH[Symbol.dispose]());

const CASES = join(import.meta.dir, "../corpus/cases.jsonl");
const REGRESSIONS = join(import.meta.dir, "../corpus/regressions.jsonl");

/** A project with links that stay in it and links that leave it. */
const CWD = join(SCRATCH.path, "project");
const OUTSIDE = join(SCRATCH.path, "outside");
mkdirSync(join(CWD, "src/sub"), { recursive: true });
mkdirSync(OUTSIDE);
writeFileSync(join(CWD, "src/a.ts"), "");
writeFileSync(join(OUTSIDE, ".env"), "");
symlinkSync("src", join(CWD, "inner"));
symlinkSync(OUTSIDE, join(CWD, "out"));
symlinkSync(CWD, join(OUTSIDE, "back"));

/** How often the two were compared, and how often which was the stricter. */
const seen = { total: 0, ours: 0, theirs: 0 };

function count(ours: Action, theirs: Action): void {
  seen.total++;
  if (RANK[ours] > RANK[theirs]) seen.ours++;
  if (RANK[ours] < RANK[theirs]) seen.theirs++;
}

/** A command of which ours is less restrictive, and one of the findings that make theirs more so. */
interface Weaker {
  readonly command: string;
  readonly permission: Permission;
  readonly ruling: Ruling;
  readonly system: PermissionSystem;
  readonly finding: Finding;
}

/** A kind of finding to which ours may be less restrictive. */
interface Kind {
  readonly why: string;
  readonly example: readonly [command: string, permission: Permission];
  readonly explains: (weaker: Weaker) => boolean;
}

const COMPOUND =
  /^(?:(?:if|while|for|c_style_for|case|compound)_statement|(?:test|negated)_command|function_definition|subshell)$/;

/** What bash does by itself. */
const INTERNAL =
  /^(?::|true|false|cd|pwd|exit|return|break|continue|shift|wait|echo|printf|read|\[|test|declare|local|readonly|export|set|exec|command|type)(?![\w-])/;

/** Our judgement of the command that a piece of theirs is, perhaps with more around it, or only the start of. */
function judgedAs({ ruling, finding: { text } }: Weaker): Judgement | undefined {
  const commands = ruling.judgements.filter(({ surface }) => surface === "bash");
  const inside = commands.filter(({ source }) => text.includes(source));
  return commands.find(({ source }) => source.startsWith(text)) ?? maxBy(inside, ({ source }) => source.length);
}

/** Where a pattern stands in the `bash` rules; before all of them where no rule matched. */
function placeOf(pattern: string | undefined, { bash }: Permission): number {
  return typeof bash !== "object" || bash === null || pattern === undefined ? -1 : Object.keys(bash).indexOf(pattern);
}

/**
 * Whether their own rules say as little as ours of the command as bash sees it: by a rule behind the one that matches the
 * piece as it is written, or by one before it.
 */
function isSpelled(weaker: Weaker, behind: boolean): boolean {
  const { ruling, finding, system, permission } = weaker;
  if (finding.surface !== "bash" || finding.pattern?.startsWith("<") === true) return false;
  const place = placeOf(finding.pattern, permission);
  const judged = judgedAs(weaker);
  return [judged?.text, judged?.source].some((text) => {
    if (text === undefined || text === finding.text) return false;
    const { state, pattern } = system.command(text);
    return RANK[state] <= RANK[ruling.state] && placeOf(pattern, permission) > place === behind;
  });
}

/** The name of an absolute path in terms of the working directory. */
function relativeName(path: string): string {
  return relative(CWD, path) || ".";
}

/** The operands and the targets of redirections. */
function operands(command: string): readonly (Text & Span)[] {
  const { units, redirects } = analyze(command);
  return [...units.flatMap((unit) => unit.words.slice(1)), ...redirects];
}

/** Whether what theirs takes for a path is an operand or the target of a redirection. */
function isOperand({ command, finding: { text } }: Weaker): boolean {
  const words = operands(command);
  const absolute = (path: string, base: string) => normalizePath(path.startsWith("/") ? path : `${base}/${path}`);
  const bases = [CWD, ...words.map((word) => absolute(word.text, CWD))];
  const plain = (source: string) => source.replace(/['"]/g, "");
  return words.some(
    (word) =>
      word.text === text ||
      (word.holes.length > 0 && plain(command.slice(word.start, word.end)) === plain(text)) ||
      bases.some((base) => absolute(word.text, base) === text),
  );
}

const GIT = { bash: { "*": "ask", "git *": "allow" } };

const KINDS: Readonly<Record<string, Kind>> = {
  "peeled wrappers": {
    why: "what a wrapper runs is judged by itself",
    example: ["timeout 5 git log", { bash: { "*": "ask", "git *": "allow", "timeout *": "allow" } }],
    explains: ({ finding: { pattern }, ruling }) =>
      (pattern === "<opaque-bash-wrapper>" || pattern === "<indirection-bash-wrapper>") &&
      ruling.judgements.some(({ context }) => context === "wrapper" || context === "text"),
  },
  "nothing to hide": {
    why: "where every command is allowed, a wrapper has nothing to hide",
    example: ['bash -c "$x"', { "*": "ask", bash: "allow" }],
    explains: ({ finding: { pattern }, permission }) =>
      pattern?.startsWith("<") === true && /^(?:"allow"|\{"\*":"allow"\})$/.test(JSON.stringify(permission["bash"])),
  },
  "wrappers of nothing": {
    why: "a wrapper that is given nothing to run is a program like others",
    example: ["eval", { bash: { "*": "allow", "git *": "deny" } }],
    explains: ({ finding: { pattern, text } }) => pattern?.startsWith("<") === true && /^\S+$/.test(text),
  },
  "reserved words": {
    why: "`time` and `}` are reserved words, no programs",
    example: ["time git log", GIT],
    explains: ({ finding: { surface, text } }) =>
      surface === "bash" && /^(?:time\b|\}$)/.test(text.replaceAll("\\\n", "")),
  },
  "compound commands": {
    why: "a compound command is judged by the commands in it, not by its text",
    example: ["for x in a b; do git log $x; done", GIT],
    explains: ({ finding: { syntax } }) => COMPOUND.test(syntax),
  },
  "assignments alone": {
    why: "what only sets a variable of the shell runs nothing; `env` says which may be set",
    example: ["x=1; git log", GIT],
    explains: ({ finding: { syntax } }) => /^variable_assignments?$/.test(syntax),
  },
  "redirections alone": {
    why: "a redirection without a command is judged as a redirection",
    example: ["> x", { ...GIT, write: "allow" }],
    explains: ({ finding: { pattern }, ruling }) =>
      pattern === "<unparseable-bash-command>" &&
      ruling.judgements.every(
        ({ surface, text, context }) => surface !== "bash" || text === "" || context === "substitution",
      ),
  },
  "redirections of a command": {
    why: "redirections are no part of a command, wherever they stand",
    example: ["<<< x git log", { bash: { "*": "allow", "<<< *": "ask" } }],
    explains: (weaker) =>
      weaker.finding.syntax === "command" &&
      /[<>]/.test(weaker.finding.text) &&
      ![undefined, weaker.finding.text].includes(judgedAs(weaker)?.source),
  },
  comments: {
    why: "a comment is no command; theirs matches it if there is nothing else",
    example: ["# rm x", { bash: { "*": "allow", "*rm*": "deny" } }],
    explains: ({ finding: { surface, text }, ruling }) =>
      surface === "bash" && text.startsWith("#") && ruling.judgements.every((judged) => judged.text === ""),
  },
  misread: {
    why: "tree-sitter-bash reports an error where bash reads a command",
    example: ["git log << EOF; git log x\ny\nEOF", GIT],
    explains: ({ finding: { syntax } }) => syntax === "ERROR",
  },
  "here-documents": {
    why: "what tree-sitter-bash takes for a command is text of a here-document",
    example: ["git log <<EOF\n\tEOF\nrm x\nEOF", GIT],
    explains: ({ command, ruling, finding: { surface, text } }) =>
      surface === "bash" &&
      command.includes("<<") &&
      !ruling.judgements.some(({ source }) => source.includes(text) || text.includes(source)),
  },
  escapes: {
    why: "tree-sitter-bash reads escapes inside backquotes, and continued lines inside words, otherwise",
    example: ["git log `a\\\\\nb`", { bash: { "*": "allow", b: "ask" } }],
    explains: ({ command, ruling, finding: { surface, text } }) =>
      surface === "bash" &&
      ((command.includes("`") && command.includes("\\")) || command.includes("\\\n")) &&
      !ruling.judgements.some((judged) => judged.surface === "bash" && judged.source === text),
  },
  spelling: {
    why: "a rule behind it matches the command as bash sees it, without quotes and escapes",
    example: ["git 'log'", { bash: { "*": "ask", "git log *": "allow" } }],
    explains: (weaker) => isSpelled(weaker, true),
  },
  "spelled by chance": {
    why: "the rule matches only what is written, and has no character that would say that it means the source",
    example: ["git ''", { bash: { "*": "allow", "git ?*": "deny" } }],
    explains: (weaker) => !/['"\\$~`]/.test(weaker.finding.pattern ?? "") && isSpelled(weaker, false),
  },
  "blanks at the end": {
    why: "blanks and lines at the end of an argument are part of it",
    example: ["git 'log\n'", { bash: { "*": "ask", "git log\n": "allow" } }],
    explains: ({ finding, ruling }) =>
      finding.surface === "bash" && ruling.judgements.some(({ text }) => text !== text.trim()),
  },
  "holes ask": {
    why: "a deny of what only run time knows asks",
    example: ["git log $((a))", { bash: { "*": "allow", "*a*": "deny" } }],
    explains: ({ finding, ruling }) =>
      ruling.state === "ask" &&
      ruling.judgements.some(
        ({ verdict, source }) =>
          verdict.raisedBy !== undefined && (source.includes(finding.text) || finding.text.includes(source)),
      ),
  },
  "what is not understood asks": {
    why: "where ours stops reading, it asks",
    example: ["git log <<$x\ny\n$x\nrm x", { bash: { "*": "allow", "rm *": "deny" } }],
    explains: ({ ruling }) => ruling.state === "ask" && !ruling.complete,
  },
  "standard devices": {
    why: "`/dev/null` and the descriptors are no files",
    example: ["git log > /dev/null", { ...GIT, path: "ask" }],
    explains: ({ finding: { surface, text } }) => surface !== "bash" && isStandardDevice(text),
  },
  "no operands": {
    why: "what tree-sitter-bash takes for an operand is none",
    example: ["! ! git log", { bash: { "*": "allow" }, path: { "*": "allow", git: "deny" } }],
    explains: (weaker) =>
      weaker.finding.surface !== "bash" &&
      /[`!\\{\r]|<<|\b(?:time|coproc)\b/.test(weaker.command) &&
      !isOperand(weaker),
  },
  "shell-internal commands": {
    why: "commands that run no program and touch no file need no rule of their own where only a default would ask",
    example: ["echo x && git log", GIT],
    explains: ({ command, finding: { surface, state, pattern, text } }) =>
      surface === "bash" &&
      state === "ask" &&
      (pattern === undefined || pattern === "*") &&
      // A function's name may be any.
      (INTERNAL.test(text) ||
        analyze(command).units.some((unit) => unit.internal && unit.words[0]?.text === text.split(" ", 1)[0])),
  },
  presets: {
    why: "rules that a preset adds are unknown to theirs",
    example: ["ls", { extends: ["read-only"], bash: { "git *": "allow" } }],
    explains: ({ permission }) => Object.hasOwn(permission, "extends"),
  },
  "relative names": {
    why: "a file outside has its relative name too, however its path is written",
    example: [`git add ${OUTSIDE}`, { bash: "allow", external_directory: { "*": "ask", "../*": "allow" } }],
    explains: ({ finding: { surface, text }, ruling, system }) =>
      surface !== "bash" && RANK[system.path(surface, relativeName(resolve(CWD, text)))] <= RANK[ruling.state],
  },
  "computed paths ask": {
    why: "a deny of a path that only run time knows asks",
    example: ["git add src/*.ts", { bash: "allow", path: { "*": "allow", "src/?.ts": "deny" } }],
    explains: ({ command, finding: { surface }, ruling }) =>
      surface !== "bash" && ruling.state === "ask" && operands(command).some(({ holes }) => holes.length > 0),
  },
  "words that name no file": {
    why: "what a builtin prints or compares, a script and a message are no files",
    example: ["echo ./secret", { bash: "allow", path: { "*": "allow", "*secret": "deny" } }],
    explains: ({ command, finding: { surface, text } }) =>
      (surface === "path" || surface === "external_directory") &&
      [...wordsWithoutFiles(analyze(command))].some((word) => word.text.includes(text) || text.endsWith(word.text)),
  },
  "computed paths": {
    why: "a path with a `$x` in it is not asked about by the catch-all of `path`: asking about each would be unusable",
    example: ["git add src/$x", { bash: "allow", path: "ask" }],
    explains: ({ command, finding: { surface, pattern, state } }) =>
      surface === "path" &&
      pattern === "*" &&
      state === "ask" &&
      operands(command).some(({ holes }) => holes.length > 0),
  },
};

/** The kinds that count. */
const ACTIVE: readonly string[] = Object.keys(KINDS);

/** The findings in which theirs is more restrictive and which no kind explains, and the kinds that explain the others. */
async function compare(
  command: string,
  permission: Permission,
  names: readonly string[] = ACTIVE,
): Promise<{ unexplained: unknown[]; kinds: string[] }> {
  const { extends: _, ...known } = permission;
  const system = permissionSystem({ permission: known }, CWD);
  const theirs = await system.judge("bash", { command });
  const ruling = judgeCall("bash", { command }, permission, CWD);
  count(ruling.state, theirs);
  if (RANK[ruling.state] >= RANK[theirs]) return { unexplained: [], kinds: [] };
  const findings = (await system.findings(command)).filter(({ state }) => RANK[state] > RANK[ruling.state]);
  expect([command, findings.some(({ state }) => state === theirs)]).toEqual([command, true]);
  const unexplained: Finding[] = [];
  const kinds: string[] = [];
  for (const finding of findings) {
    const weaker = { command, permission, ruling, system, finding };
    const found = names.filter((name) => KINDS[name]?.explains(weaker));
    if (found.length === 0) unexplained.push(finding);
    kinds.push(...found);
  }
  return { unexplained, kinds };
}

/** What theirs takes for a wrapper, and more. */
const WRAPPERS = [
  ..."sudo |env |env A=1 |xargs |time |nohup |timeout 5 |timeout -k 1 5 |nice |parallel |rush |doas |setsid |stdbuf -oL |watch ".split(
    "|",
  ),
  ..."flock f |find . -exec |find . -okdir |fd -x |fd --exec |bash -c |sh -c |zsh -c |eval |command |exec |A=1 timeout 5 ".split(
    "|",
  ),
];

describe("a bash command", () => {
  const check = async (command: string, permission: Permission) => {
    const { unexplained } = await compare(command, permission);
    expect({ command, permission, unexplained }).toEqual({ command, permission, unexplained: [] });
  };

  test("of the publicly reported cases is no weaker guarded by their own rules", async () => {
    const reported = readJsonLines<{ command: string; policy: unknown }>(CASES);
    for (const { command, policy } of reported) {
      await check(command, { "*": "ask", external_directory: "allow", env: "allow", bash: policy });
      await check(command, {
        "*": "allow",
        path: { "*": "allow", "*.env": "deny" },
        external_directory: "ask",
        bash: policy,
      });
    }
  });

  test("of the corpora is no weaker guarded by rules out of its words", async () => {
    const regressions = readJsonLines<{ source: string }>(REGRESSIONS).map(({ source }) => source);
    for (const command of [...cases(), ...table(), ...regressions]) {
      for (const permission of fc.sample(permissionForCommand(command, CWD), runs(3))) await check(command, permission);
    }
  });

  test("of any form is no weaker guarded by rules out of its words", async () => {
    const wrapped = fc
      .tuple(fc.constantFrom(...WRAPPERS), simpleCommand())
      .map(([wrapper, { source }]) => wrapper + source);
    const command = fc.oneof({ weight: 3, arbitrary: programs() }, damagedPrograms(), soup(), wrapped);
    const both = command.chain((source) => fc.tuple(fc.constant(source), permissionForCommand(source, CWD)));
    await fc.assert(
      fc.asyncProperty(both, ([source, permission]) => check(source, permission)),
      runs(1_500),
    );
  });
});

describe("the ways in which ours may be weaker", () => {
  const occurs = async (name: string): Promise<boolean> => {
    const [command, permission] = KINDS[name]?.example ?? ["", {}];
    const { unexplained, kinds } = await compare(command, permission, [...ACTIVE, name]);
    return unexplained.length === 0 && kinds.includes(name);
  };

  test.each(ACTIVE)("%s", async (name) => {
    expect(await occurs(name)).toBe(true);
  });
});

/** A call of a tool that takes a path. */
interface Call {
  readonly tool: string;
  readonly path: string | undefined;
  readonly permission: Permission;
}

/** A kind of call of which ours may be less restrictive. */
interface CallKind {
  readonly why: string;
  readonly example: Call;
  readonly explains: (call: Call) => Promise<boolean>;
}

function oursOf({ tool, path, permission }: Call): Ruling {
  return judgeCall(tool, path === undefined ? {} : { path }, permission, CWD);
}

function theirsOf({ tool, path, permission }: Call): Promise<Action> {
  return permissionSystem({ permission }, CWD).judge(tool, path === undefined ? {} : { path });
}

async function isWeaker(call: Call, other: Call = call): Promise<boolean> {
  return RANK[oursOf(call).state] < RANK[await theirsOf(other)];
}

/** Whether ours is no weaker than theirs of another path. */
function explainedBy(other: (call: Call) => readonly string[]): CallKind["explains"] {
  return async (call) => {
    for (const path of other(call)) if (!(await isWeaker(call, { ...call, path }))) return true;
    return false;
  };
}

/** The file that a call opens, by its absolute path. */
function opened({ path }: Call): string {
  return resolve(CWD, (toolPath(path ?? ".") ?? "").replace(/^~(?=\/|$)/, HOME));
}

const CALL_KINDS: Readonly<Record<string, CallKind>> = {
  "what Pi opens": {
    why: "Pi expands no `$HOME` in a path, but makes plain blanks of others and a path of a `file:` URL",
    example: { tool: "read", path: "$HOME/x", permission: { read: "allow", path: { "*": "allow", "~/*": "deny" } } },
    explains: explainedBy((call) => [opened(call)]),
  },
  "ends of a name": {
    why: "quotes and blanks at the ends of a path are part of the name; theirs judges another file",
    example: { tool: "read", path: "'a'", permission: { read: "allow", path: { "*": "deny", "'a'": "allow" } } },
    explains: ({ path }) => Promise.resolve(/^[\s'"]|[\s'"]$/.test(path ?? "")),
  },
  "relative names": {
    why: "a file outside has its relative name too, however its path is written; the working directory is `.`",
    example: {
      tool: "read",
      path: OUTSIDE,
      permission: { "*": "allow", external_directory: { "*": "ask", "../*": "allow" } },
    },
    explains: explainedBy((call) => [relativeName(opened(call))]),
  },
  "as it is written": {
    why: "rules that ask see a path as it is written too, and the last rule that matches decides",
    example: { tool: "ls", path: "~", permission: { ls: "allow", path: { "*": "deny", "?": "ask" } } },
    explains: (call) => {
      const asks = oursOf(call).judgements.filter(({ verdict }) => verdict.rule?.action === "ask");
      return Promise.resolve(
        oursOf(call).state === "ask" &&
          asks.some(({ verdict }) => wildcardMatch(verdict.rule?.pattern ?? "", call.path ?? ".")),
      );
    },
  },
};

const CHANGED_KINDS: Readonly<Record<string, { why: string; example: Call; without: (call: Call) => Permission }>> = {
  "patterns of other tools": {
    why: "what a tool's own patterns say of its path; theirs asks them about `*` unless it is one of Pi's own",
    example: { tool: "my_tool", path: "src/a.ts", permission: { my_tool: { "*": "ask", "src/*": "allow" } } },
    without: ({ tool, permission }) =>
      FILE_TOOLS.includes(tool) || !isMap(permission[tool]) ? permission : { ...permission, [tool]: "allow" },
  },
  "keys with a wildcard": {
    why: "a weakness: a key such as `my_*` names no tool of ours, and all that it matches of theirs",
    example: { tool: "my_tool", path: "src/a.ts", permission: { "*": "allow", "my_*": "deny" } },
    without: ({ permission }) =>
      Object.fromEntries(Object.entries(permission).filter(([key]) => key === "*" || !key.includes("*"))),
  },
};

/** The kinds that explain why ours is weaker; `undefined` if it is and none does. */
async function callKinds(call: Call): Promise<readonly string[] | undefined> {
  if (!(await isWeaker(call))) return [];
  for (const [name, { explains }] of Object.entries(CALL_KINDS)) if (await explains(call)) return [name];
  for (const [name, { without }] of Object.entries(CHANGED_KINDS)) {
    const permission = without(call);
    if (JSON.stringify(permission) === JSON.stringify(call.permission)) continue;
    const others = await callKinds({ ...call, permission });
    if (others !== undefined) return [name, ...others];
  }
  return undefined;
}

const PATHS = [
  ...[
    undefined,
    "",
    ".",
    "..",
    "/",
    "~",
    "~/x/.env",
    "~x",
    "$HOME",
    "$HOME/x",
    `${HOME}/x`,
    "/etc/passwd",
    "/dev/null",
  ],
  ...["src/a.ts", "./src/a.ts", "src/sub/../a.ts", "src//a.ts", "src/", `${CWD}/src/a.ts`, CWD, ".env", ".env.local"],
  ...["inner/a.ts", "out", "out/.env", "out/new", "../outside/.env", `${OUTSIDE}/.env`, `${OUTSIDE}/back/src/a.ts`],
  ...["@src/a.ts", "@~/x", "file:///etc/passwd", " a", "a ", "'a'", '"~/x"', "a\nb", "a*b", "*", "?", "a\u00A0b"],
];

describe("a call of a tool", () => {
  test("with a path is no weaker guarded by rules out of its path", async () => {
    const calls = fc.tuple(fc.constantFrom(...FILE_TOOLS, "my_tool"), fc.constantFrom(...PATHS)).chain(([tool, path]) =>
      fc.record({
        tool: fc.constant(tool),
        path: fc.constant(path),
        permission: permissionForPath(tool, path ?? ".", CWD),
      }),
    );
    await fc.assert(
      fc.asyncProperty(calls, async (call) => {
        count(oursOf(call).state, await theirsOf(call));
        expect([call, await callKinds(call)]).not.toEqual([call, undefined]);
      }),
      runs(2_500),
    );
  });

  test.each(Object.entries({ ...CALL_KINDS, ...CHANGED_KINDS }))("may be weaker: %s", async (name, { example }) => {
    expect(await callKinds(example)).toEqual([name]);
  });
});

afterAll(() => {
  const share = (part: number) => `${((100 * part) / seen.total).toFixed(1)}%`;
  console.info(
    `compared with pi-permission-system ${seen.total} times: ours is stricter in ${share(seen.ours)}, theirs in ${share(seen.theirs)}`,
  );
});
