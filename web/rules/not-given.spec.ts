import { expect, it } from 'vitest';
import { whyNotGiven } from './not-given.js';

it.each([
  [0.9, 0.4, 'its trust is too low'],
  [0.12, 1, 'matches too little'],
  [0.13, 0.5, 'no room, or the same text as one above'],
])('says why a hit with the match %d and the trust %d is not given', (match, trust, words) => {
  expect(whyNotGiven({ match, knowledge: { trust } }, 0.26)).toBe(words);
});
