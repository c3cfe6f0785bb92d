/**
 * Spearman's rank correlation: 1 if both values always grow together, -1 if one falls as the other grows, whether or
 * not the relation is linear. Equal values share the mean of their ranks.
 *
 * @returns null for fewer than 3 pairs, and if all values of one side are equal, since they cannot be ranked
 */
export function spearman(pairs: readonly (readonly [number, number])[]): number | null {
  if (pairs.length < 3) return null;
  return pearson(ranks(pairs.map(([x]) => x)), ranks(pairs.map(([, y]) => y)));
}

function ranks(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  const byValue = new Map<number, number>();
  for (let start = 0; start < sorted.length;) {
    const value = sorted[start] ?? 0;
    let end = start;
    while (end < sorted.length && sorted[end] === value) end++;
    byValue.set(value, (start + 1 + end) / 2);
    start = end;
  }
  return values.map((value) => byValue.get(value) ?? 0);
}

function pearson(xs: readonly number[], ys: readonly number[]): number | null {
  const [meanX, meanY] = [mean(xs), mean(ys)];
  let [covariance, varianceX, varianceY] = [0, 0, 0];
  xs.forEach((x, index) => {
    const [dx, dy] = [x - meanX, (ys[index] ?? 0) - meanY];
    covariance += dx * dy;
    varianceX += dx * dx;
    varianceY += dy * dy;
  });
  return varianceX === 0 || varianceY === 0 ? null : covariance / Math.sqrt(varianceX * varianceY);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
