import { readStatement, writeStatement } from '../graph/statement.js';
import type { NewChange } from './change.model.js';
import type { EntryChange } from './undo-fold.js';

interface In {
  readonly namespace: string;
}
type Fields = In & { readonly fields: readonly string[] };

/** A change as it is read. */
export interface StoredChange extends NewChange {
  /** The first 100 refs. */
  readonly refs: readonly string[];
  readonly refCount: number;
}

/** Content of a thing; the values are in the order of its fields. */
export interface FoundContent {
  readonly ref: string;
  readonly number: number;
  readonly values: readonly unknown[];
  readonly title: string | null;
  readonly text: string | null;
}

/** Content of knowledge, with the tokens by which searches filter. */
export interface FoundKnowledge extends FoundContent {
  readonly facets: readonly string[] | null;
}

export interface KeptRow {
  readonly ref: string;
  /** Key of a relation; other things have none. */
  readonly key?: string | undefined;
  readonly before: (Omit<FoundContent, 'ref'> & { readonly state: string }) | null;
}

/** Where things with versions are stored. */
export type Store = 'Knowledge' | 'Entity' | 'Relation' | 'Domain' | 'Learning';

type ReadParameters = Fields & { readonly refs: readonly string[] };

export const readContent = {
  Knowledge: writeStatement<ReadParameters, FoundKnowledge>('versions/read-content'),
  Entity: readStatement<ReadParameters, FoundContent>('versions/read-entities'),
  Domain: readStatement<ReadParameters, FoundContent>('versions/read-domains'),
  Learning: writeStatement<ReadParameters, FoundContent>('versions/read-learnings'),
} as const;

export const readRelations = readStatement<
  Fields & { readonly rows: readonly { readonly ref: string; readonly key: string }[] },
  FoundContent
>('versions/read-relations');

type KeepParameters = Fields & { readonly changes: readonly (NewChange & { readonly rows: readonly KeptRow[] })[] };

export const keepContent = {
  Knowledge: writeStatement<KeepParameters, { ref: string }>('versions/keep-content'),
  Entity: writeStatement<KeepParameters, { ref: string }>('versions/keep-entities'),
  Relation: writeStatement<KeepParameters, { ref: string }>('versions/keep-relations'),
  Domain: writeStatement<KeepParameters, { ref: string }>('versions/keep-domains'),
  Learning: writeStatement<KeepParameters, { ref: string }>('versions/keep-learnings'),
} as const;

/** Records a change that removes things, even if it writes nothing else. */
export const keepChange = writeStatement<{ readonly namespace: string; readonly change: NewChange }, { id: string }>(
  'versions/keep-change',
);

/** Records changes that write no content. */
export const noteChanges = writeStatement<
  {
    readonly rows: readonly {
      readonly namespace: string;
      readonly change: NewChange;
      readonly refs: readonly string[];
      readonly was?: string;
    }[];
  },
  { id: string }
>('versions/note-changes');

/** The last state of a thing that is removed. */
export interface GoneRow {
  readonly ref: string;
  readonly number: number;
  readonly state: string;
  readonly title: string | null;
  readonly text: string | null;
  readonly since: Date;
  /** Id of the change that made this state. */
  readonly change: string | null;
  /** Ids of the ends and the piece of a relation; null for all other things. */
  readonly ends: { readonly source: string; readonly target: string; readonly piece: string | null } | null;
  /** For a merged relation: since when it was known, and whether a load created it. */
  readonly recorded?: Date | undefined;
  readonly loaded?: boolean | undefined;
  /** Key of a relation that is shown at the times in which it stood; null for all other things. */
  readonly key: string | null;
}

export const keepGone = writeStatement<In & { now: Date; change: string; rows: readonly GoneRow[] }, object>(
  'versions/keep-gone',
);

export const findNextNamespace = readStatement<{ after: string }, { namespace: string }>(
  'versions/find-next-namespace',
);

export const holdUndos = writeStatement<In, { epoch: number }>('versions/hold-undos');

export const hasOld = readStatement<In & { before: Date }, { found: boolean }>('versions/has-old');

export const findUnsettled = readStatement<In & { before: Date }, { at: Date | null }>('versions/find-unsettled');

/** Place in the order of versions by their end. */
export interface VersionPlace {
  readonly until: Date;
  readonly key: string;
}

/** `stop` is null if nothing is left to look at. */
export const deleteOldVersions = writeStatement<
  In & { before: Date; from: Date; key: string; limit: number },
  { looked: number; deleted: number; stop: VersionPlace | null }
>('versions/delete-old');

export const countEarlier = readStatement<In & { ref: string; below: number }, { count: number }>(
  'versions/count-earlier',
);

export const deleteVersions = writeStatement<In & { refs: readonly string[] }, object>('versions/delete-versions');

export const forgetRelations = writeStatement<
  In & { readonly entities: readonly string[]; readonly pieces: readonly string[] },
  object
>('versions/forget-relations');

export type CurrentRow = Omit<FoundContent, 'ref'> & { readonly since: Date; readonly change: StoredChange | null };

export const findCurrent = {
  Knowledge: readStatement<Fields & { ref: string }, CurrentRow>('versions/find-current'),
  Entity: readStatement<Fields & { ref: string }, CurrentRow>('versions/find-current-entity'),
  Relation: readStatement<Fields & { ref: string }, CurrentRow>('versions/find-current-relation'),
  Domain: readStatement<Fields & { ref: string }, CurrentRow>('versions/find-current-domain'),
  Learning: readStatement<Fields & { ref: string }, CurrentRow>('versions/find-current-learning'),
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

export const listDecisions = readStatement<
  In & { ref: string; to: Date; id: string; limit: number },
  { change: StoredChange }
>('versions/list-decisions');

export const listChangesBy = readStatement<ChangePage & { by: string }, { change: StoredChange }>(
  'versions/list-changes-by',
);

// ───────────────────────────── undo ─────────────────────────────

export interface BaseChange extends NewChange {
  readonly refs: readonly string[];
  /** JSON of what a decision replaced; null for other changes. */
  readonly was: string | null;
}

export interface UndoChange extends NewChange {
  readonly undoes: string;
}

export const findUndo = readStatement<
  In & { id: string },
  {
    readonly base: BaseChange;
    readonly undos: readonly UndoChange[];
    readonly epoch: number;
    /** Time at which the history of the namespace begins, if older versions were deleted. */
    readonly keptSince: Date | null;
  }
>('versions/find-undo');

export const beginUndo = writeStatement<
  In & { epoch: number; id: string; base: string; undone: boolean; change: NewChange },
  { id: string }
>('versions/begin-undo');

export interface PresentRow extends FoundContent {
  readonly since: Date;
  /** Id of the change that made this state, even if no such change is stored. */
  readonly madeBy: string | null;
  readonly change: EntryChange | null;
}

export const listCurrent = {
  Knowledge: readStatement<ReadParameters, PresentRow>('versions/list-current'),
  Entity: readStatement<ReadParameters, PresentRow>('versions/list-current-entities'),
  Relation: readStatement<ReadParameters, PresentRow>('versions/list-current-relations'),
  Domain: readStatement<ReadParameters, PresentRow>('versions/list-current-domains'),
  Learning: readStatement<ReadParameters, PresentRow>('versions/list-current-learnings'),
} as const;

export interface HistoryRow {
  readonly ref: string;
  readonly number: number;
  readonly from: Date;
  readonly until: Date;
  readonly state: string;
  readonly gone: boolean;
  readonly change: EntryChange | null;
  /** The change that removed the thing when it had this state; null if it was not removed then. */
  readonly goneBy: EntryChange | null;
}

export const listHistories = readStatement<
  In & { readonly rows: readonly { readonly ref: string; readonly below: number }[]; limit: number },
  HistoryRow
>('versions/list-histories');
