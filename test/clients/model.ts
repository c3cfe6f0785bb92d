import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model does next: calls a tool, or ends the turn with a text. */
export type Act = { readonly tool: string; readonly input: object } | { readonly text: string };

type Message = Readonly<Record<string, unknown>>;
interface Body {
  readonly stream?: boolean;
  readonly model: string;
  readonly tools?: readonly unknown[];
  readonly messages: readonly Message[];
}

/** A scripted server of the model, with the protocols of Anthropic (Messages) and OpenAI (Chat Completions). */
export class ScriptedModel {
  /** All texts that clients sent, for what reached the model. */
  readonly asked: string[] = [];
  private readonly server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      const path = request.url ?? '';
      if (path.includes('count_tokens')) return response.end('{"input_tokens":100}');
      if (!/\/v1\/messages|\/chat\/completions/u.test(path)) return response.writeHead(404).end('{}');
      this.asked.push(text);
      const body = JSON.parse(text) as Body;
      if (path.includes('/v1/messages')) this.answerMessages(body, response);
      else this.answerChat(body, response);
    });
  });
  private calls = 0;

  /** @param turns the acts of each prompt, in order */
  private constructor(private turns: readonly (readonly Act[])[]) {}

  static async start(): Promise<ScriptedModel> {
    const model = new ScriptedModel([]);
    await new Promise<void>((resolve) => model.server.listen(0, '127.0.0.1', resolve));
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  script(...turns: readonly (readonly Act[])[]): void {
    this.turns = turns;
    this.asked.length = 0;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** The act after what the client says has been done since the last prompt; without tools, it asks for a title. */
  private next({ tools = [], messages }: Body): Act {
    if (tools.length === 0) return { text: '{"title":"Fix add"}' };
    let [prompts, done] = [0, 0];
    for (const { role, content } of messages) {
      const parts = Array.isArray(content) ? (content as Message[]) : [{ type: 'text', text: String(content) }];
      if (role === 'tool' || parts.some(({ type }) => type === 'tool_result')) {
        done++;
      } else if (role === 'user' && parts.some(({ text }) => !String(text).startsWith('<system-reminder>'))) {
        [prompts, done] = [prompts + 1, 0];
      }
    }
    const acts = this.turns[Math.max(0, Math.min(prompts, this.turns.length) - 1)] ?? [];
    return acts[Math.min(done, acts.length - 1)] ?? { text: 'Done.' };
  }

  private answerMessages(body: Body, response: ServerResponse): void {
    const act = this.next(body);
    const id = ++this.calls;
    const usage = { input_tokens: 100, output_tokens: 20 };
    const block =
      'tool' in act
        ? { type: 'tool_use', id: `toolu_${id}`, name: act.tool, input: act.input }
        : { type: 'text', text: act.text };
    const stop_reason = 'tool' in act ? 'tool_use' : 'end_turn';
    const message = {
      id: `msg_${id}`,
      type: 'message',
      role: 'assistant',
      model: body.model,
      stop_sequence: null,
      usage,
    };
    if (body.stream !== true) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ...message, content: [block], stop_reason }));
      return;
    }
    const begun = 'tool' in act ? { ...block, input: {} } : { type: 'text', text: '' };
    const delta =
      'tool' in act
        ? { type: 'input_json_delta', partial_json: JSON.stringify(act.input) }
        : { type: 'text_delta', text: act.text };
    this.stream(response, [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: begun },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 20 } },
      { type: 'message_stop' },
    ]);
  }

  private answerChat(body: Body, response: ServerResponse): void {
    const act = this.next(body);
    const id = ++this.calls;
    const chunk = (delta: object, finish_reason: string | null = null) => ({
      ...{ id: `chatcmpl-${id}`, object: 'chat.completion.chunk', created: 1, model: body.model },
      ...{
        choices: [{ index: 0, delta, finish_reason }],
        usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
      },
    });
    const call = (tool: string, input: object) => ({
      role: 'assistant',
      content: null,
      tool_calls: [
        { index: 0, id: `call_${id}`, type: 'function', function: { name: tool, arguments: JSON.stringify(input) } },
      ],
    });
    const chunks =
      'tool' in act
        ? [chunk(call(act.tool, act.input)), chunk({}, 'tool_calls')]
        : [chunk({ role: 'assistant', content: act.text }), chunk({}, 'stop')];
    this.stream(response, [...chunks, '[DONE]']);
  }

  private stream(response: ServerResponse, events: readonly (object | string)[]): void {
    response.setHeader('content-type', 'text/event-stream');
    for (const event of events) {
      const name = typeof event === 'object' && 'type' in event ? `event: ${String(event.type)}\n` : '';
      response.write(`${name}data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`);
    }
    response.end();
  }
}
