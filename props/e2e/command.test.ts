import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";

import { BUNDLE, Project, RUNTIMES } from "./pi.ts";
import { bash } from "./scripted-model.ts";

setDefaultTimeout(60_000);

describe.each(RUNTIMES)("/portcullis under %s", (runtime) => {
  const permission = { "*": "ask", bash: { "*": "ask", "echo *": "allow", "rm *": { action: "deny", reason: "no" } } };

  test("tells what is on, why, by which rules, and takes grants back", async () => {
    await using project = await Project.create({
      script: [
        bash("echo a"),
        bash("rm x"),
        bash("seq 1"),
        bash("timeout 5 seq 1"),
        "done",
        bash("seq 2"),
        "done",
        bash("seq 2"),
      ],
      settings: { permission, authorizerChain: ["inner-cmd", "other"], defaultTimeout: 0 },
    });
    await using pi = project.rpc(
      runtime,
      ({ options }) => options?.find((one) => one.includes("`seq *`")) ?? options?.[0],
    );
    const say = async (args: string): Promise<string> => {
      const { length } = pi.notices;
      await pi.prompt(`/portcullis ${args}`.trim());
      await pi.until(() => pi.notices.length > length);
      return pi.notices.at(-1) ?? "";
    };
    expect(await say("why")).toBe("nothing was decided yet");
    expect(await say("grants")).toBe("nothing is allowed for this session");
    await pi.prompt();
    expect(pi.dialogs).toHaveLength(1);

    const status = await say("");
    expect(status).toContain(`project settings: ${project.cwd}/.pi/settings.json`);
    expect(status).toContain("permission gate: on, 4 rules");
    expect(status).toContain("authorizers: inner-cmd, other (not registered); inner-cmd: strict");
    expect(status).toContain("allowed for this session: 1");
    expect(status).toContain("default timeout: off");
    expect(await say("status")).toBe(status);

    const reasons = (await say("why")).split("\n");
    expect(reasons.map((line) => line.trim())).toEqual([
      "✔ allow  echo a",
      "policy; `echo a`: the bash rule `echo *` says allow",
      "✖ deny   rm x",
      "policy; `rm x`: the bash rule `rm *` says deny (no)",
      "✔ allow  seq 1",
      "human; `seq 1`: the bash rule `*` says ask",
      "inner-cmd: defer",
      "allowed for the session: bash `seq *`",
      "✔ allow  timeout 5 seq 1",
      "inner-cmd; `timeout 5 seq 1`: the bash rule `*` says ask",
      "inner-cmd: allow",
    ]);
    expect((await say("why 1")).split("\n")).toHaveLength(3);

    expect(await say("rules bash")).toBe(
      [
        '? ask    permission.bash["*"]',
        '✔ allow  permission.bash["echo *"]',
        '✖ deny   permission.bash["rm *"] (no)',
      ].join("\n"),
    );
    expect(await say("rules nothing")).toBe("there are no rules for nothing");
    const explained = await say("explain seq 3 && rm x");
    expect(explained).toContain("✖ deny: 1 of 2 parts is denied");
    expect(explained).toContain("because you allowed bash `seq *` for this session\n");
    expect(explained).toContain("`/portcullis grants revoke 1` takes that back");
    expect(explained).not.toContain('permission.bash["seq *"]');
    expect(await say("explain timeout 5 seq 3")).toContain("✔ allow: inner-cmd (strict) answers");

    const logged = (await say("log")).split("\n");
    expect(logged.at(-1)).toBe(join(project.root, "agent/portcullis/audit.jsonl"));
    expect(logged.filter((line) => /^\d{4}-/.test(line)).map((line) => line.slice(22))).toEqual([
      "✔ allow  bash  echo a",
      "✖ deny   bash  rm x",
      "✔ allow  bash  seq 1  by human, for the session: `seq *`",
      "✔ allow  bash  timeout 5 seq 1  by inner-cmd",
    ]);
    expect((await say("log 1")).split("\n").filter((line) => /^\d{4}-/.test(line))).toHaveLength(1);
    expect(status).toContain(`audit log: ${project.root}/agent/portcullis/audit.jsonl`);

    await pi.prompt();
    expect(pi.dialogs).toHaveLength(1);
    expect(await say("why 1")).toContain("policy; `seq 2`: you allowed bash `seq *` for this session");
    expect(await say("grants")).toBe("1. bash `seq *`");
    expect(await say("grants revoke 2")).toBe("there is no grant 2");
    expect(await say("grants revoke 1")).toBe("revoked: 1\nnothing is allowed for this session");
    await pi.prompt();
    expect(pi.dialogs).toHaveLength(2);
    for (const wrong of ["nonsense", "explain", "--help"])
      expect(await say(wrong)).toContain("/portcullis explain COMMAND");
    expect(await say("grants revoke x")).toBe("/portcullis grants [revoke N|all]");
  });

  test("is one command where the file is loaded twice, and that of the copy which judges", async () => {
    await using project = await Project.create({ script: [bash("seq 1"), "done"], settings: { permission } });
    await project.write("../agent/extensions/portcullis.js", await Bun.file(BUNDLE).text());
    await using pi = project.rpc(runtime, ({ options }) => options?.find((one) => one.includes("`seq *`")));
    const say = async (args: string): Promise<string> => {
      const { length } = pi.notices;
      await pi.prompt(`/portcullis ${args}`);
      await pi.until(() => pi.notices.length > length);
      return pi.notices.at(-1) ?? "";
    };
    await pi.prompt();
    expect(await say("grants")).toBe("1. bash `seq *`");
    expect(await say("grants revoke all")).toBe("revoked: 1\nnothing is allowed for this session");
    expect(project.model.requests).toHaveLength(2);
  });

  test("says that there is no gate where there are no rules, also without UI", async () => {
    await using project = await Project.create({ script: [] });
    const { stderr, status } = await project.print(runtime, { args: ["-p", "/portcullis"] });
    expect({ off: stderr.includes("permission gate: off, there is no `permission` block"), status }).toEqual({
      off: true,
      status: 0,
    });
  });
});
