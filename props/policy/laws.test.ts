/** The named laws of rules that are not held elsewhere. */
import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import { judgeCommand } from "../../src/policy/decide.ts";
import { normalizePermission } from "../../src/policy/normalize.ts";
import { Policy } from "../../src/policy/policy.ts";
import { type Action, evaluate, mostRestrictive, type Ruleset } from "../../src/policy/rules.ts";
import { parseUnits } from "../../src/shell/units.ts";
import { bashRules, program, simpleCommand } from "../generators.ts";
import { runs } from "../runs.ts";

const OPEN = { "*": "ask", external_directory: "allow", read: "allow", write: "allow", env: "allow" };

function state(command: string, ruleset: Ruleset): Action {
  return judgeCommand(command, new Policy(ruleset, "/home/user"), { cwd: "/home/user/project" }).state;
}

const rulesOf = (bash: object): Ruleset => normalizePermission({ ...OPEN, bash });

describe("the law", () => {
  test("last match wins within a surface", () => {
    fc.assert(
      fc.property(simpleCommand(), bashRules(), ({ source }, bash) => {
        const { units } = parseUnits(source);
        const [unit, ...more] = units;
        fc.pre(unit !== undefined && more.length === 0 && unit.holes.length === 0);
        // A word with a blank is one argument, which a pattern that spells it out does not say.
        fc.pre(unit?.words.every(({ text }) => !/\s/.test(text)) === true);
        const patterns = Object.keys(bash).filter((pattern) => !/['"\\$~`]/.test(pattern));
        const plain = Object.fromEntries(patterns.map((pattern) => [pattern, bash[pattern] ?? "ask"]));
        expect([source, plain, state(source, rulesOf(plain))]).toEqual([
          source,
          plain,
          evaluate("bash", unit?.text ?? "", rulesOf(plain)).action,
        ]);
      }),
      runs(5_000),
    );
  });

  test("deny trumps allow, and the order of units does not matter", () => {
    fc.assert(
      fc.property(fc.array(program(), { minLength: 2, maxLength: 4 }), bashRules(), (programs, bash) => {
        const sources = programs.map(({ source }) => source);
        fc.pre(sources.every((source) => parseUnits(source).complete));
        const rules = rulesOf(bash);
        const states = sources.map((source) => state(source, rules));
        const expected = states.reduce<Action>(mostRestrictive, "allow");
        expect(state(sources.join("\n"), rules)).toBe(expected);
        expect(state(sources.toReversed().join("\n"), rules)).toBe(expected);
      }),
      runs(2_000),
    );
  });

  test("duplicate rules change nothing", () => {
    fc.assert(
      fc.property(program(), bashRules(), fc.nat(), fc.nat(), ({ source }, bash, which, where) => {
        const rules = rulesOf(bash);
        const index = which % rules.length;
        const copy = rules[index];
        if (copy === undefined) throw new Error("no rule");
        // A second one before it, or right behind it.
        const at = where % (index + 2);
        expect(state(source, rules.toSpliced(at, 0, { ...copy }))).toBe(state(source, rules));
      }),
      runs(5_000),
    );
  });
});
