import { afterAll, beforeAll, expect, it } from 'vitest';
import { configOf } from '../support/graph.js';
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
      configOf({ ...database().connection, NEO4J_RETRY_MS: '500', PORT: '0', LOG_LEVEL: 'silent', EMBEDDER: 'none' }),
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
  const ready = async () => (await fetch(`${service.url}/health/ready`)).status;
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
    // Each client does a few rounds first, so that the database is killed during their writes.
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

    // Acknowledged writes must be stored: repeating one with its key changes nothing.
    for (const key of acknowledged.slice(-5)) expect((await ask(ATTACH, { key })).errors).toBeUndefined();
    const { data: after } = await ask('{ knowledgeItem(id: "a") { evidence(first: 1) { totalCount } } }');
    expect((after?.knowledgeItem as { evidence: { totalCount: number } }).evidence.totalCount).toBe(
      evidence.totalCount,
    );
  }, 120_000);
}
