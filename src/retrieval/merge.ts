import { compare } from '../common/text.js';
import type { SearchHit } from '../search/search.model.js';
import { type GraphContextEntry, type Piece, RetrievalMerge, type ScoredPiece } from '../entities/entities.model.js';

export interface Merging {
  readonly merge: RetrievalMerge;
  /** Number of search hits that are always part of the result. */
  readonly topK: number;
  /** Scores of the pieces of relations by ref, whose relevance is 1/depth; with FUSED, those that no hit has are 0. */
  readonly around: ReadonlyMap<string, Pick<SearchHit, 'score' | 'explain'>>;
}

/** Relevance of the pieces of relations by ref: 1/depth of the nearest relation. */
export function relevancesAround(
  relations: readonly Pick<GraphContextEntry, 'piece' | 'depth'>[],
): ReadonlyMap<string, number> {
  const relevances = new Map<string, number>();
  for (const { piece, depth } of relations) {
    if (piece) relevances.set(piece.ref, Math.max(relevances.get(piece.ref) ?? 0, 1 / depth));
  }
  return relevances;
}

/**
 * Combines the pieces that the search found with the pieces of relations around an entity, without duplicates, ordered
 * by score, then id. With MAX a piece has the higher of its scores; with FUSED it has that of the search, or 0 if the search
 * did not find it.
 *
 * @param hits hits of the search; those after `topK` only provide scores for pieces of relations
 */
export function mergePieces(
  hits: readonly SearchHit[],
  relations: readonly Pick<GraphContextEntry, 'piece'>[],
  { merge, topK, around }: Merging,
): ScoredPiece[] {
  const found = new Map(hits.map((hit) => [hit.ref, hit]));
  const merged = new Map<string, ScoredPiece>();
  for (const { ref, knowledge, score, explain } of hits.slice(0, topK)) {
    merged.set(ref, { piece: knowledge as Piece, score, explain });
  }
  for (const { piece } of relations) {
    if (!piece) continue;
    const near = around.get(piece.ref);
    const hit = found.get(piece.ref);
    const best = merge === RetrievalMerge.FUSED || (near && hit && hit.score >= near.score) ? hit : near;
    if (best) merged.set(piece.ref, { piece, score: best.score, explain: best.explain });
    else if (near)
      merged.set(piece.ref, { piece, score: 0, explain: { ...near.explain, relevance: 0, traversal: null } });
  }
  return [...merged.values()].sort((a, b) => b.score - a.score || compare(a.piece.id, b.piece.id));
}
