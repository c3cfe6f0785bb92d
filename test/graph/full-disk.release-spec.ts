import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextService, type GraphqlAnswer, type TestService } from '../context/support.js';
import { throwAwayNeo4j, type ThrowAwayNeo4j } from '../setup/throw-away-neo4j.js';

let database: ThrowAwayNeo4j;
let service: TestService;
beforeAll(async () => {
  database = await throwAwayNeo4j({ ownDisk: true });
  service = await contextService({ ...database.connection, NEO4J_RETRY_MS: '500' });
}, 120_000);
afterAll(async () => {
  await service?.close();
  await database?.remove();
});

const ask = (query: string, variables = {}): Promise<GraphqlAnswer> => service.graphql('default', query, variables);
const readiness = () => fetch(`${service.url}/health/ready`);
const ready = async () => (await readiness()).status;

it('a full disk is DATABASE_FULL, not ready, and forgotten once the database was started again with room', async (test) => {
  const { disk } = database;
  if (!disk) return test.skip('no file system of our own can be mounted here');
  disk.leaveFree(0);
  // Neo4j allocates 32 MiB of its log in advance; only writes beyond that reach the end of the disk.
  const load = 'mutation ($document: JSON!) { loadKnowledge(document: $document) { created } }';
  const fill = (name: string) => {
    const properties = { text: 'long '.repeat(18_000) };
    const nodes = Array.from({ length: 40 }, (_, i) => ({ node_id: `${name}-${i}`, node_type: 'thing', properties }));
    return ask(load, { document: { graph: { nodes } } });
  };
  let failure: GraphqlAnswer | undefined;
  for (let n = 0; n < 20 && !failure?.errors; n++) failure = await fill(`n${n}`);
  expect(failure?.errors?.[0]?.extensions['code']).toBe('DATABASE_FULL');
  expect(failure?.errors?.[0]?.message).toContain('whether the change was made is unknown');
  expect((await ask('{ knowledgeItem(id: "a") { id } }')).errors?.[0]?.extensions['code']).toBe('DATABASE_FULL');
  const answer = await readiness();
  expect([answer.status, await answer.json()]).toMatchObject([503, { status: 'not ready', code: 'DATABASE_FULL' }]);

  disk.leaveFree(1024 ** 3);
  await database.kill();
  await database.start();
  await expect.poll(ready, { timeout: 30_000 }).toBe(200);
  expect((await ask('{ knowledgeItems { totalCount } }')).data).toEqual({ knowledgeItems: { totalCount: 0 } });
  expect((await fill('again')).data).toEqual({ loadKnowledge: { created: 40 } });
}, 120_000);
