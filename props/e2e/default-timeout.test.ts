import { describe, expect, setDefaultTimeout, test } from "bun:test";

import { Project, RUNTIMES } from "./pi.ts";
import { bash } from "./scripted-model.ts";

// Pi starts in about a second; a busy machine takes longer.
setDefaultTimeout(60_000);

/** Writes down the timeout that a call arrives with, after our handlers. */
const WITNESS = 'process.getBuiltinModule("fs").appendFileSync("timeouts", `${event.input.timeout ?? null}\\n`);';

describe.each(RUNTIMES)("the default timeout under %s", (runtime) => {
  test.each<[string, object, string]>([
    ["is 120 seconds where nothing is set", {}, "120\n7\n"],
    ["is what the settings say", { defaultTimeout: 300 }, "300\n7\n"],
    ["is off at 0", { defaultTimeout: 0 }, "null\n7\n"],
    ["stays 120 where the setting is wrong", { defaultTimeout: "x" }, "120\n7\n"],
  ])("%s, and a call's own timeout stays", async (_, settings, expected) => {
    await using project = await Project.create({
      script: [bash("true"), bash("true", { timeout: 7 })],
      settings: { ...settings },
      laterHandler: WITNESS,
    });
    await project.print(runtime);
    expect(await project.read("timeouts")).toBe(expected);
  });

  test("stops a command that takes longer", async () => {
    await using project = await Project.create({
      script: [bash("echo started; sleep 60")],
      settings: { defaultTimeout: 0.5 },
    });
    await project.print(runtime);
    expect(project.model.results[0]).toContain("started");
    expect(project.model.results[0]).toContain("timed out");
  });
});
