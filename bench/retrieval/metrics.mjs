// How well a ranking is, and how sure one can be of that. Pure.
import { generator } from '../lib/data.mjs';

/** Answers that are looked at. */
export const DEPTH = 10;
export const METRICS = ['recall@5', 'recall@10', 'nDCG@5', 'nDCG@10', 'MRR'];

const RESAMPLES = 1_000;
const SEED = 17;

/**
 * What one ranking is worth.
 *
 * @param found ids, best first; what follows the first `DEPTH` is not looked at
 * @param grades by id; a grade of 0 is the same as none
 * @returns a value in [0,1] for each metric. recall@k is the share of the relevant that k answers can hold, min(relevant, k);
 *   nDCG has a gain of 2^grade − 1; MRR is 1 / rank of the first relevant answer
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
 * The mean of some values with its 95 % interval by the percentile bootstrap: the same values give the same interval in
 * every run. The interval of the differences of two rankings, a value a question, is the paired one.
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
