import { KnowledgeType, type Piece } from './entities.model.js';

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
