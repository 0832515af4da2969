import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import { decide } from "../../src/authority/decision.ts";
import { judgeCommand } from "../../src/policy/decide.ts";
import { normalizePermission } from "../../src/policy/normalize.ts";
import { peeled } from "../../src/policy/peel.ts";
import { Policy } from "../../src/policy/policy.ts";
import { readWrappers } from "../../src/policy/user-wrappers.ts";
import { HOLE } from "../../src/shell/text.ts";
import { analyze } from "../../src/shell/units.ts";
import { runs } from "../runs.ts";

const SETTING = { rtk: { flags: ["-q", "--quiet"], withArgument: ["-n", "--name"], operands: 1 }, with: {} };

describe("a user's wrapper", () => {
  const { wrappers } = readWrappers(SETTING);

  test.each<readonly [string, ...string[]]>([
    ["rtk x a b", "a b"],
    ["rtk -q --quiet -n 5 --name=y -- x a", "a"],
    ["rtk -qn5 x a", "a"],
    ["/opt/rtk x a", "a"],
    ["with a", "a"],
    ["with rtk x timeout 5 a", "rtk x timeout 5 a", "timeout 5 a", "a"],
    ["with", ...[]],
    ["rtk x", ...[]],
    ["rtk -v x a", "…"],
    ["rtk --na=y x a", "…"],
    ["rtk $x a", "…"],
    ["rtk '' a", "…"],
  ])("%s", (source, ...expected) => {
    const [, ...inner] = analyze(source, wrappers).units.map(({ text }) => text.replaceAll(HOLE, "…"));
    expect(inner).toEqual(expected);
  });

  const policy = new Policy(normalizePermission({ bash: { "*": "ask", "a *": "allow", "rm *": "deny" } }), undefined);
  const judged = (command: string) => judgeCommand(command, policy, {}, { wrappers });

  test("is peeled by its bare name", () => {
    expect(judged("rtk x a").state).toBe("ask");
    expect(peeled(judged("rtk x a")).state).toBe("allow");
    expect(peeled(judged("cd y; with timeout 5 rtk -q x a b | a")).state).toBe("allow");
    for (const command of ["/opt/rtk x a", "rtk x b", "rtk -z x a", "rtk x", "rtk() { b; }; rtk x a"])
      expect(peeled(judged(command)).state).toBe("ask");
  });

  test("never hides what is denied", () => {
    for (const command of ["rtk x rm y", "/opt/rtk x rm y", "with rtk -q x nice rm", "bash -c 'with rm x'"])
      expect(judged(command).state).toBe("deny");
    const request = { command: "with rm y", permission: { bash: { "*": "allow", "rm *": "deny" } } } as const;
    expect(decide(request).state).toBe("allow");
    expect(decide({ ...request, wrappers: { with: {} } }).state).toBe("deny");
  });
});

describe("the setting", () => {
  const mistakes = (value: unknown) => readWrappers(value).mistakes.map(({ path, message }) => `${path}: ${message}`);

  test("may be missing, or without a mistake", () => {
    expect(readWrappers(undefined)).toEqual({ wrappers: new Map(), mistakes: [] });
    expect(mistakes({})).toEqual([]);
    expect(mistakes(SETTING)).toEqual([]);
    expect([...readWrappers(SETTING).wrappers.keys()]).toEqual(["rtk", "with"]);
  });

  test.each(
    (
      "timeout gtimeout env sudo xargs command exec parallel ssh docker find fd bfs bash bash-5.2 sh fish eval source . [ " +
      "python3 python3.12 node bun awk npx ssh git make rm ld-linux.so.2 if time { ! [[ /bin/rtk ./rtk Rtk rtk.exe -x a=b a;b $x é"
    ).split(" "),
  )("rejects %s", (name) => {
    const { wrappers, mistakes: found } = readWrappers({ [name]: {}, ok: {} });
    expect(found).toHaveLength(1);
    expect(found[0]?.path).toBe(`innerCommand.wrappers[${JSON.stringify(name)}]`);
    expect([...wrappers.keys()]).toEqual(["ok"]);
  });

  test.each(["", "a b", "a\tb", " ", "\0"])("rejects the name %j", (name) => {
    expect(mistakes({ [name]: {} })).toHaveLength(1);
  });

  test.each<readonly [unknown, ...string[]]>([
    [[], "innerCommand.wrappers: expected a map of programs"],
    [null, "innerCommand.wrappers: expected a map of programs"],
    ["rtk", "innerCommand.wrappers: expected a map of programs"],
    [{ rtk: true }, 'innerCommand.wrappers["rtk"]: expected a map of `flags`, `withArgument` and `operands`'],
    [
      { rtk: { flags: "-q", operands: -1 } },
      'innerCommand.wrappers["rtk"].flags: expected a list of options such as "-q" or "--quiet"',
      'innerCommand.wrappers["rtk"].operands: expected a number from 0 to 8',
    ],
    [
      { rtk: { withArgument: ["-n", "--"], flag: [] } },
      'innerCommand.wrappers["rtk"].flag: unknown key; expected `flags`, `withArgument` or `operands`',
      'innerCommand.wrappers["rtk"].withArgument: expected a list of options such as "-q" or "--quiet"',
    ],
    [
      { rtk: { flags: ["-n"], withArgument: ["-n"] } },
      'innerCommand.wrappers["rtk"].withArgument: `-n` is one of its `flags` too',
    ],
    [{ rtk: { operands: 1.5 } }, 'innerCommand.wrappers["rtk"].operands: expected a number from 0 to 8'],
    [{ rtk: { operands: "1" } }, 'innerCommand.wrappers["rtk"].operands: expected a number from 0 to 8'],
  ])("rejects %j", (value, ...expected) => {
    expect(mistakes(value)).toEqual(expected);
    expect(readWrappers(value).wrappers.size).toBe(0);
  });

  test.each(["-", "--", "---x", "-ab", "--a=b", "q", "-é", "--a b", 5, null, {}])("rejects the option %j", (option) => {
    expect(mistakes({ rtk: { flags: [option] } })).toHaveLength(1);
    expect(mistakes({ rtk: { withArgument: ["-q", option] } })).toHaveLength(1);
  });

  test("never throws, and never loosens a deny", () => {
    const entry = fc.oneof(fc.anything(), fc.record({ flags: fc.anything(), withArgument: fc.anything() }));
    const value = fc.oneof(fc.anything(), fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("a", "with")), entry));
    fc.assert(
      fc.property(value, (wrappers) => {
        const permission = { bash: { "*": "allow", "rm *": "deny", "timeout *": "ask" } };
        const request = { permission, wrappers: wrappers as Record<string, unknown> };
        expect(decide({ ...request, command: "a; rm x" }).state).toBe("deny");
        expect(decide({ ...request, command: "timeout 5 rm x" }).state).toBe("deny");
        expect(decide({ ...request, command: "timeout 5 a" }).state).toBe("ask");
      }),
      runs(3_000),
    );
  });
});
