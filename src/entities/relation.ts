import { hashOfParts } from '../common/hash.js';
import type { Content } from '../knowledge/kind.js';

/** Fields of the graph node of an entity that relations show for both ends. */
export const NODE_FIELDS = ['label', 'nodeType', 'properties'];

/** The content of a relation. Fields that are part of its key never change. */
export const RELATION_CONTENT: Content = {
  fields: ['sourceId', 'targetId', 'type', 'pieceId', 'validFrom', 'validTo', 'properties'],
  json: ['properties'],
  // The fields of the key are required, because a relation with another key is another relation.
  required: ['sourceId', 'targetId', 'type', 'pieceId', 'validFrom', 'properties'],
  refersTo: ({ sourceId, targetId, pieceId }) => [
    ...[sourceId, targetId].flatMap((id) =>
      typeof id === 'string' ? [{ ref: `entity:${id}`, need: NODE_FIELDS }] : [],
    ),
    ...(typeof pieceId === 'string' ? [{ ref: `piece:${pieceId}`, need: [] }] : []),
  ],
};

/** The ref contains a hash of the key, because the key is as long as three ids. */
export function refOfRelation(key: string): string {
  return `relation:${hashOfParts([key])}`;
}
