import { LimitExceededError } from './errors.js';

/** Items that wait for a subscriber who reads too slowly; beyond that the subscription ends. */
const MOST_WAITING = 10_000;

/** Items on their way to one subscriber, in the order they came; of those with one key the latest alone. */
export class Outbox<Item> implements AsyncIterableIterator<Item> {
  private readonly waiting = new Map<string, { readonly item: Item; readonly last: boolean }>();
  private wake: (() => void) | undefined;
  private closed = false;
  private failure: Error | undefined;

  /** @param onClose called once, when the subscriber leaves, the last item was taken, or `close` was called */
  constructor(private readonly onClose: () => void) {}

  has(key: string): boolean {
    return this.waiting.has(key);
  }

  /** @param last nothing comes after it */
  push(key: string, item: Item, last = false): void {
    if (this.closed) return;
    if (this.waiting.size >= MOST_WAITING && !this.waiting.has(key)) {
      this.failure = new LimitExceededError(`More than ${MOST_WAITING} events wait to be read; subscribe again`);
      this.waiting.clear();
      return this.close();
    }
    this.waiting.set(key, { item, last });
    this.wake?.();
  }

  /** What waits is still given out. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.wake?.();
    this.onClose();
  }

  async next(): Promise<IteratorResult<Item>> {
    for (;;) {
      const [first] = this.waiting;
      if (first) {
        const [key, { item, last }] = first;
        this.waiting.delete(key);
        if (last) this.close();
        return { done: false, value: item };
      }
      if (this.failure) {
        const { failure } = this;
        this.failure = undefined;
        throw failure;
      }
      if (this.closed) return { done: true, value: undefined };
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  // Not a generator: one that waits could not be ended from outside.
  return(): Promise<IteratorResult<Item>> {
    this.waiting.clear();
    this.close();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
