/**
 * The shares of one outcome, in the order of what the context gave: equal among what was used; if it is unknown what was,
 * in proportion to the scores. They sum to 1, the last of them taking the rest; all are 0 where nothing was used.
 *
 * @param scores of what was given, 0 or more
 * @param used whether each was named as used; undefined if unknown
 */
export function sharesOf(scores: readonly number[], used: readonly boolean[] | undefined): number[] {
  const weights = used ? used.map((named) => (named ? 1 : 0)) : proportions(scores);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const last = weights.findLastIndex((weight) => weight > 0);
  let given = 0;
  return weights.map((weight, place) => {
    if (weight === 0) return 0;
    const share = place === last ? Math.max(0, 1 - given) : weight / total;
    given += share;
    return share;
  });
}

/** Scores of nothing tell nothing apart. They are divided by the largest first, so that no sum runs over. */
function proportions(scores: readonly number[]): number[] {
  const largest = Math.max(0, ...scores);
  return scores.map((score) => (largest === 0 ? 1 : Math.max(0, score) / largest));
}
