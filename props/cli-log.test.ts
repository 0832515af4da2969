import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { findNode, pinnedBun } from "../scripts/toolchain.ts";
import { auditEntry, type Decided } from "../src/policy/audit-entry.ts";
import { readPermission } from "../src/policy/normalize.ts";
import { Policy } from "../src/policy/policy.ts";
import { judgeRequest } from "../src/policy/request.ts";
import { BUNDLE } from "./e2e/pi.ts";
import { scratchDirectory } from "./scratch.ts";

setDefaultTimeout(60_000);

const PERMISSION = { "*": "ask", bash: { "*": "ask", "git *": "allow", "git push *": "deny", "tar *": "ask" } };

/** A line of the log for a command under these rules, and more that is known of it. */
function line(command: string, more: Partial<Decided> = {}, permission: unknown = PERMISSION): string {
  const request = { kind: "command", command } as const;
  const ruling = judgeRequest(request, new Policy(readPermission(permission, "global").rules, undefined), {
    cwd: "/p",
  });
  const entry = auditEntry({
    version: "0",
    time: "2026-01-02T03:04:05.678Z",
    session: "first",
    cwd: "/p",
    tool: "bash",
    toolCallId: command,
    generation: "g",
    request,
    ruling,
    final: ruling.state === "allow" ? "allow" : "deny",
    by: ruling.state === "ask" ? "nobody" : "policy",
    ms: 1,
    ...more,
  });
  return JSON.stringify(entry);
}

const ONCE: Partial<Decided> = { by: "human", final: "allow", answer: { choice: "once" } };
const REFUSED: Partial<Decided> = { by: "human", final: "deny", answer: { choice: "deny", reason: "not now" } };

/** A home directory with a log in its usual place; `files` are the rotated ones too. */
function scratchHome(
  files: Readonly<Record<string, readonly string[]>>,
  settings: object = { permission: PERMISSION },
) {
  const scratch = scratchDirectory();
  const directory = join(scratch.path, ".pi/agent/portcullis");
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(scratch.path, ".pi/agent/settings.json"), JSON.stringify(settings));
  for (const [name, lines] of Object.entries(files))
    writeFileSync(join(directory, name), lines.map((one) => `${one}\n`).join(""));
  const start = (runtime: string, args: readonly string[]) =>
    Bun.spawn([runtime === "node" ? findNode() : pinnedBun(), BUNDLE, ...args], {
      cwd: scratch.path,
      env: { HOME: scratch.path, PATH: process.env["PATH"] ?? "" },
      stdio: ["ignore", "pipe", "pipe"],
    });
  const run = async (runtime: string, ...args: readonly string[]) => {
    const child = start(runtime, args);
    const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    return { stdout, stderr, status: await child.exited };
  };
  return { start, run, path: join(directory, "audit.jsonl"), [Symbol.dispose]: () => scratch[Symbol.dispose]() };
}

const LINES = [
  line("git log"),
  line("git push", { session: "second" }),
  line("make \u001b[2J a\nb", { ...ONCE, time: "2026-02-01T00:00:00.000Z" }),
  line("make b", {
    ...ONCE,
    answer: { choice: "session", sessionApprovalPattern: [{ surface: "bash", pattern: "make *" }] },
    links: [{ name: "judge", verdict: "defer", error: "took too long", ms: 9 }],
  }),
  line("rm x", REFUSED),
];

describe.each(["node", "bun"])("log under %s", (runtime) => {
  test("prints what was decided, across rotated files, and nothing that a terminal would obey", async () => {
    using home = scratchHome({
      "audit.jsonl.2": LINES.slice(0, 1),
      "audit.jsonl.1": [...LINES.slice(1, 2), '{"half'],
      "audit.jsonl": LINES.slice(2),
    });
    const { stdout, stderr, status } = await home.run(runtime, "log");
    expect({ stderr, status }).toEqual({ stderr: "1 line could not be read\n", status: 0 });
    expect(stdout).toBe(
      [
        "2026-01-02T03:04:05Z  ✔ allow  bash  git log",
        "2026-01-02T03:04:05Z  ✖ deny   bash  git push",
        "  deny  git push: the bash rule `git push *` (global)",
        "2026-02-01T00:00:00Z  ✔ allow  bash  make \\u{1b}[2J a ⏎ b  by human, once",
        "  ask  make [2J a: the bash rule `*` (global)",
        "  ask  b: the bash rule `*` (global)",
        "2026-01-02T03:04:05Z  ✔ allow  bash  make b  by human, for the session: `make *`",
        "  ask  make b: the bash rule `*` (global)",
        "  judge: defer (took too long)",
        "2026-01-02T03:04:05Z  ✖ deny   bash  rm x  by human, not now",
        "  ask  rm x: the bash rule `*` (global)",
        "",
      ]
        .join("\n")
        .replace("make [2J a:", "make \\u{1b}[2J a:"),
    );
  });

  test.each<[string[], string[]]>([
    [
      ["--verdict", "allow"],
      ["git log", "make \u001b[2J a\nb", "make b"],
    ],
    [
      ["--verdict", "deny"],
      ["git push", "rm x"],
    ],
    [
      ["--verdict", "ask"],
      ["make \u001b[2J a\nb", "make b", "rm x"],
    ],
    [["--session", "sec"], ["git push"]],
    [["--since", "2026-01-15"], ["make \u001b[2J a\nb"]],
    [["--since", "1h"], []],
    [["--tool", "read"], []],
    [["--tool=bash", "--verdict=deny", "--session=first"], ["rm x"]],
  ])("lets through what %j asks for, as it stands in the file with --json", async (args, expected) => {
    using home = scratchHome({ "audit.jsonl": LINES });
    const { stdout } = await home.run(runtime, "log", "--json", ...args);
    const lines = stdout.split("\n").filter((one) => one !== "");
    expect(lines.every((one) => LINES.includes(one))).toBe(true);
    expect(lines.map((one) => (JSON.parse(one) as { toolCallId: string }).toolCallId)).toEqual(expected);
  });

  test("follows what is written, across a rotation", async () => {
    using home = scratchHome({ "audit.jsonl": LINES.slice(0, 1) });
    const child = home.start(runtime, ["log", "--follow", "--json"]);
    const decoder = new TextDecoder();
    let text = "";
    let written = 1;
    for await (const chunk of child.stdout) {
      text += decoder.decode(chunk, { stream: true });
      if (text.split("\n").length <= written) continue;
      if (written === LINES.length) break;
      if (written === 2) renameSync(home.path, `${home.path}.1`);
      appendFileSync(home.path, `${LINES[written++]}\n`);
    }
    child.kill();
    expect(text).toBe(`${LINES.join("\n")}\n`);
  });

  test("says what is wrong", async () => {
    using home = scratchHome({}, { audit: false });
    const outcomes = [
      await home.run(runtime, "log"),
      await home.run(runtime, "log", "--file", "none"),
      await home.run(runtime, "log", "--verdict", "maybe"),
      await home.run(runtime, "log", "--since", "soon"),
      await home.run(runtime, "log", "--nonsense"),
      await home.run(runtime, "replay"),
      await home.run(runtime, "replay", "--permission", "none"),
    ];
    expect(outcomes.map(({ status, stdout }) => [status, stdout])).toEqual(Array(7).fill([2, ""]));
    expect(outcomes.map(({ stderr }) => stderr.split("\n")[0])).toEqual([
      "portcullis: the settings keep no audit log (`audit` is false): name one with --file",
      "portcullis: none: there is no audit log",
      "portcullis: --verdict is allow, ask, deny, not `maybe`",
      "portcullis: --since is a date, or a time ago as in 90m, 12h, 7d, not `soon`",
      expect.stringContaining("--nonsense"),
      "portcullis: replay needs --permission FILE",
      "portcullis: none: there is no such file",
    ]);
  });

  test("takes an empty log, and a long one", async () => {
    using home = scratchHome({ "audit.jsonl": [] });
    expect(await home.run(runtime, "log")).toEqual({ stdout: "", stderr: "", status: 0 });
    writeFileSync(home.path, `${LINES[0]}\n`.repeat(20_000));
    expect((await home.run(runtime, "log")).stdout.split("\n").length).toBe(20_001);
  });
});

describe.each(["node", "bun"])("replay under %s", (runtime) => {
  const NEW = { "*": "ask", bash: { "*": "ask", "git *": "allow", "make *": "allow", "git log *": "deny" } };

  test.each([
    ["a map of rules", NEW],
    ["whole settings", { language: "zh", permission: NEW }],
  ])("shows what %s would change, the loosened first", async (_, file) => {
    using home = scratchHome({
      "audit.jsonl": [
        ...LINES,
        line("make b", ONCE),
        line("curl -u a:geheim99 h", ONCE),
        "{",
        line("x", { request: null }),
      ],
    });
    const path = join(home.path, "../new.json");
    writeFileSync(path, JSON.stringify(file));
    const { stdout, stderr, status } = await home.run(runtime, "replay", "--permission", path);
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    expect(stdout).toBe(`judged again: 6 decisions; not judged: 1 masked (•••), 1 broken, 1 incomplete
looser: 3, stricter: 1, the same: 2

deny → allow
  bash  git push
      git push: the bash rule \`git *\`

ask → allow
  2× bash  make b
      make b: the bash rule \`make *\`

allow → deny
  bash  git log
      git log: the bash rule \`git log *\`
`);
  });

  test("takes what a rule of the session answered for the ask that it was", async () => {
    const approved = [{ surface: "bash", pattern: "make *", action: "allow", origin: "session" }] as const;
    const policy = new Policy(readPermission(PERMISSION, "global").rules, undefined).approving(approved);
    const request = { kind: "command", command: "make a" } as const;
    const ruling = judgeRequest(request, policy, { cwd: "/p" });
    expect(ruling.state).toBe("allow");
    using home = scratchHome({ "audit.jsonl": [line("make a", { ruling, final: "allow", by: "policy" })] });
    const path = join(home.path, "../new.json");
    writeFileSync(path, JSON.stringify(PERMISSION));
    expect((await home.run(runtime, "replay", "--permission", path)).stdout).toEndWith("the same: 1\n");
    expect((await home.run(runtime, "log")).stdout).toBe(
      "2026-01-02T03:04:05Z  ✔ allow  bash  make a  approved before for the session: `make *`\n",
    );
  });

  test("names each step once, whatever is most frequent", async () => {
    using home = scratchHome({
      "audit.jsonl": [line("git push"), line("make a"), line("make a"), line("make b"), line("git push -f")],
    });
    const path = join(home.path, "../new.json");
    writeFileSync(path, JSON.stringify({ bash: { "git *": "ask", "make *": "allow" } }));
    const { stdout } = await home.run(runtime, "replay", "--permission", path);
    expect(stdout.match(/^\w+ → \w+$/gm)).toEqual(["deny → ask", "ask → allow"]);
  });

  test("names the mistakes of the file first", async () => {
    using home = scratchHome({ "audit.jsonl": LINES.slice(0, 1) });
    const path = join(home.path, "../new.json");
    writeFileSync(path, '{"bash": {"git *": "alow"}}');
    expect((await home.run(runtime, "replay", "--permission", path)).stdout).toBe(
      `! permission.bash["git *"]: unknown action "alow"; expected "allow", "ask" or "deny"
judged again: 1 decision
looser: 0, stricter: 1, the same: 0

allow → ask
  bash  git log
      git log: the bash rule \`*\`
`,
    );
  });
});

describe.each(["node", "bun"])("suggest under %s", (runtime) => {
  test("lists the rules that save the most, with what they allow", async () => {
    const lines = [
      ...Array.from({ length: 7 }, (_, index) => line(`mytool a${index}`, ONCE)),
      line("mytool a0", ONCE),
      line("pnpm build"),
      line("tar x", ONCE),
      line("make x", REFUSED),
      line("curl -u a:geheim99 h", ONCE),
    ];
    using home = scratchHome({ "audit.jsonl": lines });
    const { stdout, stderr, status } = await home.run(runtime, "suggest");
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    expect(stdout).toBe(`8 prompts: {"permission":{"bash":{"mytool *":"allow"}}}
  2× mytool a0
  1× mytool a1
  1× mytool a2
  1× mytool a3
  1× mytool a4
  … and 2 more
1 prompt: {"permission":{"bash":{"pnpm build":"allow"}}}
  1× pnpm build

Each is meant as the last rule of its surface. None loosens a deny, a rule that asks, or what you denied.
asked 11 times, of which these would have saved 9; not judged: 1 masked (•••)
`);
  });

  test("says so where there is none", async () => {
    using home = scratchHome({ "audit.jsonl": LINES.slice(0, 2) });
    expect((await home.run(runtime, "suggest")).stdout).toBe(
      "there is no rule to suggest\nasked 0 times, of which these would have saved 0\n",
    );
    expect(readFileSync(home.path, "utf8")).toBe(`${LINES.slice(0, 2).join("\n")}\n`);
  });
});
