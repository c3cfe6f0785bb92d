/** Does one piece of work after the other, in the order they come; what one throws reaches its own caller alone. */
export class WorkQueue {
  private last: Promise<unknown> = Promise.resolve();

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }
}

/**
 * A queue for each key that has work, in this process. Writers who would wait for the same lock queue here first, since
 * Neo4j reports spurious deadlocks with many waiters on one node; that no update is lost rests on the lock.
 */
export class KeyedQueue {
  private readonly queues = new Map<string, { readonly queue: WorkQueue; waiting: number }>();

  /** How many keys have work. */
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
 * Does one piece of work after the other, of each key in turn: who sends much waits for it, and holds up others by one piece
 * at most.
 */
export class FairQueue {
  /** In the order of their turns. */
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
      // To the end of the turns.
      if (own.length > 0) this.waiting.set(key, own);
      await first?.();
    }
    this.isBusy = false;
  }
}
