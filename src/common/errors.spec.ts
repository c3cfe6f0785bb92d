import { expect, it } from 'vitest';
import { BadUserInputError } from './errors.js';

it('names at most 1,000 problems of an input', () => {
  const problems = Array.from({ length: 40_000 }, (_, n) => ({ path: `names.${n}`, rule: 'r', message: `m${n}` }));
  const { fields, message } = new BadUserInputError(problems);
  expect(fields).toEqual(problems.slice(0, 1_000));
  expect(message).toMatch(/^m0; m1; .*; m999$/);
});
