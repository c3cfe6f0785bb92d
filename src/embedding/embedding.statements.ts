import type { LeaseKey } from '../graph/leases.statements.js';
import { readStatement, schemaStatement, writeStatement, type Statement } from '../graph/statement.js';

/**
 * Slot of a vector. One slot contains the active model's vectors; the other one is idle or is being filled for the next
 * model.
 */
export type Slot = 0 | 1;

/** The model whose vectors searches use, and the slot with these vectors. */
export interface ActiveModel {
  readonly slot: Slot;
  readonly model: string;
  readonly provider: string;
  /** Null until the first vector is written. */
  readonly dimensions: number | null;
  /** The measured cosine of unrelated texts; null if it was not measured (models.ts). */
  readonly floor: number | null;
  /** All models that were ever active or scheduled to become active. */
  readonly models: readonly string[];
}

/** A text that waits for its vector. */
export interface StoredText {
  readonly namespace: string;
  readonly ref: string;
  readonly title: string;
  readonly text: string;
}

/**
 * A vector and its model. If there is no vector, it is null, and the model is the reason: `none`, or `refused:<model>`.
 */
export interface Embedded {
  readonly vector: Float32Array | null;
  readonly mark: string;
}

/** A change of the embedding model, with its progress in texts. */
export interface StoredJob {
  readonly id: string;
  readonly model: string;
  readonly provider: string;
  readonly status: string;
  readonly done: number;
  readonly total: number;
}

export const findActiveModel = readStatement<object, ActiveModel>('embedding/find-active-model');

export const activateFirstModel = writeStatement<{ model: string; provider: string; now: Date }, ActiveModel>(
  'embedding/activate-first-model',
);

export const recordDimensions = writeStatement<{ model: string; dimensions: number }, { dimensions: number }>(
  'embedding/record-dimensions',
);

export const attachVectors = writeStatement<
  { namespace: string; model: string; rows: readonly ({ ref: string } & Embedded)[] },
  object
>('embedding/attach-vectors');

export const markStale = writeStatement<{ namespace: string; refs: readonly string[] }, object>('embedding/mark-stale');

type OfNamespaces = { namespaces: readonly string[]; limit: number };
export const findStale = {
  0: readStatement<OfNamespaces, StoredText>('embedding/find-stale-0'),
  1: readStatement<OfNamespaces, StoredText>('embedding/find-stale-1'),
};

/** Number of texts of a namespace that lack a vector of the active model. */
export interface StaleNamespace {
  readonly namespace: string;
  readonly stale: number;
}

export const findStaleNamespaces = {
  0: readStatement<object, StaleNamespace>('embedding/find-stale-namespaces-0'),
  1: readStatement<object, StaleNamespace>('embedding/find-stale-namespaces-1'),
};

type OfModel = { namespace: string; model: string };
type EmbeddedCount = { embedded: number; total: number };
export const countEmbedded = {
  0: readStatement<OfModel, EmbeddedCount>('embedding/count-embedded-0'),
  1: readStatement<OfModel, EmbeddedCount>('embedding/count-embedded-1'),
};

type Drawing = { model: string; pairs: readonly (readonly [number, number])[]; most: number };
type MeasuredFloor = { texts: number | null; floor: number | null };
export const measureFloor = {
  0: readStatement<Drawing, MeasuredFloor>('embedding/measure-floor-0'),
  1: readStatement<Drawing, MeasuredFloor>('embedding/measure-floor-1'),
};

export const recordFloor = writeStatement<LeaseKey & { until: Date; model: string; floor: number }, { floor: number }>(
  'embedding/record-floor',
);

type StaleCount = { stale: number; total: number };
export const countStale = {
  0: readStatement<object, StaleCount>('embedding/count-stale-0'),
  1: readStatement<object, StaleCount>('embedding/count-stale-1'),
};

type Clearing = { models: readonly string[]; limit: number };
export const clearSlot = {
  0: writeStatement<Clearing, { cleared: number }>('embedding/clear-slot-0'),
  1: writeStatement<Clearing, { cleared: number }>('embedding/clear-slot-1'),
};

type Change = Statement<object, object>;
export const createIndex: Record<Slot, Change> = {
  0: schemaStatement<object>('embedding/create-index-0'),
  1: schemaStatement<object>('embedding/create-index-1'),
};
/** Vector indexes of Neo4j 2026, which filter by namespace and kind themselves. */
export const createFilteredIndex: Record<Slot, Change> = {
  0: schemaStatement<object>('embedding/create-filtered-index-0'),
  1: schemaStatement<object>('embedding/create-filtered-index-1'),
};
export const dropIndex: Record<Slot, Change> = {
  0: schemaStatement<object>('embedding/drop-index-0'),
  1: schemaStatement<object>('embedding/drop-index-1'),
};

export const findIndexState = readStatement<{ name: string }, { state: string; properties: readonly string[] }>(
  'embedding/find-index-state',
);

export const writeVectors = writeStatement<
  LeaseKey & {
    until: Date;
    vectorProperty: string;
    modelProperty: string;
    rows: readonly (StoredText & Embedded)[];
  },
  { written: number }
>('embedding/write-vectors');

export const startJob = writeStatement<{ id: string; model: string; provider: string; now: Date }, StoredJob>(
  'embedding/start-job',
);

export const findJob = readStatement<object, StoredJob>('embedding/find-job');

export const recordProgress = writeStatement<
  { id: string; status: string; done: number; total: number; error: string | null; now: Date },
  { id: string }
>('embedding/record-progress');

export const flipSlot = writeStatement<
  LeaseKey & { until: Date; jobId: string; slot: Slot; dimensions: number | null; now: Date },
  ActiveModel
>('embedding/flip-slot');
