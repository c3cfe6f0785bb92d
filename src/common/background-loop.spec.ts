import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { BackgroundLoop, type BackgroundWork } from './background-loop.js';

class Away extends Error {}

const logger = new Logger('test');
let warn: MockInstance<(message: string) => void>;
beforeEach(() => {
  vi.useFakeTimers();
  warn = vi.spyOn(logger, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Starts a loop whose runs last 100 ms each, and records the time of each event in milliseconds from the start. */
function looking(more: Partial<BackgroundWork> = {}) {
  const began = performance.now();
  const looks: number[] = [];
  const loop = new BackgroundLoop(logger, {
    name: 'counting',
    everyMs: 30_000,
    look: async () => {
      looks.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 100));
    },
    passes: (error) => error instanceof Away,
    ...more,
  });
  return { loop, looks };
}

describe('a background loop', () => {
  it('looks when it is woken, and then again and again', async () => {
    const { loop, looks } = looking();
    loop.wakeIn(50);
    await vi.advanceTimersByTimeAsync(60_500);
    expect(looks).toEqual([50, 30_150, 60_250]);
    await loop.stop();
  });

  it('looks once more soon after a look during which it was woken', async () => {
    const { loop, looks } = looking();
    loop.wakeIn(0);
    await vi.advanceTimersByTimeAsync(50);
    loop.wakeIn(500);
    loop.wakeIn(20);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(looks).toEqual([0, 120]);
    await loop.stop();
  });

  it('is not put off by those who wake it again and again', async () => {
    const { loop, looks } = looking();
    for (let i = 0; i < 10; i++) {
      loop.wakeIn(250);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(looks).toEqual([250, 600, 950]);
    await vi.advanceTimersByTimeAsync(100);
    await loop.stop();
  });

  it('is put off by them for so long as it may be', async () => {
    const { loop, looks } = looking({ putOffMs: 500 });
    for (let i = 0; i < 10; i++) {
      loop.wakeIn(250);
      await vi.advanceTimersByTimeAsync(100);
    }
    // The run was due at 250 and is postponed to 750. The wake-ups at 800 and 900, during that run, schedule runs at
    // 1,100 and 1,150.
    expect(looks).toEqual([750]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(looks).toEqual([750, 1_150]);
    await loop.stop();
  });

  it('looks sooner than it would have where somebody asks for that', async () => {
    const { loop, looks } = looking();
    loop.wakeIn(5_000);
    loop.wakeIn(10);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(looks).toEqual([10]);
    await loop.stop();
  });

  it('only looks when it is woken, where it has no time of its own', async () => {
    const { loop, looks } = looking({ everyMs: Infinity });
    loop.wakeIn(0);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(looks).toEqual([0]);
    loop.wakeIn(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(looks).toHaveLength(2);
    await loop.stop();
  });

  it('ends behind the look under way, and does not begin again', async () => {
    const { loop, looks } = looking();
    loop.wakeIn(0);
    await vi.advanceTimersByTimeAsync(50);
    let ended = false;
    const stopped = loop.stop().then(() => (ended = true));
    expect(loop.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(49);
    expect(ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await stopped;
    loop.wakeIn(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looks).toEqual([0]);
  });

  it('logs a failure that passes once, others each time, and tries again', async () => {
    const failures = [new Away('no route'), new Away('no route'), new Away('refused'), null, new Away('refused')];
    const defects = [new Error('a defect'), new Error('a defect'), null];
    const left = [...failures, ...defects];
    const look = () => {
      const failure = left.shift();
      return failure ? Promise.reject(failure) : Promise.resolve();
    };
    const { loop } = looking({ everyMs: 1_000, look });
    loop.wakeIn(0);
    await vi.advanceTimersByTimeAsync(7_500);
    expect(left).toEqual([]);
    expect(warn.mock.calls.flat()).toEqual([
      'counting failed, and is tried again: no route',
      'counting failed, and is tried again: refused',
      'counting failed, and is tried again: refused',
      'counting failed, and is tried again: a defect',
      'counting failed, and is tried again: a defect',
    ]);
    await loop.stop();
  });

  it('waits longer after each further failure where that is asked for', async () => {
    const looks: number[] = [];
    const began = performance.now();
    const { loop } = looking({
      look: () => {
        looks.push(performance.now() - began);
        return looks.length < 4 ? Promise.reject(new Away('no route')) : Promise.resolve();
      },
      everyMs: 10_000,
      retryMs: (failures) => 100 * 2 ** (failures - 1),
    });
    loop.wakeIn(0);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(looks).toEqual([0, 100, 300, 700, 10_700]);
    await loop.stop();
  });
});
