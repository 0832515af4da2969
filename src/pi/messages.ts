import type { Alternative } from "../policy/alternative.ts";
import { isUnread } from "../policy/explain.ts";
import type { Mistake } from "../policy/normalize.ts";
import type { Judgement } from "../policy/policy.ts";
import { decisiveRule, type Rule } from "../policy/rules.ts";
import { displayText } from "../shell/text.ts";

/** A language that messages and dialogs are written in. */
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

/** What is said once where another permission extension is loaded. */
export type HostNotice = "it cannot ask links" | "it asks the links" | "the name is taken";

/** Everything that is said to people and to the model, apart from what stands in the settings. */
export interface Messages {
  readonly noRule: (surface: string) => string;
  readonly noneNeeded: string;
  readonly rule: (pattern: string, surface: string, action: string) => string;
  readonly granted: (pattern: string, surface: string) => string;
  readonly preset: (pattern: string, name: string) => string;
  readonly mayBe: (pattern: string, surface: string, action: string) => string;
  readonly protected: (pattern: string) => string;
  readonly unread: (problem: string) => string;
  readonly because: (reason: string) => string;
  readonly denied: (what: string, why: string) => string;
  readonly deniedByLink: (what: string, link: string, reason: string) => string;
  readonly host: (notice: HostNotice, gate: boolean) => string;
  readonly deniedByUser: (what: string, note: string) => string;
  readonly nobody: (what: string, why: string, setting: string | undefined, other?: Alternative) => string;
  readonly holdsBack: (rule: Rule) => string;
  readonly failed: (error: string) => string;
  readonly auditFailed: (path: string, error: string) => string;
  readonly question: (tool: string) => string;
  readonly more: (count: number) => string;
  readonly moreLines: (count: number) => string;
  readonly allowOnce: string;
  readonly allowForSession: (rules: string) => string;
  readonly deny: string;
  readonly denyWithReason: string;
  readonly reasonPrompt: string;
  readonly mistakes: (mistakes: readonly Mistake[]) => string;
  readonly notes: (notes: readonly Mistake[]) => string;
}

const ENGLISH: Messages = {
  noRule: (surface) => `no ${surface} rule allows it`,
  noneNeeded: "it needs no rule",
  rule: (pattern, surface, action) => `the ${surface} rule \`${pattern}\` says ${action}`,
  granted: (pattern, surface) => `you allowed ${surface} \`${pattern}\` for this session`,
  preset: (pattern, name) => `\`${pattern}\` of the preset ${name} allows it`,
  mayBe: (pattern, surface, action) =>
    `what is known only at run time may match the ${surface} rule \`${pattern}\`, which says ${action}`,
  protected: (pattern) =>
    `\`${pattern}\` is asked about, which protects Portcullis's own settings, unless an allow rule names it`,
  unread: (problem) => `not understood: ${problem}`,
  because: (reason) => ` (${reason})`,
  denied: (what, why) =>
    `portcullis: \`${what}\` is denied: ${why}. Do not try to get around this; do without, or ask the user.`,
  deniedByLink: (what, link, reason) =>
    `portcullis: the authorizer ${link} denied \`${what}\`${reason === "" ? "." : `: ${reason}`}`,
  host: (notice, gate) => {
    if (notice === "the name is taken")
      return "portcullis: another extension has registered the authorizer `inner-cmd` already; that one answers";
    if (notice === "it asks the links")
      return "portcullis: pi-permission-system judges the calls of this session and asks Portcullis's authorizers. The `permission` block of settings.json is not used: remove it, or that extension";
    return gate
      ? "portcullis: pi-permission-system is loaded as well, in a version that cannot ask authorizers. Both gates are on, and a call needs both: remove `@gotgenes/pi-permission-system` from `packages` to be asked by Portcullis alone, or the `permission` block from settings.json to be asked by the other alone"
      : "portcullis: pi-permission-system is loaded in a version that cannot ask authorizers, so `inner-cmd` answers nothing. `innerCommand.hoist: true` in settings.json hands it `timeout 60 x` as `x` with a timeout";
  },
  deniedByUser: (what, note) => `portcullis: the user denied \`${what}\`${note === "" ? "." : `: ${note}`}`,
  holdsBack: ({ pattern, preset, reason }) =>
    `, and \`${pattern}\` of the preset ${preset} does not allow these arguments (${reason})`,
  nobody: (what, why, setting, other) =>
    `portcullis: \`${what}\` needs an approval: ${why}, and nobody can be asked here. ${other === undefined ? "" : `This is allowed: \`${displayText(other.command)}\`${other.timeout === undefined ? "" : ` with the tool's own \`timeout\`: ${other.timeout}`}. `}${setting === undefined ? "No rule can allow it as it is written; write it in a simpler way" : `The user can allow it in settings.json: ${setting}`}`,
  failed: (error) => `portcullis: the call could not be judged, so it is blocked: ${error}`,
  auditFailed: (path, error) =>
    `portcullis: the audit log ${displayText(path)} cannot be written: ${displayText(error)}. Verdicts stay as they are.`,
  question: (tool) => `Portcullis: may the agent do this (${tool})?`,
  more: (count) => `… and ${count} more`,
  moreLines: (count) => `… ${count} more characters …`,
  allowOnce: "Allow once",
  allowForSession: (rules) => `Allow ${rules} for this session`,
  deny: "Deny",
  denyWithReason: "Deny, and say why",
  reasonPrompt: "What should the agent know or do instead?",
  mistakes: (mistakes) =>
    `portcullis: ${mistakes.length === 1 ? "a mistake" : `${mistakes.length} mistakes`} in the settings:\n${list(mistakes)}`,
  notes: (notes) => `portcullis: rules without effect, or out of order:\n${few(notes, ENGLISH)}`,
};

const CHINESE: Messages = {
  noRule: (surface) => `没有允许它的 ${surface} 规则`,
  noneNeeded: "它不需要规则",
  rule: (pattern, surface, action) => `${surface} 规则 \`${pattern}\` 的判定是 ${action}`,
  granted: (pattern, surface) => `你已在本次会话内允许 ${surface} \`${pattern}\``,
  preset: (pattern, name) => `预设 ${name} 的 \`${pattern}\` 允许它`,
  mayBe: (pattern, surface, action) => `运行时才知道的部分可能命中 ${surface} 规则 \`${pattern}\`（${action}）`,
  protected: (pattern) => `\`${pattern}\` 受保护（Portcullis 自己的设置），没有规则明确允许它`,
  unread: (problem) => `无法解析：${problem}`,
  because: (reason) => `（${reason}）`,
  denied: (what, why) => `portcullis：已拒绝 \`${what}\`：${why}。请不要绕过；换一种做法，或者询问用户。`,
  deniedByLink: (what, link, reason) =>
    `portcullis：授权者 ${link} 拒绝了 \`${what}\`${reason === "" ? "。" : `：${reason}`}`,
  host: (notice, gate) => {
    if (notice === "the name is taken") return "portcullis：另一个扩展已经注册了授权者 `inner-cmd`，由它来回答";
    if (notice === "it asks the links")
      return "portcullis：本次会话由 pi-permission-system 判定，并询问 Portcullis 的授权者。settings.json 里的 `permission` 不起作用：请删除它，或者移除那个扩展";
    return gate
      ? "portcullis：同时加载了 pi-permission-system，其版本无法询问授权者。两道关卡都开着，每次调用都要通过两者：从 `packages` 移除 `@gotgenes/pi-permission-system` 则只由 Portcullis 询问，从 settings.json 删除 `permission` 则只由对方询问"
      : "portcullis：加载的 pi-permission-system 版本无法询问授权者，因此 `inner-cmd` 不起作用。在 settings.json 里设置 `innerCommand.hoist: true`，`timeout 60 x` 会作为带超时的 `x` 交给它";
  },
  deniedByUser: (what, note) => `portcullis：用户拒绝了 \`${what}\`${note === "" ? "。" : `：${note}`}`,
  holdsBack: ({ pattern, preset, reason }) => `，预设 ${preset} 的 \`${pattern}\` 不允许这些参数（${reason}）`,
  nobody: (what, why, setting, other) =>
    `portcullis：\`${what}\` 需要批准：${why}，而这里没有人可以询问。${other === undefined ? "" : `这样写是允许的：\`${displayText(other.command)}\`${other.timeout === undefined ? "" : `，并用工具自己的 \`timeout\`：${other.timeout}`}。`}${setting === undefined ? "按这种写法没有规则能放行；请换一种更简单的写法" : `用户可以在 settings.json 里放行：${setting}`}`,
  failed: (error) => `portcullis：无法判定这次调用，已拦截：${error}`,
  auditFailed: (path, error) =>
    `portcullis：无法写入审计日志 ${displayText(path)}：${displayText(error)}。判定不受影响。`,
  question: (tool) => `Portcullis：允许 agent 这样做吗（${tool}）？`,
  more: (count) => `…… 另有 ${count} 处`,
  moreLines: (count) => `…… 省略 ${count} 个字符 ……`,
  allowOnce: "允许这一次",
  allowForSession: (rules) => `本次会话内允许 ${rules}`,
  deny: "拒绝",
  denyWithReason: "拒绝并说明原因",
  reasonPrompt: "agent 应该知道什么，或者改做什么？",
  mistakes: (mistakes) => `portcullis：设置里有 ${mistakes.length} 处错误：\n${list(mistakes)}`,
  notes: (notes) => `portcullis：有些规则不起作用，或者顺序不对：\n${few(notes, CHINESE)}`,
};

function list(mistakes: readonly Mistake[]): string {
  return mistakes.map(({ path, message }) => `  ${displayText(`${path}: ${message}`)}`).join("\n");
}

/** Notes that are shown at the start of a session; `check` names all. */
const FEW_NOTES = 3;

function few(notes: readonly Mistake[], text: Messages): string {
  const more = notes.length - FEW_NOTES;
  return list(notes.slice(0, FEW_NOTES)) + (more > 0 ? `\n  ${text.more(more)}` : "");
}

/** The messages in a language. */
export function messages(language: Language): Messages {
  return language === "zh" ? CHINESE : ENGLISH;
}

/** Why a judgement came out as it did, as a clause. */
export function whyOf(judgement: Judgement, problem: string | undefined, text: Messages): string {
  const { raisedBy, action } = judgement.verdict;
  if (isUnread(judgement) && problem !== undefined && action === "ask") return text.unread(displayText(problem));
  const decided = decisiveRule(judgement.verdict);
  if (decided === undefined) return action === "allow" ? text.noneNeeded : text.noRule(judgement.surface);
  if (decided.origin === "builtin" && decided.preset === undefined) return text.protected(displayText(decided.pattern));
  const reason = decided.reason === undefined ? "" : text.because(displayText(decided.reason));
  if (decided.origin === "session") return text.granted(displayText(decided.pattern), judgement.surface);
  if (decided.preset !== undefined) return text.preset(decided.pattern, decided.preset) + reason;
  const say = raisedBy === undefined ? text.rule : text.mayBe;
  return say(displayText(decided.pattern), judgement.surface, decided.action) + reason;
}
