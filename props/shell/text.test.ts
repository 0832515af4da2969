import { describe, expect, test } from "bun:test";

import { baseName, displayText, HOLE, joinTexts, plainText } from "../../src/shell/text.ts";

describe("a text for people", () => {
  test("shows its holes", () => {
    expect(displayText(`rm ${HOLE} x${HOLE}`)).toBe("rm … x…");
  });

  test.each([
    ["\u001b[2K", "\\u{1b}[2K"], // obeyed by a terminal
    ["a\rb", "a\\u{d}b"], // hides what stands before it
    ["a\u202eb", "a\\u{202e}b"], // turns what stands behind it around
    ["a\u2066b", "a\\u{2066}b"],
    ["a\u200bb", "a\\u{200b}b"], // not shown
    ["a\u00adb", "a\\u{ad}b"],
    ["a\u2028b", "a\\u{2028}b"], // ends a line
    ["a\u3164b", "a\\u{3164}b"], // a letter that is blank
    ["a\u{e0061}b", "a\\u{e0061}b"], // a tag
    ["\ud800", "\\u{d800}"], // half a character
  ])("writes %j out", (text, shown) => {
    expect(displayText(text)).toBe(shown);
  });

  test.each(["rm -rf x", "a\n\tb", "é 中 😀 ‘’", "…"])("leaves %j as it is", (text) => {
    expect(displayText(text)).toBe(text);
  });
});

test.each([
  ["/usr/bin/rm", "rm"],
  ["rm", "rm"],
  ["a/b/", ""],
])("the name in %j is %j", (path, name) => {
  expect(baseName(path)).toBe(name);
});

test("an empty word keeps its space", () => {
  expect(joinTexts(["", "a", "", "b"].map(plainText)).text).toBe(" a  b");
});
