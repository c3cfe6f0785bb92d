import type { ComparedClauses } from '../knowledge/kind.js';
import type { ClauseDifference } from './version.model.js';

/**
 * What differs between two lists of clauses. Of equal clauses the first of one list is the first of the other. Moved are as few
 * as explain the order: all but the longest run of common clauses that both lists have in one order.
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

/** Of different numbers a longest selection that rises (patience sorting, n log n). */
function longestRising(numbers: readonly number[]): ReadonlySet<number> {
  /** By length - 1, the index of the least number that ends a selection of that length. */
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
