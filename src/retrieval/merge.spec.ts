import { describe, expect, it } from 'vitest';
import type { SearchHit } from '../search/search.model.js';
import { KnowledgeType, type Piece, RetrievalMerge } from '../entities/entities.model.js';
import { pieceProfile } from '../entities/piece-profile.js';
import { mergePieces, relevancesAround } from './merge.js';

const piece = (id: string, more: Partial<Piece> = {}): Piece =>
  ({ id, ref: `piece:${id}`, trust: 1, session: null, knowledgeType: KnowledgeType.FACT, ...more }) as Piece;
const hit = (id: string, score: number): SearchHit => ({
  ref: `piece:${id}`,
  id,
  kind: 'PIECE',
  score,
  knowledge: piece(id),
  explain: { relevance: score, lexical: score, trust: 1, gamma: 1 } as SearchHit['explain'],
});
const around = (id: string, depth: number, more: Partial<Piece> = {}) => ({ piece: piece(id, more), depth });
const scores = (merged: ReturnType<typeof mergePieces>) => merged.map((scored) => [scored.piece.id, scored.score]);
/** Scores as search/rank computes them for untried pieces: 1/depth. */
const merge = (
  hits: readonly SearchHit[],
  relations: readonly { readonly piece: Piece | null; readonly depth: number }[],
  by = RetrievalMerge.MAX,
) => {
  const around = new Map(
    [...relevancesAround(relations)].map(([ref, relevance]) => [
      ref,
      { score: relevance, explain: { relevance, traversal: relevance, lexical: null } as SearchHit['explain'] },
    ]),
  );
  return mergePieces(hits, relations, { merge: by, topK: 2, around });
};

describe('mergePieces', () => {
  it('keeps the higher of search score and 1/depth, each piece once, ties by id', () => {
    const hits = [hit('a', 1), hit('b', 0.4)];
    const relations = [around('b', 3), around('b', 2), around('c', 1), around('a', 2)];
    const merged = merge(hits, relations);
    expect(scores(merged)).toEqual([
      ['a', 1],
      ['c', 1],
      ['b', 0.5],
    ]);
    expect(merged[2]?.explain).toMatchObject({ relevance: 0.5, traversal: 0.5, lexical: null });
    expect(merged[0]?.explain).toMatchObject({ lexical: 1 });
  });

  it('caps the hits of the search, not the pieces of relations, which keep a score from further down', () => {
    const hits = [hit('a', 1), hit('b', 0.9), hit('c', 0.8)];
    expect(scores(merge(hits, [around('c', 2), around('d', 4)]))).toEqual([
      ['a', 1],
      ['b', 0.9],
      ['c', 0.8],
      ['d', 0.25],
    ]);
  });

  it('ranks by the recipe alone where it is asked to', () => {
    const hits = [hit('a', 1), hit('b', 0.9), hit('c', 0.8)];
    const merged = merge(hits, [around('c', 1), around('d', 1), around('a', 1)], RetrievalMerge.FUSED);
    expect(scores(merged)).toEqual([
      ['a', 1],
      ['b', 0.9],
      ['c', 0.8],
      ['d', 0],
    ]);
    expect(merged[3]?.explain).toMatchObject({ relevance: 0, traversal: null });
  });

  it('passes over relations without a piece', () => {
    expect(scores(merge([], [around('a', 2), { piece: null, depth: 1 }]))).toEqual([['a', 0.5]]);
  });
});

it('ranks episodes of a session, things to do and facts each in their way', () => {
  const of = (session: string | null, knowledgeType: KnowledgeType) => pieceProfile({ session, knowledgeType });
  expect(of('s', KnowledgeType.PROCEDURE)).toBe('episodic');
  expect(of(null, KnowledgeType.PROCEDURE)).toBe('procedural');
  expect(of(null, KnowledgeType.INSTRUCTION)).toBe('procedural');
  expect(of(null, KnowledgeType.EPISODIC)).toBe('factual');
});
