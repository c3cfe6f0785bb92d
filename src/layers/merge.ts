import { compare } from '../common/text.js';
import type { SearchHit, ScoreExplanation } from '../search/search.model.js';
import { type GraphContextEntry, KnowledgeType, type Piece, RetrievalMerge, type ScoredPiece } from './layers.model.js';

/** Ranking profile of a piece: episodic, procedural or factual. */
export function pieceProfile({
  session,
  knowledgeType,
}: Pick<Piece, 'session' | 'knowledgeType'>): 'episodic' | 'procedural' | 'factual' {
  if (session !== null) return 'episodic';
  return knowledgeType === KnowledgeType.PROCEDURE || knowledgeType === KnowledgeType.INSTRUCTION
    ? 'procedural'
    : 'factual';
}

export interface Merging {
  readonly merge: RetrievalMerge;
  /** Number of search hits that are always part of the result. */
  readonly topK: number;
  /** Exponent of trust in the score. */
  readonly gamma: number;
}

/**
 * Combines the pieces that the search found with the pieces of relations around an entity, without duplicates, ordered
 * by score, then id. With MAX a piece gets the higher of its search score and trust^gamma/depth; with FUSED it gets its
 * search score, or 0 if the search did not find it.
 *
 * @param hits hits of the search; those after `topK` only provide scores for pieces of relations
 */
export function mergePieces(
  hits: readonly SearchHit[],
  relations: readonly Pick<GraphContextEntry, 'piece' | 'depth'>[],
  { merge, topK, gamma }: Merging,
): ScoredPiece[] {
  const found = new Map(hits.map((hit): [string, SearchHit] => [hit.id, hit]));
  const merged = new Map<string, ScoredPiece>();
  for (const { knowledge, score, explain } of hits.slice(0, topK)) {
    const piece = knowledge as Piece;
    merged.set(piece.id, { piece, score, explain });
  }
  // The nearest relations come first, so that a piece of several relations gets the score of the nearest one.
  for (const { piece, depth } of relations.toSorted((a, b) => a.depth - b.depth)) {
    if (!piece || (merge === RetrievalMerge.FUSED && merged.has(piece.id))) continue;
    const hit = found.get(piece.id);
    const scored = merge === RetrievalMerge.FUSED ? fused(piece, hit, gamma) : traversed(piece, depth, hit, gamma);
    const known = merged.get(piece.id);
    if (!known || scored.score > known.score) merged.set(piece.id, scored);
  }
  return [...merged.values()].sort((a, b) => b.score - a.score || compare(a.piece.id, b.piece.id));
}

function fused(piece: Piece, hit: SearchHit | undefined, gamma: number): ScoredPiece {
  if (hit) return { piece, score: hit.score, explain: hit.explain };
  const formula = 'a relation led to it; the search did not come to it, so that its score is 0';
  return { piece, score: 0, explain: explanation(piece, { relevance: 0, traversal: null, gamma, formula }) };
}

function traversed(piece: Piece, depth: number, hit: SearchHit | undefined, gamma: number): ScoredPiece {
  const relevance = 1 / depth;
  const score = relevance * piece.trust ** gamma;
  if (hit && hit.score >= score) return { piece, score: hit.score, explain: hit.explain };
  const than = hit ? `; higher than the search score ${hit.score.toFixed(3)}` : '';
  const formula = `relevance = traversal = 1/depth, depth ${depth}${than}; score = relevance · trust^gamma`;
  return { piece, score, explain: explanation(piece, { relevance, traversal: relevance, gamma, formula }) };
}

function explanation(
  piece: Piece,
  parts: Pick<ScoreExplanation, 'relevance' | 'traversal' | 'gamma' | 'formula'>,
): ScoreExplanation {
  return {
    profile: pieceProfile(piece),
    lexical: null,
    vector: null,
    graph: null,
    chain: null,
    neighbours: null,
    session: null,
    cosine: null,
    floor: null,
    trust: piece.trust,
    estimate: null,
    scopeWeight: null,
    wordFactors: [],
    wordEpoch: null,
    ...parts,
  };
}
