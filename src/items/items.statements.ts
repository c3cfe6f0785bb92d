import type { Sample, Sampled } from '../evidence/calibration.js';
import { readStatement, writeStatement } from '../graph/statement.js';
import type { KnowledgeItem, LearningKind } from './items.model.js';
import type { NameKey } from './names.statements.js';
import type { ItemWithPrerequisites } from './prerequisite-warnings.js';
import type { PrerequisiteNode } from './prerequisites.js';
import type { Uses } from './reliability.js';

interface InNamespace {
  readonly namespace: string;
}
interface Ids extends InNamespace {
  readonly ids: readonly string[];
}
interface Rows<Row> extends InNamespace {
  readonly rows: readonly Row[];
}

// ───────────────────────────── items ─────────────────────────────

/** Properties of an item's node. Objects are stored as JSON text. */
export type StoredItem = Omit<KnowledgeItem, 'parameters' | 'extra'> & {
  readonly parameters: string;
  readonly extra: string;
};

/** The properties of an item's node that come from its documentation. */
export type StoredDocumentation = Omit<StoredItem, UndocumentedProperty>;
type UndocumentedProperty = 'ref' | 'id' | 'kind' | 'trust' | 'createdAt' | 'updatedAt' | 'application' | 'extra';

/** An item to save. */
export interface ItemRow {
  readonly id: string;
  readonly ref: string;
  readonly hash: string;
  readonly documentation: StoredDocumentation;
  /** Null keeps the stored value; '' removes it. */
  readonly application: string | null;
  readonly facets: readonly string[];
  /** Null keeps the stored value. */
  readonly extra: string | null;
  readonly givenFields: readonly string[];
  readonly initialTrust: number;
}

/** The effect of saving an item; UNCHANGED means that nothing was written. */
export type SaveOutcome = 'CREATED' | 'UPDATED' | 'UNCHANGED';

/** Result of saving one item. If `textChanged` is true, the item needs a new vector. */
export interface SavedRow {
  readonly id: string;
  readonly outcome: SaveOutcome;
  readonly textChanged: boolean;
}

export const lockCatalog = writeStatement<InNamespace & { now: Date }, { hidden: boolean }>('items/lock-catalog');

export const findItems = readStatement<Ids, { item: StoredItem }>('items/find-items');

export const findItemTexts = readStatement<Ids, { id: string; title: string; text: string }>('items/find-item-texts');

/** Filter of a list of items; null values filter nothing. */
export interface ItemFilter {
  readonly maxTrust: number | null;
  readonly withLearnings: boolean | null;
}

type PageOf<After> = InNamespace & ItemFilter & After & { readonly afterId: string | null; readonly limit: number };

export const listItemsById = readStatement<PageOf<object>, { id: string }>('items/list-items-by-id');

export const listItemsByTrust = readStatement<PageOf<{ afterTrust: number | null }>, { id: string; trust: number }>(
  'items/list-items-by-trust',
);

export const listItemsByUpdate = readStatement<
  PageOf<{ afterTime: Date | null; latest: Date }>,
  { id: string; updatedAt: Date }
>('items/list-items-by-updated');

export const listItemsByLearnings = readStatement<
  PageOf<{ afterCount: number | null }>,
  { id: string; learnings: number }
>('items/list-items-by-learnings');

export const countItems = readStatement<InNamespace & ItemFilter, { total: number }>('items/count-items');

export const saveItems = writeStatement<Rows<ItemRow> & { now: Date }, SavedRow>('items/save-items');

/** An item whose trust and learnings are reset by an import. */
export interface ResetRow {
  readonly id: string;
  readonly initialTrust: number;
  readonly learningHashes: readonly string[];
}

export const resetItems = writeStatement<Rows<ResetRow> & { now: Date }, { id: string }>('items/reset-items');

export const deleteItem = writeStatement<InNamespace & { id: string }, { states: string[]; names: NameKey[] }>(
  'items/delete-item',
);

export const hideItems = writeStatement<Ids, { id: string; states: string[]; names: NameKey[] }>('items/hide-items');
export const reviveItems = writeStatement<Ids, { id: string }>('items/revive-items');
export const markHidden = writeStatement<InNamespace, object>('items/mark-hidden');

export const findDeleted = readStatement<InNamespace, { id: string }>('items/find-deleted');

export const sweepItems = writeStatement<InNamespace & { limit: number }, { swept: number }>('items/sweep-items');

export const exportItems = readStatement<
  InNamespace,
  {
    item: Omit<StoredItem, 'ref' | 'kind' | 'title' | 'text' | 'createdAt' | 'updatedAt'> & { givenFields: string[] };
    learnings: StoredLearning[];
  }
>('items/export-items');

export const countItemUses = readStatement<Ids, Uses & { itemId: string }>('items/count-item-uses');

export const listTrustSamples = readStatement<Sampled, Sample>('items/list-trust-samples');

// ───────────────────────────── prerequisites ─────────────────────────────

export const unlinkPrerequisites = writeStatement<Ids, { name: string }>('items/unlink-prerequisites');

export const linkOutputs = writeStatement<Rows<{ id: string; outputState: string }>, object>('items/link-outputs');

export const linkPrerequisites = writeStatement<Rows<{ id: string; names: readonly string[] }>, object>(
  'items/link-prerequisites',
);

export const claimStates = writeStatement<Ids, { name: string }>('items/claim-states');

export const deleteUnusedStates = writeStatement<InNamespace & { names: readonly string[] }, object>(
  'items/delete-unused-states',
);

export const readPrerequisites = readStatement<Ids, PrerequisiteNode>('items/read-prerequisites');

export const readDependents = readStatement<Ids, PrerequisiteNode>('items/read-dependents');

export const listPrerequisites = readStatement<InNamespace, ItemWithPrerequisites>('items/list-prerequisites');

export const listUnresolved = readStatement<Ids, { id: string; names: string[] }>('items/list-unresolved');

// ───────────────────────────── learnings ─────────────────────────────

/** Properties of a Learning node, with objects as JSON text. Null values are not stored. */
export interface StoredLearning {
  readonly namespace: string;
  readonly id: string;
  readonly kind: LearningKind;
  readonly task: string;
  readonly stepNum: number;
  readonly originalAction: string;
  readonly originalError?: string | null;
  readonly recoveryApproach?: string | null;
  readonly correctedAction?: string | null;
  readonly humanReasoning?: string | null;
  readonly applicationVersion?: string | null;
  readonly timestamp: Date;
  readonly givenTimestamp?: string | null;
  readonly extra?: string | null;
  readonly verified: boolean;
  readonly contentHash: string;
  /** Time at which the learning was withdrawn; absent if it was not. */
  readonly withdrawnAt?: Date | null;
  readonly resolvedInto?: string | null;
}

/** A learning as read from the database. */
interface FoundLearning {
  readonly itemId: string;
  readonly learning: StoredLearning;
  /** Its content at the requested time, if it changed since. */
  readonly state: string | null;
  readonly recoveryFailed: boolean;
}

/** A learning to save together with the import of its item. */
export interface LearningRow {
  readonly itemId: string;
  readonly human: boolean;
  readonly learning: StoredLearning & { readonly createdAt: Date; readonly ordinal: number };
}

export const addLearnings = writeStatement<Rows<LearningRow>, { itemId: string }>('items/add-learnings');

/** Page of the learnings of an item. */
export interface PageOfLearnings {
  readonly kind: LearningKind | null;
  readonly afterAwaiting: boolean | null;
  readonly afterFirst: boolean | null;
  readonly afterTimestamp: Date | null;
  readonly afterId: string | null;
  readonly limit: number;
  /** Whether learnings that a person marked as wrong are included. */
  readonly withRefuted: boolean;
  /** Only learnings that were recorded by this time; null for all. */
  readonly known: Date | null;
}

/** Learnings by their ids, or one page of learnings per item. */
export const listLearnings = readStatement<Ids & { itemIds: readonly string[]; page: PageOfLearnings }, FoundLearning>(
  'items/list-learnings',
);

/** Filter of a list of learnings across all items; null values filter nothing. */
export interface LearningFilter {
  readonly kind: LearningKind | null;
  readonly verified: boolean | null;
  readonly awaiting: boolean | null;
}

export const listLearningsByTime = readStatement<
  { namespace: string; since: Date; to: Date; page: LearningFilter & { afterId: string | null }; limit: number },
  { readonly id: string }
>('items/list-learnings-by-time');

export const countLearningsByTime = readStatement<
  { namespace: string; since: Date; page: LearningFilter },
  { readonly total: number }
>('items/count-learnings-by-time');

export const countLearnings = readStatement<
  Ids & { kind: LearningKind | null; withRefuted: boolean; known: Date },
  { itemId: string; total: number }
>('items/count-learnings');

/** Numbers of times that a learning was shown, followed, and followed successfully. */
export interface LearningUses {
  readonly shown: number;
  readonly reused: number;
  readonly followed: number;
  readonly succeeded: number;
}

export const countLearningUses = readStatement<Ids, LearningUses & { learningId: string }>('items/count-learning-uses');

export const completeLearning = writeStatement<
  InNamespace & { id: string; recoveryApproach: string; contentHash: string },
  { recoveryApproach: string }
>('items/complete-learning');

export const verifyLearning = writeStatement<
  InNamespace & { id: string; verified: boolean },
  { changed: boolean; verified: boolean; byPerson: boolean | null }
>('items/verify-learning');

export const restoreVerdict = writeStatement<
  InNamespace & { id: string; now: boolean | null; next: boolean | null; verified: boolean },
  { id: string }
>('items/restore-verdict');

/** New content of a learning. */
export interface SavedLearning {
  readonly id: string;
  readonly fields: Readonly<Record<string, string | null>>;
  readonly contentHash: string;
}

export const saveLearnings = writeStatement<Rows<SavedLearning>, { id: string }>('items/save-learnings');

/** A learning to mark as resolved, or to reopen. */
export interface WithdrawnLearning extends InNamespace {
  readonly id: string;
  readonly now: Date;
  /** Ref or address of the correction that replaces the learning; null if the learning was retracted. */
  readonly resolvedInto: string | null;
}

export const withdrawLearnings = writeStatement<{ rows: readonly WithdrawnLearning[] }, { id: string }>(
  'items/withdraw-learnings',
);

/** A learning to create with a new ledger entry. */
export interface NewLearning extends InNamespace {
  readonly evidenceId: string;
  readonly learning: StoredLearning;
  readonly label: 'SelfExploration' | 'HumanInterrupt';
  /** The step of a plan from which the learning came; null if there is none. */
  readonly taughtBy: { readonly planId: string; readonly stepNum: number } | null;
}

export const writeLearnings = writeStatement<{ rows: readonly NewLearning[] }, object>('items/write-learnings');
