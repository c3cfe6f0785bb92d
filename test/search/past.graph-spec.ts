import neo4j from 'neo4j-driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerFrom } from '../../src/common/caller.js';
import { readCypherFile } from '../../src/graph/statement.js';
import { toDriver } from '../../src/graph/values.js';
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

describe('the migration of versions that an undo kept', () => {
  it('is done in several batches, each of which continues where the last one stopped', async () => {
    const service = await searching();
    try {
      const namespace = freshNamespace();
      const ids = Array.from({ length: 7 }, (_, n) => `undone_${n}`);
      const kept = Array.from({ length: 3 }, (_, n) => `kept_${n}`);
      await service.save(
        namespace,
        [...ids, ...kept].map((id) => ({ id, text: `zebra ${id}`, trust: 1 })),
      );
      // As a service stored them before: without the facets, and without the label of the index.
      await service.run(
        `MATCH (k:Knowledge {namespace: $namespace}) WHERE k.id IN $ids
         CREATE (:Version {namespace: $namespace, ref: k.ref, number: 1, gone: true, state: '{}', title: k.id, text: k.text,
           from: k.createdAt, until: $until})
         REMOVE k:Knowledge:KnowledgeItem SET k:Undone, k.number = 2`,
        { namespace, ids, until: toDriver(BETWEEN) },
      );
      const { text } = readCypherFile('migrations/027-index-versions');
      let after: unknown = [namespace, '', 0];
      const changed: unknown[] = [];
      for (;;) {
        const [row] = await service.run(text, { after, batch: neo4j.int(3) });
        const [to] = (row?.['after'] ?? [null]) as readonly unknown[];
        if (to !== namespace) break;
        after = row?.['after'];
        changed.push(Number(row?.['changed']));
      }
      expect(changed.slice(0, 2)).toEqual([3, 3]);
      const labelled = await service.run(
        'MATCH (v:SearchedVersion {namespace: $namespace}) WHERE v.facets IS NOT NULL RETURN v.ref AS ref ORDER BY ref',
        { namespace },
      );
      expect(labelled.map(({ ref }) => ref)).toEqual(ids.map((id) => `item:${id}`));
    } finally {
      await service.close();
    }
  });
});
