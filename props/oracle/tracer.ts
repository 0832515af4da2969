/** Real bash as an oracle for meaning: which programs a text runs. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { BASH } from "./bash.ts";
import { END_OF_CALL, writeStubs } from "./stubs.ts";

/** What came of a program. */
export interface Trace {
  /** The argv of every program that it ran. */
  readonly calls: readonly (readonly string[])[];
  /** What bash said about it. */
  readonly errors: string;
  /** It was ended, since it took longer than its time. */
  readonly timedOut: boolean;
}

/** How long a program may run, in ms. Most of those that take longer never end. */
const TIME_LIMIT = 700;

/** Programs run by one driver before their directories are removed. */
const TURNS = 200;

const DRIVER = join(import.meta.dir, "driver.sh");

/** One bash that runs programs one after the other. */
class Driver {
  private turn = 0;
  private starts = 0;
  private child: ReturnType<Driver["start"]>;

  constructor(
    private readonly root: string,
    private readonly bin: string,
  ) {
    this.child = this.start();
  }

  private start() {
    const env = {
      PATH: this.bin,
      BIN: this.bin,
      HOME: join(this.root, "home"),
      LC_ALL: "C.UTF-8",
      FUNCNEST: "5",
      y: "a b",
    };
    mkdirSync(env.HOME, { recursive: true });
    this.starts++;
    // A session of its own has no terminal that a program could wait for.
    const child = Bun.spawn([BASH, DRIVER], { env, stdio: ["pipe", "pipe", "ignore"], detached: true });
    return { process: child, lines: readLines(child.stdout) };
  }

  async run(source: string): Promise<Trace> {
    const turn = this.turn++;
    const place = join(this.root, `${this.starts}-${turn}`);
    mkdirSync(join(place, "work"), { recursive: true });
    const { process: child, lines } = this.child;
    child.stdin.write(`${place}\0${source}\0`);
    await child.stdin.flush();
    const pid = Number(await lines.next());
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      killGroup(pid);
    }, TIME_LIMIT);
    const end = await lines.next();
    clearTimeout(timer);
    // Whatever a program does to its driver, the next one gets a new one.
    if (end === undefined) this.child = this.start();
    const trace = { calls: readCalls(join(place, "trace")), errors: readText(join(place, "errors")), timedOut };
    if (turn % TURNS === TURNS - 1) this.clear();
    return trace;
  }

  private clear(): void {
    for (const name of readdirSync(this.root)) {
      if (name !== "home") rmSync(join(this.root, name), { recursive: true, force: true });
    }
  }

  async stop(): Promise<void> {
    const { process: child } = this.child;
    await child.stdin.end();
    await child.exited;
  }
}

/** The lines of a stream; `undefined` at its end. */
function readLines(stream: ReadableStream<Uint8Array>): { next: () => Promise<string | undefined> } {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  const waiting: string[] = [];
  let rest = "";
  const next = async (): Promise<string | undefined> => {
    for (;;) {
      const line = waiting.shift();
      if (line !== undefined) return line;
      const { done, value } = await reader.read();
      if (done) return undefined;
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      waiting.push(...lines);
    }
  };
  return { next };
}

function killGroup(pid: number): void {
  if (!(pid > 1)) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function readCalls(file: string): string[][] {
  const calls: string[][] = [];
  let words: string[] = [];
  for (const word of readText(file).split("\0").slice(0, -1)) {
    if (word === END_OF_CALL) {
      calls.push(words);
      words = [];
    } else words.push(word);
  }
  return calls;
}

/** Runs programs in bashes that find nothing but stubs, several at a time. */
export class Tracer implements AsyncDisposable {
  private readonly idle: Driver[];
  private readonly waiting: ((driver: Driver) => void)[] = [];

  private constructor(
    private readonly root: string,
    drivers: number,
  ) {
    this.idle = Array.from({ length: drivers }, (_, index) => new Driver(join(root, String(index)), join(root, "bin")));
  }

  /** @param drivers how many programs run at a time */
  static async create(drivers = 2): Promise<Tracer> {
    const root = await mkdtemp(join(tmpdir(), "portcullis-trace-"));
    await writeStubs(join(root, "bin"));
    return new Tracer(root, drivers);
  }

  /** Runs a program, in an empty directory and with nothing to read. */
  async run(source: string): Promise<Trace> {
    const driver = this.idle.pop() ?? (await new Promise<Driver>((resolve) => this.waiting.push(resolve)));
    try {
      return await driver.run(source);
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.idle.push(driver);
      else next(driver);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.idle.map((driver) => driver.stop()));
    endLeftovers(this.root);
    await rm(this.root, { recursive: true, force: true });
  }
}

/** Ends what left its process group and still runs: it is known by its environment. Where there is no `/proc`, its time is limited. */
function endLeftovers(root: string): void {
  const pids = (() => {
    try {
      return readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name));
    } catch {
      return [];
    }
  })();
  for (const pid of pids) {
    if (!readText(`/proc/${pid}/environ`).includes(`TRACE=${root}/`)) continue;
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has just ended.
    }
  }
}
