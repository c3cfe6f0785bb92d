import { describe, expect, it } from 'vitest';
import { readContent } from './content.js';
import { checkCriteria } from './criteria.js';
import { NUMBER_PROPERTIES } from './sequences.js';
import { findRules } from './criteria-rules.js';

const check = (criteria: string[], content: string, expectsNumbers = false) =>
  checkCriteria(criteria, readContent([{ name: 'answer', content }]), expectsNumbers);
const met = (criterion: string, content: string, expectsNumbers = false) =>
  check([criterion], content, expectsNumbers)[0]?.met;
const issues = (criteria: string[], content: string) =>
  check(criteria, content, true).flatMap(({ findings }) => findings.flatMap(({ issue }) => issue ?? []));

describe('rules in a text', () => {
  it.each([
    ['Compute the first 1000 prime numbers', ['first 1000', 'prime numbers']],
    ['all primes below one hundred, in ascending order', ['all', 'primes', 'below one hundred', 'in ascending order']],
    ['A poem of at most 50 words mentioning "sea" and "Wind"', ['at most 50 words', 'mentioning "sea" and "Wind"']],
    ['between 10 and 20 items without duplicates', ['between 10 and 20 items', 'without duplicates']],
    ['A report with sections Introduction, Method and Results', ['with sections Introduction, Method and Results']],
    ['a table with the columns name, age and city', ['with the columns name, age and city']],
    ['Ask the prime minister for 1,500 words', ['1,500 words']],
  ])('of %j are %j', (text, phrases) => expect(findRules(text).map(({ phrase }) => phrase)).toEqual(phrases));
});

describe('the first 1000 primes', () => {
  const [primes = []] = NUMBER_PROPERTIES.PRIME.first(1000);
  const criteria = ['first 1000', 'prime numbers'];

  it('are exactly 2 to 7919, in whatever notation', () => {
    for (const text of [
      JSON.stringify(primes),
      primes.join(', '),
      primes.join('\n'),
      `Here they are: ${primes.join(' ')}`,
    ]) {
      expect(check(criteria, text, true).map((one) => one.met)).toEqual([true, true]);
    }
    expect(met('the first 1000 prime numbers', primes.join(' '), true)).toBe(true);
    const thousands = primes.map((prime) => prime.toLocaleString('en-US'));
    expect(check(criteria, thousands.join(', '), true).map((one) => one.met)).toEqual([true, true]);
  });

  it('are not 999 of them: the missing one is named', () => {
    const without = primes.filter((prime) => prime !== 541).join(', ');
    expect(check(criteria, without, true).map((one) => one.met)).toEqual([false, true]);
    expect(issues(criteria, without)).toEqual(['first 1000: 999 of 1000 delivered; 541 is missing']);
  });

  it('are not 1000 numbers with a composite one: it is named', () => {
    const wrong = primes.map((prime) => (prime === 7919 ? 7921 : prime)).join(', ');
    expect(check(criteria, wrong, true).map((one) => one.met)).toEqual([false, false]);
    expect(issues(criteria, wrong)).toEqual([
      'first 1000: 1000 of 1000 delivered; 7919 is missing; 7921 does not belong there or is there twice',
      'prime numbers: 7921 is no prime number (89 · 89)',
    ]);
    expect(check(criteria, wrong, true)[1]?.findings[0]?.credit).toBeCloseTo(0.999, 12);
  });

  it('are not 1000 other primes, nor with one twice', () => {
    const [more = []] = NUMBER_PROPERTIES.PRIME.first(1001);
    expect(check(criteria, more.slice(1).join(' '), true).map((one) => one.met)).toEqual([false, true]);
    expect(met('first 1000', [...primes.slice(0, 999), 2].join(' '), true)).toBe(true);
    expect(check(criteria, [...primes.slice(0, 999), 2].join(' '), true)[0]?.met).toBe(false);
  });
});

describe('criteria', () => {
  it.each<[string, string, boolean | null]>([
    ['exactly 3 items', '- a\n- b\n- c', true],
    ['at least 4 items', '- a\n- b\n- c', false],
    ['5 numbers', '1 2 3 4 5', true],
    ['at most 5 words', 'One two three, four five six.', false],
    ['between 2 and 3 sentences', 'One here. Two here!', true],
    ['2 paragraphs', 'One.\n\nTwo.', true],
    ['even numbers', '2, 4, 6', true],
    ['odd numbers', '1, 3, 4', false],
    ['multiples of 7', '7 14 21', true],
    ['between 1 and 10', '1 5 11', false],
    ['below 10', '1 5 10', false],
    ['all prime numbers below 10', '2, 3, 5, 7', true],
    ['all prime numbers below 10', '2, 3, 7', false],
    ['first 5 fibonacci numbers', '0 1 1 2 3', true],
    ['first 5 fibonacci numbers', '1, 1, 2, 3, 5', true],
    ['first 3 even numbers', '2 4 8', false],
    ['in ascending order', '1 2 2 5', true],
    ['descending', '3 2 4', false],
    ['alphabetically', '- Äpfel\n- Birnen\n- zebra', true],
    ['alphabetically', '- b\n- a', false],
    ['unique', '- a\n- b\n- A', false],
    ['mentions "sea" and "wind"', 'The SEA and the wind', true],
    ['mentions "sea" and "wind"', 'The sea', false],
    ['does not mention "price"', 'No prices: price 3', false],
    ['sections Introduction, Results', '# Introduction\nx\n## Results\ny', true],
    ['columns name, age', 'name,age\nAnn,3\nBob,4', true],
    ['columns name, city', 'name,age\nAnn,3\nBob,4', false],
    ['prime', '2 3 5', true],
    // Criteria that no rule can decide.
    ['written in German', 'Hallo', null],
    ['prime numbers that are palindromes', '2 3 5', null],
    ['prime numbers that are palindromes', '2 3 4', false],
    ['not prime numbers', '4 6 8', null],
    ['not prime numbers', '2 3 5', null],
    ['prime numbers', '900719925474099301 2', null],
    ['friendly', '', null],
  ])('%j of %j: %s', (criterion, content, expected) => expect(met(criterion, content)).toBe(expected));

  it('gives credit for what is there', () => {
    const credit = (criterion: string, content: string) => check([criterion], content)[0]?.findings[0]?.credit;
    expect(credit('10 items', '- a\n- b\n- c\n- d')).toBe(0.4);
    expect(credit('at most 2 words', 'a b c d')).toBe(0.5);
    expect(credit('mentions "a", "b" and "z"', 'a b')).toBeCloseTo(2 / 3, 12);
    expect(credit('even numbers', '2 4 5 6')).toBe(0.75);
  });

  it('names at most five and counts the rest', () => {
    expect(issues(['even numbers'], '1 3 5 7 9 11 13')).toEqual([
      'even numbers: 1 is no even number, 3 is no even number, 5 is no even number, 7 is no even number, 9 is no even number and 2 more',
    ]);
  });

  it('are decided by a bounded number of rules', () => {
    const many = Array.from({ length: 50 }, (_, index) => `first ${index + 1} prime numbers`);
    expect(
      check(many, '2', true)
        .slice(0, 7)
        .map((one) => one.met),
    ).toEqual([true, false, false, false, false, null, null]);
    expect(
      check(
        Array.from({ length: 50 }, () => 'first 1 '.repeat(60)),
        '2',
        true,
      ).map((one) => one.met),
    ).toEqual(Array.from({ length: 50 }, () => true));
  });
});
