import { afterAll, beforeAll, expect, it } from 'vitest';
import { toDriver } from '../../src/graph/values.js';
import { kindToken, namespaceToken } from '../../src/knowledge/facets.js';
import { kinds as served } from '../../src/kinds.js';
import { COMMON_PROPERTIES } from '../../src/knowledge/kind.js';
import { luceneQuery } from '../../src/search/lucene.js';
import { graphProfiles, lexicalWeights } from '../../src/knowledge/profiles.js';
import { asked } from '../../src/search/search.repository.js';
import {
  findByGraph,
  findByText,
  findByTextAndIndex,
  findByTextAndScan,
  type GraphSearch,
  type IndexSearch,
} from '../../src/search/search.statements.js';
import { throwAwayNeo4j, type ThrowAwayNeo4j } from '../setup/throw-away-neo4j.js';
import { type EmbeddingServer, startEmbeddingServer, STUB_MODEL } from '../support/embedding-server.js';
import { freshNamespace } from '../support/graph.js';
import { type Searching, searching } from './support.js';

const CANDIDATES = 10_000;
/**
 * Less than half of the memory that a transaction may use on a laptop's managed database (db.memory.transaction.max:
 * 256 MiB).
 */
const BOUND = 112 * 2 ** 20;

const DEFINED = served.map(({ kind }) => kind);
const KINDS = DEFINED.map(({ name }) => name);

// This test has a database of its own, because ten thousand more nodes would change the plans of other tests.
let database: ThrowAwayNeo4j;
const namespace = freshNamespace();
let server: EmbeddingServer;
let service: Searching;
beforeAll(async () => {
  database = await throwAwayNeo4j();
  server = await startEmbeddingServer();
  service = await searching({
    ...database.connection,
    EMBEDDER: 'openai',
    EMBEDDING_MODEL: STUB_MODEL,
    OPENAI_BASE_URL: server.url,
  });
  // The data has all kinds and profiles. Each text contains a word of the query and has a vector, which is not in an
  // index, since storing it there would take long. One entity is in half of the pieces (a hub), one in 1,500 (checked
  // for the candidates), and four in 900.
  await service.run(
    `UNWIND range(0, toInteger($candidates) - 1) AS i
     WITH i, CASE i % 10 WHEN 0 THEN $kinds[(i / 10) % 5] ELSE 'PIECE' END AS kind
     CREATE (k:Knowledge {
       namespace: $namespace, ref: toLower(kind) + ':' + i, id: toString(i), kind: kind, text: 'turbine', trust: 1.0, facets: [$namespaceFacet, $kindFacets[kind]],
       createdAt: datetime(), updatedAt: datetime(), unindexed: [1.0, i % 89], model: $model
     })
     FOREACH (profile IN CASE WHEN kind <> 'PIECE' THEN [] ELSE [[null, 'episodic', 'procedural'][i % 3]] END | SET k.profile = profile)
     FOREACH (one IN CASE WHEN k.profile = 'episodic' THEN [1] ELSE [] END | SET k.session = 's' + i / 300)
     WITH k, i ORDER BY i
     WITH collect(k) AS ks
     FOREACH (i IN range(3, size(ks) - 1) | FOREACH (k IN [ks[i]] | FOREACH (before IN [ks[i - 3]] | CREATE (before)-[:NEXT]->(k))))
     WITH ks UNWIND [['hub', 5000], ['crowded', 1500], ['a', 900], ['b', 900], ['c', 900], ['d', 900]] AS entity
     CREATE (e:Entity {namespace: $namespace, id: entity[0], name: entity[0]})
     WITH e, entity[1] AS documents, ks
     FOREACH (i IN range(0, documents - 1) | FOREACH (k IN [ks[i * size(ks) / documents]] | CREATE (k)-[:MENTIONS]->(e)))`,
    {
      namespace,
      candidates: CANDIDATES,
      model: STUB_MODEL,
      kinds: KINDS,
      namespaceFacet: namespaceToken(namespace),
      kindFacets: Object.fromEntries(KINDS.map((kind) => [kind, kindToken(kind)])),
    },
  );
}, 120_000);
afterAll(async () => {
  await service?.close();
  await server?.close();
  await database?.remove();
});

const text = (first: number): IndexSearch => ({
  namespace,
  kinds: KINDS,
  lucene: luceneQuery({ namespace, kinds: DEFINED, terms: ['turbine'] }),
  // The service examines 1,000 full-text hits; here all 10,000 nodes are candidates, since they contain the word.
  wide: CANDIDATES,
  minTrust: 0,
  updatedAfter: undefined,
  required: {},
  weights: lexicalWeights(DEFINED, true),
  gamma: 1,
  scopeWeights: {},
  estimates: true,
  lift: 2,
  decayPerMs: {},
  decayGrace: 0,
  nowMs: 0,
  whole: Object.fromEntries(KINDS.map((kind) => [kind, COMMON_PROPERTIES])),
  first,
  vector: Float32Array.of(1, 40),
  model: STUB_MODEL,
  slot: 0,
  vectorProperty: 'unindexed',
  modelProperty: 'model',
  floor: 0,
  minCosine: -1,
  vectorIndex: 'knowledge_embedding0',
  fetch: 50,
  sure: 20,
});
const graph = (first: number): GraphSearch => {
  const search = text(first);
  const { question, vector, model, slot, vectorIndex, vectorProperty, modelProperty, ...rest } = asked(search);
  return {
    ...rest,
    embedded: { vector, model, slot, vectorIndex, vectorProperty, modelProperty },
    question: {
      ...question,
      luceneWithoutHubs: question.lucene,
      named: ['a', 'b', 'c', 'd'].map((id) => ({ id, idf: 0.5 })),
      crowded: { crowded: 0.2 },
      hubs: ['hub'],
      profiles: graphProfiles(DEFINED, true),
    },
    scan: true,
    documents: CANDIDATES,
    mostLinks: 100,
    mostDocuments: 200,
    strong: 200,
    open: 0.85,
  };
};
// Pages have up to 100 hits. To replace duplicates, four times as many are ranked, up to twice.
const first = 1_600;

it.each([
  ['find-by-text', findByText.text, asked(text(first))],
  ['find-by-text-and-scan', findByTextAndScan.text, asked(text(first))],
  ['find-by-text-and-index', findByTextAndIndex.text, asked(text(first))],
  ['find-by-graph', findByGraph.text, graph(first)],
])('takes bounded memory in %s', async (_, cypher, parameters) => {
  const { records, summary } = await service.driver.executeQuery(`PROFILE ${cypher}`, toDriver(parameters), {
    routing: 'READ',
  });
  expect(records[0]?.get('totalFound')).toBe(CANDIDATES);
  expect(records[0]?.get('hits')).toHaveLength(first);
  expect(memoryOf(summary.profile)).toBeLessThan(BOUND);
});

/**
 * Returns the maximum memory that a profiled statement held at once, in bytes, as the database counts it for its limit.
 */
function memoryOf(profile: { readonly arguments: Record<string, unknown> } | false): number {
  const memory = profile && profile.arguments.GlobalMemory;
  if (typeof memory !== 'number') throw new Error('The profile says nothing of memory');
  return memory;
}
