import { describe, expect, it } from 'vitest';
import { boostOf, plainDecimal } from './word-boosts.js';

describe('the boost of a word', () => {
  it('is its rarity in the namespace by that in the index, for titles and texts', () => {
    // Texts: ln(1 + 118.5/1.5) = ln 80 = 4.3820 against ln(1 + 900.5/99.5) = ln(1000/99.5) = 2.3076.
    // Titles: ln(1 + 119.5/.5) = ln 240 = 5.4806 against ln(1 + 999.5/.5) = ln 2000 = 7.6009.
    const { title, text } = boostOf({ inTitle: 0, inText: 1 }, { inTitle: 0, inText: 99 }, { own: 119, index: 999 });
    expect(text).toBeCloseTo(4.382 / 2.3076, 3);
    expect(title).toBeCloseTo(5.4806 / 7.6009, 3);
  });

  it('is 1 where the namespace has all there is', () => {
    expect(boostOf({ inTitle: 3, inText: 7 }, { inTitle: 3, inText: 7 }, { own: 9, index: 9 })).toEqual({
      title: 1,
      text: 1,
    });
  });

  it('is above 0 for a word that every text has, also where texts came since they were counted', () => {
    const { text } = boostOf({ inTitle: 0, inText: 40 }, { inTitle: 0, inText: 40 }, { own: 30, index: 100_000 });
    expect(text).toBeGreaterThan(0);
    expect(text).toBeLessThan(0.01);
  });
});

it.each([
  [1.5, '1.50000'],
  [0.000_000_512_345_6, '0.000000512346'],
  [123.456_789, '123.457'],
  [98_765_432.1, '98765432'],
])('%d is written %s', (value, written) => {
  expect(plainDecimal(value)).toBe(written);
});
