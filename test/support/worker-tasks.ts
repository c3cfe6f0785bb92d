import { workerTask } from '../../src/common/workers/worker-task.js';

// What no task of the service does: for the tests of the threads that carry tasks out.

/**
 * Holds its thread for some milliseconds, without using the processor.
 *
 * @task
 */
export function hold(ms: number): number {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  return ms;
}

/**
 * Takes memory until there is none.
 *
 * @task
 */
export function hoard(): void {
  const all: unknown[] = [];
  for (;;) all.push({ one: [all.length] });
}

export const holding = workerTask(hold, import.meta.url);
export const hoarding = workerTask(hoard, import.meta.url);
