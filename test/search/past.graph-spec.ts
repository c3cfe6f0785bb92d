import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerFrom } from '../../src/common/caller.js';
import { type EmbeddingServer, startEmbeddingServer } from '../support/embedding-server.js';
import { freshNamespace } from '../support/graph.js';
import { embedderOf, type SeedItem, type Searching, searching } from './support.js';

const LATER = new Date('2026-06-01T00:00:00Z');
const BETWEEN = new Date('2026-05-01T00:00:00Z');
const QUERY = 'resample all channels of a measurement';

const FEW: SeedItem[] = [
  { id: 'cut_range', text: 'cut a time range out of a measurement', trust: 1 },
  { id: 'resample', text: 'resample all channels of a measurement to one raster', trust: 0.5 },
  { id: 'open_files', text: 'open measurement files from a folder', trust: 0.9 },
  { id: 'plot', text: 'draw channels over time', trust: 1 },
];
// Not more than the candidates of a search, so that both find all.
const MANY: SeedItem[] = Array.from({ length: 90 }, (_, n) => ({
  id: `item_${String(n).padStart(3, '0')}`,
  text: `${['open', 'cut', 'plot', 'resample', 'write'][n % 5]} ${['channels', 'files', 'ranges'][n % 3]} of series ${n % 29} into view ${n}`,
  trust: 0.5 + (n % 7) / 14,
}));

describe.each(['none', 'openai'] as const)('a search of another time with EMBEDDER=%s', (provider) => {
  let server: EmbeddingServer;
  let service: Searching;
  beforeAll(async () => {
    server = await startEmbeddingServer();
    service = await searching(embedderOf(provider, server));
  });
  afterAll(async () => {
    await service.close();
    await server.close();
  });

  it.each([
    ['few', FEW],
    ['many', MANY],
  ])('ranks %s texts as the search of today does', async (_, items) => {
    const namespace = freshNamespace();
    await service.save(namespace, items);
    // The best match was stored later. Its words are rare, so that the statistics of the other words stay nearly the
    // same.
    await service.save(namespace, [{ id: 'later', text: 'zebra', updatedAt: LATER }]);
    const caller = callerFrom({ namespace });
    for (const query of [QUERY, 'open files of series 7', 'cut channels into view']) {
      const ask = (asOf?: Date) => service.search.search(caller, { query, first: 20, asOf });
      // Other test files write to the same index, which changes how rare its words are. Every score must be the same before
      // and after: that of a hit with the words of the best hit does not depend on the words.
      let [today, then, again] = [await ask(), await ask(BETWEEN), await ask()];
      const scores = ({ hits }: typeof today) => JSON.stringify(hits.map(({ id, score }) => [id, score]));
      for (let attempt = 0; attempt < 20 && scores(today) !== scores(again); attempt++) {
        [today, then, again] = [await ask(), await ask(BETWEEN), await ask()];
      }
      const parts = (hits: typeof today.hits) =>
        hits
          .filter(({ id }) => id !== 'later')
          .map(({ id, score, explain: { lexical, vector, cosine, trust } }) => ({
            id,
            score,
            lexical,
            vector,
            cosine,
            trust,
          }));
      const nearly = (found: object) =>
        JSON.parse(JSON.stringify(found), (_key, value: unknown): unknown =>
          typeof value === 'number' ? expect.closeTo(value, 5) : value,
        ) as object;
      expect(then.hits.map(({ id }) => id)).not.toContain('later');
      expect(parts(then.hits).length).toBeGreaterThan(0);
      const shared = Math.min(parts(today.hits).length, parts(then.hits).length);
      expect(parts(then.hits).slice(0, shared)).toEqual(nearly(parts(today.hits).slice(0, shared)));
    }
  });
});
