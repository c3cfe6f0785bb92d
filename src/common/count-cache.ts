import { LruCache } from './lru-cache.js';

/**
 * Counts only choose a query plan or report progress, so they may be slightly outdated. The longer a count took, the
 * longer it is cached.
 */
const LEAST_AGE_MS = 3_000;
const AGE_PER_COST = 100;
const CACHED = 1_000;

interface Counted<Value> {
  readonly value: Promise<Value>;
  until: number;
}

/** Caches counts. The more time the database needed for a count, the longer it is kept. */
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
