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
import { type Embedder, EmbeddingError } from './embedder.js';
import { checkVectors } from './vectors.js';

const MAX_IN_FLIGHT = 4;
const MAX_ATTEMPTS = 2;
const BREAK_AFTER_FAILURES = 5;
const BREAK_MS = 10_000;
/** Answers that mean: not these texts. The rest may pass. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422]);

export interface OpenAiSettings {
  readonly model: string;
  /** Length of vectors that is asked for; the model's own where absent. */
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
  private readonly policy: IPolicy;
  private readonly lanes: BulkheadPolicy = bulkhead(MAX_IN_FLIGHT, Number.MAX_SAFE_INTEGER);

  constructor(private readonly settings: OpenAiSettings) {
    this.model = settings.model;
    this.dimensions = settings.dimensions;
    this.client = new OpenAI({
      // Local servers ask for no key, but the client insists on one.
      apiKey: settings.apiKey ?? 'none',
      baseURL: settings.baseUrl ?? null,
      maxRetries: 0,
      timeout: settings.timeoutMs,
    });
    const passing = handleWhen(
      (error) => !(error instanceof EmbeddingError && error.refused) && !isBrokenCircuitError(error),
    );
    this.policy = wrap(
      retry(passing, {
        maxAttempts: MAX_ATTEMPTS,
        backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 2_000 }),
      }),
      circuitBreaker(passing, { halfOpenAfter: BREAK_MS, breaker: new ConsecutiveBreaker(BREAK_AFTER_FAILURES) }),
      // To abort what has returned would only cost.
      timeout(settings.timeoutMs, { strategy: TimeoutStrategy.Aggressive, abortOnReturn: false }),
    );
  }

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const batches: string[][] = [];
    for (let at = 0; at < texts.length; at += this.settings.batchSize) {
      batches.push(texts.slice(at, at + this.settings.batchSize));
    }
    const vectors = await Promise.all(
      batches.map((batch) =>
        this.lanes.execute(() => this.policy.execute(({ signal }) => this.request(batch, signal))),
      ),
    ).catch((error: unknown) => {
      throw error instanceof EmbeddingError ? error : new EmbeddingError(messageOf(error), false, { cause: error });
    });
    return vectors.flat();
  }

  private async request(input: string[], signal: AbortSignal): Promise<Float32Array[]> {
    // `float` is asked for by name: left alone, the client asks for base64 and takes whatever comes for it, while not
    // every server knows base64. Asked so, a server that sends base64 all the same is still understood below.
    const { dimensions } = this.settings;
    const { data } = await this.client.embeddings
      .create(
        { model: this.model, input, encoding_format: 'float', ...(dimensions !== undefined && { dimensions }) },
        { signal },
      )
      .catch((error: unknown) => {
        const refused = error instanceof APIError && REFUSALS.has(statusOf(error) ?? 0);
        throw new EmbeddingError(messageOf(error), refused, { cause: error });
      });
    const vectors = [...(data ?? [])].sort((a, b) => a.index - b.index).map(({ embedding }) => vectorOf(embedding));
    this.dimensions = checkVectors(vectors, input.length, this.dimensions);
    return vectors;
  }
}

function vectorOf(embedding: unknown): Float32Array {
  if (Array.isArray(embedding)) return Float32Array.from(embedding as number[]);
  if (typeof embedding !== 'string') throw new EmbeddingError('The embedder answered something that is no vector');
  const bytes = Buffer.from(embedding, 'base64');
  if (bytes.length % 4 !== 0) throw new EmbeddingError('The embedder answered base64 that is no vector');
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** The client leaves the type of a status open. */
function statusOf({ status }: { readonly status: unknown }): number | undefined {
  return typeof status === 'number' ? status : undefined;
}

/** Says what happened without what was sent: an error's text may quote a key or a text. */
function messageOf(error: unknown): string {
  if (error instanceof EmbeddingError) return error.message;
  const status = error instanceof APIError ? statusOf(error) : undefined;
  if (status !== undefined) return `The embedder answered ${status}`;
  return `The embedder cannot be reached (${error instanceof Error ? error.name : typeof error})`;
}
