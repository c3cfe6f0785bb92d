import { AsyncLocalStorage } from 'node:async_hooks';
import { encodeTime, ulid } from 'ulid';
import { hashOf } from './hash.js';

const current = new AsyncLocalStorage<SeededTime>();

/**
 * Simulated time and ids for work that is recorded as if it had happened earlier: the demo data. All code that the work
 * calls reads this time instead of the system's, and gets the same ids on every machine, apart from the day that the
 * ids begin with.
 */
export class SeededTime {
  private ids = 0;
  private over = false;
  private readonly prefix: string;

  /** @param seed keeps the ids of different runs apart */
  constructor(
    private at: Date,
    seed: string,
  ) {
    this.prefix = hashOf(seed).slice(0, 6).toUpperCase();
  }

  /** The simulated time of the current work; undefined outside of such work. */
  static current(): SeededTime | undefined {
    const seeded = current.getStore();
    // Code that outlives the work, such as a promise that others wait for, gets the system's time again.
    return seeded?.over ? undefined : seeded;
  }

  /** Runs the work in the simulated time, which ends with the work. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await current.run(this, work);
    } finally {
      this.over = true;
    }
  }

  now(): Date {
    return new Date(this.at);
  }

  goTo(at: Date): void {
    this.at = at;
  }

  /** @returns a ULID: ten characters of time, six of the seed, ten of a counter */
  newId(time: number): string {
    return `${encodeTime(time)}${this.prefix}${String(this.ids++).padStart(10, '0')}`;
  }
}

/** Runs code that is not part of the current work, such as a timer of the whole service, in the system's time. */
export function outsideSeededTime<Result>(work: () => Result): Result {
  return current.exit(work);
}

/** @returns a ULID of this time, in milliseconds since 1970 */
export function newId(time: number): string {
  return SeededTime.current()?.newId(time) ?? ulid(time);
}
