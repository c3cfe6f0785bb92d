import { cutAt } from '../common/text.js';
import { workerTask } from '../common/workers/worker-task.js';
import { type Untaken, TranscriptReader } from './reader.js';
import type { Reading } from './reading.js';
import { looksFailed, turn, type Turn } from './turn.js';

/** Limits of a stored message (conversations.inputs.ts). */
const MAX_ROLE = 64;
const MAX_CONTENT = 50_000;

/** A turn as a message of a conversation. */
export interface TurnMessage {
  /** `turn-1` for the first turn, so that a longer transcript of the session adds only what is new. */
  readonly messageId: string;
  readonly role: string;
  /** At most 50,000 characters; the end of a longer text is left out. */
  readonly content: string;
}

export interface TranscriptMessages extends Untaken {
  readonly messages: readonly TurnMessage[];
}

/** Reads a transcript of any known format as messages of a conversation. */
export function messagesOfTranscript(trace: string): TranscriptMessages {
  const messages: TurnMessage[] = [];
  const reader = new TranscriptReader(({ role, text }) =>
    messages.push({
      messageId: `turn-${messages.length + 1}`,
      role: role.slice(0, MAX_ROLE) || 'text',
      content: cutAt(text, MAX_CONTENT),
    }),
  );
  reader.feed(trace);
  return { ...reader.end(), messages };
}

/** Runs `messagesOfTranscript` in a worker thread, since a transcript may have a million characters. */
export const messagesOfTranscriptTask = workerTask(messagesOfTranscript, import.meta.url);

const PROGRAMS: ReadonlySet<string> = new Set(['system', 'developer']);
const RESULT = /^(?:tool|function|observation|result)\b/;

/** The turns of a stored message. Its role may be any name; prompts of programs are counted as skipped. */
export function turnsOfStored(role: string, content: string, reading: Reading): Turn[] {
  const name = role.toLowerCase();
  if (PROGRAMS.has(name)) {
    reading.skip(`${name} message`);
    return [];
  }
  const text = reading.said(content);
  return turn(role === 'text' ? '' : role, text, RESULT.test(name) && looksFailed(text));
}
