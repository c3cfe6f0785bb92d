// Properties of numbers that a rule can check, and their sequences. Whole numbers are exact up to 2^53 − 1; larger ones
// are undecided.

/** Maximum number of listed terms of a sequence. */
const MAX_TERMS = 100_000;
/** Just above the 100,000th prime, 1,299,709. */
const SIEVE_END = 1_300_000;

export interface NumberProperty {
  readonly name: string;
  /** Noun for messages, as in `15 is no prime number`. */
  readonly noun: string;
  /** @returns undefined if the number is too large to decide */
  holds(value: number): boolean | undefined;
  /**
   * Explains why a number lacks the property, for example by its factors `3 · 5`; undefined if there is no explanation.
   */
  why?(value: number): string | undefined;
  /** The first terms, ascending, for each accepted beginning of the sequence; empty if there are too many to list. */
  first(count: number): readonly (readonly number[])[];
}

const PRIME: NumberProperty = {
  name: 'prime',
  noun: 'prime number',
  holds: isPrime,
  why: (value) => {
    const factor = smallestFactor(value);
    return factor === undefined ? undefined : `${factor} · ${value / factor}`;
  },
  first: (count) => (count > MAX_TERMS ? [] : [primes().slice(0, count)]),
};

const EVEN = arithmetic('even', 'even number', 2, [2, 0]);
const ODD = arithmetic('odd', 'odd number', 2, [1]);

const SQUARE: NumberProperty = {
  name: 'square',
  noun: 'square number',
  holds: (value) => exactly(value, () => Number.isInteger(Math.sqrt(value)) && Math.sqrt(value) ** 2 === value),
  first: (count) => terms(count, [1, 0], (start, index) => (start + index) ** 2),
};

const FIBONACCI: NumberProperty = {
  name: 'fibonacci',
  noun: 'Fibonacci number',
  holds: (value) => exactly(value, () => FIBONACCI_NUMBERS.includes(value)),
  // The sequence may begin with 0, with the first 1, or with the second 1.
  first: (count) =>
    count > FIBONACCI_NUMBERS.length - 2 ? [] : [0, 1, 2].map((from) => FIBONACCI_NUMBERS.slice(from, from + count)),
};

const INTEGER: NumberProperty = {
  name: 'integer',
  noun: 'whole number',
  holds: (value) => Number.isInteger(value),
  first: (count) => terms(count, [1, 0], (start, index) => start + index),
};

const POSITIVE: NumberProperty = {
  name: 'positive',
  noun: 'positive number',
  holds: (value) => value > 0,
  first: () => [],
};
const NEGATIVE: NumberProperty = {
  name: 'negative',
  noun: 'negative number',
  holds: (value) => value < 0,
  first: () => [],
};

const CUBE: NumberProperty = {
  name: 'cube',
  noun: 'cube number',
  holds: (value) => exactly(value, () => Math.round(Math.cbrt(value)) ** 3 === value),
  first: (count) => terms(count, [1, 0], (start, index) => (start + index) ** 3),
};

const PROPERTIES: readonly NumberProperty[] = [PRIME, EVEN, ODD, SQUARE, CUBE, FIBONACCI, INTEGER, POSITIVE, NEGATIVE];

/** The property with this name: `prime`, `multiple of 7`, `power of 2`; undefined if there is none. */
export function propertyNamed(name: string): NumberProperty | undefined {
  const [, of, base] = /^(multiple|power) of (\d{1,6})$/.exec(name) ?? [];
  if (of === undefined) return PROPERTIES.find((one) => one.name === name);
  const value = Number(base);
  if (of === 'multiple') return value > 0 ? multiplesOf(value) : undefined;
  return value > 1 ? powersOf(value) : undefined;
}

function multiplesOf(step: number): NumberProperty {
  return arithmetic(`multiple of ${step}`, `multiple of ${step}`, step, [step, 0]);
}

function powersOf(base: number): NumberProperty {
  const listed: number[] = [];
  for (let power = 1; Number.isSafeInteger(power); power *= base) listed.push(power);
  return {
    name: `power of ${base}`,
    noun: `power of ${base}`,
    holds: (value) => exactly(value, () => listed.includes(value)),
    // The sequence may begin with 1 or with the base.
    first: (count) =>
      [0, 1].flatMap((from) => (from + count > listed.length ? [] : [listed.slice(from, from + count)])),
  };
}

/** @returns undefined for numbers above 1.6 · 10^12, which have no factor that the sieve knows */
function isPrime(value: number): boolean | undefined {
  return exactly(value, () => {
    if (value < 2) return false;
    if (value < SIEVE_END) return sieve()[value] === 0;
    const root = Math.sqrt(value);
    for (const prime of primes()) {
      if (prime > root) return true;
      if (value % prime === 0) return false;
    }
    return undefined;
  });
}

/** Smallest prime factor up to 10,000; undefined if there is none or the number is prime. */
function smallestFactor(value: number): number | undefined {
  if (!Number.isSafeInteger(value) || value < 4) return undefined;
  for (const factor of primes()) {
    if (factor * factor > value || factor > 10_000) return undefined;
    if (value % factor === 0) return factor;
  }
  return undefined;
}

let sieved: Uint8Array | undefined;
let listed: readonly number[] | undefined;

/** Sieve of Eratosthenes: 0 at prime indices, 1 at the others. Built on first use. */
function sieve(): Uint8Array {
  if (sieved) return sieved;
  const composite = new Uint8Array(SIEVE_END);
  composite[0] = composite[1] = 1;
  for (let factor = 2; factor * factor < SIEVE_END; factor++) {
    if (composite[factor] === 0) for (let at = factor * factor; at < SIEVE_END; at += factor) composite[at] = 1;
  }
  return (sieved = composite);
}

function primes(): readonly number[] {
  listed ??= Array.from(sieve().keys()).filter((value) => sieve()[value] === 0);
  return listed;
}

/** All Fibonacci numbers below 2^53; the last one is F(78). */
const FIBONACCI_NUMBERS: readonly number[] = Array.from({ length: 77 }).reduce<number[]>(
  (known) => [...known, (known.at(-1) ?? 0) + (known.at(-2) ?? 0)],
  [0, 1],
);

function arithmetic(name: string, noun: string, step: number, starts: readonly number[]): NumberProperty {
  const rest = (starts[0] ?? 0) % step;
  return {
    name,
    noun,
    holds: (value) => exactly(value, () => Math.abs(value % step) === rest),
    first: (count) => terms(count, starts, (start, index) => start + step * index),
  };
}

function exactly(value: number, decide: () => boolean | undefined): boolean | undefined {
  if (!Number.isInteger(value)) return Number.isFinite(value) ? false : undefined;
  return Number.isSafeInteger(value) ? decide() : undefined;
}

function terms(count: number, starts: readonly number[], term: (start: number, index: number) => number): number[][] {
  if (count > MAX_TERMS) return [];
  return starts.map((start) => Array.from({ length: count }, (_, index) => term(start, index)));
}
