/** Real bash as an oracle for meaning: which programs a text runs. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";

import { BASH } from "./bash.ts";
import { END_OF_CALL, writeStubs } from "./stubs.ts";

/** What came of a program. */
export interface Trace {
  /** The argv of every program that it ran. */
  readonly calls: readonly (readonly string[])[];
  /** The files that it made in its directory, which was empty. */
  readonly files: readonly string[];
  /** What bash said about it. */
  readonly errors: string;
  /** It was ended, since it took longer than its time. */
  readonly timedOut: boolean;
}

/** How long a program may run, in ms. Most of those that take longer never end. */
const TIME_LIMIT = 700;

const DRIVER = join(import.meta.dir, "driver.sh");

/** A program that waits, or runs. */
interface Job {
  readonly source: string;
  readonly place: string;
  readonly settle: (trace: Trace) => void;
}

/** One bash that runs programs one after the other. */
class Driver {
  /** What the driver was given and has not ended, in order; the first one runs. */
  private readonly jobs: Job[] = [];
  private turn = 0;
  private child: Bun.Subprocess<"pipe", "pipe", "ignore">;
  private stopped = false;

  constructor(
    private readonly root: string,
    private readonly bin: string,
  ) {
    mkdirSync(join(root, "home"), { recursive: true });
    this.child = this.start();
  }

  /** How many programs wait or run. */
  get load(): number {
    return this.jobs.length;
  }

  private start(): Bun.Subprocess<"pipe", "pipe", "ignore"> {
    const env = {
      PATH: this.bin,
      BIN: this.bin,
      HOME: join(this.root, "home"),
      LC_ALL: "C.UTF-8",
      FUNCNEST: "5",
      y: "a b",
    };
    // A session of its own has no terminal that a program could wait for.
    const child = Bun.spawn([BASH, DRIVER], { env, stdio: ["pipe", "pipe", "ignore"], detached: true });
    void this.listen(child);
    return child;
  }

  /** Settles the programs as they end. Whatever one does to its driver, the next ones get a new one. */
  private async listen(child: Bun.Subprocess<"pipe", "pipe", "ignore">): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let timedOut = false;
    const end = (): void => {
      clearTimeout(timer);
      const job = this.jobs.shift();
      job?.settle({ ...collect(job.place), timedOut });
      timedOut = false;
    };
    for await (const line of linesOf(child.stdout)) {
      if (line === ".") {
        end();
        continue;
      }
      const pid = Number(line);
      timer = setTimeout(() => {
        timedOut = true;
        killGroup(pid);
      }, TIME_LIMIT);
    }
    if (this.stopped) return;
    end();
    this.child = this.start();
    for (const job of this.jobs) this.send(job);
  }

  private send({ source, place }: Job): void {
    try {
      this.child.stdin.write(`${place}\0${source}\0`);
      void this.child.stdin.flush();
    } catch {
      // It has just ended: the next one is given all that it leaves.
    }
  }

  async run(source: string): Promise<Trace> {
    const place = join(this.root, String(this.turn++));
    mkdirSync(join(place, "work"), { recursive: true });
    return await new Promise<Trace>((settle) => {
      const job = { source, place, settle };
      this.jobs.push(job);
      this.send(job);
    });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.child.stdin.end();
    await this.child.exited;
  }
}

/** Takes what a program has left. */
function collect(place: string): Omit<Trace, "timedOut"> {
  const outcome = {
    calls: readCalls(join(place, "trace")),
    files: readdirSync(join(place, "work")),
    errors: readText(join(place, "errors")),
  };
  rmSync(place, { recursive: true, force: true });
  return outcome;
}

/** The lines of a stream. */
async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
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
  private constructor(
    private readonly root: string,
    private readonly drivers: readonly Driver[],
  ) {}

  /**
   * @param drivers how many programs run at a time
   * @param more names of programs that can be found too
   */
  static async create(drivers: number = availableParallelism(), more: readonly string[] = []): Promise<Tracer> {
    const root = await mkdtemp(join(tmpdir(), "portcullis-trace-"));
    const bin = join(root, "bin");
    await writeStubs(bin, more);
    return new Tracer(
      root,
      Array.from({ length: drivers }, (_, index) => new Driver(join(root, String(index)), bin)),
    );
  }

  /** Runs a program, in an empty directory and with nothing to read. */
  async run(source: string): Promise<Trace> {
    const [first, ...more] = this.drivers;
    if (first === undefined) throw new Error("a tracer without drivers");
    return await more.reduce((least, driver) => (driver.load < least.load ? driver : least), first).run(source);
  }

  /** Does something with each item, as many at once as keep every driver busy. */
  async each<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
    const rest = items[Symbol.iterator]();
    const worker = async () => {
      for (let next = rest.next(); next.done !== true; next = rest.next()) await work(next.value);
    };
    await Promise.all(Array.from({ length: this.drivers.length * 8 }, worker));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.drivers.map((driver) => driver.stop()));
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
