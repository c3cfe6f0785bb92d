import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Counter } from 'prom-client';
import { ulid } from 'ulid';
import { Clock } from '../common/clock.js';
import { ConflictError, DatabaseUnavailableError } from '../common/errors.js';
import { metrics } from '../common/metrics.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import type { GraphTransaction } from '../graph/graph.service.js';
import { inChunks } from '../graph/chunks.js';
import { CountCache } from '../common/count-cache.js';
import { Degradation } from './degradation.model.js';
import { LruCache } from '../common/lru-cache.js';
import { embeddingText, embedTexts, MAX_CHARACTERS, NOT_EMBEDDED } from './embed-texts.js';
import { EmbeddingBusyError, EmbeddingError } from './embedder.js';
import { Embedders, type ModelName } from './embedders.js';
import { JobStatus, type ReembedJob } from './embedding.model.js';
import { EmbeddingRepository, type IndexState } from './embedding.repository.js';
import { type ActiveModel, attachVectors, type Embedded, markStale, type StoredJob } from './embedding.statements.js';
import { factsOf, LEAST_MATCH_OF_WORDS, type LeastMatch } from './models.js';
import { checkVectors } from './vectors.js';

/** The parts of a Knowledge node that are embedded. */
export interface EmbeddedText {
  readonly ref: string;
  readonly title: string;
  readonly text: string;
}

/** Vectors that `prepare` computed and that `attach` writes. */
export interface PreparedVectors {
  /** The model of the vectors; undefined if there are none. */
  readonly model: string | undefined;
  /** One row for each text passed to `prepare`. */
  readonly rows: readonly ({ readonly ref: string } & Embedded)[];
}

/** The vector of a query by the active model, with facts that a search needs. */
export interface QueryVector {
  readonly active: ActiveModel;
  readonly vector: Float32Array;
  /** Cosine of unrelated texts, which adds nothing to a score (models.ts). */
  readonly floor: number;
  /** Minimum cosine of a candidate that contains no word of the query. */
  readonly minCosine: number;
  readonly leastMatch: LeastMatch;
  /** True if the vector index itself checks namespace and kind. */
  readonly filtersInIndex: boolean;
}

/** A query that has no vector. */
export interface WithoutVector {
  /** Undefined if no vectors were wanted. */
  readonly degraded: Degradation | undefined;
}

/** State of semantic search, as `status` shows it. */
export interface EmbedderState {
  /** Provider of this service's embedder: none, openai or local. */
  readonly provider: string;
  /** The model whose vectors searches use. */
  readonly model: string | null;
  readonly dimensions: number | null;
  /** Cosine of unrelated texts, which adds nothing to a score; null without a model. */
  readonly floor: number | null;
  /** Why this service cannot embed; null if it can, or is configured not to. */
  readonly problem: string | null;
  /** True while the model is being fetched or loaded. */
  readonly preparing: boolean;
  /** Number of texts that wait for a vector of the model. */
  readonly stale: number;
  /** The current change of model, or the last one. */
  readonly job: ReembedJob | null;
}

const withoutVectors = new Counter({
  name: 'heartwood_query_embedding_failures_total',
  help: 'Queries that were answered by words alone because the embedder failed',
  registers: [metrics],
});

/** Assumed vector length of a server's model while it is unknown: the length of OpenAI's smaller models. */
const LIKELY_DIMENSIONS = 1_536;
const CACHED_QUERIES = 1_000;
/** Maximum time for which a search waits for the embedder. */
const QUERY_BUDGET_MS = 3_000;
/** Number of batches that `prepare` embeds before it checks the time. */
const BATCHES_AT_ONCE = 4;
/**
 * Maximum time for which a write waits for a local model, which embeds about 15 texts a second. The remaining texts are
 * embedded in the background.
 */
const LOCAL_WRITE_MS = 2_000;
const LOCAL_TEXTS_AT_ONCE = 4;

/**
 * Vectors of texts and queries. They are kept in two slots, of which one is active (ARCHITECTURE.md). A failure of the
 * embedder never fails a search or a write.
 */
@Injectable()
export class EmbeddingService implements OnApplicationBootstrap {
  private readonly logger = new Logger(EmbeddingService.name);
  private readonly queries = new LruCache<string, Promise<Float32Array>>(CACHED_QUERIES);
  private readonly shares = new CountCache<{ embedded: number; total: number }>();
  private active: ActiveModel | undefined;
  /** True if the server's vector indexes can filter by themselves; undefined until it is known. */
  private offersFilters: boolean | undefined;
  /** State of the active model's vector index; 'none' if there is none. */
  private index: IndexState = 'none';
  /** The model that becomes active as soon as it is ready, if the database has no active model yet. */
  private pending: ModelName | undefined;
  private activating: Promise<void> | undefined;
  /** Reason of the embedder's last failure; undefined if its last call succeeded. */
  private failure: string | undefined;
  private wake: () => void = () => undefined;
  private changed: () => void = () => undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly embedders: Embedders,
    private readonly repository: EmbeddingRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * The first start with an embedder activates slot 0 for its model. The start does not wait for a model to be fetched;
   * until it is ready, searches use words alone.
   */
  async onApplicationBootstrap(): Promise<void> {
    const { wanted } = this.embedders;
    const active = await this.refresh();
    if (!wanted) return;
    const keeps = active && (this.embedders.isAuto || active.provider === wanted.provider);
    const ready = this.begin(keeps ? active : wanted);
    if (!this.embedders.mustFetch(keeps ? active : wanted)) await ready;
    // The worker retries later failures, for example if the database became unreachable.
    else ready.catch((error: unknown) => this.logger.warn(`no model was made the active one: ${String(error)}`));
    if (active && !this.embedders.isAuto && !isSame(active, wanted)) {
      this.logger.warn(
        `the stored vectors are of ${active.model} (${active.provider}); the mutation reembed changes them to ${wanted.model} (${wanted.provider})`,
      );
    }
  }

  /**
   * Makes a model ready and, if the database has no active model, makes it the active one. Never fails: a failure is
   * logged and shown in `status`.
   */
  private async begin(model: ModelName): Promise<void> {
    this.pending = model;
    try {
      await this.embedders.prepare(model);
      await this.activate(model);
    } catch (error) {
      if (!(error instanceof EmbeddingError)) throw error;
      this.logger.warn(`search by meaning is off, words alone decide: ${error.message}`);
    }
  }

  /** If the database has no active model, activates the pending model once it is ready. */
  async activateWhenReady(): Promise<ActiveModel | undefined> {
    if (this.pending && this.embedders.problemOf(this.pending) === undefined) await this.activate(this.pending);
    return this.active;
  }

  /** Activates a model; concurrent calls share one activation. */
  private activate(name: ModelName): Promise<void> {
    this.activating ??= this.makeActive(name).finally(() => (this.activating = undefined));
    return this.activating;
  }

  private async makeActive({ model, provider }: ModelName): Promise<void> {
    try {
      const active = (this.active = await this.repository.activateFirst(model, provider, this.clock.now()));
      await this.repository.createIndex(active.slot);
      await this.repository.awaitIndex(active.slot, () => Promise.resolve());
      await this.lookAtIndex(true);
      this.changed();
      this.wake();
    } catch (error) {
      // If the database is read-only, it is searched with the vectors that it contains.
      if (!(error instanceof DatabaseUnavailableError)) throw error;
      this.logger.warn(`vectors are not kept: ${error.message}`);
      await this.refresh();
    } finally {
      this.pending = undefined;
    }
  }

  /** Sets a callback that wakes the background worker when texts wait; it is called after writes. */
  onWaiting(wake: () => void): void {
    this.wake = wake;
  }

  /**
   * Sets a callback that is called when searches begin to use another index, or vectors of a length that was unknown
   * before.
   */
  onChange(changed: () => void): void {
    this.changed = changed;
  }

  /** Reads the active model from the database again. */
  async refresh(): Promise<ActiveModel | undefined> {
    const before = this.active;
    this.active = await this.repository.findActive();
    const hasMoved = before?.slot !== this.active?.slot;
    const filters = await this.lookAtIndex(hasMoved);
    if (hasMoved || filters || before?.dimensions !== this.active?.dimensions) this.changed();
    return this.active;
  }

  /**
   * True if the active model's index does not filter although the server supports it: an older server created the
   * index, or it is missing.
   */
  get lacksFilter(): boolean {
    return this.offersFilters === true && (this.index === 'plain' || this.index === 'none');
  }

  /** Called when the vector index failed in a search; its state is read again later. */
  indexFailed(): void {
    this.index = 'none';
  }

  /**
   * @param anew checks even if the index is known to filter
   * @returns whether the index has begun to filter
   */
  private async lookAtIndex(anew: boolean): Promise<boolean> {
    const { active, index } = this;
    if (!active || (index === 'filtered' && !anew)) return false;
    this.offersFilters ??= await this.repository.offersFilters();
    this.index = this.offersFilters ? await this.repository.indexState(active.slot) : 'none';
    return this.index === 'filtered' && index !== 'filtered';
  }

  /**
   * Embeds texts that are about to be written, before the writer's transaction. Never fails: texts that are not
   * embedded within EMBEDDING_TIMEOUT_MS (a local model: 2 s) are stored without a vector, found by their words, and
   * embedded later.
   */
  async prepare(texts: readonly EmbeddedText[]): Promise<PreparedVectors> {
    const active = this.usable();
    if (!active || texts.length === 0) return { model: undefined, rows: texts.map(({ ref }) => waiting(ref)) };
    const { model } = active;
    const embedder = this.embedders.of(active);
    const isLocal = active.provider === 'local';
    const patience = Math.min(this.config.EMBEDDING_TIMEOUT_MS, isLocal ? LOCAL_WRITE_MS : Number.POSITIVE_INFINITY);
    const deadline = performance.now() + patience;
    const embedded: Embedded[] = [];
    const step = isLocal ? LOCAL_TEXTS_AT_ONCE : BATCHES_AT_ONCE * this.config.EMBEDDING_BATCH_SIZE;
    try {
      while (embedded.length < texts.length) {
        const part = texts.slice(embedded.length, embedded.length + step).map(embeddingText);
        const next = await within(deadline - performance.now(), (signal) => embedTexts(embedder, part, signal));
        await this.checkDimensions(model, next);
        embedded.push(...next);
      }
      this.succeeded();
    } catch (error) {
      // A local model may need longer for many texts than a write waits; that is not a failure.
      if (!(isLocal && error instanceof EmbeddingBusyError)) this.failed(error);
    }
    return { model, rows: texts.map(({ ref }, index) => ({ ...waiting(ref), ...embedded[index] })) };
  }

  /**
   * Writes the vectors of nodes that are new or whose title or text changed, inside the transaction that wrote them.
   * Both slots of such a node are updated: a vector of the old text never remains.
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
   * Embeds a query with the active model. Without an embedder, or while it fails, there is no vector, and words alone
   * decide.
   *
   * @param fresh reads the active model again, since a search found that it has changed
   */
  async embedQuery(query: string, fresh = false): Promise<QueryVector | WithoutVector> {
    if (fresh) await this.refresh();
    const active = this.usable();
    if (!active) {
      const isWanted = this.active !== undefined || this.embedders.wanted !== undefined;
      return { degraded: isWanted ? Degradation.EMBEDDER_UNAVAILABLE : undefined };
    }
    try {
      const vector = await within(Math.min(QUERY_BUDGET_MS, this.config.EMBEDDING_TIMEOUT_MS), () =>
        this.vectorOf(active, query),
      );
      checkVectors([vector], 1, active.dimensions ?? undefined);
      this.succeeded();
      const floor = this.floorOf(active);
      const least = this.config.SEARCH_MIN_COSINE ?? factsOf(active.model).leastCosine;
      // A floor of 0 has no effect.
      const minCosine = floor > 0 ? Math.max(floor, least) : least;
      const { leastMatch } = factsOf(active.model);
      return { active, vector, floor, minCosine, leastMatch, filtersInIndex: this.index === 'filtered' };
    } catch (error) {
      withoutVectors.inc();
      this.failed(error);
      const isBusy = error instanceof EmbeddingBusyError;
      return { degraded: isBusy ? Degradation.EMBEDDER_BUSY : Degradation.EMBEDDER_UNAVAILABLE };
    }
  }

  /**
   * A meaningless vector of the active model's length, for planning statements. While the length is unknown the index
   * contains no vector and accepts any length; the database makes the same plan for lists of about the same length.
   */
  anyVector(): QueryVector | undefined {
    const active = this.usable();
    if (!active) return undefined;
    const vector = new Float32Array(active.dimensions ?? factsOf(active.model).dimensions ?? LIKELY_DIMENSIONS).fill(1);
    return {
      active,
      vector,
      floor: 0,
      minCosine: 0,
      leastMatch: LEAST_MATCH_OF_WORDS,
      filtersInIndex: this.index === 'filtered',
    };
  }

  /** True if a model's floor must be measured, because it is neither known nor configured. */
  measuresFloor({ model, floor }: ActiveModel): boolean {
    return floor === null && this.config.EMBEDDING_FLOOR === undefined && factsOf(model).floor === undefined;
  }

  /**
   * Replaces all vectors by those of the configured model, while the service keeps serving. If such a change is under
   * way already, returns it.
   *
   * @throws ConflictError without an embedder
   */
  async reembed(): Promise<ReembedJob> {
    const { wanted } = this.embedders;
    if (!wanted) throw new ConflictError('EMBEDDER is none; set it to auto, local or openai to have vectors');
    const job = await this.repository.startJob(ulid(), wanted.model, wanted.provider, this.clock.now());
    if (!job) throw new ConflictError('No model is active yet; status { embedder { problem } } says why');
    this.wake();
    return toJob(job);
  }

  async status(): Promise<EmbedderState> {
    const { wanted, isAuto } = this.embedders;
    const [active, job] = await Promise.all([this.repository.findActive(), this.repository.findJob()]);
    const { stale } = active ? await this.repository.countStale(active.slot) : { stale: 0 };
    const asked = active ?? wanted;
    const obstacle = asked && this.embedders.problemOf(asked);
    const awaited = !active && obstacle === undefined && this.pending !== undefined;
    const problem =
      obstacle ?? (asked && this.failure) ?? (awaited ? `The model ${this.pending?.model} is being made ready.` : null);
    return {
      provider: isAuto ? (!obstacle && active?.provider) || 'none' : (wanted?.provider ?? 'none'),
      model: active?.model ?? null,
      dimensions: active?.dimensions ?? null,
      floor: active ? this.floorOf(active) : null,
      problem,
      preparing: awaited || (asked !== undefined && this.embedders.isPreparing(asked)),
      stale,
      job: job ? toJob(job) : null,
    };
  }

  /** Share of a namespace's texts that have a vector of the active model; null without a model, 1 without texts. */
  async vectorShare(namespace: string): Promise<number | null> {
    const { active } = this;
    if (!active) return null;
    const { embedded, total } = await this.shares.of(`${active.slot} ${active.model} ${namespace}`, () =>
      this.repository.countEmbedded(active, namespace),
    );
    return total === 0 ? 1 : embedded / total;
  }

  /** Records the length of a model's vectors, and rejects vectors of another length. */
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

  /** The active model if this machine can embed with it. */
  private usable(): ActiveModel | undefined {
    return this.active && this.embedders.problemOf(this.active) === undefined ? this.active : undefined;
  }

  private floorOf({ model, floor }: ActiveModel): number {
    return this.config.EMBEDDING_FLOOR ?? factsOf(model).floor ?? floor ?? 0;
  }

  private vectorOf(active: ActiveModel, query: string): Promise<Float32Array> {
    const text = query.slice(0, MAX_CHARACTERS);
    const key = `${active.model}\n${text}`;
    const known = this.queries.get(key);
    if (known) return known;
    const embedder = this.embedders.of(active);
    const vector = within(QUERY_BUDGET_MS, (signal) => embedder.embed([text], 'query', signal)).then(([first]) => {
      if (!first) throw new EmbeddingError('The embedder answered no vector');
      return first;
    });
    this.queries.set(key, vector);
    vector.catch(() => this.queries.delete(key));
    return vector;
  }

  private succeeded(): void {
    if (this.failure !== undefined) this.logger.log('the embedder answers again');
    this.failure = undefined;
  }

  /** Logs a warning when the embedder starts to fail, not at every request. */
  private failed(error: unknown): void {
    if (!(error instanceof EmbeddingError)) throw error;
    if (this.failure === undefined) {
      this.logger.warn(`the embedder fails; words alone decide meanwhile: ${error.message}`);
    }
    this.failure = error.message;
  }
}

function waiting(ref: string): { ref: string } & Embedded {
  return { ref, vector: null, mark: NOT_EMBEDDED };
}

function isSame(one: ModelName, other: ModelName): boolean {
  return one.model === other.model && one.provider === other.provider;
}

function toJob({ id, model, status, done, total }: StoredJob): ReembedJob {
  return { id, model, status: status as JobStatus, done, total };
}

/**
 * Cancels work that takes longer.
 *
 * @throws EmbeddingBusyError if it does
 */
async function within<Result>(milliseconds: number, start: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const cancelling = new AbortController();
  const work = start(cancelling.signal);
  // The work may still fail after its timeout; that failure is ignored.
  work.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        reject(new EmbeddingBusyError());
        cancelling.abort();
      },
      Math.max(0, milliseconds),
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    // AbortSignal.timeout would also fire after the work, and make an error with its stack each time.
    clearTimeout(timer);
  }
}
