import { askDetails } from "../../src/authority/ask.ts";
/** Asks for bash commands as our own host makes them, and what a link answers. */
import type { AskDetails, AuthorizerVerdict, LinkLog } from "../../src/authority/authorizer.ts";
import type { SessionView } from "../../src/authority/evidence.ts";
import { innerCommand, type InnerGrammar, type PeelingQuery } from "../../src/authority/inner-command.ts";
import { policyQuery } from "../../src/authority/query.ts";
import { judgeCommand } from "../../src/policy/decide.ts";
import { readPermission } from "../../src/policy/normalize.ts";
import { Policy, type Ruling } from "../../src/policy/policy.ts";

const PATHS = { cwd: "/home/user/project", home: "/home/user" };

export const SESSION: SessionView = { id: "s1", currentId: () => "s1", branch: () => [] };

export const SILENT: LinkLog = { review: () => undefined, debug: () => undefined };

/** The user's rules: everything but `bash` is allowed. */
export function policyOf(bash: unknown): Policy {
  const permission = { "*": "ask", external_directory: "allow", read: "allow", write: "allow", bash };
  return new Policy(readPermission(permission, "global", PATHS.home).rules, PATHS.home);
}

export function judge(command: string, policy: Policy): Ruling {
  return judgeCommand(command, policy, PATHS);
}

export function queryOf(policy: Policy): PeelingQuery {
  return policyQuery({ rules: () => policy, paths: PATHS, judge: (text) => judge(text, policy) });
}

/** The ask for a command, as of version 25.3; throws where the rules do not ask. */
export function detailsOf(command: string, policy: Policy): AskDetails {
  const ruling = judge(command, policy);
  if (ruling.state !== "ask") throw new Error(`${command} is no ask: ${ruling.state}`);
  return askDetails(ruling, {
    requestId: "r1",
    toolCallId: "call-1",
    tool: "bash",
    command,
    sessionId: SESSION.id,
    message: "may it?",
    readsSkill: false,
  });
}

/** The same as of version 24: no payload, so that the session has the command. */
export function withoutPayload({ payload: _, ...details }: AskDetails): AskDetails {
  return details;
}

/** An entry of a session: a message of the assistant with one bash call. */
export function message(command: unknown, { id = "call-1", name = "bash" } = {}): object {
  return {
    type: "message",
    message: {
      role: "assistant",
      content: [
        { type: "text", text: "…" },
        { type: "toolCall", id, name, arguments: { command } },
      ],
    },
  };
}

/** What the link answers. */
export async function answer(
  details: unknown,
  policy: Policy,
  { session = SESSION, grammar = "strict" as InnerGrammar, query = queryOf(policy) } = {},
): Promise<AuthorizerVerdict["kind"]> {
  // What a foreign host gives may be anything.
  return (await innerCommand({ grammar }, session)(details as AskDetails, query, SILENT)).kind;
}

/** What the link answers for a command that the rules ask about. */
export function answerFor(command: string, bash: unknown): Promise<AuthorizerVerdict["kind"]> {
  const policy = policyOf(bash);
  return answer(detailsOf(command, policy), policy);
}
