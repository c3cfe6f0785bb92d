import { piecesSeenBy } from '../knowledge/facets.js';
import { defineKind } from '../knowledge/kind.js';
import { FACTUAL } from '../knowledge/profiles.js';
import type { StoredPiece } from './layers.statements.js';
import { PIECE_PROPERTIES, pieceOf } from './piece.js';

export const pieceKind = defineKind({
  name: 'PIECE',
  description: 'A piece of what experts wrote down.',
  label: 'Piece',
  typeName: 'Piece',
  refPrefix: 'piece',
  profile: FACTUAL,
  mentionsEntities: true,
  requiredFor: ({ entityId }) => [piecesSeenBy(entityId)],
  properties: PIECE_PROPERTIES,
  fromProperties: (properties) => pieceOf(properties as unknown as StoredPiece),
});
