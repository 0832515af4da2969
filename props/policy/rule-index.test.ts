import { describe, expect, test } from "bun:test";

import fc from "fast-check";

import { unmatchedRules } from "../../scripts/bench/rules.ts";
import { judgeCommand } from "../../src/policy/decide.ts";
import { normalizePermission } from "../../src/policy/normalize.ts";
import { Policy } from "../../src/policy/policy.ts";
import { RuleIndex } from "../../src/policy/rule-index.ts";
import {
  type Action,
  type CompiledRule,
  compileRules,
  judge,
  type Subject,
  textSubject,
} from "../../src/policy/rules.ts";
import { judgeTool } from "../../src/policy/tools.ts";
import { plainText } from "../../src/shell/text.ts";
import { bashRules, pattern, program, textWithHoles } from "../generators.ts";
import { plainJudge } from "../reference.ts";
import { runs } from "../runs.ts";

/** Rules that match no text without holes of these tests: so many that the others are looked up. */
const PADDING = Object.fromEntries(Array.from({ length: 64 }, (_, index) => [`zz${index} *`, "allow" as const]));

const ACTIONS = fc.constantFrom<Action>("allow", "ask", "deny");

/** Rules over an alphabet, among many others. */
function rules(alphabet: readonly string[]): fc.Arbitrary<Record<string, Action>> {
  return fc
    .array(fc.tuple(pattern(alphabet), ACTIONS), { minLength: 1, maxLength: 8 })
    .map((entries) => ({ ...PADDING, ...Object.fromEntries(entries) }));
}

/** Asks each rule, from last to first. */
class Walk extends RuleIndex {
  override findLast<T>(_: Pick<Subject, "texts">, visit: (rule: CompiledRule) => T | undefined): T | undefined {
    for (const rule of this.all.toReversed()) {
      const found = visit(rule);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

class WalkedPolicy extends Policy {
  override rules(surface: string): RuleIndex {
    return new Walk(super.rules(surface).all);
  }
  override specificRules(surface: string): RuleIndex {
    return new Walk(super.specificRules(surface).all);
  }
  override rulesButDefaultAsks(surface: string): RuleIndex {
    return new Walk(super.rulesButDefaultAsks(surface).all);
  }
}

describe("the index", () => {
  const alphabet = ["a", "b", " ", "*", "?", "/", "=", " *", "a ", "a/", "a=", "~/"];

  test("gives the verdict of the plain walk, by the same rules", () => {
    const texts = fc.array(
      textWithHoles(2, ["a", "b", "ab", "", "a/b", "/a", "//a", "/", "a=b", "=", "/h/a", "a\nb"]),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(rules(alphabet), texts, texts, (bash, allow, restrict) => {
        const compiled = compileRules(normalizePermission({ bash }), "bash", "/h");
        const subject = textSubject(allow, restrict);
        expect(judge(new RuleIndex(compiled), subject)).toEqual(plainJudge(compiled, subject));
        expect(judge(new RuleIndex(compiled), subject, "allow")).toEqual(plainJudge(compiled, subject, "allow"));
      }),
      runs(10_000),
    );
  });

  test("judges commands as the plain walk does", () => {
    const named = fc.constantFrom(
      "/bin/rm x",
      "$d/rm x",
      "../git push",
      "'git' push",
      "a\\ b",
      "A=1 rm",
      "cat ~/a/.env",
    );
    const command = fc.oneof(
      program().map(({ source }) => source),
      fc.tuple(named, program()).map(([first, { source }]) => `${first}; ${source}`),
      named.map((one) => `bash -c "${one}" <c/d >/h/x`),
    );
    const paths = rules([...alphabet, "c/", "/h/", "*.env", "x", "./", "../"]);
    const env = rules(["A=", "*", "1", "B="]);
    const quoted = fc.array(
      fc.tuple(fc.constantFrom("'git' *", "~/*", "cat ~/*", "$d/rm *", "a\\ b", "/bin/*", "../git *"), ACTIONS),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(command, bashRules(), quoted, paths, env, (source, bash, more, path, assignments) => {
        const ruleset = normalizePermission({
          "*": "allow",
          bash: { ...PADDING, ...bash, ...Object.fromEntries(more) },
          path,
          external_directory: path,
          env: assignments,
        });
        const context = { cwd: "/h/p", home: "/h" };
        const [indexed, walked] = [new Policy(ruleset, "/h"), new WalkedPolicy(ruleset, "/h")];
        expect(judgeCommand(source, indexed, context)).toEqual(judgeCommand(source, walked, context));
        for (const file of ["c/d", "/h/x", "../x", "./a", "/h/p/a/x", "a b"])
          expect(judgeTool("read", file, indexed, context)).toEqual(judgeTool("read", file, walked, context));
      }),
      runs(2_000),
    );
  });

  test.each<[string, Record<string, Action>, Action]>([
    ["/bin/rm x", { "*": "allow", "rm *": "deny" }, "deny"],
    ["'rm' x", { "*": "allow", "'rm' *": "deny" }, "deny"],
    ["$x foo", { "*": "allow", "rm *": "deny" }, "ask"],
    ["git $x", { "git *": "allow", git: "deny" }, "ask"],
  ])("knows every text that a rule sees: %j under %j: %s", (command, bash, expected) => {
    const ruleset = normalizePermission({ bash: { ...PADDING, ...bash } });
    expect(judgeCommand(command, new Policy(ruleset, "/h"), {}).state).toBe(expected);
  });

  test("asks only rules that begin as the text does, of however many", () => {
    for (const count of [100, 10_000]) {
      const compiled = compileRules(normalizePermission({ bash: unmatchedRules(count) }), "bash", undefined);
      let asked = 0;
      const texts = [plainText("program5 x"), plainText("git log")];
      const { allow, restrict } = textSubject(texts, texts);
      const counted: Subject = {
        texts,
        allow: (rule) => (asked++, allow(rule)),
        restrict: (rule) => (asked++, restrict(rule)),
      };
      expect(judge(new RuleIndex(compiled), counted).rule?.pattern).toBe("*");
      expect(asked).toBe(2); // `program5 sub5 *` and `*`
    }
  });
});
