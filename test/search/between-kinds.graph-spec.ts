import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerFrom } from '../../src/common/caller.js';
import type { KnowledgeKind } from '../../src/knowledge/knowledge.model.js';
import { facetsOf } from '../../src/knowledge/facets.js';
import { type EmbeddingServer, startEmbeddingServer, STUB_MODEL } from '../support/embedding-server.js';
import { freshNamespace } from '../support/graph.js';
import { type Searching, searching } from './support.js';

// One formula for one kind and for many: tries and successes are shown, and never ranked by.

const ITEM = 'ITEM' as KnowledgeKind;
const PIECE = 'PIECE' as KnowledgeKind;
const TEXT = 'turn the valve before the pump starts';

describe.each(['none', 'openai'] as const)('kinds that compete with EMBEDDER=%s', (provider) => {
  let server: EmbeddingServer;
  let service: Searching;
  beforeAll(async () => {
    server = await startEmbeddingServer();
    const embedder: Record<string, string> =
      provider === 'openai' ? { EMBEDDER: 'openai', EMBEDDING_MODEL: STUB_MODEL, OPENAI_BASE_URL: server.url } : {};
    service = await searching(embedder);
  });
  afterAll(async () => {
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
  const find = async (namespace: string, kinds?: readonly KnowledgeKind[]) =>
    (await service.search.search(callerFrom({ namespace }), { query: 'turn the valve', kinds, first: 5 })).hits;

  it.each([
    ['beside pieces', true],
    ['without any', false],
  ])('rank by relevance and trust, whatever was tried, %s', async (_, withPiece) => {
    const namespace = await stored(withPiece);
    for (const kinds of [undefined, [ITEM], [ITEM, PIECE]]) {
      const hits = await find(namespace, kinds);
      const expected = withPiece && kinds?.length !== 1 ? ['untried', 'p', 'proved'] : ['untried', 'proved'];
      expect(hits.map(({ id }) => id)).toEqual(expected);
      for (const { id, score, explain } of hits) {
        const trust = id === 'proved' ? 0.7 : 1;
        expect(explain).toMatchObject({ trust, usualTrust: 1, trustFactor: trust, gamma: 1 });
        expect(score).toBe(explain.relevance * trust);
      }
    }
  });

  it('keep the order of two entries with equal trust when others, or they themselves, were tried', async () => {
    const namespace = freshNamespace();
    await service.save(namespace, [
      { id: 'a', text: `${TEXT} slowly and with care`, trust: 0.9 },
      { id: 'b', text: TEXT, trust: 0.9 },
      { id: 'c', text: TEXT, trust: 1 },
    ]);
    const before = (await find(namespace)).map(({ id }) => id);
    await service.run(
      "MATCH (k:Knowledge {namespace: $namespace}) SET k.tried = 50.0, k.succeeded = CASE k.id WHEN 'b' THEN 0.0 ELSE 50.0 END",
      { namespace },
    );
    expect((await find(namespace)).map(({ id }) => id)).toEqual(before);
  });
});
