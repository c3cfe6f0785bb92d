import { defineKind, fromNode } from '../knowledge/kind.js';
import { FACTUAL } from '../knowledge/profiles.js';
import { averageCredit, averageTrust } from '../knowledge/credit.js';
import { piecesSeenBy } from './layers.facets.js';
import { listTrustSamples } from './layers.statements.js';
import { PIECE_PROPERTIES, pieceOf } from './piece.js';

export const pieceKind = defineKind({
  name: 'PIECE',
  description: 'A piece of what experts wrote down.',
  label: 'Piece',
  typeName: 'Piece',
  refPrefix: 'piece',
  profile: FACTUAL,
  mentionsEntities: true,
  policy: () => averageTrust(listTrustSamples),
  credit: () => averageCredit,
  requiredFor: ({ entityId }) => [piecesSeenBy(entityId)],
  fromNode: fromNode(PIECE_PROPERTIES, pieceOf),
});
