/**
 * A model on loopback that follows a script: a double for a language model, which cannot be had in a test. It speaks
 * OpenAI's chat-completions streaming protocol, as Pi's `openai-completions` API expects it.
 */

/** A call of a tool, with its arguments. */
export interface ScriptedCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** One answer of the model: text, or tool calls in one message. */
export type ScriptedTurn = string | readonly ScriptedCall[];

/** What Pi sent: the offered tools, and the tool results since the last answer. */
export interface ModelRequest {
  readonly tools: readonly string[];
  readonly results: readonly string[];
}

interface ChatMessage {
  readonly role: string;
  readonly content?: string | readonly { readonly text?: string }[];
}

interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** Shorthand for a turn that calls bash once. */
export function bash(command: string, more: Readonly<Record<string, unknown>> = {}): ScriptedTurn {
  return [{ tool: "bash", arguments: { command, ...more } }];
}

/** The server. After the last turn of the script it answers `done`. */
export class ScriptedModel {
  readonly requests: ModelRequest[] = [];
  private readonly server: ReturnType<typeof Bun.serve>;
  private turn = 0;

  constructor(private readonly script: readonly ScriptedTurn[]) {
    this.server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      idleTimeout: 0,
      fetch: (request) => this.answer(request),
    });
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.server.port}/v1`;
  }

  /** All tool results that came back, in order. */
  get results(): readonly string[] {
    return this.requests.flatMap(({ results }) => results);
  }

  async stop(): Promise<void> {
    await this.server.stop(true);
  }

  private async answer(request: Request): Promise<Response> {
    const body = (await request.json()) as ChatRequest;
    const lastAnswer = body.messages.findLastIndex(({ role }) => role === "assistant");
    const results = body.messages
      .slice(lastAnswer + 1)
      .filter(({ role }) => role === "tool")
      .map(textOf);
    this.requests.push({ tools: (body.tools ?? []).map((tool) => tool.function.name), results });
    const turn = this.script[this.turn++] ?? "done";
    return new Response(toEvents(turn, this.turn), { headers: { "content-type": "text/event-stream" } });
  }
}

function textOf({ content }: ChatMessage): string {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text }) => text ?? "").join("");
}

function toEvents(turn: ScriptedTurn, index: number): string {
  const delta =
    typeof turn === "string"
      ? { role: "assistant", content: turn }
      : {
          role: "assistant",
          tool_calls: turn.map((call, at) => ({
            index: at,
            id: `call_${index}_${at}`,
            type: "function",
            function: { name: call.tool, arguments: JSON.stringify(call.arguments) },
          })),
        };
  const chunk = (choice: object, more: object = {}) =>
    `data: ${JSON.stringify({ id: `chat_${index}`, object: "chat.completion.chunk", created: 0, model: "scripted", choices: [{ index: 0, ...choice }], ...more })}\n\n`;
  const finish = typeof turn === "string" ? "stop" : "tool_calls";
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  return `${chunk({ delta, finish_reason: null })}${chunk({ delta: {}, finish_reason: finish }, { usage })}data: [DONE]\n\n`;
}
