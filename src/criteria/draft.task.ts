import { workerTask } from '../common/workers/worker-task.js';
import { readContent } from './content.js';
import type { DeliveredDocument } from './delivered-files.js';
import type { ReadIntent } from './intent.js';
import { type Draft, draftOf } from './verdict.js';

/** Maximum characters of the content that the model is shown. It does not judge the rest. */
const JUDGED = 20_000;

export interface Drafting {
  readonly documents: readonly DeliveredDocument[];
  readonly intent: ReadIntent;
  /** The user's request, if known. */
  readonly objective: string | undefined;
}

export interface Drafted {
  readonly draft: Draft;
  /** Beginning of the content, for the model; empty if rules decided everything. */
  readonly shown: string;
  /** True if the content is longer than `shown`. */
  readonly cut: boolean;
}

/**
 * Reads documents and judges them as far as rules can.
 *
 * @task
 */
export function readAndDraft({ documents, intent, objective }: Drafting): Drafted {
  const content = readContent(documents);
  const draft = draftOf(intent, content, objective);
  const shown = draft.open.length > 0 ? content.text.slice(0, JUDGED) : '';
  return { draft, shown, cut: shown.length < content.text.length };
}

export const draftTask = workerTask(readAndDraft, import.meta.url);
