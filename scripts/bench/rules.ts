import type { Action } from "../../src/policy/rules.ts";

/** A surface of a settings file. */
export type SurfaceRules = Readonly<Record<string, Action>>;

/** Thirty rules as people write them, in an order in which each engine finds some of them early and some late. */
export const THIRTY_RULES: SurfaceRules = {
  "*": "ask",
  "ls *": "allow",
  "cat *": "allow",
  "head *": "allow",
  "tail *": "allow",
  "wc *": "allow",
  "echo *": "allow",
  pwd: "allow",
  "grep *": "allow",
  "rg *": "allow",
  "find *": "allow",
  "find * -delete*": "deny",
  "sort *": "allow",
  "sed -n *": "allow",
  "jq *": "allow",
  "git *": "ask",
  "git status *": "allow",
  "git log *": "allow",
  "git diff *": "allow",
  "git show *": "allow",
  "git push *--force*": "deny",
  "npm test *": "allow",
  "npm run lint *": "allow",
  "npm publish *": "deny",
  "go test *": "allow",
  "cargo test *": "allow",
  "curl *": "ask",
  "rm *": "ask",
  "rm -rf *": "deny",
  "sudo *": "deny",
};

/** As many rules as wanted, of which none but the first matches any command: each is looked at. */
export function unmatchedRules(count: number): SurfaceRules {
  const rules: Record<string, Action> = { "*": "ask" };
  for (let index = 1; index < count; index++)
    rules[`program${index} sub${index} *`] = index % 3 === 0 ? "deny" : "allow";
  return rules;
}

/** The same of file names. */
export function unmatchedPaths(count: number): SurfaceRules {
  const rules: Record<string, Action> = { "*": "allow" };
  for (let index = 1; index < count; index++) rules[`directory${index}/*`] = index % 3 === 0 ? "deny" : "allow";
  return rules;
}
