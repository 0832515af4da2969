/**
 * Portcullis: a guard rail for the Pi coding agent. What it cannot prove allowed, it asks about.
 *
 * One file, two ways in: Pi loads its default export as an extension; from a terminal it is a command (`explain`,
 * `decide`, `check`).
 */
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";

import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";

import { runCommandLine } from "./cli.ts";
import { portcullisCommand } from "./guards/command.ts";
import { defaultTimeoutGuard } from "./guards/default-timeout.ts";
import { hoistGuard } from "./guards/hoist.ts";
import { permissionGuard, type Session } from "./guards/permission.ts";
import { skillCommandGuard } from "./guards/skill-command.ts";
import { AuditLog } from "./pi/audit.ts";
import { chooseLanguage, messages } from "./pi/messages.ts";
import { notify } from "./pi/notify.ts";
import { loadSettings, settingsFiles, unknownSurfaces } from "./pi/settings.ts";
import { type Mistake, normalizePermission as normalizeFor } from "./policy/normalize.ts";
import { type Action, evaluate as evaluateIn, type Rule, type Ruleset } from "./policy/rules.ts";
import { SessionRules } from "./policy/session-rules.ts";
import { notesOn } from "./policy/shadow.ts";

export { readEntries, readEntry } from "./pi/session-query.ts";
export { readSetting } from "./pi/settings.ts";
export { decide, type DecideRequest, type Decision } from "./authority/decision.ts";
export { parseTimeoutWrapper, stripWrapperUnit } from "./authority/timeout-wrapper.ts";
export { deriveApprovalPattern } from "./policy/session-rules.ts";
export { mayMatch, mustMatch, wildcardMatch } from "./policy/wildcard.ts";
export { parseUnits } from "./shell/units.ts";
export { SessionRules };
export type { Action, Rule, Ruleset };

/**
 * The last rule of a ruleset that matches a value on a surface, or a made-up rule with the fallback action. Patterns may
 * start with `~/` or `$HOME/`.
 */
export function evaluate(surface: string, value: string, ruleset: Ruleset, fallback: Action = "ask"): Rule {
  return evaluateIn(surface, value, ruleset, fallback, homedir());
}

/**
 * A `permission` map as an ordered list of rules, the universal surface `"*"` first. A surface with a mistake, or an example
 * that fails, keeps no allow.
 */
export function normalizePermission(permission: unknown, origin?: Rule["origin"]): Ruleset {
  return normalizeFor(permission, origin, homedir());
}

function meaningless(surface: string): Mistake {
  const path = `permission[${JSON.stringify(surface)}]`;
  return { path, message: "means nothing here: there is no such surface, and no tool of that name" };
}

/** The Pi extension. */
export default function portcullis(pi: ExtensionAPI): void {
  let current: Session | undefined;

  function load(ctx: ExtensionContext): Session {
    const settings = loadSettings(pi, settingsFiles(ctx.cwd, ctx.isProjectTrusted()));
    // With rules of its own: an answer to a dialog of an earlier session adds to none of this one.
    const language = chooseLanguage(settings.language, process.env);
    const { audit } = settings;
    const failed = (path: string, error: string): void =>
      notify(ctx, messages(language).auditFailed(path, error), "warning");
    current = {
      settings,
      language,
      approved: new SessionRules(),
      audit: audit === undefined ? undefined : new AuditLog(audit, failed),
    };
    return current;
  }

  const session = (ctx: ExtensionContext): Session => current ?? load(ctx);

  pi.on("session_start", (_event, ctx) => {
    const { settings, language } = load(ctx);
    const text = messages(language);
    const unknown = unknownSurfaces(
      settings,
      pi.getAllTools().map(({ name }) => name),
    );
    const mistakes = [...settings.mistakes, ...unknown.map(meaningless)];
    if (mistakes.length > 0) notify(ctx, text.mistakes(mistakes), "warning");
    const notes = notesOn(settings.ruleset ?? [], homedir()).filter(({ expected }) => !expected);
    if (notes.length > 0) notify(ctx, text.notes(notes), "info");
  });
  pi.on("session_shutdown", () => current?.approved.clear());
  hoistGuard(pi, session);
  portcullisCommand(pi, permissionGuard(pi, session));
  skillCommandGuard(pi, session);
  defaultTimeoutGuard(pi, session);
}

// `import.meta.main` is true inside Pi as well, where another program is the main one.
function isMainProgram(): boolean {
  const program = process.argv[1];
  if (program === undefined) return false;
  try {
    return realpathSync(program) === realpathSync(fileURLToPath(import.meta.url));
  } catch {
    return false;
  }
}

if (isMainProgram()) void runCommandLine(process.argv.slice(2));
