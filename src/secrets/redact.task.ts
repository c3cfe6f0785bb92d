import { turn } from '../common/turns.js';
import { workerTask } from '../common/workers/worker-task.js';
import type { Workers } from '../common/workers/workers.js';
import { redactJson, type RedactedJson } from './redact.js';

/** Number of characters that are searched for secrets in about 10 ms, on the caller's thread. */
const QUICK = 16_384;
/** Number of characters that are searched in one task of a worker thread, in at most a second. */
const BATCH = 64 * QUICK;
/** Number of characters whose search takes as long as that of a further text, however short. */
const PER_TEXT = 100;

/**
 * Redacts JSON values in a worker thread, since a million characters take seconds.
 *
 * @task
 */
export function redactAll(values: readonly unknown[]): readonly RedactedJson[] {
  return values.map((value) => redactJson(value));
}

const redactTask = workerTask(redactAll, import.meta.url);

/** Like `redactJson`, for many values of any size, without blocking the service. */
export async function redactValues(values: readonly unknown[], workers: Workers): Promise<readonly RedactedJson[]> {
  if (costOf(values, QUICK) <= QUICK) return redactAll(values);
  const redacted: RedactedJson[] = [];
  let [batch, cost] = [[] as unknown[], 0];
  // One after another, because a caller may have only a few tasks at once.
  const end = async () => {
    await turn(); // It takes 40 ms to send an object with 100,000 fields, and as long to estimate its cost.
    redacted.push(...(await workers.run(redactTask, batch)));
    [batch, cost] = [[], 0];
  };
  for (const value of values) {
    batch.push(value);
    cost += costOf(value, BATCH - cost);
    if (cost > BATCH) await end();
  }
  if (batch.length > 0) await end();
  return redacted;
}

/** The number of characters whose search takes as long as that of the value; counting ends beyond `most`. */
function costOf(value: unknown, most: number): number {
  if (typeof value === 'string') return PER_TEXT + value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let cost = 0;
  for (const [name, inner] of Object.entries(value)) {
    cost += (Array.isArray(value) ? 0 : PER_TEXT + name.length) + costOf(inner, most - cost);
    if (cost > most) break;
  }
  return cost;
}
