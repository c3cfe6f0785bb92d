import type { NumberRange } from './criteria.js';
import { type NumberProperty, propertyNamed } from './sequences.js';

// The numbers that properties and bounds together determine: "the first 3 even squares above 10", "all primes from 10 to
// 50". If the words leave open which numbers are meant, each reading is returned.

interface Bounds {
  readonly min: number;
  readonly max: number;
  /**
   * False if the bound belongs to the range, true if it does not, undefined if both readings are common ("between").
   */
  readonly minOpen: boolean | undefined;
  readonly maxOpen: boolean | undefined;
}

/** The bounds of a range. With both ends ("between 10 and 50"), a list without the ends is accepted as well. */
export function boundsOf({ min, max, above, below }: NumberRange): Bounds {
  const isBetween = min !== undefined && max !== undefined && above === undefined && below === undefined;
  const low = Math.max(min ?? -Infinity, above ?? -Infinity);
  const high = Math.min(max ?? Infinity, below ?? Infinity);
  return {
    min: low,
    max: high,
    minOpen: isBetween ? undefined : low === above,
    maxOpen: isBetween ? undefined : high === below,
  };
}

/** Largest number of integers in a range that is listed. */
const MAX_SPAN = 90_000;
/** Maximum number of integers examined for the first terms of several properties. */
const MAX_SEARCH = 200_000;

/** The first terms in each reading; empty if they cannot be listed. */
export function firstTerms(
  properties: readonly NumberProperty[],
  bounds: Bounds,
  count: number,
): readonly (readonly number[])[] {
  const [only, ...more] = properties;
  if (!only) return [];
  if (more.length === 0 && bounds.min === -Infinity) return only.first(count);
  const starts = Number.isFinite(bounds.min)
    ? openings(bounds.minOpen).map((open) => (open ? Math.floor(bounds.min) + 1 : Math.ceil(bounds.min)))
    : [1, 0];
  const readings = starts.flatMap((start) => {
    const found: number[] = [];
    for (let value = start; found.length < count && value < start + MAX_SEARCH; value++) {
      if (value > bounds.max) break;
      if (properties.every((property) => property.holds(value) === true)) found.push(value);
    }
    return found.length === count ? [found] : [];
  });
  return distinct(readings);
}

/** All terms within the bounds in each reading; undefined if they cannot be listed. */
export function allTerms(given: readonly NumberProperty[], bounds: Bounds): readonly (readonly number[])[] | undefined {
  const integer = propertyNamed('integer');
  const properties = given.length > 0 || !integer ? given : [integer];
  const isBelowZero = properties.some(({ name }) => name === 'negative');
  const max = isBelowZero ? Math.min(bounds.max, -1) : bounds.max;
  // Without a lower bound, sequences begin with 1 or with 0.
  const lows = Number.isFinite(bounds.min) ? [bounds.min] : isBelowZero ? [] : [1, 0];
  if (!Number.isFinite(max) || lows.length === 0 || max - (lows[0] ?? 0) > MAX_SPAN) return undefined;
  const readings = lows.flatMap((low) =>
    // "Between" includes either both bounds or none.
    [false, true].map((open) =>
      termsWithin(properties, { min: low, max, minOpen: bounds.minOpen ?? open, maxOpen: bounds.maxOpen ?? open }),
    ),
  );
  // The Fibonacci sequence contains 1 twice.
  const twice = properties.some(({ name }) => name === 'fibonacci')
    ? readings.flatMap((terms) =>
        terms.includes(1) ? [[...terms.filter((term) => term <= 1), 1, ...terms.filter((term) => term > 1)]] : [],
      )
    : [];
  // Powers may begin with 1 or with the base.
  const isOfPowers = !Number.isFinite(bounds.min) && properties.some(({ name }) => name.startsWith('power of '));
  const withoutOne = isOfPowers ? readings.map((terms) => terms.filter((term) => term !== 1)) : [];
  return distinct([...twice, ...readings, ...withoutOne]);
}

function termsWithin(properties: readonly NumberProperty[], { min, max, minOpen, maxOpen }: Bounds): readonly number[] {
  const terms: number[] = [];
  for (let value = Math.ceil(min); value <= max; value++) {
    if ((minOpen === true && value === min) || (maxOpen === true && value === max)) continue;
    if (properties.every((property) => property.holds(value) === true)) terms.push(value);
  }
  return terms;
}

function openings(open: boolean | undefined): readonly boolean[] {
  return open === undefined ? [false, true] : [open];
}

function distinct(readings: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return [...new Map(readings.map((terms) => [terms.join(), terms])).values()];
}
