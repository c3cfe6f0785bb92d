import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AdaptiveService,
  AI,
  OBSERVE,
  PRIMES,
  PROMPT,
  START,
  startAdaptive,
  type Step,
  type Task,
  TASK,
} from './support.js';

let service: AdaptiveService;
beforeAll(async () => {
  service = await startAdaptive();
});
afterAll(() => service.close());

it('a task goes on after a restart of the service, and on any replica', async () => {
  const headers = { 'x-namespace': service.namespace };
  const { startAdaptiveTask } = await service.ask<{ startAdaptiveTask: Task }>(
    START,
    { objective: PROMPT, methods: AI },
    headers,
  );
  const { id, nextAction } = startAdaptiveTask;
  const few = { taskId: id, stepNum: 0, success: true, documents: [{ name: 'answer.txt', content: '2, 3, 5' }] };
  const { observe: before } = await service.ask<{ observe: Step }>(OBSERVE, { input: few }, headers);
  const again = await startAdaptive({});
  try {
    const { adaptiveTask } = await again.ask<{ adaptiveTask: Task }>(TASK, { id }, headers);
    expect(adaptiveTask.steps[0]).toMatchObject({ num: 0, action: { approach: nextAction?.approach } });
    expect(adaptiveTask.nextAction).toEqual(before.nextAction);
    // Both replicas receive the same observation at once, and it counts once.
    const input = { taskId: id, stepNum: 1, success: true, documents: [{ name: 'a', content: PRIMES.join(' ') }] };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 === 0 ? again : service).ask<{ observe: Step }>(OBSERVE, { input }, headers),
      ),
    );
    const [step, ...same] = answers.map((answer) => answer.observe);
    expect(step?.progress.reason).toBe('All success criteria met');
    expect(same).toEqual(Array.from({ length: 7 }, () => step));

    const learn = `mutation { learnStrategy(intent: { dataType: "numbers", expectedFormat: "raw_data", successCriteria: [] },
      action: "ai.process: replicas", success: true, idempotencyKey: "both") { attempts } }`;
    const learned = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? again : service).ask<object>(learn, {}, headers)),
    );
    expect(learned).toEqual(Array.from({ length: 8 }, () => ({ learnStrategy: { attempts: 1 } })));
  } finally {
    await again.close();
  }
});
