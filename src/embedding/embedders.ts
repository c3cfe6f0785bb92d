import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Histogram } from 'prom-client';
import { metrics } from '../common/metrics.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
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

/** Minimum pause before a failed download of model files is retried; a start of the service always retries. */
const RETRY_MS = 10 * 60_000;

/** A model and its provider: openai or local. */
export interface ModelName {
  readonly provider: string;
  readonly model: string;
}

/** A local model that is being fetched or loaded. */
interface Preparing {
  readonly done: Promise<void>;
  embedder?: Embedder;
  problem?: string;
  failedAt?: number;
}

/**
 * The embedders of this process, one per model. While vectors change from one model to another, queries need both
 * models.
 */
@Injectable()
export class Embedders implements OnApplicationShutdown {
  /** The model that EMBEDDER and EMBEDDING_MODEL ask for; undefined with EMBEDDER=none. */
  readonly wanted: ModelName | undefined;
  /** True with EMBEDDER=auto: a model that the database already uses is then kept, whatever its provider. */
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
      // With EMBEDDER=openai the configuration must name a model, or is rejected.
      this.wanted = { provider, model: this.given() ?? DEFAULT_LOCAL_MODEL };
    }
  }

  /**
   * Returns EMBEDDING_MODEL. With EMBEDDER=auto the setting counts only if it names a local model, since it may also
   * name a model of a server.
   */
  private given(): string | undefined {
    const { EMBEDDING_MODEL: model } = this.config;
    if (!this.isAuto || model === undefined) return model;
    return isKnown(model) || this.files.find(model) !== undefined ? model : undefined;
  }

  /**
   * Makes a model ready. A local model is fetched if it is missing, then loaded and tested. Further calls share the
   * result; a failure is retried after some minutes.
   *
   * @throws EmbeddingError when the model cannot be made ready
   */
  async prepare(name: ModelName): Promise<void> {
    const obstacle = this.obstacle(name);
    if (obstacle !== undefined) throw new EmbeddingError(obstacle);
    if (name.provider === 'local') await this.prepareLocal(name.model).done;
  }

  /** True if the files of the model must be fetched first. */
  mustFetch({ provider, model }: ModelName): boolean {
    return provider === 'local' && this.files.find(model) === undefined;
  }

  /**
   * Returns in a sentence why this machine cannot embed with a model; undefined if it can. The call also starts to
   * prepare a model that is not ready.
   */
  problemOf(name: ModelName): string | undefined {
    const obstacle = this.obstacle(name);
    if (obstacle !== undefined || name.provider !== 'local') return obstacle;
    const { embedder, problem } = this.prepareLocal(name.model);
    return embedder ? undefined : (problem ?? `The model ${name.model} is being made ready.`);
  }

  /** True while a model is being fetched or loaded. */
  isPreparing({ provider, model }: ModelName): boolean {
    const preparing = this.local.get(model);
    return provider === 'local' && preparing !== undefined && !preparing.embedder && preparing.failedAt === undefined;
  }

  /** @throws EmbeddingError while `problemOf` returns a problem */
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

  /** Returns an obstacle that only a change of settings removes; undefined if there is none. */
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
    // Callers that await the promise get its failure; if nobody awaits it, the failure is ignored here.
    preparing.done.catch(() => undefined);
    return preparing;
  }

  private async load(model: string): Promise<Embedder> {
    const facts = factsOf(model);
    const runtime = await this.runtime.find();
    const found = this.files.find(model);
    if (found !== undefined) await this.files.check(model, found);
    const folder = found ?? (await this.files.fetch(model, this.stop.signal));
    const dimensions = this.dimensionsOf(model);
    const embedder = new LocalEmbedder({ model, facts, folder, runtime, dimensions });
    try {
      // The first embedding starts the thread for queries, so that no query has to wait for the start.
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

  /**
   * The configured length of a model's vectors. It does not apply to an older model whose vectors are still searched.
   */
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
