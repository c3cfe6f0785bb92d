import { redactText } from '../common/redact.js';
import { workerTask } from '../common/workers/worker-task.js';
import { type DeliveredDocument, readContent } from './content.js';
import type { ReadIntent } from './intent.js';
import { type Draft, draftOf, type Judged } from './verdict.js';

/** Characters of the content that the LLM is shown; what follows it cannot judge. */
const JUDGED = 20_000;

export interface Drafting {
  readonly documents: readonly DeliveredDocument[];
  readonly intent: ReadIntent;
  /** What the user asked for, where it is known. */
  readonly objective: string | undefined;
}

export interface Drafted {
  readonly draft: Draft;
  readonly content: Judged;
  /** What the LLM may be shown, secrets cut out. */
  readonly shown: string;
  /** Whether the content goes on after it. */
  readonly cut: boolean;
}

/**
 * Reads documents and says of them what rules can.
 *
 * @task
 */
export function readAndDraft({ documents, intent, objective }: Drafting): Drafted {
  const content = readContent(documents);
  const draft = draftOf(intent, content, objective);
  const { type, setAside, unread, misnamed, text } = content;
  const shown = draft.open.length > 0 ? redactText(text).slice(0, JUDGED) : '';
  return { draft, content: { type, setAside, unread, misnamed }, shown, cut: shown.length < text.length };
}

export const draftTask = workerTask(readAndDraft, import.meta.url);
