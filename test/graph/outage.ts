import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { type RunningService, startService } from '../../src/service.js';
import type { ThrowAwayNeo4j } from '../setup/throw-away-neo4j.js';

const ATTACH = `mutation ($key: String!) {
  attachLearning(input: {
    itemId: "a", kind: SELF_EXPLORATION, task: "t", stepNum: 0, originalAction: {}, originalError: "e", idempotencyKey: $key
  }) { trustAfter }
}`;

interface Answer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

export function outageTests(database: () => ThrowAwayNeo4j): void {
  let service: RunningService;

  beforeAll(async () => {
    service = await startService(
      loadConfig({ ...database().connection, NEO4J_RETRY_MS: '500', PORT: '0', LOG_LEVEL: 'silent' }),
    );
  });
  afterAll(async () => {
    await service?.close();
  });

  const ask = async (query: string, variables = {}): Promise<Answer> => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as Answer;
  };
  const readiness = () => fetch(`${service.url}/health/ready`);
  const ready = async () => (await readiness()).status;
  const item = `{ id: "a", description: "d", uiLocation: "u", actionSequence: [], prerequisites: [], outputState: "", docCitation: "" }`;

  it('reads and writes say DATABASE_UNAVAILABLE, what was acknowledged is kept, and it goes on by itself', async () => {
    expect((await ask(`mutation { saveKnowledgeItem(input: ${item}) { id } }`)).errors).toBeUndefined();
    const acknowledged: string[] = [];
    let keep = true;
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let i = 0; keep; i++) {
        const key = `${writer}-${i}`;
        if (!(await ask(ATTACH, { key })).errors) acknowledged.push(key);
      }
    });
    // A few rounds of all of them, so that it is killed amid their writes.
    await expect.poll(() => acknowledged.length, { timeout: 60_000, interval: 20 }).toBeGreaterThan(40);
    await database().kill();

    expect((await ask('{ knowledgeItem(id: "a") { id } }')).errors?.[0]?.extensions.code).toBe('DATABASE_UNAVAILABLE');
    expect((await ask(ATTACH, { key: 'away' })).errors?.[0]?.extensions.code).toBe('DATABASE_UNAVAILABLE');
    expect(await ready()).toBe(503);
    keep = false;
    await Promise.all(writers);
    expect(acknowledged.length).toBeGreaterThan(0);

    await database().start();
    await expect.poll(ready, { timeout: 20_000 }).toBe(200);
    const { data } = await ask('{ knowledgeItem(id: "a") { evidence(first: 1) { totalCount } } }');
    const { evidence } = data?.knowledgeItem as { evidence: { totalCount: number } };
    expect(evidence.totalCount).toBeGreaterThanOrEqual(acknowledged.length);

    // What was acknowledged is known: repeated under its key, it changes nothing.
    for (const key of acknowledged.slice(-5)) expect((await ask(ATTACH, { key })).errors).toBeUndefined();
    const { data: after } = await ask('{ knowledgeItem(id: "a") { evidence(first: 1) { totalCount } } }');
    expect((after?.knowledgeItem as { evidence: { totalCount: number } }).evidence.totalCount).toBe(
      evidence.totalCount,
    );
  }, 120_000);

  it('a full disk is DATABASE_FULL, not ready, and forgotten once the database was started again with room', async (test) => {
    const { disk } = database();
    if (!disk) return test.skip('no file system of our own can be mounted here');
    disk.leaveFree(0);
    // Neo4j has written out its log of 32 MiB in advance; what goes beyond that meets the end of the disk.
    const load = 'mutation ($document: JSON!) { loadKnowledge(document: $document) { created } }';
    const fill = (name: string) => {
      const properties = { text: 'long '.repeat(18_000) };
      const nodes = Array.from({ length: 40 }, (_, i) => ({ node_id: `${name}-${i}`, node_type: 'thing', properties }));
      return ask(load, { document: { graph: { nodes } } });
    };
    let failure: Answer | undefined;
    for (let n = 0; n < 20 && !failure?.errors; n++) failure = await fill(`n${n}`);
    expect(failure?.errors?.[0]?.extensions.code).toBe('DATABASE_FULL');
    expect(failure?.errors?.[0]?.message).toContain('whether the change was made is unknown');
    expect((await ask('{ knowledgeItem(id: "a") { id } }')).errors?.[0]?.extensions.code).toBe('DATABASE_FULL');
    const answer = await readiness();
    expect([answer.status, await answer.json()]).toMatchObject([503, { status: 'not ready', code: 'DATABASE_FULL' }]);

    disk.leaveFree(1024 ** 3);
    await database().kill();
    await database().start();
    await expect.poll(ready, { timeout: 30_000 }).toBe(200);
    expect((await ask('{ knowledgeItem(id: "a") { id } }')).data).toEqual({ knowledgeItem: { id: 'a' } });
    expect((await fill('again')).data).toEqual({ loadKnowledge: { created: 40 } });
  }, 120_000);
}
