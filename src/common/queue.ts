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
