import { BadUserInputError } from '../common/errors.js';
import { type Method, NAME_PATTERN } from './actions.js';
import type { MethodInput } from './adaptive.inputs.js';

/** Methods in stored form. `action` is stored as `name`, as in earlier releases and request hashes. */
export function storedMethods(methods: readonly MethodInput[]): Method[] {
  return methods.map(({ actions, ...method }) => ({
    ...method,
    actions: actions.map(({ action, ...rest }) => ({ name: action, ...rest })),
  }));
}

/** @throws BadUserInputError when a method or action has other characters than letters, digits and _ . : - */
export function checkMethods(given: { readonly methods: readonly MethodInput[] }): void {
  const wrong = given.methods.flatMap(({ method, actions }, at) => [
    ...(NAME_PATTERN.test(method) ? [] : [`methods.${at}.method`]),
    ...actions.flatMap(({ action }, index) =>
      NAME_PATTERN.test(action) ? [] : [`methods.${at}.actions.${index}.action`],
    ),
  ]);
  if (wrong.length === 0) return;
  throw new BadUserInputError(
    wrong.map((path) => ({ path, rule: 'matches', message: `${path} must be of letters, digits and _ . : -` })),
  );
}
