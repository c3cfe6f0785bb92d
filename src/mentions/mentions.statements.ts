import { readStatement, writeStatement } from '../graph/statement.js';
import type { TextOfPiece } from './scan.js';

interface In {
  readonly namespace: string;
}

/** Names found in a text. */
export interface FoundInText {
  /** Names by which the text is linked; null if the text was not processed yet. */
  readonly names: readonly string[] | null;
  /** Names that the text makes known. */
  readonly told: readonly string[] | null;
  readonly titleName: string | null;
}

export interface UnlinkedText extends TextOfPiece, FoundInText {
  readonly id: string;
}

export interface Unlinked {
  readonly texts: readonly UnlinkedText[];
  readonly names: readonly string[];
  /** Entities from documents that have these names, by id. */
  readonly targets: readonly { readonly name: string; readonly id: string }[];
}

/** Counts and entities of a name, over all texts and documents of a namespace. */
export interface NameState {
  readonly name: string;
  /** Number of texts that contain the name inside a sentence. */
  readonly told: number;
  /** Number of texts whose title is the name. */
  readonly titles: number;
  /** Number of texts that contain the name. They are counted even if the name is hidden. */
  readonly documents: number;
  /** Ids of the entities from documents that have this name, sorted. */
  readonly targets: readonly string[];
  /** True if too many texts contain the name. */
  readonly hidden: boolean;
}

export interface NameRow extends Omit<NameState, 'hidden'> {
  readonly key: string | null;
  readonly hidden: true | null;
  /** True if an entity is created for the name. */
  readonly entity: boolean;
}

export interface LinkedText {
  readonly id: string;
  readonly names: readonly string[];
  readonly told: readonly string[];
  readonly titleName: string | null;
  readonly words: string;
  /** Ids of the mentioned entities. */
  readonly mentions: readonly string[];
  readonly titled: readonly string[];
}

/**
 * NAMES reads the names of all entities. LINK, which follows NAMES, links all texts again. CLEAR deletes names and
 * links.
 */
export type MentionJob = 'NAMES' | 'LINK' | 'CLEAR';

export interface FoundJob {
  readonly job: MentionJob | null;
  /** Id of the last processed entity or text; null at the start and after the last one. */
  readonly position: string | null;
  /** True if texts or names wait. */
  readonly waiting: boolean;
}

export interface MentionState {
  readonly enabled: boolean;
  /** True if a job over all texts is running. */
  readonly busy: boolean;
  /** Number of linked texts. */
  readonly linked: number;
  /** Number of texts and names that wait. */
  readonly waiting: number;
}

export const listUnlinked = readStatement<In & { after: string | null; texts: number; names: number }, Unlinked>(
  'mentions/list-unlinked',
);
export const findNames = readStatement<
  In & { sought: { readonly names: readonly string[]; readonly keys: readonly string[] } },
  NameState
>('mentions/find-names');
export const listCommonNames = readStatement<In & { documents: number }, { name: string }>(
  'mentions/list-common-names',
);
export const markNames = writeStatement<In & { names: readonly string[] }, { marked: number }>('mentions/mark-names');
/** The effects of a change of texts and names (mentions/link-texts). */
export interface LinkChange {
  readonly texts: number;
  readonly uncased: boolean;
  /** Full-text queries for other texts that are to be linked again. */
  readonly queries: readonly string[];
  /** Ids of texts that must not be queued, even if the queries find them. */
  readonly except: readonly string[];
  readonly names: readonly NameRow[];
  /** Names whose automatically created entity is deleted. */
  readonly entities: readonly string[];
  /** Names that are deleted. */
  readonly forgotten: readonly string[];
  readonly rows: readonly LinkedText[];
}

export const linkTexts = writeStatement<In & { now: Date; change: LinkChange }, { marked: number }>(
  'mentions/link-texts',
);

export const listEntityNames = readStatement<In & { after: string; limit: number }, { id: string; name: string }>(
  'mentions/list-entity-names',
);
export const findJob = readStatement<In & { rules: number }, FoundJob>('mentions/find-job');
export const findState = readStatement<In & { rules: number }, MentionState>('mentions/find-state');
export const listDue = readStatement<{ rules: number }, { namespace: string }>('mentions/list-due');
export const setJob = writeStatement<
  In & { enabled: boolean; job: MentionJob | null; position: string | null; rules: number },
  object
>('mentions/set-job');
export const clearTexts = writeStatement<In & { after: string; limit: number }, { after: string | null }>(
  'mentions/clear-texts',
);
export const clearNames = writeStatement<In & { limit: number }, { cleared: number }>('mentions/clear-names');
