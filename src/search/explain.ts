import type { Kind } from '../knowledge/kind.js';
import { profileOf } from '../knowledge/profiles.js';
import type { ScoreExplanation } from './search.model.js';
import type { RankedHit } from './search.statements.js';

/** The formula of every score, in words (docs/search.md). */
const FORMULA = 'score = relevance · trustFactor^gamma · scopeWeight; relevance is the sum of its parts';

/** Parts of an explanation that the ranked hit does not contain. */
export type OtherParts = Required<Pick<ScoreExplanation, 'gamma' | 'floor' | 'wordFactors' | 'wordEpoch' | 'measure'>>;

/** Returns the parts of a hit's score, as search/rank computed them. */
export function explain(hit: RankedHit, kind: Kind, others: OtherParts): ScoreExplanation {
  const { relevance, lexical, vector, imputed, graph, chain, neighbours, session, given } = hit;
  const { cosine, trust, usual, trustFactor, scopeWeight } = hit;
  const profile = profileOf(kind, hit.profile);
  const isGiven = given > 0;
  const used = <Part>(weight: number | undefined, part: Part) => (isGiven || weight === undefined ? null : part);
  return {
    profile: profile.name,
    relevance,
    lexical: isGiven ? null : lexical,
    vector: isGiven || others.floor === null ? null : vector,
    imputed: isGiven || imputed === 0 ? null : imputed,
    graph: used(profile.graph, graph),
    chain: used(profile.chain, chain),
    neighbours: used(profile.neighbours?.[0], neighbours),
    session: used(profile.session, session),
    traversal: isGiven ? given : null,
    cosine,
    trust,
    usualTrust: usual,
    trustFactor,
    scopeWeight,
    formula: FORMULA,
    ...others,
  };
}
