import { readStatement, writeStatement } from '../../graph/statement.js';
import type { StoredRelation } from '../../entities/entities.statements.js';
import type { Fact, FactTimes } from './facts.js';

interface In {
  readonly namespace: string;
}

/** A fact as it is stored, with the times that were last calculated for it. */
export interface StoredFact extends Fact, FactTimes {
  readonly prefix: string;
}

export const findFacts = readStatement<In & { groups: readonly string[] }, StoredFact>('facts/find-facts');

type Marked = Omit<FactTimes, 'superseded' | 'ends' | 'endsKnown'> & {
  readonly ends: readonly Date[] | null;
  readonly endsKnown: readonly Date[] | null;
};
type Marks = In & { readonly rows: readonly Marked[] };
export const markFacts = writeStatement<Marks, object>('facts/mark-facts');
export const markSupersededFacts = writeStatement<Marks, object>('facts/mark-superseded-facts');

type Keys = In & { readonly keys: readonly string[] };
export const retireFacts = writeStatement<Keys, object>('facts/retire-facts');
export const reviveFacts = writeStatement<Keys, object>('facts/revive-facts');

type Types = { readonly types: readonly string[] };
export const findKeysOfPieces = readStatement<In & Types & { ids: readonly string[] }, { key: string }>(
  'facts/find-keys-of-pieces',
);
export const findKeysOfCheckIn = readStatement<In & Types & { id: string }, { key: string }>(
  'facts/find-keys-of-check-in',
);

export const listTypedKeys = readStatement<
  In & { type: string; after: string; limit: number },
  { last: string | null; keys: readonly string[] }
>('facts/list-typed-keys');
export const setFunctionalTypes = writeStatement<In & Types, object>('facts/set-functional-types');
export const findFunctionalTypes = readStatement<In, Types>('facts/find-functional-types');

export const listContradictions = readStatement<In & { after: string; limit: number }, { key: string }>(
  'facts/list-contradictions',
);
export const countContradictions = readStatement<In, { total: number }>('facts/count-contradictions');

export const findContradictions = readStatement<Keys, { key: string; relations: readonly StoredRelation[] }>(
  'facts/find-contradictions',
);
export const findConflicts = readStatement<
  In & { refs: readonly string[] },
  { ref: string; key: string; conflict: string | null }
>('facts/find-conflicts');
export const holdTogether = writeStatement<In & { keys: readonly string[]; held: boolean }, { was: boolean }>(
  'facts/hold-together',
);
