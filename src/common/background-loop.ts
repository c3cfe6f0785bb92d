import type { Logger } from '@nestjs/common';
import { outsideSeededTime } from './seeded-time.js';
import { inSpan } from './tracing.js';
import { beginWork, endWork } from './work-under-way.js';

/** Work that a {@link BackgroundLoop} repeats. */
export interface BackgroundWork {
  /** Name of the work in log messages, such as `archiving memories`. */
  readonly name: string | (() => string);
  /**
   * Pause between the end of a run and the start of the next one, in ms. With Infinity, the work runs only when it is
   * woken.
   */
  readonly everyMs: number;
  /** Does the work that is due now. A failure is logged, and `look` is called again later. */
  readonly look: () => Promise<void>;
  /**
   * Whether a failure is temporary, such as an unreachable database: repeats with the same message are logged only
   * once.
   */
  readonly passes: (error: unknown) => boolean;
  /** Maximum time for which repeated wake-ups may postpone a run, so that one run serves them all; default 0. */
  readonly putOffMs?: number;
  /** Pause after this many failures in a row, counted from 1; default everyMs. */
  readonly retryMs?: (failures: number) => number;
}

/**
 * Runs its work repeatedly, one run at a time, until it is stopped. It never rejects, and does not keep the process
 * alive.
 */
export class BackgroundLoop {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  /** Time at which the timer fires; Infinity if no timer is set. */
  private dueAt = Infinity;
  /** Latest time to which `dueAt` may be postponed. */
  private latestAt = Infinity;
  private running: Promise<void> | undefined;
  /** The shortest delay requested while a run was under way. */
  private wokenMs = Infinity;
  private failures = 0;
  private told: string | undefined;

  constructor(
    private readonly logger: Logger,
    private readonly work: BackgroundWork,
  ) {}

  /** Signal that is aborted when the loop is stopped, so that a long run can end early. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /**
   * Schedules a run after this delay, unless an earlier run is already scheduled. If a run is under way, the delay
   * begins at its end.
   */
  wakeIn(milliseconds: number): void {
    if (this.running) {
      this.wokenMs = Math.min(this.wokenMs, milliseconds);
      return;
    }
    const now = performance.now();
    const askedAt = now + milliseconds;
    if (askedAt < this.dueAt) this.latestAt = Math.min(this.latestAt, askedAt + (this.work.putOffMs ?? 0));
    const dueAt = Math.min(askedAt, this.latestAt);
    if (this.signal.aborted || dueAt === this.dueAt) return;
    clearTimeout(this.timer);
    this.dueAt = dueAt;
    this.timer = setTimeout(() => {
      this.running = outsideSeededTime(() => this.run());
    }, dueAt - now);
    this.timer.unref();
  }

  /** Resolves when the current run has ended; no other run follows. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    const nextMs = await this.look();
    const milliseconds = Math.min(nextMs, this.wokenMs);
    this.running = undefined;
    this.wokenMs = Infinity;
    this.dueAt = Infinity;
    this.latestAt = Infinity;
    this.wakeIn(milliseconds);
  }

  private async look(): Promise<number> {
    const { everyMs, look, retryMs } = this.work;
    try {
      const name = this.name();
      const work = { name: `job ${name}` };
      const run = () => inSpan({ name, kind: 'internal', root: { dropIdle: true } }, look);
      beginWork(work);
      await run().finally(() => endWork(work));
      this.failures = 0;
      this.told = undefined;
      return everyMs;
    } catch (error) {
      this.failures++;
      this.tell(error);
      return retryMs?.(this.failures) ?? everyMs;
    }
  }

  private name(): string {
    const { name } = this.work;
    return typeof name === 'string' ? name : name();
  }

  private tell(error: unknown): void {
    const { passes } = this.work;
    const reason = error instanceof Error ? error.message : String(error);
    const sentence = `${this.name()} failed, and is tried again: ${reason}`;
    if (sentence !== this.told || !passes(error)) this.logger.warn(sentence);
    this.told = sentence;
  }
}
