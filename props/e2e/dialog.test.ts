/** The dialog for people: in a real terminal, and over RPC. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";

import { type Dialog, Project, RUNTIMES } from "./pi.ts";
import { bash } from "./scripted-model.ts";
import { Terminal, TMUX } from "./tmux.ts";

setDefaultTimeout(90_000);

const PERMISSION = {
  "*": "ask",
  bash: { "*": "ask", "tail *": "allow", "rm *": "deny" },
};

if (TMUX === undefined)
  console.warn("skipped: the dialog in a terminal: there is no tmux in PATH (Debian: apt-get install tmux)");

// Pi mostly waits here, and so do its tests.
const inTerminal = test.concurrent.skipIf(TMUX === undefined);

describe.each(RUNTIMES)("the dialog in a terminal under %s", (runtime) => {
  inTerminal("takes each of its keys", async () => {
    const long = Array.from({ length: 60 }, (_, line) => `touch file${line}`).join("\n");
    const commands = [
      "mkdir once",
      "mkdir session",
      "touch no",
      "touch escape",
      "touch enter",
      "mkdir reason",
      "cp -n once edited",
      long,
    ];
    await using project = await Project.create({
      script: commands.map((command) => bash(command)),
      settings: { permission: { ...PERMISSION, bash: { ...PERMISSION.bash, "mkdir once": "ask" } } },
    });
    const results = async (count: number): Promise<string> => {
      for (let wait = 0; project.model.results.length < count && wait < 500; wait++) await Bun.sleep(20);
      return project.model.results[count - 1] ?? "";
    };
    await using terminal = await Terminal.start(project, runtime);
    // What was typed before the dialog came answers nothing.
    await terminal.until((screen) => screen.includes("[n]"));
    await terminal.type("yyysss");
    expect(await terminal.until("Keys are ignored for a moment")).toContain("[n] Deny");
    const first = await terminal.dialog();
    expect(project.model.results).toEqual([]);
    expect(first).toContain("? `mkdir once`: the bash rule `mkdir once` says ask\n\n│ mkdir once\n");
    expect(first).toContain(
      "> [n] Deny\n  [y] Allow once\n  [s] Allow `mkdir once` for this session\n      Allow `mkdir *` for this session\n  [r] Deny, and say why\n",
    );
    // A paste answers nothing either.
    await terminal.paste("y");
    expect(await terminal.dialog()).toContain("> [n] Deny");
    await terminal.press("y");
    expect(await results(1)).toBe("(no output)");

    await terminal.until("│ mkdir session");
    await terminal.dialog();
    await terminal.press("?");
    await terminal.until('rule: permission.bash["*"]');
    await terminal.press("s");
    expect(await results(2)).toBe("(no output)");

    await terminal.until("│ touch no");
    await terminal.dialog();
    await terminal.press("n");
    expect(await results(3)).toBe("portcullis: the user denied `touch no`.");

    await terminal.until("│ touch escape");
    await terminal.dialog();
    await terminal.press("Escape");
    expect(await results(4)).toBe("portcullis: the user denied `touch escape`.");

    await terminal.until("│ touch enter");
    await terminal.dialog();
    await terminal.press("Enter");
    expect(await results(5)).toBe("portcullis: the user denied `touch enter`.");

    await terminal.until("│ mkdir reason");
    await terminal.dialog();
    await terminal.press("r");
    await terminal.until("Esc leaves it");
    await terminal.type("用 mkdir -p");
    await terminal.press("Enter");
    expect(await results(6)).toBe("portcullis: the user denied `mkdir reason`: 用 mkdir -p");

    await terminal.until("│ cp -n once edited");
    await terminal.dialog();
    await terminal.press("e", "C-u");
    await terminal.type("cp x");
    await terminal.press("Enter");
    await terminal.until("This does not allow the call.");
    await terminal.press("C-u");
    await terminal.type("cp *");
    await terminal.press("Enter");
    expect(await terminal.until("> [s] Allow `cp *`")).toContain("Careful: `cp *` is wider than what was suggested.");
    await terminal.press("s");
    expect(await results(7)).toContain("omitting directory");

    await terminal.until("touch file0");
    const top = await terminal.dialog();
    expect(top).toMatch(/lines 1-\d+ of 121 · PgUp PgDn j k/);
    for (let page = 0; page < 12; page++) await terminal.press("PageDown");
    expect(await terminal.until("of 121 ·")).toContain("[n] Deny");
    await terminal.until("│ touch file59");
    await terminal.press("n");
    expect(await results(8)).toStartWith("portcullis: the user denied `touch file0`");
    await terminal.until("done");
  });
});

describe("the dialog in a terminal", () => {
  inTerminal("of 40 columns, without colours, in Chinese, with a time limit", async () => {
    await using project = await Project.create({
      script: [bash("echo 漢字漢字漢字漢字漢字漢字漢字漢字 $'\\u200b' > 文件.txt && make 'a\u202eb'")],
      settings: { permission: PERMISSION, language: "zh", permissionPrompt: { timeoutMs: 4_000 } },
    });
    await using terminal = await Terminal.start(project, "node", { columns: 40, rows: 24, env: { NO_COLOR: "1" } });
    const screen = await terminal.until("[y]");
    expect(screen).toContain("Portcullis：允许 agent\n这样做吗（bash）？\n");
    expect(screen).toContain("? `make a\\u{202e}b`");
    expect(screen).toContain("[y] 允许这一次");
    expect(screen).toMatch(/\d 秒后自动拒绝/);
    await terminal.until("done");
    expect(project.model.results).toEqual([
      "portcullis：`文件.txt` 需要批准，4 秒内没有人回答（permissionPrompt.timeoutMs），已拒绝。",
    ]);
  });
});

/** Answers dialogs one after the other: by the beginning of a choice, or with a text. */
function answers(...given: readonly string[]): (dialog: Dialog) => string | undefined {
  let count = 0;
  return ({ method, options = [] }) => {
    const answer = given[count++] ?? "\0";
    return method === "select" ? options.find((option) => option.startsWith(answer)) : answer;
  };
}

describe.each(RUNTIMES)("the dialog over RPC under %s", (runtime) => {
  test.concurrent("explains, and lets a rule be edited", async () => {
    await using project = await Project.create({
      script: [bash("mkdir -p a"), bash("mkdir -p b"), bash("mkdir c"), bash("ls")],
      settings: { permission: PERMISSION },
    });
    await using pi = project.rpc(
      runtime,
      answers(
        "Explain",
        "Edit",
        "x",
        "Edit",
        "a\nb",
        "Edit",
        "mkdir *",
        "Edit",
        "*",
        "Allow `mkdir *`",
        "Deny, and",
        "no",
      ),
    );
    await pi.prompt();
    const titles = pi.dialogs.map(({ title = "" }) => title);
    expect(pi.dialogs.map(({ method }) => method)).toEqual([
      ...["select", "select", "editor", "select", "editor", "select", "editor", "select", "editor", "select"],
      ...["select", "input"],
    ]);
    expect(titles[0]).not.toContain("rule: permission");
    expect(titles[1]).toContain(
      '? `mkdir -p a`: the bash rule `*` says ask\n    rule: permission.bash["*"]\n    overrides permission["*"] (ask)\n    would change with permission.bash["mkdir -p a"]: "allow" as the last rule\n\n  mkdir -p a',
    );
    expect(pi.dialogs[2]).toMatchObject({ prefill: "mkdir -p a" });
    expect(titles[3]).toStartWith("This does not allow the call.\n\n");
    expect(titles[5]).toStartWith("There must be 1 lines.\n\n");
    expect(titles[9]).toStartWith("Careful: `*` is for everything.\n\n");
    expect(project.model.results).toEqual([
      "(no output)",
      "(no output)",
      "(no output)",
      "portcullis: the user denied `ls`: no",
    ]);
  });

  test.concurrent("ends by itself when its time is over", async () => {
    await using project = await Project.create({
      script: [bash("make"), bash("make"), bash("echo x")],
      settings: { permission: PERMISSION, permissionPrompt: { timeoutMs: 300 } },
    });
    const never = new Promise<undefined>(() => undefined);
    let count = 0;
    // The editor has no time limit of its own in Pi.
    await using pi = project.rpc(runtime, ({ options = [] }) =>
      count++ === 1 ? options.find((one) => one.startsWith("Edit")) : never,
    );
    await pi.prompt();
    expect(project.model.results).toEqual([
      ...["make", "make"].map(
        (what) =>
          `portcullis: \`${what}\` needs an approval, and nobody answered within 0.3 s (permissionPrompt.timeoutMs), so it is denied.`,
      ),
      "x\n",
    ]);
    expect(pi.dialogs.map(({ method }) => method)).toEqual(["select", "select", "editor"]);
    expect(pi.dialogs[0]?.["timeout" as keyof Dialog]).toBeGreaterThan(0);
  });

  test.concurrent("ends with the run", async () => {
    await using project = await Project.create({
      script: [bash("make"), "", bash("ls")],
      settings: { permission: PERMISSION },
    });
    await using pi = project.rpc(runtime, () =>
      pi.dialogs.length === 1 ? new Promise<undefined>(() => undefined) : "Deny",
    );
    const run = pi.prompt();
    await pi.until(() => pi.dialogs.length === 1);
    await pi.request({ type: "abort" });
    await run;
    await pi.prompt("again");
    await pi.prompt("again");
    expect(pi.dialogs).toHaveLength(2);
  });
});

describe("where nobody can be asked", () => {
  test.concurrent("the model is told what is allowed", async () => {
    await using project = await Project.create({
      script: [bash("tail x && make"), bash("timeout 60 tail x >log"), bash("sort -o x x"), bash("make")],
      settings: { permission: { ...PERMISSION, extends: ["read-only"] } },
    });
    await project.print("node");
    const told = project.model.results;
    expect(told[0]).toBe(
      'portcullis: `make` needs an approval: the bash rule `*` says ask, and nobody can be asked here. This is allowed: `tail x`. The user can allow it in settings.json: {"permission":{"bash":{"make":"allow"}}}',
    );
    expect(told[1]).toContain("This is allowed: `tail x` with the tool's own `timeout`: 60. The user");
    expect(told[2]).toContain("says ask, and `sort *` of the preset read-only does not allow these arguments (");
    expect(told[2]).toContain("This is allowed: `sort x`. The user");
    expect(told[3]).not.toContain("This is allowed");
  });
});
