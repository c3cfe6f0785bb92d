import { readStatement, repeatableStatement, writeStatement } from '../../graph/statement.js';
import type { NewChange } from '../../versions/change.model.js';

interface In {
  readonly namespace: string;
}
type Ids = In & { readonly ids: readonly string[] };

/** An entity that was merged into another. */
export interface StoredAlias {
  readonly id: string;
  /** Id of the entity it was merged into. */
  readonly into: string;
  /** Id of the entity that the alias resolves to, through further merges. */
  readonly target: string;
  /** Id of the change that merged it. */
  readonly merge: string;
}

export const listAliases = readStatement<In, StoredAlias>('merging/list-aliases');
export const dropAliases = writeStatement<In & { id: string }, { id: string; name: string }>('merging/drop-aliases');
export const findMerge = readStatement<In & { id: string }, { source: string; target: string }>('merging/find-merge');

export interface MergeEnd {
  readonly id: string;
  readonly ofNames: boolean;
  readonly name: string;
  /** Id of the entity it was merged into; null if it is not an alias. */
  readonly into: string | null;
  readonly merge: string | null;
  readonly unfinished: boolean;
}

export const keepApart = writeStatement<
  { namespace: string; now: Date; one: string; other: string; by: string | null },
  { isNew: boolean }
>('merging/keep-apart');

export const forgetApart = writeStatement<In & { one: string; other: string }, { id: string }>('merging/forget-apart');

export const findEnds = readStatement<Ids, MergeEnd>('merging/find-ends');

export const beginMerge = writeStatement<
  In & { source: string; target: string; bareName: string; change: NewChange },
  { id: string }
>('merging/begin-merge');
export const endAlias = writeStatement<In & { id: string; merge: string; keep: boolean }, object>('merging/end-alias');
export const endMerge = writeStatement<Ids, { id: string; name: string }>('merging/end-merge');
export const reviveEntities = writeStatement<
  In & { now: Date; rows: readonly { readonly id: string; readonly name: string }[] },
  { id: string }
>('merging/revive-entities');
export const pointAliases = writeStatement<In & { rows: readonly { id: string; target: string }[] }, object>(
  'merging/point-aliases',
);

export const listHanging = readStatement<
  In & { id: string; limit: number },
  { readonly keys: readonly string[]; readonly pieces: readonly string[] }
>('merging/list-hanging');

/** Safe to repeat: it changes only relations that have no ref yet. */
export const nameLinks = repeatableStatement<In & { rows: readonly { key: string; ref: string }[] }, object>(
  'merging/name-links',
);

/** Keys of a merged relation (`from`) and of the relation that replaces it (`to`), with their source entities. */
export interface CarriedRow {
  readonly from: string;
  readonly to: string;
  readonly source: string;
  readonly target: string;
}

export const findAges = readStatement<
  In & { rows: readonly { readonly key: string; readonly ref: string }[] },
  { readonly key: string; readonly recorded: Date; readonly loaded: boolean }
>('merging/find-ages');

export const carryLinks = writeStatement<In & { rows: readonly CarriedRow[] }, object>('merging/carry-links');
export const addToMerges = writeStatement<
  In & { rows: readonly { readonly merge: string; readonly refs: readonly string[] }[] },
  object
>('merging/add-to-merges');
export const listWrittenSince = readStatement<
  In & { id: string; at: Date; merge: string; limit: number },
  { readonly ref: string; readonly change: string }
>('merging/list-written-since');
