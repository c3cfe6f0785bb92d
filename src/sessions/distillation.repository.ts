import { Injectable } from '@nestjs/common';
import { compare } from '../common/text.js';
import { GraphService } from '../graph/graph.service.js';
import { type DistillationJob, JobStatus, type SessionOutcome } from './distillation.model.js';
import {
  type ChangedJob,
  type ClaimedJob,
  claimJobs,
  continueSession,
  countJobs,
  endJob,
  findDueJob,
  findJob,
  findSession,
  type JobKey,
  type JobReader,
  type KnownSession,
  keepReply,
  listChangedJobs,
  listDistilled,
  listJobs,
  listJobsByStatus,
  type PutBack,
  putBackJob,
  queueSession,
  renewJobs,
  type RetryFilter,
  retryJobs,
  settleSession,
  type StoredJob,
  type StoredPart,
  type StoredSession,
} from './distillation.statements.js';

/** Maximum number of jobs that one transaction retries. */
const RETRIED_AT_ONCE = 500;

/** A text that sorts after every job id, because ids begin with `job_`. */
const FROM_THE_NEWEST = '~';

/** Final state of a distillation job. */
export interface JobEnd {
  readonly status: JobStatus;
  readonly error: string | null;
  readonly errorCode: string | null;
  readonly reply?: string;
  /** False if the reply cannot be parsed; a retry then asks the LLM again. */
  readonly readable: boolean;
}

/** A job together with the number and time of its latest change, and the scope that may see it. */
export type Changed = DistillationJob & Pick<ChangedJob, 'version' | 'visibility' | 'changedAt'>;

/** Stores the distillation queue in the graph: sessions, their jobs and the jobs' states. */
@Injectable()
export class DistillationRepository {
  constructor(private readonly graph: GraphService) {}

  async findSession(namespace: string, sessionId: string): Promise<KnownSession | undefined> {
    const [row] = await this.graph.run(findSession, { namespace, sessionId });
    return row;
  }

  /** @returns the job; undefined if a concurrent call queued the session first */
  async queue(session: StoredSession, part: StoredPart): Promise<DistillationJob | undefined> {
    const [row] = await this.graph.run(queueSession, { ...session, ...part });
    return row?.created ? jobOf(row.job) : undefined;
  }

  /**
   * Queues the turns that were added to a session since it was last queued.
   *
   * @param known number of turns that were submitted before
   * @returns the new job; undefined if a concurrent call queued these turns first
   */
  async continue(
    { namespace, sessionId, trace, outcome }: StoredSession,
    part: StoredPart,
    known: number,
  ): Promise<DistillationJob | undefined> {
    const [row] = await this.graph.run(continueSession, { namespace, sessionId, trace, outcome, ...part, known });
    return row && jobOf(row.job);
  }

  /** Records the outcome of a session if it was unknown. */
  async settle(namespace: string, sessionId: string, outcome: SessionOutcome): Promise<void> {
    await this.graph.run(settleSession, { namespace, sessionId, outcome });
  }

  async hasDue(now: Date): Promise<boolean> {
    return (await this.graph.run(findDueJob, { now })).length > 0;
  }

  /** Claims due jobs with a lease until `until`; no other worker holds them meanwhile. */
  async claim(owner: string, limit: number, now: Date, until: Date): Promise<ClaimedJob[]> {
    const rows = await this.graph.run(claimJobs, { owner, limit, now, until });
    return rows.map(({ job, session, earlier }) => ({ ...session, ...job, earlier }));
  }

  async renew(jobs: readonly JobKey[], until: Date): Promise<void> {
    const sorted = jobs
      .map(({ namespace, id, token }) => ({ namespace, id, token }))
      .sort((a, b) => compare(a.namespace, b.namespace) || compare(a.id, b.id));
    await this.graph.run(renewJobs, { jobs: sorted, until });
  }

  /** @returns false when the lease was lost */
  async keepReply({ namespace, id, token }: JobKey, reply: string, until: Date): Promise<boolean> {
    return (await this.graph.run(keepReply, { namespace, id, token, reply, until })).length > 0;
  }

  /** @returns false when the lease was lost */
  async end({ namespace, id, token }: JobKey, { reply, ...end }: JobEnd, now: Date): Promise<boolean> {
    return (await this.graph.run(endJob, { namespace, id, token, reply: reply ?? null, ...end, now })).length > 0;
  }

  /** @returns false when the lease was lost */
  async putBack({ namespace, id, token }: JobKey, how: PutBack, now: Date): Promise<boolean> {
    return (await this.graph.run(putBackJob, { namespace, id, token, ...how, now })).length > 0;
  }

  /** @returns number of jobs that were queued again */
  async retryAll(reader: JobReader, filter: RetryFilter, now: Date): Promise<number> {
    for (let retried = 0; ;) {
      const rows = await this.graph.run(retryJobs, { ...reader, filter, limit: RETRIED_AT_ONCE, now });
      if (rows.length === 0) return retried;
      retried += rows.length;
    }
  }

  async find(reader: JobReader, id: string): Promise<DistillationJob | undefined> {
    const [row] = await this.graph.run(findJob, { ...reader, id });
    return row && jobOf(row.job);
  }

  /** Newest first. */
  async list(
    reader: JobReader,
    page: { status?: JobStatus | undefined; before?: string | undefined; limit: number },
  ): Promise<DistillationJob[]> {
    const { status, before = FROM_THE_NEWEST, limit } = page;
    const rows =
      status === undefined
        ? await this.graph.run(listJobs, { ...reader, before, limit })
        : await this.graph.run(listJobsByStatus, { ...reader, before, limit, status });
    return rows.map(({ job }) => jobOf(job));
  }

  async count(reader: JobReader, status?: JobStatus): Promise<number> {
    const statuses = status === undefined ? Object.values(JobStatus) : [status];
    const [row] = await this.graph.run(countJobs, { ...reader, statuses });
    return row?.total ?? 0;
  }

  async listChanged(namespace: string, since: Date, limit: number): Promise<Changed[]> {
    const rows = await this.graph.run(listChangedJobs, { namespace, since, limit });
    return rows.map(({ job }) => ({ ...job, ...jobOf(job) }));
  }

  /** Ids of the memories distilled from each session, ordered by creation time, then id. */
  async listDistilled(namespace: string, sessionIds: readonly string[]): Promise<Map<string, readonly string[]>> {
    const rows = await this.graph.run(listDistilled, { namespace, sessionIds });
    return new Map(rows.map(({ sessionId, memoryIds }) => [sessionId, memoryIds]));
  }
}

function jobOf({ redacted, skippedTypes, ...job }: StoredJob): DistillationJob {
  return {
    ...job,
    skippedTypes: skippedTypes.map((skipped) => {
      const [count = ''] = skipped.split(' ', 1);
      return { type: skipped.slice(count.length + 1), count: Number(count) };
    }),
    redacted: redacted.map((cut) => {
      const [path = ''] = cut.split(' ', 1);
      return { path, rule: cut.slice(path.length + 1) };
    }),
  };
}
