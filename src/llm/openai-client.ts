import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  DelegateBackoff,
  handleWhen,
  retry,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel';
import OpenAI, { APIConnectionError, APIError } from 'openai';
import { Counter, Histogram } from 'prom-client';
import { LlmInvalidReplyError, LlmUnavailableError } from '../common/errors.js';
import { metrics } from '../common/metrics.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { parseReply, responseSchema } from './json-reply.js';
import { LlmClient, type LlmAnswer, type LlmRequest, type LlmTextRequest } from './llm-client.js';

const calls = new Counter({
  name: 'heartwood_llm_calls_total',
  help: 'Questions to the LLM by how they ended: answered, invalid, refused, unavailable',
  labelNames: ['schema', 'outcome'] as const,
  registers: [metrics],
});
const replies = new Counter({
  name: 'heartwood_llm_replies_total',
  help: 'Replies of the LLM; more than calls where replies had to be asked for again',
  labelNames: ['schema', 'fits'] as const,
  registers: [metrics],
});
const tokens = new Counter({
  name: 'heartwood_llm_tokens_total',
  help: 'Tokens as the LLM server counted them',
  labelNames: ['direction'] as const,
  registers: [metrics],
});
const replySeconds = new Histogram({
  name: 'heartwood_llm_reply_seconds',
  help: 'Time of one reply of the LLM, transport retries included',
  labelNames: ['outcome'] as const,
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45, 90],
  registers: [metrics],
});

const DEFAULT_BASE_URL = 'https://api.openai.com/v1';
const TRANSPORT_RETRIES = 3;
const FIRST_RETRY_MS = 250;
/** A server that asks to wait longer than this is out of quota, for us. */
const LONGEST_WAIT_MS = 20_000;
const BREAKER = { failures: 5, halfOpenAfterMs: 10_000 };
const REACHABLE_TIMEOUT_MS = 2_000;
const REACHABLE_FOR_MS = 10_000;
/** Of a wrong reply goes back to the model. */
const MAX_ECHO = 20_000;

type Message = OpenAI.Chat.ChatCompletionMessageParam;
/** What differs from call to call. */
type Settings = Partial<Pick<OpenAI.Chat.ChatCompletionCreateParamsNonStreaming, 'model' | 'response_format'>>;

/** What one call of the server gave: a text, or a reason why there is none. */
interface Reply {
  readonly text: string;
  readonly refusal?: string | undefined;
  readonly problem?: string | undefined;
}

/** Any server that speaks the OpenAI chat protocol with structured output (`response_format: json_schema`). */
@Injectable()
export class OpenAiClient extends LlmClient {
  readonly model: string | undefined;
  readonly configured: boolean;

  private readonly logger = new Logger(OpenAiClient.name);
  private readonly client: OpenAI | undefined;
  private readonly breaker = circuitBreaker(handleWhen(speaksOfTheServer), {
    halfOpenAfter: BREAKER.halfOpenAfterMs,
    breaker: new ConsecutiveBreaker(BREAKER.failures),
  });
  private lastSeen: { readonly at: number; readonly reachable: Promise<boolean> } | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    super();
    const { LLM_MODEL, OPENAI_BASE_URL, OPENAI_API_KEY } = config;
    this.configured = LLM_MODEL !== undefined && (OPENAI_BASE_URL !== undefined || OPENAI_API_KEY !== undefined);
    this.model = this.configured ? LLM_MODEL : undefined;
    if (!this.configured) return;
    this.client = new OpenAI({
      // Every setting is given, since the library would else look into the environment by itself.
      baseURL: OPENAI_BASE_URL ?? DEFAULT_BASE_URL,
      apiKey: OPENAI_API_KEY ?? 'none',
      organization: null,
      project: null,
      timeout: config.LLM_TIMEOUT_MS,
      maxRetries: 0, // retried here, with the breaker knowing
      logLevel: 'off',
    });
  }

  async complete<Value>(request: LlmRequest<Value>): Promise<LlmAnswer<Value>> {
    const { schemaName, schema } = request;
    const { schema: json, strict } = responseSchema(schema);
    const format: Settings = {
      response_format: { type: 'json_schema', json_schema: { name: schemaName, schema: json, strict } },
    };
    const maxAttempts = request.maxAttempts ?? this.config.LLM_MAX_ATTEMPTS;
    const messages: Message[] = [
      { role: 'system', content: request.system },
      { role: 'user', content: request.user },
    ];
    for (let attempt = 1; ; attempt++) {
      const reply = await this.replyTo(schemaName, messages, format);
      const parsed = reply.problem === undefined ? parseReply(reply.text, schema) : { problem: reply.problem };
      replies.inc({ schema: schemaName, fits: String(parsed.problem === undefined) });
      if (parsed.problem === undefined) {
        calls.inc({ schema: schemaName, outcome: 'answered' });
        return { value: parsed.value, reply: reply.text, attempts: attempt };
      }
      this.logger.warn(`${schemaName}: reply ${attempt} of ${maxAttempts} cannot be used: ${parsed.problem}`);
      if (attempt >= maxAttempts) {
        calls.inc({ schema: schemaName, outcome: 'invalid' });
        throw new LlmInvalidReplyError(
          `The LLM gave no usable answer in ${attempt} ${attempt === 1 ? 'attempt' : 'attempts'}: ${parsed.problem}`,
        );
      }
      messages.push(
        { role: 'assistant', content: reply.text.slice(0, MAX_ECHO) || '(nothing)' },
        {
          role: 'user',
          content: `That answer cannot be used: ${parsed.problem}. Answer again, with the whole JSON value and nothing else.`,
        },
      );
    }
  }

  async completeText({ name, system, user, model, signal }: LlmTextRequest): Promise<string> {
    const messages: Message[] = [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ];
    const { text } = await this.replyTo(name, messages, model === undefined ? {} : { model }, signal);
    const empty = text.trim() === '';
    calls.inc({ schema: name, outcome: empty ? 'invalid' : 'answered' });
    if (empty) throw new LlmInvalidReplyError('The LLM gave an empty answer');
    return text;
  }

  async reachable(): Promise<boolean | null> {
    const { client } = this;
    if (!client) return null;
    if (!this.lastSeen || Date.now() - this.lastSeen.at > REACHABLE_FOR_MS) {
      this.lastSeen = {
        at: Date.now(),
        reachable: client.models.list({ timeout: REACHABLE_TIMEOUT_MS }).then(
          () => true,
          // Servers without that list are there all the same.
          (error: unknown) => error instanceof APIError && (error.status === 404 || error.status === 405),
        ),
      };
    }
    return this.lastSeen.reachable;
  }

  /** One reply that is no refusal; counts the call when there is none. */
  private async replyTo(
    name: string,
    messages: readonly Message[],
    settings: Settings,
    signal?: AbortSignal,
  ): Promise<Reply> {
    const reply = await this.reply(messages, settings, signal).catch((error: unknown) => {
      calls.inc({ schema: name, outcome: 'unavailable' });
      throw error;
    });
    if (reply.refusal === undefined) return reply;
    calls.inc({ schema: name, outcome: 'refused' });
    throw new LlmUnavailableError(`The LLM refused to answer: ${shortened(reply.refusal)}`);
  }

  private async reply(messages: readonly Message[], settings: Settings, givenUp?: AbortSignal): Promise<Reply> {
    const { client, model } = this;
    if (!client || model === undefined) throw notConfigured(this.config);
    const body: OpenAI.Chat.ChatCompletionCreateParamsNonStreaming = {
      model,
      messages: [...messages],
      ...settings,
      ...(this.config.LLM_TEMPERATURE === undefined ? {} : { temperature: this.config.LLM_TEMPERATURE }),
    };
    // The time limit spans the retries: the caller waits once.
    const policy = wrap(
      this.breaker,
      timeout(this.config.LLM_TIMEOUT_MS, TimeoutStrategy.Aggressive),
      transportRetry(),
    );
    const end = replySeconds.startTimer();
    try {
      const completion = await policy.execute(
        ({ signal }) => client.chat.completions.create(body, { signal }),
        givenUp,
      );
      end({ outcome: 'ok' });
      tokens.inc({ direction: 'in' }, completion.usage?.prompt_tokens ?? 0);
      tokens.inc({ direction: 'out' }, completion.usage?.completion_tokens ?? 0);
      return readChoice(completion);
    } catch (error) {
      end({ outcome: 'error' });
      if (givenUp?.aborted) throw new LlmUnavailableError('The call of the LLM was given up', { cause: error });
      throw this.unavailable(error);
    }
  }

  private unavailable(error: unknown): unknown {
    const options = { cause: error };
    if (error instanceof TaskCancelledError) {
      return new LlmUnavailableError(`The LLM did not answer within ${this.config.LLM_TIMEOUT_MS} ms`, options);
    }
    if (error instanceof BrokenCircuitError) {
      return new LlmUnavailableError(
        `The LLM failed ${BREAKER.failures} times in a row and is left alone for ${BREAKER.halfOpenAfterMs / 1000} s`,
        options,
      );
    }
    if (error instanceof APIConnectionError) {
      return new LlmUnavailableError('The LLM server cannot be reached; see OPENAI_BASE_URL', options);
    }
    if (error instanceof APIError)
      return new LlmUnavailableError(this.refusedWith(error.status as number | undefined, error.message), options);
    return error;
  }

  private refusedWith(status: number | undefined, message: string): string {
    if (status === 429) return 'The LLM server is over its rate limit or quota (429)';
    // Their texts quote the key.
    if (status === 401 || status === 403) return `The LLM server refused the login (${status}); see OPENAI_API_KEY`;
    if (status === 404)
      return `The LLM server does not know the model "${this.model}" or the path (404); see LLM_MODEL`;
    if (status !== undefined && status >= 500) return `The LLM server failed (${status})`;
    return `The LLM server did not take the request: ${shortened(message)}`;
  }
}

function notConfigured({ LLM_MODEL }: Config): LlmUnavailableError {
  return new LlmUnavailableError(
    LLM_MODEL === undefined
      ? 'No LLM is configured: set LLM_MODEL, and OPENAI_API_KEY or OPENAI_BASE_URL of a server that speaks the OpenAI protocol'
      : 'No LLM is configured: LLM_MODEL is set, but neither OPENAI_API_KEY nor OPENAI_BASE_URL',
  );
}

function readChoice(completion: OpenAI.Chat.ChatCompletion): Reply {
  // Servers that only resemble the protocol leave parts out.
  const choice = (completion.choices as OpenAI.Chat.ChatCompletion['choices'] | undefined)?.[0];
  const text = choice?.message?.content ?? '';
  if (choice?.message?.refusal) return { text, refusal: choice.message.refusal };
  if (choice?.finish_reason === 'content_filter') return { text, refusal: 'stopped by its content filter' };
  if (choice?.finish_reason === 'length')
    return { text, problem: 'the reply was cut off at the longest length allowed' };
  return { text };
}

function transportRetry() {
  return retry(handleWhen(mayPass), {
    maxAttempts: TRANSPORT_RETRIES,
    backoff: new DelegateBackoff((context) => {
      const failure = 'error' in context.result ? context.result.error : undefined;
      return retryAfterMs(failure) ?? FIRST_RETRY_MS * 2 ** (context.attempt - 1);
    }),
  });
}

/** Worth another try: nothing reached the model, or the server asks for it. */
function mayPass(error: Error): boolean {
  if (error instanceof APIConnectionError) return true;
  if (!(error instanceof APIError)) return false;
  if (error.status === 429) return (retryAfterMs(error) ?? 0) <= LONGEST_WAIT_MS;
  return error.status === 408 || (error.status ?? 0) >= 500;
}

/** What opens the breaker: signs that the server, not the request, is in trouble. */
function speaksOfTheServer(error: Error): boolean {
  return error instanceof TaskCancelledError || mayPass(error);
}

function retryAfterMs(error: unknown): number | undefined {
  if (!(error instanceof APIError)) return undefined;
  const seconds = Number((error.headers as Headers | undefined)?.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined;
}

function shortened(text: string): string {
  const line = text.replace(/\p{Cc}+/gu, ' ');
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
