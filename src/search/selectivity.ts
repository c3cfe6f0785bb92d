/**
 * Maximum number of candidates for which computing every cosine is cheaper than the vector index, which must fetch more
 * nodes the fewer pass the filter: √(33·first/indexed) of the indexed nodes (9 µs per candidate against 75 µs per
 * fetched node, measured on 10K–200K).
 */
export function breakEven(first: number, indexed: number): number {
  return Math.sqrt(33 * first * indexed);
}

const LEAST_FETCHED = 50;

/** Number of vector hits to fetch so that enough of them pass a filter that `matching` of the `indexed` nodes pass. */
export function fetchFor(first: number, matching: number, indexed: number): number {
  return Math.ceil(Math.max(LEAST_FETCHED, (4 * first * indexed) / Math.max(1, matching)));
}
