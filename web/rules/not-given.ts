import type { Kind } from './address.js';

/** A hit, and what decides whether an agent is given it. */
interface Weighed {
  readonly match: number;
  readonly knowledge: { readonly trust: number; readonly kind: Kind };
}

/** Minimum trust of knowledge that an agent is given, the default of `context(minTrust)`. */
const MIN_TRUST = 0.5;
/** Part of the line that hits after the best one must reach (docs/context.md). */
const FOLLOWING = 0.5;

/** Says in words why an agent is not given a hit, although others are given. */
export function whyNotGiven({ match, knowledge: { trust, kind } }: Weighed, line: number): string {
  if (trust < MIN_TRUST) return 'its trust is too low';
  if (match < FOLLOWING * line) return 'matches too little';
  if (kind === 'PIECE') return 'about somebody else, or no room';
  return 'no room, or the same text as one above';
}
