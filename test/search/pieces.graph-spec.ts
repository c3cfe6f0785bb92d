import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerFrom } from '../../src/common/caller.js';
import { facetsOf, tagToken } from '../../src/knowledge/facets.js';
import type { SearchRequest } from '../../src/search/ranking.js';
import type { SearchHit } from '../../src/search/search.model.js';
import { type EmbeddingServer, startEmbeddingServer } from '../support/embedding-server.js';
import { freshNamespace } from '../support/graph.js';
import { embedderOf, type Searching, searching } from './support.js';

interface SeedPiece {
  readonly id: string;
  readonly text: string;
  readonly mentions?: readonly string[];
  readonly profile?: 'episodic' | 'procedural';
  readonly session?: string;
  readonly trust?: number;
  readonly tags?: readonly string[];
}

interface Graph {
  readonly pieces: readonly SeedPiece[];
  /** Pairs of names. */
  readonly links?: readonly (readonly [string, string])[];
}

/** Stores pieces of the knowledge layers, and the entities that they mention, in the form of that feature. */
async function store({ run, embedding }: Searching, namespace: string, { pieces, links = [] }: Graph): Promise<void> {
  const prepared = await embedding.prepare(pieces.map(({ id, text }) => ({ ref: `piece:${id}`, title: '', text })));
  const active = (await embedding.refresh()) ?? { slot: 0 };
  const rows = pieces.map(({ id, text, mentions = [], profile, session, trust = 1, tags = [] }, position) => ({
    id,
    mentions,
    vector: vectorOf(prepared.rows, `piece:${id}`),
    properties: {
      ref: `piece:${id}`,
      id,
      kind: 'PIECE',
      title: '',
      text,
      trust,
      profile: profile ?? null,
      session: session ?? null,
      position,
      facets: facetsOf({ namespace, kind: 'PIECE', tokens: tags.map(tagToken) }),
    },
  }));
  await run(
    `UNWIND $rows AS row
     CREATE (k:Knowledge:Piece {namespace: $namespace}) SET k += row.properties, k.createdAt = datetime(), k.updatedAt = datetime()
     SET k.model0 = CASE WHEN row.vector IS NOT NULL AND $slot = 0 THEN $model ELSE 'none' END,
       k.model1 = CASE WHEN row.vector IS NOT NULL AND $slot = 1 THEN $model ELSE 'none' END
     FOREACH (name IN row.mentions | MERGE (e:Entity {namespace: $namespace, id: 'x:' + name}) SET e.name = name MERGE (k)-[:MENTIONS]->(e))
     WITH k, row WHERE row.vector IS NOT NULL
     CALL db.create.setNodeVectorProperty(k, 'embedding' + toString(toInteger($slot)), row.vector)`,
    { namespace, rows, slot: active.slot, model: prepared.model ?? 'none' },
  );
  await run(
    `UNWIND $links AS link
     MERGE (a:Entity {namespace: $namespace, id: 'x:' + link[0]}) SET a.name = link[0]
     MERGE (b:Entity {namespace: $namespace, id: 'x:' + link[1]}) SET b.name = link[1]
     CREATE (a)-[:LINK]->(b)`,
    { namespace, links },
  );
  await run(
    `MATCH (k:Piece {namespace: $namespace}) WHERE k.session IS NOT NULL
     WITH k ORDER BY k.position WITH k.session AS session, collect(k) AS ks
     UNWIND range(0, size(ks) - 2) AS i WITH ks[i] AS a, ks[i + 1] AS b CREATE (a)-[:NEXT]->(b)`,
    { namespace },
  );
}

function vectorOf(rows: readonly { ref: string; vector: Float32Array | null }[], ref: string): number[] | null {
  const vector = rows.find((row) => row.ref === ref)?.vector;
  return vector ? Array.from(vector) : null;
}

function sumOf({ explain }: SearchHit): number {
  const { lexical, vector, graph, chain, neighbours, session } = explain;
  return [lexical, vector, graph, chain, neighbours, session].reduce<number>((sum, part) => sum + (part ?? 0), 0);
}

const TUNNEL: Graph = {
  pieces: [
    { id: 'p1', text: 'turbine flow', mentions: ['les'] },
    { id: 'p2', text: 'other words', mentions: ['les', 'rans'] },
    { id: 'p3', text: 'nothing near', mentions: ['rans'], trust: 0.5 },
    { id: 'p4', text: 'far away', mentions: ['mesh'] },
  ],
  links: [['les', 'mesh']],
};
const TALK: Graph = {
  pieces: ['morning coffee', 'evening train', 'harbour lights', 'quiet street', 'long walk'].map((text, i) => ({
    id: `s${i + 1}`,
    text,
    profile: 'episodic',
    session: 'talk',
  })),
};

describe('search over pieces by their words', () => {
  let service: Searching;
  beforeAll(async () => {
    service = await searching();
  });
  afterAll(() => service.close());
  const ask = async (namespace: string, query: string, more: Partial<SearchRequest> = {}) =>
    service.search.search(callerFrom({ namespace }), { query, first: 10, ...more });
  const stored = async (graph: Graph) => {
    const namespace = freshNamespace();
    await store(service, namespace, graph);
    return namespace;
  };

  it('adds entities named, by depth, and rare ones shared with the best', async () => {
    // N = 4 and les is in 2 pieces, so that every idf that counts is ln 3 / ln 5 and cancels out. x: p1 1. g: p1 1, p2
    // 1, p4 1/2 (through a link). y: p1 1.3, p2 0.3, p4 0.15. c: p2 1.3 from p1 (les); p1 0.3 (les) and p3 0.3 (rans)
    // from p2; so 1, 3/13, 3/13 of the best. z: p1 1.3 + 0.2 · 3/13 = 17.5/13, p2 0.5, p3 0.6/13, p4 0.15; all divided
    // by 17.5/13.
    const { hits, totalFound } = await ask(await stored(TUNNEL), 'turbine flow with LES');
    expect(totalFound).toBe(4);
    const parts = Object.fromEntries(
      hits.map(({ id, explain: { lexical, vector, graph, chain, neighbours, session, relevance } }) => [
        id,
        { lexical, vector, graph, chain, neighbours, session, relevance },
      ]),
    );
    const close = (value: number): unknown => expect.closeTo(value, 12);
    const none = { vector: null, neighbours: null, session: null };
    expect(parts).toEqual({
      p1: { ...none, lexical: close(26 / 35), graph: close(7.8 / 35), chain: close(1.2 / 35), relevance: close(1) },
      p2: { ...none, lexical: 0, graph: close(7.8 / 35), chain: close(5.2 / 35), relevance: close(13 / 35) },
      p3: { ...none, lexical: 0, graph: 0, chain: close(1.2 / 35), relevance: close(1.2 / 35) },
      p4: { ...none, lexical: 0, graph: close(3.9 / 35), chain: 0, relevance: close(3.9 / 35) },
    });
    expect(hits.map(({ id }) => id)).toEqual(['p1', 'p2', 'p4', 'p3']);
    expect(hits[3]!.score).toBeCloseTo(0.6 / 35, 12); // trust 0.5
    expect(hits[0]!.explain.profile).toBe('factual');
  });

  it('adds neighbours and the session of what matches', async () => {
    // y: s3 1. z: s3 1 + 0.4/3, one step 0.3 + 0.4/3, two steps 0.15 + 0.4/3; divided by 3.4/3.
    const { hits } = await ask(await stored(TALK), 'harbour');
    expect(hits.map(({ id, explain }) => [id, explain.relevance])).toEqual([
      ['s3', expect.closeTo(1, 12)],
      ['s2', expect.closeTo(1.3 / 3.4, 12)],
      ['s4', expect.closeTo(1.3 / 3.4, 12)],
      ['s1', expect.closeTo(0.85 / 3.4, 12)],
      ['s5', expect.closeTo(0.85 / 3.4, 12)],
    ]);
    expect(hits[1]!.explain).toMatchObject({
      profile: 'episodic',
      lexical: 0,
      graph: null,
      chain: null,
      neighbours: expect.closeTo(0.9 / 3.4, 12) as number,
      session: expect.closeTo(0.4 / 3.4, 12) as number,
    });
  });

  it('lets profiles compete by how well they match', async () => {
    const namespace = await stored(TUNNEL);
    await service.save(namespace, [
      { id: 'same', title: '', text: 'turbine flow' },
      { id: 'less', title: '', text: 'turbine blade' },
    ]);
    const { hits } = await ask(namespace, 'turbine flow with LES');
    const of = (id: string) => hits.find((hit) => hit.id === id)!.explain;
    // The words match the item as well as the best piece, whatever the graph adds to the piece.
    expect([of('p1').relevance, of('same').relevance]).toEqual([expect.closeTo(1, 12), expect.closeTo(1, 12)]);
    expect(of('same')).toMatchObject({ profile: 'catalog', graph: null, chain: null, session: null });
    expect(of('p2').relevance).toBeCloseTo(13 / 35, 12);
    expect(of('less').relevance).toBeLessThan(1);
  });

  it('gives a linked fact the same score whether or not words of the question match something else', async () => {
    // Nothing matches. y: p1 0.3, p2 0.3, p4 0.15 as above. p1 passes 0.3 to p2 (les), and p2 to p1 (les) and p3
    // (rans), which adds 0.2 to each. The sums are not divided by the best one, since a match would count 1.
    const alone = [
      ['p1', expect.closeTo(0.5, 12)],
      ['p2', expect.closeTo(0.5, 12)],
      ['p4', expect.closeTo(0.15, 12)],
      ['p3', expect.closeTo(0.1, 12)], // 0.2, trust 0.5
    ];
    const linked = async (namespace: string) => {
      const { hits, totalFound } = await ask(namespace, 'settings with LES');
      expect(totalFound).toBe(hits.length);
      for (const hit of hits) expect(Math.abs(sumOf(hit) - hit.explain.relevance)).toBeLessThan(1e-9);
      return hits.filter(({ id }) => /^p\d/.test(id)).map(({ id, score }) => [id, score]);
    };
    const namespace = await stored(TUNNEL);
    expect(await linked(namespace)).toEqual(alone);
    await service.save(namespace, [{ id: 'item', text: 'settings' }]);
    expect(await linked(namespace)).toEqual(alone);
    await store(service, namespace, { pieces: [{ id: 'step', text: 'settings first', profile: 'procedural' }] });
    expect(await linked(namespace)).toEqual(alone);
  });

  it('scales what comes of a match by how well the profile matches, and not what a link adds', async () => {
    const namespace = await stored(TUNNEL);
    // The text contains the words three times, so that it matches better than p1.
    const text = 'turbine flow turbine flow turbine flow';
    await service.save(namespace, [{ id: 'item', title: 'turbine flow', text }]);
    const { hits } = await ask(namespace, 'turbine flow with LES');
    const of = (id: string) => hits.find((hit) => hit.id === id)!.explain;
    expect(of('item').relevance).toBe(1);
    // The sums of the first test, divided by 17.5/13: the parts of matches and of the chain are multiplied by the
    // ratio, g is not.
    const ratio = of('p1').lexical! / (26 / 35);
    expect(ratio).toBeGreaterThan(0);
    expect(ratio).toBeLessThan(0.95);
    expect(['p1', 'p2', 'p3', 'p4'].map((id) => [of(id).graph, of(id).chain, of(id).relevance])).toEqual(
      [
        [7.8 / 35, 1.2 / 35, 26 / 35],
        [7.8 / 35, 5.2 / 35, 0],
        [0, 1.2 / 35, 0],
        [3.9 / 35, 0, 0],
      ].map(([graph, chain, lexical]): unknown[] => [
        expect.closeTo(graph!, 12),
        expect.closeTo(ratio * chain!, 12),
        expect.closeTo(graph! + ratio * (chain! + lexical!), 12),
      ]),
    );
  });

  it('keeps to the filters with what the graph reaches', async () => {
    const tagged = TUNNEL.pieces.map((piece) => (piece.id === 'p4' ? { ...piece, tags: ['wind'] } : piece));
    const namespace = await stored({ ...TUNNEL, pieces: tagged });
    const ids = async (more: Partial<SearchRequest>) =>
      (await ask(namespace, 'turbine flow with LES', more)).hits.map(({ id }) => id);
    expect(await ids({ filter: { minTrust: 0.6 } })).toEqual(['p1', 'p2', 'p4']);
    expect(await ids({ filter: { tags: ['wind'] } })).toEqual(['p4']);
    expect(await ids({ kinds: ['ITEM'] })).toEqual([]);
    expect(await ids({ filter: { updatedAfter: new Date('2200-01-01') } })).toEqual([]);
  });

  it.each([
    ['no word that matches', 'zzz LES', ['p1', 'p2', 'p4', 'p3']],
    ['no entity named', 'turbine', ['p1', 'p2']],
    ['neither', 'zzz', []],
    ['an entity that nothing mentions', 'zzz ghost', []],
  ])('divides by nothing with %s', async (_, query, expected) => {
    const links = [...TUNNEL.links!, ['ghost', 'nobody'] as const];
    const { hits } = await ask(await stored({ ...TUNNEL, links }), query);
    expect(hits.map(({ id }) => id).sort()).toEqual([...expected].sort());
    for (const hit of hits) {
      expect(Number.isFinite(hit.score)).toBe(true);
      expect(Math.abs(sumOf(hit) - hit.explain.relevance)).toBeLessThan(1e-9);
    }
    const matching = hits.filter(({ explain }) => (explain.lexical ?? 0) > 0);
    if (matching.length > 0) expect(Math.max(...hits.map(({ explain }) => explain.relevance))).toBeCloseTo(1, 12);
  });

  it('divides by nothing with a single piece', async () => {
    const namespace = await stored({ pieces: [{ id: 'only', text: 'turbine', mentions: ['les'] }] });
    const { hits } = await ask(namespace, 'turbine of LES');
    expect(hits.map(({ id, score }) => [id, score])).toEqual([['only', expect.closeTo(1, 12)]]);
  });

  it('links and counts nothing of another namespace', async () => {
    await stored(TUNNEL);
    const namespace = await stored({ pieces: [{ id: 'own', text: 'turbine', mentions: ['wing'] }] });
    const { hits, totalFound } = await ask(namespace, 'LES turbine mesh rans');
    expect([hits.map(({ id }) => id), totalFound]).toEqual([['own'], 1]);
    expect(hits[0]!.explain.graph).toBe(0);
  });
});

describe.each(['none', 'openai'] as const)('any search over pieces with EMBEDDER=%s', (provider) => {
  let server: EmbeddingServer;
  let service: Searching;
  const namespace = freshNamespace();
  const words = ['turbine', 'flow', 'harbour', 'lights', 'walk', 'coffee', 'rotor', 'noise'];
  const names = ['les', 'rans', 'mesh', 'wing tip'];
  beforeAll(async () => {
    server = await startEmbeddingServer();
    service = await searching(embedderOf(provider, server));
    await store(service, namespace, {
      pieces: Array.from({ length: 30 }, (_, i) => ({
        id: `p${i}`,
        text: [0, 1, 2].map((k) => words[(i * (k + 3) + k) % words.length]).join(' '),
        mentions: names.filter((_, n) => (i + n) % (n + 2) === 0),
        trust: [1, 0.9, 0.5][i % 3]!,
        ...(i < 12
          ? { profile: 'episodic' as const, session: `t${i % 3}` }
          : i < 16 && { profile: 'procedural' as const }),
      })),
      links: [
        ['les', 'rans'],
        ['mesh', 'wing tip'],
      ],
    });
    await service.save(namespace, [{ id: 'item', text: 'turbine rotor noise', trust: 0.8 }]);
  });
  afterAll(async () => {
    await service.close();
    await server.close();
  });

  it('explains each score so that it can be computed again', async () => {
    const profiles = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...words, ...names, 'who', 'zzz'), { minLength: 1, maxLength: 8 }),
        async (chosen) => {
          const { hits, totalFound } = await service.search.search(callerFrom({ namespace }), {
            query: chosen.join(' '),
            first: 100,
          });
          expect(totalFound).toBe(hits.length);
          for (const hit of hits) {
            const { relevance, trust, gamma, vector, profile } = hit.explain;
            profiles.add(profile);
            expect(Math.abs(sumOf(hit) - relevance)).toBeLessThan(1e-9);
            expect(Math.abs(relevance * trust ** gamma - hit.score)).toBeLessThan(1e-9);
            expect(relevance).toBeLessThanOrEqual(1 + 1e-9);
            expect(vector === null).toBe(provider === 'none');
          }
          expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a));
          if (hits.some(({ explain: { lexical, vector } }) => (lexical ?? 0) + (vector ?? 0) > 0)) {
            expect(Math.max(...hits.map(({ explain }) => explain.relevance))).toBeCloseTo(1, 9);
          }
        },
      ),
      // Found only by a link that its profile does not count, a piece had no relevance that is a number.
      { numRuns: 25, examples: [[['les', 'wing tip']]] },
    );
    expect([...profiles].sort()).toEqual(['catalog', 'episodic', 'factual', 'procedural']);
  });
});
