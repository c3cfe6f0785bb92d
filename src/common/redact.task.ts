import { redacting, redactJson, redactText } from './redact.js';
import { noteRedaction } from './redaction-notes.js';
import { workerTask } from './workers/worker-task.js';
import type { Workers } from './workers/workers.js';

/** Number of characters that can be searched for secrets in about 10 ms. */
const QUICK = 16_384;

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
  if (JSON.stringify(value).length <= QUICK) return redactJson(value);
  const { value: redacted, notes } = await workers.run(redactJsonTask, value);
  for (const [text, rules] of notes) noteRedaction(text, rules);
  return redacted;
}
