// Determines the minimum match at which a context is worth giving: how many questions without an answer, and how many
// right answers, each threshold suppresses. Pure, except that it reads the questions.
import { table } from '../lib/stats.mjs';
import { halvesOf } from './sets.mjs';
import { dataOf } from './words.mjs';

/** The thresholds examined. */
const BOUNDS = Array.from({ length: 61 }, (_, i) => i / 100);
/** Maximum share of right answers that may be lost. */
const MOST_LOST = 0.02;

/**
 * Questions that nothing in the sample catalog answers.
 *
 * @returns `{ queries: [{ id, text, topic }], groups }`, in two halves
 */
export function nothingSet() {
  const topics = Object.entries(dataOf('nothing'));
  const queries = topics.flatMap(([topic, texts]) =>
    texts.map((text, i) => ({ id: `nothing-${topic}-${String(i + 1).padStart(2, '0')}`, text, topic })),
  );
  return { queries, groups: halvesOf(queries) };
}

/**
 * The effect of a threshold.
 *
 * @param nothing the best match for each question without an answer, 0 if nothing was found
 * @param answers results for questions with an answer: `[{ matches, right }]`, the match of each hit, and of each
 *   right one
 * @returns `{ bound, kept, lost, lostAlone }`: the share of `nothing` that correctly gets no result; the share of
 *   right answers lost if a context is emptied when no hit reaches the threshold, and if each hit below it is removed
 */
export function effectOf(bound, nothing, answers) {
  const right = answers.reduce((sum, answer) => sum + answer.right.length, 0);
  const share = (count) => (right === 0 ? 0 : count / right);
  return {
    bound,
    kept: nothing.length === 0 ? 0 : nothing.filter((best) => best < bound).length / nothing.length,
    lost: share(
      answers.filter(({ matches }) => matches.every((match) => match < bound)).reduce((n, a) => n + a.right.length, 0),
    ),
    lostAlone: share(answers.reduce((n, a) => n + a.right.filter((match) => match < bound).length, 0)),
  };
}

/** The highest threshold that loses at most two of a hundred right answers. */
export function chosenBound(nothing, answers) {
  return BOUNDS.map((bound) => effectOf(bound, nothing, answers)).findLast(({ lost }) => lost <= MOST_LOST);
}

/** One row for every second threshold. */
export function tableOfBounds(nothing, answers) {
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  return table(
    ['minMatch', 'answered by nothing', 'right answers lost', 'lost if each hit were judged alone'],
    BOUNDS.filter((_, i) => i % 4 === 0)
      .map((bound) => effectOf(bound, nothing, answers))
      .map(({ bound, kept, lost, lostAlone }) => [bound.toFixed(2), percent(kept), percent(lost), percent(lostAlone)]),
  );
}
