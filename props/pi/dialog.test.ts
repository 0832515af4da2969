import { describe, expect, test } from "bun:test";

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

import { inTurn } from "../../src/pi/dialog-queue.ts";
import { type Answer, askHuman, type Question } from "../../src/pi/dialog.ts";
import { judgeCommand } from "../../src/policy/decide.ts";
import { normalizePermission } from "../../src/policy/normalize.ts";
import { Policy } from "../../src/policy/policy.ts";
import { SessionRules } from "../../src/policy/session-rules.ts";
import { suggestRules } from "../../src/policy/suggest.ts";

/** A session with one command that asks, and a person who answers by hand. */
class Asked {
  readonly approved = new SessionRules();
  readonly over = new AbortController();
  readonly run = new AbortController();
  readonly titles: string[] = [];
  choose: (choice?: string) => void = () => undefined;

  ask(command: string, timeout = 0, mode = "rpc"): Promise<Answer> {
    const policy = new Policy(normalizePermission({ "*": "ask" }), "/home/user");
    const rejudge: Question["rejudge"] = (other) => judgeCommand(command, other);
    const ruling = rejudge(policy);
    const question: Question = {
      ...{ tool: "bash", whole: command, ruling, policy, rejudge, timeout },
      suggestions: suggestRules(ruling, policy, rejudge, "/home/user"),
      meanwhile: {
        onApproval: (listener) => this.approved.onApproval(listener),
        isCovered: () => rejudge(policy.approving(this.approved.getRuleset())).state === "allow",
        over: this.over.signal,
      },
    };
    const ui = {
      select: (title: string) => {
        this.titles.push(title);
        return new Promise<string | undefined>((resolve) => (this.choose = resolve));
      },
      // As Pi takes a dialog away with its session.
      custom: () => new Promise(() => undefined),
    };
    const ctx = { mode, ui, signal: this.run.signal } as unknown as ExtensionContext;
    return askHuman(ctx, question, "en");
  }
}

describe.each(["rpc", "tui"])("a dialog in mode %s", (mode) => {
  test("closes when a rule that was approved elsewhere covers the call, and not before", async () => {
    const asked = new Asked();
    const answer = asked.ask("make a && ls", 0, mode);
    asked.approved.approve("bash", "make *");
    expect(await Promise.race([answer, Bun.sleep(20)])).toBeUndefined();
    asked.approved.approve("bash", "ls *");
    expect(await answer).toEqual({ allowed: true, rules: [], by: "policy" });
  });

  test.each(["over", "run"] as const)("ends with %s", async (which) => {
    const asked = new Asked();
    const answer = asked.ask("make", 0, mode);
    asked[which].abort();
    const reason = "portcullis: `make` needs an approval, and the run was stopped before anybody answered.";
    expect(await answer).toEqual({ allowed: false, reason, note: undefined, by: "nobody" });
    // It is not even opened when nobody waits for it any more.
    expect(await asked.ask("make", 0, mode)).toEqual({ allowed: false, reason, note: undefined, by: "nobody" });
  });

  test("denies when its time is over", async () => {
    const reason =
      "portcullis: `make` needs an approval, and nobody answered within 0.01 s (permissionPrompt.timeoutMs), so it is denied.";
    expect(await new Asked().ask("make", 10, mode)).toEqual({
      ...{ allowed: false, reason, note: undefined, by: "timeout" },
    });
  });
});

describe("a dialog of choices", () => {
  test("is not answered for ever by a program that only explains or edits", async () => {
    const asked = new Asked();
    const answer = asked.ask("make");
    const clicking = setInterval(() => asked.choose("Explain"), 0);
    expect((await answer).allowed).toBe(false);
    clearInterval(clicking);
  });

  test("takes no answer after its end", async () => {
    const asked = new Asked();
    const answer = asked.ask("make");
    asked.over.abort();
    asked.choose("Allow once");
    expect((await answer).allowed).toBe(false);
  });
});

describe("dialogs of one interface", () => {
  test("wait for each other, whatever comes of them; others do not", async () => {
    const [ui, other] = [{}, {}];
    const opened: string[] = [];
    let close: () => void = () => undefined;
    const first = inTurn(ui, () => {
      opened.push("first");
      return new Promise<void>((_, fail) => (close = () => fail(new Error("closed"))));
    });
    const second = inTurn(ui, async () => opened.push("second"));
    await inTurn(other, async () => opened.push("other"));
    expect(opened).toEqual(["first", "other"]);
    close();
    expect(first).rejects.toThrow("closed");
    await second;
    expect(opened).toEqual(["first", "other", "second"]);
  });
});
