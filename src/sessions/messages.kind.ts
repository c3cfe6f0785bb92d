import { defineKind, fromNode } from '../knowledge/kind.js';
import { EPISODIC } from '../knowledge/profiles.js';
import { visibleTo } from '../memories/scopes.js';
import type { Message } from './conversations.model.js';
import { MESSAGE_PROPERTIES, messageOf } from './message.js';

/**
 * The messages of conversations, ranked like episodic knowledge pieces. They are a separate kind because a piece is
 * visible to the whole namespace, whereas a message is visible only within its scope.
 */
export const messageKind = defineKind({
  name: 'MESSAGE',
  description: 'A message of a conversation: an episodic piece with its session and its position in it.',
  label: 'Message',
  typeName: 'Message',
  refPrefix: 'message',
  profile: EPISODIC,
  visibleTo: (caller) => [visibleTo(caller)],
  fromNode: fromNode<Message>(MESSAGE_PROPERTIES, messageOf),
});
