/**
 * Computes the shares of one outcome, in the order of the context's contents. The used contents get equal shares. If it
 * is unknown which were used, shares are proportional to the scores. If none was used, all shares are 0; otherwise they
 * sum to 1, and the last one takes the remainder.
 *
 * @param scores scores of the context's contents, at least 0
 * @param used whether the agent named each as used; undefined if unknown
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

/**
 * Scores that are all 0 give equal proportions. Scores are first divided by the largest, so that the sum cannot
 * overflow.
 */
function proportions(scores: readonly number[]): number[] {
  const largest = Math.max(0, ...scores);
  return scores.map((score) => (largest === 0 ? 1 : Math.max(0, score) / largest));
}
