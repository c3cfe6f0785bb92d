import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { record } from '../items/support.js';
import { startTestService, type TestService } from '../server/support.js';

interface Change {
  readonly ref: string;
  readonly kind: string;
  readonly before: number;
  readonly after: number;
  readonly evidence: { readonly id: string; readonly kind: string };
}

let service: TestService;
let replica: TestService;
let namespace: string;
beforeAll(async () => {
  [service, replica] = [await startTestService({}, {}), await startTestService({}, {})];
  namespace = service.namespace;
});
afterAll(async () => {
  await service.close();
  await replica.close();
});

const as = (headers: Record<string, string> = {}) => ({ 'x-namespace': namespace, ...headers });
async function ask(query: string, variables: object, headers: Record<string, string> = {}, at = service) {
  const { data, errors } = await at.graphql(query, variables, as(headers));
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return data as Record<string, never>;
}

/** Subscribes until `stop` is called; collects the events, with their delay after the commit. */
async function listening(variables: Record<string, unknown> = {}, headers: Record<string, string> = {}, at = service) {
  const client = createClient({
    url: `${at.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: as(headers),
  });
  const told: Change[] = [];
  const query = `subscription($kind: KnowledgeKind, $minChange: Float) {
    trustChanged(kind: $kind, minChange: $minChange) { ref kind before after evidence { id kind } }
  }`;
  const events = client.iterate<{ trustChanged: Change }>({ query, variables });
  let failure: unknown;
  const reading = (async () => {
    for await (const { data, errors } of events) {
      if (errors || !data) failure = errors;
      else told.push(data.trustChanged);
    }
  })();
  // The server does not report when a subscription has begun.
  await sleep(1_000);
  return {
    told,
    stop: async () => {
      await events.return?.();
      await client.dispose();
      await reading;
      if (failure) throw new Error(JSON.stringify(failure));
    },
  };
}

async function until(holds: () => boolean, milliseconds = 15_000) {
  for (const end = Date.now() + milliseconds; !holds() && Date.now() < end;) await sleep(20);
}

const importing = (ids: readonly string[]) =>
  ask('mutation($items: [JSON!]!) { importCatalog(items: $items) { created } }', {
    items: ids.map((id) => record(id)),
  });
const fail = (itemId: string, key: string, at = service) =>
  ask(
    `mutation($input: LearningInput!) { attachLearning(input: $input) { trustAfter } }`,
    {
      input: {
        itemId,
        kind: 'SELF_EXPLORATION',
        task: 'Open a log',
        stepNum: 0,
        originalAction: { tool_name: 'Click' },
        originalError: 'not found',
        idempotencyKey: key,
      },
    },
    {},
    at,
  );

// These tests wait most of the time, so they wait together; each looks at its own items.
describe.concurrent('trustChanged', () => {
  it('tells each change once, in the order of the ledger, on every replica', async () => {
    await importing(['one', 'other']);
    const [here, there] = await Promise.all([listening(), listening({}, {}, replica)]);
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => fail('one', `k${index}`, index % 2 === 0 ? service : replica)),
    );
    await fail('one', 'k0');
    await fail('other', 'o');
    for (const { told } of [here, there]) {
      await until(() => told.filter(({ ref }) => /^item:(one|other)$/.test(ref)).length >= 11);
      const ones = told.filter(({ ref }) => ref === 'item:one');
      expect(ones).toHaveLength(10);
      expect(ones[0]).toMatchObject({ kind: 'ITEM', before: 1, after: 0.95, evidence: { kind: 'STEP_FAILURE' } });
      for (const [index, { before }] of ones.entries()) if (index > 0) expect(before).toBe(ones[index - 1]!.after);
      expect(told.filter(({ ref }) => ref === 'item:other')).toHaveLength(1);
    }
    await here.stop();
    await there.stop();
  });

  it('leaves out other kinds, smaller changes, what changed nothing, and other namespaces', async () => {
    await importing(['low']);
    const [memories, large, foreign] = await Promise.all([
      listening({ kind: 'MEMORY' }),
      listening({ minChange: 0.049 }),
      listening({}, { 'x-namespace': `${namespace}-other` }),
    ]);
    // 14 failures lower the trust from 0.95 to the minimum; the last ones change nothing.
    for (let index = 0; index < 16; index++) await fail('low', `low-${index}`);
    const low = () => large.told.filter(({ ref }) => ref === 'item:low');
    await until(() => low().length >= 1);
    await sleep(700);
    expect(memories.told).toEqual([]);
    expect(foreign.told).toEqual([]);
    expect(low().map(({ before }) => before)).toEqual([1]);
    for (const { stop } of [memories, large, foreign]) await stop();
  });

  it('tells of what is taken back as of any other change', async () => {
    await importing(['back']);
    await fail('back', 'wrong');
    const { told, stop } = await listening();
    const id = 'attach-learning:wrong';
    await ask('mutation($ref: String!) { retract(ref: $ref, reason: "Wrong window") { at } }', {
      ref: `evidence:${id}`,
    });
    await until(() => told.some(({ evidence }) => evidence.kind === 'RETRACTION'));
    expect(told.find(({ evidence }) => evidence.kind === 'RETRACTION')).toMatchObject({
      ref: 'item:back',
      before: 0.95,
      after: 1,
    });
    await stop();
  });

  it('tells of memories only those who see them', async () => {
    const mine = { 'x-project': 'mine', 'x-agent': 'a' };
    const recordMemory = `mutation($input: MemoryInput!) { recordMemory(input: $input) { id } }`;
    const input = { title: 'T', description: 'D', content: 'C', outcome: 'SUCCESS' };
    const id = (await ask(recordMemory, { input }, mine))['recordMemory']!['id'];
    const [owner, stranger] = await Promise.all([listening({}, mine), listening({}, { 'x-project': 'theirs' })]);
    const feedback = `mutation($memoryId: ID!) { memoryFeedback(memoryId: $memoryId, helpful: false) { applied } }`;
    await ask(feedback, { memoryId: id }, { ...mine, 'x-agent': 'b' });
    await ask(feedback, { memoryId: id }, mine);
    const ofMemories = ({ told }: { told: readonly Change[] }) =>
      told.map(({ ref }) => ref).filter((ref) => ref.startsWith('memory:'));
    await until(() => ofMemories(owner).length >= 2);
    expect(ofMemories(owner)).toEqual([`memory:${String(id)}`, `memory:${String(id)}`]);
    expect(ofMemories(stranger)).toEqual([]);
    await owner.stop();
    await stranger.stop();
  });

  it('refuses a bound that is no share', async () => {
    const { errors } = await service.graphql('subscription { trustChanged(minChange: 2) { ref } }');
    expect(errors[0]?.extensions.code).toMatch(/BAD_USER_INPUT|GRAPHQL_VALIDATION_FAILED/);
  });
});
