import { readStatement, writeStatement } from '../graph/statement.js';
import type { NewChange } from './change.model.js';

interface In {
  readonly namespace: string;
}
type Fields = In & { readonly fields: readonly string[] };

/** As it is read. */
export interface StoredChange extends NewChange {
  /** The first hundred. */
  readonly refs: readonly string[];
  readonly refCount: number;
}

/** What a thing says, in the order of its fields. */
export interface FoundContent {
  readonly ref: string;
  readonly number: number;
  readonly values: readonly unknown[];
  readonly title: string | null;
  readonly text: string | null;
}

export interface KeptRow {
  readonly ref: string;
  readonly before: (Omit<FoundContent, 'ref'> & { readonly state: string }) | null;
  readonly change: NewChange;
}

/** Where things with versions are stored. */
export type Store = 'Knowledge' | 'Entity';

type ReadParameters = Fields & { readonly refs: readonly string[] };

export const readContent = {
  Knowledge: writeStatement<ReadParameters, FoundContent>('versions/read-content'),
  Entity: readStatement<ReadParameters, FoundContent>('versions/read-entities'),
} as const;

type KeepParameters = Fields & { readonly rows: readonly KeptRow[] };

export const keepContent = {
  Knowledge: writeStatement<KeepParameters, { ref: string }>('versions/keep-content'),
  Entity: writeStatement<KeepParameters, { ref: string }>('versions/keep-entities'),
} as const;

export const deleteVersions = writeStatement<In & { refs: readonly string[] }, object>('versions/delete-versions');

export type CurrentRow = Omit<FoundContent, 'ref'> & { readonly since: Date; readonly change: StoredChange | null };

export const findCurrent = {
  Knowledge: readStatement<Fields & { ref: string }, CurrentRow>('versions/find-current'),
  Entity: readStatement<Fields & { ref: string }, CurrentRow>('versions/find-current-entity'),
} as const;

export interface VersionRow {
  readonly version: {
    readonly number: number;
    readonly state: string;
    readonly title: string | null;
    readonly text: string | null;
    readonly from: Date;
    readonly until: Date;
  };
  readonly change: StoredChange | null;
}

export const listVersions = readStatement<In & { ref: string; below: number; limit: number }, VersionRow>(
  'versions/list-versions',
);

type ChangePage = In & { since: Date; until: Date; id: string; limit: number };

export const listChanges = readStatement<ChangePage, { change: StoredChange }>('versions/list-changes');

export const listChangesBy = readStatement<ChangePage & { by: string }, { change: StoredChange }>(
  'versions/list-changes-by',
);
