import { AsyncLocalStorage } from 'node:async_hooks';
import { encodeTime, ulid } from 'ulid';
import { hashOf } from './hash.js';

const current = new AsyncLocalStorage<SeededTime>();

/**
 * Simulated time and ids for work that is recorded as if it had happened earlier, which is the demo data. All code that
 * this work calls reads the simulated time instead of the system's. Ids are the same on every machine, except for the
 * time that they begin with.
 */
export class SeededTime {
  private ids = 0;
  private over = false;
  private readonly prefix: string;

  /** @param seed makes the ids of different runs different */
  constructor(
    private at: Date,
    seed: string,
  ) {
    this.prefix = hashOf(seed).slice(0, 6).toUpperCase();
  }

  /** The simulated time of the current work; undefined outside of such work. */
  static current(): SeededTime | undefined {
    const seeded = current.getStore();
    // After the work has ended, code that is still running, such as a shared promise, gets the system's time again.
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
