/** Naive second opinions: slow, short and plainly right. */
import type { Action, CompiledRule, Rule, Subject, Verdict } from "../src/policy/rules.ts";
import { HOLE, type Text } from "../src/shell/text.ts";

/** The pattern language by its definition, recursively. */
export function naiveMatch(pattern: string, value: string): boolean {
  if (pattern.endsWith(" *") && naiveExact(pattern.slice(0, -2), value)) return true;
  return naiveExact(pattern, value);
}

function naiveExact(pattern: string, value: string): boolean {
  if (pattern === "") return value === "";
  if (pattern[0] === "*")
    return naiveExact(pattern.slice(1), value) || (value !== "" && naiveExact(pattern, value.slice(1)));
  if (value === "") return false;
  return (pattern[0] === "?" || pattern[0] === value[0]) && naiveExact(pattern.slice(1), value.slice(1));
}

/** All strings over an alphabet up to a length. */
export function stringsUpTo(length: number, alphabet: string): string[] {
  let last = [""];
  const all = [...last];
  for (let size = 0; size < length; size++) {
    last = last.flatMap((prefix) => [...alphabet].map((character) => prefix + character));
    all.push(...last);
  }
  return all;
}

/**
 * Every text that comes out when each hole is filled with one of the strings; a hole that vanishes may also leave the
 * list of words. The empty list of words is no command.
 */
export function fillings({ text, holes }: Text, strings: readonly string[]): string[] {
  let hole = 0;
  let lists: string[][] = [[]];
  for (const word of text.split(" ")) {
    let options = [word];
    if (word.includes(HOLE)) {
      const vanishes = holes[hole++]?.vanishes === true;
      options = strings.map((string) => word.replace(HOLE, string));
      if (vanishes) lists = lists.flatMap((list) => [list, ...options.map((option) => [...list, option])]);
      else lists = lists.flatMap((list) => options.map((option) => [...list, option]));
      continue;
    }
    lists = lists.map((list) => [...list, ...options]);
  }
  return lists.filter((list) => list.length > 0).map((list) => list.join(" "));
}

/** The rules one by one, from last to first. */
export function plainJudge(rules: readonly CompiledRule[], subject: Subject, fallback: Action = "ask"): Verdict {
  let raisedBy: Rule | undefined;
  for (const compiled of rules.toReversed()) {
    const { rule } = compiled;
    const match = rule.action === "allow" ? (subject.allow(compiled) ? "must" : undefined) : subject.restrict(compiled);
    if (match === "must" && rule.action === "allow" && raisedBy !== undefined) return { action: "ask", rule, raisedBy };
    if (match === "must") return { action: rule.action, rule, raisedBy: rule.action === "ask" ? raisedBy : undefined };
    // The last of the denies, or the last ask where no deny may match.
    if (match === "may" && rule.action === "deny" && raisedBy?.action !== "deny") raisedBy = rule;
    else if (match === "may") raisedBy ??= rule;
  }
  const action = fallback === "allow" && raisedBy !== undefined ? "ask" : fallback;
  return { action, rule: undefined, raisedBy: action === "ask" ? raisedBy : undefined };
}
