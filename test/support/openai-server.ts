import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Reaction of the server to one chat request. */
export type ScriptedReply =
  /** The model's text; an object is sent as its JSON. */
  | {
      readonly content: unknown;
      readonly delayMs?: number;
      readonly finishReason?: string;
    }
  | { readonly refusal: string }
  | {
      readonly status: number;
      readonly retryAfter?: number | string;
      readonly message?: string;
      readonly code?: string;
    }
  /** The whole body, sent unchanged with status 200, as gateways and partly compatible servers do. */
  | WholeBody
  /** Closes the connection without an answer. */
  | { readonly hangUp: true };

interface WholeBody {
  readonly body: string;
  readonly contentType?: string;
}
const NO_MODELS: WholeBody = { body: '{"object":"list","data":[]}' };

export interface ChatRequest {
  readonly model: string;
  readonly temperature?: number;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly response_format?: {
    readonly type: string;
    readonly json_schema: { readonly name: string; readonly schema: Record<string, unknown>; readonly strict: boolean };
  };
}

/**
 * A local server that speaks the OpenAI chat protocol. Each request takes the next scripted reply. If there is none, it
 * is answered with status 500 and counted in `unscripted`.
 */
export class OpenAiServer {
  readonly requests: ChatRequest[] = [];
  /** Authorization headers of the requests, in the same order. */
  readonly authorizations: (string | undefined)[] = [];
  unscripted = 0;
  /** Answer to a request for the list of models. */
  models: WholeBody = NO_MODELS;
  private otherwise: ((request: ChatRequest) => ScriptedReply) | undefined;
  private readonly script: ScriptedReply[] = [];
  private readonly server = createServer((request, response) => void this.answer(request, response));

  static async start(): Promise<OpenAiServer> {
    const started = new OpenAiServer();
    await started.listen();
    return started;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /**
   * Settings of a service that uses this server as its LLM. Its queue of sessions is not processed, except in tests
   * about it.
   */
  get environment(): Record<string, string> {
    return {
      OPENAI_BASE_URL: this.baseUrl,
      OPENAI_API_KEY: 'test-key-0123456789',
      LLM_MODEL: 'scripted-model',
      // All files share a database, so a worker of one would take sessions of another.
      DISTILLATION_WORKERS: '0',
    };
  }

  /** Sets a function that answers every request without a scripted reply, instead of status 500. */
  answerBy(answer: ((request: ChatRequest) => ScriptedReply) | undefined): void {
    this.otherwise = answer;
  }

  reply(...replies: ScriptedReply[]): void {
    this.script.push(...replies);
  }

  /** Removes scripted replies and recorded requests. */
  reset(): void {
    this.script.length = 0;
    this.requests.length = 0;
    this.authorizations.length = 0;
    this.unscripted = 0;
    this.models = NO_MODELS;
  }

  /** Refuses connections from now on. */
  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Accepts connections again after `close`, on a free port unless one is given. */
  async listen(port = 0): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    if (request.method === 'GET' && path === '/v1/models') return sendBody(response, this.models);
    if (request.method !== 'POST' || path !== '/v1/chat/completions')
      return send(response, 404, errorBody('no such path'));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ChatRequest;
    this.requests.push(asked);
    this.authorizations.push(request.headers.authorization);

    const reply = this.script.shift() ?? this.otherwise?.(asked);
    if (!reply) {
      this.unscripted++;
      return send(response, 500, errorBody('nothing is scripted'));
    }
    if ('hangUp' in reply) return void request.socket.destroy();
    if ('body' in reply) return sendBody(response, reply);
    if ('status' in reply) {
      if (reply.retryAfter !== undefined) response.setHeader('retry-after', String(reply.retryAfter));
      return send(response, reply.status, errorBody(reply.message ?? `scripted ${reply.status}`, reply.code));
    }
    if ('refusal' in reply) return send(response, 200, completion({ content: null, refusal: reply.refusal }, 'stop'));
    if (reply.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, reply.delayMs));
    const content = typeof reply.content === 'string' ? reply.content : JSON.stringify(reply.content);
    send(response, 200, completion({ content, refusal: null }, reply.finishReason ?? 'stop'));
  }
}

function completion(message: { content: string | null; refusal: string | null }, finishReason: string): object {
  return {
    id: 'chatcmpl-scripted',
    object: 'chat.completion',
    created: 0,
    model: 'scripted-model',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finishReason, logprobs: null }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  };
}

function errorBody(message: string, code: string | null = null): object {
  return { error: { message, type: 'scripted', param: null, code } };
}

function send(response: ServerResponse, status: number, body: object): void {
  if (response.destroyed) return;
  response.statusCode = status;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
}

function sendBody(response: ServerResponse, { body, contentType = 'application/json' }: WholeBody): void {
  if (!response.destroyed) response.writeHead(200, { 'content-type': contentType }).end(body);
}
