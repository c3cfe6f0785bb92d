import { redactText } from '../common/redact.js';
import { workerTask } from '../common/workers/worker-task.js';
import { type Content, type DeliveredDocument, readContent } from './content.js';
import type { ReadIntent } from './intent.js';
import { type Draft, draftOf } from './verdict.js';

/** Characters of the content that the LLM is shown; what follows it cannot judge. */
const JUDGED = 20_000;

export interface Drafting {
  readonly documents: readonly DeliveredDocument[];
  readonly intent: ReadIntent;
}

export interface Drafted {
  readonly draft: Draft;
  readonly content: Pick<Content, 'type' | 'setAside'>;
  /** What the LLM may be shown, secrets cut out. */
  readonly shown: string;
}

/** Reads documents and says of them what rules can. */
export function readAndDraft({ documents, intent }: Drafting): Drafted {
  const content = readContent(documents);
  const draft = draftOf(intent, content);
  const { type, setAside, text } = content;
  return { draft, content: { type, setAside }, shown: draft.open.length > 0 ? redactText(text).slice(0, JUDGED) : '' };
}

export const draftTask = workerTask(readAndDraft, import.meta.url);
