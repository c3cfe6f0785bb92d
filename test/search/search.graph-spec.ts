import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerFrom } from '../../src/common/caller.js';
import { applicationToken } from '../../src/knowledge/facets.js';
import type { SearchHit } from '../../src/search/search.model.js';
import { type EmbeddingServer, startEmbeddingServer } from '../support/embedding-server.js';
import { freshNamespace } from '../support/graph.js';
import { embedderOf, type Searching, searching } from './support.js';

const ITEMS = [
  { id: 'cut_range', text: 'cut a time range out of a measurement', trust: 1 },
  { id: 'resample', text: 'resample all channels of a measurement to one raster', trust: 0.5 },
  {
    id: 'open_files',
    text: 'open measurement files from a folder',
    trust: 0.9,
    updatedAt: new Date('2026-03-01T00:00:00Z'),
  },
  { id: 'plot', text: 'draw channels over time', trust: 1, tokens: [applicationToken('viewer')] },
  { id: 'export', text: 'write channels into a spreadsheet', trust: 0.7, tokens: [applicationToken('viewer')] },
];

describe.each(['none', 'openai'] as const)('search with EMBEDDER=%s', (provider) => {
  let server: EmbeddingServer;
  let service: Searching;
  const namespace = freshNamespace();
  const stranger = freshNamespace();
  beforeAll(async () => {
    server = await startEmbeddingServer();
    service = await searching(embedderOf(provider, server));
    await service.save(namespace, ITEMS);
    await service.save(stranger, [{ id: 'secret', text: 'measurement channels of a stranger' }]);
  });
  afterAll(async () => {
    await service.close();
    await server.close();
  });
  const ids = async (query: string, filter = {}, first = 10) =>
    (await service.search.search(callerFrom({ namespace }), { query, filter, first })).hits.map(({ id }) => id);

  it('finds what the words say, best first, each once', async () => {
    const found = await ids('time range of a measurement');
    expect(found[0]).toBe('cut_range');
    expect(new Set(found).size).toBe(found.length);
  });

  it('explains each score so that it can be computed again', async () => {
    const { hits } = await service.search.search(callerFrom({ namespace }), {
      query: 'measurement channels over time',
      first: 100,
    });
    expect(hits.length).toBeGreaterThanOrEqual(5);
    expect(Math.max(...hits.map(({ explain }) => explain.relevance))).toBeCloseTo(1, 12);
    for (const { score, explain, knowledge } of hits) {
      expect(Math.abs((explain.lexical ?? 0) + (explain.vector ?? 0) - explain.relevance)).toBeLessThan(1e-9);
      expect(Math.abs(explain.relevance * explain.trust ** explain.gamma - score)).toBeLessThan(1e-9);
      expect(explain).toMatchObject({
        profile: 'catalog',
        gamma: 1,
        trust: knowledge.trust,
        scopeWeight: null,
        graph: null,
      });
      if (provider === 'none') expect(explain).toMatchObject({ vector: null, cosine: null, floor: null });
      else {
        expect(explain).toMatchObject({ floor: 0.2, cosine: expect.any(Number) as number });
      }
    }
    if (provider === 'openai') {
      // The nearness is the part above the floor, with the same factor for all hits.
      const above = ({ explain }: SearchHit) => Math.max(0, explain.cosine! - 0.2);
      const nearest = hits.reduce((best, hit) => (above(hit) > above(best) ? hit : best));
      expect(above(nearest)).toBeGreaterThan(0);
      const slope = nearest.explain.vector! / above(nearest);
      for (const hit of hits) expect(Math.abs(hit.explain.vector! - slope * above(hit))).toBeLessThan(1e-9);
      expect(hits.some((hit) => above(hit) > 0 && hit !== nearest)).toBe(true);
    }
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a));
  });

  it('has a later text that names what it changes directly above it, with its own score', async () => {
    const own = freshNamespace();
    const day = (n: number) => ({ title: '', updatedAt: new Date(Date.UTC(2026, 0, n)) });
    await service.save(own, [
      { id: 'rule', text: 'Failed payments are retried five times.', ...day(1) },
      { id: 'change', text: 'This amends the rule on retries of failed payments: two attempts.', ...day(3) },
      { id: 'earlier', text: 'This amends the rule on retries of failed payments: six attempts.', ...day(0) },
    ]);
    const { hits } = await service.search.search(callerFrom({ namespace: own }), {
      query: 'failed payments are retried five times',
      first: 10,
    });
    expect(hits.map(({ id }) => id)).toEqual(['change', 'rule', 'earlier']);
    expect(hits[0]!.score).toBeLessThan(hits[1]!.score);
  });

  it('finds words with symbols by their own form', async () => {
    const own = freshNamespace();
    const texts = [
      'Naming in C',
      'Naming in C#',
      'Naming in C++',
      'Push it',
      'Push it with --force',
      'Port 5433',
      'Port 5434',
    ];
    await service.save(
      own,
      texts.map((text, n) => ({ id: `text${n}`, title: '', text })),
    );
    const first = async (query: string) => {
      const { hits } = await service.search.search(callerFrom({ namespace: own }), { query, first: 1 });
      return hits.map(({ knowledge }) => knowledge.text);
    };
    expect(await first('How are classes named in C++?')).toEqual(['Naming in C++']);
    expect(await first('naming c#')).toEqual(['Naming in C#']);
    expect(await first('push --force')).toEqual(['Push it with --force']);
    expect(await first('port 5434')).toEqual(['Port 5434']);
  });

  it('computes the same score from its parts for any query of its words', async () => {
    const words = ITEMS.flatMap(({ text }) => text.split(' '));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }), async (chosen) => {
        const { hits } = await service.search.search(callerFrom({ namespace }), {
          query: chosen.join(' '),
          first: 100,
        });
        for (const {
          score,
          explain: { lexical, vector, trust, gamma, scopeWeight },
        } of hits) {
          const relevance = (lexical ?? 0) + (vector ?? 0);
          expect(Math.abs(relevance * trust ** gamma * (scopeWeight ?? 1) - score)).toBeLessThan(1e-9);
          expect(relevance).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('orders equal hits by ref', async () => {
    const twins = freshNamespace();
    await service.save(
      twins,
      ['b', 'a', 'c'].map((id) => ({ id, title: 'twin', text: 'the same words' })),
    );
    const { hits } = await service.search.search(callerFrom({ namespace: twins }), { query: 'same words', first: 3 });
    expect(hits.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it('finds nothing of another namespace', async () => {
    expect(await ids('measurement channels of a stranger', {}, 100)).not.toContain('secret');
    const { hits, totalFound } = await service.search.search(callerFrom({ namespace: freshNamespace() }), {
      query: 'measurement',
      first: 10,
    });
    expect({ hits, totalFound }).toEqual({ hits: [], totalFound: 0 });
  });

  it('keeps to the least trust, the time of change and the application', async () => {
    const query = 'measurement channels';
    expect(await ids(query, { minTrust: 0.9 })).not.toContain('resample');
    expect(await ids(query, { minTrust: 0.9 })).toContain('open_files');
    expect(await ids(query, { updatedAfter: new Date('2026-02-01T00:00:00Z') })).toEqual(['open_files']);
    expect((await ids(query, { application: 'viewer' })).sort()).toEqual(['export', 'plot']);
    expect(await ids(query, { application: 'view' })).toEqual([]);
  });

  it('counts the candidates it considered, not the hits it returns', async () => {
    const { hits, totalFound } = await service.search.search(callerFrom({ namespace }), {
      query: 'measurement',
      first: 1,
    });
    expect(hits).toHaveLength(1);
    expect(totalFound).toBeGreaterThanOrEqual(3);
    const strict = { minTrust: 1 };
    const filtered = await service.search.search(callerFrom({ namespace }), {
      query: 'measurement',
      filter: strict,
      first: 1,
    });
    expect(filtered.totalFound).toBeLessThan(totalFound);
  });

  it.each([0, 101, 2.5, Number.NaN])('refuses first: %s', async (first) => {
    const search = service.search.search(callerFrom({ namespace }), { query: 'measurement', first });
    await expect(search).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: 'first' }] });
  });

  it.each([
    ['blanks', ' \t\n\u3000 '],
    ['nothing', ''],
    ['only signs', '+-&&||!(){}[]^"~*?:\\/<>='],
  ])('finds nothing for %s', async (_, query) => {
    expect(await service.search.search(callerFrom({ namespace }), { query, first: 5 })).toMatchObject({
      hits: [],
      totalFound: 0,
    });
  });

  it.each([
    ['an unfinished phrase', '"unbalanced measurement'],
    ['operators', 'measurement AND OR NOT TO'],
    ['a leading NOT', 'NOT measurement'],
    ['a field', 'facets: (measurement) title:(measurement)'],
    ['wildcards', '* ?* measur*ment *:*'],
    ['ranges and expressions', '[a TO z] {a TO z} /.*/ measurement~9 measurement^99'],
    ['40,000 characters', 'measurement '.repeat(3_334)],
    ['one word of 40,000 characters', 'x'.repeat(40_000)],
    ['40,000 ideographs', '測'.repeat(40_000)],
    ['40,000 joined letters', 'a.1-'.repeat(10_000)],
    ['2,000 words', Array.from({ length: 2_000 }, (_, index) => `word${index}`).join(' ')],
    ['stop words', 'the of and a to in is it'],
    ['emoji', '🚀👩‍👩‍👧‍👦 🏳️‍🌈'],
    ['right-to-left', '\u202Eقياس اليوم والأمس'],
    ['half a character', 'measurement \uD83D'],
    ['control characters', 'measurement\u0000\u0007\u001B[31m'],
  ])('takes %s for words', async (_, query) => {
    const { hits, totalFound } = await service.search.search(callerFrom({ namespace }), { query, first: 5 });
    expect(totalFound).toBeGreaterThanOrEqual(hits.length);
    for (const { id } of hits) expect(ITEMS.map((item) => item.id)).toContain(id);
    if (/measurement\b/.test(query)) expect(hits.length).toBeGreaterThan(0);
    if (provider === 'none' && query.startsWith('the of')) expect(hits).toEqual([]);
  });

  it('never fails and never leaves its namespace, whatever the query', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('AND', 'OR', 'NOT', 'TO', '+', '-', '&&', '||', '(', ')', '[', ']', '{', '}', '^', '"', '~', '*'),
      fc.constantFrom('facets:', 'title:(', 'measurement', 'channels', '\\', '/', '<', '>', '\u0000', 'n0', ' '),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        const { hits } = await service.search.search(callerFrom({ namespace }), { query: pieces.join(''), first: 100 });
        expect(hits.map(({ id }) => id)).not.toContain('secret');
      }),
      { numRuns: 80 },
    );
  });
});
