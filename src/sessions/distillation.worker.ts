import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { ulid } from 'ulid';
import { Clock } from '../common/clock.js';
import {
  BadUserInputError,
  ConflictError,
  DatabaseUnavailableError,
  DomainError,
  LlmUnavailableError,
} from '../common/errors.js';
import { metrics } from '../common/metrics.js';
import { countTokens } from '../common/tokens.js';
import { inSpan } from '../common/tracing.js';
import { Workers } from '../common/workers/workers.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { LlmClient } from '../llm/llm-client.js';
import { backoffMs, serverDelayMs } from './backoff.js';
import { JobStatus, SessionOutcome } from './distillation.model.js';
import { distillationPrompt, SYSTEM } from './distillation.prompt.js';
import { type Extraction, problemOf, readReply } from './distillation.reply.js';
import { DistillationRepository, type JobEnd } from './distillation.repository.js';
import { DistillationService } from './distillation.service.js';
import type { ClaimedJob } from './distillation.statements.js';
import { MemoriesService } from '../memories/memories.service.js';
import type { SupportingTurn } from '../memories/memories.model.js';
import { cutTraceTask, pickTurnsTask } from './trace.js';

const tries = new Counter({
  name: 'heartwood_distillation_tries_total',
  help: 'Tries of distillation jobs, by outcome: done, failed, retried, postponed while the LLM is away, released at shutdown, lost to another worker',
  labelNames: ['outcome'] as const,
  registers: [metrics],
});
const memories = new Counter({
  name: 'heartwood_distillation_memories_total',
  help: 'Memories that distillation recorded',
  registers: [metrics],
});
const trySeconds = new Histogram({
  name: 'heartwood_distillation_seconds',
  help: 'Time of one try of a distillation job',
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45, 90, 180],
  registers: [metrics],
});

/**
 * Delay between the end of a job and the next claim, in ms. Jobs that end at nearly the same time are thereby replaced
 * by one claim.
 */
const GATHER_MS = 20;
/**
 * Number of tokens of the context window that are reserved for the reply: three memories of maximum length and some
 * reasoning.
 */
const REPLY_TOKENS = 4_000;
/** Minimum number of tokens for the trace, even if the prompt alone fills the window. */
const LEAST_TRACE_TOKENS = 500;
/** Number of renewals of a lease within its duration. */
const RENEWALS = 3;
/** Maximum number of characters of a trace that is cut in the main thread, which takes about 10 ms. */
const QUICK_TRACE = 32_768;
const MAX_REPLY_LENGTH = 100_000;

/** Thrown if another worker holds the job now, so that the result of this worker is discarded. */
class LeaseLost extends Error {}

type TryOutcome = 'done' | 'failed' | 'retried' | 'postponed' | 'released' | 'lost';

/**
 * Distils the queued sessions if an LLM is configured. DISTILLATION_WORKERS loops run, each with up to
 * DISTILLATION_BATCH_SIZE concurrent jobs. Any number of replicas share the queue. A worker holds a job by a lease,
 * which it renews while it works. Every write names the token of that lease, so a worker whose lease has expired can
 * change nothing.
 *
 * Memories are recorded exactly once: the LLM's reply is stored with the job before memories are made of it. A worker
 * that takes over the job uses the same reply, and therefore the same keys.
 */
@Injectable()
export class DistillationWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(DistillationWorker.name);
  private readonly owner = ulid();
  private readonly running = new Set<ClaimedJob>();
  private readonly sleepers = new Set<() => void>();
  private loops: Promise<void>[] = [];
  private stopping = new AbortController();
  private heartbeat: NodeJS.Timeout | undefined;
  private failing = false;
  /**
   * Set when the LLM refuses the credentials or the model. Until this time no job is claimed. Then a single job is
   * claimed as a probe, to find out whether the problem persists.
   */
  private blocked: { readonly until: number; probing: boolean } | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly distillation: DistillationService,
    private readonly repository: DistillationRepository,
    private readonly memoryService: MemoriesService,
    private readonly llm: LlmClient,
    private readonly clock: Clock,
    private readonly workers: Workers,
  ) {}

  onApplicationBootstrap(): void {
    this.distillation.onQueued(() => this.wake());
    this.start();
  }

  /** Runs before the database connection is closed. */
  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** Does nothing if no LLM is configured. */
  start(): void {
    if (!this.llm.configured || this.loops.length > 0) return;
    this.stopping = new AbortController();
    const { signal } = this.stopping;
    setMaxListeners(0, signal); // The default limit is lifted, because every job adds a listener.
    this.loops = Array.from({ length: this.config.DISTILLATION_WORKERS }, () => this.loop(signal));
    if (this.loops.length === 0) return;
    this.heartbeat = setInterval(() => void this.renew(), this.config.DISTILLATION_LEASE_MS / RENEWALS).unref();
  }

  /** Claims no more jobs. Jobs that wait for the LLM return to the queue; the others are completed. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await Promise.all(this.loops);
    this.loops = [];
    clearInterval(this.heartbeat);
  }

  private async loop(signal: AbortSignal): Promise<void> {
    const mine = new Set<Promise<void>>();
    let looksFirst = false;
    while (!signal.aborted) {
      const free = this.freePlaces(mine.size);
      const claimed = free === 0 ? [] : await this.claim(free, looksFirst);
      if (this.blocked && free > 0 && claimed.length === 0) this.blocked.probing = false;
      for (const job of claimed) {
        const work = this.work(job, signal).finally(() => mine.delete(work));
        mine.add(work);
      }
      if (claimed.length === free && mine.size > 0) {
        await Promise.race(mine);
        await sleep(GATHER_MS);
        looksFirst = false;
      } else {
        looksFirst = !(await this.rest(signal));
      }
    }
    await Promise.all(mine);
  }

  /** Number of further jobs that one loop may claim now. */
  private freePlaces(running: number): number {
    const { blocked } = this;
    if (!blocked) return this.config.DISTILLATION_BATCH_SIZE - running;
    if (blocked.probing || this.clock.now().getTime() < blocked.until) return 0;
    blocked.probing = true;
    return 1;
  }

  /** @returns true if woken by a new job, false after the poll interval */
  private async rest(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return true;
    return new Promise((resolve) => {
      const end = (woken: boolean) => {
        clearTimeout(timer);
        this.sleepers.delete(wake);
        resolve(woken);
      };
      const wake = () => end(true);
      const timer = setTimeout(() => end(false), this.config.DISTILLATION_POLL_MS).unref();
      this.sleepers.add(wake);
    });
  }

  private wake(): void {
    for (const wake of [...this.sleepers]) wake();
  }

  private async claim(limit: number, looksFirst: boolean): Promise<ClaimedJob[]> {
    try {
      const now = this.clock.now();
      const claimed =
        looksFirst && !(await this.repository.hasDue(now))
          ? []
          : await this.repository.claim(this.owner, limit, now, this.leaseEnd());
      this.failing = false;
      return claimed;
    } catch (error) {
      this.warn('The queue of sessions cannot be read, and is tried again', error);
      return [];
    }
  }

  private async renew(): Promise<void> {
    if (this.running.size === 0) return;
    try {
      await this.repository.renew([...this.running], this.leaseEnd());
    } catch (error) {
      this.warn('Leases of distillation jobs cannot be renewed', error);
    }
  }

  /** Makes one attempt at a job. Never throws. */
  private async work(job: ClaimedJob, signal: AbortSignal): Promise<void> {
    const end = trySeconds.startTimer();
    const blockedBefore = this.blocked;
    this.running.add(job);
    try {
      const attributes = { 'heartwood.job.id': job.id, 'heartwood.job.attempt': job.attempts };
      await inSpan({ name: 'distillation', kind: 'internal', attributes, root: {} }, async (span) => {
        const outcome = await this.attempt(job, signal);
        span?.set({ 'heartwood.job.outcome': outcome });
        tries.inc({ outcome });
      });
    } catch (error) {
      // The lease will expire, and another worker will then take over the job.
      if (!(error instanceof LeaseLost)) this.warn(`Job ${job.id} is left to its lease`, error);
      tries.inc({ outcome: 'lost' });
    } finally {
      this.running.delete(job);
      // The probing job was not refused, so credentials and model are valid, even if the job failed for another reason.
      if (blockedBefore?.probing && this.blocked === blockedBefore) this.blocked = undefined;
      end();
    }
  }

  private async attempt(job: ClaimedJob, signal: AbortSignal): Promise<TryOutcome> {
    const { DISTILLATION_MAX_ATTEMPTS: maxAttempts } = this.config;
    if (job.attempts > maxAttempts) {
      // If the last allowed attempt fails, the job is ended. A job with more attempts must therefore have crashed its
      // workers.
      return this.end(job, `Given up: ${maxAttempts} workers ended while they were at it`);
    }
    try {
      return await this.distil(job, signal);
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      const now = this.clock.now();
      if (signal.aborted && error instanceof LlmUnavailableError) {
        const { waits } = job;
        const how = { error: null, errorCode: null, counts: false, waits, dueAt: now };
        await this.held(this.repository.putBack(job, how, now));
        return 'released';
      }
      if (error instanceof LlmUnavailableError && error.away) return this.postpone(job, error, now);
      const known = error instanceof DomainError;
      if (!known) this.logger.error(`Job ${job.id} met a defect`, error instanceof Error ? error.stack : String(error));
      const message = known ? error.message : 'Internal error; the log of the service has it';
      const errorCode = known ? error.code : 'INTERNAL';
      if (job.attempts >= maxAttempts || this.isTooOld(job, now)) return this.end(job, message, { errorCode });
      const dueAt = new Date(now.getTime() + this.backoffMs(job.attempts));
      await this.held(this.repository.putBack(job, { error: message, errorCode, counts: true, waits: 0, dueAt }, now));
      return 'retried';
    }
  }

  /**
   * Puts a job back because the LLM is unreachable, which is no failure of the session. Such attempts are not counted
   * until DISTILLATION_MAX_WAIT has passed.
   */
  private async postpone(job: ClaimedJob, error: LlmUnavailableError, now: Date): Promise<TryOutcome> {
    const { message, code: errorCode, blocked, retryAfterMs = 0 } = error;
    const { DISTILLATION_BLOCKED_MS: untilAsked, DISTILLATION_RETRY_AFTER_MAX_MS: longest } = this.config;
    if (blocked) this.blocked = { until: now.getTime() + untilAsked, probing: false };
    if (this.isTooOld(job, now)) return this.end(job, `Given up after waiting for too long: ${message}`, { errorCode });
    // While the LLM is blocked, the delay does not grow: only an operator can correct the credentials, so longer delays
    // are useless.
    const delay = blocked
      ? untilAsked
      : Math.max(this.backoffMs(job.attempts + job.waits), serverDelayMs(retryAfterMs, longest));
    const dueAt = new Date(now.getTime() + delay);
    const waits = blocked ? job.waits : job.waits + 1;
    await this.held(this.repository.putBack(job, { error: message, errorCode, counts: false, waits, dueAt }, now));
    return 'postponed';
  }

  private isTooOld({ waitingSince }: ClaimedJob, now: Date): boolean {
    return now.getTime() - waitingSince.getTime() >= this.config.DISTILLATION_MAX_WAIT;
  }

  private async distil(job: ClaimedJob, signal: AbortSignal): Promise<TryOutcome> {
    const reply = job.reply ?? (await this.ask(job, signal));
    const read = readReply(reply, job.outcome, this.config.DISTILLATION_MAX_EXTRACTIONS);
    if (read.unreadable !== undefined)
      return this.end(job, read.unreadable, { reply, readable: false, errorCode: 'LLM_INVALID_REPLY' });
    const { extractions, problems } = read;
    if (extractions.length > 0 && job.reply === null) {
      await this.held(this.repository.keepReply(job, reply, this.leaseEnd()));
    }
    const refused = await this.record(job, extractions, await this.supportOf(job, extractions));
    const error = [...problems, ...refused].join('. ') || null;
    return this.end(job, error, { status: JobStatus.DONE, reply });
  }

  private async ask(job: ClaimedJob, signal: AbortSignal): Promise<string> {
    const { outcome, earlier, firstTurn } = job;
    const { DISTILLATION_CONTEXT_TOKENS: window, DISTILLATION_MAX_EXTRACTIONS: maxExtractions } = this.config;
    const about = { outcome, maxExtractions, earlier, firstTurn: firstTurn ?? undefined };
    const frame = countTokens(SYSTEM) + countTokens(distillationPrompt({ ...about, trace: '' }));
    const trace = await this.cut(job.trace, Math.max(LEAST_TRACE_TOKENS, window - frame - REPLY_TOKENS));
    const reply = await this.llm.completeText({
      system: SYSTEM,
      user: distillationPrompt({ ...about, trace }),
      name: 'distillation',
      model: this.config.DISTILLATION_MODEL,
      check: (text) => problemOf(text, outcome),
      signal,
    });
    this.blocked = undefined;
    return reply.slice(0, MAX_REPLY_LENGTH);
  }

  /** Long traces are cut in a worker thread, because counting their tokens takes long. */
  private cut(trace: string, maxTokens: number): string | Promise<string> {
    const given = { trace, maxTokens };
    return trace.length <= QUICK_TRACE ? cutTraceTask.run(given) : this.workers.run(cutTraceTask, given);
  }

  /** @returns one sentence for each memory that was rejected, with the reason */
  private async record(
    job: ClaimedJob,
    extractions: readonly Extraction[],
    support: ReadonlyMap<number, SupportingTurn>,
  ): Promise<string[]> {
    const { namespace, team, project, agent, scope, sessionId } = job;
    const caller = { namespace, team, project, ...(agent !== null && { agent }) };
    const results = await Promise.allSettled(
      extractions.map(({ number, turns, ...memory }) =>
        this.memoryService.record(
          caller,
          { ...memory, scope },
          {
            confidence: this.initialConfidence(job.outcome),
            sourceSession: sessionId,
            key: `${job.id}#${number}`,
            changeId: `distillation:${job.id}`,
            numberInReply: number,
            support: turns.flatMap((turn) => support.get(turn) ?? []),
          },
        ),
      ),
    );
    const refused = results.flatMap((result, index) => {
      if (result.status === 'fulfilled') return [];
      const reason: unknown = result.reason;
      // These errors concern a single memory and would recur. Any other error may be temporary, so the whole job is
      // retried.
      if (!(reason instanceof BadUserInputError || reason instanceof ConflictError)) throw reason;
      return [`Memory ${extractions[index]?.number} is left out: ${reason.message}`];
    });
    memories.inc(results.length - refused.length);
    return refused;
  }

  /** The turns that support the memories, by number. Numbers of turns that the trace does not contain are left out. */
  private async supportOf(
    { namespace, sessionId, visibility, trace }: ClaimedJob,
    extractions: readonly Extraction[],
  ): Promise<ReadonlyMap<number, SupportingTurn>> {
    const numbers = [...new Set(extractions.flatMap(({ turns }) => turns))];
    if (numbers.length === 0) return new Map();
    const given = { trace, numbers };
    const turns = await (trace.length <= QUICK_TRACE
      ? pickTurnsTask.run(given)
      : this.workers.run(pickTurnsTask, given));
    return new Map(
      turns.map(({ n: number, role, text, error }) => [
        number,
        { namespace, id: `${sessionId}#${number}`, sessionId, number, role, text, error, visibility },
      ]),
    );
  }

  /** Initial confidence of a distilled memory (seed 003, `initialConfidence`). */
  private initialConfidence(outcome: SessionOutcome): number {
    switch (outcome) {
      case SessionOutcome.SUCCESS:
        return this.config.MEMORY_INITIAL_SUCCESS;
      case SessionOutcome.FAILURE:
        return this.config.MEMORY_INITIAL_FAILURE;
      case SessionOutcome.UNKNOWN:
        return this.config.MEMORY_INITIAL_UNKNOWN;
    }
  }

  private async end(job: ClaimedJob, error: string | null, end: Partial<JobEnd> = {}): Promise<TryOutcome> {
    const { status = JobStatus.FAILED, readable = true, errorCode = null, reply } = end;
    const how = { status, error, errorCode, readable, ...(reply && { reply }) };
    await this.held(this.repository.end(job, how, this.clock.now()));
    return status === JobStatus.DONE ? 'done' : 'failed';
  }

  private async held(write: Promise<boolean>): Promise<void> {
    if (!(await write)) throw new LeaseLost();
  }

  private leaseEnd(): Date {
    return new Date(this.clock.now().getTime() + this.config.DISTILLATION_LEASE_MS);
  }

  private backoffMs(attempts: number): number {
    const { DISTILLATION_BACKOFF_MS: first, DISTILLATION_BACKOFF_MAX_MS: longest } = this.config;
    return backoffMs(attempts, { first, longest });
  }

  /** Logs an unavailable database once, not at every poll. */
  private warn(what: string, error: unknown): void {
    const expected = error instanceof DatabaseUnavailableError;
    if (!this.failing || !expected) {
      this.logger.warn(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
    this.failing = expected;
  }
}
