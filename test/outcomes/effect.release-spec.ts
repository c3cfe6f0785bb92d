import { randomUUID } from 'node:crypto';
import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphService } from '../../src/graph/graph.service.js';
import { toDriver } from '../../src/graph/values.js';
import { compareReceipts, compareSteps, compareTaskSteps } from '../../src/outcomes/outcomes.statements.js';
import { contextService, saveItems, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';
import { dbHitsOf } from '../support/plan.js';

// Tests whether agents did better with a piece of knowledge than without it.

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

const EFFECT = `query ($ref: ID!, $since: DateTime) { effect(ref: $ref, since: $since) {
  ref unit given { n successes } notGiven { n successes } difference interval { lower upper }
  since before { n successes } after { n successes } change changeInterval { lower upper } truncated } }`;
const NONE = { n: 0, successes: 0 };

function world() {
  const namespace = freshNamespace();
  const data = <Data>(query: string, variables: object = {}, headers: Record<string, string> = {}) =>
    service.data<Data>(namespace, query, variables, headers);
  return {
    namespace,
    data,
    effect: async (ref: string, since?: Date, headers: Record<string, string> = {}) =>
      (await data<{ effect: object }>(EFFECT, { ref, since: since?.toISOString() }, headers)).effect,
    refused: async (variables: object, headers: Record<string, string> = {}) => {
      const { errors = [] } = await service.graphql(namespace, EFFECT, variables, headers);
      return errors[0]?.extensions;
    },
    /** Saves a plan with one step of the item for each outcome, and reports the steps. */
    plan: async (itemId: string, outcomes: readonly boolean[], input: object = {}) => {
      const { savePlan } = await data<{ savePlan: { id: string } }>(
        'mutation ($input: PlanInput!) { savePlan(input: $input) { id } }',
        { input: { task: 'Do it', actions: outcomes.map(() => ({ toolName: 'Click', kbSource: itemId })), ...input } },
      );
      for (const [stepNum, success] of outcomes.entries()) {
        const report = success ? { outcome: 'SUCCESS' } : { outcome: 'FAILURE', error: `no such menu ${stepNum}` };
        await data('mutation ($input: StepReportInput!) { reportStep(input: $input) { learning { id } } }', {
          input: { planId: savePlan.id, stepNum, ...report },
        });
      }
      return savePlan.id;
    },
    run: (query: string, parameters: object = {}) => driver.executeQuery(query, toDriver({ namespace, ...parameters })),
  };
}

/** Returns n outcomes, of which the given number are successes. */
const times = (n: number, successes: number) => Array.from({ length: n }, (_, index) => index < successes);

describe('of an item', () => {
  it('compares its steps of plans that had it in their prompt with those of others, and before with after', async () => {
    const { namespace, effect, plan, run } = world();
    await saveItems(service, namespace);
    await plan('open_files', times(12, 4));
    const since = new Date();
    await plan('open_files', times(12, 9), { retrievedItems: ['open_files'] });
    // Steps of other items, steps without a report, and steps that a recovery copied do not count.
    await plan('plot_signal', times(1, 1), { retrievedItems: ['open_files'] });
    await run(
      `MATCH (item:KnowledgeItem {namespace: $namespace, id: 'open_files'}), (plan:Plan {namespace: $namespace})
       WITH item, head(collect(plan)) AS plan UNWIND [['PENDING', false, 100], ['SUCCESS', true, 101]] AS one
       CREATE (plan)-[:HAS_STEP]->(:Step {namespace: $namespace, planId: plan.id, num: one[2], outcome: one[0],
         carried: one[1], reportedAt: datetime()})-[:DERIVED_FROM]->(item)`,
    );
    expect(await effect('item:open_files', since)).toEqual({
      ref: 'item:open_files',
      unit: 'REPORTED_STEP',
      given: { n: 12, successes: 9 },
      notGiven: { n: 12, successes: 4 },
      difference: expect.closeTo(5 / 12, 12),
      // Newcombe's method 10, computed by hand.
      interval: { lower: expect.closeTo(0.0218288, 6), upper: expect.closeTo(0.6697437, 6) },
      since: since.toISOString(),
      before: { n: 12, successes: 4 },
      after: { n: 12, successes: 9 },
      change: expect.closeTo(5 / 12, 12),
      changeInterval: { lower: expect.closeTo(0.0218288, 6), upper: expect.closeTo(0.6697437, 6) },
      truncated: false,
    });
    // There is no time before its creation.
    expect(await effect('item:open_files')).toMatchObject({
      difference: expect.closeTo(5 / 12, 12),
      before: NONE,
      after: { n: 24, successes: 13 },
      change: null,
      changeInterval: null,
    });
  });

  it('knows what stood in a prompt as a prerequisite, and says nothing of fewer than ten', async () => {
    const { namespace, effect, plan, data } = world();
    await saveItems(service, namespace);
    const { planningPrompt } = await data<{ planningPrompt: { receiptId: string; alsoNeeded: { id: string }[] } }>(
      'query ($input: PlanningInput!) { planningPrompt(input: $input) { receiptId alsoNeeded { id } } }',
      { input: { task: 'Load a measurement file through the File menu', first: 1 } },
    );
    expect(planningPrompt.alsoNeeded).toEqual([{ id: 'app_open' }]);
    await plan('app_open', times(9, 9), { receiptId: planningPrompt.receiptId });
    await plan('app_open', times(10, 0));
    expect(await effect('item:app_open')).toMatchObject({
      given: { n: 9, successes: 9 },
      notGiven: { n: 10, successes: 0 },
      difference: null,
      interval: null,
    });
  });

  it('looks at no more steps than it may, the newest of the namespace', async () => {
    const { namespace, plan } = world();
    await saveItems(service, namespace);
    await plan('open_files', times(4, 0));
    await plan('open_files', times(2, 1), { retrievedItems: ['open_files'] });
    await plan('plot_signal', times(1, 1));
    const graph = service.app.get(GraphService, { strict: false });
    const asked = { namespace, ref: 'item:open_files', learningId: null, since: new Date(0) };
    expect(await graph.run(compareSteps, { ...asked, limit: 6 })).toEqual([
      expect.objectContaining({ given: { n: 2, successes: 1 }, notGiven: { n: 4, successes: 0 }, truncated: false }),
    ]);
    // Of the four newest steps of all, one belongs to the other item.
    expect(await graph.run(compareSteps, { ...asked, limit: 4 })).toEqual([
      expect.objectContaining({ given: { n: 2, successes: 1 }, notGiven: { n: 1, successes: 0 }, truncated: true }),
    ]);
  });
});

describe('of a learning', () => {
  it('compares steps of its item whose prompt showed it with others, without the step that taught it', async () => {
    const { namespace, effect, plan, data } = world();
    await saveItems(service, namespace);
    await plan('open_files', times(10, 3));
    const { savePlan } = await data<{ savePlan: { id: string } }>(
      'mutation { savePlan(input: { task: "Do it", actions: [{ toolName: "Click", kbSource: "open_files" }] }) { id } }',
    );
    const { reportStep } = await data<{ reportStep: { learning: { id: string } } }>(
      'mutation ($id: ID!) { reportStep(input: { planId: $id, stepNum: 0, outcome: FAILURE, error: "gone" }) { learning { id } } }',
      { id: savePlan.id },
    );
    const { id } = reportStep.learning;
    // Verified learnings come first in a prompt.
    await data('mutation ($id: ID!) { verifyLearning(id: $id, verified: true) { id } }', { id });
    await plan('open_files', times(10, 8), { retrievedItems: ['open_files'] });
    await plan('open_files', times(1, 0));
    const found = await effect(`learning:${id}`);
    expect(found).toMatchObject({
      ref: `learning:${id}`,
      unit: 'REPORTED_STEP',
      given: { n: 10, successes: 8 },
      notGiven: { n: 11, successes: 3 },
      difference: expect.closeTo(8 / 10 - 3 / 11, 12),
      interval: { lower: expect.closeTo(0.1008923, 6), upper: expect.closeTo(0.7536759, 6) },
      before: { n: 10, successes: 3 },
      after: { n: 11, successes: 8 },
      change: expect.closeTo(8 / 11 - 3 / 10, 12),
    });
  });
});

describe('of a memory, a piece or a fluent', () => {
  it('compares contexts of one best hit that gave it with those that did not', async () => {
    const { namespace, effect, data, run } = world();
    await saveItems(service, namespace);
    const { recordMemory } = await data<{ recordMemory: { id: string } }>(
      `mutation { recordMemory(input: { title: "Load a measurement file read-only", description: "d", content: "c", outcome: SUCCESS }) { id } }`,
    );
    const { id } = recordMemory;
    const receipts = (outcomes: readonly (boolean | null)[], refs: readonly string[], more: object = {}) =>
      run(`UNWIND $receipts AS properties CREATE (receipt:Receipt) SET receipt = properties`, {
        receipts: outcomes.map((success) => ({
          ...{
            namespace,
            id: randomUUID(),
            query: 'q',
            at: new Date(),
            outcomeAt: success === null ? null : new Date(),
          },
          ...{ success, kinds: refs.map((ref) => (ref === id ? 'MEMORY' : 'ITEM')), ids: refs, ...more },
        })),
      });
    await receipts(times(10, 5), ['open_files', 'plot_signal']);
    await receipts(times(10, 9), ['open_files', id]);
    // These have another best hit, no outcome, or are prompts without memories.
    await receipts(times(20, 20), ['change_theme', 'open_files']);
    await receipts([null, null], ['open_files', id]);
    await run(
      'MATCH (receipt:Receipt {namespace: $namespace}) WHERE receipt.success IS NULL SET receipt:PlanningPrompt',
    );
    // This is a real context, in which the memory may come before or after the item.
    const { context } = await data<{ context: { receiptId: string; hits: { knowledge: { ref: string } }[] } }>(
      '{ context(input: { query: "load a measurement file", first: 2 }) { receiptId hits { knowledge { ref } } } }',
    );
    expect(context.hits.map(({ knowledge }) => knowledge.ref).sort()).toEqual(['item:open_files', `memory:${id}`]);
    await data('mutation ($id: ID!) { reportOutcome(input: { receiptId: $id, success: true }) { success } }', {
      id: context.receiptId,
    });
    expect(await effect(`memory:${id}`)).toMatchObject({
      unit: 'RECEIPT',
      given: { n: 11, successes: 10 },
      notGiven: { n: 10, successes: 5 },
      difference: expect.closeTo(10 / 11 - 1 / 2, 12),
      interval: { lower: expect.closeTo(0.0199426, 6), upper: expect.closeTo(0.6828789, 6) },
      before: NONE,
      after: { n: 21, successes: 15 },
      change: null,
      truncated: false,
    });
    expect(await effect(`memory:${id}`, new Date(Date.now() + 60_000))).toMatchObject({
      before: { n: 21, successes: 15 },
      after: NONE,
    });
  });

  it('compares by the question where a context gave nothing else', async () => {
    const { namespace, data, effect, run } = world();
    const { recordMemory } = await data<{ recordMemory: { id: string } }>(
      `mutation { recordMemory(input: { title: "A", description: "d", content: "c", outcome: SUCCESS }) { id } }`,
    );
    const { id } = recordMemory;
    const of = (query: string, success: boolean, ids: readonly string[]) => ({
      ...{ namespace, id: randomUUID(), query, at: new Date(), outcomeAt: new Date(), success },
      ...{ ids, kinds: ids.map(() => 'MEMORY') },
    });
    const found = [of('one', true, [id]), of('one', false, []), of('two', false, []), of('one', true, ['other'])];
    await run('UNWIND $found AS properties CREATE (receipt:Receipt) SET receipt = properties', { found });
    expect(await effect(`memory:${id}`)).toMatchObject({
      given: { n: 1, successes: 1 },
      notGiven: { n: 1, successes: 0 },
    });
    const graph = service.app.get(GraphService, { strict: false });
    const asked = { namespace, kind: 'MEMORY', id, since: new Date(0) };
    expect(await graph.run(compareReceipts, { ...asked, limit: 4 })).toMatchObject([{ truncated: false }]);
    expect(await graph.run(compareReceipts, { ...asked, limit: 3 })).toMatchObject([{ truncated: true }]);
  });
});

describe('of a strategy', () => {
  it('compares validated steps of tasks whose prompt showed it with others of its kind of request', async () => {
    const { namespace, data, effect, run } = world();
    const attempt = async (objective: string, content: string) => {
      const { startAdaptiveTask } = await data<{ startAdaptiveTask: { id: string } }>(
        `mutation ($objective: String!) { startAdaptiveTask(objective: $objective, methods: [{ method: "ai", actions: [{ action: "process" }] }]) { id } }`,
        { objective },
      );
      const { observe } = await data<{ observe: { strategy: { ref: string } | null } }>(
        `mutation ($id: ID!, $content: String!) { observe(input: { taskId: $id, stepNum: 0, success: true, documents: [{ name: "a.txt", content: $content }] }) { strategy { ref } } }`,
        { id: startAdaptiveTask.id, content },
      );
      return observe.strategy?.ref ?? '';
    };
    // When the first task began, nothing was known.
    const ref = await attempt('Give me the first 3 primes', '2, 3, 5');
    await attempt('Give me the first 4 primes', '2, 3, 5, 7');
    await attempt('Give me the first 5 primes', '2, 3, 5');
    const since = new Date();
    // These do not count: steps recorded before the contents of prompts were stored, undecided steps, and steps for
    // other requests.
    await run(
      `MATCH (strategy:Strategy {namespace: $namespace, ref: $ref})
       UNWIND range(1, 10) AS n
       CREATE (unknown:TaskStep {namespace: $namespace, taskId: 'a', num: n, strategyId: strategy.id, succeeded: true, at: datetime('2020-01-01')})
       CREATE (unknown)-[:TRIED]->(strategy)
       CREATE (:TaskStep {namespace: $namespace, taskId: 'b', num: n, strategyId: strategy.id, succeeded: false, shownIds: [], at: datetime()})
       CREATE (other:TaskStep {namespace: $namespace, taskId: 'c', num: n, strategyId: 'text_request/x', succeeded: false, shownIds: [], at: datetime()})
       CREATE (other)-[:TRIED]->(strategy)`,
      { ref },
    );
    expect(await effect(ref, since)).toMatchObject({
      unit: 'TASK_STEP',
      given: { n: 2, successes: 1 },
      notGiven: { n: 1, successes: 1 },
      difference: null,
      before: { n: 13, successes: 12 },
      after: NONE,
    });
    await run(
      `MATCH (strategy:Strategy {namespace: $namespace, ref: $ref})
       UNWIND range(1, 10) AS n
       CREATE (shown:TaskStep {namespace: $namespace, taskId: 'd', num: n, strategyId: strategy.id, succeeded: n <= 9, shownIds: ['x', strategy.id], at: datetime()})
       CREATE (shown)-[:TRIED]->(strategy)
       CREATE (other:TaskStep {namespace: $namespace, taskId: 'e', num: n, strategyId: strategy.pattern + '/other', succeeded: n <= 2, shownIds: ['x'], at: datetime()})
       CREATE (other)-[:TRIED]->(strategy)`,
      { ref },
    );
    expect(await effect(ref, since)).toMatchObject({
      given: { n: 12, successes: 10 },
      notGiven: { n: 11, successes: 3 },
      difference: expect.closeTo(10 / 12 - 3 / 11, 12),
      after: { n: 20, successes: 11 },
      change: expect.closeTo(11 / 20 - 12 / 13, 12),
    });
    const graph = service.app.get(GraphService, { strict: false });
    const asked = { namespace, id: ref.slice('strategy:'.length), since: new Date(0) };
    // The tasks whose ids come last are e, then d.
    expect(await graph.run(compareTaskSteps, { ...asked, limit: 12 })).toEqual([
      expect.objectContaining({ given: { n: 2, successes: 1 }, notGiven: { n: 10, successes: 2 }, truncated: true }),
    ]);
  });
});

it('reads no more of many contexts, steps of plans or steps of tasks than it looks at', async () => {
  const { namespace, run } = world();
  await run(
    `CREATE (:Knowledge:KnowledgeItem {namespace: $namespace, ref: 'item:i', id: 'i'})
     CREATE (:Knowledge:Strategy {namespace: $namespace, ref: 'strategy:p/s', id: 'p/s', pattern: 'p'})
     CREATE (:Plan {namespace: $namespace, id: 'p'})`,
  );
  const asked = { namespace, since: new Date(0), limit: 5 };
  const hits = async (more: number) => {
    await run(
      `MATCH (item:KnowledgeItem {namespace: $namespace, id: 'i'}), (plan:Plan {namespace: $namespace, id: 'p'})
       UNWIND range(1, toInteger($more)) AS n
       CREATE (:Receipt {namespace: $namespace, id: randomUUID(), at: datetime(), outcomeAt: datetime(), success: true,
         kinds: ['MEMORY'], ids: ['m'], query: 'q'})
       CREATE (plan)-[:HAS_STEP]->(:Step {namespace: $namespace, planId: randomUUID(), num: n, outcome: 'SUCCESS', carried: false,
         reportedAt: datetime()})-[:DERIVED_FROM]->(item)
       CREATE (:TaskStep {namespace: $namespace, taskId: randomUUID(), num: n, strategyId: 'p/s', succeeded: true, at: datetime()})`,
      { more },
    );
    const counted: number[] = [];
    for (const [statement, parameters] of [
      [compareReceipts, { kind: 'MEMORY', id: 'm' }],
      [compareSteps, { ref: 'item:i', learningId: null }],
      [compareTaskSteps, { id: 'p/s' }],
    ] as const) {
      const { summary } = await run(`PROFILE ${statement.text}`, { ...asked, ...parameters });
      counted.push(dbHitsOf(summary.profile));
    }
    return counted;
  };
  const few = await hits(20);
  const many = await hits(300);
  many.forEach((count, place) => expect(count).toBeLessThanOrEqual((few[place] ?? 0) + 20));
});

describe('what the caller does not see', () => {
  it('does not exist, and what is asked wrongly is refused with its path', async () => {
    const { namespace, data, refused, effect } = world();
    await saveItems(service, namespace);
    const headers = { 'x-project': 'mine' };
    const { recordMemory } = await data<{ recordMemory: { id: string } }>(
      `mutation { recordMemory(input: { title: "Mine", description: "d", content: "c", outcome: SUCCESS }) { id } }`,
      {},
      headers,
    );
    const ref = `memory:${recordMemory.id}`;
    expect(await effect(ref, undefined, headers)).toMatchObject({ given: NONE, notGiven: NONE, difference: null });
    const unseen = await refused({ ref });
    expect(unseen).toMatchObject({ code: 'NOT_FOUND' });
    for (const unknown of ['memory:none', 'item:none', 'learning:none', 'strategy:none', 'nothing:x', 'open_files']) {
      expect(await refused({ ref: unknown })).toMatchObject({ code: 'NOT_FOUND' });
    }
    const other = await service.graphql(freshNamespace(), EFFECT, { ref: 'item:open_files' });
    expect(other.errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refused({ ref: ' ' })).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: 'ref' }] });
  });
});
