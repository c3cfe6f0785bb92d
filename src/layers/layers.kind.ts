import { defineKind, fromNode } from '../knowledge/kind.js';
import { FACTUAL } from '../knowledge/profiles.js';
import { piecesSeenBy } from './layers.facets.js';
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
  fromNode: fromNode(PIECE_PROPERTIES, pieceOf),
});
