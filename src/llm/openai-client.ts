import { setMaxListeners } from 'node:events';
import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  BrokenCircuitError,
  circuitBreaker,
  type CircuitBreakerPolicy,
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
import {
  LlmCutOffError,
  type LlmError,
  LlmFilteredError,
  LlmInvalidReplyError,
  LlmRefusedError,
  LlmUnavailableError,
} from '../common/errors.js';
import { metrics } from '../common/metrics.js';
import { redactText } from '../secrets/redact.js';
import { redactValues } from '../secrets/redact.task.js';
import { inSpan } from '../common/tracing.js';
import { Workers } from '../common/workers/workers.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { type ChatReply, readChatReply, type TokenUsage } from './chat-reply.js';
import { parseReply, responseSchema } from './json-reply.js';
import { LlmClient, type LlmAnswer, type LlmRequest, type LlmTextRequest } from './llm-client.js';

const calls = new Counter({
  name: 'heartwood_llm_calls_total',
  help: 'Questions to the LLM, by outcome: answered, invalid, cut_off, refused, filtered, unavailable',
  labelNames: ['schema', 'outcome'] as const,
  registers: [metrics],
});
const replies = new Counter({
  name: 'heartwood_llm_replies_total',
  help: 'Replies of the LLM; there are more of them than calls if invalid replies were requested again',
  labelNames: ['schema', 'fits'] as const,
  registers: [metrics],
});
const tokens = new Counter({
  name: 'heartwood_llm_tokens_total',
  help: 'Tokens as the LLM server counted them, by the schema of the reply',
  labelNames: ['schema', 'direction'] as const,
  registers: [metrics],
});
const cost = new Counter({
  name: 'heartwood_llm_cost_total',
  help: 'Cost of these tokens, in the currency of LLM_PRICE_INPUT and LLM_PRICE_OUTPUT; absent without them',
  labelNames: ['schema'] as const,
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
/** Random fraction added to the delay, so that clients that failed together do not retry together. */
const JITTER = 0.25;
/**
 * Maximum wait that a server may ask for within a call, if the call's time allows it. After a longer one, the call fails.
 * A rate limit (429) then counts as an exceeded quota, which does not open the circuit breaker.
 */
const LONGEST_WAIT_MS = 20_000;
/** Number of consecutive failed calls after which no requests are sent for LLM_PAUSE_MS. */
const BREAKER_FAILURES = 5;
const REACHABLE_TIMEOUT_MS = 2_000;
const REACHABLE_FOR_MS = 10_000;
const TOKENS_OF_A_PRICE = 1_000_000;
/** Maximum number of characters of a wrong reply that are sent back to the model. */
const MAX_ECHO = 20_000;

type Message = OpenAI.Chat.ChatCompletionMessageParam;
/** Settings that differ between calls. */
type Settings = Partial<Pick<OpenAI.Chat.ChatCompletionCreateParamsNonStreaming, 'model' | 'response_format'>>;

/** Result of one call: a text, or the problem of the reply. */
interface Reply {
  readonly text: string;
  readonly problem?: { readonly kind: 'cutOff' | 'broken'; readonly message: string };
}

/** A response of status 200 that reports a failure, or does not come from an LLM server. */
class ServerFailure extends Error {
  constructor(
    readonly status: number | undefined,
    message: string,
  ) {
    super(message);
  }
}

/** Client for any server with the OpenAI chat protocol and structured output (`response_format: json_schema`). */
@Injectable()
export class OpenAiClient extends LlmClient {
  readonly model: string | undefined;
  readonly configured: boolean;

  private readonly logger = new Logger(OpenAiClient.name);
  private readonly client: OpenAI | undefined;
  private readonly breaker: CircuitBreakerPolicy;
  /**
   * Number of completions received so far. If other calls were answered while a call timed out, the server is not the
   * cause of the timeout.
   */
  private answered = 0;
  /** For each model, the reason why the server rejects its requests until a setting is corrected. */
  private readonly blocked = new Map<string, string>();
  private lastSeen: { readonly at: number; readonly reachable: Promise<boolean> } | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly workers: Workers,
  ) {
    super();
    this.breaker = circuitBreaker(handleWhen(speaksOfTheServer), {
      halfOpenAfter: config.LLM_PAUSE_MS,
      breaker: new ConsecutiveBreaker(BREAKER_FAILURES),
    });
    const { LLM_MODEL, OPENAI_BASE_URL, OPENAI_API_KEY } = config;
    this.configured = LLM_MODEL !== undefined && (OPENAI_BASE_URL !== undefined || OPENAI_API_KEY !== undefined);
    this.model = this.configured ? LLM_MODEL : undefined;
    if (!this.configured) return;
    this.client = new OpenAI({
      // Every setting is passed explicitly, because the library reads missing ones from the environment.
      baseURL: OPENAI_BASE_URL ?? DEFAULT_BASE_URL,
      apiKey: OPENAI_API_KEY ?? 'none',
      organization: null,
      project: null,
      timeout: config.LLM_TIMEOUT_MS,
      maxRetries: 0, // the library does not retry, because this client does, so that the circuit breaker sees every attempt
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
      const parsed = reply.problem ? { problem: reply.problem.message } : parseReply(reply.text, schema);
      replies.inc({ schema: schemaName, fits: String(parsed.problem === undefined) });
      if (parsed.problem === undefined) {
        calls.inc({ schema: schemaName, outcome: 'answered' });
        const [value, text] = await this.withoutSecrets(parsed.value, reply.text);
        return { value: value as Value, reply: text as string, attempts: attempt };
      }
      this.logger.warn(`${schemaName}: reply ${attempt} of ${maxAttempts} cannot be used: ${parsed.problem}`);
      if (attempt >= maxAttempts) {
        const tries = `${attempt} ${attempt === 1 ? 'attempt' : 'attempts'}`;
        throw this.unusable(schemaName, reply, `The LLM gave no usable answer in ${tries}: ${parsed.problem}`);
      }
      // If the server damaged the reply, the model cannot correct it, so the same request is sent again.
      if (reply.problem?.kind === 'broken') continue;
      messages.push(...askedAgain(reply.text, parsed.problem, 'parserSays' in parsed ? parsed.parserSays : undefined));
    }
  }

  async completeText({ name, system, user, model, check, signal }: LlmTextRequest): Promise<string> {
    const messages: Message[] = [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ];
    const settings = model === undefined ? {} : { model };
    let reply = await this.replyTo(name, messages, settings, signal);
    const broken = reply.problem ? undefined : check?.(reply.text);
    if (broken !== undefined) {
      replies.inc({ schema: name, fits: 'false' });
      messages.push(...askedAgain(reply.text, broken.problem, broken.parserSays, FORM_ASKED_FOR));
      reply = await this.replyTo(name, messages, settings, signal);
    }
    const problem = reply.problem?.message ?? (reply.text.trim() === '' ? 'the reply is empty' : undefined);
    if (problem !== undefined) throw this.unusable(name, reply, `The LLM gave no usable answer: ${problem}`);
    calls.inc({ schema: name, outcome: 'answered' });
    const [text] = await this.withoutSecrets(reply.text);
    return text as string;
  }

  /** What a model writes is stored and shown, and it may repeat a secret that it knows. */
  private async withoutSecrets(...values: readonly unknown[]): Promise<readonly unknown[]> {
    return (await redactValues(values, this.workers)).map(({ value }) => value);
  }

  async reachable(): Promise<boolean | null> {
    const { client } = this;
    if (!client) return null;
    if (!this.lastSeen || Date.now() - this.lastSeen.at > REACHABLE_FOR_MS) {
      this.lastSeen = {
        at: Date.now(),
        reachable: answersAsServer(client),
      };
    }
    return this.lastSeen.reachable;
  }

  /** Requests one reply. If it is refused or filtered, or if there is none, the call is counted as failed. */
  private async replyTo(
    name: string,
    messages: readonly Message[],
    settings: Settings,
    signal?: AbortSignal,
  ): Promise<Reply> {
    try {
      return replyOf(await this.reply(name, messages, settings, signal));
    } catch (error) {
      const outcome =
        error instanceof LlmRefusedError ? 'refused' : error instanceof LlmFilteredError ? 'filtered' : 'unavailable';
      calls.inc({ schema: name, outcome });
      throw error;
    }
  }

  private unusable(name: string, { problem }: Reply, message: string): LlmError {
    const cutOff = problem?.kind === 'cutOff';
    calls.inc({ schema: name, outcome: cutOff ? 'cut_off' : 'invalid' });
    return cutOff ? new LlmCutOffError(message) : new LlmInvalidReplyError(message);
  }

  get blockedBy(): string | undefined {
    return [...this.blocked.values()][0];
  }

  private async reply(
    name: string,
    messages: readonly Message[],
    settings: Settings,
    givenUp?: AbortSignal,
  ): Promise<AnsweredReply> {
    const { client, model } = this;
    if (!client || model === undefined) throw notConfigured(this.config);
    const body: OpenAI.Chat.ChatCompletionCreateParamsNonStreaming = {
      model,
      messages: [...messages],
      ...settings,
    };
    // The timeout covers all retries, so that the caller waits at most this long.
    const policy = wrap(
      this.breaker,
      timeout(this.config.LLM_TIMEOUT_MS, TimeoutStrategy.Aggressive),
      transportRetry(this.config.LLM_TIMEOUT_MS),
    );
    const end = replySeconds.startTimer();
    const answeredBefore = this.answered;
    let failedBefore: unknown;
    try {
      const reply = await spanned(name, body.model, () =>
        policy.execute(
          ({ signal }) =>
            chat(client, body, signal).catch((error: unknown) => {
              if (!signal.aborted) failedBefore = error;
              throw error;
            }),
          givenUp,
        ),
      );
      end({ outcome: 'ok' });
      this.answered++;
      this.blocked.delete(body.model);
      if ('usage' in reply) this.count(name, reply.usage);
      return reply;
    } catch (error) {
      end({ outcome: 'error' });
      if (givenUp?.aborted) throw new LlmUnavailableError('The call of the LLM was given up', { cause: error });
      // If the server failed and the time ended before it had answered a repetition, its failure is the cause.
      const cause = error instanceof TaskCancelledError ? (failedBefore ?? error) : error;
      const failure = this.failure(cause, this.answered > answeredBefore, body.model);
      if (failure instanceof LlmUnavailableError && failure.blocked) this.blocked.set(body.model, failure.message);
      throw failure;
    }
  }

  private count(schema: string, { input, output }: TokenUsage): void {
    tokens.inc({ schema, direction: 'in' }, input);
    tokens.inc({ schema, direction: 'out' }, output);
    const { LLM_PRICE_INPUT, LLM_PRICE_OUTPUT } = this.config;
    if (LLM_PRICE_INPUT === undefined && LLM_PRICE_OUTPUT === undefined) return;
    cost.inc({ schema }, (input * (LLM_PRICE_INPUT ?? 0) + output * (LLM_PRICE_OUTPUT ?? 0)) / TOKENS_OF_A_PRICE);
  }

  /** @param othersAnswered whether the server answered other calls while this one was running */
  private failure(error: unknown, othersAnswered: boolean, model: string): unknown {
    if (error instanceof TaskCancelledError) {
      const message = `The LLM did not answer within ${this.config.LLM_TIMEOUT_MS} ms`;
      return new LlmUnavailableError(message, { cause: error, away: !othersAnswered });
    }
    if (error instanceof BrokenCircuitError) {
      return new LlmUnavailableError(
        `The LLM failed ${BREAKER_FAILURES} times in a row and is left alone for ${this.config.LLM_PAUSE_MS / 1000} s`,
        { cause: error, away: true, retryAfterMs: this.config.LLM_PAUSE_MS },
      );
    }
    if (error instanceof APIConnectionError) {
      const message = 'The LLM server cannot be reached; see OPENAI_BASE_URL';
      return new LlmUnavailableError(message, { cause: error, away: true });
    }
    if (error instanceof ServerFailure && error.status === undefined) {
      const message = `The LLM server failed: ${this.quoted(error.message)}`;
      return new LlmUnavailableError(message, { cause: error, away: true });
    }
    const status = statusOf(error);
    if (status === undefined || !(error instanceof Error)) return error;
    if (status === 400 && /content_?(?:filter|policy)/i.test(codeOf(error))) {
      return new LlmFilteredError('The content filter of the LLM server refused the request', { cause: error });
    }
    return new LlmUnavailableError(this.refusedWith(status, error.message, model), {
      cause: error,
      away: !AT_FAULT.has(status),
      blocked: BLOCKING.has(status),
      retryAfterMs: retryAfterMs(error),
    });
  }

  private refusedWith(status: number, message: string, model: string): string {
    if (status === 429) return 'The LLM server is over its rate limit or quota (429)';
    // The server's message is not used, because for these statuses it may quote the key.
    if (status === 401 || status === 403) return `The LLM server refused the login (${status}); see OPENAI_API_KEY`;
    if (status === 404) return `The LLM server does not know the model "${model}" or the path (404); see LLM_MODEL`;
    if (status >= 500) return `The LLM server failed (${status})`;
    return `The LLM server did not take the request: ${this.quoted(message)}`;
  }

  /** Puts a server's message on one line and removes the key. */
  private quoted(text: string): string {
    const { OPENAI_API_KEY: key } = this.config;
    const line = redactText(key === undefined ? text : text.replaceAll(key, '[redacted]')).replace(/\p{Cc}+/gu, ' ');
    return line.length > 200 ? `${line.slice(0, 200)}…` : line;
  }
}

async function answersAsServer(client: OpenAI): Promise<boolean> {
  try {
    const response = await client.models.list({ timeout: REACHABLE_TIMEOUT_MS }).asResponse();
    // The answer must not be a web page, because a gateway may send one for an unavailable server.
    return !(await response.text()).trimStart().startsWith('<');
  } catch (error) {
    // A server may lack this list and still be available.
    return error instanceof APIError && (error.status === 404 || error.status === 405);
  }
}

/** Traces one call, including transport retries. The span contains neither prompt nor reply. */
function spanned(name: string, model: string, call: () => Promise<AnsweredReply>): Promise<AnsweredReply> {
  const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': model, 'heartwood.llm.call': name };
  return inSpan({ name: `chat ${name}`, kind: 'client', attributes }, async (span) => {
    const reply = await call();
    if ('usage' in reply) {
      span?.set({ 'gen_ai.usage.input_tokens': reply.usage.input, 'gen_ai.usage.output_tokens': reply.usage.output });
    }
    return reply;
  });
}

type AnsweredReply = Exclude<ChatReply, { kind: 'failed' }>;

/** Sends one request and classifies its response. */
async function chat(
  client: OpenAI,
  body: OpenAI.Chat.ChatCompletionCreateParamsNonStreaming,
  signal: AbortSignal,
): Promise<AnsweredReply> {
  setMaxListeners(0, signal); // every retry adds a listener to the signal
  const response = await client.chat.completions.create(body, { signal }).asResponse();
  // The body is parsed here: the library accepts any JSON as a completion and ignores syntax errors.
  const text = await response.text().catch((cause: unknown) => {
    const message = 'The connection broke while the answer was read';
    throw new APIConnectionError({ message, ...(cause instanceof Error && { cause }) });
  });
  const reply = readChatReply(text);
  if (reply.kind === 'failed') throw new ServerFailure(reply.status, reply.problem);
  return reply;
}

/** @throws LlmRefusedError and LlmFilteredError */
function replyOf(reply: AnsweredReply): Reply {
  switch (reply.kind) {
    case 'text':
      return { text: reply.text };
    case 'cutOff':
      return { text: reply.text, problem: { kind: 'cutOff', message: reply.problem } };
    case 'broken':
      return { text: '', problem: { kind: 'broken', message: reply.problem } };
    case 'refused':
      throw new LlmRefusedError(`The LLM refused to answer: ${shortened(reply.reason)}`);
    case 'filtered':
      throw new LlmFilteredError('The content filter of the LLM server withheld the reply');
  }
}

function notConfigured({ LLM_MODEL }: Config): LlmUnavailableError {
  return new LlmUnavailableError(
    LLM_MODEL === undefined
      ? 'No LLM is configured: set LLM_MODEL, and OPENAI_API_KEY or OPENAI_BASE_URL of a server that speaks the OpenAI protocol'
      : 'No LLM is configured: LLM_MODEL is set, but neither OPENAI_API_KEY nor OPENAI_BASE_URL',
  );
}

/** HTTP statuses that are caused by the request itself, so that repeating it does not help. */
const AT_FAULT: ReadonlySet<number> = new Set([400, 413, 414, 415, 422, 431]);

/** HTTP statuses that persist until the key, the model's name or the URL is corrected. */
const BLOCKING: ReadonlySet<number> = new Set([401, 403, 404]);

/** Messages that ask the model for a corrected answer. */
/** How a text is to be given that may be no JSON. */
const FORM_ASKED_FOR = 'in the form that was asked for';

function askedAgain(
  reply: string,
  problem: string,
  parserSays?: string,
  form = 'with the whole JSON value',
): Message[] {
  const said = parserSays === undefined || parserSays === '' ? problem : `${problem} (${parserSays})`;
  return [
    { role: 'assistant', content: reply.slice(0, MAX_ECHO) || '(nothing)' },
    {
      role: 'user',
      content: `That answer cannot be used: ${said}. Answer again, ${form} and nothing else.`,
    },
  ];
}

/** @param timeoutMs time of the whole call; if the server asks for a longer wait, the request is not repeated */
function transportRetry(timeoutMs: number) {
  const longest = Math.min(LONGEST_WAIT_MS, timeoutMs);
  return retry(
    handleWhen((error) => mayPass(error) && (retryAfterMs(error) ?? 0) <= longest),
    {
      maxAttempts: TRANSPORT_RETRIES,
      backoff: new DelegateBackoff((context) => {
        const failure = 'error' in context.result ? context.result.error : undefined;
        const wait = retryAfterMs(failure) ?? FIRST_RETRY_MS * 2 ** (context.attempt - 1);
        return wait * (1 + Math.random() * JITTER);
      }),
    },
  );
}

/** True if a retry may help, because the request did not reach the model, or the server asks for a retry. */
function mayPass(error: Error): boolean {
  if (error instanceof APIConnectionError) return true;
  if (error instanceof ServerFailure && error.status === undefined) return true;
  const status = statusOf(error);
  if (status === 429) return (retryAfterMs(error) ?? 0) <= LONGEST_WAIT_MS;
  return status !== undefined && (status === 408 || status >= 500);
}

/** The HTTP status, or the status reported in a response of status 200. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof ServerFailure) return error.status;
  return error instanceof APIError ? (error.status as number | undefined) : undefined;
}

function codeOf(error: unknown): string {
  return error instanceof APIError && typeof error.code === 'string' ? error.code : '';
}

/**
 * True for errors that open the circuit breaker, because they indicate that the server is the cause and not the
 * request.
 */
function speaksOfTheServer(error: Error): boolean {
  return error instanceof TaskCancelledError || mayPass(error);
}

function retryAfterMs(error: unknown): number | undefined {
  if (!(error instanceof APIError)) return undefined;
  const said = (error.headers as Headers | undefined)?.get('retry-after') ?? '';
  // The header contains a number of seconds, or an HTTP date.
  const wait = /^\s*\d+(?:\.\d+)?\s*$/.test(said) ? Number(said) * 1_000 : Date.parse(said) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

function shortened(text: string): string {
  const line = text.replace(/\p{Cc}+/gu, ' ');
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
