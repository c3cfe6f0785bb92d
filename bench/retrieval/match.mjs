// From which match on a context is worth giving: what each bound keeps back of questions about nothing, and of right
// answers. Pure but for the questions it reads.
import { table } from '../lib/stats.mjs';
import { halvesOf } from './sets.mjs';
import { dataOf } from './words.mjs';

/** Bounds that are looked at. */
const BOUNDS = Array.from({ length: 61 }, (_, i) => i / 100);
/** Share of right answers that may be lost. */
const MOST_LOST = 0.02;

/**
 * Questions about nothing in the sample catalog.
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
 * What a bound does.
 *
 * @param nothing best match of the context of each question about nothing, 0 where nothing was found
 * @param answers contexts of questions that have an answer: `[{ matches, right }]`, the match of each hit, and of the right ones
 * @returns `{ bound, kept, lost, lostAlone }`: share of `nothing` that is answered by nothing; share of the right answers
 *   that are lost when a context without a hit of that match is empty, and when each hit of less is left out
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

/** The highest bound that loses no more than two in a hundred right answers. */
export function chosenBound(nothing, answers) {
  return BOUNDS.map((bound) => effectOf(bound, nothing, answers)).findLast(({ lost }) => lost <= MOST_LOST);
}

/** A row a bound, every second of them. */
export function tableOfBounds(nothing, answers) {
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  return table(
    ['minMatch', 'answered by nothing', 'right answers lost', 'lost if each hit were judged alone'],
    BOUNDS.filter((_, i) => i % 4 === 0)
      .map((bound) => effectOf(bound, nothing, answers))
      .map(({ bound, kept, lost, lostAlone }) => [bound.toFixed(2), percent(kept), percent(lost), percent(lostAlone)]),
  );
}
