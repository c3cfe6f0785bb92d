import {
  bulkhead,
  type BulkheadPolicy,
  circuitBreaker,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhen,
  type IPolicy,
  isBrokenCircuitError,
  retry,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel';
import OpenAI, { APIError } from 'openai';
import type { CreateEmbeddingResponse } from 'openai/resources/embeddings';
import { leanFetch } from '../common/http-client.js';
import { type Embedder, EmbeddingError, type EmbeddingLane } from './embedder.js';
import { checkVectors } from './vectors.js';

/** Maximum number of concurrent requests per lane. */
const MAX_IN_FLIGHT = 4;
/**
 * Target time for embedding the texts of one backlog request, without the round trip. On a server that embeds one text
 * after another, a query waits for all earlier requests; this wait has to stay well within a query's budget of 3 s.
 */
const BACKLOG_REQUEST_MS = 500;
/** Number of texts in the first backlog request, while the server's speed is unknown. */
const FIRST_TEXTS = 4;
const MAX_ATTEMPTS = 2;
const BREAK_AFTER_FAILURES = 5;
const BREAK_MS = 10_000;
/** Status codes by which a server rejects the texts themselves. Other failures may be temporary. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422]);
/** Status codes by which a server may say that it cannot answer in the requested format. */
const WITHOUT_FORMAT: ReadonlySet<number> = new Set([400, 415, 422, 501]);

/** Server, model and limits of remote embeddings. */
export interface OpenAiSettings {
  readonly model: string;
  /** Requested length of vectors, default the length that the model returns. */
  readonly dimensions?: number | undefined;
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
  readonly batchSize: number;
  readonly timeoutMs: number;
}

/** Embeds through any server that speaks the OpenAI embeddings protocol. */
export class OpenAiEmbedder implements Embedder {
  readonly model: string;
  dimensions: number | undefined;
  private readonly client: OpenAI;
  /** A queue for each lane, so that queries neither wait for requests of the backlog nor suffer from its failures. */
  private readonly lanes: Readonly<Record<EmbeddingLane, Lane>>;
  /** Number of texts in the next backlog request. */
  private atOnce: number;
  /** Duration of the fastest request so far, in milliseconds: an estimate of the round trip. */
  private fastest = Number.POSITIVE_INFINITY;
  /**
   * Format of the vectors, once the server has answered in it. base64 has a quarter of the bytes of `float`, and is decoded
   * in an eighth of the time. OpenAI's clients request it by default, but not every server supports it.
   */
  private format: 'base64' | 'float' | undefined;

  constructor(private readonly settings: OpenAiSettings) {
    this.model = settings.model;
    this.dimensions = settings.dimensions;
    this.client = new OpenAI({
      // Local servers need no key, but the client requires one.
      apiKey: settings.apiKey ?? 'none',
      baseURL: settings.baseUrl ?? null,
      maxRetries: 0,
      timeout: settings.timeoutMs,
      fetch: leanFetch,
    });
    this.atOnce = Math.min(FIRST_TEXTS, settings.batchSize);
    this.lanes = { query: newLane(settings.timeoutMs), backlog: newLane(settings.timeoutMs) };
  }

  async embed(texts: readonly string[], lane: EmbeddingLane = 'backlog'): Promise<Float32Array[]> {
    const { slots, policy } = this.lanes[lane];
    const vectors: Float32Array[] = [];
    let next = 0;
    const request = async () => {
      const from = next;
      const input = texts.slice(from, from + (lane === 'query' ? this.settings.batchSize : this.atOnce));
      next += input.length;
      if (input.length === 0) return;
      const answer = await policy.execute(({ signal }) => this.request(input, signal, lane));
      answer.forEach((vector, index) => (vectors[from + index] = vector));
    };
    // The size of a request is determined when its turn comes; after a failure no further request is started.
    const requests = async () => {
      while (next < texts.length) await slots.execute(request);
    };
    try {
      await Promise.all(Array.from({ length: Math.min(MAX_IN_FLIGHT, texts.length) }, requests));
    } catch (error) {
      next = texts.length;
      throw error instanceof EmbeddingError ? error : new EmbeddingError(messageOf(error), false, { cause: error });
    }
    return vectors;
  }

  private async request(input: string[], signal: AbortSignal, lane: EmbeddingLane): Promise<Float32Array[]> {
    const started = performance.now();
    try {
      const vectors = await this.ask(input, signal);
      const milliseconds = performance.now() - started;
      this.fastest = Math.min(this.fastest, milliseconds);
      if (lane === 'backlog') this.pace(input.length, milliseconds - this.fastest);
      return vectors;
    } catch (error) {
      // After a timeout, send fewer texts at once: the request may have been too large.
      if (lane === 'backlog' && signal.aborted) this.atOnce = Math.max(1, this.atOnce >> 1);
      throw error;
    }
  }

  /** Adapts the size of backlog requests so that they fit into their time. */
  private pace(texts: number, milliseconds: number): void {
    if (milliseconds > BACKLOG_REQUEST_MS) {
      const fitting = Math.floor((texts * BACKLOG_REQUEST_MS) / milliseconds);
      this.atOnce = Math.max(1, Math.min(this.atOnce, fitting));
    } else if (texts >= this.atOnce && 2 * milliseconds <= BACKLOG_REQUEST_MS) {
      this.atOnce = Math.min(this.settings.batchSize, 2 * texts);
    }
  }

  private async ask(input: string[], signal: AbortSignal): Promise<Float32Array[]> {
    const { data } = await this.answerTo(input, signal).catch((error: unknown) => {
      throw new EmbeddingError(messageOf(error), hasStatus(error, REFUSALS), { cause: error });
    });
    const vectors = [...(data ?? [])].sort((a, b) => a.index - b.index).map(({ embedding }) => vectorOf(embedding));
    this.dimensions = checkVectors(vectors, input.length, this.dimensions);
    return vectors;
  }

  /** Requests base64, until the server has answered `float` but not base64. */
  private async answerTo(input: string[], signal: AbortSignal): Promise<CreateEmbeddingResponse> {
    const { dimensions } = this.settings;
    const create = (format: 'base64' | 'float') =>
      this.client.embeddings.create(
        { model: this.model, input, encoding_format: format, ...(dimensions !== undefined && { dimensions }) },
        { signal },
      );
    if (this.format) return create(this.format);
    try {
      const answer = await create('base64');
      this.format = 'base64';
      return answer;
    } catch (error) {
      if (!hasStatus(error, WITHOUT_FORMAT)) throw error;
      // The server may have refused the format or the texts. Only an answer in the other format tells.
      const answer = await create('float');
      this.format = 'float';
      return answer;
    }
  }
}

interface Lane {
  readonly slots: BulkheadPolicy;
  readonly policy: IPolicy;
}

function newLane(timeoutMs: number): Lane {
  const passing = handleWhen(
    (error) => !(error instanceof EmbeddingError && error.refused) && !isBrokenCircuitError(error),
  );
  return {
    slots: bulkhead(MAX_IN_FLIGHT, Number.MAX_SAFE_INTEGER),
    policy: wrap(
      retry(passing, {
        maxAttempts: MAX_ATTEMPTS,
        backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 2_000 }),
      }),
      circuitBreaker(passing, { halfOpenAfter: BREAK_MS, breaker: new ConsecutiveBreaker(BREAK_AFTER_FAILURES) }),
      // Aborting a finished request would only add cost.
      timeout(timeoutMs, { strategy: TimeoutStrategy.Aggressive, abortOnReturn: false }),
    ),
  };
}

function vectorOf(embedding: unknown): Float32Array {
  if (Array.isArray(embedding)) return Float32Array.from(embedding as number[]);
  if (typeof embedding !== 'string') throw new EmbeddingError('The embedder answered something that is no vector');
  const bytes = Buffer.from(embedding, 'base64');
  if (bytes.length % 4 !== 0) throw new EmbeddingError('The embedder answered base64 that is no vector');
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

function hasStatus(error: unknown, statuses: ReadonlySet<number>): boolean {
  return error instanceof APIError && statuses.has(statusOf(error) ?? 0);
}

/** The client does not define the type of a status. */
function statusOf({ status }: { readonly status: unknown }): number | undefined {
  return typeof status === 'number' ? status : undefined;
}

/** Describes a failure without its message, which may quote a key or a text. */
function messageOf(error: unknown): string {
  if (error instanceof EmbeddingError) return error.message;
  const status = error instanceof APIError ? statusOf(error) : undefined;
  if (status !== undefined) return `The embedder answered ${status}`;
  return `The embedder cannot be reached (${error instanceof Error ? error.name : typeof error})`;
}
