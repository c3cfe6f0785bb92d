import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callerFrom } from '../../src/common/caller.js';
import { DatabaseFullError } from '../../src/common/errors.js';
import { textOf, titleOf } from '../../src/items/catalog.js';
import { facetsOf } from '../../src/knowledge/facets.js';
import type { SearchHit } from '../../src/search/search.model.js';
import type { ThrowAwayNeo4j } from '../setup/throw-away-neo4j.js';
import { type EmbeddingServer, startEmbeddingServer, STUB_MODEL } from '../support/embedding-server.js';
import { type Searching, searching } from './support.js';

const sample = (name: string) => JSON.parse(readFileSync(`sample/${name}.json`, 'utf8')) as Record<string, string>[];
const CATALOG = sample('knowledge_catalog').map((record) => {
  const item = {
    id: record['knowledge_id']!,
    description: record['description']!,
    uiLocation: record['ui_location']!,
    outputState: record['output_state']!,
  };
  return { id: item.id, title: titleOf(item.id), text: textOf(item) };
});
const TASKS = sample('tasks').map(({ task }) => task!);
const OTHERS = 5_000;

/** Leaves out properties that are computed only on request. */
const told = (hits: readonly SearchHit[]): unknown => JSON.parse(JSON.stringify(hits));

/** Returns a generator of numbers that are the same in every run. */
function counter(): () => number {
  let state = 5;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Declares the tests, for an empty database. `npm run bench:neighbours` does the same with 100,000 texts. */
export function neighboursTests(database: () => ThrowAwayNeo4j): void {
  let server: EmbeddingServer;
  const started: Searching[] = [];
  const service = async (environment: Record<string, string> = {}) => {
    started.push(await searching({ ...database().connection, ...environment }));
    return started.at(-1)!;
  };
  const withVectors = () => service({ EMBEDDER: 'openai', EMBEDDING_MODEL: STUB_MODEL, OPENAI_BASE_URL: server.url });
  const hits = async ({ search }: Searching, namespace: string, query: string): Promise<readonly SearchHit[]> =>
    (await search.search(callerFrom({ namespace }), { query, first: 5 })).hits;
  const toTasks = async (searched: Searching) => {
    const answers: string[][] = [];
    for (const task of TASKS) answers.push((await hits(searched, 'catalog', task)).map(({ id }) => id));
    return answers;
  };
  beforeAll(async () => {
    server = await startEmbeddingServer();
  });
  afterAll(async () => {
    await Promise.all(started.map((each) => each.close()));
    await server?.close();
  });

  it('counts no word where a namespace is all there is, and ranks beside 5,000 texts of the same words as before', async () => {
    const near = await withVectors();
    // This also checks that planning the statements which count words begins no epoch. If one had begun before the
    // other texts were stored, the words of the index would be as rare as they were among 120 texts.
    await expect.poll(() => near.readiness.awaited(), { timeout: 30_000 }).toBeUndefined();
    await near.save('catalog', CATALOG);
    const alone = [await toTasks(await service()), await toTasks(near)];
    const [first] = await hits(near, 'catalog', TASKS[0]!);
    expect(first?.explain).toMatchObject({ wordEpoch: null, wordFactors: [] });
    const counted = `MATCH (n:WordStatistics|WordCount) WHERE n.namespace <> '' OR n.since > datetime({epochMillis: 0}) RETURN n`;
    expect(await near.run(counted)).toEqual([]);

    const random = counter();
    // The texts have as many words as the titles and texts of the catalog, drawn from these.
    const drawn = (field: 'title' | 'text') => {
      const like = CATALOG.map((item) => item[field].split(/\s+/));
      const words = like.flat();
      return Array.from({ length: OTHERS }, (_, i) =>
        like[i % like.length]!.map(() => words[Math.floor(random() * words.length)]).join(' '),
      );
    };
    const [titles, texts] = [drawn('title'), drawn('text')];
    const rows = titles.map((title, i) => ({ id: `other-${i}`, title, text: texts[i] }));
    await near.run(
      `UNWIND $rows AS row CREATE (:Knowledge:Piece {namespace: 'others', ref: 'piece:' + row.id, id: row.id, kind: 'PIECE',
         title: row.title, text: row.text, trust: 1.0, facets: $facets, createdAt: datetime(), updatedAt: datetime()})`,
      { rows, facets: facetsOf({ namespace: 'others', kind: 'PIECE' }) },
    );
    const beside = [await toTasks(await service()), await toTasks(await withVectors())];
    for (const [i, answers] of beside.entries()) {
      const before = alone[i]!;
      expect(answers.filter((ids, task) => ids[0] === before[task]![0])).toHaveLength(TASKS.length);
      const same = answers.filter((ids, task) => ids.toSorted().join() === before[task]!.toSorted().join());
      expect(same.length).toBeGreaterThanOrEqual(35);
    }
  });

  it('gives the factors of words and the epoch of their counts, by which all replicas rank alike', async () => {
    const [one, other] = [await service(), await service()];
    const ore = Array.from({ length: 76 }, (_, i) => ({ id: `ore${i}`, text: 'zinc ore' }));
    await one.save('mine', ore);
    await one.save('metals', [
      { id: 'zinc', text: 'zinc lamps' },
      { id: 'b', text: 'a bucket of zinc' },
      { id: 'c', text: 'copper' },
      { id: 'd', text: 'tin' },
    ]);
    // Four of the 120 + 5,000 documents at the beginning of the index's epoch contain the word. Texts: ln(1 + 2.5/2.5)
    // / ln(1 + 5042.5/78.5) = 0.693147 / 4.178007; titles: ln(1 + 3.5/1.5) / ln(1 + 5119.5/1.5) = 1.203973 / 8.135640.
    const found = await hits(one, 'metals', 'Zinc for the unheard-of');
    const { wordEpoch, wordFactors } = found[0]!.explain;
    expect(wordEpoch).toBe(1);
    const zinc = wordFactors.find(({ word }) => word === 'zinc')!;
    expect(zinc.text).toBeCloseTo(0.165904, 5);
    expect(zinc.title).toBeCloseTo(0.147987, 5);
    expect(told(await hits(other, 'metals', 'Zinc for the unheard-of'))).toEqual(told(found));
    // No counts are stored for a word that no text contains.
    const kept = `MATCH (w:WordCount {namespace: 'metals'}) RETURN w.word AS word, w.inTitle AS inTitle, w.inText AS inText`;
    expect(await one.run(kept)).toEqual([{ word: 'zinc', inTitle: 1, inText: 2 }]);
  });

  it('counts anew when a namespace has grown by a tenth, for all replicas', async () => {
    const [one] = started;
    await one!.save('metals', [{ id: 'e', text: 'zinc again' }]);
    await one!.run(`MATCH (s:WordStatistics) SET s.since = s.since - duration('PT5S')`);
    const [a, b] = [await service(), await service()];
    const [left, right] = await Promise.all([hits(a, 'metals', 'zinc'), hits(b, 'metals', 'zinc')]);
    expect(told(left)).toEqual(told(right));
    // ln(1 + 2.5/3.5) / 4.178007: the counts of the index still apply, since it has hardly grown.
    expect(left[0]!.explain.wordEpoch).toBe(2);
    expect(left[0]!.explain.wordFactors[0]!.text).toBeCloseTo(0.538997 / 4.178007, 5);
  });

  it('goes on without counts where the database refuses to keep them', async () => {
    const full = await service();
    const refused = (full.repository.countWords = () => Promise.reject(new DatabaseFullError('No space left')));
    const found = await hits(full, 'metals', 'copper');
    expect(found.map(({ id, explain }) => [id, explain.wordEpoch])).toEqual([['c', null]]);
    expect(full.repository.countWords).toBe(refused);
  });
}
