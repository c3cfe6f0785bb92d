import { readStatement, writeStatement } from '../graph/statement.js';

/** Name, value and type of a property; the type is that of Cypher's `valueType`. */
export type Entry = readonly [name: string, value: unknown, type: string];

export interface NodePage {
  readonly namespace: string;
  readonly label: string;
  readonly after: readonly (string | number)[];
  readonly batch: number;
  readonly without: readonly string[];
}

/** A node without a key of its own, and its relationship to the node that has one. */
export interface PartRow {
  readonly type: string;
  readonly labels: readonly string[];
  readonly entries: readonly Entry[];
}

export interface NodeRow {
  /** Element id. */
  readonly node: string;
  readonly key: readonly (string | number)[];
  readonly labels: readonly string[];
  readonly entries: readonly Entry[];
  readonly parts: readonly PartRow[];
  /** Number of relationships that start at the node. */
  readonly degree: number;
}

export const listNodes = readStatement<{ page: NodePage }, NodeRow>('moving/list-nodes');

export interface RelationshipRow {
  /** Element id of the start node. */
  readonly node: string;
  readonly type: string;
  readonly entries: readonly Entry[];
  /** Labels of the end node, followed by the properties that may be part of its key. */
  readonly labels: readonly string[];
  readonly other: Readonly<Record<string, string | number | null>>;
}

export const listRelationships = readStatement<
  { nodes: readonly string[]; without: readonly string[] },
  RelationshipRow
>('moving/list-relationships');

export const countNodes = readStatement<{ namespace: string }, { label: string; nodes: number }>('moving/count-nodes');

export const countDeleted = readStatement<{ namespace: string }, { deleted: number }>('moving/count-deleted');

export const findImport = readStatement<{ namespace: string }, { hash: string; batches: number }>('moving/find-import');

export const beginImport = writeStatement<{ namespace: string; hash: string; now: Date }, { begun: boolean }>(
  'moving/begin-import',
);

export const endBatch = writeStatement<{ namespace: string; hash: string; batch: number }, { batches: number }>(
  'moving/end-batch',
);

export const endImport = writeStatement<{ namespace: string }, object>('moving/end-import');

/** Properties in the form that an import writes. */
export interface WrittenProperties {
  readonly properties: Readonly<Record<string, unknown>>;
  /** Names of the properties that are integers, and of those that are lists of integers. */
  readonly integers: readonly string[];
  readonly integerLists: readonly string[];
}

export interface StagedNode extends WrittenProperties {
  readonly staged: string;
  readonly vectors: readonly { readonly property: string; readonly values: readonly number[] }[];
  readonly parts: readonly (WrittenProperties & { readonly type: string; readonly labels: readonly string[] })[];
}

export const stageNodes = writeStatement<{ rows: readonly StagedNode[] }, object>('moving/stage-nodes');

export interface StagedRelationship extends WrittenProperties {
  readonly from: string;
  readonly to: string;
  readonly type: string;
}

export const stageRelationships = writeStatement<{ rows: readonly StagedRelationship[] }, object>(
  'moving/stage-relationships',
);

export const stageExisting = writeStatement<{ rows: readonly { node: string; staged: string }[] }, object>(
  'moving/stage-existing',
);

export const showStaged = writeStatement<{ rows: readonly { staged: string; labels: readonly string[] }[] }, object>(
  'moving/show-staged',
);

export const dropStaged = writeStatement<{ before: string; until: string; batch: number }, { dropped: number }>(
  'moving/drop-staged',
);

export const findBrought = readStatement<{ staged: string }, { staged: string }>('moving/find-brought');

export const dropSingles = writeStatement<{ namespace: string; labels: readonly string[] }, object>(
  'moving/drop-singles',
);

export const settleMerge = writeStatement<{ namespace: string }, object>('moving/settle-merge');
