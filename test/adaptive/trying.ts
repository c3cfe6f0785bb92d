import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshNamespace } from '../support/graph.js';
import { type AdaptiveService, OBSERVE, START, startAdaptive, type Step, type Task } from './support.js';

export const STRATEGIES = `query ($prompt: String!, $methods: [MethodInput!]) { strategies(prompt: $prompt, methods: $methods, first: 100) {
  id attempts explain { trust } } }`;

export interface Known {
  readonly id: string;
  readonly attempts: number;
  readonly explain: { readonly trust: number };
}

/** Declares a test for each of these seeds of random attempts. */
export function triesInOrder(seeds: readonly number[]): void {
  let service: AdaptiveService;
  beforeAll(async () => {
    service = await startAdaptive();
  });
  afterAll(() => service.close());

  describe('strategies(prompt, methods)', () => {
    /** A fixed sequence of numbers in [0,1). */
    function randomOf(seed: number): () => number {
      let state = seed;
      return () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return state / 2 ** 32;
      };
    }

    it.each(seeds)(
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
          const approach = next.approach.replace('deliver_with_lessons', 'deliver');
          const id = `${type}_request/${next.method}.${next.action}/${approach}`;
          counts.set(id, (counts.get(id) ?? 0) + 1);
          if (!tried.includes(id)) tried.push(id);
          // No action is tried a third time before each was tried once.
          if (counts.get(id) === 3) expect(tried).toHaveLength(strategies.length);
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
}
