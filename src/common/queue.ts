/**
 * Runs tasks one at a time, in the order of their arrival. The error of a task reaches only the caller of this task.
 */
export class WorkQueue {
  private last: Promise<unknown> = Promise.resolve();

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }
}

/**
 * One queue, within this process, for each key that has work. Writers that would wait for the same lock of the database
 * wait in this queue first, because Neo4j reports spurious deadlocks if many writers wait for one node. The queue only
 * avoids contention; lost updates are prevented by the lock.
 */
export class KeyedQueue {
  private readonly queues = new Map<string, { readonly queue: WorkQueue; waiting: number }>();

  /** Number of keys that have work. */
  get size(): number {
    return this.queues.size;
  }

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const entry = this.queues.get(key) ?? { queue: new WorkQueue(), waiting: 0 };
    this.queues.set(key, entry);
    entry.waiting++;
    try {
      return await entry.queue.run(work);
    } finally {
      if (--entry.waiting === 0) this.queues.delete(key);
    }
  }
}

/**
 * Runs tasks one at a time and takes the keys in turn, so that a key with many tasks delays the tasks of other keys by
 * one task at most.
 */
export class FairQueue {
  /** Waiting tasks by key; the keys are in the order of their turns. */
  private readonly waiting = new Map<string, (() => Promise<void>)[]>();
  private isBusy = false;

  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const own = this.waiting.get(key) ?? [];
      this.waiting.set(key, own);
      own.push(() => work().then(resolve, reject));
      void this.serve();
    });
  }

  private async serve(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    for (let next = this.waiting.entries().next(); !next.done; next = this.waiting.entries().next()) {
      const [key, own] = next.value;
      this.waiting.delete(key);
      const first = own.shift();
      // The key is appended again, so that its next turn comes after those of all other keys.
      if (own.length > 0) this.waiting.set(key, own);
      await first?.();
    }
    this.isBusy = false;
  }
}
