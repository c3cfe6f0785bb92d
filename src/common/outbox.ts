import { LimitExceededError } from './errors.js';

/** Maximum number of items that wait for a slow subscriber. If there are more, the subscription ends. */
const MOST_WAITING = 10_000;

/**
 * Queue of items for one subscriber, in the order of arrival. If several items have the same key, only the latest is
 * kept.
 */
export class Outbox<Item> implements AsyncIterableIterator<Item> {
  private readonly waiting = new Map<string, { readonly item: Item; readonly last: boolean }>();
  private wake: (() => void) | undefined;
  private closed = false;
  private failure: Error | undefined;

  /** @param onClose called once, when the subscriber leaves or takes the last item, or when `close` is called */
  constructor(private readonly onClose: () => void) {}

  has(key: string): boolean {
    return this.waiting.has(key);
  }

  /** @param last true if no item follows this one */
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

  /** Ends the queue; items that are already waiting are still delivered. */
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

  // This class is not a generator, because a generator cannot be ended from outside while it awaits an item.
  return(): Promise<IteratorResult<Item>> {
    this.waiting.clear();
    this.close();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
