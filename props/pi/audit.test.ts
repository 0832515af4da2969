import { describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { findNode, pinnedBun, ROOT } from "../../scripts/toolchain.ts";
import { readAudit } from "../../src/pi/audit-reader.ts";
import { AuditLog } from "../../src/pi/audit.ts";
import { type AuditEntry, auditEntry } from "../../src/policy/audit-entry.ts";
import { scratchDirectory } from "../scratch.ts";

setDefaultTimeout(120_000);

const entry = (toolCallId: string): AuditEntry =>
  auditEntry({
    version: "0",
    time: "2026-01-01T00:00:00.000Z",
    session: "s",
    cwd: "/p",
    tool: "bash",
    toolCallId,
    generation: "g",
    request: { kind: "command", command: "ls" },
    ruling: undefined,
    final: "allow",
    by: "policy",
    ms: 1,
  });

/** A log in a scratch directory, with what it reported. */
function scratchLog(path: string, { maxBytes = 1_000_000, keep = 5 } = {}) {
  const failures: string[] = [];
  const log = new AuditLog({ path, maxBytes, keep }, (_, error) => failures.push(error));
  const write = (...calls: readonly string[]) => {
    for (const call of calls) log.append(() => entry(call));
  };
  return { log, write, failures };
}

async function calls(path: string): Promise<string[]> {
  const found: string[] = [];
  for await (const line of readAudit(path)) found.push(line.entry?.toolCallId ?? `broken: ${line.text}`);
  return found;
}

describe("the audit log", () => {
  test("is a line an entry, readable by its owner alone", async () => {
    using scratch = scratchDirectory();
    const path = join(scratch.path, "a/b/audit.jsonl");
    const { write, log, failures } = scratchLog(path);
    write("1", "2");
    expect(readFileSync(path, "utf8")).toBe(`${JSON.stringify(entry("1"))}\n${JSON.stringify(entry("2"))}\n`);
    expect([path, join(scratch.path, "a"), join(scratch.path, "a/b")].map((one) => statSync(one).mode & 0o777)).toEqual(
      [0o600, 0o700, 0o700],
    );
    expect([log.healthy, failures, await calls(path)]).toEqual([true, [], ["1", "2"]]);
    chmodSync(path, 0o644);
    write("3");
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("is rotated by size, and the oldest file goes", async () => {
    using scratch = scratchDirectory();
    const path = join(scratch.path, "audit.jsonl");
    const { write } = scratchLog(path, { maxBytes: JSON.stringify(entry("1")).length * 2 + 2, keep: 2 });
    write("1", "2", "3", "4", "5");
    expect(readdirSync(scratch.path).sort()).toEqual(["audit.jsonl", "audit.jsonl.1", "audit.jsonl.2"]);
    expect(await calls(path)).toEqual(["1", "2", "3", "4", "5"]);
    write("6", "7");
    expect(await calls(path)).toEqual(["3", "4", "5", "6", "7"]);
  });

  test("keeps nothing but one file where that is wanted, and a line that is longer than a file", async () => {
    using scratch = scratchDirectory();
    const path = join(scratch.path, "audit.jsonl");
    const { write, failures } = scratchLog(path, { maxBytes: 1, keep: 0 });
    write("1", "2", "3");
    expect([readdirSync(scratch.path), await calls(path), failures]).toEqual([["audit.jsonl"], ["3"], []]);
  });

  test("is written on where a lock was left behind, which goes in time", async () => {
    using scratch = scratchDirectory();
    const path = join(scratch.path, "audit.jsonl");
    const { write } = scratchLog(path, { maxBytes: 1, keep: 9 });
    write("1");
    writeFileSync(`${path}.lock`, "");
    write("2");
    expect(existsSync(`${path}.1`)).toBe(false);
    utimesSync(`${path}.lock`, 1, 1);
    write("3", "4");
    expect([await calls(path), existsSync(`${path}.1`), existsSync(`${path}.lock`)]).toEqual([
      ["1", "2", "3", "4"],
      true,
      false,
    ]);
  });

  test("begins a line of its own behind one that was cut off", async () => {
    using scratch = scratchDirectory();
    const path = join(scratch.path, "audit.jsonl");
    writeFileSync(path, '{"half":');
    scratchLog(path).write("1");
    expect(await calls(path)).toEqual(['broken: {"half":', "1"]);
  });

  test("is made again where somebody removes it", async () => {
    using scratch = scratchDirectory();
    const path = join(scratch.path, "x/audit.jsonl");
    const { write } = scratchLog(path);
    write("1");
    rmSync(join(scratch.path, "x"), { recursive: true });
    write("2");
    expect(await calls(path)).toEqual(["2"]);
  });

  test.each<[string, (path: string) => void]>([
    ["a directory", (path) => mkdirSync(path)],
    ["a link", (path) => symlinkSync("target", path)],
    ["a pipe", (path) => void Bun.spawnSync(["mkfifo", path])],
    ["a device", (path) => symlinkSync("/dev/full", path)],
  ])("reports %s in its place once, and tells when it works again", async (_, obstruct) => {
    using scratch = scratchDirectory();
    const path = join(scratch.path, "audit.jsonl");
    obstruct(path);
    const { write, log, failures } = scratchLog(path);
    write("1", "2");
    expect([log.healthy, failures.length, existsSync(join(scratch.path, "target"))]).toEqual([false, 1, false]);
    rmSync(path, { recursive: true });
    write("3");
    expect([log.healthy, failures.length, await calls(path)]).toEqual([true, 1, ["3"]]);
    rmSync(path);
    obstruct(path);
    write("4");
    expect([log.healthy, failures.length]).toEqual([false, 1]);
  });

  test.each(["/dev/full", "/dev/null/x/audit.jsonl", "/proc/audit.jsonl"])(
    "reports that it cannot be at %s",
    (path) => {
      const { write, log, failures } = scratchLog(path);
      write("1");
      expect([log.healthy, failures.length]).toEqual([false, 1]);
    },
  );

  test("survives an entry that cannot be made, and a listener that throws", () => {
    using scratch = scratchDirectory();
    const path = join(scratch.path, "audit.jsonl");
    const log = new AuditLog({ path, maxBytes: 9, keep: 1 }, () => {
      throw new Error("no");
    });
    log.append(() => {
      throw new Error("broken");
    });
    expect([log.healthy, existsSync(path)]).toEqual([false, false]);
  });
});

/** A program that writes so many lines to a log, and says on its standard output whether that went well. */
const WRITER = (name: string, lines: number, settings: object) => `
import { AuditLog } from ${JSON.stringify(join(ROOT, "src/pi/audit.ts"))};
const failures = [];
const log = new AuditLog(${JSON.stringify(settings)}, (_, error) => failures.push(error));
const pad = "x".repeat(100);
for (let line = 0; line < ${lines}; line++)
  log.append(() => ({ schema: 1, time: "t", session: "s", cwd: "/", tool: "bash", by: "policy", final: "allow", units: [], toolCallId: "${name}-" + line, pad }));
console.log(JSON.stringify({ healthy: log.healthy, failures }));
`;

/** The program as one file that both runtimes run. */
async function bundled(directory: string, name: string, text: string): Promise<string> {
  const source = join(directory, `${name}.ts`);
  writeFileSync(source, text);
  const built = await Bun.build({ entrypoints: [source], target: "node", outdir: directory, naming: `${name}.mjs` });
  expect(built.success).toBe(true);
  return join(directory, `${name}.mjs`);
}

test("four processes write 10,000 lines each, with rotation: all are there, and whole", async () => {
  using scratch = scratchDirectory();
  const path = join(scratch.path, "log/audit.jsonl");
  const lines = 10_000;
  const children = await Promise.all(
    [pinnedBun(), findNode(), pinnedBun(), findNode()].map(async (runtime, index) => {
      const program = await bundled(
        scratch.path,
        `writer${index}`,
        WRITER(`${index}`, lines, { path, maxBytes: 200_000, keep: 100 }),
      );
      return Bun.spawn([runtime, program], { stdio: ["ignore", "pipe", "inherit"] });
    }),
  );
  const outcomes = await Promise.all(children.map((child) => new Response(child.stdout).text()));
  expect(outcomes).toEqual(Array(4).fill('{"healthy":true,"failures":[]}\n'));
  const found = await calls(path);
  expect(readdirSync(join(scratch.path, "log")).length).toBeGreaterThan(20);
  expect(found.length).toBe(4 * lines);
  expect(new Set(found).size).toBe(4 * lines);
  // Those of one process are in its order.
  for (let index = 0; index < 4; index++) {
    const own = found.filter((one) => one.startsWith(`${index}-`));
    expect(own.toSorted((one, two) => Number(one.slice(2)) - Number(two.slice(2)))).toEqual(own);
  }
});

test.each([
  ["bun", pinnedBun()],
  ["node", findNode()],
])("a disk that is full cuts a line off under %s, which is reported, and the next one is whole", async (_, runtime) => {
  using scratch = scratchDirectory();
  const path = join(scratch.path, "audit.jsonl");
  const program = await bundled(scratch.path, "writer", WRITER("full", 10, { path, maxBytes: 1_000_000, keep: 1 }));
  // No file may be longer than 1 KB: the write that would make it so is cut short, and the next ones fail.
  const child = Bun.spawn(["bash", "-c", `trap '' XFSZ; ulimit -f 1; exec "$@"`, "bash", runtime, program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const outcome = JSON.parse(await new Response(child.stdout).text()) as { healthy: boolean; failures: string[] };
  expect([outcome.healthy, outcome.failures.length]).toEqual([false, 1]);
  expect(statSync(path).size).toBe(1024);
  scratchLog(path).write("next");
  const found = await calls(path);
  expect(found.filter((one) => one.startsWith("broken")).length).toBe(1);
  expect(found.at(-1)).toBe("next");
});

test("what is written while it is followed is read, across rotations", async () => {
  using scratch = scratchDirectory();
  const path = join(scratch.path, "audit.jsonl");
  const { write } = scratchLog(path, { maxBytes: JSON.stringify(entry("1")).length * 3, keep: 50 });
  const expected = Array.from({ length: 60 }, (_, index) => `${index}`);
  const found: string[] = [];
  let next = 0;
  const more = () => {
    for (let count = 0; count < 7 && next < expected.length; count++) write(expected[next++] ?? "");
  };
  const timer = setInterval(more, 100);
  // It is followed before there is one.
  for await (const line of readAudit(path, true)) {
    found.push(line.entry?.toolCallId ?? "broken");
    if (found.length === expected.length) break;
  }
  clearInterval(timer);
  expect(found).toEqual(expected);
});
