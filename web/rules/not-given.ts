import type { Kind } from './address.js';

/** A hit, and what decides whether an agent is given it. */
interface Weighed {
  readonly match: number;
  readonly knowledge: { readonly trust: number; readonly kind: Kind };
}

/** What the service asks of the hits after the best one. */
export interface Asked {
  readonly minMatchOfOthers: number;
  readonly minTrust: number;
}

/** Says in words why an agent is not given a hit, although others are given. */
export function whyNotGiven({ match, knowledge: { trust, kind } }: Weighed, asked: Asked): string {
  if (trust < asked.minTrust) return 'its trust is too low';
  if (match < asked.minMatchOfOthers) return 'matches too little';
  if (kind === 'PIECE') return 'about somebody else, or no room';
  return 'no room, or the same text as one above';
}
