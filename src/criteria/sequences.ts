import type { NumbersCheckInput } from './criteria.inputs.js';

// Properties of numbers that a rule can check, and the numbers that they determine: "the first 3 even squares above 10",
// "all primes from 10 to 50". Whole numbers are exact up to 2^53 − 1; larger ones are undecided.

export interface NumberProperty {
  /** Noun for messages, as in `15 is no prime number`. */
  readonly noun: string;
  /** @returns undefined if the number is too large to decide */
  readonly holds: (value: number) => boolean | undefined;
  /** A number above the given one, below which there is no other with the property; Infinity if none is left. */
  readonly next: (value: number) => number;
  /** Explains why a number lacks the property, for example by its factors `3 · 5`; undefined if there is no explanation. */
  readonly why?: (value: number) => string | undefined;
}

function ofWhole(
  noun: string,
  holds: (value: number) => boolean | undefined,
  next = (value: number) => value + 1,
): NumberProperty {
  return {
    noun,
    holds: (value) => {
      if (!Number.isInteger(value)) return Number.isFinite(value) ? false : undefined;
      return Number.isSafeInteger(value) ? holds(value) : undefined;
    },
    next,
  };
}

const PRIME: NumberProperty = {
  ...ofWhole('prime number', (value) => {
    const factor = factorOf(value);
    return factor === undefined ? undefined : factor > 0 && factor === value;
  }),
  next: (value) => {
    const { isComposite } = sieved();
    let at = Math.max(2, value + 1);
    while (isComposite[at] === 1) at++;
    return at;
  },
  why: (value) => {
    const factor = factorOf(value);
    return factor === undefined || factor === 0 ? undefined : `${factor} · ${value / factor}`;
  },
};

/** Just above the 100,000th prime, 1,299,709. */
const SIEVE_END = 1_300_000;
let sieve: { readonly isComposite: Uint8Array; readonly primes: readonly number[] } | undefined;

/** The sieve of Eratosthenes, which is built on first use. */
function sieved() {
  if (sieve) return sieve;
  const isComposite = new Uint8Array(SIEVE_END);
  for (let factor = 2; factor * factor < SIEVE_END; factor++) {
    if (isComposite[factor] === 0) for (let at = factor * factor; at < SIEVE_END; at += factor) isComposite[at] = 1;
  }
  const primes = Array.from(isComposite.keys()).filter((value) => value > 1 && isComposite[value] === 0);
  return (sieve = { isComposite, primes });
}

/**
 * The smallest prime factor, which for a prime is the number itself, and 0 for numbers below 2; undefined for numbers
 * above 1.6 · 10^12 without a factor that the sieve knows.
 */
function factorOf(value: number): number | undefined {
  if (value < 2) return 0;
  const { isComposite, primes } = sieved();
  if (isComposite[value] === 0) return value;
  for (const prime of primes) {
    if (prime * prime > value) return value;
    if (value % prime === 0) return prime;
  }
  return undefined;
}

function multiples(noun: string, step: number, rest = 0): NumberProperty {
  const isTerm = (value: number) => Math.abs(value % step) === rest;
  return ofWhole(noun, isTerm, (value) => value + step - ((((value - rest) % step) + step) % step));
}

function powers(noun: string, exponent: number, root: (value: number) => number): NumberProperty {
  const isTerm = (value: number) => Math.round(root(value)) ** exponent === value;
  return ofWhole(noun, isTerm, (value) => (value < 0 ? value + 1 : (Math.floor(root(value)) + 1) ** exponent));
}

/** @param terms all of them up to 2^53, ascending */
function oneOf(noun: string, terms: readonly number[]): NumberProperty {
  const next = (value: number) => terms.find((term) => term > value) ?? Infinity;
  return ofWhole(noun, (value) => terms.includes(value), next);
}

function powersOf(base: number): NumberProperty {
  const terms: number[] = [];
  for (let power = 1; Number.isSafeInteger(power); power *= base) terms.push(power);
  return oneOf(`power of ${base}`, terms);
}

const FIBONACCI_NUMBERS = [0, 1];
for (let sum = 1; Number.isSafeInteger(sum); sum += FIBONACCI_NUMBERS.at(-2) ?? 0) FIBONACCI_NUMBERS.push(sum);
const FIBONACCI = oneOf('Fibonacci number', FIBONACCI_NUMBERS);
const INTEGER = ofWhole('whole number', () => true);

const PROPERTIES: ReadonlyMap<string, NumberProperty> = new Map([
  ['prime', PRIME],
  ['even', multiples('even number', 2)],
  ['odd', multiples('odd number', 2, 1)],
  ['square', powers('square number', 2, Math.sqrt)],
  ['cube', powers('cube number', 3, Math.cbrt)],
  ['fibonacci', FIBONACCI],
  ['integer', INTEGER],
  ['positive', { ...INTEGER, noun: 'positive number', holds: (value) => value > 0 }],
  ['negative', { ...INTEGER, noun: 'negative number', holds: (value) => value < 0 }],
]);

/** The property with this name: `prime`, `multiple of 7`, `power of 2`; undefined if there is none. */
export function propertyNamed(name: string): NumberProperty | undefined {
  const [, of, base] = /^(multiple|power) of (\d{1,6})$/.exec(name) ?? [];
  const value = Number(base);
  if (of === undefined) return PROPERTIES.get(name);
  if (of === 'multiple') return value > 0 ? multiples(name, value) : undefined;
  return value > 1 ? powersOf(value) : undefined;
}

// ───────────────────────────── the numbers that are expected ─────────────────────────────

/** Maximum number of numbers that are examined for one list, and of numbers in it. */
const MAX_STEPS = 200_000;
const MAX_TERMS = 100_000;
/** A number above the sieve counts as so many where primes are listed, since it may take 80,000 divisions. */
const LARGE_STEP = 150;

/**
 * The numbers that a check with `first` or `all` determines, once for each reading that is in use; empty if they cannot
 * be listed.
 */
export function expectedNumbers({
  first,
  between = {},
  property = [],
}: NumbersCheckInput): readonly (readonly number[])[] {
  const named = property.flatMap((name) => propertyNamed(name) ?? []);
  const properties = named.length > 0 ? named : [INTEGER];
  const { min = -Infinity, max = Infinity, above = -Infinity, below = Infinity } = between;
  const range = (from: number, to: number) => {
    const low = Math.max(from, Math.floor(above) + 1);
    return { low, high: Math.min(to, Math.ceil(below) - 1) };
  };
  const closed = range(Math.ceil(min), Math.floor(max));
  // "Between" includes either both ends or none.
  const isBetween = between.min !== undefined && between.max !== undefined;
  const ranges = [closed, ...(isBetween ? [range(Math.floor(min) + 1, Math.ceil(max) - 1)] : [])];
  // Without a lower end, sequences begin with 1 or with 0, and powers with 1 or with their base.
  const begins = property.some((name) => name.startsWith('power of ')) ? [1, 2] : [1, 0];
  const readings = ranges.flatMap(({ low, high }) =>
    (Number.isFinite(low) ? [low] : begins).flatMap((begin) => {
      const terms = termsFrom(properties, begin, high, first ?? Infinity);
      return terms.length === 0 || (first !== undefined && terms.length < first) ? [] : [terms];
    }),
  );
  return properties.includes(FIBONACCI) ? readings.flatMap((terms) => withOneTwice(terms, first)) : readings;
}

function termsFrom(properties: readonly NumberProperty[], low: number, high: number, most: number): readonly number[] {
  const terms: number[] = [];
  const ofPrimes = properties.includes(PRIME);
  let steps = 0;
  for (let value = low; value <= high && Number.isFinite(value) && terms.length < most;) {
    if ((steps += value > SIEVE_END && ofPrimes ? LARGE_STEP : 1) > MAX_STEPS || terms.length > MAX_TERMS) return [];
    const broken = properties.find((one) => one.holds(value) !== true);
    if (!broken) terms.push(value);
    else if (broken.holds(value) === undefined) return [];
    value = Math.max(value + 1, (broken ?? properties[0] ?? INTEGER).next(value));
  }
  return terms;
}

/** The Fibonacci sequence contains 1 twice. It may begin with 0, with the first 1, or with the second 1. */
function withOneTwice(terms: readonly number[], first: number | undefined): readonly (readonly number[])[] {
  const at = terms.indexOf(1);
  if (at < 0) return [terms];
  const twice = [...terms.slice(0, at), 1, ...terms.slice(at)].slice(0, first);
  return at === 0 || first === undefined ? [twice, terms] : [twice];
}
