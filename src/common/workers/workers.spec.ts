import { afterAll, describe, expect, it } from 'vitest';
import { hoarding, holding } from '../../../test/support/worker-tasks.js';
import { LimitExceededError, TimedOutError } from '../errors.js';
import { TokenCounter } from './token-counter.js';
import { type WorkerLimits, Workers } from './workers.js';

describe('workers', () => {
  const started: Workers[] = [];
  const workersOf = (limits: Partial<WorkerLimits>) => {
    const workers = new Workers({ timeMs: 60_000, heapMb: 512, threads: 1, waiting: 1, ...limits });
    started.push(workers);
    return workers;
  };
  afterAll(async () => {
    for (const workers of started) await workers.onApplicationShutdown();
  });

  it('give up what takes too long', async () => {
    await expect(workersOf({ timeMs: 500 }).run(holding, 60_000)).rejects.toThrow(
      new TimedOutError('The input takes longer than the 500 ms it may take'),
    );
  });

  it('give up what takes too much memory, and go on', async () => {
    const workers = workersOf({ heapMb: 32 });
    await expect(workers.run(hoarding, undefined)).rejects.toThrow(
      new LimitExceededError('The input needs more than the 32 MB of memory it may have'),
    );
    expect(await workers.run(holding, 1)).toBe(1);
  });

  it('refuse what would wait behind too many', async () => {
    const workers = workersOf({});
    const [first, second, third] = await Promise.allSettled([100, 101, 102].map((ms) => workers.run(holding, ms)));
    expect(first).toMatchObject({ value: 100 });
    expect(second).toMatchObject({ value: 101 });
    expect(third).toMatchObject({ reason: { code: 'LIMIT_EXCEEDED' } });
  });

  it('run tasks of the sources, and leave the event loop alone meanwhile', async () => {
    const own = workersOf({});
    const text = 'Large eddy simulation resolves the large scales of turbulence. '.repeat(20_000);
    let turns = 0;
    const watch = setInterval(() => (turns += 1), 5);
    try {
      // Each sentence has 11 tokens, and the blank at the very end is a separate token.
      expect(await new TokenCounter(own).count(text)).toBe(220_001);
    } finally {
      clearInterval(watch);
    }
    // Counted here, it would leave no turn.
    expect(turns).toBeGreaterThan(5);
  });
});
