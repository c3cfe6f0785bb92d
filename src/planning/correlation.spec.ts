import { expect, it } from 'vitest';
import { spearman } from './correlation.js';

it('is 1 where both grow together and -1 where one falls, whatever the shape', () => {
  expect(spearman([[0.5, 0], [0.9, 0.1], [1, 1]])).toBe(1); // prettier-ignore
  expect(spearman([[1, 3], [2, 2], [3, -100]])).toBe(-1); // prettier-ignore
});

it('goes by ranks', () => {
  // Ranks 1 2 3 4 5 against 2 1 4 3 5: 1 - 6 · 4 / (5 · 24).
  expect(spearman([[10, 7], [20, 5], [30, 9], [40, 8], [50, 11]])).toBeCloseTo(0.8, 12); // prettier-ignore
});

it('gives equal values the mean of their ranks', () => {
  // Ranks 1 2.5 2.5 4 against 1 2 3 4: 4.5 / √(4.5 · 5).
  expect(spearman([[1, 1], [2, 2], [2, 3], [3, 4]])).toBeCloseTo(0.9486832981, 9); // prettier-ignore
});

it('says nothing under 3 pairs, and where one side never changes', () => {
  expect(spearman([])).toBeNull();
  expect(spearman([[1, 0], [0.5, 1]])).toBeNull(); // prettier-ignore
  expect(spearman([[1, 0], [1, 1], [1, 0.5]])).toBeNull(); // prettier-ignore
  expect(spearman([[1, 0.5], [0.9, 0.5], [0.8, 0.5]])).toBeNull(); // prettier-ignore
});
