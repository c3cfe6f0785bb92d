import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { hoarding, holding } from '../../../test/support/worker-tasks.js';
import { type ProcessLimits, Processes, TaskEnded } from './processes.js';

describe('processes for tasks', () => {
  const started: Processes[] = [];
  const processesOf = (limits: Partial<ProcessLimits> = {}) => {
    const processes = new Processes({ timeMs: 30_000, memoryMb: 256, processes: 1, waiting: 1, ...limits });
    started.push(processes);
    return processes;
  };
  afterEach(() => vi.useRealTimers());
  afterAll(() => {
    for (const processes of started) processes.onApplicationShutdown();
  });

  it('give up what takes too long, and go on', async () => {
    const processes = processesOf({ timeMs: 2_000 });
    await expect(processes.run(holding, 60_000)).rejects.toThrow(new TaskEnded('TIME'));
    expect(await processes.run(holding, 1)).toBe(1);
  });

  it('give up what takes too much memory, and go on', async () => {
    const processes = processesOf({ memoryMb: 64 });
    await expect(processes.run(hoarding, undefined)).rejects.toThrow(new TaskEnded('MEMORY'));
    expect(await processes.run(holding, 1)).toBe(1);
  });

  it('give no task to a process that is being ended because it was idle', async () => {
    const processes = processesOf();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    expect(await processes.run(holding, 1)).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect(await processes.run(holding, 2)).toBe(2);
  });
});
