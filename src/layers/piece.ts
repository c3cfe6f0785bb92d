import type { Piece } from './layers.model.js';
import type { StoredPiece } from './layers.statements.js';

/** Characters of a content that stand for a title where a piece has none. */
const TITLE_LENGTH = 80;

/** A piece of the properties of its node; what it does not have may be missing. */
export function pieceOf(stored: StoredPiece): Piece {
  const { ref, id, kind, title, text, trust, createdAt, updatedAt, content, knowledgeType, infoType, tags } = stored;
  return {
    ref,
    id,
    kind,
    title: title === '' ? titleOf(content) : title,
    text,
    trust,
    createdAt,
    updatedAt,
    content,
    knowledgeType,
    infoType,
    tags,
    embeddingText: stored.embeddingText ?? null,
    session: stored.session ?? null,
    position: stored.position ?? null,
    occurredAt: stored.occurredAt ?? null,
    entityId: stored.entityId ?? null,
  };
}

/** The first line of a content, cut at a word. */
function titleOf(content: string): string {
  const line = /\S.*/.exec(content)?.[0].trim() ?? '';
  if (line.length <= TITLE_LENGTH) return line;
  const cut = line.slice(0, TITLE_LENGTH + 1).replace(/\s+\S*$/, '');
  return `${cut.slice(0, TITLE_LENGTH)}…`;
}
