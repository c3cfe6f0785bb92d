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
import { CountCache } from '../count-cache.js';
import { LEAST_MATCH_OF_WORDS, type LeastMatch } from '../match.js';
import { Degradation } from '../degradation.model.js';
import { LruCache } from '../lru-cache.js';
import { embeddingText, embedTexts, MAX_CHARACTERS, NOT_EMBEDDED } from './embed-texts.js';
import { EmbeddingBusyError, EmbeddingError } from './embedder.js';
import { Embedders, type ModelName } from './embedders.js';
import { JobStatus, type ReembedJob } from './embedding.model.js';
import { EmbeddingRepository, type IndexState } from './embedding.repository.js';
import { type ActiveModel, attachVectors, type Embedded, markStale, type StoredJob } from './embedding.statements.js';
import { factsOf } from './models.js';
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
  /** Cosine that counts as no nearness (models.ts). */
  readonly floor: number;
  /** Minimum cosine of a candidate without a word of the query. */
  readonly minCosine: number;
  readonly leastMatch: LeastMatch;
  /** Whether the index of its vectors checks namespace and kind itself. */
  readonly filtersInIndex: boolean;
}

/** A query that has no vector. */
export interface WithoutVector {
  /** Undefined where vectors were never asked for. */
  readonly degraded: Degradation | undefined;
}

/** State of semantic search, as `status` shows it. */
export interface EmbedderState {
  /** none, openai or local: what this service embeds with. */
  readonly provider: string;
  /** The model whose vectors searches use. */
  readonly model: string | null;
  readonly dimensions: number | null;
  /** Cosine that counts as no nearness; null without a model. */
  readonly floor: number | null;
  /** Why this service cannot embed; null when it can, and where it is not to. */
  readonly problem: string | null;
  /** The model is being fetched or loaded. */
  readonly preparing: boolean;
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

/** Assumed length of the vectors of a server's model while it is unknown: the one of OpenAI's smaller models. */
const LIKELY_DIMENSIONS = 1_536;
const CACHED_QUERIES = 1_000;
/** Longer than this a search does not wait for the embedder. */
const QUERY_BUDGET_MS = 3_000;
/** Texts of one `prepare` that are embedded before the clock is looked at. */
const BATCHES_AT_ONCE = 4;
/** A model on this machine embeds some 15 texts a second: what a write brings beyond that is embedded in the background. */
const LOCAL_WRITE_MS = 2_000;
const LOCAL_TEXTS_AT_ONCE = 4;

/**
 * Vectors of texts and queries, kept in two slots of which one is active (ARCHITECTURE.md). Nothing here fails a search
 * or a write when the embedder does.
 */
@Injectable()
export class EmbeddingService implements OnApplicationBootstrap {
  private readonly logger = new Logger(EmbeddingService.name);
  private readonly queries = new LruCache<string, Promise<Float32Array>>(CACHED_QUERIES);
  private readonly shares = new CountCache<{ embedded: number; total: number }>();
  private active: ActiveModel | undefined;
  /** Whether the server's indexes can filter by themselves; undefined until it was asked. */
  private offersFilters: boolean | undefined;
  /** State of the active model's vector index; 'none' if there is none. */
  private index: IndexState = 'none';
  /** The model that a database without one gets as soon as it is ready here. */
  private pending: ModelName | undefined;
  private activating: Promise<void> | undefined;
  /** Why the embedder failed the last time; undefined when it did not. */
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
   * The first start with an embedder activates slot 0 for its model. A start waits for nothing that has to be fetched:
   * meanwhile words alone decide.
   */
  async onApplicationBootstrap(): Promise<void> {
    const { wanted } = this.embedders;
    const active = await this.refresh();
    if (!wanted) return;
    const keeps = active && (this.embedders.isAuto || active.provider === wanted.provider);
    const ready = this.begin(keeps ? active : wanted);
    if (!this.embedders.mustFetch(keeps ? active : wanted)) await ready;
    // What fails later, such as a database that went away meanwhile, the worker tries again.
    else ready.catch((error: unknown) => this.logger.warn(`no model was made the active one: ${String(error)}`));
    if (active && !this.embedders.isAuto && !isSame(active, wanted)) {
      this.logger.warn(
        `the stored vectors are of ${active.model} (${active.provider}); the mutation reembed changes them to ${wanted.model} (${wanted.provider})`,
      );
    }
  }

  /** Makes a model ready and, in a database that has none, the active one. Never fails: why it cannot be is logged, and in `status`. */
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

  /** Of a database without an active model: makes the one that could not be had before the active one, once it is ready. */
  async activateWhenReady(): Promise<ActiveModel | undefined> {
    if (this.pending && this.embedders.problemOf(this.pending) === undefined) await this.activate(this.pending);
    return this.active;
  }

  /** Whoever asks while it is being done waits for the same. */
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
      // A read-only database is searched with what it has.
      if (!(error instanceof DatabaseUnavailableError)) throw error;
      this.logger.warn(`vectors are not kept: ${error.message}`);
      await this.refresh();
    } finally {
      this.pending = undefined;
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
    const hasMoved = before?.slot !== this.active?.slot;
    const filters = await this.lookAtIndex(hasMoved);
    if (hasMoved || filters || before?.dimensions !== this.active?.dimensions) this.changed();
    return this.active;
  }

  /** Whether the active model's index could filter by itself and does not: an older server made it, or it is gone. */
  get lacksFilter(): boolean {
    return this.offersFilters === true && (this.index === 'plain' || this.index === 'none');
  }

  /** What searches were sent to did not serve: the next look tells what there is. */
  indexFailed(): void {
    this.index = 'none';
  }

  /**
   * @param anew also where the index was seen to filter
   * @returns whether it filters from now on
   */
  private async lookAtIndex(anew: boolean): Promise<boolean> {
    const { active, index } = this;
    if (!active || (index === 'filtered' && !anew)) return false;
    this.offersFilters ??= await this.repository.offersFilters();
    this.index = this.offersFilters ? await this.repository.indexState(active.slot) : 'none';
    return this.index === 'filtered' && index !== 'filtered';
  }

  /**
   * Embeds texts that are about to be written, before the writer's transaction. Never fails: what the embedder could
   * not do within EMBEDDING_TIMEOUT_MS (a model on this machine: 2 s) is stored without a vector, found by its words, and embedded later.
   */
  async prepare(texts: readonly EmbeddedText[]): Promise<PreparedVectors> {
    const active = this.usable();
    if (!active || texts.length === 0) return { model: undefined, rows: texts.map(({ ref }) => waiting(ref)) };
    const { model } = active;
    const embedder = this.embedders.of(active);
    const isLocal = active.provider === 'local';
    const patience = Math.min(this.config.EMBEDDING_TIMEOUT_MS, isLocal ? LOCAL_WRITE_MS : Number.POSITIVE_INFINITY);
    const deadline = performance.now() + patience;
    const signal = AbortSignal.timeout(patience);
    const embedded: Embedded[] = [];
    const step = isLocal ? LOCAL_TEXTS_AT_ONCE : BATCHES_AT_ONCE * this.config.EMBEDDING_BATCH_SIZE;
    try {
      while (embedded.length < texts.length) {
        const part = texts.slice(embedded.length, embedded.length + step).map(embeddingText);
        const next = await within(deadline - performance.now(), embedTexts(embedder, part, signal));
        await this.checkDimensions(model, next);
        embedded.push(...next);
      }
      this.succeeded();
    } catch (error) {
      // Many texts take a model on this machine longer than a write waits: that is no failure.
      if (!(isLocal && error instanceof EmbeddingBusyError)) this.failed(error);
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
   * The query's vector by the active model; none without an embedder, and while it fails: then the words decide.
   *
   * @param fresh read the active model anew, since a search met another one
   */
  async embedQuery(query: string, fresh = false): Promise<QueryVector | WithoutVector> {
    if (fresh) await this.refresh();
    const active = this.usable();
    if (!active) {
      const isWanted = this.active !== undefined || this.embedders.wanted !== undefined;
      return { degraded: isWanted ? Degradation.EMBEDDER_UNAVAILABLE : undefined };
    }
    try {
      const vector = await within(
        Math.min(QUERY_BUDGET_MS, this.config.EMBEDDING_TIMEOUT_MS),
        this.vectorOf(active, query),
      );
      checkVectors([vector], 1, active.dimensions ?? undefined);
      this.succeeded();
      const floor = this.floorOf(active);
      const least = this.config.SEARCH_MIN_COSINE ?? factsOf(active.model).leastCosine;
      // A floor of 0 is none.
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
   * A vector that means nothing, of the active model's length. Where that is not known yet there is no vector in the index,
   * which then takes any length; the database plans alike for lists of about the same length.
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

  /** Whether a model's floor is neither known nor given, and so to be measured. */
  measuresFloor({ model, floor }: ActiveModel): boolean {
    return floor === null && this.config.EMBEDDING_FLOOR === undefined && factsOf(model).floor === undefined;
  }

  /**
   * Changes all vectors to the configured model while the service serves. Called again, it returns the change that is
   * under way.
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

  /** Share of a namespace's texts that have a vector of the active model; null without one. 1 where there are none. */
  async vectorShare(namespace: string): Promise<number | null> {
    const { active } = this;
    if (!active) return null;
    const { embedded, total } = await this.shares.of(`${active.slot} ${active.model} ${namespace}`, () =>
      this.repository.countEmbedded(active, namespace),
    );
    return total === 0 ? 1 : embedded / total;
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

  /** The active model, where this machine can embed with it. */
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
    const vector = this.embedders
      .of(active)
      .embed([text], 'query', AbortSignal.timeout(QUERY_BUDGET_MS))
      .then(([first]) => {
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

  /** Warns when the embedder begins to fail, not at every request. */
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

async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  // The loser of a race may fail after the race is decided; that failure is not reported.
  work.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EmbeddingBusyError()), Math.max(0, milliseconds));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
