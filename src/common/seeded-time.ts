import { AsyncLocalStorage } from 'node:async_hooks';
import { encodeTime, ulid } from 'ulid';
import { hashOf } from './hash.js';

const current = new AsyncLocalStorage<SeededTime>();

/**
 * The time and the ids of work that is told as if it had happened earlier: the demo data. Everything the work calls reads
 * this time instead of the system's, and gets the same ids on every machine, apart from the day they begin with.
 */
export class SeededTime {
  private ids = 0;
  private over = false;
  private readonly prefix: string;

  /** @param seed keeps ids of different works apart */
  constructor(
    private at: Date,
    seed: string,
  ) {
    this.prefix = hashOf(seed).slice(0, 6).toUpperCase();
  }

  /** The time inside the work under way; undefined outside of any. */
  static current(): SeededTime | undefined {
    const seeded = current.getStore();
    // What outlives the work, such as a promise that others wait for, is back in the time of the system.
    return seeded?.over ? undefined : seeded;
  }

  /** Runs the work in this time, which ends with it. */
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

/** Runs what is not part of the work under way, such as a timer of the whole service, in the time of the system. */
export function outsideSeededTime<Result>(work: () => Result): Result {
  return current.exit(work);
}

/** @returns a ULID of this time, in milliseconds since 1970 */
export function newId(time: number): string {
  return SeededTime.current()?.newId(time) ?? ulid(time);
}
