/** Real Pi in a scratch project, under Bun or Node, driven over RPC or run once in print mode. */
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { findNode, pinnedBun, ROOT } from "../../scripts/toolchain.ts";
import { ScriptedModel, type ScriptedTurn } from "./scripted-model.ts";

export const RUNTIMES = ["bun", "node"] as const;
export type Runtime = (typeof RUNTIMES)[number];

const PI = join(ROOT, "node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js");
export const BUNDLE: string = join(ROOT, "dist/portcullis.js");

/** What a scratch project holds. */
export interface ProjectOptions {
  readonly script: readonly ScriptedTurn[];
  /** The project's `.pi/settings.json`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Added to the agent directory's `settings.json`. */
  readonly globalSettings?: Readonly<Record<string, unknown>>;
  /** More files, by their path in the project. */
  readonly files?: Readonly<Record<string, string>>;
  /** False leaves the project untrusted: Pi then ignores its settings and extensions. */
  readonly trusted?: boolean;
  /** The body of a `tool_call` handler (`event`, `ctx`) of another extension, which runs before ours. */
  readonly earlierHandler?: string;
  /** The same, after ours. Within one folder Pi's order is the file system's under Bun, so it goes into another. */
  readonly laterHandler?: string;
}

/** A scratch project with the bundle dropped in, an agent directory of its own, and a scripted model. */
export class Project implements AsyncDisposable {
  /** What Pi is started with, besides its mode. */
  private readonly args: string[] = [];

  private constructor(
    readonly root: string,
    readonly model: ScriptedModel,
  ) {}

  static async create(options: ProjectOptions): Promise<Project> {
    const root = await mkdtemp(join(tmpdir(), "portcullis-"));
    const model = new ScriptedModel(options.script);
    const project = new Project(root, model);
    const provider = {
      baseUrl: model.baseUrl,
      api: "openai-completions",
      apiKey: "none",
      models: [{ id: "scripted", name: "Scripted", contextWindow: 128_000, maxTokens: 4096 }],
    };
    const trust = options.trusted === false ? {} : { defaultProjectTrust: "always" };
    const global = { defaultProvider: "fake", defaultModel: "scripted", retry: { enabled: false }, ...trust };
    await project.write("../agent/models.json", JSON.stringify({ providers: { fake: provider } }));
    await project.write("../agent/settings.json", JSON.stringify({ ...global, ...options.globalSettings }));
    await project.write(".pi/settings.json", JSON.stringify(options.settings ?? {}, undefined, 2));
    for (const [path, content] of Object.entries(options.files ?? {})) await project.write(path, content);
    const handler = (body: string) => `export default (pi) => pi.on("tool_call", (event, ctx) => { ${body} });`;
    if (options.earlierHandler !== undefined) {
      await project.write("../earlier.js", handler(options.earlierHandler));
      project.args.push("-e", join(root, "earlier.js"));
    }
    if (options.laterHandler !== undefined)
      await project.write("../agent/extensions/later.js", handler(options.laterHandler));
    await mkdir(join(root, "home"), { recursive: true });
    await mkdir(join(project.cwd, ".pi/extensions"), { recursive: true });
    await cp(BUNDLE, join(project.cwd, ".pi/extensions/portcullis.js"));
    return project;
  }

  get cwd(): string {
    return join(this.root, "project");
  }

  async write(path: string, content: string): Promise<void> {
    const file = join(this.cwd, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }

  async read(path: string): Promise<string | undefined> {
    const file = Bun.file(join(this.cwd, path));
    return (await file.exists()) ? await file.text() : undefined;
  }

  command(runtime: Runtime, args: readonly string[]): string[] {
    // Without --no-install Bun would fetch packages that extensions import, in place of Pi's own.
    const start = runtime === "bun" ? [pinnedBun(), "--no-install", PI] : [findNode(), PI];
    return [...start, ...this.args, ...args];
  }

  get env(): Record<string, string> {
    const path = [dirname(findNode()), process.env["PATH"] ?? ""].join(":");
    return {
      PATH: path,
      HOME: join(this.root, "home"),
      TMPDIR: process.env["TMPDIR"] ?? tmpdir(),
      LANG: "C.UTF-8",
      PI_CODING_AGENT_DIR: join(this.root, "agent"),
      PI_OFFLINE: "1",
      PI_TELEMETRY: "0",
      PI_SKIP_VERSION_CHECK: "1",
    };
  }

  /** Runs Pi once without any UI, in this project or in another directory. */
  async print(
    runtime: Runtime,
    { args = ["-p", "go"], cwd = this.cwd }: { args?: readonly string[]; cwd?: string } = {},
  ): Promise<{ stdout: string; stderr: string; status: number }> {
    const child = Bun.spawn(this.command(runtime, args), { cwd, env: this.env, stdio: ["ignore", "pipe", "pipe"] });
    const [stdout, stderr, status] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    return { stdout, stderr, status };
  }

  /** Starts Pi in RPC mode. */
  rpc(runtime: Runtime, answer: DialogAnswer = () => undefined, args: readonly string[] = []): RpcPi {
    return new RpcPi(this.command(runtime, ["--mode", "rpc", ...args]), this.cwd, this.env, answer);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.model.stop();
    await rm(this.root, { recursive: true, force: true });
  }
}

/** A dialog that Pi asks over RPC to show. */
export interface Dialog {
  readonly id: string;
  readonly method: string;
  readonly title?: string;
  readonly message?: string;
  readonly options?: readonly string[];
}

/** What a person answers: a choice or text; `undefined` cancels, as Esc does. */
export type DialogAnswer = (dialog: Dialog) => string | undefined | Promise<string | undefined>;

const DIALOGS = new Set(["select", "confirm", "input", "editor"]);

/** Any line that Pi writes in RPC mode. */
export interface RpcEvent {
  readonly type: string;
  readonly id?: string;
  readonly [key: string]: unknown;
}

/** A running Pi in RPC mode. */
export class RpcPi implements AsyncDisposable {
  readonly events: RpcEvent[] = [];
  readonly dialogs: Dialog[] = [];
  readonly notices: string[] = [];
  private readonly child: Bun.Subprocess<"pipe", "pipe", "pipe">;
  private readonly waiting = new Set<() => void>();
  private readonly stderr: Promise<string>;
  private ended = false;
  private nextId = 0;

  constructor(
    command: readonly string[],
    cwd: string,
    env: Record<string, string>,
    private readonly answer: DialogAnswer,
  ) {
    this.child = Bun.spawn([...command], { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
    this.stderr = new Response(this.child.stderr).text();
    void this.listen();
  }

  /** Sends a prompt and waits until the agent has settled. */
  async prompt(message = "go"): Promise<void> {
    const settled = this.count("agent_settled");
    await this.request({ type: "prompt", message });
    // A slash command starts no run of the agent.
    if (!message.startsWith("/")) await this.until(() => this.count("agent_settled") > settled);
  }

  /** Sends a command and waits for its response. */
  async request(command: Readonly<Record<string, unknown>>): Promise<RpcEvent> {
    const id = `request-${this.nextId++}`;
    this.send({ id, ...command });
    const response = () => this.events.find((event) => event.type === "response" && event.id === id);
    await this.until(() => response() !== undefined);
    const found = response();
    if (found?.["success"] !== true) throw new Error(`Pi refused ${JSON.stringify(command)}: ${JSON.stringify(found)}`);
    return found;
  }

  /** Waits for a condition on what Pi has written; fails when Pi ends first. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      if (this.ended) throw new Error(`Pi ended:\n${await this.stderr}`);
      await new Promise<void>((resolve) => this.waiting.add(resolve));
    }
  }

  private count(type: string): number {
    return this.events.filter((event) => event.type === type).length;
  }

  private send(message: object): void {
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
    void this.child.stdin.flush();
  }

  private async listen(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of this.child.stdout) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.trim() !== "") this.receive(JSON.parse(line) as RpcEvent);
      this.wake();
    }
    this.ended = true;
    this.wake();
  }

  private receive(event: RpcEvent): void {
    this.events.push(event);
    if (event.type !== "extension_ui_request") return;
    const request = event as unknown as Dialog;
    if (request.method === "notify") this.notices.push(request.message ?? "");
    if (!DIALOGS.has(request.method)) return;
    this.dialogs.push(request);
    void this.respond(request);
  }

  private async respond(dialog: Dialog): Promise<void> {
    const value = await this.answer(dialog);
    const answer = value === undefined ? { cancelled: true } : { value };
    this.send({ type: "extension_ui_response", id: dialog.id, ...answer });
  }

  private wake(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill();
    await this.child.exited;
  }
}
