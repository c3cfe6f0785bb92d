// Computes the quality of a ranking and its confidence interval. Pure.
import { generator } from '../lib/data.mjs';

/** Number of results that are evaluated. */
export const DEPTH = 10;
export const METRICS = ['recall@5', 'recall@10', 'nDCG@5', 'nDCG@10', 'MRR'];

const RESAMPLES = 1_000;
const SEED = 17;

/**
 * The metrics of one ranking.
 *
 * @param found ids, best first; only the first `DEPTH` are evaluated
 * @param grades by id; a grade of 0 equals no grade
 * @returns a value in [0,1] for each metric. recall@k is the share of relevant documents found, relative to
 *   min(relevant, k); nDCG uses the gain 2^grade − 1; MRR is 1 / rank of the first relevant result
 */
export function scoresOf(found, grades) {
  const relevant = [...grades.values()].filter((grade) => grade > 0).sort((a, b) => b - a);
  if (relevant.length === 0) throw new Error('A question without a relevant document has no score');
  const answers = found.slice(0, DEPTH).map((id) => grades.get(id) ?? 0);
  const first = answers.findIndex((grade) => grade > 0);
  const recall = (k) => answers.slice(0, k).filter((grade) => grade > 0).length / Math.min(relevant.length, k);
  const ndcg = (k) => gain(answers.slice(0, k)) / gain(relevant.slice(0, k));
  return {
    'recall@5': recall(5),
    'recall@10': recall(10),
    'nDCG@5': ndcg(5),
    'nDCG@10': ndcg(10),
    MRR: first < 0 ? 0 : 1 / (first + 1),
  };
}

function gain(grades) {
  return grades.reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0);
}

/**
 * The mean of values with its 95 % interval from the percentile bootstrap, which gives the same interval in every
 * run. For the differences of two rankings, with one value per question, this is the paired interval.
 *
 * @returns `{ mean, low, high }`
 */
export function estimate(values) {
  const random = generator(SEED);
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * values.length)];
    return sum / values.length;
  }).sort((a, b) => a - b);
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    low: means[Math.floor(0.025 * RESAMPLES)],
    high: means[Math.ceil(0.975 * RESAMPLES) - 1],
  };
}
