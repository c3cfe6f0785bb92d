import { BadUserInputError, type FieldProblem } from '../common/errors.js';
import type { CriterionInput } from './criteria.inputs.js';
import { type Check, textOfCheck } from './criterion.js';
import type { Criterion } from './intent.model.js';
import { expressionOf } from './expressions.js';
import { readCriteria } from './reading.js';
import { propertyNamed } from './sequences.js';

// Criteria as callers give them, checked.

/**
 * @param path of the list, for messages
 * @throws BadUserInputError when a check is none, or a part of it contradicts another
 */
export function givenCriteria(inputs: readonly CriterionInput[], path: string): Criterion[] {
  const problems: FieldProblem[] = [];
  const criteria = inputs.flatMap(({ text, check }, at) => {
    const said = problemOf(text, check);
    if (said !== undefined) {
      const where = `${path}.${at}${said.at === '' ? '' : `.${said.at}`}`;
      problems.push({ path: where, rule: said.rule, message: `${where} ${said.says}` });
      return [];
    }
    if (check === undefined) return readCriteria([text ?? ''], true);
    // Instances of input classes have other prototypes than stored data.
    const data = JSON.parse(JSON.stringify(check)) as Check;
    return [{ text: text ?? textOfCheck(data), check: data, stated: true }];
  });
  if (problems.length > 0) throw new BadUserInputError(problems);
  return criteria;
}

interface Said {
  readonly at: string;
  readonly rule: string;
  readonly says: string;
}

function problemOf(text: string | undefined, check: Check | undefined): Said | undefined {
  if (check === undefined) {
    return text === undefined ? { at: '', rule: 'isDefined', says: 'needs a text or a check' } : undefined;
  }
  const given = Object.values(check).filter((value) => value !== undefined && value !== null);
  if (given.length !== 1) return { at: 'check', rule: 'isOneOf', says: 'must have exactly one field' };
  const { count, numbers, equals, judge } = check;
  if (judge !== undefined && text === undefined)
    return { at: 'text', rule: 'isDefined', says: 'must be given to a judge' };
  if (equals && (equals.set === undefined) === (equals.list === undefined)) {
    return { at: 'check.equals', rule: 'isOneOf', says: 'must have exactly one of set and list' };
  }
  if (count && count.min === undefined && count.max === undefined && count.distinct !== true) {
    return { at: 'check.count', rule: 'isDefined', says: 'must have min, max or distinct' };
  }
  if (count && (count.min ?? 0) > (count.max ?? Infinity)) {
    return { at: 'check.count.max', rule: 'min', says: 'must not be less than min' };
  }
  return numbers ? problemOfNumbers(numbers) : problemOfExpressions(check);
}

function problemOfNumbers({
  equal,
  all,
  first,
  between,
  property = [],
}: NonNullable<Check['numbers']>): Said | undefined {
  const says = (at: string, rule: string, message: string) => ({ at: `check.numbers${at}`, rule, says: message });
  const unknown = property.findIndex((name) => propertyNamed(name) === undefined);
  if (unknown >= 0) return says(`.property.${unknown}`, 'isProperty', 'must be prime, even, odd, square, cube, fibonacci, integer, positive, negative, "multiple of N" or "power of N"'); // prettier-ignore
  const others = [all, first, between, ...property].filter((one) => one !== undefined);
  if (equal ? others.length > 0 : others.length === 0)
    return says('', 'isOneOf', 'must have equal alone, or other fields');
  if (all === true && first !== undefined) return says('', 'isOneOf', 'must not have both all and first');
  if (first !== undefined && property.length === 0) return says('.property', 'isDefined', 'must be given with first');
  if (all === true && between?.max === undefined && between?.below === undefined) {
    return says('.between', 'isDefined', 'must have an upper end with all');
  }
  return undefined;
}

function problemOfExpressions({ matches, lacks }: Check): Said | undefined {
  const field = matches ? 'matches' : 'lacks';
  for (const [at, source] of (matches ?? lacks ?? []).entries()) {
    try {
      expressionOf(source);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { at: `check.${field}.${at}`, rule: 'isExpression', says: `must be an RE2 expression: ${reason}` };
    }
  }
  return undefined;
}
