import { hashOfParts } from '../common/hash.js';
import type { Content } from '../knowledge/kind.js';

/** Fields of an entity that its relations need: they lead from node to node. */
export const NODE_FIELDS = ['label', 'nodeType', 'properties'];

/** What a relation says. What stays the same when it changes is its key. */
export const RELATION_CONTENT: Content = {
  fields: ['sourceId', 'targetId', 'type', 'pieceId', 'validFrom', 'validTo', 'properties'],
  json: ['properties'],
  // All of its key: without a part of that it would be another relation.
  required: ['sourceId', 'targetId', 'type', 'pieceId', 'validFrom', 'properties'],
  refersTo: ({ sourceId, targetId, pieceId }) => [
    ...[sourceId, targetId].flatMap((id) =>
      typeof id === 'string' ? [{ ref: `entity:${id}`, need: NODE_FIELDS }] : [],
    ),
    ...(typeof pieceId === 'string' ? [{ ref: `piece:${pieceId}`, need: [] }] : []),
  ],
};

/** Keys are as long as three ids; a ref has a hash of it. */
export function refOfRelation(key: string): string {
  return `relation:${hashOfParts([key])}`;
}
