import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Histogram } from 'prom-client';
import { metrics } from '../../common/metrics.js';
import { CONFIG } from '../../config/config.module.js';
import type { Config } from '../../config/config.js';
import { type Embedder, EmbeddingError } from './embedder.js';
import { LocalEmbedder } from './local.embedder.js';
import { LocalRuntime } from './local-runtime.js';
import { ModelFiles } from './model-files.js';
import { DEFAULT_LOCAL_MODEL, factsOf, isKnown } from './models.js';
import { OpenAiEmbedder } from './openai.embedder.js';

const embeddingSeconds = new Histogram({
  name: 'heartwood_embedding_seconds',
  help: 'Time of one call of the embedder, retries included',
  labelNames: ['provider', 'outcome'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [metrics],
});

/** Model files that could not be had are not asked for again sooner; a start always asks. */
const RETRY_MS = 10 * 60_000;

/** A model, and what runs it: openai or local. */
export interface ModelName {
  readonly provider: string;
  readonly model: string;
}

/** A local model on its way. */
interface Preparing {
  readonly done: Promise<void>;
  embedder?: Embedder;
  problem?: string;
  failedAt?: number;
}

/**
 * The embedders of this machine, one a model: while the vectors change from one model to another, queries need the old and
 * the new one.
 */
@Injectable()
export class Embedders implements OnApplicationShutdown {
  /** The model that EMBEDDER and EMBEDDING_MODEL ask for; undefined with EMBEDDER=none. */
  readonly wanted: ModelName | undefined;
  /** A model that the database has is kept, whatever provides it. */
  readonly isAuto: boolean;
  private readonly files: ModelFiles;
  private readonly remote = new Map<string, Embedder>();
  private readonly local = new Map<string, Preparing>();
  private readonly stop = new AbortController();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly runtime: LocalRuntime,
  ) {
    this.files = new ModelFiles(config);
    this.isAuto = config.EMBEDDER === 'auto';
    if (config.EMBEDDER !== 'none') {
      const provider = config.EMBEDDER === 'openai' ? 'openai' : 'local';
      // With EMBEDDER=openai the configuration names one, or is refused.
      this.wanted = { provider, model: this.given() ?? DEFAULT_LOCAL_MODEL };
    }
  }

  /** EMBEDDING_MODEL; with EMBEDDER=auto only where it is a local model, since configurations name those of servers too. */
  private given(): string | undefined {
    const { EMBEDDING_MODEL: model } = this.config;
    if (!this.isAuto || model === undefined) return model;
    return isKnown(model) || this.files.find(model) !== undefined ? model : undefined;
  }

  /**
   * Makes a model ready: a local one is fetched where it is not here, loaded and tried. Asked again, it gives the same
   * answer; what failed is tried again after some minutes.
   *
   * @throws EmbeddingError when it cannot be had
   */
  async prepare(name: ModelName): Promise<void> {
    const obstacle = this.obstacle(name);
    if (obstacle !== undefined) throw new EmbeddingError(obstacle);
    if (name.provider === 'local') await this.prepareLocal(name.model).done;
  }

  /** Whether its files have to be fetched first. */
  mustFetch({ provider, model }: ModelName): boolean {
    return provider === 'local' && this.files.find(model) === undefined;
  }

  /** Why this machine cannot embed with a model, in a sentence; undefined when it can. Of one that is not ready it begins to make it so. */
  problemOf(name: ModelName): string | undefined {
    const obstacle = this.obstacle(name);
    if (obstacle !== undefined || name.provider !== 'local') return obstacle;
    const { embedder, problem } = this.prepareLocal(name.model);
    return embedder ? undefined : (problem ?? `The model ${name.model} is being made ready.`);
  }

  /** Whether a model is on its way: being fetched, or loaded. */
  isPreparing({ provider, model }: ModelName): boolean {
    const preparing = this.local.get(model);
    return provider === 'local' && preparing !== undefined && !preparing.embedder && preparing.failedAt === undefined;
  }

  /** @throws EmbeddingError while `problemOf` tells of one */
  of(name: ModelName): Embedder {
    const problem = this.problemOf(name);
    if (problem !== undefined) throw new EmbeddingError(problem);
    const embedder = name.provider === 'local' ? this.local.get(name.model)?.embedder : this.ofServer(name.model);
    if (!embedder) throw new Error(`The model ${name.model} has no embedder`);
    return embedder;
  }

  async onApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await Promise.all([...this.local.values()].map(({ done }) => done.catch(() => undefined)));
    for (const { embedder } of this.local.values()) await embedder?.close?.();
  }

  /** What no time mends. */
  private obstacle({ provider, model }: ModelName): string | undefined {
    const { EMBEDDER: configured, OPENAI_BASE_URL, OPENAI_API_KEY } = this.config;
    if (configured === provider) return undefined;
    if (!this.isAuto) return `The stored vectors are of ${model} (${provider}), and EMBEDDER is ${configured}.`;
    if (provider === 'local' || OPENAI_BASE_URL !== undefined || OPENAI_API_KEY !== undefined) return undefined;
    return `The stored vectors are of ${model} (${provider}); set OPENAI_BASE_URL or OPENAI_API_KEY, with which it can be asked.`;
  }

  private prepareLocal(model: string): Preparing {
    const known = this.local.get(model);
    if (known && (known.failedAt === undefined || performance.now() - known.failedAt < RETRY_MS)) return known;
    const loading = this.load(model);
    const preparing: Preparing = {
      done: loading.then(
        (embedder) => void (preparing.embedder = embedder),
        (error: unknown) => {
          preparing.problem = error instanceof Error ? error.message : String(error);
          preparing.failedAt = performance.now();
          throw error;
        },
      ),
    };
    this.local.set(model, preparing);
    // Callers that wait for the promise get its failure; without any, it is ignored here.
    preparing.done.catch(() => undefined);
    return preparing;
  }

  private async load(model: string): Promise<Embedder> {
    const facts = factsOf(model);
    const runtime = await this.runtime.find();
    const folder = this.files.find(model) ?? (await this.files.fetch(model, this.stop.signal));
    const dimensions = this.dimensionsOf(model);
    const embedder = new LocalEmbedder({ model, facts, folder, runtime, dimensions });
    try {
      // Loads the thread of queries, so that the first of them need not.
      await embedder.embed(['ready'], 'query');
    } catch (error) {
      await embedder.close();
      throw error;
    }
    return measured(embedder, 'local');
  }

  private ofServer(model: string): Embedder {
    const { config } = this;
    const embedder =
      this.remote.get(model) ??
      measured(
        new OpenAiEmbedder({
          model,
          dimensions: this.dimensionsOf(model),
          baseUrl: config.OPENAI_BASE_URL,
          apiKey: config.OPENAI_API_KEY,
          batchSize: factsOf(model).embedsAlone ? 1 : config.EMBEDDING_BATCH_SIZE,
          timeoutMs: config.EMBEDDING_TIMEOUT_MS,
        }),
        'openai',
      );
    this.remote.set(model, embedder);
    return embedder;
  }

  /** Length of a model's vectors; an older model, whose vectors are still searched, has its own. */
  private dimensionsOf(model: string): number | undefined {
    const isGiven = this.isAuto ? model === this.given() : model === this.wanted?.model;
    return isGiven ? this.config.EMBEDDING_DIMENSIONS : undefined;
  }
}

function measured(embedder: Embedder, provider: string): Embedder {
  return {
    model: embedder.model,
    get dimensions() {
      return embedder.dimensions;
    },
    async embed(texts, lane, signal) {
      const end = embeddingSeconds.startTimer({ provider });
      try {
        const vectors = await embedder.embed(texts, lane, signal);
        end({ outcome: 'ok' });
        return vectors;
      } catch (error) {
        end({ outcome: 'error' });
        throw error;
      }
    },
    close: async () => embedder.close?.(),
  };
}
