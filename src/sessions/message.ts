import { hashOfParts } from '../common/hash.js';
import { cutAt } from '../common/text.js';
import { COMMON_PROPERTIES } from '../knowledge/kind.js';
import type { Message } from './conversations.model.js';

/** Maximum number of characters of the content that are shown as a title. */
const TITLE_LENGTH = 80;

/** Properties read from a message's node. */
export const MESSAGE_PROPERTIES: readonly (keyof Message)[] = [
  ...COMMON_PROPERTIES,
  'content',
  'role',
  'messageId',
  'session',
  'position',
  'occurredAt',
];

/**
 * Builds a message from its node's properties and derives its title. The stored title is empty, so that searches
 * count each word once.
 */
export function messageOf(stored: Message): Message {
  return { ...stored, title: captionOf(stored.content) };
}

/** The first line of the content, truncated. */
export function captionOf(content: string): string {
  const line = /\S.*/.exec(content)?.[0].trim() ?? '';
  return line.length <= TITLE_LENGTH ? line : `${cutAt(line, TITLE_LENGTH)}…`;
}

/** Combines the session's id and the caller's id of the message, which is unique only within its session. */
export function idOfMessage(session: string, messageId: string): string {
  return hashOfParts([session, messageId]).slice(0, 32);
}
