import { BadUserInputError } from '../common/errors.js';
import { NAME_PATTERN } from './actions.js';
import type { MethodInput } from './adaptive.inputs.js';

/** @throws BadUserInputError when a method or action has other characters than letters, digits and _ . : - */
export function checkMethods(methods: readonly MethodInput[]): void {
  const wrong = methods.flatMap(({ method, actions }, at) => [
    ...(NAME_PATTERN.test(method) ? [] : [`methods.${at}.method`]),
    ...actions.flatMap(({ name }, index) => (NAME_PATTERN.test(name) ? [] : [`methods.${at}.actions.${index}.name`])),
  ]);
  if (wrong.length === 0) return;
  throw new BadUserInputError(
    wrong.map((path) => ({ path, rule: 'matches', message: `${path} must be of letters, digits and _ . : -` })),
  );
}
