import { expect, it } from 'vitest';
import { inOrder } from './in-order.js';

it('puts answers in the order of their rows, and leaves a gap where there is none', () => {
  const [two, zero] = [{ n: 2 }, { n: 0 }];
  expect(inOrder([two, zero], 4)).toEqual([zero, undefined, two, undefined]);
});
