import type { Groups } from '../common/caller.js';
import { readStatement } from '../graph/statement.js';
import type { EntityLikeness } from './review.model.js';

interface Bounds {
  readonly namespace: string;
  readonly since: Date;
  readonly to: Date;
  readonly beforeId: string;
  readonly limit: number;
}

/** An element that waits for a decision of a person. */
export interface FoundForReview {
  readonly id: string;
  readonly at: Date;
  readonly planId: string | null;
  readonly stepNum: number | null;
  readonly learningId: string | null;
  readonly ref: string | null;
}

/** Row of a reason that concerns two elements. */
interface FoundPair extends FoundForReview {
  readonly otherRef: string;
}

export const listUnattributedFailures = readStatement<Bounds, FoundForReview>('review/list-unattributed-failures');

export const listLearnings = readStatement<Bounds & { awaiting: boolean }, FoundForReview>('review/list-learnings');

export const listContradictions = readStatement<Bounds, FoundForReview>('review/list-contradictions');

export const listSupersessions = readStatement<Bounds, FoundPair>('review/list-supersessions');

/** Why two entities may be the same, and how likely. */
export interface FoundDuplicate extends FoundPair {
  readonly likeness: EntityLikeness;
  /** In (0,1]. */
  readonly score: number;
}

type DuplicatesAsked = Bounds & { each: number; among: number };
export const listDuplicates = readStatement<DuplicatesAsked, FoundDuplicate>('review/list-duplicates');

/** The same pairs; its cost depends on the number of all entities, not on how many are compared. */
export const listAllDuplicates = readStatement<DuplicatesAsked, FoundDuplicate>('review/list-all-duplicates');

export const countEntitiesSince = readStatement<{ namespace: string; since: Date; most: number }, { total: number }>(
  'review/count-entities-since',
);

export const listUndecidedVerdicts = readStatement<Bounds, FoundForReview & { readonly taskId: string }>(
  'review/list-undecided-verdicts',
);

export const listMatches = readStatement<
  Bounds & { groups: Groups },
  FoundForReview & { readonly note: string; readonly matchId: string }
>('review/list-matches');

export const listTakenNames = readStatement<
  { namespace: string; sinceKey: string; beforeKey: string; limit: number },
  Omit<FoundForReview, 'at' | 'planId'> & { readonly at: null; readonly planId: string }
>('review/list-taken-names');
