import { HeartwoodError } from './errors.js';
import { type AbortSignalLike, platform } from './platform.js';

/** Ends a call, with all its attempts and the pauses between them, when its time is over or its caller aborts it. */
export class TimeLimit {
  private readonly controller = new platform.AbortController();
  private readonly timers: unknown[] = [];
  private readonly until: number;
  private stop: (error: HeartwoodError) => void = () => undefined;
  private readonly stopped: Promise<never>;
  private readonly onAbort = () => this.end(new HeartwoodError('The call was aborted', 'ABORTED'));

  constructor(
    url: string,
    timeoutMs: number,
    private readonly callers: AbortSignalLike | undefined,
  ) {
    this.until = Date.now() + timeoutMs;
    this.stopped = new Promise((_resolve, reject) => {
      this.stop = reject;
    });
    // Nothing may wait for it at that time.
    this.stopped.catch(() => undefined);
    const late = new HeartwoodError(`${url} did not answer within ${timeoutMs} ms`, 'TIMEOUT');
    this.timers.push(platform.setTimeout(() => this.end(late), timeoutMs));
    if (callers?.aborted) this.onAbort();
    else callers?.addEventListener('abort', this.onAbort);
  }

  /** For fetch: aborted when the call has ended. */
  get signal(): AbortSignalLike {
    return this.controller.signal;
  }

  get leftMs(): number {
    return this.until - Date.now();
  }

  /** @throws HeartwoodError TIMEOUT or ABORTED as soon as the call has to end, whether the work listens to the signal or not */
  within<Result>(work: Promise<Result>): Promise<Result> {
    return Promise.race([this.stopped, work]);
  }

  pause(ms: number): Promise<void> {
    return this.within(new Promise((resolve) => this.timers.push(platform.setTimeout(resolve, ms))));
  }

  /** Must be called when the call has its answer, so that no timer holds the process. */
  end(error?: HeartwoodError): void {
    if (error) this.stop(error);
    for (const timer of this.timers) platform.clearTimeout(timer);
    this.callers?.removeEventListener('abort', this.onAbort);
    if (error) this.controller.abort();
  }
}
