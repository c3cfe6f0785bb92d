import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Histogram } from 'prom-client';
import { metrics } from '../../common/metrics.js';
import { CONFIG } from '../../config/config.module.js';
import { type Config, ConfigError } from '../../config/config.js';
import { type Embedder, EmbeddingError } from './embedder.js';
import { LocalEmbedder } from './local.embedder.js';
import { OpenAiEmbedder } from './openai.embedder.js';

const embeddingSeconds = new Histogram({
  name: 'heartwood_embedding_seconds',
  help: 'Time of one call of the embedder, retries included',
  labelNames: ['provider', 'outcome'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [metrics],
});

const DEFAULT_MODELS = { openai: 'text-embedding-3-small', local: 'all-MiniLM-L6-v2' } as const;

/**
 * The embedders of the configured provider, one a model: while the vectors change from one model to another, queries
 * need the old and the new one.
 */
@Injectable()
export class Embedders implements OnApplicationShutdown {
  readonly provider: Config['EMBEDDER'];
  /** The model that is asked for; undefined with EMBEDDER=none. */
  readonly model: string | undefined;
  private readonly byModel = new Map<string, Embedder>();

  /** @throws ConfigError when the provider cannot be had */
  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.provider = config.EMBEDDER;
    this.model = config.EMBEDDER === 'none' ? undefined : (config.EMBEDDING_MODEL ?? DEFAULT_MODELS[config.EMBEDDER]);
    try {
      if (this.model !== undefined) this.of(this.model);
    } catch (error) {
      throw error instanceof EmbeddingError
        ? new ConfigError([`EMBEDDER="${this.provider}": ${error.message}`])
        : error;
    }
  }

  /** @throws Error with EMBEDDER=none */
  of(model: string): Embedder {
    const embedder = this.byModel.get(model) ?? this.create(model);
    this.byModel.set(model, embedder);
    return embedder;
  }

  async onApplicationShutdown(): Promise<void> {
    for (const embedder of this.byModel.values()) await embedder.close?.();
  }

  private create(model: string): Embedder {
    const { config } = this;
    // Of an older model, whose vectors are still searched, the length is its own.
    const dimensions = model === this.model ? config.EMBEDDING_DIMENSIONS : undefined;
    switch (config.EMBEDDER) {
      case 'openai':
        return measured(
          new OpenAiEmbedder({
            model,
            dimensions,
            baseUrl: config.OPENAI_BASE_URL,
            apiKey: config.OPENAI_API_KEY,
            batchSize: config.EMBEDDING_BATCH_SIZE,
            timeoutMs: config.EMBEDDING_TIMEOUT_MS,
          }),
          config.EMBEDDER,
        );
      case 'local':
        return measured(new LocalEmbedder({ model, dimensions, modelDir: config.LOCAL_MODEL_DIR }), config.EMBEDDER);
      case 'none':
        throw new Error('There is no embedder');
    }
  }
}

function measured(embedder: Embedder, provider: string): Embedder {
  return {
    model: embedder.model,
    get dimensions() {
      return embedder.dimensions;
    },
    async embed(texts, lane) {
      const end = embeddingSeconds.startTimer({ provider });
      try {
        const vectors = await embedder.embed(texts, lane);
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
