/** Real Pi in its terminal interface, in a pane of a tmux server of its own. */
import { join } from "node:path";

import type { Project, Runtime } from "./pi.ts";

/** Where tmux is; undefined where there is none. */
export const TMUX: string | undefined = Bun.which("tmux") ?? undefined;

/** How long a screen is waited for, in ms; it only matters where a test fails. */
const PATIENCE = 45_000;

export interface TerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** A running Pi in a terminal. */
export class Terminal implements AsyncDisposable {
  private constructor(private readonly socket: string) {}

  /** Starts Pi with a prompt. */
  static async start(
    project: Project,
    runtime: Runtime,
    { columns = 100, rows = 40, env = {} }: TerminalOptions = {},
  ): Promise<Terminal> {
    const terminal = new Terminal(join(project.root, "tmux"));
    const variables = Object.entries({ ...project.env, ...env }).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
    await project.write(
      "../tmux.conf",
      "set -g default-terminal tmux-256color\nset -g remain-on-exit on\nset -s escape-time 0\n",
    );
    const size = ["-x", String(columns), "-y", String(rows)];
    const command = project.command(runtime, ["go"]);
    await terminal.tmux(
      "-f",
      join(project.root, "tmux.conf"),
      "new-session",
      "-d",
      ...size,
      ...variables,
      "-c",
      project.cwd,
      ...command,
    );
    return terminal;
  }

  /** Sends keys by tmux's names: `y`, `Enter`, `Escape`, `PageDown`. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.tmux("send-keys", key);
  }

  /** Sends text as it is typed, all at once. */
  async type(text: string): Promise<void> {
    await this.tmux("send-keys", "-l", text);
  }

  /** Pastes text as a terminal does that tells pasted text apart. */
  async paste(text: string): Promise<void> {
    await this.tmux("set-buffer", text);
    await this.tmux("paste-buffer", "-p");
  }

  /** What is on the screen; with `colours` the sequences for them as well. */
  async screen(colours = false): Promise<string> {
    return await this.tmux("capture-pane", "-p", ...(colours ? ["-e"] : []));
  }

  /** Waits until the screen shows a text, or fits a condition; gives it. */
  async until(shows: string | ((screen: string) => boolean)): Promise<string> {
    const fits = typeof shows === "string" ? (screen: string) => screen.includes(shows) : shows;
    for (const end = Date.now() + PATIENCE; ; await Bun.sleep(30)) {
      const screen = await this.screen();
      if (fits(screen)) return screen;
      if (Date.now() > end) throw new Error(`the terminal does not show ${String(shows)}:\n${screen}`);
    }
  }

  /** Waits for a dialog whose keys count. */
  async dialog(): Promise<string> {
    return await this.until((screen) => screen.includes("[n]") && !/Keys are ignored|暂时忽略/.test(screen));
  }

  private async tmux(...args: readonly string[]): Promise<string> {
    const child = Bun.spawn([TMUX ?? "tmux", "-S", this.socket, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env["PATH"] ?? "", LANG: "C.UTF-8" },
    });
    const [out, error] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    if ((await child.exited) !== 0) throw new Error(`tmux ${args[0]}: ${error}`);
    return out;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.tmux("kill-server").catch(() => undefined);
  }
}
