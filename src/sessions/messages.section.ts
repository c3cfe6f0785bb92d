import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { HEADINGS } from '../common/prompt-grammar.js';
import { cutText, line, visible } from '../common/prompt-text.js';
import { oneLine } from '../common/text.js';
import type { SectionHit, SectionSource, SectionWriter } from '../knowledge/section.js';
import type { Message } from './conversations.model.js';

/** Renders messages for a prompt, each with its position in its session. */
@Injectable()
export class MessageSection implements SectionSource {
  textOf({ knowledge }: SectionHit): string {
    return (knowledge as Message).content;
  }

  prepare(_: Caller, hits: readonly SectionHit[]): Promise<SectionWriter> {
    const messages = hits.map(({ knowledge }) => knowledge as Message);
    return Promise.resolve((taken, { cut, mark }) => {
      const parts = taken.flatMap((index) => {
        const message = messages[index];
        if (message === undefined) return [];
        return cutText(
          message.ref,
          message.content,
          cut.get(index),
          (content) => mark(index) + messageLine({ ...message, content }),
        );
      });
      return parts.length === 0 ? [] : [{ infoType: 'conversations', parts: [HEADINGS.messages, ...parts] }];
    });
  }
}

/** `[message: s1, 3, user, 2026-01-02] The pump squeaks again.` */
export function messageLine({
  session,
  position,
  role,
  occurredAt,
  content,
}: Pick<Message, 'session' | 'position' | 'role' | 'occurredAt' | 'content'>): string {
  const day = occurredAt === null ? [] : [occurredAt.toISOString().slice(0, 10)];
  const place = visible([session, String(position), role, ...day].map(oneLine).join(', '));
  // A bracket in the session's id must not close the bracket of the line's label.
  return line(`[message: ${place.replaceAll('[', '(').replaceAll(']', ')')}] `, content, { spaces: 'kept' });
}
