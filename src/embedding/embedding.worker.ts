import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { ulid } from 'ulid';
import { BackgroundLoop } from '../common/background-loop.js';
import { Clock } from '../common/clock.js';
import { DatabaseUnavailableError } from '../common/errors.js';
import { metrics } from '../common/metrics.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { type Lease, Leases } from '../graph/leases.js';
import { embeddingText, embedTexts, NOT_EMBEDDED, refusedBy } from './embed-texts.js';
import { type Embedder, EmbeddingError } from './embedder.js';
import { Embedders } from './embedders.js';
import { JobStatus } from './embedding.model.js';
import { EmbeddingRepository } from './embedding.repository.js';
import { EmbeddingService } from './embedding.service.js';
import type { ActiveModel, Slot, StoredJob } from './embedding.statements.js';
import { drawnPairs } from './floor.js';
import { factsOf } from './models.js';
import { Turns } from './turns.js';

const staleTexts = new Gauge({
  name: 'heartwood_stale_texts',
  help: 'Texts that wait for a vector of the active model',
  registers: [metrics],
});

const NOTHING_YET = { vector: null, mark: NOT_EMBEDDED };
const LEASE = 'embedding';
const LOOK_EVERY_MS = 5_000;
/** The worker starts this long after a write, because a write wakes it before its transaction is committed. */
const WAKE_AFTER_MS = 250;
const CLEAR_ROWS = 500;
/** Number of texts between two writes. If each text is slow, that takes some seconds, so that progress is visible. */
const TEXTS_A_TURN = 16;
/** Minimum number of vectors from which a model's floor is measured. */
const FLOOR_VECTORS = 200;
const FLOOR_PAIRS = 1_000;
/** Searches that began before the slots changed are given this time to end; they take milliseconds. */
const GRACE_MS = 2_000;

/** Ends a run without a log message, because another replica took over, the job was replaced, or the service stops. */
class LeftOff extends Error {}

/**
 * Embeds stored texts without a vector in the background, and changes all vectors to another model. A lease lets one of
 * several replicas work at a time. If it dies, another continues where it stopped once the lease expires, since all
 * progress is in the graph.
 */
@Injectable()
export class EmbeddingWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(EmbeddingWorker.name);
  private readonly owner = ulid();
  private readonly leaseMs: number;
  private readonly loop = new BackgroundLoop(this.logger, {
    name: 'embedding in the background',
    everyMs: LOOK_EVERY_MS,
    // There is no need to run more often: each write wakes the worker, and each run counts all waiting texts.
    putOffMs: LOOK_EVERY_MS,
    look: () => this.look(),
    passes: (error) => error instanceof EmbeddingError || error instanceof DatabaseUnavailableError,
  });

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly embedders: Embedders,
    private readonly embedding: EmbeddingService,
    private readonly repository: EmbeddingRepository,
    private readonly leases: Leases,
    private readonly clock: Clock,
  ) {
    // The lease is longer than one batch takes, including all its retries.
    this.leaseMs = Math.max(60_000, 4 * config.EMBEDDING_TIMEOUT_MS);
  }

  onApplicationBootstrap(): void {
    if (!this.embedders.wanted) return;
    this.embedding.onWaiting(() => this.loop.wakeIn(WAKE_AFTER_MS));
    this.loop.wakeIn(WAKE_AFTER_MS);
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** Does all pending work, unless another replica is doing it. */
  async work(): Promise<void> {
    const active = (await this.embedding.refresh()) ?? (await this.embedding.activateWhenReady());
    if (!active) return;
    const { stale, total } = await this.repository.countStale(active.slot);
    staleTexts.set(stale);
    const job = await this.repository.findJob();
    const isOpen = job?.status === JobStatus.QUEUED || job?.status === JobStatus.RUNNING;
    const open = isOpen && this.embedders.problemOf(job) === undefined ? job : undefined;
    const waiting = stale > 0 && this.embedders.problemOf(active) === undefined;
    const unmeasured = total - stale >= FLOOR_VECTORS && this.embedding.measuresFloor(active);
    const { lacksFilter } = this.embedding;
    if (!open && !waiting && !unmeasured && !lacksFilter) return;
    const lease = await this.leases.acquire(LEASE, this.owner, this.clock.now(), this.leaseEnd());
    if (!lease) return;
    try {
      // A change of model comes first: the old model may no longer be reachable.
      if (open) await this.reembed(lease, active, open);
      else {
        if (lacksFilter) await this.remakeIndex(lease, active);
        if (unmeasured) await this.measureFloor(lease, active);
        if (waiting) await this.fillActive(lease, active);
      }
    } finally {
      await this.leases.release(lease);
    }
  }

  private async measureFloor(lease: Lease, active: ActiveModel): Promise<void> {
    const measured = await this.repository.measureFloor(active, drawnPairs(FLOOR_PAIRS));
    // Vectors may have been refused or deleted since they were counted.
    if (!measured || measured.texts < FLOOR_VECTORS) return;
    // A floor below 0 would give texts with a negative cosine a positive score.
    const floor = Math.max(0, measured.floor);
    if ((await this.repository.recordFloor(lease, this.leaseEnd(), active.model, floor)) === undefined)
      throw new LeftOff();
    await this.embedding.refresh();
    this.logger.log(
      `unrelated texts have a cosine of ${floor.toFixed(3)} in ${active.model}, which counts as no nearness`,
    );
  }

  /**
   * Recreates the vector index once after an upgrade of the server, since the older index does not filter by itself.
   * Until it is online, searches compute every cosine.
   */
  private async remakeIndex(lease: Lease, { slot }: ActiveModel): Promise<void> {
    await this.embedding.refresh();
    // Another replica may have recreated it before this one got the lease.
    if (!this.embedding.lacksFilter) return;
    this.logger.log('the vector index is made anew, so that it filters by namespace and kind itself');
    await this.repository.dropIndex(slot);
    await this.repository.createIndex(slot);
    await this.repository.awaitIndex(slot, () => this.renew(lease));
    await this.embedding.refresh();
  }

  private async look(): Promise<void> {
    try {
      await this.work();
    } catch (error) {
      if (!(error instanceof LeftOff)) throw error;
    }
  }

  /** Embeds texts for the duration of one run, so that the next run can start with more urgent work. */
  private async fillActive(lease: Lease, active: ActiveModel): Promise<void> {
    const left = await this.fill(lease, active.slot, this.embedders.of(active), async (_, waiting) => {
      staleTexts.set(waiting);
    });
    if (left > 0) this.loop.wakeIn(WAKE_AFTER_MS);
  }

  /**
   * Embeds the texts that have no vector in the slot. The namespaces take turns. It ends after the duration of one run;
   * namespaces that are added meanwhile wait for the next run.
   *
   * @param written called with the number of vectors written, and with the number of known texts that still wait
   * @returns the number of known texts that still wait
   */
  private async fill(
    lease: Lease,
    slot: Slot,
    embedder: Embedder,
    written: (count: number, waiting: number) => Promise<void>,
  ): Promise<number> {
    const end = performance.now() + LOOK_EVERY_MS;
    const size = factsOf(embedder.model).embedsAlone ? TEXTS_A_TURN : this.config.EMBEDDING_BATCH_SIZE;
    const turns = new Turns(await this.repository.findStaleNamespaces(slot), size);
    while (turns.waiting > 0 && performance.now() < end) {
      this.stopHere();
      const { namespaces, limit } = turns.next();
      const rows = await this.repository.findStale(slot, namespaces, limit);
      turns.took(namespaces, rows);
      if (rows.length === 0) continue;
      const embedded = await embedTexts(embedder, rows.map(embeddingText));
      await this.embedding.checkDimensions(embedder.model, embedded);
      // A text that has changed since it was read is left for the next round.
      const count = await this.repository.write(
        lease,
        this.leaseEnd(),
        slot,
        rows.map((row, index) => ({ ...row, ...(embedded[index] ?? NOTHING_YET) })),
      );
      if (count === undefined) throw new LeftOff();
      await written(count, turns.waiting);
    }
    return turns.waiting;
  }

  /**
   * Fills the idle slot, creates its index, and makes the slot active; then empties the old slot. Each step skips work
   * that is already done, so that another replica can restart from the beginning.
   */
  private async reembed(lease: Lease, active: ActiveModel, job: StoredJob): Promise<void> {
    const embedder = this.embedders.of(job);
    const done = active.model === job.model && active.provider === job.provider;
    if (!done) {
      const target: Slot = active.slot === 0 ? 1 : 0;
      await this.fillIdleSlot(lease, active, target, embedder, job);
      const now = this.clock.now();
      const change = { jobId: job.id, slot: target, dimensions: embedder.dimensions ?? null, now };
      if (!(await this.repository.flip(lease, this.leaseEnd(), change))) throw new LeftOff();
      await this.embedding.refresh();
      this.logger.log(`searches use the vectors of ${job.model} from now on`);
      await sleep(GRACE_MS, undefined, { signal: this.loop.signal }).catch(() => this.stopHere());
    }
    const idle: Slot = done ? (active.slot === 0 ? 1 : 0) : active.slot;
    await this.repository.dropIndex(idle);
    await this.clear(lease, idle, active.models);
    const { total } = await this.repository.countStale(idle);
    await this.repository.recordProgress(job.id, { status: JobStatus.DONE, done: total, total }, this.clock.now());
  }

  private async fillIdleSlot(
    lease: Lease,
    active: ActiveModel,
    target: Slot,
    embedder: Embedder,
    job: StoredJob,
  ): Promise<void> {
    // The index is dropped first: the slot fills faster without it, and building it once is faster than updating it in
    // small commits.
    await this.repository.dropIndex(target);
    await this.clear(
      lease,
      target,
      active.models.filter((model) => model !== job.model),
    );
    const { stale, total } = await this.repository.countStale(target);
    let done = total - stale;
    const record = async (count: number) => {
      done += count;
      const progress = { status: JobStatus.RUNNING, done: Math.min(done, total), total };
      if (!(await this.repository.recordProgress(job.id, progress, this.clock.now()))) throw new LeftOff();
    };
    await record(0);
    while ((await this.fill(lease, target, embedder, record)) > 0);
    await this.repository.createIndex(target);
    await this.repository.awaitIndex(target, () => this.renew(lease));
    // Embeds texts that were written while the index was built.
    while ((await this.fill(lease, target, embedder, record)) > 0);
  }

  private async clear(lease: Lease, slot: Slot, models: readonly string[]): Promise<void> {
    const names = models.flatMap((model) => [model, refusedBy(model)]);
    do await this.renew(lease);
    while ((await this.repository.clear(slot, names, CLEAR_ROWS)) > 0);
  }

  private async renew(lease: Lease): Promise<void> {
    this.stopHere();
    if (!(await this.leases.renew(lease, this.leaseEnd()))) throw new LeftOff();
  }

  private stopHere(): void {
    if (this.loop.signal.aborted) throw new LeftOff();
  }

  private leaseEnd(): Date {
    return new Date(this.clock.now().getTime() + this.leaseMs);
  }
}
