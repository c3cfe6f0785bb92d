import { redacting, redactText } from './redact.js';
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

/** Like `redactText`, for a text of any length, without blocking the service. */
export async function redactLongText(text: string, workers: Workers): Promise<string> {
  if (text.length <= QUICK) return redactText(text);
  const { text: redacted, rules } = await workers.run(redactTask, text);
  noteRedaction(text, rules);
  return redacted;
}
