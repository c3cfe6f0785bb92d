import { ownValue } from '../common/json.js';

/** A label whose nodes are exported, in a file of their own. */
export interface MovedLabel {
  readonly label: string;
  /** Properties that identify a node within its namespace and label; empty for nodes that exist once per namespace. */
  readonly key: readonly string[];
  /** For each key property, a value that sorts before all keys: the empty string, or -1 for numbers. */
  readonly before: readonly (string | number)[];
  /** Further properties that must be unique in a namespace. */
  readonly alsoUnique?: readonly string[];
  /** The service derives the node from others: if both sides of a merge have one, that of the namespace is kept. */
  readonly isDerived?: boolean;
}

function moved(label: string, key: readonly string[], more: Omit<MovedLabel, 'label' | 'key' | 'before'> = {}) {
  const before = key.map((name) => (NUMBERS.has(name) ? -1 : ''));
  return { label, key, before, ...more };
}

/** Key properties that are numbers. */
export const NUMBERS: ReadonlySet<string> = new Set(['num', 'number']);

/**
 * Every label of a namespace's data, in the order of the files. A node is in the file of its label listed here; its
 * other labels ({@link SECOND_LABELS}) are stored with it.
 */
export const MOVED_LABELS: readonly MovedLabel[] = [
  moved('CapturedSession', ['id']),
  moved('CapturedTurn', ['id']),
  moved('Catalog', [], { isDerived: true }),
  moved('Change', ['id']),
  moved('CheckIn', ['id']),
  moved('Document', ['id'], { alsoUnique: ['root', 'source'] }),
  moved('DocumentName', ['key'], { isDerived: true }),
  moved('Domain', ['name']),
  moved('Entity', ['id']),
  moved('EntityAlias', ['id']),
  moved('Evidence', ['id']),
  moved('Fluent', ['id']),
  moved('GenerationEvent', ['id']),
  moved('ItemName', ['key', 'application', 'hash'], { isDerived: true }),
  moved('KnowledgeItem', ['id']),
  moved('KnowledgeLayers', [], { isDerived: true }),
  moved('Learning', ['id']),
  moved('Memory', ['id']),
  moved('MemoryTitle', ['key'], { isDerived: true }),
  moved('Message', ['id'], { alsoUnique: ['session', 'position'] }),
  moved('Name', ['name'], { isDerived: true }),
  moved('Piece', ['id']),
  moved('Plan', ['id'], { alsoUnique: ['idempotencyKey'] }),
  moved('Receipt', ['id']),
  moved('Sample', [], { isDerived: true }),
  moved('Session', ['id']),
  moved('State', ['name'], { isDerived: true }),
  moved('Step', ['planId', 'num']),
  moved('Strategy', ['id']),
  moved('Task', ['id'], { alsoUnique: ['idempotencyKey'] }),
  moved('TaskStep', ['taskId', 'num']),
  moved('Trial', ['id'], { alsoUnique: ['slot'] }),
  moved('Turn', ['id']),
  moved('Undoing', [], { isDerived: true }),
  moved('Undone', ['ref']),
  moved('UndoneCheckIn', ['id']),
  moved('Version', ['ref', 'number']),
];

/** Further labels that nodes may have, stored with their node: each with the labels of the above that it stands beside. */
export const SECOND_LABELS: Readonly<Record<string, readonly string[]>> = {
  HumanInterrupt: ['Learning'],
  Knowledge: ['Fluent', 'KnowledgeItem', 'Memory', 'Message', 'Piece', 'Strategy'],
  PlanningPrompt: ['Receipt'],
  SearchedVersion: ['Version'],
  SelfExploration: ['Learning'],
  UnlinkedName: ['Name'],
  UnlinkedPiece: ['Piece'],
  UnnamedItem: ['KnowledgeItem'],
};

/** A node without a key of its own, stored with the node that it is attached to by a relationship. */
export interface PartLabel {
  /** Labels of that node, of those above. */
  readonly of: readonly string[];
  readonly type: string;
  readonly label: string;
}

export const PART_LABELS: readonly PartLabel[] = [
  { of: ['Fluent'], type: 'HAS_VALUE', label: 'FluentValue' },
  // An undo may hide a memory that was promoted.
  { of: ['Memory', 'Undone'], type: 'PROMOTED', label: 'Promotion' },
];

/** Labels that are never exported, with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  Audit: 'says what was done in this database',
  ApiKey: 'a key opens the service that it was made for',
  CommitMark: 'of the replicas of this service',
  DeletedEntity: 'it was deleted, and is being taken apart',
  DeletedItem: 'it was deleted, and is being taken apart',
  EmbeddingJob: 'of the whole database',
  EmbeddingModel: 'of the whole database; the manifest names it where vectors are exported',
  Job: 'work of this service that waits or was done',
  Lease: 'of the replicas of this service',
  Migration: 'of the whole database',
  NamespaceImport: 'how far an import has come',
  ReceiptRetention: 'of the whole database',
  SchemaFile: 'of the whole database',
  Staged: 'what an import has brought that nobody sees yet',
  WordCount: 'counted anew',
  WordStatistics: 'counted anew',
};

const BY_LABEL = new Map(MOVED_LABELS.map((moved) => [moved.label, moved]));

/** The label under which a node with these labels is moved; undefined if it is not exported. */
export function movedLabelOf(labels: readonly string[]): MovedLabel | undefined {
  for (const label of labels) {
    // Such a node is in the file of entities, see `mayHave`.
    const found = label === 'EntityAlias' && labels.includes('Entity') ? undefined : BY_LABEL.get(label);
    if (found) return found;
  }
  return undefined;
}

/** Whether a node that is in the file of `moved` may have this label. */
export function mayHave({ label: own }: MovedLabel, label: string): boolean {
  // While two entities are being merged, a node may be entity and alias at once.
  if (own === 'Entity' && label === 'EntityAlias') return true;
  return label === own || ownValue(SECOND_LABELS, label)?.includes(own) === true;
}

export function movedLabel(label: string): MovedLabel | undefined {
  return BY_LABEL.get(label);
}
