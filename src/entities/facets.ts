import { entityToken, hashedToken } from '../knowledge/facets.js';
import { KnowledgeType, type Piece } from './entities.model.js';

/** Facets of the pieces that a request for this entity may see: its own pieces and those without an owner. */
export function piecesSeenBy(entityId: string | undefined): string[] {
  return [entityToken(''), ...(entityId === undefined ? [] : [entityToken(entityId)])];
}

/** Facet for the type of a piece: `knowledgeTypeToken('FACT')`. */
export function knowledgeTypeToken(type: string): string {
  return hashedToken('y', type);
}

/** Ranking profile of a piece: episodic, procedural or factual. */
export function pieceProfile({
  session,
  knowledgeType,
}: Pick<Piece, 'session' | 'knowledgeType'>): 'episodic' | 'procedural' | 'factual' {
  if (session !== null) return 'episodic';
  return knowledgeType === KnowledgeType.PROCEDURE || knowledgeType === KnowledgeType.INSTRUCTION
    ? 'procedural'
    : 'factual';
}
