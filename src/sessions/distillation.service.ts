import { Injectable } from '@nestjs/common';
import { BatchLoader } from '../common/batch-loader.js';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { type ConnectionOf, decodeCursor, page } from '../common/connection.js';
import { BadUserInputError, ConflictError, LlmUnavailableError } from '../common/errors.js';
import { Workers } from '../common/workers/workers.js';
import { tellRedactions } from '../secrets/door.js';
import type { Untaken } from '../transcripts/reader.js';
import { FORMATS } from '../transcripts/records.js';
import { newId } from '../common/seeded-time.js';
import { LlmClient } from '../llm/llm-client.js';
import type {
  DistillationJobsArgs,
  DistillationRetryFilter,
  SessionInput,
  SessionTraceInput,
} from './distillation.inputs.js';
import { type DistillationJob, JobStatus, SessionOutcome } from './distillation.model.js';
import { DistillationRepository } from './distillation.repository.js';
import type { JobReader, KnownSession, StoredPart, StoredSession } from './distillation.statements.js';
import type { Memory } from '../memories/memories.model.js';
import { MemoriesService } from '../memories/memories.service.js';
import { assertMayShow } from '../memories/rights.js';
import { visibilityOf, visibleTo } from '../memories/scopes.js';
import { readTraceTask } from './trace.js';
import { redactTurnsTask } from './trace.redaction.js';
import { keepMessages, readTraceStream, type SaidMessage } from './trace.stream.js';
import { hashUpTo, type KeptTrace } from './transcripts/keeper.js';

/**
 * Maximum number of characters that are searched for secrets in the main thread, which takes about 10 ms. Longer traces
 * are searched in a worker thread.
 */
const QUICK_TRACE = 16_384;
/** Maximum number of attempts to queue a session that concurrent calls change meanwhile. */
const TRIES = 3;

/** Queues sessions for distillation. Workers on any replica distil them into memories. */
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
   * Queues a session for distillation. If the same trace was queued before, its job is returned in its current state.
   * If the trace continues one that was queued before, only the new turns are queued, as a further part of the session.
   *
   * @throws LlmUnavailableError when no LLM is configured, because the job would never be run
   * @throws ForbiddenError when the scope would make the memories visible to more callers than the caller's key may
   * decide on
   * @throws BadUserInputError when the trace has no turns
   * @throws ConflictError when the id was used for other turns, or with another outcome, scope, team or project
   */
  async queueSession(caller: Caller, { trace, ...session }: SessionInput): Promise<DistillationJob> {
    const job = await this.handIn(caller, session, (known) => this.read(trace, known));
    tellRedactions(job.redacted);
    return job;
  }

  /**
   * Like `queueSession`, but reads the trace as a stream of up to 100 MB and keeps only its most informative turns.
   *
   * @throws LimitExceededError when the trace is longer than 100 MB
   */
  queueStream(caller: Caller, session: SessionTraceInput, trace: AsyncIterable<Uint8Array>): Promise<DistillationJob> {
    return this.handIn(caller, session, (known) => readTraceStream(trace, known));
  }

  /** Like `queueStream`, for the messages of a conversation, whose roles may be any names. */
  queueMessages(
    caller: Caller,
    session: SessionTraceInput,
    messages: AsyncIterable<SaidMessage>,
  ): Promise<DistillationJob> {
    return this.handIn(caller, session, (known) => keepMessages(messages, known));
  }

  private async handIn(
    caller: Caller,
    session: SessionTraceInput,
    read: (known: number) => Promise<KeptTrace>,
  ): Promise<DistillationJob> {
    if (!this.llm.configured) {
      throw new LlmUnavailableError(
        'Distillation needs an LLM: set LLM_MODEL, and OPENAI_API_KEY or OPENAI_BASE_URL of a server that speaks the OpenAI protocol. Without one, `heartwood conversation add` and addTranscript keep the same transcript as a conversation, which searches and contexts find',
      );
    }
    assertMayShow(caller, session.scope);
    const { sessionId } = session;
    let known = await this.repository.findSession(caller.namespace, sessionId);
    const trace = await read(known?.session.turns ?? 0);
    assertHoldsTurns(trace, trace.count);
    for (let tries = 0; tries < TRIES; tries++) {
      const job = known
        ? await this.goOn(caller, session, known, trace)
        : await this.repository.queue(...(await this.stored(caller, session, trace, 0)));
      if (job) {
        if (job.status === JobStatus.QUEUED) this.wake();
        return job;
      }
      // A concurrent call has queued the session first, so the session is read again.
      known = await this.repository.findSession(caller.namespace, sessionId);
    }
    throw new ConflictError(`Session "${sessionId}" is being changed by other calls; hand it in again`);
  }

  /** @returns undefined if a concurrent call queued these turns first */
  private async goOn(
    caller: Caller,
    given: SessionTraceInput,
    { session, parts }: KnownSession,
    trace: KeptTrace,
  ): Promise<DistillationJob | undefined> {
    const { team, project } = caller;
    const { sessionId, outcome, scope } = given;
    const differs = (what: string) => new ConflictError(`Session "${sessionId}" was handed in with another ${what}`);
    if (session.deletedAt !== null) throw new ConflictError(`Session "${sessionId}" was deleted`);
    if (session.scope !== scope) throw differs('scope');
    if (session.team !== team) throw differs('team');
    if (session.project !== project) throw differs('project');
    if (session.jobId === null) return this.repository.queue(...(await this.stored(caller, given, trace, 0)));
    if (session.outcome !== outcome && session.outcome !== SessionOutcome.UNKNOWN) throw differs('outcome');
    const { turns, turnsHash } = session;
    // Version 0.2.0 and earlier stored no number of turns, so what follows them is unknown.
    if (turns === null) throw differs('trace');
    if (trace.count > turns) {
      if (hashUpTo(trace, turns) !== turnsHash) {
        throw new ConflictError(
          `Session "${sessionId}" was handed in with another trace: its ${turns} turns are not the first of this one`,
        );
      }
      return this.repository.continue(...(await this.stored(caller, given, trace, turns)), turns);
    }
    const same = parts.find(
      ({ lastTurn, turnsHash: hash }) => lastTurn === trace.count && hash === hashUpTo(trace, lastTurn),
    );
    if (!same) throw differs('trace');
    return this.settled(caller, given, session, same.jobId);
  }

  /** Records the outcome if it was unknown, and returns the existing job. */
  private async settled(
    caller: Caller,
    { sessionId, outcome }: SessionTraceInput,
    known: KnownSession['session'],
    jobId: string,
  ): Promise<DistillationJob | undefined> {
    if (known.outcome !== outcome) await this.repository.settle(caller.namespace, sessionId, outcome);
    return this.repository.find(readerOf(caller), jobId);
  }

  /** Prepares the new turns for storage and removes secrets from them. */
  private async stored(
    caller: Caller,
    { sessionId, outcome, scope }: SessionTraceInput,
    { turns, count, skipped, skippedTypes, ...hashed }: KeptTrace,
    known: number,
  ): Promise<[StoredSession, StoredPart]> {
    const { namespace, team, project, agent = null } = caller;
    const fresh = turns.filter(({ n }) => n > known || n === 1);
    const characters = fresh.reduce((sum, { text }) => sum + text.length, 0);
    const { trace, redacted } = await (characters <= QUICK_TRACE
      ? redactTurnsTask.run(fresh)
      : this.workers.run(redactTurnsTask, fresh));
    const now = this.clock.now();
    return [
      { namespace, sessionId, trace, outcome, scope, team, project, agent },
      {
        jobId: `job_${newId(now.getTime())}`,
        visibility: visibilityOf(scope, caller),
        turns: count,
        turnsHash: hashUpTo(hashed, count),
        skipped,
        skippedTypes: skippedTypes.map(({ type, count: times }) => `${times} ${type}`),
        redacted: redacted.map(({ path, rule }) => `${path} ${rule}`),
        now,
      },
    ];
  }

  private async read(trace: string, known: number): Promise<KeptTrace> {
    const given = { trace, known };
    return trace.length <= QUICK_TRACE ? readTraceTask.run(given) : this.workers.run(readTraceTask, given);
  }

  /**
   * Retries all failed jobs that match the filter and resets their counts of attempts.
   *
   * @returns the number of jobs retried
   */
  async retryAll(caller: Caller, filter: DistillationRetryFilter = {}): Promise<number> {
    const { jobIds = null, sessionIds = null, errorCodes = null, queuedFrom = null, queuedUntil = null } = filter;
    const asked = { jobIds, sessionIds, errorCodes, queuedFrom, queuedUntil };
    const retried = await this.repository.retryAll(readerOf(caller), asked, this.clock.now());
    if (retried > 0) this.wake();
    return retried;
  }

  /** @returns undefined if the caller cannot see the job */
  find(caller: Caller, id: string): Promise<DistillationJob | undefined> {
    return this.repository.find(readerOf(caller), id);
  }

  /**
   * The jobs that the caller can see, newest first.
   *
   * @throws BadUserInputError when `after` is not a cursor of this list
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

  /** The memories distilled from the job's session that the caller can see, ordered by creation time, then id. */
  async memoriesOf(caller: Caller, { sessionId }: Pick<DistillationJob, 'sessionId'>): Promise<Memory[]> {
    const ids = (await this.distilled.load({ namespace: caller.namespace }, sessionId)) ?? [];
    const memories = await Promise.all(ids.map((id) => this.memoryService.find(caller, id)));
    return memories.filter((memory) => memory !== undefined);
  }

  /** Registers a callback for new jobs that were queued in this process. */
  onQueued(listener: () => void): void {
    this.listeners.push(listener);
  }

  private wake(): void {
    for (const listener of this.listeners) listener();
  }
}

/**
 * @throws BadUserInputError with the rule UNKNOWN_FORMAT when the trace is JSON of no known format, else with the rule
 * holdsTurns when it has no turn
 */
export function assertHoldsTurns({ isUnknown, skipped, skippedTypes }: Untaken, count: number): void {
  if (isUnknown) {
    const message = `trace is JSON of a format that is not known. Known are: ${FORMATS}`;
    throw BadUserInputError.of('trace', 'UNKNOWN_FORMAT', message);
  }
  if (count > 0) return;
  const left = skippedTypes.map(({ type, count: times }) => `${times} ${type}`).join(', ');
  const message = `trace holds no turn of a session (${skipped} lines could not be read${left && `; left out: ${left}`})`;
  throw BadUserInputError.of('trace', 'holdsTurns', message);
}

export function readerOf(caller: Caller): JobReader {
  return { namespace: caller.namespace, visible: visibleTo(caller) };
}
