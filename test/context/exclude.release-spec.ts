import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshNamespace } from '../support/graph.js';
import { INGEST } from '../layers/support.js';
import { OpenAiServer } from '../support/openai-server.js';
import { contextService, saveItems, type TestService } from './support.js';

// Contexts leave out knowledge by its origin.

interface Given {
  readonly receiptId: string;
  readonly text: string;
  readonly hits: readonly {
    readonly score: number;
    readonly explain: { readonly trust: number; readonly relevance: number };
    readonly knowledge: { readonly ref: string; readonly trust: number };
  }[];
}

let service: TestService;
let driver: Driver;
beforeAll(async () => {
  service = await contextService();
  driver = neo4j.driver(
    process.env['TEST_NEO4J_URI'] ?? '',
    neo4j.auth.basic(process.env['TEST_NEO4J_USER'] ?? 'neo4j', process.env['TEST_NEO4J_PASSWORD'] ?? ''),
  );
});
afterAll(async () => {
  await driver.close();
  await service.close();
});

function world() {
  const namespace = freshNamespace();
  const data = <Data>(query: string, variables: object = {}, session?: string) =>
    service.data<Data>(namespace, query, variables, { 'x-agent': 'a', ...(session && { 'x-session': session }) });
  return {
    namespace,
    data,
    context: async (query: string, exclude?: object, more: object = {}) =>
      (
        await data<{ context: Given }>(
          `query ($input: ContextInput!) { context(input: $input) { receiptId text hits { score explain { trust relevance } knowledge { ref trust } } } }`,
          { input: { query, ...(exclude && { exclude }), ...more } },
        )
      ).context,
    fail: async (itemId: string, session: string) => {
      const { savePlan } = await data<{ savePlan: { id: string } }>(
        'mutation ($input: PlanInput!) { savePlan(input: $input) { id } }',
        { input: { task: 'Open a measurement', actions: [{ toolName: 'Click', kbSource: itemId }] } },
      );
      await data(
        'mutation ($id: ID!, $error: String!) { reportStep(input: { planId: $id, stepNum: 0, outcome: FAILURE, error: $error }) { trustAfter } }',
        { id: savePlan.id, error: `broken in ${session}` },
        session,
      );
      return savePlan.id;
    },
  };
}
const refs = ({ hits }: Given) => hits.map(({ knowledge }) => knowledge.ref);

describe('of an item', () => {
  it('leaves out the learnings and the evidence of plans and sessions, and ranks by the trust that is left', async () => {
    const { namespace, context, fail } = world();
    await saveItems(service, namespace);
    const plan = await fail('open_files', 's1');
    await fail('open_files', 's2');
    const query = 'load a measurement file through the menu';
    const all = await context(query, undefined, { first: 1 });
    expect(all.hits[0]).toMatchObject({ knowledge: { ref: 'item:open_files' }, explain: { trust: 0.9025 } });
    expect(all.text).toContain('broken in s1');
    expect(all.text).toContain('PAST LEARNINGS (2 corrections)');

    const without = await context(query, { plans: [plan] }, { first: 1 });
    expect(without.hits[0]).toMatchObject({ knowledge: { trust: 0.95 }, explain: { trust: 0.95 } });
    const { relevance } = without.hits[0]?.explain ?? { relevance: 0 };
    expect(without.hits[0]?.score).toBeCloseTo(relevance * 0.95, 12);
    expect(without.text).not.toContain('broken in s1');
    expect(without.text).toContain('broken in s2');
    expect(without.text).toContain('PAST LEARNINGS (1 correction)');

    const neither = await context(query, { plans: [plan], sessions: ['s2'] }, { first: 1 });
    expect(neither.hits[0]).toMatchObject({ explain: { trust: 1 } });
    expect(neither.text).not.toContain('PAST LEARNINGS');
    expect(neither.text).not.toContain('CAUTION');
  });

  it('finds what only left-out evidence had brought under the trust that is asked for', async () => {
    const { namespace, context, fail } = world();
    await saveItems(service, namespace);
    await fail('open_files', 's1');
    const query = 'load a measurement file';
    expect(refs(await context(query, undefined, { minTrust: 0.99 }))).not.toContain('item:open_files');
    expect(refs(await context(query, { sessions: ['s1'] }, { minTrust: 0.99 }))).toContain('item:open_files');
    expect(refs(await context(query, { sessions: ['s2'] }, { minTrust: 0.99 }))).not.toContain('item:open_files');
  });

  it('knows which plans a receipt stands for, and which receipts a plan', async () => {
    const { namespace, context, fail, data } = world();
    await saveItems(service, namespace);
    const query = 'load a measurement file';
    const { receiptId } = await context(query);
    const planId = await fail('plot_signal', 's1');
    const input = { receiptId, success: false, used: ['item:open_files'], planId };
    await data('mutation ($input: OutcomeInput!) { reportOutcome(input: $input) { success } }', { input });
    const trusts = async (exclude?: object) =>
      Object.fromEntries((await context(query, exclude)).hits.map(({ knowledge }) => [knowledge.ref, knowledge.trust]));
    expect(await trusts()).toMatchObject({ 'item:open_files': 0.95, 'item:plot_signal': 0.95 });
    expect(await trusts({ receipts: [receiptId] })).toMatchObject({ 'item:open_files': 1, 'item:plot_signal': 1 });
    expect(await trusts({ plans: [planId] })).toMatchObject({ 'item:open_files': 1, 'item:plot_signal': 1 });
  });
});

describe('a recovery', () => {
  it('that an excluded plan is is not known yet; the failure of another plan stays', async () => {
    const { namespace, context, data, fail } = world();
    await saveItems(service, namespace);
    const failed = await fail('open_files', 's1');
    const { savePlan } = await data<{ savePlan: { id: string } }>(
      'mutation ($input: PlanInput!) { savePlan(input: $input) { id } }',
      {
        input: {
          task: 'Open a measurement',
          recovers: failed,
          reasoning: 'By the keyboard',
          actions: [{ toolName: 'Key' }],
        },
      },
    );
    // Another recovery, which is not excluded.
    const other = await fail('open_files', 's2');
    await data('mutation ($input: PlanInput!) { savePlan(input: $input) { id } }', {
      input: {
        task: 'Open a measurement',
        recovers: other,
        reasoning: 'By the ribbon',
        actions: [{ toolName: 'Key' }],
      },
    });
    const query = 'load a measurement file through the menu';
    expect((await context(query)).text).toContain('What Worked: By the keyboard');
    const without = await context(query, { plans: [savePlan.id] });
    expect(without.text).not.toContain('By the keyboard');
    expect(without.text).toContain('PAST LEARNINGS (2 corrections)');
    // It comes after the learnings whose recovery is known.
    expect(without.text).toMatch(/What Worked: By the ribbon[^]*broken in s1[^]*What Worked: not known yet/u);
    const prompt = await data<{ planningPrompt: { user: string } }>(
      'query ($input: PlanningInput!) { planningPrompt(input: $input) { user } }',
      { input: { task: query, exclude: { plans: [savePlan.id] } } },
    );
    expect(prompt.planningPrompt.user).not.toContain('By the keyboard');
    expect(prompt.planningPrompt.user).toMatch(/By the ribbon[^]*broken in s1[^]*not known yet/u);
  });
});

describe('of a planning prompt', () => {
  const PROMPT = `query ($input: PlanningInput!) { planningPrompt(input: $input) {
    receiptId user items { score explain { trust relevance } knowledge { ref } } alsoNeeded { id trust } } }`;
  interface Prompt {
    readonly receiptId: string;
    readonly user: string;
    readonly items: readonly {
      readonly score: number;
      readonly explain: { readonly trust: number; readonly relevance: number };
    }[];
    readonly alsoNeeded: readonly { readonly id: string; readonly trust: number }[];
  }

  it('leaves out what was learned there, of prerequisites, too, and keeps that in the receipt', async () => {
    const { namespace, data, fail } = world();
    await saveItems(service, namespace);
    const plan = await fail('open_files', 's1');
    await fail('open_files', 's2');
    await fail('app_open', 's1');
    const prompt = async (more: object = {}) =>
      (
        await data<{ planningPrompt: Prompt }>(PROMPT, {
          input: { task: 'load a measurement file through the File menu', first: 1, ...more },
        })
      ).planningPrompt;
    const all = await prompt();
    expect(all.items).toMatchObject([{ knowledge: { ref: 'item:open_files' }, explain: { trust: 0.9025 } }]);
    expect(all.alsoNeeded).toEqual([{ id: 'app_open', trust: 0.95 }]);
    expect(all.user.match(/broken in s1/gu)).toHaveLength(2);

    const one = await prompt({ exclude: { plans: [plan] } });
    expect(one.items).toMatchObject([{ explain: { trust: 0.95 } }]);
    expect(one.items[0]?.score).toBeCloseTo((one.items[0]?.explain.relevance ?? 0) * 0.95, 12);
    expect(one.user.match(/broken in s1/gu)).toHaveLength(1);

    const exclude = { sessions: ['s1'] };
    const without = await prompt({ exclude, session: 'mine' });
    expect(without.items).toMatchObject([{ explain: { trust: 0.95 } }]);
    expect(without.alsoNeeded).toEqual([{ id: 'app_open', trust: 1 }]);
    expect(without.user).not.toContain('broken in s1');
    expect(without.user).toContain('broken in s2');
    expect(without.user).toContain('PAST LEARNINGS (1 correction)');
    const read = 'query ($id: ID!) { receipt(id: $id) { session exclude } }';
    expect(await data(read, { id: without.receiptId })).toEqual({ receipt: { session: 'mine', exclude } });
    // A plan that is made with this prompt did not show the excluded learnings.
    const { savePlan } = await data<{ savePlan: { retrieved: { shownLearnings: string[] }[] } }>(
      'mutation ($input: PlanInput!) { savePlan(input: $input) { retrieved { shownLearnings } } }',
      { input: { task: 't', receiptId: without.receiptId, actions: [{ toolName: 'Click' }] } },
    );
    expect(savePlan.retrieved).toMatchObject([{ shownLearnings: [expect.any(String)] }]);
  });

  it('refuses what is no id, with its path', async () => {
    const { namespace } = world();
    const { errors = [] } = await service.graphql(namespace, PROMPT, {
      input: { task: 't', exclude: { plans: [''] } },
    });
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: 'exclude.plans.0' }] });
  });
});

describe('around an entity', () => {
  let llm: OpenAiServer;
  let reading: TestService;
  beforeAll(async () => {
    llm = await OpenAiServer.start();
    reading = await contextService(llm.environment);
  });
  afterAll(async () => {
    await reading.close();
    await llm.close();
  });

  it('leaves out its profile, relations and what these lead to, where they were ingested in those sessions alone', async () => {
    const namespace = freshNamespace();
    const ingest = async (session: string, content: object) => {
      llm.reply({ content: { metadata: {}, pieces: [], ...content } });
      await reading.data(
        namespace,
        INGEST,
        { text: `Told in ${session}`, allowOthers: true },
        { 'x-session': session },
      );
    };
    // Ids consist of type and name, so they are those of the language model's reply.
    const node = (id: string) => {
      const [type = '', name = ''] = id.split(':');
      return { node_id: id, node_type: type, label: `${name.charAt(0).toUpperCase()}${name.slice(1)}` };
    };
    const edge = (source: string, target: string, more: object = {}) => ({
      source_id: source,
      target_id: target,
      edge_type: 'KNOWS',
      properties: more,
    });
    const nodes = ['user:anna', 'thing:bravo', 'thing:charlie', 'thing:delta'].map(node);
    const known = edge('user:anna', 'thing:bravo');
    await ingest('s1', {
      metadata: { 'user:anna': { entity_type: 'user', properties: { favourite: 'turbines' } } },
      graph: { nodes, edges: [known, edge('user:anna', 'thing:charlie'), edge('thing:charlie', 'thing:delta')] },
    });
    await ingest('s2', { graph: { nodes, edges: [known] } });
    const context = async (exclude?: object) =>
      (
        await reading.data<{ context: { text: string } }>(
          namespace,
          'query ($input: ContextInput!) { context(input: $input) { text } }',
          { input: { query: 'anything', entityId: 'user:anna', depth: 2, ...(exclude && { exclude }) } },
        )
      ).context.text;
    const all = await context();
    for (const told of ['turbines', 'Bravo', 'Charlie', 'Delta']) expect(all).toContain(told);
    expect(await context({ sessions: ['s3'] })).toBe(all);
    // The relation to b was ingested in another session, too.
    const without = await context({ sessions: ['s1'] });
    expect(without).toContain('Bravo');
    for (const told of ['turbines', 'Charlie', 'Delta']) expect(without).not.toContain(told);
    expect(await context({ sessions: ['s1', 's2'] })).not.toContain('Bravo');
    // Data that was also loaded does not come from sessions alone.
    const loaded = { metadata: { 'user:anna': { entity_type: 'user', properties: { favourite: 'turbines' } } } };
    await reading.data(namespace, 'mutation ($document: JSON!) { loadKnowledge(document: $document) { updated } }', {
      document: { ...loaded, graph: { nodes: [], edges: [edge('user:anna', 'thing:charlie')] } },
    });
    const kept = await context({ sessions: ['s1'] });
    for (const told of ['turbines', 'Bravo', 'Charlie']) expect(kept).toContain(told);
    expect(kept).not.toContain('Delta');
  });
});

describe('of other kinds', () => {
  it('leaves out memories that were recorded in a session or distilled from it, and folds the confidence of others', async () => {
    const { namespace, context, data } = world();
    const record = async (title: string, session: string) =>
      (
        await data<{ recordMemory: { id: string } }>(
          'mutation ($input: MemoryInput!) { recordMemory(input: $input) { id } }',
          { input: { title, description: 'On turbines', content: `Spin up ${title}`, outcome: 'SUCCESS' } },
          session,
        )
      ).recordMemory.id;
    const [own, distilled, other] = [await record('one', 's1'), await record('two', 's2'), await record('three', 's3')];
    await driver.executeQuery(
      `MATCH (memory:Memory {namespace: $namespace, id: $id}) SET memory.sourceSession = 'trace-1'`,
      { namespace, id: distilled },
    );
    const judge = 'mutation ($id: ID!) { memoryFeedback(memoryId: $id, helpful: false) { newConfidence } }';
    for (const session of ['s4', 's5']) await data(judge, { id: other }, session);
    const query = 'turbines';
    const memories = (given: Given) => refs(given).sort();
    const ref = (id: string) => `memory:${id}`;
    expect(memories(await context(query, undefined, { minTrust: 0.3 }))).toEqual([ref(own), ref(distilled)].sort());
    expect(memories(await context(query, { sessions: ['s1'] }))).toEqual([ref(distilled)]);
    expect(memories(await context(query, { sessions: ['trace-1'] }))).toEqual([ref(own)]);
    // A memory that says the same as an excluded one takes its place.
    const again = await record('Two!', 's6');
    expect(memories(await context(query, { sessions: ['trace-1', 's1'] }))).toEqual([ref(again)]);
    await data('mutation ($ref: String!) { delete(ref: $ref) }', { ref: `memory:${again}` });
    // 0.8 − 0.2 − 0.2. Without one of the two voices, the other one waits, and the confidence stays unchanged.
    const folded = await context(query, { sessions: ['s1', 's2', 'trace-1', 's5'] });
    expect(folded.hits).toMatchObject([{ knowledge: { ref: ref(other), trust: expect.closeTo(0.8, 4) } }]);
    expect(folded.text).toContain('0.80');
  });

  it('leaves out strategies that only a task tried, and its part of others', async () => {
    const { context, data } = world();
    const attempt = async (objective: string, content: string) => {
      const { startAdaptiveTask } = await data<{ startAdaptiveTask: { id: string } }>(
        `mutation ($objective: String!) { startAdaptiveTask(objective: $objective, methods: [{ method: "ai", actions: [{ action: "process" }] }]) { id } }`,
        { objective },
      );
      await data(
        `mutation ($id: ID!, $content: String!) { observe(input: { taskId: $id, stepNum: 0, success: true, documents: [{ name: "a.txt", content: $content }] }) { num } }`,
        { id: startAdaptiveTask.id, content },
      );
      return startAdaptiveTask.id;
    };
    const first = await attempt('Give me the first 3 primes', '2, 3, 5');
    const query = 'primes';
    const strategies = { kinds: ['STRATEGY'] };
    const [{ knowledge }] = (await context(query, undefined, strategies)).hits as [Given['hits'][number]];
    expect(knowledge.trust).toBeCloseTo(2 / 3, 12);
    expect((await context(query, { tasks: [first] }, strategies)).hits).toEqual([]);
    const second = await attempt('Give me the first 4 primes', '2, 3, 5, 7');
    const both = await context(query, undefined, strategies);
    expect(both.hits[0]?.knowledge.trust).toBeCloseTo(3 / 4, 12);
    expect(both.text).toContain('first 3 primes; Give me the first 4 primes');
    const one = await context(query, { tasks: [second] }, strategies);
    expect(one.hits[0]?.knowledge.trust).toBeCloseTo(2 / 3, 12);
    expect(one.text).toContain('succeeded 1 of 1 times');
    expect(one.text).not.toContain('first 4 primes');
  });
});

it('keeps in the receipt what was to be left out, and refuses what is no id with its path', async () => {
  const { namespace, context, data } = world();
  const exclude = { sessions: ['s1'], plans: ['p1'] };
  const { receiptId } = await context('anything', exclude, { session: 'mine' });
  const { receipt } = await data<{ receipt: object }>(
    'query ($id: ID!) { receipt(id: $id) { agent session exclude } }',
    {
      id: receiptId,
    },
  );
  expect(receipt).toEqual({ agent: 'a', session: 'mine', exclude });
  const { errors = [] } = await service.graphql(
    namespace,
    'query ($input: ContextInput!) { context(input: $input) { text } }',
    { input: { query: 'x', exclude: { tasks: ['t', ''] } } },
  );
  expect(errors[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: [{ path: 'exclude.tasks.1' }],
  });
});
