import { describe, expect, test } from "bun:test";

import { decodeKittyPrintable, matchesKey, visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";

import { approvalLines, MARKS } from "../../src/pi/approval-view.ts";
import { Approval, type ApprovalView, QUIET_TIME } from "../../src/pi/approval.ts";
import { cutText, textColumns, wrapText } from "../../src/pi/columns.ts";
import { dialogMessages } from "../../src/pi/dialog-messages.ts";
import { keyOf, type Matches } from "../../src/pi/keys.ts";
import type { Rule, Ruleset } from "../../src/policy/rules.ts";
import { displayText } from "../../src/shell/text.ts";
import { runs } from "../runs.ts";

const rule = (pattern: string): Rule => ({ surface: "bash", pattern, action: "allow", origin: "session" });
const SETS: readonly Ruleset[] = [[rule("make a")], [rule("make *")], [rule("make a"), rule("ls *")]];

/** A dialog's question; a set of rules allows the call if one of its patterns starts with `make`. */
function view(more: Partial<ApprovalView> = {}): ApprovalView {
  return {
    title: "May the agent do this (bash)?",
    whole: "make a",
    parts: [{ action: "ask", what: "make a", why: "no bash rule allows it" }],
    details: () => [["rule: x"]],
    more: "",
    candidates: SETS,
    namesOf: (rules) => rules.map(({ pattern }) => `\`${pattern}\``).join(", "),
    check: (rules) => ({
      allows: rules.some(({ pattern }) => pattern.startsWith("make") || pattern === "*"),
      warning: rules.some(({ pattern }) => pattern === "*") ? "Careful: `*` is for everything." : "",
    }),
    choices: { deny: "Deny", once: "Allow once", reason: "Deny, and say why" },
    session: (rules) => `Allow ${rules} for this session`,
    text: dialogMessages("en"),
    deadline: undefined,
    ...more,
  };
}

const KEYS: Readonly<Record<string, string>> = {
  up: "\u001b[A",
  down: "\u001b[B",
  pageUp: "\u001b[5~",
  pageDown: "\u001b[6~",
  left: "\u001b[D",
  right: "\u001b[C",
  home: "\u001b[H",
  end: "\u001b[F",
  enter: "\r",
  escape: "\u001b",
  "ctrl+c": "\u0003",
  backspace: "\u007f",
  delete: "\u001b[3~",
  "ctrl+u": "\u0015",
  "ctrl+w": "\u0017",
};

const BOUND: Readonly<Record<string, readonly Parameters<typeof matchesKey>[1][]>> = {
  "tui.select.confirm": ["enter"],
  "tui.select.cancel": ["escape", "ctrl+c"],
  "tui.select.up": ["up"],
  "tui.select.down": ["down"],
  "tui.select.pageUp": ["pageUp"],
  "tui.select.pageDown": ["pageDown"],
  "tui.editor.cursorLeft": ["left"],
  "tui.editor.cursorRight": ["right"],
  "tui.editor.cursorLineStart": ["home"],
  "tui.editor.cursorLineEnd": ["end"],
  "tui.editor.deleteCharBackward": ["backspace"],
  "tui.editor.deleteCharForward": ["delete"],
  "tui.editor.deleteWordBackward": ["ctrl+w"],
  "tui.editor.deleteToLineStart": ["ctrl+u"],
};

/** As Pi asks its key bindings. */
const matches: Matches = (data, name) => (BOUND[name] ?? []).some((key) => matchesKey(data, key));

/** A dialog whose keys count already, after some inputs. */
function pressed(inputs: readonly string[], more: Partial<ApprovalView> = {}): Approval {
  const approval = new Approval(view(more), 0);
  for (const input of inputs) {
    const key = keyOf(KEYS[input] ?? input, matches);
    if (key !== undefined) approval.press(key, QUIET_TIME);
  }
  return approval;
}

const screen = (approval: Approval, columns = 80, rows = 40, now = QUIET_TIME): string =>
  approvalLines(approval, columns, rows, now)
    .map((line) => line.map(({ text }) => text).join(""))
    .join("\n");

/** Any text: wide, combining, right to left, of control characters, of halves of characters. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 8 }),
      fc.string({ unit: "binary", maxLength: 8 }),
      fc.constantFrom(
        "漢字",
        "e\u0301\u0308",
        "👩‍👩‍👧",
        "🇩🇪",
        "☺\uFE0F",
        "1\uFE0F\u20E3",
        "\u202Eabc",
        "ﾊﾟ",
        "\u001b[31m",
        "\t",
        "\n",
        "क्षि",
        "กำ",
        "\uD800",
        "한글",
        "a b",
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

describe("columns", () => {
  test("are never fewer than Pi counts", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = displayText(text).replaceAll(/[\n\t]/g, "");
        expect(textColumns(shown)).toBeGreaterThanOrEqual(visibleWidth(shown));
      }),
      runs(5_000),
    );
  });

  test("of every character alone, too", () => {
    for (let point = 0x20; point <= 0x1ffff; point++) {
      const shown = displayText(String.fromCodePoint(point));
      if (textColumns(shown) < visibleWidth(shown)) throw new Error(point.toString(16));
    }
  });

  test("of what is usual are exact", () => {
    for (const text of ["make -j4", "naïve Straße", "漢字かな", "✔ ✖ ? … · │ ─", "привет"])
      expect([text, textColumns(text)]).toEqual([text, visibleWidth(text)]);
  });

  test("wrapping keeps every character, and every line", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 40 }), (text, columns) => {
        const lines = wrapText(displayText(text), columns);
        expect(lines.join("")).toBe(displayText(text).replaceAll("\t", "    ").replaceAll("\n", ""));
        expect(lines.length).toBeGreaterThanOrEqual(text.split("\n").length);
      }),
      runs(1_000),
    );
  });

  test("wrap between words where they can", () => {
    expect(wrapText("one two  three", 8, true)).toEqual(["one two ", "three"]);
    expect(wrapText("averylongword", 5, true)).toEqual(["avery", "longw", "ord"]);
    expect(cutText("abcdef", 4)).toBe("abc…");
    expect(cutText("漢字", 1)).toBe("…");
  });
});

describe("the dialog's lines", () => {
  test("are never wider than the terminal, in any state", () => {
    const action = fc.constantFrom("allow" as const, "ask" as const, "deny" as const);
    fc.assert(
      fc.property(
        fc.record({
          text: anyText,
          parts: fc.array(fc.tuple(action, anyText, anyText), { maxLength: 4 }),
          columns: fc.integer({ min: 1, max: 200 }),
          rows: fc.integer({ min: 1, max: 60 }),
          keys: fc.array(fc.constantFrom(...Object.keys(KEYS), "?", "e", "r", "漢", "e\u0301"), { maxLength: 12 }),
          language: fc.constantFrom("en" as const, "zh" as const),
          deadline: fc.constantFrom(undefined, 90_000),
        }),
        ({ text, parts, columns, rows, keys, language, deadline }) => {
          const shown = displayText(text);
          const approval = pressed(keys, {
            title: shown,
            whole: shown,
            parts: parts.map(([one, what, why]) => ({ action: one, what: displayText(what), why: displayText(why) })),
            details: () => parts.map(([, what]) => [displayText(what).replaceAll("\n", " ")]),
            candidates: [[rule(shown.replaceAll(/[\n\t]/g, ""))], ...SETS],
            text: dialogMessages(language),
            deadline,
          });
          for (const now of [0, QUIET_TIME]) {
            for (const line of screen(approval, columns, rows, now).split("\n")) {
              expect(visibleWidth(line)).toBeLessThanOrEqual(columns);
              expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
            }
          }
        },
      ),
      runs(1_500),
    );
  });

  test("show the whole call, page by page", () => {
    const whole = Array.from({ length: 300 }, (_, index) => `make line${index}`).join("\n");
    const approval = pressed([], { whole });
    const seen = new Set<string>();
    for (let page = 0; page < 100; page++) {
      for (const [name] of screen(approval, 60, 24).matchAll(/line\d+/g)) seen.add(name);
      approval.press("page down", QUIET_TIME);
    }
    expect(seen.size).toBe(300);
    expect(screen(approval, 60, 24)).toContain("of 302");
    for (let line = 0; line < 400; line++) approval.press({ text: "k", typed: true }, QUIET_TIME);
    expect(screen(approval, 60, 24)).toContain("lines 1-");
  });

  test("fit into the terminal", () => {
    const whole = "make a\n".repeat(200);
    for (const rows of [24, 30, 50])
      expect(screen(pressed([], { whole }), 80, rows).split("\n").length).toBeLessThan(rows - 3);
  });

  test("say everything without colours", () => {
    const parts = [
      { action: "ask", what: "make a", why: "no bash rule allows it" },
      { action: "allow", what: "cd x", why: "it needs no rule" },
    ] as const;
    const text = screen(pressed(["down", "down", "down"], { parts, whole: "cd x &&\n  make a" }));
    expect(text).toContain(`${MARKS.ask} \`make a\`: no bash rule allows it`);
    expect(text).toContain("│ cd x &&\n│   make a\n");
    expect(text).toContain(`${MARKS.allow} \`cd x\`: it needs no rule`);
    expect(text).toContain(
      "  [n] Deny\n  [y] Allow once\n      Allow `make a` for this session\n> [s] Allow `make *` for this session\n",
    );
    expect(text).toContain("whatever else matches `make *`");
    expect(screen(pressed(["?"]))).toContain("    rule: x");
    expect(screen(pressed(["?", "?"]))).not.toContain("rule: x");
    expect(screen(pressed([], { deadline: QUIET_TIME + 2_001 }))).toContain("Denied by itself in 3 s.");
  });
});

describe("keys", () => {
  test.each<[string, unknown]>([
    ["y", { kind: "once" }],
    ["n", { kind: "deny", note: "" }],
    ["s", { kind: "session", rules: SETS[0] }],
    ["escape", { kind: "deny", note: "" }],
    ["ctrl+c", { kind: "deny", note: "" }],
    ["enter", { kind: "deny", note: "" }],
    ["down enter", { kind: "once" }],
    ["down down down enter", { kind: "session", rules: SETS[1] }],
    ["down down down s", { kind: "session", rules: SETS[1] }],
    ["up enter", undefined],
    ["up enter x enter", { kind: "deny", note: "x" }],
    ["r 用 git enter", { kind: "deny", note: "用git" }],
    ["r y s escape", undefined],
    ["r enter", { kind: "deny", note: "" }],
    ["e backspace b enter", undefined],
    ["e backspace b enter s", { kind: "session", rules: [rule("make b")] }],
    ["e ctrl+u * enter enter", { kind: "session", rules: [rule("*")] }],
    ["e ctrl+w * enter enter", { kind: "session", rules: [rule("make *")] }],
    ["e home delete enter", undefined],
    ["e escape s", { kind: "session", rules: SETS[0] }],
    ["up up e enter ctrl+u x enter s", { kind: "session", rules: [rule("make a"), rule("x")] }],
    ["Y", undefined],
    ["yy", undefined],
    ["\u001b[200~y\u001b[201~", undefined],
    ["\u001b[200~y", undefined],
    ["\u001b[121u", { kind: "once" }],
    ["\u001b[121;1:1u", { kind: "once" }],
    ["\u001b[121;1:2u", undefined],
    ["\u001b[121;1:3u", undefined],
    ["\u001b[13;1:3u", undefined],
    ["\u001b[121;5u", undefined],
    ["\u001b[121;3u", undefined],
    ["\u001b[27;5;121~", undefined],
    ["\u0019", undefined],
    ["r \u001b[200~a\rb\u001b[31m\u001b[201~ enter", { kind: "deny", note: "a b[31m" }],
    ["r \u001b[27;2;65~ \u001b[97:65;2u enter", { kind: "deny", note: "AA" }],
  ])("%j: %j", (inputs, expected) => {
    expect(pressed(inputs.split(" ")).outcome).toEqual(expected as never);
  });

  test("read what Pi's own reader reads", () => {
    for (const data of ["a", "\u001b[97u", "\u001b[97:65;2u", "\u001b[97;5u", "\u001b[97;3u", "\u001b[97;65u"]) {
      const key = keyOf(data, () => false);
      expect([data, typeof key === "object" ? key.text : undefined]).toEqual([
        data,
        decodeKittyPrintable(data) ?? (data === "a" ? "a" : undefined),
      ]);
    }
  });

  test("that are pasted, held down, or several at once answer nothing", () => {
    for (const data of ["yy", "\u001b[200~y\u001b[201~", "\u001b[121;1:2u"])
      expect(pressed([data]).outcome).toBeUndefined();
  });

  test("of the first moment answer nothing", () => {
    const approval = new Approval(view(), 0);
    for (const text of ["y", "n", "s"]) approval.press({ text, typed: true }, QUIET_TIME - 1);
    expect(approval.outcome).toBeUndefined();
  });

  test("that would approve nothing say so", () => {
    expect(screen(pressed(["s"], { candidates: [] }))).toContain("No pattern is narrow enough");
    expect(pressed(["s"], { candidates: [] }).outcome).toBeUndefined();
    expect(screen(pressed([], { candidates: [] }))).not.toContain("e edit");
    expect(screen(pressed([]))).toContain("e edit the pattern");
    expect(screen(pressed(["e"], { candidates: [[rule("a\nb")]] }))).toContain("it cannot be edited");
    expect(screen(pressed(["e", "ctrl+u", "x", "enter"]))).toContain("This does not allow the call.");
    expect(screen(pressed(["e", "ctrl+u", "*", "enter"]))).toContain("Careful: `*` is for everything.");
  });
});

/** Inputs of a terminal, of all kinds. */
const input = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...Object.values(KEYS)) },
  { weight: 6, arbitrary: fc.constantFrom(..."ysnre?jk Y*") },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 6 }) },
  { weight: 1, arbitrary: anyText.map((text) => `\u001b[200~y\r${text}\u001b[201~`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("\u001b[121;1:3u", "\u001b[115;1:3u", "\u001b[13;1:3u", "\u001b[121;5u", "yy", "ss\r"),
  },
);

describe("no keys", () => {
  const press = (approval: Approval, data: string, now: number): void => {
    const key = keyOf(data, matches);
    if (key !== undefined) approval.press(key, now);
  };

  test("but `y`, `s` and Enter ever allow", () => {
    const answers = new Set(["y", "s", "\r"]);
    fc.assert(
      fc.property(fc.array(input, { maxLength: 30 }), (inputs) => {
        const approval = new Approval(view(), 0);
        for (const data of inputs.filter((one) => !answers.has(one))) press(approval, data, QUIET_TIME);
        expect(["deny", undefined]).toContain(approval.outcome?.kind);
      }),
      runs(3_000),
    );
  });

  test("allow by Enter unless an allowing choice is selected", () => {
    fc.assert(
      fc.property(fc.array(input, { maxLength: 30 }), (inputs) => {
        const approval = new Approval(view(), 0);
        for (const data of inputs.filter((one) => one !== "y" && one !== "s")) {
          const before = approval.writing === undefined ? approval.choices[approval.selected]?.kind : "deny";
          press(approval, data, QUIET_TIME);
          const { outcome } = approval;
          if (outcome?.kind === "once" || outcome?.kind === "session")
            expect([data, before]).toEqual(["\r", outcome.kind]);
          if (outcome !== undefined) return;
        }
      }),
      runs(3_000),
    );
  });

  test("answer in the first moment, nor while somebody types on", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(input, fc.integer({ min: 0, max: QUIET_TIME - 1 })), { maxLength: 30 }),
        (inputs) => {
          const approval = new Approval(view(), 0);
          let now = 0;
          for (const [data, pause] of inputs) {
            // What is no key at all is no sign that somebody types.
            if (keyOf(data, matches) === undefined) continue;
            now += pause;
            press(approval, data, now);
          }
          expect(approval.outcome).toBeUndefined();
          expect(screen(approval, 80, 40, now)).toContain("Keys are ignored for a moment");
          expect(screen(approval, 80, 40, now + QUIET_TIME)).not.toContain("Keys are ignored");
          press(approval, "y", now + QUIET_TIME);
          expect(approval.outcome).toEqual({ kind: "once" });
        },
      ),
      runs(1_000),
    );
  });

  test("change an answer that was given", () => {
    fc.assert(
      fc.property(fc.array(input, { maxLength: 40 }), (inputs) => {
        const approval = new Approval(view(), 0);
        let first: unknown;
        for (const data of inputs) {
          press(approval, data, QUIET_TIME);
          first ??= approval.outcome;
          expect(approval.outcome).toBe(first as never);
        }
      }),
      runs(1_000),
    );
  });

  test("approve rules for the session that do not allow the call", () => {
    fc.assert(
      fc.property(fc.array(input, { maxLength: 40 }), (inputs) => {
        const approval = new Approval(view(), 0);
        for (const data of inputs) press(approval, data, QUIET_TIME);
        const { outcome } = approval;
        if (outcome?.kind === "session") expect(view().check(outcome.rules).allows).toBe(true);
      }),
      runs(2_000),
    );
  });
});
