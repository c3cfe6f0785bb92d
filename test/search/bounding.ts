import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callerFrom } from '../../src/common/caller.js';
import { toDriver } from '../../src/graph/values.js';
import type { HitsThen, PastSearch } from '../../src/search/search.statements.js';
import { type EmbeddingServer, startEmbeddingServer } from '../support/embedding-server.js';
import { freshNamespace } from '../support/graph.js';
import { embedderOf, type SeedItem, type Searching, searching } from './support.js';

const BEGIN = new Date('2026-01-01T00:00:00Z');
const BETWEEN = new Date('2026-05-01T00:00:00Z');
const LATER = new Date('2026-06-01T00:00:00Z');
const VERBS = ['open', 'cut', 'plot', 'resample', 'write', 'export'];
const NOUNS = ['channels', 'files', 'ranges', 'views', 'recordings'];
const ITEMS = 400;
const ENTITIES = 40;
/** More hits than there are, so that all of them are read. */
const ALL = 1_000_000;
const PLAIN = { hub: 1, lg: 0, lc: 0, n1: 0, n2: 0, s: 0 };
const PROFILES = [
  { name: 'words', a: 0.9, ...PLAIN },
  { name: 'plain', a: 0.4, ...PLAIN },
  { name: 'vectors', a: 0, ...PLAIN },
  { name: 'linked', a: 0.5, ...PLAIN, lg: 0.3 },
  { name: 'chained', a: 0.4, ...PLAIN, lg: 0.3, lc: 0.2 },
];

const QUERIES = ['open files of series 7', 'cut channels', 'resample the ranges of all recordings into views'];

/**
 * Declares the tests that a search of another time, which reads only what can reach the top, answers as one that reads
 * every hit.
 *
 * @param seeds seeds of the random knowledge
 * @param queries number of queries of each
 */
export function boundedSearches(seeds: readonly number[], queries: number): void {
  describe.each(['none', 'openai'] as const)('the bounded search of another time with EMBEDDER=%s', (provider) => {
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

    it.each(seeds)('answers as one that reads every hit, over random knowledge (seed %i)', async (seed) => {
      const namespace = freshNamespace();
      await seeded(service, namespace, seed);
      let spared = 0;
      for (const query of QUERIES.slice(0, queries)) {
        const asked = await parametersOf(service, namespace, query);
        for (const profile of PROFILES) {
          const search: PastSearch = {
            ...asked,
            first: 5,
            question: {
              ...asked.question,
              profiles: { ITEM: profile },
              named: profile.lg > 0 ? [{ id: 'entity_3', idf: 0.7 }] : [],
            },
          };
          for (const [sure, considered] of [
            [1, 3],
            [5, 40],
            [50, ALL],
          ] as const) {
            const [all, { found, read }] = await inPeace(
              () => service.repository.at({ ...search, considered: ALL, sure: ALL }),
              () => bounded(service, { ...search, considered }, sure),
            );
            expect(all?.hits.length).toBeGreaterThan(0);
            if (read < ITEMS / 2) spared++;
            expect(answer(found)).toEqual(nearly(answer(all)));
          }
        }
      }
      // The bound is of use: some answers did not read most of the hits.
      expect(spared).toBeGreaterThan(0);
    });
  });
}

/**
 * Returns two answers between which nobody wrote to the index: what other test files write there changes how rare its
 * words are, and so all scores.
 */
async function inPeace<Whole, Part>(whole: () => Promise<Whole>, part: () => Promise<Part>): Promise<[Whole, Part]> {
  for (let attempt = 0; ; attempt++) {
    const [before, answered, after] = [await whole(), await part(), await whole()];
    if (attempt === 20 || JSON.stringify(before) === JSON.stringify(after)) return [before, answered];
  }
}

/** Stores items, half of which changed later or were stored later, with mentions and trusts at random. */
async function seeded(service: Searching, namespace: string, seed: number): Promise<void> {
  const random = randomOf(seed);
  const pick = <One>(list: readonly One[]) => list[Math.floor(random() * list.length)] as One;
  const textOf = (n: number) =>
    `${pick(VERBS)} ${pick(NOUNS)} of series ${Math.floor(random() * 20)} ${random() < 0.3 ? pick(NOUNS) : ''} into view ${n}`;
  const items: SeedItem[] = Array.from({ length: ITEMS }, (_, n) => ({
    id: `item_${String(n).padStart(3, '0')}`,
    text: textOf(n),
    trust: 0.2 + random() * 0.8,
    updatedAt: random() < 0.1 ? LATER : BEGIN,
  }));
  await service.save(namespace, items);
  const changed = items.filter(({ updatedAt }) => updatedAt === BEGIN && random() < 0.4);
  await service.run(
    `UNWIND $changed AS row
     MATCH (k:Knowledge {namespace: $namespace, ref: 'item:' + row.id})
     CREATE (:Version:SearchedVersion {namespace: $namespace, ref: k.ref, number: 1, state: '{}', title: k.title, text: row.text,
       facets: k.facets, from: k.createdAt, until: $later})
     SET k.number = 2, k.since = $later, k.updatedAt = $later`,
    { namespace, later: toDriver(LATER), changed: changed.map(({ id }, n) => ({ id, text: textOf(n) })) },
  );
  const mentions = items.flatMap(({ id }) =>
    random() < 0.3 ? [{ id, entity: `entity_${Math.floor(random() * ENTITIES)}` }] : [],
  );
  await service.run(
    `UNWIND $mentions AS row
     MATCH (k:Knowledge {namespace: $namespace, ref: 'item:' + row.id})
     MERGE (e:Entity {namespace: $namespace, id: row.entity}) MERGE (k)-[:MENTIONS]->(e)`,
    { namespace, mentions },
  );
}

/** Returns the parameters with which the service searches. */
async function parametersOf(service: Searching, namespace: string, query: string): Promise<PastSearch> {
  const at = vi.spyOn(service.repository, 'at');
  try {
    await service.search.search(callerFrom({ namespace }), { query, first: 5, asOf: BETWEEN });
    const [call] = at.mock.calls;
    if (!call) throw new Error('no search was made');
    return call[0];
  } finally {
    at.mockRestore();
  }
}

/** Searches as the service does, which reads further hits until none is left that could change the answer. */
async function bounded(service: Searching, search: PastSearch, sure: number) {
  let { considered } = search;
  for (let read = sure; ;) {
    const found = await service.repository.at({ ...search, considered, sure: read });
    if (!found || (found.unread === 0 && !found.wider)) return { found, read };
    read += found.unread;
    if (found.wider) considered = ALL;
  }
}

const answer = (found: HitsThen | undefined) =>
  found && {
    near: found.near,
    unseen: found.unseen,
    hits: found.hits.map(({ ref, score, lexical, vector, graph, chain, trust, then }) => ({
      ...{ ref, score, lexical, vector, graph, chain, trust },
      text: then?.version?.text,
    })),
  };

const nearly = (found: object | undefined) =>
  JSON.parse(JSON.stringify(found), (_key, value: unknown): unknown =>
    typeof value === 'number' ? expect.closeTo(value, 9) : value,
  ) as object;

/** Returns numbers in [0, 1) that depend on the seed only. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}
