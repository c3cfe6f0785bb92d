import type { Kind, Moments } from '../rules/address.js';

export interface Question {
  readonly namespace: string;
  readonly question: string;
  readonly kinds: readonly Kind[];
  readonly moments: Moments;
}

/** What is left out where it is not asked for. */
export function askedOf(kinds: readonly Kind[], { validAt }: Moments) {
  return { ...(kinds.length > 0 && { kinds }), ...(validAt !== '' && { validAt }) };
}
