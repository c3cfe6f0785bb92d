import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { ChangeFeeds } from '../common/change-feed.js';
import { Clock } from '../common/clock.js';
import { NotFoundError } from '../common/errors.js';
import { Outbox } from '../common/outbox.js';
import { type DistillationJob, JobStatus } from './distillation.model.js';
import { type Changed, DistillationRepository } from './distillation.repository.js';
import { readerOf } from './distillation.service.js';

const OVERLAP_MS = 10_000;

/**
 * Notifies subscribers of changes of jobs on any replica. If a job changes several times in quick succession,
 * subscribers may receive only its latest state.
 */
@Injectable()
export class DistillationProgress implements OnModuleDestroy {
  private readonly feeds: ChangeFeeds<Changed>;

  constructor(
    private readonly repository: DistillationRepository,
    clock: Clock,
  ) {
    this.feeds = new ChangeFeeds({
      name: 'progress of distillation',
      overlapMs: OVERLAP_MS,
      list: (namespace, since, limit) => repository.listChanged(namespace, since, limit),
      keyOf: ({ id, version }) => `${id}:${version}`,
      atOf: ({ changedAt }) => changedAt,
      now: () => clock.now(),
    });
  }

  /** Ends all subscriptions. */
  onModuleDestroy(): void {
    this.feeds.close();
  }

  /**
   * Subscribes to changes of all jobs that the caller can see. If `jobId` is given, the current state of this job is
   * sent first, and the subscription ends when the job has ended.
   *
   * @throws NotFoundError when the caller cannot see that job
   */
  async listen(caller: Caller, jobId?: string): Promise<AsyncIterableIterator<DistillationJob>> {
    const reader = readerOf(caller);
    let leave = (): void => undefined;
    const outbox = new Outbox<DistillationJob>(() => leave());
    const push = (job: DistillationJob) => {
      const ended = job.status === JobStatus.DONE || job.status === JobStatus.FAILED;
      outbox.push(job.id, job, ended && jobId !== undefined);
    };
    leave = await this.feeds.listen(
      reader.namespace,
      (job) => {
        if (jobId !== undefined && job.id !== jobId) return;
        if (reader.visible.includes(job.visibility)) push(job);
      },
      () => outbox.close(),
    );
    if (jobId === undefined) return outbox;
    const job = await this.repository.find(reader, jobId).catch((error: unknown) => {
      outbox.close();
      throw error;
    });
    if (!job) {
      outbox.close();
      throw new NotFoundError('DistillationJob', jobId);
    }
    // If a change arrived during the read, it is newer than the state that was read.
    if (!outbox.has(job.id)) push(job);
    return outbox;
  }
}
