import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerFrom } from '../../src/common/caller.js';
import type { KnowledgeKind } from '../../src/knowledge/knowledge.model.js';
import { facetsOf } from '../../src/knowledge/facets.js';
import { type EmbeddingServer, startEmbeddingServer, STUB_MODEL } from '../support/embedding-server.js';
import { freshNamespace } from '../support/graph.js';
import { type Searching, searching } from './support.js';

// Tried knowledge competes with untried knowledge in a search over several kinds.

const ITEM = 'ITEM' as KnowledgeKind;
const PIECE = 'PIECE' as KnowledgeKind;
const TEXT = 'turn the valve before the pump starts';

describe.each(['none', 'openai'] as const)('kinds that compete with EMBEDDER=%s', (provider) => {
  let server: EmbeddingServer;
  let service: Searching;
  let own: Searching;
  beforeAll(async () => {
    server = await startEmbeddingServer();
    const embedder: Record<string, string> =
      provider === 'openai' ? { EMBEDDER: 'openai', EMBEDDING_MODEL: STUB_MODEL, OPENAI_BASE_URL: server.url } : {};
    service = await searching(embedder);
    own = await searching({ ...embedder, TRUST_BETWEEN_KINDS: 'own' });
  });
  afterAll(async () => {
    await own.close();
    await service.close();
    await server.close();
  });

  /** Creates a namespace in which 95 of 100 uses of one item succeeded, and the other item was never used. */
  const stored = async (withPiece: boolean) => {
    const namespace = freshNamespace();
    await service.save(namespace, [
      { id: 'untried', title: 'thing', text: TEXT },
      { id: 'proved', title: 'thing', text: TEXT, trust: 0.7 },
    ]);
    await service.run(
      `MATCH (k:Knowledge {namespace: $namespace, id: 'proved'}) SET k.tried = 100.0, k.succeeded = 95.0
       CREATE (k)-[:HAS_EVIDENCE]->(:Evidence {namespace: $namespace, id: 'e1'})`,
      { namespace },
    );
    if (withPiece) {
      await service.run(
        `MATCH (k:Knowledge {namespace: $namespace, id: 'untried'})
         CREATE (p:Knowledge:Piece) SET p = k {.*, ref: 'piece:p', id: 'p', kind: 'PIECE', facets: $facets}`,
        { namespace, facets: facetsOf({ namespace, kind: 'PIECE', tokens: [] }) },
      );
    }
    return namespace;
  };
  const find = async (by: Searching, namespace: string, kinds?: readonly KnowledgeKind[]) =>
    (await by.search.search(callerFrom({ namespace }), { query: 'turn the valve', kinds, first: 5 })).hits;

  it.each([
    ['beside pieces', true],
    ['without any', false],
  ])('rank what proved itself before what was never tried, %s', async (_, withPiece) => {
    const namespace = await stored(withPiece);
    const hits = await find(service, namespace);
    expect(hits.map(({ id }) => id)).toEqual(withPiece ? ['proved', 'untried', 'p'] : ['proved', 'untried']);
    for (const { score, explain } of hits) {
      const { relevance, estimate, gamma } = explain;
      expect(Math.abs(relevance * (2 * estimate!) ** gamma - score)).toBeLessThan(1e-9);
    }
    // (95 + 0.7) / 102; that of the untried item is half of its trust.
    expect(hits[0]?.explain).toMatchObject({ trust: 0.7, estimate: expect.closeTo(95.7 / 102, 12) as number });
    expect(hits[1]).toMatchObject({ score: hits[1]!.explain.relevance, explain: { trust: 1, estimate: 0.5 } });
  });

  it('are ranked by their own trust where they are asked for alone, and where the setting says so', async () => {
    const namespace = await stored(true);
    const alone = await find(service, namespace, [ITEM]);
    expect(alone.map(({ id }) => id)).toEqual(['untried', 'proved']);
    expect(alone.map(({ explain }) => explain.estimate)).toEqual([null, null]);
    expect((await find(service, namespace, [PIECE])).map(({ id }) => id)).toEqual(['p']);
    const all = await find(own, namespace);
    expect(all.map(({ id, score, explain }) => [id, score, explain.estimate])).toEqual([
      ['untried', 1, null],
      ['p', 1, null],
      ['proved', expect.closeTo(0.7, 12) as number, null],
    ]);
  });

  it('have the scores of their own trust where nothing was tried', async () => {
    const namespace = freshNamespace();
    await service.save(namespace, [
      { id: 'a', text: TEXT, trust: 0.9 },
      { id: 'b', text: `${TEXT} slowly`, trust: 0.8 },
    ]);
    const between = await find(service, namespace);
    for (const other of [between, await find(own, namespace), await find(service, namespace, [ITEM])]) {
      expect(other.map(({ id }) => id)).toEqual(['a', 'b']);
      // The relevance of two searches may differ, because other tests change the counts of words in between.
      for (const { score, explain } of other) {
        expect(Math.abs(explain.relevance * explain.trust ** explain.gamma - score)).toBeLessThan(1e-9);
      }
    }
  });
});
