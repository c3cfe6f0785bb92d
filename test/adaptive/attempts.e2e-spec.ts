import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAttempts } from '../../src/adaptive/adaptive.statements.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import { connectedGraph, freshNamespace } from '../support/graph.js';
import { type AdaptiveService, AI, CODE, OBSERVE, START, startAdaptive, type Step, type Task } from './support.js';

let service: AdaptiveService;
let graph: GraphService;
beforeAll(async () => {
  [service, graph] = await Promise.all([startAdaptive(), connectedGraph()]);
});
afterAll(async () => {
  await Promise.all([service.close(), graph.onApplicationShutdown()]);
});

const STRATEGIES = `query ($prompt: String!, $methods: [MethodInput!]) { strategies(prompt: $prompt, methods: $methods, first: 100) {
  id attempts explain { trust } } }`;

interface Known {
  readonly id: string;
  readonly attempts: number;
  readonly explain: { readonly trust: number };
}

describe('each attempt', () => {
  it('keeps its objective, of 200 characters, without secrets', async () => {
    const namespace = freshNamespace();
    const headers = { 'x-namespace': namespace };
    const objective = `Calculate first 3 prime numbers with Bearer abcdefgh12345678 ${'and then again '.repeat(30)}`;
    const { startAdaptiveTask } = await service.ask<{ startAdaptiveTask: Task }>(
      START,
      { objective, methods: AI, context: { successCriteria: ['first 3', 'prime numbers'], dataType: 'numbers' } },
      headers,
    );
    const input = {
      taskId: startAdaptiveTask.id,
      stepNum: 0,
      success: true,
      documents: [{ name: 'a', content: CODE }],
    };
    const { observe } = await service.ask<{ observe: Step }>(OBSERVE, { input }, headers);
    const [row] = await graph.run(listAttempts, { namespace, ids: [observe.strategy?.id ?? ''], newest: 50 });
    const kept = row?.attempts[0]?.objective ?? '';
    expect(kept).toMatch(/^Calculate first 3 prime numbers with Bearer \[redacted\] and then again/);
    expect(kept).not.toContain('abcdefgh12345678');
    expect([...kept]).toHaveLength(200);
  });

  it('counts for requests like it until 50 newer ones of its strategy stand before it', async () => {
    const headers = { 'x-namespace': freshNamespace() };
    const learn = (criterion: string, success: boolean) =>
      service.ask(
        `mutation ($c: [String!]!, $s: Boolean!) { learnStrategy(intent: { dataType: "text", expectedFormat: "text", successCriteria: $c },
          action: "ai.process", success: $s) { id } }`,
        { c: [criterion], s: success },
        headers,
      );
    const prompt = 'Translate the menu of the harbour tavern into Polish';
    const trust = async () => {
      const methods = [{ method: 'ai', actions: [{ action: 'process' }] }];
      const { strategies } = await service.ask<{ strategies: Known[] }>(STRATEGIES, { prompt, methods }, headers);
      return strategies.find(({ attempts }) => attempts > 0)?.explain.trust ?? 0;
    };
    const lullaby = (verse: number) => learn(`compose a lullaby for a child called Nora, verse ${verse}`, false);
    await learn('translate the menu of the harbour tavern into Polish', true);
    for (let verse = 1; verse <= 49; verse++) await lullaby(verse);
    expect(await trust()).toBeGreaterThan(0.3);
    await lullaby(50);
    // No attempt for a similar request is left: 1 success of 51.
    expect(await trust()).toBeCloseTo(2 / 53, 12);
  });
});

describe('strategies(prompt, methods)', () => {
  /** A fixed sequence of numbers in [0,1). */
  function randomOf(seed: number): () => number {
    let state = seed;
    return () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
  }

  it.each([1, 2, 3, 4, 5])(
    'begins with what a task tries first, and names all it tries, after random attempts %j',
    async (seed) => {
      const headers = { 'x-namespace': freshNamespace() };
      const random = randomOf(seed);
      const pick = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)] as One;
      const objectives = [
        'Calculate first 10 prime numbers',
        'List the first 20 even numbers',
        'First 5 squares',
        'Name 4 rivers',
      ];
      const all = ['ai.process', 'web.search', 'shop.order', 'db.query'];
      for (let n = 0; n < 12; n++) {
        const intent = {
          dataType: pick(['numbers', 'list']),
          expectedFormat: 'raw_data',
          successCriteria: [pick(objectives)],
        };
        await service.ask(
          'mutation ($intent: IntentInput!, $a: JSON!, $s: Boolean!) { learnStrategy(intent: $intent, action: $a, success: $s) { id } }',
          { intent, a: pick(all), s: random() < 0.5 },
          headers,
        );
      }
      const methods = all
        .filter(() => random() < 0.7)
        .concat('own.tool')
        .map((name) => name.split('.'))
        .map(([method, action]) => ({ method, actions: [{ action }] }));
      const objective = pick(objectives);
      const { strategies } = await service.ask<{ strategies: Known[] }>(
        STRATEGIES,
        { prompt: objective, methods },
        headers,
      );
      const { startAdaptiveTask: task } = await service.ask<{ startAdaptiveTask: Task }>(
        START,
        { objective, methods, maxSteps: 100 },
        headers,
      );
      const type = String(task.intent['dataType']);
      const tried: string[] = [];
      const counts = new Map<string, number>();
      let next = task.nextAction;
      for (let num = 0; next; num++) {
        const id = `${type}_request/${next.method}.${next.action}/${next.approach}`;
        counts.set(id, (counts.get(id) ?? 0) + 1);
        if (!tried.includes(id)) tried.push(id);
        if (tried.length === 1) expect(strategies[0]?.id).toBe(id);
        const input = { taskId: task.id, stepNum: num, success: false, error: `Fault ${num}`, documents: [] };
        next = (await service.ask<{ observe: Step }>(OBSERVE, { input }, headers)).observe.nextAction;
      }
      // The task tries every action of the list and nothing else, each with what was wrong at most twice more.
      expect(tried.toSorted()).toEqual(strategies.map(({ id }) => id).toSorted());
      expect(Math.max(...counts.values())).toBeLessThanOrEqual(3);
      // In the ledger, the task is one attempt of each.
      const after = await service.ask<{ strategies: Known[] }>(STRATEGIES, { prompt: objective, methods }, headers);
      const before = new Map(strategies.map(({ id, attempts }) => [id, attempts]));
      for (const { id, attempts } of after.strategies) expect(attempts, id).toBe((before.get(id) ?? 0) + 1);
    },
  );
});

describe('a task that stops', () => {
  it.each([
    ['DONE', '2, 3, 5', 9, 'All success criteria met'],
    ['MAX_STEPS', '2, 3', 2, 'The bound of 2 steps is reached'],
    [
      'NOTHING_NEW',
      '2, 3',
      100,
      expect.stringMatching(/^Nothing new is left to try: every action failed in this task/),
    ],
  ])('says %s, with a sentence', async (stopReason, content, maxSteps, reason) => {
    const headers = { 'x-namespace': freshNamespace() };
    const { startAdaptiveTask: task } = await service.ask<{ startAdaptiveTask: Task }>(
      START,
      { objective: 'Calculate first 3 prime numbers', methods: AI, maxSteps },
      headers,
    );
    let step: Step | undefined;
    for (let num = 0; num === 0 || step?.nextAction; num++) {
      const documents = [{ name: 'a.txt', content }];
      const input = { taskId: task.id, stepNum: num, success: true, documents };
      step = (await service.ask<{ observe: Step }>(OBSERVE, { input }, headers)).observe;
    }
    expect(step?.progress).toMatchObject({ decision: 'STOP', stopReason, reason });
  });
});
