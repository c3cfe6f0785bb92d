import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { callerFrom } from '../../src/common/caller.js';
import { applicationToken } from '../../src/knowledge/facets.js';
import type { SearchRequest } from '../../src/search/ranking.js';
import type { ThrowAwayNeo4j } from '../setup/throw-away-neo4j.js';
import { type EmbeddingServer, reply, startEmbeddingServer } from '../support/embedding-server.js';
import { type SeedItem, type Searching, searching } from './support.js';

const DIMENSIONS = 64;
const CLUSTERS = 60;
const PROBES = 10;
const FIRST = 5;
const LARGE = 6_000;
const WORDS = ['measurement', 'channel', 'raster', 'plot', 'export', 'folder', 'signal', 'cursor', 'window', 'trigger'];
const START = Date.parse('2026-01-01T00:00:00Z');

/** Returns a random generator with a seed, so that every run has the same numbers. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const random = generator(7);
const gaussian = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const vectorAround = (center: readonly number[], spread: number) => center.map((value) => value + spread * gaussian());
const centers = Array.from({ length: CLUSTERS }, () => Array.from({ length: DIMENSIONS }, gaussian));
const probes = Array.from({ length: PROBES }, (_, index) => vectorAround(centers[index % CLUSTERS]!, 0.7));

interface Item extends SeedItem {
  readonly vector: number[];
  readonly trust: number;
  readonly updatedAt: Date;
  readonly tokens: string[];
}

/** Returns items whose trust, time and applications each select 0.1, 1, 10 and 100 %, independently of the vectors. */
function items(count: number): Item[] {
  const shuffled = Array.from({ length: count }, (_, index) => ({ index, at: random() })).sort((a, b) => a.at - b.at);
  return shuffled.map(({ index }, place) => ({
    id: `i${String(index).padStart(6, '0')}`,
    title: WORDS[index % WORDS.length]!,
    text: [0, 1, 2, 3].map(() => WORDS[Math.floor(random() * WORDS.length)]).join(' '),
    trust: 0.5 + (0.5 * place) / count,
    updatedAt: new Date(START + index * 1_000),
    tokens: [10, 100, 1_000].filter((part) => index % part === 0).map((part) => applicationToken(`one in ${part}`)),
    vector: vectorAround(centers[Math.floor(random() * CLUSTERS)]!, 0.9),
  }));
}

const cosine = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, index) => sum + value * b[index]!, 0) / Math.hypot(...a) / Math.hypot(...b);

export function selectivityTests(database: () => ThrowAwayNeo4j): void {
  let server: EmbeddingServer;
  let service: Searching;
  const stored = new Map<string, Item[]>();
  beforeAll(async () => {
    server = await startEmbeddingServer();
    // A query `probe 7 …` gets the vector of probe 7.
    server.answerWith(({ input }, response) => {
      const data = input.map((text, index) => ({ index, embedding: probes[Number(/^probe (\d+)/.exec(text)?.[1])] }));
      reply(response, 200, { object: 'list', data });
      return true;
    });
    service = await searching({
      ...database().connection,
      EMBEDDER: 'openai',
      EMBEDDING_MODEL: `clusters-${DIMENSIONS}`,
      OPENAI_BASE_URL: server.url,
      SEARCH_MIN_COSINE: '-1',
    });
    // The index is built afterwards in one go, which is several times faster than row by row.
    await service.vectors.dropIndex(0);
    for (const [namespace, count] of [
      ['large', LARGE],
      ['tenth', LARGE / 10],
      ['hundredth', LARGE / 100],
      ['few', LARGE / 1_000],
    ] as const) {
      const all = items(count);
      stored.set(namespace, all);
      for (let at = 0; at < count; at += 1_000) await service.save(namespace, all.slice(at, at + 1_000));
    }
    await service.vectors.createIndex(0);
    await service.vectors.awaitIndex(0, () => Promise.resolve());
  }, 180_000);
  afterAll(async () => {
    await service?.close();
    await server?.close();
  });

  /**
   * Computes the expected order for a query whose words occur nowhere: nearness relative to the nearest item, times
   * trust.
   */
  const expected = (namespace: string, probe: number, passes: (item: Item) => boolean) =>
    rankedBy(namespace, probe)
      .filter(passes)
      .slice(0, FIRST)
      .map(({ id }) => id);
  /** Order without a filter, which is the same for all filters. */
  const ranked = new Map<string, Item[]>();
  const rankedBy = (namespace: string, probe: number): Item[] => {
    const key = `${namespace} ${probe}`;
    const known = ranked.get(key);
    if (known) return known;
    const scored = stored
      .get(namespace)!
      .map((item) => ({ item, score: Math.max(0, cosine(item.vector, probes[probe]!)) * item.trust }))
      .sort((a, b) => b.score - a.score || (a.item.id < b.item.id ? -1 : 1))
      .map(({ item }) => item);
    ranked.set(key, scored);
    return scored;
  };

  const trustAbove = (part: number) => ({ minTrust: 1 - 0.5 * part });
  const updatedLast = (part: number) => ({ updatedAfter: new Date(START + (LARGE * (1 - part) - 1) * 1_000) });
  const cases: [string, string, NonNullable<SearchRequest['filter']>, (item: Item) => boolean][] = [
    ['a namespace of 0.1 %', 'few', {}, () => true],
    ['a namespace of 1 %', 'hundredth', {}, () => true],
    ['a namespace of 10 %', 'tenth', {}, () => true],
    ['a namespace of 90 %', 'large', {}, () => true],
    ...[0.001, 0.01, 0.1].map((part): (typeof cases)[number] => {
      const name = `one in ${Math.round(1 / part)}`;
      return [
        `an application of ${part * 100} %`,
        'large',
        { application: name },
        ({ tokens }) => tokens.includes(applicationToken(name)),
      ];
    }),
    ...[0.001, 0.01, 0.1, 1].map((part): (typeof cases)[number] => {
      const filter = trustAbove(part);
      return [`the most trusted ${part * 100} %`, 'large', filter, ({ trust }) => trust >= filter.minTrust];
    }),
    ...[0.001, 0.01, 0.1, 1].map((part): (typeof cases)[number] => {
      const filter = updatedLast(part);
      return [`the last changed ${part * 100} %`, 'large', filter, ({ updatedAt }) => updatedAt > filter.updatedAfter];
    }),
  ];

  it.each(cases)('finds what an exact search finds, and as many, in %s', async (_, namespace, filter, passes) => {
    let right = 0;
    let wanted = 0;
    for (let probe = 0; probe < PROBES; probe++) {
      const ids = expected(namespace, probe, passes);
      const { hits } = await service.search.search(callerFrom({ namespace }), {
        query: `probe ${probe}`,
        filter,
        first: FIRST,
      });
      expect(hits).toHaveLength(ids.length);
      right += hits.filter(({ id }) => ids.includes(id)).length;
      wanted += ids.length;
    }
    expect(wanted).toBe(Math.min(FIRST, stored.get(namespace)!.filter(passes).length) * PROBES);
    expect(right / wanted).toBeGreaterThanOrEqual(0.98);
  });

  it('finds what an exact search finds where words count too, and gives it the same scores, above a floor', async () => {
    const floored = () =>
      searching({
        ...database().connection,
        EMBEDDER: 'openai',
        EMBEDDING_MODEL: `clusters-${DIMENSIONS}`,
        OPENAI_BASE_URL: server.url,
        EMBEDDING_FLOOR: '0.3',
      });
    const [indexing, scanned] = await Promise.all([floored(), floored()]);
    const finding = vi.spyOn(indexing.ranking, 'find');
    const find = scanned.ranking.find.bind(scanned.ranking);
    vi.spyOn(scanned.ranking, 'find').mockImplementation((question, embedded, by) =>
      by === 'scan' ? find(question, embedded, by) : Promise.reject(new Error('the index does not serve')),
    );
    let right = 0;
    for (let probe = 0; probe < PROBES; probe++) {
      const query = `probe ${probe} ${WORDS[probe % 10]} ${WORDS[(probe * 3) % 10]}`;
      const [indexed, exact] = await Promise.all(
        [indexing, scanned].map(({ search }) =>
          search.search(callerFrom({ namespace: 'large' }), { query, first: FIRST }),
        ),
      );
      expect(indexed!.hits).toHaveLength(FIRST);
      for (const { id, score } of indexed!.hits) {
        const same = exact!.hits.find((hit) => hit.id === id);
        if (!same) continue;
        right += 1;
        expect(Math.abs(score - same.score)).toBeLessThan(1e-9);
      }
    }
    await indexing.close();
    await scanned.close();
    const by = (await service.vectors.offersFilters()) ? 'filtered index' : 'index';
    expect(finding.mock.calls.filter(([, , way]) => way === by).length).toBeGreaterThanOrEqual(PROBES);
    expect(right / (FIRST * PROBES)).toBeGreaterThanOrEqual(0.98);
  });

  it('fetches no more than the least of an index that looks in the namespace alone', async (context) => {
    if (!(await service.vectors.offersFilters()))
      return context.skip('Neo4j 5.26 does not filter inside a vector index');
    const asked = vi.spyOn(service.ranking, 'find');
    // A tenth of all items pass. 5.26 fetches 222 for that, or measures each.
    const { hits } = await service.search.search(callerFrom({ namespace: 'tenth' }), {
      query: 'probe 3',
      first: FIRST,
    });
    expect(asked.mock.calls.map(([{ fetch }]) => fetch)).toEqual([50]);
    expect(hits.map(({ id }) => id)).toEqual(expected('tenth', 3, () => true));
  });

  it('returns all there are when the near ones of the whole are not those of the filter', async () => {
    // 2,000 items of one application are all far from the probe, so that the index fetches none of them.
    const away = Array.from({ length: 2_000 }, (_, index) => ({
      id: `away${index}`,
      text: 'elsewhere',
      tokens: [applicationToken('elsewhere')],
      vector: vectorAround(
        probes[0]!.map((value) => -value),
        0.3,
      ),
    }));
    for (let at = 0; at < away.length; at += 1_000) await service.save('large', away.slice(at, at + 1_000));
    const { hits } = await service.search.search(callerFrom({ namespace: 'large' }), {
      query: 'probe 0',
      filter: { application: 'elsewhere' },
      first: FIRST,
    });
    expect(hits.map(({ id }) => id.startsWith('away'))).toEqual([true, true, true, true, true]);
  });
}
