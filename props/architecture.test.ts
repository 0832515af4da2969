import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../scripts/toolchain.ts";

/** What each folder of `src` may import, besides itself. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  shell: [],
  policy: ["shell"],
  authority: ["shell", "policy"],
  guards: ["shell", "policy", "authority", "pi"],
  pi: ["shell", "policy", "authority"],
  ".": ["shell", "policy", "authority", "guards", "pi"],
};

/** Folders that are pure: no Node, no Pi, no environment. */
const PURE = ["shell", "policy", "authority"];

const SOURCES = [...new Bun.Glob("**/*.ts").scanSync(join(ROOT, "src"))].sort();

describe("src", () => {
  test.each(SOURCES)("%s imports only what its layer may", (file) => {
    const text = readFileSync(join(ROOT, "src", file), "utf8");
    const layer = file.includes("/") ? (file.split("/")[0] ?? "") : ".";
    const imports = [...text.matchAll(/^(?:import|export)[^"']*?from "([^"]+)";|^import "([^"]+)";/gms)].map(
      (match) => match[1] ?? match[2] ?? "",
    );
    for (const name of imports) {
      if (name.endsWith("/package.json")) continue;
      if (name.startsWith(".")) {
        const target = join(file, "..", name).split("/");
        const folder = target.length > 1 ? (target[0] ?? "") : ".";
        expect([file, name, folder === layer || LAYERS[layer]?.includes(folder)]).toEqual([file, name, true]);
      } else if (PURE.includes(layer)) {
        expect([file, name]).toEqual([file, "valibot"]);
      }
    }
    if (PURE.includes(layer)) expect(text).not.toMatch(/\b(?:process|globalThis|console|Bun)\./);
  });
});

describe("the package", () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Record<
    string,
    Record<string, string>
  >;

  test("pins every dependency exactly", () => {
    const versions = { ...manifest["dependencies"], ...manifest["devDependencies"] };
    expect(Object.keys(versions).length).toBeGreaterThan(5);
    for (const version of Object.values(versions)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test("locks them without naming a registry", () => {
    expect(readFileSync(join(ROOT, "bun.lock"), "utf8")).not.toMatch(/https?:\/\//);
  });

  test("has a bundle of at most 400 KB, without host packages", () => {
    const bundle = readFileSync(join(ROOT, "dist/portcullis.js"), "utf8");
    expect(Buffer.byteLength(bundle)).toBeLessThanOrEqual(400 * 1024);
    expect(bundle).not.toMatch(/^import .* from "(?!node:|@earendil-works\/|typebox)/m);
  });
});
