import { readStatement } from '../graph/statement.js';

interface Since {
  readonly namespace: string;
  readonly since: Date;
}

/** Numbers of failed steps: over all plans, and over plans that retrieved at least one item. */
export interface FailedSteps {
  readonly failed: number;
  readonly attributed: number;
  readonly inContext: number;
  readonly attributedInContext: number;
}

export const countFailedSteps = readStatement<Since, FailedSteps>('planning/count-failed-steps');

/** Number of learnings, and how often plans reused them. */
export interface Reuses {
  readonly learnings: number;
  readonly reuses: number;
}

export const countReuses = readStatement<Since, Reuses>('planning/count-reuses');

/** Trust of an item and the success of the plans that used it. */
export interface ItemSuccess {
  readonly itemId: string;
  /** Current trust. */
  readonly trust: number;
  /** Number of finished plans that used the item. */
  readonly plans: number;
  readonly successes: number;
}

export const listItemSuccess = readStatement<Since, ItemSuccess>('planning/list-item-success');

/**
 * Numbers of items: all items, retrieved items and items of failed steps, and for each the number that have learnings.
 */
export interface EnrichedItems {
  readonly items: number;
  readonly enriched: number;
  readonly retrieved: number;
  readonly retrievedEnriched: number;
  readonly failed: number;
  readonly failedEnriched: number;
}

export const countEnrichedItems = readStatement<Since, EnrichedItems>('planning/count-enriched-items');

interface Steps {
  readonly n: number;
  readonly successes: number;
}

/** Uses of learnings, and steps from items that had one. */
export interface LearningUses {
  readonly shown: number;
  readonly followed: number;
  readonly succeeded: number;
  readonly given: Steps;
  readonly notGiven: Steps;
}

export const compareLearnings = readStatement<Since, LearningUses>('planning/compare-learnings');
