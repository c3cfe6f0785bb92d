import { allNumbers, answeredNumbers, type Reading } from './computed.js';
import type { Finding, Given } from './finding.js';

// Compares the number that a text gives as its answer with the computed value.

/** Maximum relative difference of a coarsely rounded value of a unit; within it the answer is undecided. */
const NEAR = 0.03;
/** A number with fewer than two decimals counts as the rounded value if its relative error is at most this. */
const ROUNDED = 0.005;

export function judgeValue(
  { expected: exact, isRough }: { readonly expected: number; readonly isRough: boolean },
  phrase: string,
  { content, decimals }: Given,
): Finding {
  const expected = decimals === undefined ? exact : rounded(exact, decimals);
  const fits = (reading: Reading) => fitOf(reading, expected, { isRough, isFixed: decimals !== undefined });
  const delivered = answeredNumbers(content.text, phrase);
  const fitting = delivered.map(fits);
  const met = fitting.includes('equal');
  // The expected value is in the text, but is not its last number: an explanation may follow the answer.
  const isThere = !met && allNumbers(content.text).some((reading) => fits(reading) === 'equal');
  if (isThere || (!met && fitting.includes('near'))) return { met: undefined, credit: 0, aspect: 'accuracy' };
  const said = delivered[0] === undefined ? 'there is no number' : `${delivered[0].value} is wrong`;
  return {
    met,
    credit: Number(met),
    aspect: 'accuracy',
    ...(!met && {
      issue: `${phrase}: ${said}; it is ${Number(expected.toPrecision(12))}`,
      suggestion: 'Ask for the right number',
    }),
  };
}

/**
 * Compares a number with the computed value. It is `near` if the number may be the value, coarsely rounded or cut off.
 */
function fitOf(
  { value, decimals }: Reading,
  expected: number,
  { isRough, isFixed }: { readonly isRough: boolean; readonly isFixed: boolean },
): 'equal' | 'near' | 'other' {
  const difference = Math.abs(value - expected);
  const size = Math.max(1e-12, Math.abs(expected));
  if (difference <= 1e-9 * Math.max(1, size)) return 'equal';
  // A whole number, a value that has the given number of decimals, and a value that the request rounds are not rounded
  // again.
  if (isFixed || isExact(expected, decimals))
    return isRough && difference <= NEAR * size && !Number.isInteger(expected) ? 'near' : 'other';
  const step = 10 ** -decimals;
  const isFine = decimals >= 2 || difference <= ROUNDED * size;
  if (difference <= step / 2 + 1e-9) return isFine ? 'equal' : 'near';
  return difference < step || (isRough && difference <= NEAR * size) ? 'near' : 'other';
}

function isExact(value: number, decimals: number): boolean {
  return Math.abs(Number(value.toFixed(Math.min(decimals, 15))) - value) <= 1e-9 * Math.max(1, Math.abs(value));
}

function rounded(value: number, decimals: number): number {
  return Math.round((value + Number.EPSILON * Math.sign(value)) * 10 ** decimals) / 10 ** decimals;
}
