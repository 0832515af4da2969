import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { type AuditEntry, parseEntry } from "../../src/policy/audit-entry.ts";
import { type Dialog, Project, RUNTIMES } from "./pi.ts";
import { bash } from "./scripted-model.ts";

// Pi starts in about a second; a busy machine takes longer.
setDefaultTimeout(60_000);

const PERMISSION = { "*": "ask", bash: { "*": "ask", "cat *": "allow", "echo *": "allow", "rm *": "deny" } };
const LOG = "../agent/portcullis/audit.jsonl";
/** The log from within the project, where Pi's tools run. */
const CAT = 'cat "$PI_CODING_AGENT_DIR/portcullis/audit.jsonl"';

async function entries(project: Project, path = LOG): Promise<AuditEntry[]> {
  const lines = ((await project.read(path)) ?? "").split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const entry = parseEntry(line);
    if (entry === undefined) throw new Error(`not an entry: ${line}`);
    return entry;
  });
}

/** Of an entry, what became of the call. */
const outcome = ({ request, state, final, by, answer }: AuditEntry) => [
  request?.kind === "command" ? request.command : request?.own?.join(),
  state,
  final,
  by,
  ...(answer === undefined ? [] : [answer]),
];

describe.each(RUNTIMES)("the audit log of real Pi under %s", (runtime) => {
  test("has a line for each decision, with who took it", async () => {
    await using project = await Project.create({
      script: [
        bash("echo hi"),
        bash("rm x"),
        bash("seq 1"),
        bash("mytool a || true"),
        bash("mytool b || true"),
        bash("seq 2"),
        bash("seq 3"),
      ],
      settings: { permission: PERMISSION },
    });
    const answers = [
      ({ options }: Dialog) => options?.[1],
      ({ options }: Dialog) => options?.find((option) => option.includes("`mytool *`")),
      ({ options }: Dialog) => options?.[0],
      ({ options }: Dialog) => options?.at(-1),
      () => "use bun",
    ];
    await using pi = project.rpc(runtime, (dialog) => answers.shift()?.(dialog));
    await pi.prompt();
    const log = await entries(project);
    expect(log.map(outcome)).toEqual([
      ["echo hi", "allow", "allow", "policy"],
      ["rm x", "deny", "deny", "policy"],
      ["seq 1", "ask", "allow", "human", { choice: "once" }],
      [
        "mytool a || true",
        "ask",
        "allow",
        "human",
        { choice: "session", sessionApprovalPattern: [{ surface: "bash", pattern: "mytool *" }] },
      ],
      ["mytool b || true", "allow", "allow", "policy"],
      ["seq 2", "ask", "deny", "human", { choice: "deny" }],
      ["seq 3", "ask", "deny", "human", { choice: "deny", reason: "use bun" }],
    ]);
    expect(log[4]?.units.map(({ sessionApprovalPattern }) => sessionApprovalPattern)).toEqual(["mytool *", undefined]);
    const [first] = log;
    expect(first).toMatchObject({ cwd: project.cwd, tool: "bash", surfaces: ["bash"], complete: true, links: [] });
    expect(new Set(log.map(({ session }) => session)).size).toBe(1);
    expect(new Set(log.map(({ generation }) => generation)).size).toBe(1);
    expect(new Set(log.map(({ toolCallId }) => toolCallId)).size).toBe(7);
    expect(log.every(({ ms, session }) => ms >= 0 && session !== "")).toBe(true);
    expect(Math.abs(Date.parse(first?.time ?? "") - Date.now())).toBeLessThan(600_000);
    expect(pi.notices).toEqual([]);
  });

  test("is on disk before the tool runs, and says who there was without a UI", async () => {
    await using project = await Project.create({
      script: [bash(CAT), bash("make all"), [{ tool: "read", arguments: { path: "a" } }]],
      settings: { permission: { ...PERMISSION, read: "allow", external_directory: "allow" } },
      files: { a: "1" },
    });
    await project.print(runtime);
    const [seen = ""] = project.model.results;
    const log = await entries(project);
    // The first call has seen its own line, and no other.
    expect(seen.trimEnd()).toBe(JSON.stringify(log[0]));
    expect(log.map(outcome)).toEqual([
      [CAT, "allow", "allow", "policy"],
      ["make all", "ask", "deny", "nobody"],
      ["a", "allow", "allow", "policy"],
    ]);
  });

  test("is where the settings say, without secrets, and guarded", async () => {
    await using project = await Project.create({
      script: [
        bash("echo 'Authorization: Bearer geheim-geheim'"),
        bash("echo x > ../elsewhere/log.jsonl"),
        bash("echo > ../elsewhere/log.jsonl.1"),
      ],
    });
    const path = join(project.root, "elsewhere/log.jsonl");
    await project.write(
      ".pi/settings.json",
      JSON.stringify({
        permission: { bash: "allow", write: "allow", external_directory: "allow" },
        audit: { path, maxBytes: 100_000, keep: 1 },
      }),
    );
    await project.print(runtime);
    expect(project.model.results[0]).toBe("Authorization: Bearer geheim-geheim\n");
    const log = await entries(project, "../elsewhere/log.jsonl");
    expect(log.map(({ masked, final }) => [masked, final])).toEqual([
      [true, "allow"],
      [undefined, "deny"],
      [undefined, "deny"],
    ]);
    expect(await project.read("../elsewhere/log.jsonl")).not.toContain("geheim-geheim");
    expect(await project.read(LOG)).toBeUndefined();
  });

  test("is not there where it is not wanted, or the gate is off", async () => {
    await using project = await Project.create({
      script: [bash("echo 1")],
      settings: { permission: PERMISSION, audit: false },
    });
    await project.print(runtime);
    await using off = await Project.create({ script: [bash("echo 1")] });
    await off.print(runtime);
    expect([project.model.results, await project.read(LOG), await off.read(LOG)]).toEqual([
      ["1\n"],
      undefined,
      undefined,
    ]);
  });

  test.each([
    ["en", "cannot be written"],
    ["zh", "无法写入审计日志"],
  ])("that cannot be written changes no verdict, and is reported once, in %s", async (language, message) => {
    await using project = await Project.create({
      script: [bash("echo 1"), bash("rm x"), bash("echo 2")],
      settings: { permission: PERMISSION, language },
    });
    await mkdir(join(project.cwd, LOG), { recursive: true });
    await using pi = project.rpc(runtime);
    await pi.prompt();
    const [one, two, three] = project.model.results;
    expect([one, three]).toEqual(["1\n", "2\n"]);
    expect(two).toContain("rm x");
    expect(pi.notices).toEqual([expect.stringContaining(message)]);
  });

  test("has what could not be judged", async () => {
    await using project = await Project.create({
      script: [bash("touch x")],
      settings: { permission: { bash: "allow" } },
      earlierHandler: "Object.freeze(event.input);",
    });
    await project.print(runtime);
    const [entry] = await entries(project);
    expect(entry).toMatchObject({ state: null, final: "deny", by: "failed", request: null, units: [] });
    expect(entry?.error).toBeString();
  });
});
