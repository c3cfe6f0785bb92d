import { expect, it } from 'vitest';
import { whyNotGiven } from './not-given.js';

it.each([
  [0.9, 0.4, 'ITEM', 'its trust is too low'],
  [0.12, 1, 'ITEM', 'matches too little'],
  [0.13, 0.5, 'ITEM', 'no room, or the same text as one above'],
  // Without an active entity, only pieces that belong to none are given.
  [0.37, 1, 'PIECE', 'about somebody else, or no room'],
] as const)(
  'says why a hit with the match %d, the trust %d and the kind %s is not given',
  (match, trust, kind, words) => {
    expect(whyNotGiven({ match, knowledge: { trust, kind } }, { minMatchOfOthers: 0.13, minTrust: 0.5 })).toBe(words);
  },
);
