import { expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { followLinks, toolPath } from "../../src/pi/files.ts";
import { judgeTool } from "../../src/policy/decide.ts";
import { normalizePermission } from "../../src/policy/normalize.ts";
import { Policy } from "../../src/policy/policy.ts";
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
