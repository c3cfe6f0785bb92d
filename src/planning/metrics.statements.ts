import { readStatement } from '../graph/statement.js';

interface Since {
  readonly namespace: string;
  readonly since: Date;
}

/** Numbers of failed steps, of all plans and of those whose item was in the prompt. */
export interface FailedSteps {
  readonly failed: number;
  readonly attributed: number;
  readonly inContext: number;
  readonly attributedInContext: number;
}

export const countFailedSteps = readStatement<Since, FailedSteps>('planning/count-failed-steps');

/** Number of learnings, and how often prompts showed them. */
export interface Reuses {
  readonly learnings: number;
  readonly reuses: number;
}

export const countReuses = readStatement<Since, Reuses>('planning/count-reuses');

/** Trust of an item beside the success of the plans that used it. */
export interface ItemSuccess {
  readonly itemId: string;
  /** Now. */
  readonly trust: number;
  /** Finished ones that used it. */
  readonly plans: number;
  readonly successes: number;
}

export const listItemSuccess = readStatement<Since, ItemSuccess>('planning/list-item-success');

/** How often items with learnings were retrieved and failed. */
export interface EnrichedItems {
  readonly items: number;
  readonly enriched: number;
  readonly retrieved: number;
  readonly retrievedEnriched: number;
  readonly failed: number;
  readonly failedEnriched: number;
}

export const countEnrichedItems = readStatement<Since, EnrichedItems>('planning/count-enriched-items');
