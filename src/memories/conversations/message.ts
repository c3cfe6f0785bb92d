import { hashOfParts } from '../../common/hash.js';
import { cutAt } from '../../common/text.js';
import { COMMON_PROPERTIES } from '../../knowledge/kind.js';
import type { Message } from './conversations.model.js';

/** Characters of a content that stand for a title. */
const TITLE_LENGTH = 80;

/** What a message is made of. */
export const MESSAGE_PROPERTIES: readonly (keyof Message)[] = [
  ...COMMON_PROPERTIES,
  'content',
  'role',
  'messageId',
  'session',
  'position',
  'occurredAt',
];

/** A message of the properties of its node; the title that is stored is empty, so that no word of it counts twice. */
export function messageOf(stored: Message): Message {
  return { ...stored, title: captionOf(stored.content) };
}

/** The first line of a content, cut. */
export function captionOf(content: string): string {
  const line = /\S.*/.exec(content)?.[0].trim() ?? '';
  return line.length <= TITLE_LENGTH ? line : `${cutAt(line, TITLE_LENGTH)}…`;
}

/** The id of a message: that of its session and the caller's own, in one. */
export function idOfMessage(session: string, messageId: string): string {
  return hashOfParts([session, messageId]).slice(0, 32);
}
