import type { LearningKind } from './items.model.js';
import type { PageOfLearnings } from './items.statements.js';

export interface LearningPage {
  readonly kind: LearningKind | null;
  readonly after: {
    readonly awaiting: boolean;
    readonly verified: boolean;
    readonly timestamp: Date;
    readonly id: string;
  } | null;
  readonly limit: number;
  /** Whether learnings that a person marked as wrong are included. */
  readonly withRefuted: boolean;
  /** Only learnings that were recorded by this time, with their content of then; null for all. */
  readonly known: Date | null;
}

export function pageOf(page: LearningPage): PageOfLearnings {
  const { kind, after, limit, withRefuted, known } = page;
  return {
    kind,
    limit,
    withRefuted,
    known,
    afterAwaiting: after?.awaiting ?? null,
    afterFirst: after?.verified ?? null,
    afterTimestamp: after?.timestamp ?? null,
    afterId: after?.id ?? null,
  };
}

/**
 * The page argument when learnings are read by id. It is a map, since Neo4j plans the statement again for a null
 * parameter.
 */
export const NO_PAGE = pageOf({ kind: null, after: null, limit: 0, withRefuted: true, known: null });
