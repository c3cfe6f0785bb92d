import type { Logger } from '@nestjs/common';
import { outsideSeededTime } from './seeded-time.js';
import { inSpan } from './tracing.js';

/** Work that a {@link BackgroundLoop} repeats. */
export interface BackgroundWork {
  /** What is done, as a log names it where it failed: `archiving memories`. */
  readonly name: string | (() => string);
  /** From the end of one look to the beginning of the next one; Infinity: the next one is when it is woken. */
  readonly everyMs: number;
  /** Does what there is to do now. What it throws is logged, and it is called again. */
  readonly look: () => Promise<void>;
  /** Whether a failure passes by itself, such as a database that is away: with the same message it is logged once. */
  readonly passes: (error: unknown) => boolean;
  /**
   * How long those who wake it again and again may put a look off, so that one look serves them all; default 0.
   */
  readonly putOffMs?: number;
  /** Time until the next look after so many failures in a row, counted from 1; default everyMs. */
  readonly retryMs?: (failures: number) => number;
}

/**
 * Looks again and again for something to do, one look at a time, until it is stopped. It never rejects, and keeps no
 * process alive.
 */
export class BackgroundLoop {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  /** When the timer is over; Infinity where none runs. */
  private dueAt = Infinity;
  /** Until when that may be put off. */
  private latestAt = Infinity;
  private running: Promise<void> | undefined;
  /** The shortest time for which it was woken during the look under way. */
  private wokenMs = Infinity;
  private failures = 0;
  private told: string | undefined;

  constructor(
    private readonly logger: Logger,
    private readonly work: BackgroundWork,
  ) {}

  /** Aborted when the loop is to end; a look that takes long leaves off then. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** Looks in so many milliseconds, or sooner where somebody asked for that; during a look, so long after its end. */
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

  /** Resolves when the look under way has ended; there is none after it. */
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
      await inSpan({ name: this.name(), kind: 'internal', root: { dropEmpty: true } }, look);
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
