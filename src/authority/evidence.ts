/** The complete command behind an ask, proven or not at all. */
import * as v from "valibot";

import { FULL_COMMAND } from "./authorizer.ts";

/** The session that a link belongs to. */
export interface SessionView {
  /** Its id when the link was made. */
  readonly id: string;
  /** The id of the session that is live now. */
  currentId(): string;
  /** What the session's branch holds, from its beginning. */
  branch(): readonly unknown[];
}

/** What asks, and all that would run. */
export interface Evidence {
  readonly unit: string;
  readonly command: string;
}

const NotBlank = v.pipe(v.string(), v.check(isNotBlank));

const Absent = v.optional(v.null());

const Session = v.optional(v.lazy((id) => (id === null ? v.null() : v.string())));

/** An ask for Pi's own shell, by its own agent. */
const DetailsSchema = v.object({
  source: v.literal("tool_call"),
  toolName: v.literal("bash"),
  command: v.optional(NotBlank),
  toolCallId: v.optional(v.string()),
  forwarding: Absent,
});

const PayloadSchema = v.object({
  kind: v.literal("bash"),
  request: v.object({
    requester: v.object({ forwarded: v.literal(false), sessionId: Session }),
    surface: v.literal("bash"),
    toolName: v.literal("bash"),
    invokedToolName: v.null(),
    value: NotBlank,
  }),
  evidence: v.array(v.object({ label: v.string(), text: v.string() })),
});

/**
 * The unit that asks and the complete command; `undefined` where they are missing, twice there, forwarded, of another tool or
 * session, or at odds with each other. Throws only what the details throw when they are read.
 */
export function evidenceOf(details: unknown, session: SessionView): Evidence | undefined {
  const read = v.safeParse(DetailsSchema, details);
  if (!read.success || session.id === "" || session.currentId() !== session.id) return undefined;
  const { command: unit, toolCallId } = read.output;
  const payload = (details as { readonly payload?: unknown }).payload;
  if (payload !== undefined) return fromPayload(payload, unit, session);
  if (unit === undefined || toolCallId === undefined || toolCallId === "") return undefined;
  const command = commandOfCall(session.branch(), toolCallId);
  return command === undefined ? undefined : { unit, command };
}

function fromPayload(payload: unknown, unit: string | undefined, session: SessionView): Evidence | undefined {
  const read = v.safeParse(PayloadSchema, payload);
  if (!read.success) return undefined;
  const { request, evidence } = read.output;
  const { value, requester } = request;
  if ((unit ?? value) !== value || (requester.sessionId ?? session.id) !== session.id) return undefined;
  const [full, ...more] = evidence.filter(({ label }) => label === FULL_COMMAND);
  if (full === undefined) return { unit: value, command: value };
  return more.length > 0 || !isNotBlank(full.text) ? undefined : { unit: value, command: full.text };
}

function isNotBlank(text: string): boolean {
  return /\S/.test(text);
}

const MessageSchema = v.object({
  type: v.literal("message"),
  message: v.object({ role: v.literal("assistant"), content: v.array(v.unknown()) }),
});

const CallSchema = v.object({ type: v.literal("toolCall"), id: v.string() });

const BashCallSchema = v.object({
  name: v.literal("bash"),
  arguments: v.object({ command: v.string() }),
});

/**
 * The command of a call, as the model made it: in the latest message of the assistant that has a call of that id, which must
 * be the only one there.
 */
function commandOfCall(branch: readonly unknown[], id: string): string | undefined {
  for (let index = branch.length - 1; index >= 0; index--) {
    const entry = v.safeParse(MessageSchema, branch[index]);
    if (!entry.success) continue;
    const [call, ...more] = entry.output.message.content.filter((block) => {
      const found = v.safeParse(CallSchema, block);
      return found.success && found.output.id === id;
    });
    if (call === undefined) continue;
    const read = v.safeParse(BashCallSchema, call);
    return more.length === 0 && read.success ? read.output.arguments.command : undefined;
  }
  return undefined;
}
