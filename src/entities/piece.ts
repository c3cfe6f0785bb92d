import { parseDateTime } from '../common/scalars.js';
import { COMMON_PROPERTIES, type Content, type KnownThen } from '../knowledge/kind.js';
import type { Knowledge } from '../knowledge/knowledge.model.js';
import type { Piece } from './entities.model.js';
import type { StoredPiece } from './entities.statements.js';

/** Maximum characters of the content that replace a missing title. */
const TITLE_LENGTH = 80;

/** Properties of a node from which a piece is built. */
export const PIECE_PROPERTIES: readonly (keyof StoredPiece)[] = [
  ...COMMON_PROPERTIES,
  'content',
  'knowledgeType',
  'infoType',
  'tags',
  'embeddingText',
  'session',
  'position',
  'occurredAt',
  'validFrom',
  'validTo',
  'entityId',
  'citation',
];

/** The content of a piece, from which its searched text is made. */
export const PIECE_CONTENT: Content = {
  fields: [
    'title',
    'content',
    'embeddingText',
    'knowledgeType',
    'infoType',
    'tags',
    'entityId',
    'mentioned',
    'session',
    'position',
    'occurredAt',
    'validFrom',
    'validTo',
  ],
  blank: { title: '', tags: [], mentioned: [] },
  required: ['content', 'knowledgeType', 'infoType'],
  refersTo: ({ entityId, mentioned }) =>
    [entityId, ...(Array.isArray(mentioned) ? (mentioned as unknown[]) : [])].flatMap((id) =>
      typeof id === 'string' ? [{ ref: `entity:${id}`, need: [] }] : [],
    ),
};

/** Builds a piece from the properties of its node. */
export function pieceOf({ title, ...piece }: StoredPiece): Piece {
  return { ...piece, title: title === '' ? titleOf(piece.content) : title };
}

/** A piece as it was known at a time. */
export function pieceKnown(knowledge: Knowledge, known: KnownThen): Piece {
  return { ...pieceThen(knowledge, known), moment: { asOf: known.at, validAt: null } };
}

/** A piece with the content of an earlier version. */
export function pieceThen(knowledge: Knowledge, { version }: Pick<KnownThen, 'version'>): Piece {
  const piece = knowledge as Piece;
  if (!version) return piece;
  const { state, title, text } = version;
  const timeOf = (value: unknown) => (typeof value === 'string' ? (parseDateTime(value) ?? null) : null);
  const times = {
    occurredAt: timeOf(state.occurredAt),
    validFrom: timeOf(state.validFrom),
    validTo: timeOf(state.validTo),
  };
  const own = Object.fromEntries(Object.entries(state).filter(([name]) => Object.hasOwn(piece, name)));
  return pieceOf({ ...piece, ...own, ...times, title: title ?? '', text: text ?? '' });
}

/** The first line of a content, cut at a word. */
function titleOf(content: string): string {
  const line = /\S.*/.exec(content)?.[0].trim() ?? '';
  if (line.length <= TITLE_LENGTH) return line;
  const cut = line.slice(0, TITLE_LENGTH + 1).replace(/\s+\S*$/, '');
  return `${cut.slice(0, TITLE_LENGTH)}…`;
}
