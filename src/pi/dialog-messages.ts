import { changesThatFlip, type Rejudge } from "../policy/advise.ts";
import { isUnread, pathsIn } from "../policy/explain.ts";
import { rulePath } from "../policy/normalize.ts";
import type { Judgement, Policy, Ruling } from "../policy/policy.ts";
import type { Action } from "../policy/rules.ts";
import type { Wider } from "../policy/suggest.ts";
import type { Language } from "./messages.ts";

/** What the dialog, and an explanation, say besides what is in `Messages`. */
export interface DialogMessages {
  readonly edit: string;
  readonly explain: string;
  readonly covers: {
    readonly deny: string;
    readonly once: (parts: number) => string;
    readonly session: (rules: string) => string;
    readonly reason: string;
  };
  readonly quiet: string;
  /** The keys that stand beside no choice. */
  readonly keys: Readonly<Record<"edit" | "explain" | "choose", string>>;
  readonly scroll: (from: number, to: number, of: number) => string;
  readonly left: (seconds: number) => string;
  readonly pattern: (surface: string, index: number, of: number) => string;
  readonly lineKeys: string;
  readonly notAllowing: string;
  readonly noPattern: string;
  readonly noEdit: string;
  readonly wider: Readonly<Record<Wider, (pattern: string) => string>>;
  readonly editor: string;
  readonly lines: (count: number) => string;
  readonly timedOut: (what: string, seconds: number) => string;
  readonly stopped: (what: string) => string;
  readonly decidedBy: (rule: string) => string;
  readonly overrides: (rules: string) => string;
  readonly changes: (changes: string) => string;
  readonly change: (rule: string, action: Action | undefined, last: boolean) => string;
  /** Between changes of which each is enough. */
  readonly or: string;
  readonly noChange: string;
  readonly writtenOut: string;
}

const ENGLISH: DialogMessages = {
  edit: "Edit a rule for this session",
  explain: "Explain",
  covers: {
    deny: "The agent is told that you said no.",
    once: (parts) => `Covers this call alone${parts > 1 ? `, with all of its ${parts} parts` : ""}.`,
    session: (rules) =>
      `Covers this call, and until the session ends whatever else matches ${rules}. What your rules deny stays denied.`,
    reason: "The agent is told no, and what you write.",
  },
  quiet: "Keys are ignored for a moment, so that none that was meant for something else answers …",
  keys: {
    edit: "e edit the pattern",
    explain: "? explain",
    choose: "↑↓ choose, Enter takes it, Esc denies",
  },
  scroll: (from, to, of) => `lines ${from}-${to} of ${of} · PgUp PgDn j k`,
  left: (seconds) => `Denied by itself in ${seconds} s.`,
  pattern: (surface, index, of) => `Pattern for ${surface}${of > 1 ? ` (${index} of ${of})` : ""}: \`*\` is any text`,
  lineKeys: "Enter takes it, Esc leaves it",
  notAllowing: "This does not allow the call.",
  noPattern: "No pattern is narrow enough to be allowed for the session.",
  noEdit: "This pattern has characters that no line shows; it cannot be edited.",
  wider: {
    everything: (pattern) => `Careful: \`${pattern}\` is for everything.`,
    "anything behind a program": (pattern) =>
      `Careful: with \`${pattern}\` the words may run anything, or lose anything.`,
    wider: (pattern) => `Careful: \`${pattern}\` is wider than what was suggested.`,
  },
  editor: "The patterns to allow for this session, one a line",
  lines: (count) => `There must be ${count} lines.`,
  timedOut: (what, seconds) =>
    `portcullis: \`${what}\` needs an approval, and nobody answered within ${seconds} s (permissionPrompt.timeoutMs), so it is denied.`,
  stopped: (what) => `portcullis: \`${what}\` needs an approval, and the run was stopped before anybody answered.`,
  decidedBy: (rule) => `rule: ${rule}`,
  overrides: (rules) => `overrides ${rules}`,
  changes: (changes) => `would change with ${changes}`,
  change: (rule, action, last) =>
    action === undefined ? `no rule ${rule}` : `${rule}: "${action}"${last ? " as the last rule" : ""}`,
  or: ", or ",
  noChange: "writing it in another way: no rule speaks of just this",
  writtenOut: "writing out what is known only at run time",
};

const CHINESE: DialogMessages = {
  edit: "编辑本次会话的规则",
  explain: "解释",
  covers: {
    deny: "告诉 agent 你不允许。",
    once: (parts) => `只涵盖这一次调用${parts > 1 ? `（共 ${parts} 个部分）` : ""}。`,
    session: (rules) => `涵盖这次调用，以及会话结束前其他命中 ${rules} 的调用。规则拒绝的仍然拒绝。`,
    reason: "告诉 agent 不允许，并附上你写的话。",
  },
  quiet: "暂时忽略按键，以免本来要输入到别处的键成为回答……",
  keys: {
    edit: "e 编辑模式",
    explain: "? 解释",
    choose: "↑↓ 选择，Enter 确认，Esc 拒绝",
  },
  scroll: (from, to, of) => `第 ${from}-${to} 行，共 ${of} 行 · PgUp PgDn j k`,
  left: (seconds) => `${seconds} 秒后自动拒绝。`,
  pattern: (surface, index, of) => `${surface} 的模式${of > 1 ? `（${index}/${of}）` : ""}：\`*\` 表示任意文本`,
  lineKeys: "Enter 确认，Esc 放弃",
  notAllowing: "这个模式并不允许这次调用。",
  noPattern: "没有足够窄的模式可以在本次会话内允许。",
  noEdit: "这个模式含有一行里显示不了的字符，不能编辑。",
  wider: {
    everything: (pattern) => `注意：\`${pattern}\` 涵盖一切。`,
    "anything behind a program": (pattern) => `注意：\`${pattern}\` 后面的词可以运行或删除任何东西。`,
    wider: (pattern) => `注意：\`${pattern}\` 比建议的更宽。`,
  },
  editor: "本次会话内允许的模式，每行一个",
  lines: (count) => `必须正好有 ${count} 行。`,
  timedOut: (what, seconds) =>
    `portcullis：\`${what}\` 需要批准，${seconds} 秒内没有人回答（permissionPrompt.timeoutMs），已拒绝。`,
  stopped: (what) => `portcullis：\`${what}\` 需要批准，但还没有人回答，运行就停止了。`,
  decidedBy: (rule) => `规则：${rule}`,
  overrides: (rules) => `覆盖了 ${rules}`,
  changes: (changes) => `这样会改变结果：${changes}`,
  change: (rule, action, last) =>
    action === undefined ? `去掉规则 ${rule}` : `${last ? "最后加一条规则 " : ""}${rule}: "${action}"`,
  or: "，或者",
  noChange: "换一种写法：没有规则只针对它",
  writtenOut: "把运行时才知道的部分写明",
};

/** What would turn one judgement's verdict, as a clause. */
export function changeThatFlips(
  judgement: Judgement,
  ruling: Ruling,
  policy: Policy,
  rejudge: Rejudge,
  say: DialogMessages = ENGLISH,
): string {
  const pathOf = pathsIn(policy.ruleset);
  const clauses = changesThatFlip(judgement, ruling, policy, rejudge).map((change) => {
    if (change.kind === "add") return say.change(rulePath(change.rule), change.rule.action, true);
    return say.change(pathOf(change.rule), change.kind === "set" ? change.action : undefined, false);
  });
  if (judgement.verdict.raisedBy !== undefined && !isUnread(judgement)) clauses.unshift(say.writtenOut);
  return clauses.length === 0 ? say.noChange : clauses.join(say.or);
}

/** The dialog's messages in a language. */
export function dialogMessages(language: Language): DialogMessages {
  return language === "zh" ? CHINESE : ENGLISH;
}
