import type { Kind } from '../knowledge/kind.js';
import { type Profile, profileOf } from '../knowledge/profiles.js';
import type { ScoreExplanation } from './search.model.js';
import type { RankedHit } from './search.statements.js';

/** Parts of an explanation that the ranked hit does not contain. */
export type OtherParts = Required<Pick<ScoreExplanation, 'floor' | 'wordFactors' | 'wordEpoch' | 'measure'>>;

/** Returns the parts of a hit's score, and the formula that combines them in words. */
export function explain(
  hit: RankedHit,
  kind: Kind,
  gamma: number,
  { floor, wordFactors, wordEpoch, measure }: OtherParts,
): ScoreExplanation {
  const { relevance, lexical, vector, cosine, trust, estimate, scopeWeight } = hit;
  const profile = profileOf(kind, hit.profile);
  return {
    profile: profile.name,
    relevance,
    lexical,
    vector,
    graph: hit.graph ?? null,
    chain: hit.chain ?? null,
    neighbours: hit.neighbours ?? null,
    session: hit.session ?? null,
    traversal: null,
    cosine,
    floor,
    trust,
    estimate,
    gamma,
    scopeWeight,
    wordFactors,
    wordEpoch,
    formula: formulaOf(hit, profile, floor ?? 0),
    measure,
  };
}

function formulaOf(hit: RankedHit, profile: Profile, floor: number): string {
  const { lexicalWeight, hub = 1, graph, chain, neighbours: [near, far] = [], session } = profile;
  const withVector = hit.vector !== null;
  const nearness = floor > 0 ? `(cosine − ${floor}) / (best − ${floor}), 0 where negative` : 'cosine / best';
  const match = withVector
    ? `${lexicalWeight} · full-text score / best and ${(1 - lexicalWeight).toFixed(2)} · ${nearness}`
    : 'full-text score / best full-text score of this query';
  const factor = hit.estimate === null ? 'trust^gamma' : '(2 · estimate)^gamma';
  const score = `score = relevance · ${factor}${hit.scopeWeight === null ? '' : ' · scopeWeight'}`;
  const further: readonly (readonly [string, string] | false)[] = [
    typeof hit.graph === 'number' && ['graph', `${graph} · rarity of the entities named / their depth, / best`],
    typeof hit.chain === 'number' && ['chain', `${chain} · rare entities shared with the three best / best`],
    typeof hit.neighbours === 'number' && ['neighbours', `${near} and ${far} · what is one and two steps away`],
    typeof hit.session === 'number' && ['session', `${session} · mean of the session's three best`],
  ];
  const parts = further.filter((part) => part !== false);
  if (parts.length === 0 && !withVector) return `relevance = lexical = ${match}; ${score}`;
  const names = [withVector ? 'lexical + vector' : 'lexical', ...parts.map(([name]) => name)].join(' + ');
  const hubs = hub > 1 && parts.length > 0 ? ` (times ${hub} where a hub is named that it mentions)` : '';
  const meaning = [`${match}${hubs}`, ...parts.map(([, means]) => means)].join('; ');
  const divided =
    parts.length === 0
      ? 'both divided by the best sum of this query'
      : `all divided by the best sum of the profile, ${typeof hit.graph === 'number' ? 'all but graph ' : ''}times best match of the profile / best match of all`;
  return `relevance = ${names}, which are ${meaning}, ${divided}; ${score}`;
}
