import { describe, expect, it } from 'vitest';
import type { SearchHit } from '../search/search.model.js';
import { KnowledgeType, type Piece, RetrievalMerge } from './layers.model.js';
import { mergePieces, pieceProfile } from './merge.js';

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
const MAX = { merge: RetrievalMerge.MAX, topK: 2, gamma: 1 };

describe('mergePieces', () => {
  it('keeps the higher of search score and 1/depth, each piece once, ties by id', () => {
    const hits = [hit('a', 1), hit('b', 0.4)];
    const relations = [around('b', 3), around('b', 2), around('c', 1), around('a', 2)];
    const merged = mergePieces(hits, relations, MAX);
    expect(scores(merged)).toEqual([
      ['a', 1],
      ['c', 1],
      ['b', 0.5],
    ]);
    expect(merged[2]?.explain).toMatchObject({ relevance: 0.5, traversal: 0.5, lexical: null });
    expect(merged[2]?.explain.formula).toContain('higher than the search score 0.400');
    expect(merged[0]?.explain).toMatchObject({ lexical: 1 });
  });

  it('caps the hits of the search, not the pieces of relations, which keep a score from further down', () => {
    const hits = [hit('a', 1), hit('b', 0.9), hit('c', 0.8)];
    expect(scores(mergePieces(hits, [around('c', 2), around('d', 4)], MAX))).toEqual([
      ['a', 1],
      ['b', 0.9],
      ['c', 0.8],
      ['d', 0.25],
    ]);
  });

  it('ranks by the recipe alone where it is asked to', () => {
    const hits = [hit('a', 1), hit('b', 0.9), hit('c', 0.8)];
    const merged = mergePieces(hits, [around('c', 1), around('d', 1), around('a', 1)], {
      ...MAX,
      merge: RetrievalMerge.FUSED,
    });
    expect(scores(merged)).toEqual([
      ['a', 1],
      ['b', 0.9],
      ['c', 0.8],
      ['d', 0],
    ]);
    expect(merged[3]?.explain).toMatchObject({ relevance: 0, traversal: null });
  });

  it('weighs 1/depth with the trust, and passes over relations without a piece', () => {
    const relations = [around('a', 2, { trust: 0.5 }), { piece: null, depth: 1 }];
    expect(scores(mergePieces([], relations, { ...MAX, gamma: 2 }))).toEqual([['a', 0.125]]);
  });
});

it('ranks episodes of a session, things to do and facts each in their way', () => {
  const of = (session: string | null, knowledgeType: KnowledgeType) => pieceProfile({ session, knowledgeType });
  expect(of('s', KnowledgeType.PROCEDURE)).toBe('episodic');
  expect(of(null, KnowledgeType.PROCEDURE)).toBe('procedural');
  expect(of(null, KnowledgeType.INSTRUCTION)).toBe('procedural');
  expect(of(null, KnowledgeType.EPISODIC)).toBe('factual');
});
