import type { Kind, Moments } from '../rules/address.js';

export interface Question {
  readonly namespace: string;
  readonly question: string;
  readonly kinds: readonly Kind[];
  readonly moments: Moments;
}

/** Builds the query's arguments; options that were not selected are omitted. */
export function askedOf(kinds: readonly Kind[], { asOf, validAt }: Moments) {
  return { ...(kinds.length > 0 && { kinds }), ...(asOf !== '' && { asOf }), ...(validAt !== '' && { validAt }) };
}
