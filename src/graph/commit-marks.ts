import { ulid } from 'ulid';
import { DatabaseUnavailableError, LimitExceededError } from '../common/errors.js';

/**
 * Time, in ms, for which a mark is used. Its id begins with the time at which it was made, and older marks are deleted
 * much later (`marks.keeper.ts`), so that no mark that is in use is deleted, even if the clocks of replicas differ.
 */
const IN_USE_MS = 60 * 60_000;

/** A mark, which one transaction at a time uses, and the number of that transaction. */
export interface CommitMark {
  readonly id: string;
  readonly number: number;
}

interface OwnMark {
  readonly id: string;
  readonly madeAt: number;
  number: number;
}

/**
 * The commit marks of this process: nodes that say which transaction was committed last. There are about as many as
 * transactions that wrote at the same time, so that they take no space that grows with the number of writes.
 */
export class CommitMarks {
  /** Marks that no transaction uses; the one used last is used next. */
  private readonly free: OwnMark[] = [];

  /** Gives `work` a mark that no other transaction uses meanwhile. */
  async with<Result>(work: (mark: CommitMark) => Promise<Result>): Promise<Result> {
    const mark = this.take();
    mark.number += 1;
    let mayBeLocked = false;
    try {
      return await work({ id: mark.id, number: mark.number });
    } catch (error) {
      // The database may still be busy with an attempt, and others would wait for its lock of the mark.
      mayBeLocked = error instanceof DatabaseUnavailableError || error instanceof LimitExceededError;
      throw error;
    } finally {
      if (!mayBeLocked) this.free.push(mark);
    }
  }

  private take(): OwnMark {
    const now = performance.now();
    for (let mark = this.free.pop(); mark; mark = this.free.pop()) {
      if (now - mark.madeAt < IN_USE_MS) return mark;
    }
    return { id: ulid(), madeAt: now, number: 0 };
  }
}
