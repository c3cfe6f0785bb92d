// Renders scores as tables. Pure.
import { table } from '../lib/stats.mjs';
import { estimate } from './metrics.mjs';

/**
 * Renders the table for one set.
 *
 * @param set its `metrics`, names of the scores to show, and `groups` `[{ name, ids }]`, questions that are averaged
 *   together
 * @param rankings `[{ name, scores }]`: scores by question
 * @param compared `[first, second]` of the rankings, whose differences are shown; or undefined
 */
export function tableOf({ metrics, groups }, rankings, compared) {
  const rows = groups.flatMap(({ name, ids }) => {
    const row = (title, text, valuesOf) => [
      name,
      String(ids.length),
      title,
      ...metrics.map((metric) => text(estimate(ids.map((id) => valuesOf(id)[metric])))),
    ];
    const [first, second] = compared ?? [];
    return [
      ...rankings.map((ranking) => row(ranking.name, value, (id) => ranking.scores[id])),
      ...(second
        ? [
            row(`${first.name} − ${second.name}`, difference, (id) =>
              minus(metrics, first.scores[id], second.scores[id]),
            ),
          ]
        : []),
    ];
  });
  return table(['questions', '', 'ranking', ...metrics], rows);
}

/** For each metric the ranking with the higher mean over all questions, as one ranking. */
export function betterOf(rankings, metrics) {
  const ids = Object.keys(rankings[0].scores);
  const sum = ({ scores }, metric) => ids.reduce((all, id) => all + scores[id][metric], 0);
  const best = metrics.map((metric) => rankings.reduce((a, b) => (sum(b, metric) > sum(a, metric) ? b : a)));
  const scoresOf = (id) => Object.fromEntries(metrics.map((metric, n) => [metric, best[n].scores[id][metric]]));
  return { name: 'better plain one', scores: Object.fromEntries(ids.map((id) => [id, scoresOf(id)])) };
}

function minus(metrics, one, other) {
  return Object.fromEntries(metrics.map((metric) => [metric, one[metric] - other[metric]]));
}

function value({ mean, low, high }) {
  return `${mean.toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}

/** Difference in percentage points, in bold if the interval excludes 0. */
function difference({ mean, low, high }) {
  const points = (share) => `${share < 0 ? '−' : '+'}${Math.abs(100 * share).toFixed(1)}`;
  const text = `${points(mean)} (${points(low)} to ${points(high)})`;
  return low > 0 || high < 0 ? `**${text}**` : text;
}
