import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshNamespace } from '../support/graph.js';
import {
  type AdaptiveService,
  AI,
  CODE,
  OBSERVE,
  PRIMES,
  START,
  startAdaptive,
  type Step,
  type Task,
} from './support.js';

let service: AdaptiveService;
beforeAll(async () => {
  service = await startAdaptive();
});
afterAll(() => service.close());

const METHODS = [
  { method: 'ai', actions: [{ action: 'process' }] },
  { method: 'web', actions: [{ action: 'search' }] },
  { method: 'shop', actions: [{ action: 'order' }] },
];
const STRATEGIES = `query ($prompt: String!, $methods: [MethodInput!]) { strategies(prompt: $prompt, methods: $methods, first: 100) {
  id trust attempts learned explain { score relevance recency trust exploration servedEqual }
  evidence(first: 20) { nodes { kind positive state } } } }`;

interface Known {
  readonly id: string;
  readonly trust: number;
  readonly attempts: number;
  readonly explain: { readonly score: number; readonly trust: number; readonly servedEqual: boolean };
  readonly evidence: { readonly nodes: readonly object[] };
}

/** Creates a namespace, with functions that act in it. */
function world() {
  const headers = { 'x-namespace': freshNamespace(), 'x-agent': 'tester' };
  return {
    headers,
    start: async (objective: string, more: object = {}) =>
      (await service.ask<{ startAdaptiveTask: Task }>(START, { objective, methods: METHODS, ...more }, headers))
        .startAdaptiveTask,
    observe: async (taskId: string, stepNum: number, content: string, more: object = {}) => {
      const input = { taskId, stepNum, success: true, documents: [{ name: 'a.txt', content }], ...more };
      return (await service.ask<{ observe: Step }>(OBSERVE, { input }, headers)).observe;
    },
    strategies: async (prompt: string, methods: unknown = METHODS) =>
      (await service.ask<{ strategies: Known[] }>(STRATEGIES, { prompt, methods }, headers)).strategies,
  };
}

const idOf = (dataType: string, { method, action, approach }: { method: string; action: string; approach: string }) =>
  `${dataType}_request/${method}.${action}/${approach.replace('deliver_with_lessons', 'deliver')}`;

describe('strategies(prompt, methods)', () => {
  it('is what a task tries, in its order, whatever was learned before', async () => {
    const { start, observe, strategies } = world();
    const objectives = ['Calculate first 10 prime numbers', 'List the first 20 even numbers', 'Sum of 4, 8 and 15'];
    // A fixed rule lets half of the attempts fail.
    for (let n = 0; n < 8; n++) {
      const objective = objectives[n % objectives.length] ?? '';
      const before = await strategies(objective);
      expect(before).toHaveLength(3);
      const task = await start(objective, { maxSteps: 30 });
      const order: string[] = [];
      let next = task.nextAction;
      for (let num = 0; next; num++) {
        const id = idOf('numbers', next);
        const isNew = !order.includes(id);
        if (isNew) {
          order.push(id);
          // The actions that the task has not tried yet, best first.
          const open = (await strategies(objective))
            .map((one) => one.id)
            .filter((one) => one === id || !order.includes(one));
          expect(open[0]).toBe(id);
        }
        const works = (n + order.length) % 3 === 0;
        next = (await observe(task.id, num, works ? '' : CODE, { success: false })).nextAction;
        if (works) break;
      }
      expect(order[0]).toBe(before[0]?.id);
    }
  });

  it('names what was never tried with its trust of one half, and the bonus', async () => {
    const { strategies } = world();
    const [first, ...others] = await strategies('Calculate first 10 prime numbers');
    expect(first).toMatchObject({
      id: 'numbers_request/ai.process/deliver',
      trust: 0.5,
      attempts: 0,
      explain: { score: 0.5, relevance: 1, recency: 1, trust: 0.5, exploration: 0, servedEqual: false },
      evidence: { nodes: [] },
    });
    expect(others.map(({ id }) => id)).toContain('numbers_request/shop.order/deliver');
    expect(await strategies('Calculate first 10 prime numbers', null)).toEqual([]);
  });

  it('refuses methods that are none', async () => {
    const methods = [{ method: 'a b', actions: [{ action: 'c' }] }];
    expect(await service.refuse(STRATEGIES, { prompt: 'x', methods })).toMatchObject({
      extensions: { code: 'BAD_USER_INPUT', fields: [{ path: 'methods.0.method' }] },
    });
  });
});

describe('the next action', () => {
  it('is what worked for requests like this one, not what works elsewhere in its kind', async () => {
    const { headers, start, strategies } = world();
    const learn = (criterion: string, action: string, success: boolean) =>
      service.ask(
        `mutation ($c: [String!]!, $a: JSON!, $s: Boolean!) { learnStrategy(intent: { dataType: "text", expectedFormat: "text",
          successCriteria: $c }, action: $a, success: $s) { id } }`,
        { c: [criterion], a: action, s: success },
        headers,
      );
    for (let n = 0; n < 6; n++) await learn(`a poem about the sea, number ${n}`, 'ai.process', true);
    for (let n = 0; n < 3; n++) {
      await learn(`translate the menu into Polish, page ${n}`, 'ai.process', false);
      await learn(`translate the menu into Polish, page ${n}`, 'web.search', true);
    }
    const translated = await start('Translate the menu of today into Polish');
    expect(translated.nextAction).toMatchObject({
      method: 'web',
      learnedFrom: { id: 'text_request/web.search/deliver' },
    });
    expect((await start('Write a poem about the old sea')).nextAction).toMatchObject({ method: 'ai' });
    const [best] = await strategies('Write a poem about the old sea');
    expect(best?.explain.trust).toBeGreaterThan(best?.trust ?? 1);
  });

  it('is what served an equal request the last time', async () => {
    const { start, observe } = world();
    const objective = 'Calculate first 10 prime numbers';
    const content = PRIMES.slice(0, 10).join(', ');
    for (let n = 0; n < 3; n++) {
      const { id } = await start('Calculate first 5 prime numbers');
      await observe(id, 0, PRIMES.slice(0, 5).join(', '));
    }
    const { id } = await start(objective);
    await observe(id, 0, content, { action: { method: 'shop', action: 'order', approach: 'deliver' } });
    expect((await start('  calculate first 10 PRIME numbers. ')).nextAction).toMatchObject({
      method: 'shop',
      explain: { servedEqual: true },
    });
    expect((await start('Calculate first 5 prime numbers')).nextAction).toMatchObject({ method: 'ai' });
  });
});

describe('one attempt a task', () => {
  const OBJECTIVE = 'Calculate first 10 prime numbers';
  const ten = PRIMES.slice(0, 10).join(', ');

  it('is a success where a later try succeeds, and the failure is taken back', async () => {
    const { start, observe, strategies } = world();
    const { id } = await start(OBJECTIVE, { methods: AI });
    expect((await observe(id, 0, CODE)).strategy).toMatchObject({ attempts: 1, trust: 1 / 3 });
    expect((await observe(id, 1, '2, 3')).strategy).toMatchObject({ attempts: 1, trust: 1 / 3 });
    expect((await observe(id, 2, ten)).strategy).toMatchObject({ attempts: 1, trust: 2 / 3 });
    const [known] = await strategies(OBJECTIVE, AI);
    expect(known).toMatchObject({ explain: { servedEqual: true } });
    expect(known?.evidence.nodes).toMatchObject([
      { kind: 'VALIDATION', positive: true, state: 'APPLIED' },
      { kind: 'RETRACTION' },
      { kind: 'VALIDATION', positive: false, state: 'RETRACTED' },
    ]);
  });

  it('holds for 16 tasks at once', async () => {
    const { start, observe, strategies } = world();
    const tasks = await Promise.all(Array.from({ length: 16 }, () => start(OBJECTIVE, { methods: AI })));
    await Promise.all(tasks.map(({ id }) => observe(id, 0, CODE)));
    await Promise.all(tasks.map(({ id }, n) => observe(id, 1, n % 4 === 0 ? CODE : ten)));
    const [known] = await strategies(OBJECTIVE, AI);
    expect(known).toMatchObject({ attempts: 16, trust: 13 / 18 });
  });
});
