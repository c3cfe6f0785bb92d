import type { Explanation } from '../api/queries.js';
import { arithmetic, number, scoreParts } from '../rules/score.js';

/** @param scale the highest score shown, at least 1, whose bar fills the whole width */
export function ScoreBar({ explain, scale }: { readonly explain: Explanation; readonly scale: number }) {
  const { score, gained, lostToTrust, lostToScope, lostToFit } = scoreParts(explain);
  const parts = [
    ['score', score - gained],
    ['gained', gained],
    ['scope', lostToScope],
    ['trust', lostToTrust],
    ['fit', lostToFit],
  ] as const;
  let from = 0;
  const words = [
    `score ${number(score)}`,
    `lost because it fits less than the best ${number(lostToFit)}`,
    gained > 0 ? `gained by how it went before ${number(gained)}` : `lost to trust ${number(lostToTrust)}`,
  ];
  return (
    <svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label={words.join(', ')}>
      {parts.map(([name, size]) => {
        const width = (size / scale) * 100;
        const x = from;
        from += width;
        return width > 0 && <rect key={name} class={`bar-${name}`} x={x} y={0} width={width} height={4} />;
      })}
    </svg>
  );
}

export function ScoreKeys() {
  return (
    <ul class="keys" aria-label="What the colours of the bars mean">
      <li>
        <i class="key-score" />
        score
      </li>
      <li>
        <i class="key-gained" />
        boosted by past success
      </li>
      <li>
        <i class="key-trust" />
        lowered by trust
      </li>
      <li>
        <i class="key-scope" />
        lowered by scope
      </li>
      <li>
        <i class="key-fit" />
        lost: weaker match
      </li>
    </ul>
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
      <summary>The exact arithmetic</summary>
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
