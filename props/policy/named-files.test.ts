import { describe, expect, test } from "bun:test";

import { type NamedFiles, namedFiles } from "../../src/policy/named-files.ts";

describe("the files that an input names", () => {
  test.each<[Record<string, unknown>, Partial<NamedFiles>]>([
    [{}, {}],
    [{ query: "x", limit: 5 }, {}],
    [{ path: "x" }, { own: ["x"], fields: ["path"] }],
    [{ path: "" }, { own: [""], fields: ["path"] }],
    [{ path: null }, {}],
    [{ path: 7 }, { own: [null], fields: ["path"] }],
    [{ path: ["x"] }, { own: [null], fields: ["path"] }],
    [
      { path: "x", file_path: "y", filePath: "z" },
      { own: ["x", "y", "z"], fields: ["path", "file_path", "filePath"] },
    ],
    [
      { paths: ["x", "y"], directory: "d" },
      { others: ["x", "y", "d"], fields: ["paths", "directory"] },
    ],
    [
      { source: "a", destination: "b" },
      { others: ["a", "b"], fields: ["source", "destination"] },
    ],
    [
      { cwd: "a", old_path: "b", absolutePath: "c" },
      { others: ["a", "b", "c"], fields: ["cwd", "old_path", "absolutePath"] },
    ],
    [
      { target_file: "a", notebook_path: "b", srcDir: "c", profile: "d", xpath: "e" },
      { others: ["a", "b", "c"], fields: ["target_file", "notebook_path", "srcDir"] },
    ],
    [{ arguments: { path: "x", q: "y" } }, { others: ["x"], fields: ["arguments"] }],
    [{ arguments: '{"file_path":"x"}' }, { others: ["x"], fields: ["arguments"] }],
    [{ args: '{"path":' }, {}],
    [{ args: '["x"]' }, {}],
    [{ edits: [{ path: "x" }, { path: "y" }, { path: "x" }] }, { others: ["x", "y"], fields: ["edits"] }],
    [{ a: { b: { c: { d: { e: { f: { g: { h: { path: "x" } } } } } } } } }, { others: [null], fields: ["a"] }],
    [{ files: Array.from({ length: 65 }, (_, index) => `${index}`) }, { others: [null], fields: ["files"] }],
  ])("%j", (input, expected) => {
    expect(namedFiles(input)).toEqual({ own: [], others: [], fields: [], ...expected });
  });
});
