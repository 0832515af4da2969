/** Arbitraries for whole `permission` maps whose patterns are made of what they will be asked about, so that they match. */
import fc from "fast-check";

import type { Action } from "../../src/policy/rules.ts";
import { HOLE } from "../../src/shell/text.ts";
import { analyze } from "../../src/shell/units.ts";

export type Permission = Readonly<Record<string, unknown>>;

/** Keys that JavaScript keeps in the order in which they are written, and no catch-all. */
function isPattern(text: string): boolean {
  return text !== "" && text !== "*" && text !== "__proto__" && !/^\d+$/.test(text);
}

const action = fc.constantFrom<Action>("allow", "allow", "allow", "ask", "deny");

/** A surface's value: an action, or a map of patterns with or without a catch-all at its start. */
function surface(pattern: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const value = fc.oneof(
    { weight: 9, arbitrary: action as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: fc.constant({ action: "deny", reason: "no" }) },
  );
  const start = fc.oneof(
    fc.constant([]),
    action.map((one) => [["*", one]]),
  );
  const map = fc
    .tuple(start, fc.array(fc.tuple(pattern.filter(isPattern), value), { maxLength: 6 }))
    .map(([first, entries]): unknown => Object.fromEntries([...first, ...entries]));
  return fc.oneof({ weight: 1, arbitrary: action }, { weight: 5, arbitrary: map });
}

/** One of some texts, or `x` where there is none. */
function one(texts: readonly string[]): fc.Arbitrary<string> {
  const usable = [...new Set(texts)].filter(isPattern);
  return fc.constantFrom(...(usable.length === 0 ? ["x"] : usable));
}

function commandPattern(words: fc.Arbitrary<string>, commands: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: words.map((word) => `${word} *`) },
    { weight: 2, arbitrary: fc.tuple(words, words).map((two) => `${two.join(" ")} *`) },
    words,
    words.map((word) => `* ${word}*`),
    words.map((word) => `*${word}*`),
    words.map((word) => `${word.slice(0, -1)}?`),
    commands,
  );
}

/** Patterns for paths out of the paths themselves. */
function pathPattern(paths: fc.Arbitrary<string>, cwd: string): fc.Arbitrary<string> {
  return fc.oneof(
    paths,
    paths.map((path) => `*${path.slice(-4)}`),
    paths.map((path) => path.replace(/[^/]*$/, "*")),
    paths.map((path) => `${cwd}/${path}`),
    fc.constantFrom("~/*", "$HOME/*", "/*", "/tmp/*", `${cwd}/*`, `${cwd}*`, "../*", ".*", "?*"),
  );
}

/** Rules about a bash command, out of its words as they are written and as bash sees them. */
export function permissionForCommand(command: string, cwd: string): fc.Arbitrary<Permission> {
  const known = analyze(command)
    .units.map(({ text }) => text)
    .filter((text) => !text.includes(HOLE));
  const words = one([...command.split(/[\s;&|()]+/), ...known.flatMap((text) => text.split(" "))]);
  // What the other surfaces ask about would hide what `bash` says.
  const files = fc.oneof(
    { weight: 3, arbitrary: fc.constant("allow") },
    { weight: 2, arbitrary: surface(pathPattern(words, cwd)) },
  );
  return fc.record(
    {
      "*": action,
      bash: surface(commandPattern(words, one(known))),
      path: files,
      external_directory: files,
      read: fc.constant("allow"),
      write: fc.constant("allow"),
      env: fc.constant("allow"),
    },
    { requiredKeys: ["bash", "env"] },
  );
}

/** Rules about a call of a tool that takes a path. */
export function permissionForPath(tool: string, path: string, cwd: string): fc.Arbitrary<Permission> {
  const patterns = pathPattern(one([path, ...path.split("/")]), cwd);
  return fc.record(
    {
      "*": action,
      [tool]: surface(patterns),
      [`${tool.slice(0, 2)}*`]: action,
      path: surface(patterns),
      external_directory: surface(patterns),
    },
    { requiredKeys: [] },
  );
}
