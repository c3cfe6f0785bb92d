import { Injectable } from '@nestjs/common';
import { BatchLoader } from '../common/batch-loader.js';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { type ConnectionOf, decodeCursor, page } from '../common/connection.js';
import { ConflictError, LlmUnavailableError, NotFoundError } from '../common/errors.js';
import { hashOfParts } from '../common/hash.js';
import { Workers } from '../common/workers/workers.js';
import { newId } from '../common/seeded-time.js';
import { LlmClient } from '../llm/llm-client.js';
import type { DistillationJobsArgs, DistillationRetryFilter, SessionInput } from './distillation.inputs.js';
import { type DistillationJob, JobStatus } from './distillation.model.js';
import { DistillationRepository } from './distillation.repository.js';
import type { JobReader } from './distillation.statements.js';
import type { Memory } from './memories.model.js';
import { MemoriesService } from './memories.service.js';
import { visibilityOf, visibleTo } from './scopes.js';
import { redactTraceTask } from './trace.redaction.js';

/** Characters of a trace whose secrets are looked for at once, in some ten milliseconds. */
const QUICK_TRACE = 16_384;

/** Sessions on their way to memories: queued here, distilled by the workers of any replica. */
@Injectable()
export class DistillationService {
  private readonly distilled = new BatchLoader(({ namespace }: { namespace: string }, sessionIds) =>
    this.repository.listDistilled(namespace, sessionIds),
  );
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly repository: DistillationRepository,
    private readonly memoryService: MemoriesService,
    private readonly llm: LlmClient,
    private readonly clock: Clock,
    private readonly workers: Workers,
  ) {}

  /**
   * Puts a session on the queue. The same session again gives its job as it is by now.
   *
   * @throws LlmUnavailableError when no LLM is configured: it would wait for ever
   * @throws ConflictError when the id stands for another trace, outcome, scope or project
   */
  async queueSession(caller: Caller, input: SessionInput): Promise<DistillationJob> {
    if (!this.llm.configured) {
      throw new LlmUnavailableError(
        'Distillation needs an LLM: set LLM_MODEL, and OPENAI_API_KEY or OPENAI_BASE_URL of a server that speaks the OpenAI protocol',
      );
    }
    const { namespace, team, project, agent = null } = caller;
    const { sessionId, outcome, scope } = input;
    const trace = await this.withoutSecrets(input.trace);
    const now = this.clock.now();
    const job = await this.repository.queue(
      { namespace, sessionId, trace, outcome, scope, team, project, agent },
      {
        jobId: `job_${newId(now.getTime())}`,
        visibility: visibilityOf(scope, caller),
        requestHash: hashOfParts([trace, outcome, scope, team, project]),
        now,
      },
    );
    if (!job) {
      throw new ConflictError(`Session "${sessionId}" was queued with another trace, outcome, scope or project`);
    }
    if (job.status === JobStatus.QUEUED) this.wake();
    return job;
  }

  /**
   * Tries a failed job again, with all its attempts; one that waits or runs is returned as it is.
   *
   * @throws NotFoundError when the caller sees no such job
   * @throws ConflictError when it is done
   */
  async retry(caller: Caller, id: string): Promise<DistillationJob> {
    const job = await this.repository.retry(readerOf(caller), id, this.clock.now());
    if (!job) throw new NotFoundError('DistillationJob', id);
    if (job.status === JobStatus.DONE) throw new ConflictError(`DistillationJob "${id}" is done`);
    this.wake();
    return job;
  }

  /**
   * Tries all failed jobs again that fit, each with all its attempts.
   *
   * @returns how many
   */
  async retryAll(caller: Caller, filter: DistillationRetryFilter = {}): Promise<number> {
    const { sessionIds = null, errorCodes = null, queuedFrom = null, queuedUntil = null } = filter;
    const asked = { sessionIds, errorCodes, queuedFrom, queuedUntil };
    const retried = await this.repository.retryAll(readerOf(caller), asked, this.clock.now());
    if (retried > 0) this.wake();
    return retried;
  }

  /** @returns undefined when the caller sees no such job */
  find(caller: Caller, id: string): Promise<DistillationJob | undefined> {
    return this.repository.find(readerOf(caller), id);
  }

  /**
   * The jobs a caller sees, newest first.
   *
   * @throws BadUserInputError when `after` is no cursor of this list
   */
  async list(caller: Caller, { first, after, status }: DistillationJobsArgs): Promise<ConnectionOf<DistillationJob>> {
    const reader = readerOf(caller);
    const order = status === undefined ? 'jobs' : `jobs-${status}`;
    const [before] = decodeCursor(after, order, ['string']) ?? [];
    return page({
      rows: await this.repository.list(reader, { status, before, limit: first + 1 }),
      first,
      after,
      order,
      key: ({ id }) => [id],
      totalCount: () => this.repository.count(reader, status),
    });
  }

  /** What came of a session, of it what the caller sees; by when it was recorded, then by id. */
  async memoriesOf(caller: Caller, { sessionId }: Pick<DistillationJob, 'sessionId'>): Promise<Memory[]> {
    const ids = (await this.distilled.load({ namespace: caller.namespace }, sessionId)) ?? [];
    const memories = await Promise.all(ids.map((id) => this.memoryService.find(caller, id)));
    return memories.filter((memory) => memory !== undefined);
  }

  /** Calls back when there may be something to do, in this process. */
  onQueued(listener: () => void): void {
    this.listeners.push(listener);
  }

  private withoutSecrets(trace: string): string | Promise<string> {
    return trace.length <= QUICK_TRACE ? redactTraceTask.run(trace) : this.workers.run(redactTraceTask, trace);
  }

  private wake(): void {
    for (const listener of this.listeners) listener();
  }
}

export function readerOf(caller: Caller): JobReader {
  return { namespace: caller.namespace, visible: visibleTo(caller) };
}
