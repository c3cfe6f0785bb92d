import { expect, it } from 'vitest';
import { differenceSays } from './difference.js';

it('says how many steps are missing before success with and without can be compared', () => {
  const early = { with: { n: 24, successes: 19 }, without: { n: 3, successes: 1 } };
  expect(differenceSays({ ...early, least: 10, difference: null, lower: null, upper: null })).toBe(
    'Too early to say: 19 of 24 steps succeeded with a learning, 1 of 3 without; it takes 7 more steps without one.',
  );
});

it('calls a difference an association, with counts and interval', () => {
  const enough = { with: { n: 10, successes: 9 }, without: { n: 10, successes: 4 } };
  expect(differenceSays({ ...enough, least: 10, difference: 0.5, lower: -0.08, upper: 0.75 })).toBe(
    'Association: 9 of 10 steps succeeded with a learning, 4 of 10 without. That is +50 percentage points (95 % interval: −8 percentage points to +75 percentage points). It is no proof of a cause.',
  );
});
