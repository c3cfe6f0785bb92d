import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Embedder, EmbeddingError, type EmbeddingLane } from './embedder.js';
import { checkVectors } from './vectors.js';

const PEER = '@huggingface/transformers';

export interface LocalSettings {
  /** Name of the folder under `modelDir`. */
  readonly model: string;
  readonly modelDir: string;
  /** Length of vectors that is expected; the model's own where absent. */
  readonly dimensions?: number | undefined;
  /** Path of a library that takes the place of the optional peer. */
  readonly library?: string;
}

interface WorkerSettings {
  /** Path of the library. */
  readonly library: string;
  readonly modelDir: string;
  readonly model: string;
  /** The folder has it; else the library fetches it from its hub. */
  readonly present: boolean;
}

type Reply = { readonly vector: Float32Array } | { readonly error: string };

interface Waiting {
  readonly text: string;
  readonly resolve: (vector: Float32Array) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Embeds with a sentence-transformers model in ONNX, in a worker thread, so that the service's own thread stays free.
 * The model loads at the first text.
 */
export class LocalEmbedder implements Embedder {
  readonly model: string;
  dimensions: number | undefined;
  private worker: Worker | undefined;
  /** What the thread works on: one text, since what it has begun cannot be interrupted, and a query may come. */
  private current: Waiting | undefined;
  private readonly lanes: Readonly<Record<EmbeddingLane, Waiting[]>> = { query: [], backlog: [] };
  private readonly library: string;

  /** @throws EmbeddingError when the optional peer is not installed */
  constructor(private readonly settings: LocalSettings) {
    this.model = settings.model;
    this.dimensions = settings.dimensions;
    this.library = settings.library ?? resolveLibrary();
  }

  async embed(texts: readonly string[], lane: EmbeddingLane = 'backlog'): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const text of texts) vectors.push(await this.ask(text, lane));
    this.dimensions = checkVectors(vectors, texts.length, this.dimensions);
    return vectors;
  }

  async close(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  private ask(text: string, lane: EmbeddingLane): Promise<Float32Array> {
    return new Promise((resolve, reject) => {
      this.lanes[lane].push({ text, resolve, reject });
      this.next();
    });
  }

  /** Gives the thread its next text, a query's before any other. */
  private next(): void {
    if (this.current) return;
    this.current = this.lanes.query.shift() ?? this.lanes.backlog.shift();
    if (this.current) (this.worker ??= this.start()).postMessage(this.current.text);
  }

  private start(): Worker {
    const modelDir = resolve(this.settings.modelDir);
    const workerData: WorkerSettings = {
      library: this.library,
      modelDir,
      model: this.model,
      present: existsSync(join(modelDir, this.model, 'config.json')),
    };
    // The worker's code is a function of this file rather than a file of its own, so that it runs the same from dist and
    // from source (tests).
    const worker = new Worker(`(${runWorker.toString()})()`, { eval: true, workerData });
    worker.unref();
    worker.on('message', (reply: Reply) => {
      const { current } = this;
      this.current = undefined;
      if ('vector' in reply) current?.resolve(reply.vector);
      else current?.reject(new EmbeddingError(`The local model ${this.model} failed: ${reply.error}`));
      this.next();
    });
    worker.on('error', (error) => this.failAll(error.message));
    worker.on('exit', () => {
      // The next text starts a new one.
      if (this.worker === worker) this.worker = undefined;
      this.failAll('its thread ended');
    });
    return worker;
  }

  private failAll(reason: string): void {
    const { query, backlog } = this.lanes;
    const waiting = [...(this.current ? [this.current] : []), ...query.splice(0), ...backlog.splice(0)];
    this.current = undefined;
    for (const { reject } of waiting) reject(new EmbeddingError(`The local model ${this.model} failed: ${reason}`));
  }
}

function resolveLibrary(): string {
  try {
    return createRequire(import.meta.url).resolve(PEER);
  } catch (error) {
    throw new EmbeddingError(
      `EMBEDDER=local needs the package ${PEER}: npm install ${PEER} (ONNXRUNTIME_NODE_INSTALL=skip leaves GPU files out)`,
      false,
      { cause: error },
    );
  }
}

/** What the worker thread runs. It reaches nothing outside of itself: only its text goes there. */
function runWorker(): void {
  const threads = process.getBuiltinModule('node:worker_threads');
  const { library, modelDir, model, present } = threads.workerData as WorkerSettings;
  const port = threads.parentPort;

  interface Library {
    env: { localModelPath: string; cacheDir: string; allowRemoteModels: boolean };
    pipeline: (
      task: 'feature-extraction',
      model: string,
      options: { dtype: 'q8'; session_options: { intraOpNumThreads: number } },
    ) => Promise<
      (texts: string[], options: { pooling: 'mean'; normalize: boolean }) => Promise<{ tolist(): number[][] }>
    >;
  }

  const load = async () => {
    const { env, pipeline } = process.getBuiltinModule('node:module').createRequire(library)(library) as Library;
    env.localModelPath = modelDir;
    env.cacheDir = modelDir;
    env.allowRemoteModels = !present;
    // The hub keeps sentence-transformers in ONNX under this owner.
    const name = present || model.includes('/') ? model : `Xenova/${model}`;
    return pipeline('feature-extraction', name, { dtype: 'q8', session_options: { intraOpNumThreads: 1 } });
  };

  let extractor: ReturnType<typeof load> | undefined;
  // One text at a time: the next is sent when this one is answered.
  port?.on('message', (text: string) => {
    void (async () => {
      try {
        extractor ??= load();
        const [vector] = (await (await extractor)([text], { pooling: 'mean', normalize: true })).tolist();
        port.postMessage({ vector: Float32Array.from(vector ?? []) });
      } catch (error) {
        extractor = undefined;
        port.postMessage({ error: error instanceof Error ? error.message : String(error) });
      }
    })();
  });
}
