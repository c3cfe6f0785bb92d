import { LruCache } from './lru-cache.js';

/** Counts choose a way or tell how far something is, they decide no answer, so that they may be a little old; dear ones the older. */
const LEAST_AGE_MS = 3_000;
const AGE_PER_COST = 100;
const CACHED = 1_000;

interface Counted<Value> {
  readonly value: Promise<Value>;
  until: number;
}

/** Remembers what took the database time to count, for as long as that time justifies. */
export class CountCache<Value> {
  private readonly counts = new LruCache<string, Counted<Value>>(CACHED);

  of(key: string, count: () => Promise<Value>): Promise<Value> {
    const known = this.counts.get(key);
    const now = performance.now();
    if (known && known.until > now) return known.value;
    const value = count();
    const entry: Counted<Value> = { value, until: Number.POSITIVE_INFINITY };
    this.counts.set(key, entry);
    value.then(
      () => (entry.until = performance.now() + Math.max(LEAST_AGE_MS, AGE_PER_COST * (performance.now() - now))),
      () => this.counts.delete(key),
    );
    return value;
  }
}
