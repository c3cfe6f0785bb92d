import { redacting, redactText } from './redact.js';
import { noteRedaction } from './redaction-notes.js';
import { workerTask } from './workers/worker-task.js';
import type { Workers } from './workers/workers.js';

/** Characters in which secrets are found in some ten milliseconds. */
const QUICK = 16_384;

/**
 * For a worker: looking for secrets in a million characters takes seconds.
 *
 * @task
 */
export function redactWhole(text: string): ReturnType<typeof redacting> {
  return redacting(text);
}

const redactTask = workerTask(redactWhole, import.meta.url);

/** The same as `redactText`, of a text of any length, while the service goes on. */
export async function redactLongText(text: string, workers: Workers): Promise<string> {
  if (text.length <= QUICK) return redactText(text);
  const { text: redacted, rules } = await workers.run(redactTask, text);
  noteRedaction(text, rules);
  return redacted;
}
