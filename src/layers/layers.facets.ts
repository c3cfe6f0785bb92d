import { entityToken, hashedToken } from '../knowledge/facets.js';

/** One of these is on every piece for which this entity, or who is none, may ask: its own and those of nobody. */
export function piecesSeenBy(entityId: string | undefined): string[] {
  return [entityToken(''), ...(entityId === undefined ? [] : [entityToken(entityId)])];
}

/** What a piece is: `knowledgeTypeToken('FACT')`. */
export function knowledgeTypeToken(type: string): string {
  return hashedToken('y', type);
}
