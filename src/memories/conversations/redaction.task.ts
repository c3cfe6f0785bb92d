import { redacting, redactText } from '../../common/redact.js';
import { workerTask } from '../../common/workers/worker-task.js';

/** A message before its secrets are removed. */
export interface Said {
  readonly role: string;
  readonly content: string;
}

/**
 * Removes secrets from messages, and names for each message the rules that removed something from its content.
 *
 * @task
 */
export function redactMessages(messages: readonly Said[]): readonly (Said & { readonly rules: readonly string[] })[] {
  return messages.map(({ role, content }) => {
    const { text, rules } = redacting(content);
    return { role: redactText(role), content: text, rules: [...new Set(rules)] };
  });
}

/** Runs `redactMessages` in a worker thread, because searching a million characters for secrets takes seconds. */
export const redactMessagesTask = workerTask(redactMessages, import.meta.url);
