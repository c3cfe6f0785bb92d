import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAttempts } from '../../src/adaptive/adaptive.statements.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import { connectedGraph, freshNamespace } from '../support/graph.js';
import { type AdaptiveService, AI, CODE, OBSERVE, START, startAdaptive, type Step, type Task } from './support.js';
import { type Known, STRATEGIES, triesInOrder } from './trying.js';

let service: AdaptiveService;
let graph: GraphService;
beforeAll(async () => {
  [service, graph] = await Promise.all([startAdaptive(), connectedGraph()]);
});
afterAll(async () => {
  await Promise.all([service.close(), graph.onApplicationShutdown()]);
});

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

// test/adaptive/attempts.release-spec.ts has five seeds.
triesInOrder([1]);

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
