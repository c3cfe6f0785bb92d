import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { NotFoundError } from '../common/errors.js';
import { type DistillationJob, JobStatus } from './distillation.model.js';
import { DistillationRepository } from './distillation.repository.js';
import { readerOf } from './distillation.service.js';
import type { ChangedJob, JobReader } from './distillation.statements.js';

const POLL_MS = 500;
const ROWS = 1_000;
/** A change becomes visible with its commit, so an older one may come after a newer one; clocks of replicas differ. */
const OVERLAP_MS = 10_000;

/**
 * Tells listeners of jobs that change, whichever replica changed them: while somebody listens in a namespace, its jobs
 * are looked through by the time of their last change. Of changes in quick succession the last one counts.
 */
@Injectable()
export class DistillationProgress implements OnModuleDestroy {
  private readonly feeds = new Map<string, Feed>();

  constructor(
    private readonly repository: DistillationRepository,
    private readonly clock: Clock,
  ) {}

  /** Listeners are told that nothing more comes. */
  onModuleDestroy(): void {
    for (const feed of this.feeds.values()) feed.close();
  }

  /**
   * Changes from now on, of all jobs the caller sees; or of one job, first as it stands now, until it has ended.
   *
   * @throws NotFoundError when the caller sees no such job
   */
  async listen(caller: Caller, jobId?: string): Promise<AsyncIterableIterator<DistillationJob>> {
    const reader = readerOf(caller);
    const listener = new Listener(reader, jobId, () => this.feeds.get(reader.namespace)?.remove(listener));
    await this.feedOf(reader.namespace).add(listener);
    if (jobId === undefined) return listener;
    const job = await this.repository.find(reader, jobId).catch((error: unknown) => {
      listener.close();
      throw error;
    });
    if (!job) {
      listener.close();
      throw new NotFoundError('DistillationJob', jobId);
    }
    listener.begin(job);
    return listener;
  }

  private feedOf(namespace: string): Feed {
    const known = this.feeds.get(namespace);
    if (known) return known;
    const feed = new Feed(namespace, this.repository, this.clock, () => this.feeds.delete(namespace));
    this.feeds.set(namespace, feed);
    return feed;
  }
}

/** Looks through the jobs of one namespace while it has listeners. */
class Feed {
  private readonly logger = new Logger(DistillationProgress.name);
  private readonly listeners = new Set<Listener>();
  private readonly seen = new Map<string, { readonly version: number; readonly at: number }>();
  private since: Date;
  private timer: NodeJS.Timeout | undefined;
  private readonly ready: Promise<void>;

  constructor(
    private readonly namespace: string,
    private readonly repository: DistillationRepository,
    private readonly clock: Clock,
    private readonly whenEmpty: () => void,
  ) {
    this.since = new Date(clock.now().getTime() - OVERLAP_MS);
    // What changed before anybody listened is no news.
    this.ready = this.look(() => undefined).then(() => this.later());
  }

  async add(listener: Listener): Promise<void> {
    this.listeners.add(listener);
    await this.ready;
  }

  remove(listener: Listener): void {
    this.listeners.delete(listener);
    if (this.listeners.size === 0) this.close();
  }

  close(): void {
    clearTimeout(this.timer);
    this.whenEmpty();
    for (const listener of [...this.listeners]) {
      this.listeners.delete(listener);
      listener.close();
    }
  }

  private later(): void {
    if (this.listeners.size === 0) return;
    this.timer = setTimeout(() => {
      void this.look((job) => {
        for (const listener of this.listeners) listener.offer(job);
      }).finally(() => this.later());
    }, POLL_MS).unref();
  }

  private async look(tell: (job: ChangedJob) => void): Promise<void> {
    try {
      for (;;) {
        const rows = await this.repository.listChanged(this.namespace, this.since, ROWS);
        for (const job of rows) {
          if ((this.seen.get(job.id)?.version ?? 0) >= job.version) continue;
          this.seen.set(job.id, { version: job.version, at: job.changedAt.getTime() });
          tell(job);
        }
        const last = rows.at(-1)?.changedAt.getTime();
        if (last === undefined) return;
        const full = rows.length === ROWS && last > this.since.getTime();
        // One replica whose clock is ahead must not hide what the others change.
        const newest = Math.min(last, this.clock.now().getTime());
        this.since = new Date(full ? last : Math.max(this.since.getTime(), newest - OVERLAP_MS));
        for (const [id, { at }] of this.seen) if (at < this.since.getTime()) this.seen.delete(id);
        if (!full) return;
      }
    } catch (error) {
      this.logger.warn(`progress is told later: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** Jobs on their way to one subscriber; of each the latest state alone, however slow the subscriber is. */
class Listener implements AsyncIterableIterator<DistillationJob> {
  private readonly waiting = new Map<string, DistillationJob>();
  private wake: (() => void) | undefined;
  private closed = false;

  constructor(
    private readonly reader: JobReader,
    private readonly jobId: string | undefined,
    private readonly onClose: () => void,
  ) {}

  offer(job: ChangedJob): void {
    if (this.jobId !== undefined && job.id !== this.jobId) return;
    if (this.reader.visible.includes(job.visibility)) this.push(job);
  }

  /** How a job stands, unless a change of it, which is newer, was faster. */
  begin(job: DistillationJob): void {
    if (!this.waiting.has(job.id)) this.push(job);
  }

  private push(job: DistillationJob): void {
    this.waiting.set(job.id, job);
    this.wake?.();
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.wake?.();
    this.onClose();
  }

  async next(): Promise<IteratorResult<DistillationJob>> {
    for (;;) {
      const [job] = this.waiting.values();
      if (job) {
        this.waiting.delete(job.id);
        const ended = job.status === JobStatus.DONE || job.status === JobStatus.FAILED;
        if (ended && this.jobId !== undefined) this.close();
        return { done: false, value: job };
      }
      if (this.closed) return { done: true, value: undefined };
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  // Not a generator: one that waits could not be ended from outside.
  return(): Promise<IteratorResult<DistillationJob>> {
    this.waiting.clear();
    this.close();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
