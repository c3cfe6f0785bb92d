import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerFrom } from '../../src/common/caller.js';
import type { SearchRequest } from '../../src/search/ranking.js';
import type { SearchHit } from '../../src/search/search.model.js';
import { type EmbeddingServer, startEmbeddingServer } from '../support/embedding-server.js';
import { freshNamespace } from '../support/graph.js';
import { embedderOf, type Searching, searching } from './support.js';

const ITEMS = [
  { id: 'cut_range', text: 'cut a time range out of a measurement' },
  { id: 'resample', text: 'resample all channels of a measurement to one raster' },
  { id: 'open_files', text: 'open measurement files from a folder' },
  { id: 'plot', text: 'draw channels over time' },
  { id: 'export', text: 'write channels into a spreadsheet', trust: 0.1 },
];
/** Rarity of a word that df of n texts contain. */
const rarity = (df: number, n: number) => Math.log(1 + (n - df + 0.5) / (df + 0.5));

describe.each(['none', 'openai'] as const)('a match with EMBEDDER=%s', (provider) => {
  let server: EmbeddingServer;
  let service: Searching;
  const namespace = freshNamespace();
  beforeAll(async () => {
    server = await startEmbeddingServer();
    service = await searching(embedderOf(provider, server));
    await service.save(namespace, ITEMS);
  });
  afterAll(async () => {
    await service.close();
    await server.close();
  });
  const find = async (query: string, more: Partial<SearchRequest> = {}, where = namespace) =>
    (await service.search.search(callerFrom({ namespace: where }), { query, first: 10, ...more })).hits;
  const of = (hits: readonly SearchHit[], id: string) => hits.find((hit) => hit.id === id);

  it('is computed again from its explanation', async () => {
    const hits = await find('How do I draw the measured channels of a unicorn?', { withMatch: true });
    expect(hits.length).toBeGreaterThan(2);
    for (const { match, explain } of hits) {
      const terms = explain.terms ?? [];
      const sum = (some: typeof terms) => some.reduce((total, { idf }) => total + idf, 0);
      const near = explain.cosine === null ? 0 : (explain.cosine - explain.floor!) / (1 - explain.floor!);
      const expected = Math.max(0, near, sum(terms.filter(({ covered }) => covered)) / sum(terms));
      expect(Math.abs(expected - match!)).toBeLessThan(1e-9);
      expect(explain.termEpoch).toBeGreaterThan(0);
    }
  });

  it('knows how rare words are in the namespace, whatever others have, and which of them a hit has', async () => {
    const other = freshNamespace();
    await service.save(
      other,
      Array.from({ length: 30 }, (_, n) => ({ id: `u${n}`, text: 'a unicorn draws' })),
    );
    const hit = of(await find('draw channels of a unicorn', { withMatch: true }), 'plot');
    // Three of the five texts contain channels, one draws, and none unicorn; `of` and `a` are stop words.
    const expected = [
      { word: 'draw', df: 1, covered: true },
      { word: 'channels', df: 3, covered: true },
      { word: 'unicorn', df: 0, covered: false },
    ];
    expect(hit?.explain.terms).toEqual(
      expected.map(({ df, ...term }) => ({ ...term, idf: expect.closeTo(rarity(df, 5), 9) as number })),
    );
  });

  it('is the same whether it is asked for before or after', async () => {
    const [now] = await find('draw channels of a unicorn', { withMatch: true });
    const [later] = await find('draw channels of a unicorn');
    expect(later).not.toHaveProperty('match');
    const { match, ...parts } = (await later!.explain.measure?.())!;
    expect({ match, ...parts }).toEqual({
      match: now!.match,
      terms: now!.explain.terms,
      termEpoch: now!.explain.termEpoch,
    });
  });

  it('gives all hits if the best match reaches the minimum, and none otherwise', async () => {
    const all = await find('write the channels of a measurement', { withMatch: true });
    const best = Math.max(...all.map(({ match }) => match!));
    const some = await find('write the channels of a measurement', { minMatch: best });
    expect(some.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(await find('write the channels of a measurement', { minMatch: Math.min(1, best + 0.01) })).toEqual([]);
    expect(await find('unicorns in the sky', { minMatch: 0.99 })).toEqual([]);
  });

  it('changes nothing where it is not asked for', async () => {
    const query = 'channels of a measurement';
    const plain = await find(query);
    const all = await find(query, { minMatch: 0 });
    expect(all.map(({ id }) => id)).toEqual(plain.map(({ id }) => id));
    for (const hit of [...plain, ...all]) {
      expect(hit).not.toHaveProperty('match');
      expect(hit.explain).not.toHaveProperty('terms');
    }
  });
});
