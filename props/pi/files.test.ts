import { expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { followLinks, readVariants, skillsOf, toolPath } from "../../src/pi/files.ts";
import { normalizePermission } from "../../src/policy/normalize.ts";
import { Policy } from "../../src/policy/policy.ts";
import { judgeTool } from "../../src/policy/tools.ts";
import { scratchDirectory } from "../scratch.ts";

test.each<[string, string | null]>([
  ["x", "x"],
  ["@x", "x"],
  ["@@x", "@x"],
  ["a\u00A0b\u3000c", "a b c"],
  ["file:///etc/pass%77d", "/etc/passwd"],
  ["@file:///x", "/x"],
  ["file://host/x", null],
  ["~/x", "~/x"],
])("Pi opens %j as %j", (argument, path) => {
  expect(toolPath(argument)).toBe(path);
});

test.each<[string, string | null]>([
  ["C:\\x\\y", "/c/x/y"],
  ["c:/x", "/c/x"],
  ["/C/x", "/c/x"],
  ["/mnt/c/x", "/c/x"],
  ["/cygdrive/D", "/d/"],
  ["D:", "/d/"],
  ["file:///C:/x%20y", "/c/x y"],
  ["x\\..\\y", "x/../y"],
  ["~\\x", "~/x"],
  ["\\\\host\\share", "//host/share"],
  ["/usr/bin", "/usr/bin"],
])("on Windows, Pi opens %j as %j", (argument, path) => {
  expect(toolPath(argument, "win32")).toBe(path);
});

test("links are followed as far as the path exists", () => {
  using scratch = scratchDirectory();
  const root = scratch.path;
  mkdirSync(join(root, "real/deep"), { recursive: true });
  writeFileSync(join(root, "real/secret.env"), "");
  symlinkSync(join(root, "real"), join(root, "link"));
  symlinkSync(join(root, "real/secret.env"), join(root, "harmless"));
  symlinkSync(join(root, "nowhere"), join(root, "dangling"));
  expect(followLinks(join(root, "link/secret.env"))).toBe(join(root, "real/secret.env"));
  expect(followLinks(join(root, "link/new/file"))).toBe(join(root, "real/new/file"));
  expect(followLinks(join(root, "harmless"))).toBe(join(root, "real/secret.env"));
  expect(followLinks(join(root, "dangling"))).toBe(join(root, "nowhere"));
  expect(followLinks(join(root, "link/../x"))).toBe(join(root, "x"));
  symlinkSync("loop", join(root, "loop"));
  expect(followLinks(join(root, "loop"))).toBe(join(root, "loop"));
  expect(followLinks("/")).toBe("/");
  // No system opens so long a path, so nothing is looked for.
  const long = `${join(root, "link")}${"/.".repeat(2_100)}/secret.env`;
  expect(followLinks(long)).toBe(long);

  const policy = new Policy(
    normalizePermission({ "*": "allow", read: { "*": "allow", "*.env": "deny" }, external_directory: "ask" }),
    "/h",
  );
  const read = (path: string, cwd = root) => judgeTool("read", path, policy, { cwd, home: "/h", followLinks }).state;
  expect(read("real/deep")).toBe("allow");
  expect(read("harmless")).toBe("deny");
  expect(read("link/secret.env")).toBe("deny");
  expect(read("link/../real/deep")).toBe("allow");
  expect(read("../x")).toBe("ask");
  // A working directory reached through a link is the same directory.
  expect(read("deep", join(root, "link"))).toBe("allow");
  // A link out of the working directory leads outside.
  symlinkSync(tmpdir(), join(root, "real/out"));
  expect(read("out/x", join(root, "real"))).toBe("ask");
  // Writing to a link without a target would create the target.
  symlinkSync(join(tmpdir(), "not-there-yet"), join(root, "real/dangling"));
  expect(read("dangling", join(root, "real"))).toBe("ask");
});

test("Pi's `read` opens a file of a similar name where there is none of the given one", () => {
  using scratch = scratchDirectory();
  const { path: cwd } = scratch;
  const variants = (path: string) => readVariants(path, { cwd, home: cwd });
  writeFileSync(join(cwd, "it\u2019s.env"), "");
  writeFileSync(join(cwd, "cafe\u0301"), "");
  writeFileSync(join(cwd, "Shot 9.41\u202FAM.png"), "");
  expect(variants("it's.env")).toEqual([join(cwd, "it\u2019s.env")]);
  expect(variants("~/it's.env")).toEqual([join(cwd, "it\u2019s.env")]);
  expect(variants("caf\u00e9")).toEqual([join(cwd, "cafe\u0301")]);
  expect(variants("Shot 9.41 AM.png")).toEqual([join(cwd, "Shot 9.41\u202FAM.png")]);
  expect(variants("nothing's there")).toEqual([]);
  writeFileSync(join(cwd, "it's.env"), "");
  expect(variants("it's.env")).toEqual([]);
  // In a directory whose own name has another form.
  for (const name of ["it's", "it\u2019s"]) mkdirSync(join(cwd, name));
  writeFileSync(join(cwd, "it\u2019s/x"), "");
  expect(readVariants("x", { cwd: join(cwd, "it's") })).toEqual([join(cwd, "it\u2019s/x")]);
});

test("a skill's file is known by the name that Pi loaded it under, and by its directory", () => {
  using scratch = scratchDirectory();
  const { path: cwd } = scratch;
  mkdirSync(join(cwd, "skills/dir"), { recursive: true });
  writeFileSync(join(cwd, "skills/dir/SKILL.md"), "");
  writeFileSync(join(cwd, "skills/one.md"), "");
  symlinkSync("skills/dir", join(cwd, "link"));
  const skills = [
    { name: "named", file: join(cwd, "skills/dir/SKILL.md") },
    { name: "one", file: join(cwd, "skills/one.md") },
  ];
  const names = (path: string) => skillsOf(path, skills, { cwd, home: cwd });
  expect(names("skills/dir/SKILL.md")).toEqual(["dir", "named"]);
  expect(names("~/skills/../skills/dir/SKILL.md")).toEqual(["dir", "named"]);
  expect(names("link/SKILL.md")).toEqual(["link", "dir", "named"]);
  expect(names("link/more/x.md")).toEqual(["named"]);
  expect(names("skills/one.md")).toEqual(["one"]);
  expect(names("elsewhere/new/skill.md")).toEqual(["new"]);
  expect(names("skills/dir2/x")).toEqual([]);
  expect(names("x")).toEqual([]);
  expect(skillsOf("SKILLS/one.MD", skills, { cwd, home: cwd, platform: "darwin" })).toEqual(["one"]);
});
