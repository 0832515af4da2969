/** The dialog in the terminal: its state, and what each key does to it. It knows no terminal. */
import type { Action, Ruleset } from "../policy/rules.ts";
import type { DialogMessages } from "./dialog-messages.ts";
import type { Key } from "./keys.ts";
import { LineEditor } from "./line-editor.ts";

/** Milliseconds without a key before keys count: one may have been meant for what stood there before. */
export const QUIET_TIME = 500;

/** One part of the call, as it was judged. */
export interface ApprovalPart {
  readonly action: Action;
  readonly what: string;
  readonly why: string;
}

/** What the rules that a person edited would do. */
export interface Checked {
  /** They allow the call. */
  readonly allows: boolean;
  /** Which of them are wider than what was suggested, in words; empty if none is. */
  readonly warning: string;
}

/** What is shown, and the words for it. */
export interface ApprovalView {
  readonly title: string;
  /** The whole call, with its lines. */
  readonly whole: string;
  /** What needs an approval comes first. */
  readonly parts: readonly ApprovalPart[];
  /** More on each of the parts; asked for when it is looked at. */
  readonly details: () => readonly (readonly string[])[];
  /** How many parts more there are, in words; empty if there are none. */
  readonly more: string;
  /** Sets of rules for the session, from narrow to wide. */
  readonly candidates: readonly Ruleset[];
  /** Rules as one line. */
  readonly namesOf: (rules: Ruleset) => string;
  readonly check: (rules: Ruleset) => Checked;
  readonly choices: { readonly deny: string; readonly once: string; readonly reason: string };
  readonly session: (rules: string) => string;
  readonly text: DialogMessages;
  /** The time on the clock at which it ends by itself, ms. */
  readonly deadline: number | undefined;
}

/** What the person chose. */
export type Outcome =
  | { readonly kind: "once" }
  | { readonly kind: "session"; readonly rules: Ruleset }
  | { readonly kind: "deny"; readonly note: string };

/** A choice of the list; the first one denies. */
export type Choice =
  | { readonly kind: "deny" }
  | { readonly kind: "once" }
  | { readonly kind: "reason" }
  | { readonly kind: "session"; readonly rules: Ruleset };

/** Whether every pattern of a set can be edited in one line. */
export function isEditable(rules: Ruleset): boolean {
  return rules.length > 0 && rules.every(({ pattern }) => !/\p{C}/u.test(pattern));
}

/** A text that is being written: the reason of a denial, or one pattern after the other of a set of rules. */
interface Writing {
  readonly editor: LineEditor;
  /** The edited set, and which of its rules this is. */
  readonly edited: { readonly candidate: number; readonly rules: Ruleset; readonly index: number } | undefined;
}

/** An open dialog. Times are those of the clock that it is given, in ms. */
export class Approval {
  selected = 0;
  /** The first line of the call that is shown; whoever draws it keeps it in bounds, and says how many there are. */
  scroll = 0;
  page = 1;
  detailed = false;
  writing: Writing | undefined;
  /** What the last key brought about. */
  notice = "";
  /** What the person answered; once it is there, keys do nothing. */
  outcome: Outcome | undefined;
  private candidates: readonly Ruleset[];
  private quietUntil: number;

  constructor(
    readonly view: ApprovalView,
    now: number,
  ) {
    this.candidates = view.candidates;
    this.quietUntil = now + QUIET_TIME;
  }

  get choices(): readonly Choice[] {
    const session = this.candidates.map((rules) => ({ kind: "session", rules }) as const);
    return [{ kind: "deny" }, { kind: "once" }, ...session, { kind: "reason" }];
  }

  /** Which of the candidates `s` takes: the selected one, else the narrowest. */
  get candidate(): number | undefined {
    if (this.candidates.length === 0) return undefined;
    const index = this.selected - 2;
    return index >= 0 && index < this.candidates.length ? index : 0;
  }

  isQuiet(now: number): boolean {
    return now < this.quietUntil;
  }

  /** After how long it looks different though no key is pressed, in ms. */
  changesIn(now: number): number | undefined {
    if (this.isQuiet(now)) return this.quietUntil - now;
    const { deadline } = this.view;
    return deadline === undefined || deadline <= now ? undefined : (deadline - now) % 1_000 || 1_000;
  }

  press(key: Key, now: number): void {
    if (this.outcome !== undefined) return;
    if (this.isQuiet(now)) {
      // Who types on does not mean this.
      this.quietUntil = now + QUIET_TIME;
      return;
    }
    this.notice = "";
    if (this.writing !== undefined) this.write(this.writing, key);
    else if (typeof key === "object") {
      if (key.typed) this.type(key.text);
    } else this.move(key);
  }

  private type(character: string): void {
    const { text } = this.view;
    const { candidate } = this;
    if (character === "y") this.outcome = { kind: "once" };
    else if (character === "n") this.outcome = { kind: "deny", note: "" };
    else if (character === "r") this.writing = { editor: new LineEditor(""), edited: undefined };
    else if (character === "?") this.detailed = !this.detailed;
    else if (character === "j") this.scroll++;
    else if (character === "k") this.scroll--;
    else if (character === "s" || character === "e") {
      const rules = candidate === undefined ? undefined : this.candidates[candidate];
      if (candidate === undefined || rules === undefined) this.notice = text.noPattern;
      else if (character === "s") this.outcome = { kind: "session", rules };
      else if (isEditable(rules)) this.edit(candidate, rules, 0);
      else this.notice = text.noEdit;
    }
  }

  private move(key: Key): void {
    const { length } = this.choices;
    if (key === "up") this.selected = (this.selected + length - 1) % length;
    else if (key === "down") this.selected = (this.selected + 1) % length;
    else if (key === "page up") this.scroll -= this.page;
    else if (key === "page down") this.scroll += this.page;
    else if (key === "cancel") this.outcome = { kind: "deny", note: "" };
    else if (key === "enter") this.take(this.choices[this.selected]);
  }

  private take(choice: Choice | undefined): void {
    if (choice === undefined || choice.kind === "deny") this.outcome = { kind: "deny", note: "" };
    else if (choice.kind === "reason") this.type("r");
    else this.outcome = choice.kind === "session" ? choice : { kind: "once" };
  }

  private edit(candidate: number, rules: Ruleset, index: number): void {
    this.writing = { editor: new LineEditor(rules[index]?.pattern ?? ""), edited: { candidate, rules, index } };
  }

  private write({ editor, edited }: Writing, key: Key): void {
    if (key === "cancel") this.writing = undefined;
    else if (key !== "enter") editor.press(key);
    else if (edited === undefined) this.outcome = { kind: "deny", note: editor.text.trim() };
    else {
      const { candidate, index } = edited;
      const rules = edited.rules.map((rule, at) => (at === index ? { ...rule, pattern: editor.text } : rule));
      if (index + 1 < rules.length) this.edit(candidate, rules, index + 1);
      else this.replace(candidate, rules);
    }
  }

  /** Puts an edited set in the place of what it was made of; it still has to be chosen. */
  private replace(candidate: number, rules: Ruleset): void {
    const { check, text } = this.view;
    const { allows, warning } = check(rules);
    if (!allows) {
      this.edit(candidate, rules, 0);
      this.notice = text.notAllowing;
      return;
    }
    this.writing = undefined;
    this.candidates = this.candidates.map((other, index) => (index === candidate ? rules : other));
    this.selected = candidate + 2;
    this.notice = warning;
  }
}
