import { type FoundSecret, redacting, redactJson, redactText, secretInJson } from './redact.js';
import { noteRedaction } from './redaction-notes.js';
import { mapInTurns, turn } from './turns.js';
import { workerTask } from './workers/worker-task.js';
import type { Workers } from './workers/workers.js';

/** Number of characters that can be searched for secrets in about 10 ms. */
const QUICK = 16_384;
/** Number of characters whose search takes as long as that of a further text, however short: 40 µs. */
const PER_TEXT = 100;

/**
 * Redacts a text in a worker thread, because a million characters take seconds.
 *
 * @task
 */
export function redactWhole(text: string): ReturnType<typeof redacting> {
  return redacting(text);
}

const redactTask = workerTask(redactWhole, import.meta.url);

/** A JSON value without its secrets, and what was cut out of which text. */
export interface RedactedJson {
  readonly value: unknown;
  readonly notes: readonly (readonly [text: string, rules: readonly string[]])[];
}

/**
 * Redacts a JSON value in a worker thread.
 *
 * @task
 */
export function redactWholeJson(value: unknown): RedactedJson {
  const notes: [string, readonly string[]][] = [];
  const redacted = redactJson(value, (text, rules) => {
    if (rules.length > 0) notes.push([text, rules]);
  });
  return { value: redacted, notes };
}

const redactJsonTask = workerTask(redactWholeJson, import.meta.url);

/** Like `redactText`, for a text of any length, without blocking the service. */
export async function redactLongText(text: string, workers: Workers): Promise<string> {
  if (text.length <= QUICK) return redactText(text);
  const { text: redacted, rules } = await workers.run(redactTask, text);
  noteRedaction(text, rules);
  return redacted;
}

/** Like `redactJson`, for a value of any size, without blocking the service. */
export async function redactLongJson(value: unknown, workers: Workers): Promise<unknown> {
  if (isQuick(value)) return redactJson(value);
  const { value: redacted, notes } = await workers.run(redactJsonTask, value);
  for (const [text, rules] of notes) noteRedaction(text, rules);
  return redacted;
}

/**
 * Searches a JSON value for secrets in a worker thread.
 *
 * @task
 */
export function secretInWholeJson(value: unknown): FoundSecret | undefined {
  return secretInJson(value);
}

const secretTask = workerTask(secretInWholeJson, import.meta.url);

/** Like `secretInJson`, for many values of any size, without blocking the service. */
export async function secretsInJson(
  values: readonly unknown[],
  workers: Workers,
): Promise<readonly (FoundSecret | undefined)[]> {
  const long: number[] = [];
  const found = await mapInTurns(values, (value, index) => {
    if (isQuick(value)) return secretInJson(value);
    long.push(index);
    return undefined;
  });
  // One after another, because a caller may have only a few tasks at once.
  for (const index of long) {
    await turn(); // It takes 40 ms to send an object with 100,000 fields, and as long to estimate its cost.
    found[index] = await workers.run(secretTask, values[index]);
  }
  return found;
}

/** Whether the strings and field names of a JSON value are searched in about 10 ms. */
function isQuick(value: unknown): boolean {
  return costOf(value, QUICK) <= QUICK;
}

/** The number of characters whose search takes as long as that of the value; counting ends beyond `most`. */
function costOf(value: unknown, most: number): number {
  if (typeof value === 'string') return PER_TEXT + value.length;
  if (typeof value !== 'object' || value === null) return 0;
  const names = Array.isArray(value) ? [] : Object.keys(value);
  let cost = names.reduce((sum, name) => sum + PER_TEXT + name.length, 0);
  if (cost > most) return cost;
  for (const inner of Object.values(value)) {
    cost += costOf(inner, most - cost);
    if (cost > most) break;
  }
  return cost;
}
