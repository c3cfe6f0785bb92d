/**
 * Returns the maximum number of candidates for which computing every cosine is cheaper than the vector index. The fewer
 * nodes pass the filter, the more the index must fetch; the limit is √(33·first/indexed) of the indexed nodes (9 µs per
 * candidate against 75 µs per fetched node, measured on 10K–200K).
 */
export function breakEven(first: number, indexed: number): number {
  return Math.sqrt(33 * first * indexed);
}

const LEAST_FETCHED = 50;

/**
 * Returns the number of vector hits to fetch so that enough of them pass the filter, given that `matching` of the
 * `indexed` nodes pass it.
 */
export function fetchFor(first: number, matching: number, indexed: number): number {
  return Math.ceil(Math.max(LEAST_FETCHED, (4 * first * indexed) / Math.max(1, matching)));
}
