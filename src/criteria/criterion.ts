import { CriterionJudge } from './criteria.js';
import type { CheckInput } from './criteria.inputs.js';
import type { Criterion } from './intent.model.js';

// Criteria as data: what a result has to fulfil, each as one check that rules decide, or as a question to a judge.

/** Exactly one of the fields is set. */
export type Check = CheckInput;

/** A criterion that no rule reads: a model, an agent or a person decides it. */
export function judged(text: string, stated: boolean): Criterion {
  return { text, check: { judge: CriterionJudge.MODEL }, stated };
}

/** A range in words: `5`, `at least 5`, `at most 9`, `5 to 9`; one of the ends is set. */
export function amount(min: number | undefined, max: number | undefined): string {
  if (min === max) return `${min}`;
  if (max === undefined) return `at least ${min}`;
  return min === undefined ? `at most ${max}` : `${min} to ${max}`;
}

/** The check in words, for a criterion that was given without text. */
export function textOfCheck(check: Check): string {
  const [[name, value] = ['judge', '']] = Object.entries(check);
  if (check.count) {
    const { unit, min, max, distinct } = check.count;
    const unitName = unit.toLowerCase();
    if (min === undefined && max === undefined) return `${unitName}${distinct === true ? ' without duplicates' : ''}`;
    return `${amount(min, max)} ${unitName}`;
  }
  return `${name} ${typeof value === 'string' ? value.toLowerCase() : JSON.stringify(value)}`;
}
