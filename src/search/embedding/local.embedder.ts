import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Embedder, EmbeddingError } from './embedder.js';
import { checkVectors } from './vectors.js';

const PEER = '@huggingface/transformers';
/** A query waits for what is before it; larger batches were no faster a text (11–16 ms each for 8 to 128). */
const TEXTS_AT_ONCE = 16;

export interface LocalSettings {
  /** Name of the folder under `modelDir`. */
  readonly model: string;
  readonly modelDir: string;
  /** Length of vectors that is expected; the model's own where absent. */
  readonly dimensions?: number | undefined;
}

interface WorkerSettings {
  /** Path of the optional peer. */
  readonly library: string;
  readonly modelDir: string;
  readonly model: string;
  /** The folder has it; else the library fetches it from its hub. */
  readonly present: boolean;
}

type Reply = { readonly id: number } & ({ readonly vectors: Float32Array[] } | { readonly error: string });

interface Waiting {
  readonly resolve: (vectors: Float32Array[]) => void;
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
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private readonly library: string;

  /** @throws EmbeddingError when the optional peer is not installed */
  constructor(private readonly settings: LocalSettings) {
    this.model = settings.model;
    this.dimensions = settings.dimensions;
    this.library = resolveLibrary();
  }

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE) {
      vectors.push(...(await this.ask(texts.slice(at, at + TEXTS_AT_ONCE))));
    }
    this.dimensions = checkVectors(vectors, texts.length, this.dimensions);
    return vectors;
  }

  async close(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  private ask(texts: readonly string[]): Promise<Float32Array[]> {
    const worker = (this.worker ??= this.start());
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, texts });
    });
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
      const waiting = this.waiting.get(reply.id);
      this.waiting.delete(reply.id);
      if ('vectors' in reply) waiting?.resolve(reply.vectors);
      else waiting?.reject(new EmbeddingError(`The local model ${this.model} failed: ${reply.error}`));
    });
    worker.on('error', (error) => this.failAll(error.message));
    worker.on('exit', () => {
      this.failAll('its thread ended');
      // The next text starts a new one.
      if (this.worker === worker) this.worker = undefined;
    });
    return worker;
  }

  private failAll(reason: string): void {
    for (const { reject } of this.waiting.values())
      reject(new EmbeddingError(`The local model ${this.model} failed: ${reason}`));
    this.waiting.clear();
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
  let queue = Promise.resolve();
  port?.on('message', ({ id, texts }: { id: number; texts: string[] }) => {
    queue = queue.then(async () => {
      try {
        extractor ??= load();
        const vectors = (await (await extractor)(texts, { pooling: 'mean', normalize: true })).tolist();
        port.postMessage({ id, vectors: vectors.map((vector) => Float32Array.from(vector)) });
      } catch (error) {
        extractor = undefined;
        port.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
      }
    });
  });
}
