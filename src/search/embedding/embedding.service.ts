import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Counter } from 'prom-client';
import { ulid } from 'ulid';
import { Clock } from '../../common/clock.js';
import { ConflictError, DatabaseUnavailableError, DomainError } from '../../common/errors.js';
import { metrics } from '../../common/metrics.js';
import { CONFIG } from '../../config/config.module.js';
import type { Config } from '../../config/config.js';
import type { GraphTransaction } from '../../graph/graph.service.js';
import { inChunks } from '../../graph/chunks.js';
import { LruCache } from '../lru-cache.js';
import { embeddingText, embedTexts, MAX_CHARACTERS, NOT_EMBEDDED } from './embed-texts.js';
import { EmbeddingError } from './embedder.js';
import { Embedders } from './embedders.js';
import { JobStatus, type ReembedJob } from './embedding.model.js';
import { EmbeddingRepository } from './embedding.repository.js';
import { type ActiveModel, attachVectors, type Embedded, markStale, type StoredJob } from './embedding.statements.js';
import { checkVectors } from './vectors.js';

/** What is embedded of a Knowledge node. */
export interface EmbeddedText {
  readonly ref: string;
  readonly title: string;
  readonly text: string;
}

/** Made by `prepare`, written by `attach`. */
export interface PreparedVectors {
  /** What the vectors are of; undefined where there are none. */
  readonly model: string | undefined;
  /** One for every text that was handed in. */
  readonly rows: readonly ({ readonly ref: string } & Embedded)[];
}

/** A query as the active model sees it. */
export interface QueryVector {
  readonly active: ActiveModel;
  readonly vector: Float32Array;
}

export interface EmbedderState {
  /** none, openai or local. */
  readonly provider: string;
  /** The model whose vectors searches use. */
  readonly model: string | null;
  readonly dimensions: number | null;
  /** Texts that wait for a vector of it. */
  readonly stale: number;
  /** The change of model under way, or the last one. */
  readonly job: ReembedJob | null;
}

const withoutVectors = new Counter({
  name: 'heartwood_query_embedding_failures_total',
  help: 'Queries that were answered by their words alone, since the embedder failed',
  registers: [metrics],
});

const CACHED_QUERIES = 1_000;
/** Longer than this a search does not wait for the embedder. */
const QUERY_BUDGET_MS = 3_000;
/** Texts of one `prepare` that are embedded before the clock is looked at. */
const BATCHES_AT_ONCE = 4;

/**
 * Vectors of texts and queries, kept in two slots of which one is active (ARCHITECTURE.md). Nothing here fails a search
 * or a write when the embedder does.
 */
@Injectable()
export class EmbeddingService implements OnApplicationBootstrap {
  private readonly logger = new Logger(EmbeddingService.name);
  private readonly queries = new LruCache<string, Promise<Float32Array>>(CACHED_QUERIES);
  private active: ActiveModel | undefined;
  private failing = false;
  private wake: () => void = () => undefined;
  private changed: () => void = () => undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly embedders: Embedders,
    private readonly repository: EmbeddingRepository,
    private readonly clock: Clock,
  ) {}

  /** The first start with an embedder activates slot 0 for its model. */
  async onApplicationBootstrap(): Promise<void> {
    const { provider, model } = this.embedders;
    if (model === undefined) return;
    try {
      const active = (this.active = await this.repository.activateFirst(model, provider, this.clock.now()));
      await this.repository.createIndex(active.slot);
      await this.repository.awaitIndex(active.slot, () => Promise.resolve());
      this.changed();
      if (active.model !== model || active.provider !== provider) {
        this.logger.warn(
          `the stored vectors are of ${active.model} (${active.provider}); the mutation reembed changes them to ${model} (${provider})`,
        );
      }
    } catch (error) {
      // A read-only database is searched with what it has.
      if (!(error instanceof DatabaseUnavailableError)) throw error;
      this.logger.warn(`vectors are not kept: ${error.message}`);
      await this.refresh();
    }
  }

  /** Tells the background worker that something waits; called after writes. */
  onWaiting(wake: () => void): void {
    this.wake = wake;
  }

  /** Is told when searches begin to use another index, or vectors of a length that was not known. */
  onChange(changed: () => void): void {
    this.changed = changed;
  }

  /** Reads the active model anew. */
  async refresh(): Promise<ActiveModel | undefined> {
    const before = this.active;
    this.active = await this.repository.findActive();
    if (before?.slot !== this.active?.slot || before?.dimensions !== this.active?.dimensions) this.changed();
    return this.active;
  }

  /**
   * Embeds texts that are about to be written, before the writer's transaction. Never fails: what the embedder could
   * not do within EMBEDDING_TIMEOUT_MS is stored without a vector, found by its words, and embedded later.
   */
  async prepare(texts: readonly EmbeddedText[]): Promise<PreparedVectors> {
    const model = this.usable()?.model;
    if (model === undefined || texts.length === 0)
      return { model: undefined, rows: texts.map(({ ref }) => waiting(ref)) };
    const embedder = this.embedders.of(model);
    const deadline = performance.now() + this.config.EMBEDDING_TIMEOUT_MS;
    const embedded: Embedded[] = [];
    const step = BATCHES_AT_ONCE * this.config.EMBEDDING_BATCH_SIZE;
    try {
      while (embedded.length < texts.length) {
        const part = texts.slice(embedded.length, embedded.length + step).map(embeddingText);
        const next = await within(deadline - performance.now(), embedTexts(embedder, part));
        await this.checkDimensions(model, next);
        embedded.push(...next);
      }
      this.succeeded();
    } catch (error) {
      this.failed(error);
    }
    return { model, rows: texts.map(({ ref }, index) => ({ ...waiting(ref), ...embedded[index] })) };
  }

  /**
   * Writes the vectors of nodes that are new or whose title or text changed, inside the transaction that wrote them.
   * Both slots of such a node are settled here: a vector of the old text never stays.
   */
  async attach(transaction: GraphTransaction, namespace: string, { model, rows }: PreparedVectors): Promise<void> {
    if (rows.length === 0) return;
    if (model === undefined) {
      const refs = rows.map(({ ref }) => ref);
      await inChunks(refs, (chunk) => transaction.run(markStale, { namespace, refs: chunk }));
    } else {
      await inChunks(rows, (chunk) => transaction.run(attachVectors, { namespace, model, rows: chunk }));
    }
    this.wake();
  }

  /**
   * Ids of nodes that mean the same as prepared texts: of each the nearest that carries its facet and whose cosine is at
   * least so much, by the text's index. None without vectors, and while their index does not serve.
   */
  async nearest(
    { model, rows }: PreparedVectors,
    where: readonly { readonly namespace: string; readonly facet: string }[],
    least: number,
  ): Promise<ReadonlyMap<number, string>> {
    const asked = rows.flatMap(({ vector }, n) => (vector && where[n] ? [{ n, vector, ...where[n] }] : []));
    if (model === undefined || asked.length === 0) return new Map();
    try {
      return await this.repository.findNearest(model, asked, least);
    } catch (error) {
      if (error instanceof DomainError) throw error;
      this.logger.warn(`the vector index does not serve: ${error instanceof Error ? error.message : String(error)}`);
      return new Map();
    }
  }

  /**
   * The query's vector by the active model; undefined without an embedder, and while it fails: then the words decide.
   *
   * @param fresh read the active model anew, since a search met another one
   */
  async embedQuery(query: string, fresh = false): Promise<QueryVector | undefined> {
    if (fresh) await this.refresh();
    const active = this.usable();
    if (!active) return undefined;
    try {
      const vector = await within(
        Math.min(QUERY_BUDGET_MS, this.config.EMBEDDING_TIMEOUT_MS),
        this.vectorOf(active.model, query),
      );
      checkVectors([vector], 1, active.dimensions ?? undefined);
      this.succeeded();
      return { active, vector };
    } catch (error) {
      withoutVectors.inc();
      this.failed(error);
      return undefined;
    }
  }

  /** A vector of the active model's length that means nothing; undefined while no length is known. */
  anyVector(): QueryVector | undefined {
    const active = this.usable();
    if (!active?.dimensions) return undefined;
    return { active, vector: new Float32Array(active.dimensions).fill(1) };
  }

  /**
   * Changes all vectors to the configured model while the service serves. Called again, it returns the change that is
   * under way.
   *
   * @throws ConflictError without an embedder
   */
  async reembed(): Promise<ReembedJob> {
    const { provider, model } = this.embedders;
    if (model === undefined) throw new ConflictError('EMBEDDER is none; set it to openai or local to have vectors');
    const job = await this.repository.startJob(ulid(), model, provider, this.clock.now());
    if (!job) throw new ConflictError('No model is active yet; the database was read-only when the service started');
    this.wake();
    return toJob(job);
  }

  async status(): Promise<EmbedderState> {
    const { provider } = this.embedders;
    const [active, job] = await Promise.all([this.repository.findActive(), this.repository.findJob()]);
    const { stale } = active ? await this.repository.countStale(active.slot) : { stale: 0 };
    return {
      provider,
      model: active?.model ?? null,
      dimensions: active?.dimensions ?? null,
      stale,
      job: job ? toJob(job) : null,
    };
  }

  /** Remembers how long a model's vectors are, and refuses others. */
  async checkDimensions(model: string, embedded: readonly Embedded[]): Promise<void> {
    const vectors = embedded.flatMap(({ vector }) => vector ?? []);
    const [first] = vectors;
    if (first === undefined || this.active?.model !== model) return;
    const dimensions = this.active.dimensions ?? (await this.repository.recordDimensions(model, first.length));
    if (dimensions === undefined) return;
    const known = this.active.dimensions !== null;
    this.active = { ...this.active, dimensions };
    if (!known) this.changed();
    checkVectors(vectors, vectors.length, dimensions);
  }

  /** The active model, where the configured provider can embed with it. */
  private usable(): ActiveModel | undefined {
    return this.active?.provider === this.embedders.provider ? this.active : undefined;
  }

  private vectorOf(model: string, query: string): Promise<Float32Array> {
    const text = query.slice(0, MAX_CHARACTERS);
    const key = `${model}\n${text}`;
    const known = this.queries.get(key);
    if (known) return known;
    const vector = this.embedders
      .of(model)
      .embed([text], 'query')
      .then(([first]) => {
        if (!first) throw new EmbeddingError('The embedder answered no vector');
        return first;
      });
    this.queries.set(key, vector);
    vector.catch(() => this.queries.delete(key));
    return vector;
  }

  private succeeded(): void {
    if (this.failing) this.logger.log('the embedder answers again');
    this.failing = false;
  }

  /** Warns when the embedder begins to fail, not at every request. */
  private failed(error: unknown): void {
    if (!(error instanceof EmbeddingError)) throw error;
    if (!this.failing) this.logger.warn(`the embedder fails; words alone decide meanwhile: ${error.message}`);
    this.failing = true;
  }
}

function waiting(ref: string): { ref: string } & Embedded {
  return { ref, vector: null, mark: NOT_EMBEDDED };
}

function toJob({ id, model, status, done, total }: StoredJob): ReembedJob {
  return { id, model, status: status as JobStatus, done, total };
}

async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  // Whoever loses the race has nobody left to hear of its failure.
  work.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new EmbeddingError('The embedder did not answer in time')),
      Math.max(0, milliseconds),
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
