/** Examples in the settings: texts that a rule's pattern must match, and texts that it must not. */
import { baseName, HOLE, plainText, type Text, textFrom } from "../shell/text.ts";
import { analyze } from "../shell/units.ts";
import { type CompiledRule, compileRules, expandHome, type Rule, strongestMatch } from "./rules.ts";

/**
 * What is wrong with an example, as a clause; `undefined` where it is as it should be.
 *
 * An example for `bash` is a command: it is matched if one of the commands is that it would run. With a hole in it, an allow
 * matches what it must match, and an ask or deny is also said to match what it may.
 */
export function failureOf(
  rule: Rule,
  example: string,
  expected: "match" | "notMatch",
  home: string | undefined,
): string | undefined {
  const [compiled] = compileRules([rule], rule.surface, home);
  if (compiled === undefined) return "no rule speaks of it";
  const seen = rule.surface === "bash" ? commandTexts(example, compiled) : fileTexts(example, home);
  if (seen === undefined) return "is not understood";
  const match = strongestMatch(compiled, seen);
  if (expected === "match") return match === "must" ? undefined : "is not matched by this pattern";
  const matched = rule.action === "allow" ? match === "must" : match !== undefined;
  return matched ? "is matched by this pattern" : undefined;
}

function fileTexts(example: string, home: string | undefined): readonly Text[] {
  return [plainText(example), plainText(expandHome(example, home))];
}

/** The texts of all units, as a rule sees them; nothing where a part was not understood. */
function commandTexts(example: string, { rule, namesSource }: CompiledRule): readonly Text[] | undefined {
  const { units, complete } = analyze(example);
  if (!complete) return undefined;
  if (units.length === 0) return [plainText("")];
  return units.flatMap((unit) => {
    const texts: Text[] = [unit];
    const program = unit.words[0]?.text ?? "";
    const directory = program.length - baseName(program).length;
    if (rule.action !== "allow" && directory > 0 && !program.includes(HOLE)) texts.push(textFrom(unit, directory));
    if (namesSource && unit.context !== "text") texts.push(plainText(unit.source));
    return texts;
  });
}
