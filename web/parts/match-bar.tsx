import type { Explanation } from '../api/queries.js';
import { arithmetic, number } from '../rules/score.js';

/** @param line the match that the best hit must reach */
export function MatchBar({ match, line }: { readonly match: number; readonly line: number }) {
  return (
    <svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label={`match ${number(match)}`}>
      <rect class="bar-rest" x={0} y={0} width={100} height={4} />
      <rect class="bar-match" x={0} y={0} width={100 * match} height={4} />
      <rect class="bar-line" x={Math.min(99.6, 100 * line)} y={0} width={0.4} height={4} />
    </svg>
  );
}

const PARTS = [
  ['lexical', 'words that match'],
  ['vector', 'nearness in meaning'],
  ['imputed', 'words, in place of a missing vector'],
  ['graph', 'entities the question names'],
  ['chain', 'rare entities shared with the best'],
  ['neighbours', 'good hits beside it'],
  ['session', 'good hits of its session'],
] as const;

export function Arithmetic({ explain, match }: { readonly explain: Explanation; readonly match: number }) {
  return (
    <details>
      <summary>Why it stands here</summary>
      <p class="mono">
        relevance · trustFactor^gamma
        {explain.scopeWeight !== null && ' · scopeWeight'} = score
        <br />
        <span data-test="arithmetic">{arithmetic(explain)}</span>
      </p>
      <dl class="facts small">
        <dt>trust</dt>
        <dd>{number(explain.trust)}</dd>
        <dt>trust factor</dt>
        <dd>
          {number(explain.trustFactor)}: an untried entry of its kind has trust {number(explain.usualTrust)} and factor
          1
        </dd>
        <dt>match</dt>
        <dd>{number(match)} on its own, independent of the other results</dd>
        {PARTS.map(([name, means]) => {
          const value = explain[name];
          return value === null
            ? null
            : [<dt key={name}>{name}</dt>, <dd key={`${name}-value`}>{`${number(value)}: ${means}`}</dd>];
        })}
        {explain.terms.length > 0 && (
          <>
            <dt>words found</dt>
            <dd>{words(explain, true)}</dd>
            <dt>words absent</dt>
            <dd>{words(explain, false)}</dd>
          </>
        )}
      </dl>
      <p class="small soft">{explain.formula}</p>
    </details>
  );
}

/** The words with their rarity in brackets. */
function words({ terms }: Explanation, covered: boolean): string {
  const listed = terms.filter((term) => term.covered === covered).map(({ word, idf }) => `${word} (${number(idf)})`);
  return listed.length === 0 ? 'none' : listed.join(', ');
}
