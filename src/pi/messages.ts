import type { Judgement, Ruling } from "../policy/decide.ts";
import type { Mistake } from "../policy/normalize.ts";
import { displayText } from "../shell/text.ts";

export type Language = "en" | "zh";

/** The language to speak: what the settings say, or the first of the locale variables that is set. */
export function chooseLanguage(
  setting: Language | "auto",
  env: Readonly<Record<string, string | undefined>>,
): Language {
  if (setting !== "auto") return setting;
  const locale = [env["LC_ALL"], env["LC_MESSAGES"], env["LANG"]].find((value) => value !== undefined && value !== "");
  return locale?.toLowerCase().startsWith("zh") === true ? "zh" : "en";
}

interface Messages {
  readonly noRule: (surface: string) => string;
  readonly rule: (pattern: string, surface: string, action: string) => string;
  readonly mayBe: (pattern: string, surface: string, action: string) => string;
  readonly unread: (problem: string) => string;
  readonly because: (reason: string) => string;
  readonly denied: (what: string, why: string) => string;
  readonly deniedByUser: (what: string, note: string) => string;
  readonly nobody: (what: string, why: string, setting: string) => string;
  readonly failed: (error: string) => string;
  readonly question: (tool: string, whole: string, what: string, why: string) => string;
  readonly allowOnce: string;
  readonly deny: string;
  readonly denyWithReason: string;
  readonly reasonPrompt: string;
  readonly mistakes: (mistakes: readonly Mistake[]) => string;
}

const ENGLISH: Messages = {
  noRule: (surface) => `no \`${surface}\` rule allows it`,
  rule: (pattern, surface, action) => `the ${surface} rule \`${pattern}\` says ${action}`,
  mayBe: (pattern, surface, action) =>
    `what is known only at run time (…) may match the ${surface} rule \`${pattern}\`, which says ${action}`,
  unread: (problem) => `this was not understood: ${problem}`,
  because: (reason) => ` (${reason})`,
  denied: (what, why) =>
    `portcullis: \`${what}\` is denied: ${why}. Do not try to get around this; do without, or ask the user.`,
  deniedByUser: (what, note) => `portcullis: the user denied \`${what}\`${note === "" ? "." : `: ${note}`}`,
  nobody: (what, why, setting) =>
    `portcullis: \`${what}\` needs an approval: ${why}, and nobody can be asked here. The user can allow it in settings.json: ${setting}`,
  failed: (error) => `portcullis: the call could not be judged, so it is blocked: ${error}`,
  question: (tool, whole, what, why) => `Portcullis: may the agent call ${tool}?\n\n  ${whole}\n\n\`${what}\`: ${why}`,
  allowOnce: "Allow once",
  deny: "Deny",
  denyWithReason: "Deny, and say why",
  reasonPrompt: "What should the agent know or do instead?",
  mistakes: (mistakes) =>
    `portcullis: ${mistakes.length === 1 ? "a mistake" : `${mistakes.length} mistakes`} in the settings:\n${list(mistakes)}`,
};

const CHINESE: Messages = {
  noRule: (surface) => `没有允许它的 \`${surface}\` 规则`,
  rule: (pattern, surface, action) => `${surface} 规则 \`${pattern}\` 的判定是 ${action}`,
  mayBe: (pattern, surface, action) => `运行时才知道的部分（…）可能命中 ${surface} 规则 \`${pattern}\`（${action}）`,
  unread: (problem) => `无法解析：${problem}`,
  because: (reason) => `（${reason}）`,
  denied: (what, why) => `portcullis：已拒绝 \`${what}\`：${why}。请不要绕过；换一种做法，或者询问用户。`,
  deniedByUser: (what, note) => `portcullis：用户拒绝了 \`${what}\`${note === "" ? "。" : `：${note}`}`,
  nobody: (what, why, setting) =>
    `portcullis：\`${what}\` 需要批准：${why}，而这里没有人可以询问。用户可以在 settings.json 里放行：${setting}`,
  failed: (error) => `portcullis：无法判定这次调用，已拦截：${error}`,
  question: (tool, whole, what, why) => `Portcullis：允许 agent 调用 ${tool} 吗？\n\n  ${whole}\n\n\`${what}\`：${why}`,
  allowOnce: "允许这一次",
  deny: "拒绝",
  denyWithReason: "拒绝并说明原因",
  reasonPrompt: "agent 应该知道什么，或者改做什么？",
  mistakes: (mistakes) => `portcullis：设置里有 ${mistakes.length} 处错误：\n${list(mistakes)}`,
};

function list(mistakes: readonly Mistake[]): string {
  return mistakes.map(({ path, message }) => `  ${path}: ${message}`).join("\n");
}

export function messages(language: Language): Messages {
  return language === "zh" ? CHINESE : ENGLISH;
}

/** The judgement that a ruling's verdict rests on: the first in the source with that verdict. */
export function trigger({ state, judgements }: Ruling): Judgement | undefined {
  return judgements.find(({ verdict }) => verdict.action === state) ?? judgements[0];
}

/** Why a judgement came out as it did, as a clause. */
export function whyOf({ verdict, surface, context }: Judgement, problem: string | undefined, text: Messages): string {
  if (context === "unread" && problem !== undefined && verdict.action === "ask") return text.unread(problem);
  const { rule, raisedBy } = verdict;
  if (raisedBy !== undefined)
    return text.mayBe(raisedBy.pattern, surface, raisedBy.action) + reasonOf(raisedBy.reason, text);
  if (rule === undefined) return text.noRule(surface);
  return text.rule(rule.pattern, surface, rule.action) + reasonOf(rule.reason, text);
}

function reasonOf(reason: string | undefined, text: Messages): string {
  return reason === undefined ? "" : text.because(reason);
}

/** What a judgement is about, for people. */
export function whatOf({ text, source, context }: Judgement): string {
  return context === "unread" || text === "\0" ? source : displayText(text);
}

/** The settings that would allow what a judgement is about. */
export function settingFor({ surface, text, source }: Judgement): string {
  const pattern = text.includes("\0") ? source : text;
  return JSON.stringify({ permission: { [surface]: { [pattern]: "allow" } } });
}
