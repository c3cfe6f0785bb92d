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

/** Number of results that are evaluated for a question that needs several documents. */
export const FOUND_DEPTH = 30;
/** Tokens of the contexts that such a question is given. */
export const BUDGETS = [500, 1_000, 2_000];
const FOUND_RANKS = [5, 10, FOUND_DEPTH];
const budgetName = (budget) => `in ${budget.toLocaleString('en')} tokens`;
export const FOUND_METRICS = [...FOUND_RANKS.map((k) => `found@${k}`), ...BUDGETS.map(budgetName)];

/**
 * The metrics of a question that needs several documents.
 *
 * @param found ids, best first
 * @param contexts ids that a context of each of `BUDGETS` contains
 * @param needed ids of the needed documents; not empty
 * @returns a value in [0,1] for each metric: the share of all needed documents found, so that 1 may be out of reach
 */
export function foundOf(found, contexts, needed) {
  const share = (ids) => new Set(ids.filter((id) => needed.has(id))).size / needed.size;
  return Object.fromEntries([
    ...FOUND_RANKS.map((k) => [`found@${k}`, share(found.slice(0, k))]),
    ...BUDGETS.map((budget, i) => [budgetName(budget), share(contexts[i])]),
  ]);
}

/** The ids of a ranking that fit into a budget of tokens, best first; one that does not fit is left out. */
export function packed(found, tokensOf, budget) {
  let left = budget;
  return found.filter((id) => {
    const fits = tokensOf(id) <= left;
    if (fits) left -= tokensOf(id);
    return fits;
  });
}

/** True if the best of `later` is found, and before all of `earlier`. */
export function standsBefore(found, later, earlier) {
  const first = found.find((id) => later.has(id) || earlier.has(id));
  return first !== undefined && later.has(first);
}

/**
 * Merges rankings by reciprocal ranks (Cormack, Clarke and Büttcher 2009, with their constant 60).
 *
 * @returns ids, best first; equal ones by id
 */
export function fused(rankings) {
  const scores = new Map();
  for (const ids of rankings)
    ids.forEach((id, rank) => scores.set(id, (scores.get(id) ?? 0) + 1 / (RANK_CONSTANT + rank + 1)));
  return [...scores].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([id]) => id);
}

const RANK_CONSTANT = 60;

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
