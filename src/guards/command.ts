import { existsSync } from "node:fs";

import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";

import { version } from "../../package.json";
import { readAudit } from "../pi/audit-reader.ts";
import { entryText } from "../pi/audit-text.ts";
import { explanation, linesOf, MARKS } from "../pi/explanation.ts";
import { messages, whyOf } from "../pi/messages.ts";
import { notify } from "../pi/notify.ts";
import { settingsFiles } from "../pi/settings.ts";
import type { AuditEntry } from "../policy/audit-entry.ts";
import { pathsIn, trigger, whatOf } from "../policy/explain.ts";
import { displayText } from "../shell/text.ts";
import type { Gate } from "./permission.ts";

/** What `/portcullis` can do, besides saying what is on: its name, its words, and what it is for. */
const SUBCOMMANDS = [
  ["status", "", "what is on, and from which settings files"],
  ["why", "[N]", "the last decisions, and the rules behind them"],
  ["rules", "[SURFACE]", "the rules in order, the last one that matches wins"],
  ["grants", "[revoke N|all]", "what was allowed for this session"],
  ["log", "[N]", "the last lines of this session in the audit log"],
  ["explain", "COMMAND", "why a command would be allowed, asked about or denied"],
] as const;

/**
 * The command `/portcullis`. It changes nothing but the grants of the session.
 *
 * Of several copies only the first one registers it, which is the one that judges: Pi would call them `portcullis:1` and
 * `portcullis:2`, and take `/portcullis` for a prompt.
 */
export function portcullisCommand(pi: ExtensionAPI, gateOf: (ctx: ExtensionContext) => Gate): void {
  pi.on("session_start", () => {
    const taken = pi.getCommands().some(({ name, source }) => name === NAME && source === "extension");
    if (!taken) register(pi, gateOf);
  });
}

const NAME = "portcullis";

function register(pi: ExtensionAPI, gateOf: (ctx: ExtensionContext) => Gate): void {
  pi.registerCommand(NAME, {
    description: `Portcullis: ${SUBCOMMANDS.map(([name]) => name).join(", ")}`,
    getArgumentCompletions: (prefix) => {
      const typed = prefix.trimStart();
      // What is typed to its end is not offered: Enter would take the offer, and not send it.
      const items = SUBCOMMANDS.filter(([name]) => name.startsWith(typed) && name !== typed).map(
        ([name, words, what]) => ({
          value: words === "" ? name : `${name} `,
          label: `${name} ${words}`.trim(),
          description: what,
        }),
      );
      return items.length === 0 ? null : items;
    },
    handler: async (args, ctx) => {
      const lines = (await answer(args.trim(), gateOf(ctx), ctx)).map(displayText);
      notify(ctx, lines.join("\n"), "info");
    },
  });
}

async function answer(args: string, gate: Gate, ctx: ExtensionContext): Promise<readonly string[]> {
  const [name = "", ...words] = args.split(/\s+/);
  const rest = args.slice(name.length).trim();
  if (name === "" || name === "status") return status(gate, ctx);
  if (name === "why") return why(gate, rest);
  if (name === "rules") return rules(gate, rest);
  if (name === "log") return await log(gate, ctx, rest);
  if (name === "grants") return grants(gate, words);
  if (name === "explain" && rest !== "") return explain(gate, ctx, rest);
  return SUBCOMMANDS.map(([one, more, what]) => `/portcullis ${`${one} ${more}`.trim()}  ${what}`);
}

function status({ session, authorizers }: Gate, ctx: ExtensionContext): readonly string[] {
  const { settings, approved, audit } = session;
  const { ruleset, innerCommand, authorizerChain } = settings;
  const { global, project } = settingsFiles(ctx.cwd, ctx.isProjectTrusted());
  const file = (name: string, path: string) =>
    `${name} settings: ${path}${existsSync(path) ? "" : " (there are none)"}`;
  const own = ruleset?.filter(({ preset }) => preset === undefined) ?? [];
  const presets = [...new Set(ruleset?.flatMap(({ preset }) => preset ?? []))];
  const linked = new Set(authorizers.chain.map(({ name }) => name));
  const chain = authorizerChain.map((name) => (linked.has(name) ? name : `${name} (not registered)`));
  return [
    `Portcullis ${version}`,
    file("global", global),
    project === undefined ? "project settings: not used, the project is not trusted" : file("project", project),
    ruleset === undefined
      ? "permission gate: off, there is no `permission` block"
      : authorizers.hosted
        ? "permission gate: off, pi-permission-system judges this session's calls"
        : `permission gate: on, ${own.length} rules${presets.map((preset) => `, preset ${preset}`).join("")}`,
    `authorizers: ${chain.length === 0 ? "none" : chain.join(", ")}; inner-cmd: ${innerCommand.grammar}${innerCommand.hoist ? ", hoisting" : ""}`,
    `allowed for this session: ${approved.getRuleset().length}`,
    `audit log: ${settings.audit === undefined ? "off" : `${settings.audit.path}${audit?.healthy === false ? " (CANNOT BE WRITTEN)" : ""}`}`,
    `default timeout: ${settings.defaultTimeout === 0 ? "off" : `${settings.defaultTimeout} s`}`,
    ...linesOf(settings.mistakes).map((line) => `! ${line}`),
  ];
}

/** How many decisions are shown if nobody says. */
const FEW = 5;

function why({ session, decisions }: Gate, count: string): readonly string[] {
  const shown = decisions.slice(-(/^[1-9][0-9]*$/.test(count) ? Number(count) : FEW));
  if (shown.length === 0) return ["nothing was decided yet"];
  const text = messages(session.language);
  return shown.flatMap(({ whole, blocked, by, ruling, steps, answer, error }) => {
    const judgement = ruling === undefined ? undefined : trigger(ruling);
    const said = steps.map(
      ({ name, verdict, error }) => `${name}: ${verdict}${error === undefined ? "" : ` (${error})`}`,
    );
    const because =
      judgement === undefined ? (error ?? "") : `\`${whatOf(judgement)}\`: ${whyOf(judgement, ruling?.problem, text)}`;
    return [
      `${MARKS[blocked === undefined ? "allow" : "deny"]}  ${whole}`,
      `    ${by}; ${because}`,
      ...(said.length === 0 ? [] : [`    ${said.join(", ")}`]),
      ...(answer?.sessionApprovalPattern ?? []).map(
        ({ surface, pattern }) => `    allowed for the session: ${surface} \`${pattern}\``,
      ),
    ];
  });
}

/** Lines of the log that are shown if nobody says. */
const FEW_LINES = 10;

async function log({ session }: Gate, ctx: ExtensionContext, count: string): Promise<readonly string[]> {
  const { audit } = session.settings;
  if (audit === undefined) return ["there is no audit log: `audit` is false"];
  const length = /^[1-9][0-9]*$/.test(count) ? Number(count) : FEW_LINES;
  const id = ctx.sessionManager.getSessionId();
  const last: AuditEntry[] = [];
  try {
    for await (const { entry } of readAudit(audit.path)) {
      if (entry?.session !== id) continue;
      last.push(entry);
      if (last.length > length) last.shift();
    }
  } catch {
    // Nothing was written yet.
  }
  if (last.length === 0) return [`nothing of this session is in ${audit.path}`];
  return [...last.flatMap((entry) => entryText(entry) ?? []), audit.path];
}

function rules({ session, policy }: Gate, surface: string): readonly string[] {
  const all = policy.ruleset.filter(
    (rule) => rule.preset === undefined && (surface === "" || rule.surface === surface),
  );
  const pathOf = pathsIn(policy.ruleset);
  const presets = [...new Set(policy.ruleset.flatMap(({ preset }) => preset ?? []))];
  const lines = all.map(
    (rule) => `${MARKS[rule.action]}  ${pathOf(rule)}${rule.reason === undefined ? "" : ` (${rule.reason})`}`,
  );
  if (session.settings.ruleset === undefined) return ["there is no `permission` block"];
  if (lines.length === 0) lines.push(surface === "" ? "there are no rules" : `there are no rules for ${surface}`);
  return [...presets.map((preset) => `preset ${preset}, below all of these`), ...lines];
}

function grants(
  { session: { approved } }: Gate,
  [what = "", which = "", ...more]: readonly string[],
): readonly string[] {
  const before = approved.getRuleset();
  if (what !== "" && (what !== "revoke" || more.length > 0 || !/^(?:all|[1-9][0-9]*)$/.test(which)))
    return ["/portcullis grants [revoke N|all]"];
  if (what === "revoke" && which === "all") approved.clear();
  else if (what === "revoke" && !approved.revoke(Number(which) - 1)) return [`there is no grant ${which}`];
  const left = approved.getRuleset();
  const revoked = what === "revoke" ? [`revoked: ${before.length - left.length}`] : [];
  if (left.length === 0) return [...revoked, "nothing is allowed for this session"];
  return [...revoked, ...left.map(({ surface, pattern }, index) => `${index + 1}. ${surface} \`${pattern}\``)];
}

function explain({ session }: Gate, ctx: ExtensionContext, command: string): readonly string[] {
  const { global, project } = settingsFiles(ctx.cwd, ctx.isProjectTrusted());
  const files = [global, project].flatMap((file) => file ?? []);
  return explanation(command, session.settings, { cwd: ctx.cwd, files, approved: session.approved.getRuleset() });
}
