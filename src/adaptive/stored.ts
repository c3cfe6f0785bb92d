import type { Intent } from '../criteria/intent.model.js';
import type { AdaptiveAction } from './adaptive.model.js';
import { CheckedBy } from '../criteria/criteria.js';
import type { Validation } from '../criteria/verdict.model.js';
import { judged } from '../criteria/criterion.js';
import { STATED } from '../criteria/intent.js';

// Reads what tasks store as JSON, also in the form of release 0.2.0, whose exports are imported.

/** What 0.2.0 called who decides. */
const FORMER: ReadonlyMap<string, CheckedBy> = new Map([
  ['RULE', CheckedBy.RULES],
  ['LLM', CheckedBy.MODEL],
]);

function decidedBy(stored: string): CheckedBy {
  return FORMER.get(stored) ?? (stored as CheckedBy);
}

/** An intent; the criteria of 0.2.0, which had only a text, are left to a judge. */
export function intentIn(json: string): Intent {
  const stored = JSON.parse(json) as Omit<Intent, keyof typeof STATED | 'criteria'> & Partial<Intent>;
  return {
    ...STATED,
    criteria: stored.successCriteria.map((text) => judged(text, true)),
    ...stored,
    decidedBy: decidedBy(stored.decidedBy),
  };
}

/** A validation; in 0.2.0 nothing was called open or a guess. */
export function validationIn(json: string): Validation {
  const stored = JSON.parse(json) as Validation;
  return {
    ...{ open: [], isGuess: false },
    ...stored,
    decidedBy: decidedBy(stored.decidedBy),
    checks: stored.checks.map((check) => ({ ...check, decidedBy: decidedBy(check.decidedBy) })),
  };
}

/** An action; in 0.2.0 it did not list its lessons. */
export function actionIn(json: string): AdaptiveAction {
  return { ...{ lessons: [] }, ...(JSON.parse(json) as AdaptiveAction) };
}
