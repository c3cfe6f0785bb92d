import { workerTask } from '../../src/common/workers/worker-task.js';

// Tasks that the service itself does not have, for tests of the threads that run tasks.

/**
 * Blocks its thread for some milliseconds without using the processor.
 *
 * @task
 */
export function hold(ms: number): number {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  return ms;
}

/**
 * Allocates memory until none is left.
 *
 * @task
 */
export function hoard(): void {
  const all: unknown[] = [];
  for (;;) all.push({ one: [all.length] });
}

export const holding = workerTask(hold, import.meta.url);
export const hoarding = workerTask(hoard, import.meta.url);
