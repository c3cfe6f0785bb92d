import { collectDefaultMetrics, type Histogram, Registry } from 'prom-client';

/**
 * The registry of all metrics that /metrics shows. Each metric is declared once, at module level, in the file that
 * measures it.
 */
export const metrics = new Registry();

// By default, the event loop is sampled each 10 ms, which takes .8 % of a core of an idle process.
collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: 50 });

/**
 * A quantile of a histogram over all labels: the smallest bucket bound that at least this share of the observations
 * does not exceed.
 *
 * @param share in (0,1]
 * @returns undefined without observations; Infinity if the quantile is above all buckets
 */
export async function quantileOf(histogram: Histogram, share: number): Promise<number | undefined> {
  const { values } = await histogram.get();
  const upTo = new Map<number, number>();
  for (const { metricName, labels, value } of values) {
    if (metricName?.endsWith('_bucket') !== true) continue;
    const bound = labels.le === '+Inf' ? Infinity : Number(labels.le);
    upTo.set(bound, (upTo.get(bound) ?? 0) + value);
  }
  const all = upTo.get(Infinity) ?? 0;
  if (all === 0) return undefined;
  return [...upTo.keys()].sort((one, other) => one - other).find((bound) => (upTo.get(bound) ?? 0) >= share * all);
}
