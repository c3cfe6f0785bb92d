import type { Kind } from '../rules/address.js';

export interface Question {
  readonly namespace: string;
  readonly question: string;
  readonly kinds: readonly Kind[];
}
