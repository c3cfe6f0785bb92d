import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphService } from '../../src/graph/graph.service.js';
import { type RunningService, startService } from '../../src/service.js';
import { freshNamespace, testConfig } from '../support/graph.js';

let service: RunningService;
let off: RunningService;
const namespace = freshNamespace();

beforeAll(async () => {
  [service, off] = await Promise.all([
    startService(testConfig({ CYPHER_QUERIES: 'true' })),
    startService(testConfig()),
  ]);
  const graph = service.app.get(GraphService);
  const statement = (text: string) => graph.run({ name: 'test', mode: 'write', text } as never, { namespace });
  await statement(`UNWIND range(1, 1500) AS n
    CREATE (:State {namespace: $namespace, name: 'state ' + n, text: 'x'}) RETURN count(*) AS n`);
});
afterAll(() => Promise.all([service?.close(), off?.close()]));

interface Answer {
  readonly data: { readonly cypher: { columns: string[]; rows: unknown[][]; truncated: boolean } } | null;
  readonly errors?: readonly { message: string; extensions: { code: string } }[];
}

async function cypher(statement: string, parameters?: object, at = service): Promise<Answer> {
  const query = `query ($statement: String!, $parameters: JSON) {
    cypher(statement: $statement, parameters: $parameters) { columns rows truncated } }`;
  const response = await fetch(`${at.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-namespace': namespace },
    body: JSON.stringify({ query, variables: { statement, parameters } }),
  });
  return (await response.json()) as Answer;
}

const code = ({ errors }: Answer) => errors?.[0]?.extensions.code;

it('reads, with parameters, columns and values as JSON', async () => {
  const { data, errors } = await cypher(
    `MATCH (s:State {namespace: $namespace}) WHERE s.name IN $names
     RETURN s.name AS name, s AS node, datetime('2026-01-02T03:04:05Z') AS at, [1, 2.5, {a: null}] AS list ORDER BY name LIMIT $first`,
    { namespace, names: ['state 1', 'state 2'], first: 1 },
  );
  expect(errors).toBeUndefined();
  expect(data?.cypher).toEqual({
    columns: ['name', 'node', 'at', 'list'],
    rows: [
      [
        'state 1',
        { labels: ['State'], properties: { namespace, name: 'state 1', text: 'x' } },
        '2026-01-02T03:04:05Z',
        [1, 2.5, { a: null }],
      ],
    ],
    truncated: false,
  });
});

it('gives at most 1,000 rows, and says that there are more', async () => {
  const { data } = await cypher('MATCH (s:State {namespace: $namespace}) RETURN s.name', { namespace });
  expect(data?.cypher.rows).toHaveLength(1_000);
  expect(data?.cypher.truncated).toBe(true);
});

it('is recorded in the audit by its hash, without its text', async () => {
  const text = `RETURN 'unheard-of' AS x`;
  await cypher(text);
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-namespace': namespace },
    body: JSON.stringify({ query: '{ audit(first: 1) { nodes { act refs } } }' }),
  });
  const { data } = (await response.json()) as { data: { audit: { nodes: [{ act: string; refs: string[] }] } } };
  expect(data.audit.nodes[0].act).toBe('CYPHER');
  expect(data.audit.nodes[0].refs).toEqual([expect.stringMatching(/^cypher:[0-9a-f]{16}$/)]);
});

it('answers the queries of docs/access.md', async () => {
  const page = readFileSync('docs/access.md', 'utf8');
  const queries = [...page.matchAll(/^```graphql\n(.*?)^```/gms)].map(([, query]) => query);
  expect(queries).toHaveLength(2);
  for (const query of queries) {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-namespace': namespace },
      body: JSON.stringify({ query }),
    });
    expect(((await response.json()) as Answer).errors, query).toBeUndefined();
  }
});

it('is off by default', async () => {
  expect(code(await cypher('RETURN 1', undefined, off))).toBe('FORBIDDEN');
});

describe('refuses', () => {
  it.each([
    `LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line`,
    'SHOW INDEXES',
    'SHOW TRANSACTIONS',
    `TERMINATE TRANSACTIONS 'neo4j-transaction-1'`,
    'UNWIND [1] AS x CALL (x) { CREATE (:Foo) } IN TRANSACTIONS',
    'MATCH (s:State) CALL (s) { DETACH DELETE s } IN TRANSACTIONS RETURN 1',
    'CREATE (n:State) RETURN n',
    'MATCH (n:State) SET n.text = 1 RETURN n',
    'MATCH (n:State) DELETE n',
    'CREATE INDEX x FOR (n:State) ON (n.x)',
    'CALL dbms.listConfig() YIELD name RETURN name',
    'CALL db.awaitIndexes(1)',
    `CALL dbms.killQueries(['1'])`,
    'MATCH (k:ApiKey) RETURN k.hash',
    'MATCH (k:`ApiKey`) RETURN k.hash',
    'MATCH (k:\\u0041piKey) RETURN k.hash',
    'MATCH (k:ApiKey|State) RETURN k',
    'MATCH (k:ApiKey) RETURN count(*)',
    'MATCH (l:Lease) RETURN l',
    'MATCH (n) RETURN n.hash',
    'MATCH (n) WHERE n.hash IS NOT NULL RETURN count(*)',
    `MATCH (n) WHERE 'Api' + 'Key' IN labels(n) RETURN n`,
    `MATCH (n:$('Api' + 'Key')) RETURN n`,
    'MATCH (n:!State) RETURN n.hash',
    `MATCH (n) WHERE elementId(n) = '4:x:1' RETURN n.hash`,
    'WITH 1 AS a RETURN CASE WHEN a = 1 THEN COLLECT { MATCH (k) RETURN k.hash } ELSE [] END AS x',
    `RETURN any(x IN [1] WHERE EXISTS { MATCH (k) WHERE k.hash STARTS WITH 'a' }) AS x`,
    'USE system MATCH (n:User) RETURN n',
    'USE neo4j MATCH (n:State) RETURN n',
    'PROFILE MATCH (n:State) RETURN n',
    'EXPLAIN MATCH (n:State) RETURN n',
    '/* c */ EXPLAIN MATCH (n:State) RETURN n',
    'CYPHER runtime=parallel MATCH (n:State) RETURN n',
    `RETURN apoc.load.json('http://x') AS x`,
    'RETURN 1; MATCH (n) DETACH DELETE n',
    'RETURN $missing',
    'RETURN 1 / 0',
    'nonsense',
  ])('%s', async (statement) => {
    const answer = await cypher(statement);
    expect(code(answer), JSON.stringify(answer)).toBe('BAD_USER_INPUT');
  });

  it('an answer of more than 4 MiB', async () => {
    const text = 'x'.repeat(100_000);
    expect(code(await cypher('UNWIND range(1, 50) AS n RETURN $text AS x', { text }))).toBe('LIMIT_EXCEEDED');
  });
});
