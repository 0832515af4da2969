/**
 * The contract of links that answer asks: shapes that other extensions rely on, as `@gotgenes/pi-permission-system` has
 * them from version 24 on. The names are those on the wire.
 */
import type { Action } from "../policy/rules.ts";

/** What a link says of an ask. An allow releases the whole tool call. */
export type AuthorizerVerdict =
  | { readonly kind: "allow" }
  | { readonly kind: "deny"; readonly reason?: string | undefined }
  /** Somebody else may answer. */
  | { readonly kind: "defer" };

/** A named link of the chain. */
export interface Link {
  readonly name: string;
  readonly authorize: Authorize;
}

/** Answers an ask. What it throws, or gives instead of a verdict, counts as a defer. */
export type Authorize = (
  details: AskDetails,
  query: PermissionQuery,
  log: LinkLog,
) => AuthorizerVerdict | Promise<AuthorizerVerdict>;

/** What a link is asked about. */
export interface AskDetails {
  readonly requestId: string;
  readonly source: "tool_call" | "skill_input" | "skill_read";
  readonly agentName: string | null;
  /** For people alone. */
  readonly message: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  /** The unit that asks, not all of the command. */
  readonly command?: string;
  readonly path?: string;
  readonly target?: string;
  /** There only where the ask of a subagent was forwarded. */
  readonly forwarding?: { readonly requesterAgentName: string | null; readonly requesterSessionId: string | null };
  /** From version 25.3 on. */
  readonly payload?: AskPayload;
}

/** The same, with the evidence of the ask in parts. */
export interface AskPayload {
  readonly kind: string; // bash, path, …
  readonly request: {
    readonly requester: {
      readonly agentName: string | null;
      readonly forwarded: boolean;
      readonly sessionId: string | null;
    };
    readonly surface: string;
    readonly toolName: string;
    /** The tool that the model called, where that is another name for the shell. */
    readonly invokedToolName: string | null;
    /** The unit that asks. */
    readonly value: string;
    readonly matchedPattern: string | null;
    readonly commandContext: string | null;
    /** For people alone. */
    readonly executedUnit: string | null;
  };
  /** The one labelled `full command` is the complete bash input; it is left out where that is `request.value`. */
  readonly evidence: readonly { readonly label: string; readonly text: string; readonly detail: string | null }[];
  readonly annotations: readonly unknown[];
}

/** The label of the evidence that is the complete bash input. */
export const FULL_COMMAND = "full command";

/** The policy, at parity with the gate. */
export interface PermissionQuery {
  checkPermission(surface: string, value?: string, agentName?: string): PermissionCheck;
  getToolPermission(toolName: string, agentName?: string): Action;
}

/** What the policy says of a value. */
export interface PermissionCheck {
  readonly state: Action;
  readonly toolName: string;
  readonly source: "tool" | "bash" | "mcp" | "skill" | "special" | "default" | "session";
  readonly origin: string;
  readonly matchedPattern?: string;
  readonly reason?: string;
  readonly command?: string;
  readonly commandContext?: string;
}

/** Where a link writes what it did. */
export interface LinkLog {
  review(event: string, fields?: Readonly<Record<string, unknown>>): void;
  debug(event: string, fields?: Readonly<Record<string, unknown>>): void;
}

export const DEFER: AuthorizerVerdict = { kind: "defer" };

/** Whether a value is a verdict: a link may give anything. */
export function isVerdict(value: unknown): value is AuthorizerVerdict {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  if (value.kind === "deny") return !("reason" in value) || typeof value.reason === "string" || value.reason == null;
  return value.kind === "allow" || value.kind === "defer";
}
