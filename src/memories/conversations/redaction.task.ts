import { redacting, redactText } from '../../common/redact.js';
import { workerTask } from '../../common/workers/worker-task.js';

/** A message before its secrets are removed. */
export interface Said {
  readonly role: string;
  readonly content: string;
}

/**
 * Messages without their secrets, each with the rules that cut something out of its content.
 *
 * @task
 */
export function redactMessages(messages: readonly Said[]): readonly (Said & { readonly rules: readonly string[] })[] {
  return messages.map(({ role, content }) => {
    const { text, rules } = redacting(content);
    return { role: redactText(role), content: text, rules: [...new Set(rules)] };
  });
}

/** The same for a worker: looking for secrets in a million characters takes seconds. */
export const redactMessagesTask = workerTask(redactMessages, import.meta.url);
