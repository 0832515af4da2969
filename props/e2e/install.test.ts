import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { rm } from "node:fs/promises";
import { join } from "node:path";

import { ROOT } from "../../scripts/toolchain.ts";
import { Project, RUNTIMES } from "./pi.ts";
import { bash } from "./scripted-model.ts";

// Pi starts in about a second; a busy machine takes longer.
setDefaultTimeout(60_000);

describe.each(RUNTIMES)("under %s", (runtime) => {
  test("`pi install` of the package guards", async () => {
    await using project = await Project.create({
      script: [bash("echo x")],
      settings: { permission: { bash: "deny" } },
    });
    await rm(join(project.cwd, ".pi/extensions/portcullis.js"));
    expect(await project.print(runtime, { args: ["install", ROOT] })).toMatchObject({ status: 0 });
    await project.print(runtime);
    expect(project.model.results[0]).toContain("portcullis: `echo x` is denied");
  });

  test("`pi`, started in the repository itself, is guarded", async () => {
    await using project = await Project.create({ script: [bash("git status"), bash("rm -rf dist"), bash("make")] });
    await project.print(runtime, { cwd: ROOT, args: ["-p", "--no-session", "go"] });
    const [status, removal, make] = project.model.results;
    expect(status).not.toContain("portcullis:");
    expect(removal).toContain("portcullis: `rm -rf dist` is denied");
    expect(make).toContain("portcullis: `make` needs an approval");
  });

  test("Pi's other entry file loads the bundle too", async () => {
    await using project = await Project.create({
      script: [bash("echo x")],
      settings: { permission: { bash: "deny" } },
    });
    const [program = "", ...args] = project.command(runtime, ["-p", "go"]);
    const other = args.map((one) => one.replace("dist/bundle/cli.js", "dist/cli.js"));
    expect(other).not.toEqual(args);
    const child = Bun.spawn([program, ...other], {
      cwd: project.cwd,
      env: project.env,
      stdio: ["ignore", "ignore", "inherit"],
    });
    expect(await child.exited).toBe(0);
    expect(project.model.results[0]).toContain("portcullis: `echo x` is denied");
  });
});
