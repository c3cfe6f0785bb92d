import type { Sample } from '../evidence/calibration.js';
import { readStatement, writeStatement } from '../graph/statement.js';
import type { KnowledgeItem, LearningKind } from './items.model.js';
import type { NameKey } from './names.statements.js';
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

/** Properties of an item's node; JSON as text. */
export type StoredItem = Omit<KnowledgeItem, 'parameters' | 'extra'> & {
  readonly parameters: string;
  readonly extra: string;
};

/** Properties of an item that its documentation gives. */
export type StoredDocumentation = Omit<StoredItem, UndocumentedProperty>;
type UndocumentedProperty = 'ref' | 'id' | 'kind' | 'trust' | 'createdAt' | 'updatedAt' | 'application' | 'extra';

/** An item to be saved. */
export interface ItemRow {
  readonly id: string;
  readonly ref: string;
  readonly hash: string;
  readonly documentation: StoredDocumentation;
  /** Null leaves it as it is; '' takes it away. */
  readonly application: string | null;
  readonly facets: readonly string[];
  /** Null leaves it as it is. */
  readonly extra: string | null;
  readonly givenFields: readonly string[];
  readonly initialTrust: number;
}

/** What saving an item did; UNCHANGED wrote nothing. */
export type SaveOutcome = 'CREATED' | 'UPDATED' | 'UNCHANGED';

/** Result of saving one item; `textChanged` asks for a new vector. */
export interface SavedRow {
  readonly id: string;
  readonly outcome: SaveOutcome;
  readonly textChanged: boolean;
}

export const lockCatalog = writeStatement<InNamespace & { now: Date }, { hidden: boolean }>('items/lock-catalog');

export const findItems = readStatement<Ids, { item: StoredItem }>('items/find-items');

export const findItemTexts = readStatement<Ids, { id: string; title: string; text: string }>('items/find-item-texts');

/** Filter of a list of items; null filters nothing. */
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

/** An item whose trust and learnings an import sets back. */
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

export const listTrustSamples = readStatement<InNamespace, Sample>('items/list-trust-samples');

// ───────────────────────────── prerequisites ─────────────────────────────

export const unlinkPrerequisites = writeStatement<Ids, { name: string }>('items/unlink-prerequisites');

export const linkOutputs = writeStatement<Rows<{ id: string; outputState: string }>, object>('items/link-outputs');

export const linkPrerequisites = writeStatement<Rows<{ id: string; name: string; position: number }>, object>(
  'items/link-prerequisites',
);

export const claimStates = writeStatement<Ids, { name: string }>('items/claim-states');

export const deleteUnusedStates = writeStatement<InNamespace & { names: readonly string[] }, object>(
  'items/delete-unused-states',
);

export const readPrerequisites = readStatement<Ids, PrerequisiteNode>('items/read-prerequisites');

export const readDependents = readStatement<Ids, PrerequisiteNode>('items/read-dependents');

export const listPrerequisites = readStatement<InNamespace, { id: string; name: string; requires: string | null }>(
  'items/list-prerequisites',
);

export const listUnresolved = readStatement<Ids, { id: string; names: string[] }>('items/list-unresolved');

// ───────────────────────────── learnings ─────────────────────────────

/** Properties of a Learning node; JSON as text. What is null is not stored. */
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
  /** Since when it holds no more; absent while it does. */
  readonly withdrawnAt?: Date | null;
  readonly resolvedInto?: string | null;
}

/** A learning as it is read. */
interface FoundLearning {
  readonly itemId: string;
  readonly learning: StoredLearning;
  readonly recoveryFailed: boolean;
}

/** A learning to be saved with the import of its item. */
export interface LearningRow {
  readonly itemId: string;
  readonly human: boolean;
  readonly learning: StoredLearning & { readonly createdAt: Date; readonly ordinal: number };
}

export const addLearnings = writeStatement<Rows<LearningRow>, { itemId: string }>('items/add-learnings');

/** Page of the learnings of an item. */
export interface PageOfLearnings {
  /** Whether verified ones come before others; false: the newest do. */
  readonly verifiedFirst: boolean;
  readonly kind: LearningKind | null;
  readonly afterAwaiting: boolean | null;
  readonly afterFirst: boolean | null;
  readonly afterTimestamp: Date | null;
  readonly afterId: string | null;
  readonly limit: number;
  /** Also those of which a person said that they do not hold. */
  readonly withRefuted: boolean;
}

/** Learnings by their ids, or a page of those of each item. */
export const listLearnings = readStatement<Ids & { itemIds: readonly string[]; page: PageOfLearnings }, FoundLearning>(
  'items/list-learnings',
);

/** Filter of the learnings of all items; null filters nothing. */
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
  Ids & { kind: LearningKind | null; withRefuted: boolean },
  { itemId: string; total: number }
>('items/count-learnings');

/** What became of a learning. */
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

export const verifyLearning = writeStatement<InNamespace & { id: string; verified: boolean }, { changed: boolean }>(
  'items/verify-learning',
);

/** What a learning says from now on. */
export interface SavedLearning {
  readonly id: string;
  readonly fields: Readonly<Record<string, string | null>>;
  readonly contentHash: string;
}

export const saveLearnings = writeStatement<Rows<SavedLearning>, { id: string }>('items/save-learnings');

/** A learning to be resolved, or opened again. */
export interface WithdrawnLearning extends InNamespace {
  readonly id: string;
  readonly now: Date;
  /** A ref or an address; null where it was taken back. */
  readonly resolvedInto: string | null;
}

export const withdrawLearnings = writeStatement<{ rows: readonly WithdrawnLearning[] }, { id: string }>(
  'items/withdraw-learnings',
);

/** A learning that came with a new entry of the ledger. */
export interface NewLearning extends InNamespace {
  readonly evidenceId: string;
  readonly learning: StoredLearning;
  readonly label: 'SelfExploration' | 'HumanInterrupt';
  /** The step that taught it. */
  readonly taughtBy: { readonly planId: string; readonly stepNum: number } | null;
}

export const writeLearnings = writeStatement<{ rows: readonly NewLearning[] }, object>('items/write-learnings');
