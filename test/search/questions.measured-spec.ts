import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { facetsOf } from '../../src/knowledge/facets.js';
import { DEFAULT_LOCAL_MODEL } from '../../src/embedding/models.js';
import { throwAwayNeo4j, type ThrowAwayNeo4j } from '../setup/throw-away-neo4j.js';
import { localModel } from '../support/local-model.js';

/** The settings are those of the image. */
const allocator = Object.fromEntries(
  readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')
    .match(/MALLOC_\w+=\d+/g)!
    .map((setting) => setting.split('=')),
) as Record<string, string>;
const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const TEXTS = 10_000;
const QUESTIONS = 200;
const NAMESPACE = 'questions';
/** Most of these words are one token each. */
const WORDS = readFileSync(new URL('../../sample/knowledge_catalog.json', import.meta.url), 'utf8')
  .toLowerCase()
  .match(/\b[a-z]{3,8}\b/g)!;

// Chooses words deterministically; the seed is the number of the text.
const words = (seed: number, count: number) =>
  Array.from(
    { length: count },
    (_, index) => WORDS[(seed * 7_919 + index * 104_729 + index * index) % WORDS.length],
  ).join(' ');

const found = localModel(DEFAULT_LOCAL_MODEL);
let database: ThrowAwayNeo4j;
let driver: Driver;
let child: ChildProcess;
let url = '';
let namespaceFacets: string[];
beforeAll(async () => {
  if (found.missing !== undefined) return;
  database = await throwAwayNeo4j();
  const { NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD } = database.connection;
  driver = neo4j.driver(NEO4J_URI, neo4j.auth.basic(NEO4J_USER, NEO4J_PASSWORD), { disableLosslessIntegers: true });
  child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      ...allocator,
      ...database.connection,
      PORT: '0',
      LOG_LEVEL: 'info',
      LOCAL_MODEL_DIR: dirname(found.folder),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => void (said += text));
  while (!url) {
    await once(child.stdout!, 'data');
    url = /listening on (http:[^\s"]+)/.exec(said)?.[1] ?? '';
  }
  namespaceFacets = [...facetsOf({ namespace: NAMESPACE, kind: 'ITEM', tokens: [] })];
}, 180_000);
afterAll(async () => {
  child?.kill('SIGTERM');
  await driver?.close();
  await database?.remove();
});

const ask = async (query: string) => {
  const started = performance.now();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-namespace': NAMESPACE },
    body: JSON.stringify({
      query: 'query ($q: String!) { search(query: $q, first: 5) { degraded hits { explain { vector } } } }',
      variables: { q: query },
    }),
  });
  const { data } = (await response.json()) as { data: { search: { degraded: string[] } } };
  return { ms: performance.now() - started, degraded: data.search.degraded };
};
const rssMb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
const stale = async () =>
  (await driver.executeQuery("MATCH (k:Knowledge) WHERE k.model0 = 'none' RETURN count(k) AS stale")).records[0]!.get(
    'stale',
  ) as number;

/** Returns questions of some ten words without repetitions. */
const run = async (from: number) => {
  const times: number[] = [];
  let degraded = 0;
  let most = 0;
  for (let index = 0; index < QUESTIONS; index++) {
    const answer = await ask(words(1_000_000 + from + index, 10));
    times.push(answer.ms);
    degraded += answer.degraded.length;
    most = Math.max(most, rssMb());
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.ceil(share * times.length) - 1]!;
  return { p50: at(0.5), p95: at(0.95), degraded, most };
};

it('answers questions by meaning while 10,000 texts wait for their vectors', { timeout: 600_000 }, async (context) => {
  if (found.missing !== undefined) return context.skip(found.missing);
  // The backlog is not embedded while another owner has the lease.
  await driver.executeQuery(
    `MERGE (l:Lease {name: 'embedding'}) SET l.owner = 'test', l.token = 1, l.until = datetime() + duration('PT1H')`,
  );
  for (let from = 0; from < TEXTS; from += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, index) => {
      const id = from + index;
      // The texts have 100 to 512 tokens.
      return { id: `t${id}`, text: words(id, 85 + ((id * 37) % 350)) };
    });
    await driver.executeQuery(
      `UNWIND $rows AS row
       CREATE (:Knowledge:KnowledgeItem {namespace: $namespace, ref: 'item:' + row.id, id: row.id, kind: 'ITEM', title: row.id,
         text: row.text, trust: 1.0, facets: $facets, model0: 'none', model1: 'none',
         createdAt: datetime(), updatedAt: datetime()})`,
      { rows, namespace: NAMESPACE, facets: namespaceFacets },
    );
  }
  await run(0); // plans
  const quiet = await run(QUESTIONS);
  await driver.executeQuery("MATCH (l:Lease {name: 'embedding'}) DELETE l");
  const waiting = await stale();
  while ((await stale()) === waiting) await new Promise((resolve) => setTimeout(resolve, 250));
  const before = await stale();
  const busy = await run(2 * QUESTIONS);
  const left = await stale();
  process.stdout.write(`${JSON.stringify({ quiet, busy, before, left })}\n`);
  expect(quiet.degraded).toBe(0);
  expect(busy.degraded).toBe(0);
  // The backlog was continued meanwhile, but not completed.
  expect(left).toBeLessThan(before);
  expect(left).toBeGreaterThan(0);
  expect(busy.p95).toBeLessThanOrEqual(quiet.p95 + 50);
  expect(Math.max(quiet.most, busy.most)).toBeLessThan(450);
});
