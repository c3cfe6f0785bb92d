import { readStatement, writeStatement } from '../../graph/statement.js';
import type { TextOfPiece } from './scan.js';

interface In {
  readonly namespace: string;
}

/** What was found in a text. */
export interface FoundInText {
  /** By which it is linked; null where it was not looked at yet. */
  readonly names: readonly string[] | null;
  /** That it makes known by itself. */
  readonly told: readonly string[] | null;
  readonly titleName: string | null;
}

export interface UnlinkedText extends TextOfPiece, FoundInText {
  readonly id: string;
}

export interface Unlinked {
  readonly texts: readonly UnlinkedText[];
  readonly names: readonly string[];
  /** Entities of these names that documents bring, by id. */
  readonly targets: readonly { readonly name: string; readonly id: string }[];
}

/** What all texts of a namespace say of a name. */
export interface NameState {
  readonly name: string;
  /** Texts that have it inside a sentence. */
  readonly told: number;
  /** Texts that have it as a title. */
  readonly titles: number;
  /** Texts that are linked by it, or would be were they fewer. */
  readonly documents: number;
  /** Ids of the entities that documents bring under this name, sorted. */
  readonly targets: readonly string[];
  /** Whether too many texts have it. */
  readonly hidden: boolean;
}

export interface NameRow extends Omit<NameState, 'hidden'> {
  readonly key: string | null;
  readonly hidden: true | null;
  /** Whether it has an entity of its own. */
  readonly entity: boolean;
}

export interface LinkedText {
  readonly id: string;
  readonly names: readonly string[];
  readonly told: readonly string[];
  readonly titleName: string | null;
  readonly words: string;
  /** Ids of entities. */
  readonly mentions: readonly string[];
  readonly titled: readonly string[];
}

/** NAMES: the names of all entities are looked at; LINK, which follows: all texts are linked anew; CLEAR: all is taken back. */
export type MentionJob = 'NAMES' | 'LINK' | 'CLEAR';

export interface FoundJob {
  readonly job: MentionJob | null;
  /** Id of the last entity or text that was looked at; null behind the last of all. */
  readonly position: string | null;
  /** Whether texts or names wait. */
  readonly waiting: boolean;
}

export interface MentionState {
  readonly enabled: boolean;
  /** Whether a job goes over all texts. */
  readonly busy: boolean;
  /** Texts that are linked. */
  readonly linked: number;
  /** Texts and names that wait for it. */
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
/** What a change of texts and names leads to. */
export interface LinkChange {
  readonly texts: number;
  readonly uncased: boolean;
  /** Full-text queries for other texts that are to be linked anew. */
  readonly queries: readonly string[];
  /** Ids of texts that those are not. */
  readonly except: readonly string[];
  readonly names: readonly NameRow[];
  /** Names whose own entity goes. */
  readonly entities: readonly string[];
  /** Names that go. */
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
