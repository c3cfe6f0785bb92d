import { Worker } from 'node:worker_threads';
import { type Embedder, EmbeddingBusyError, EmbeddingError, type EmbeddingLane } from './embedder.js';
import { type ThreadReply, type ThreadSettings, THREAD_MODULE } from './local.thread.js';
import { type EmbeddingModelFacts } from './models.js';
import { checkVectors } from './vectors.js';

/** Settings of a model that runs in this process, with the folder of its files. */
export interface LocalSettings {
  readonly model: string;
  readonly facts: EmbeddingModelFacts;
  /** Expected length of vectors, default the length that the model returns. */
  readonly dimensions?: number | undefined;
  /** Folder of the model (local.thread.ts). */
  readonly folder: string;
  readonly runtime: ThreadSettings['runtime'];
}

/**
 * Embeds with a sentence-transformers model in ONNX. Queries and backlog have a thread and a session each, since a text
 * that has begun cannot be interrupted. Each thread starts with its first text and then loads the model. Both have the priority of
 * the service: with a lower one, the backlog hardly moved while documents came in.
 */
export class LocalEmbedder implements Embedder {
  readonly model: string;
  dimensions: number | undefined;
  private readonly lanes: Readonly<Record<EmbeddingLane, Lane>>;

  constructor(private readonly settings: LocalSettings) {
    const { model, facts, folder, runtime } = settings;
    this.model = model;
    this.dimensions = settings.dimensions ?? facts.dimensions;
    const lane = (isBacklog: boolean) => new Lane(model, { purpose: 'embedding', runtime, folder, facts, isBacklog });
    this.lanes = { query: lane(false), backlog: lane(true) };
  }

  async embed(
    texts: readonly string[],
    lane: EmbeddingLane = 'backlog',
    signal?: AbortSignal,
  ): Promise<Float32Array[]> {
    const { query, passage } = this.settings.facts.prefixes;
    const prefix = lane === 'query' ? query : passage;
    const vectors: Float32Array[] = [];
    // Texts are embedded one at a time, so that callers take turns, and a vector does not depend on other texts
    // (models.ts, embedsAlone).
    for (const text of texts) vectors.push(await this.lanes[lane].embed(prefix + text, signal));
    this.dimensions = checkVectors(vectors, texts.length, this.dimensions);
    return vectors;
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.lanes).map((lane) => lane.close()));
  }
}

interface Waiting {
  readonly text: string;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (vector: Float32Array) => void;
  readonly reject: (error: Error) => void;
}

/** A thread with a queue that keeps the order of arrival. */
class Lane {
  private thread: Worker | undefined;
  private current: Waiting | undefined;
  private readonly waiting: Waiting[] = [];

  constructor(
    private readonly model: string,
    private readonly settings: ThreadSettings,
  ) {}

  embed(text: string, signal: AbortSignal | undefined): Promise<Float32Array> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ text, signal, resolve, reject });
      this.next();
    });
  }

  async close(): Promise<void> {
    const { thread } = this;
    this.thread = undefined;
    await thread?.terminate();
  }

  private next(): void {
    while (!this.current) {
      const next = this.waiting.shift();
      if (!next) return;
      if (next.signal?.aborted) {
        next.reject(new EmbeddingBusyError());
        continue;
      }
      this.current = next;
      (this.thread ??= this.start()).postMessage(next.text);
    }
  }

  private start(): Worker {
    // onnxruntime-node collects usage data in the user's home and sends it to its maker unless this variable disables
    // it. It reads the environment of the process, not that of the thread.
    process.env.ORT_DISABLE_TELEMETRY = '1';
    const thread = new Worker(THREAD_MODULE, {
      workerData: this.settings,
      // V8 would otherwise let 48 MB of garbage accumulate; the garbage of a text is small and short-lived.
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
      // The thread does not get the service's environment, which contains passwords.
      env: {},
    });
    thread.unref();
    thread.on('message', (reply: ThreadReply) => {
      const { current } = this;
      this.current = undefined;
      if ('vector' in reply) current?.resolve(reply.vector);
      else current?.reject(this.failure(reply.error));
      this.next();
    });
    let reason = 'its thread ended';
    thread.on('error', (error) => (reason = error.message));
    thread.on('exit', () => {
      // After this thread has ended, the next text starts a new one.
      if (this.thread === thread) this.thread = undefined;
      const lost = [...(this.current ? [this.current] : []), ...this.waiting.splice(0)];
      this.current = undefined;
      for (const { reject } of lost) reject(this.failure(reason));
    });
    return thread;
  }

  private failure(reason: string): EmbeddingError {
    return new EmbeddingError(`The local model ${this.model} failed: ${reason}`);
  }
}
