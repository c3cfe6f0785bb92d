import { defineKind, fromNode, type Part } from '../knowledge/kind.js';
import { FACTUAL } from '../knowledge/profiles.js';
import { averageCredit, averageTrust } from '../knowledge/credit.js';
import { piecesSeenBy } from './facets.js';
import { RELATION_CONTENT } from './relation.js';
import { PIECE_CONTENT, PIECE_PROPERTIES, pieceKnown, pieceOf } from './piece.js';

/**
 * The versioned content of an entity: its graph node and its metadata record. A record that the entity does not have is
 * null.
 */
export const entityPart: Part = {
  name: 'Entity',
  label: 'Entity',
  refPrefix: 'entity',
  content: {
    fields: ['type', 'label', 'nodeType', 'properties', 'metadataType', 'metadata'],
    json: ['properties', 'metadata'],
    together: [
      { of: ['label', 'nodeType', 'properties'], need: ['nodeType', 'properties'] },
      { of: ['metadataType', 'metadata'], need: ['metadataType', 'metadata'] },
    ],
    derived: ['type'],
  },
};

/** A relation between entities. */
export const relationPart: Part = {
  name: 'Relation',
  label: 'Relation',
  refPrefix: 'relation',
  content: RELATION_CONTENT,
};

export const pieceKind = defineKind({
  name: 'PIECE',
  description: 'A text that an expert, an agent or a document contributed.',
  label: 'Piece',
  typeName: 'Piece',
  refPrefix: 'piece',
  profile: FACTUAL,
  mentionsEntities: true,
  policy: () => averageTrust,
  credit: () => averageCredit,
  requiredFor: ({ entityId }) => [piecesSeenBy(entityId)],
  fromNode: fromNode(PIECE_PROPERTIES, pieceOf),
  content: PIECE_CONTENT,
  asKnown: pieceKnown,
  parts: [entityPart, relationPart],
});
