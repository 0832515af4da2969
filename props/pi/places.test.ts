import { expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { piPlaces } from "../../src/pi/places.ts";
import { scratchDirectory } from "../scratch.ts";

test("what could change the rules is protected, as written and where links lead", () => {
  using scratch = scratchDirectory();
  const root = scratch.path;
  const [agent, cwd] = [join(root, "agent"), join(root, "project")];
  for (const directory of ["real", "project/.pi", "dotfiles"]) mkdirSync(join(root, directory), { recursive: true });
  symlinkSync("real", agent);
  writeFileSync(join(root, "dotfiles/pi.json"), "{}");
  symlinkSync(join(root, "dotfiles/pi.json"), join(cwd, ".pi/settings.json"));
  const { own, secret } = piPlaces(cwd, agent, undefined);
  const expected = [agent, join(root, "real"), join(cwd, ".pi/settings.json"), join(root, "dotfiles/pi.json")];
  expect(own).toEqual(expect.arrayContaining(expected));
  expect(own.some((path) => path.endsWith("/places.ts"))).toBe(true);
  expect(secret).toEqual(expect.arrayContaining([join(agent, "auth.json"), join(root, "real/auth.json")]));
});

test("who works in the agent directory is not asked about all of it", () => {
  const agent = "/nowhere/agent";
  expect(piPlaces("/nowhere/agent/skills/x", agent, undefined).own).not.toContain(agent);
  expect(piPlaces("/nowhere/agent", agent, undefined).own).toContain(join(agent, "settings.json"));
  expect(piPlaces("/nowhere/agents", agent, undefined).own).toContain(agent);
});

test("Pi's own directory is readable, and the packages that it stands among", () => {
  const { readable } = piPlaces("/p", "/a", "/usr/lib/node_modules/@earendil-works/pi-coding-agent");
  expect(readable).toEqual([
    ...["/a", "/p/.pi/npm", "/p/.pi/git"],
    "/usr/lib/node_modules/@earendil-works/pi-coding-agent",
    "/usr/lib/node_modules",
  ]);
  expect(piPlaces("/p", "/a", "/opt/pi").readable).toEqual(["/a", "/p/.pi/npm", "/p/.pi/git", "/opt/pi"]);
});

test("the audit log is protected wherever it is, with its rotated files", () => {
  const own = (cwd: string, path: string) => piPlaces(cwd, "/nowhere/agent", undefined, { path, keep: 2 }).own;
  const files = ["/var/log/pi.jsonl", "/var/log/pi.jsonl.1", "/var/log/pi.jsonl.2"];
  expect(own("/nowhere/p", "/var/log/pi.jsonl")).toEqual(expect.arrayContaining(files));
  // Usually the agent directory covers it; not for who works in there.
  expect(own("/nowhere/p", "/nowhere/agent/x.jsonl")).not.toContain("/nowhere/agent/x.jsonl");
  expect(own("/nowhere/agent/y", "/nowhere/agent/x.jsonl")).toContain("/nowhere/agent/x.jsonl");
});
