import { entityToken, hashedToken } from '../knowledge/facets.js';

/** Facets of the pieces that a request for this entity may see: its own pieces and those without an owner. */
export function piecesSeenBy(entityId: string | undefined): string[] {
  return [entityToken(''), ...(entityId === undefined ? [] : [entityToken(entityId)])];
}

/** Facet for the type of a piece: `knowledgeTypeToken('FACT')`. */
export function knowledgeTypeToken(type: string): string {
  return hashedToken('y', type);
}
