import { redactJson, redactText } from '../common/redact.js';
import { workerTask } from '../common/workers/worker-task.js';

/**
 * A trace without its secrets. JSON stays JSON, so that its turns are found.
 *
 * @task
 */
export function redactTrace(trace: string): string {
  if (/^\s*[[{]/.test(trace)) {
    try {
      return JSON.stringify(redactJson(JSON.parse(trace)));
    } catch {
      // A text after all.
    }
  }
  return redactText(trace);
}

/** The same for a worker: looking for secrets in a million characters takes seconds. */
export const redactTraceTask = workerTask(redactTrace, import.meta.url);
