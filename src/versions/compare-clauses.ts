import type { ComparedClauses } from '../knowledge/kind.js';
import type { ClauseDifference } from './version.model.js';

/**
 * Compares two lists of clauses. Equal clauses are matched in order: the first occurrence in one list with the first in
 * the other. `moved` is minimal: it contains all common clauses except a longest sequence that has the same order in
 * both lists.
 */
export function compareClauses({ before, after }: ComparedClauses): ClauseDifference {
  const places = new Map<string, number[]>();
  for (const [place, clause] of before.entries()) places.set(clause, [...(places.get(clause) ?? []), place]);
  for (const open of places.values()) open.reverse();
  const common: { readonly clause: string; readonly place: number }[] = [];
  const added: string[] = [];
  for (const clause of after) {
    const place = places.get(clause)?.pop();
    if (place === undefined) added.push(clause);
    else common.push({ clause, place });
  }
  const left = new Set([...places.values()].flat());
  const inOrder = longestRising(common.map(({ place }) => place));
  return {
    added,
    removed: before.filter((_, place) => left.has(place)),
    moved: common.filter(({ place }) => !inOrder.has(place)).map(({ clause }) => clause),
  };
}

/** Finds a longest increasing subsequence of distinct numbers (patience sorting, n log n). */
function longestRising(numbers: readonly number[]): ReadonlySet<number> {
  /**
   * Position `length - 1` contains the index of the smallest number that ends an increasing subsequence of that length.
   */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    previous.push(ends[low - 1]);
    ends[low] = index;
  }
  const chosen = new Set<number>();
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) chosen.add(numbers[index] ?? 0);
  return chosen;
}
