import { readStatement, writeStatement } from '../graph/statement.js';
import type { KnowledgeType } from './layers.model.js';
import type { StoredProfile } from './proposal.js';

interface In {
  readonly namespace: string;
}
type Ids = In & { readonly ids: readonly string[] };
type PageOf = In & { readonly afterId: string; readonly limit: number };

// ───────────────────────────── what is stored ─────────────────────────────

export interface StoredEntity {
  readonly id: string;
  readonly type: string;
  readonly label: string | null;
  /** Of its node, JSON. */
  readonly properties: string | null;
  /** Of its metadata record, JSON. */
  readonly metadata: string | null;
}

export interface StoredPiece {
  readonly ref: string;
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly trust: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly content: string;
  readonly knowledgeType: KnowledgeType;
  readonly infoType: string;
  readonly tags: readonly string[];
  readonly embeddingText: string | null;
  readonly session: string | null;
  readonly position: number | null;
  readonly occurredAt: Date | null;
  readonly entityId: string | null;
}

export interface StoredRelation {
  readonly key: string;
  readonly type: string;
  readonly pieceId: string | null;
  /** JSON, without the piece_id. */
  readonly properties: string;
  readonly source: StoredEntity;
  readonly target: StoredEntity;
}

export interface StoredCheckIn {
  readonly id: string;
  readonly text: string;
  readonly reply: string | null;
  readonly document: string;
  readonly artifacts: string | null;
  readonly by: string | null;
  readonly at: Date;
}

const entityColumns = { id: true, type: true, label: true, properties: true, metadata: true } as const;
const pieceColumns = {
  ref: true,
  id: true,
  title: true,
  text: true,
  trust: true,
  createdAt: true,
  updatedAt: true,
  content: true,
  knowledgeType: true,
  infoType: true,
  tags: true,
  embeddingText: true,
  session: true,
  position: true,
  occurredAt: true,
  entityId: true,
} as const;
const relationColumns = {
  key: true,
  reverseKey: true,
  type: true,
  pieceId: true,
  properties: true,
  source: true,
  target: true,
} as const;
const checkInColumns = {
  id: true,
  text: true,
  reply: true,
  document: true,
  artifacts: true,
  by: true,
  at: true,
} as const;

// ───────────────────────────── writing ─────────────────────────────

export type SaveOutcome = 'CREATED' | 'UPDATED' | 'UNCHANGED';
export type LinkOutcome = SaveOutcome | 'NO_SOURCE' | 'NO_TARGET' | 'NO_PIECE';

export interface MetadataRow {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly properties: string;
  readonly hash: string;
}

export interface NodeRow extends MetadataRow {
  readonly label: string | null;
}

export interface NamedRow {
  readonly id: string;
  readonly type: string;
  readonly name: string;
}

export interface PieceRow {
  readonly id: string;
  readonly ref: string;
  readonly hash: string;
  readonly entityId: string | null;
  readonly mentions: readonly string[];
  /** Its own; null takes one away. */
  readonly properties: Readonly<Record<string, unknown>> & {
    readonly title: string;
    readonly text: string;
    readonly session: string | null;
  };
}

export interface LinkRow {
  readonly sourceId: string;
  readonly targetId: string;
  readonly type: string;
  readonly pieceId: string | null;
  readonly key: string;
  readonly reverseKey: string;
  readonly properties: string;
}

export interface SavedRecord {
  readonly id: string;
  readonly outcome: SaveOutcome;
}

export interface SavedPiece extends SavedRecord {
  readonly textChanged: boolean;
  /** The one it was in. */
  readonly session: string | null;
}

type Saving<Row> = In & { readonly now: Date; readonly checkIn: string | null; readonly rows: readonly Row[] };

export const lockLayers = writeStatement<In & { now: Date }, object>('layers/lock-layers', {});

/** `keep`: what is stored already stays as it is. */
type Keeping<Row> = Saving<Row> & { readonly keep: boolean };

const saved = { id: true, outcome: true } as const;
export const findProfiles = readStatement<Ids, StoredProfile & { readonly id: string }>('layers/find-profiles', {
  id: true,
  type: true,
  described: true,
  metadataType: true,
  metadata: true,
});
export const saveMetadata = writeStatement<Saving<MetadataRow>, SavedRecord>('layers/save-metadata', saved);
export const saveNodes = writeStatement<Keeping<NodeRow>, SavedRecord>('layers/save-nodes', saved);
export const nameEntities = writeStatement<In & { now: Date; rows: readonly NamedRow[] }, object>(
  'layers/name-entities',
  {},
);
export const savePieces = writeStatement<Keeping<PieceRow>, SavedPiece>('layers/save-pieces', {
  ...saved,
  textChanged: true,
  session: true,
});
export const leaveSessions = writeStatement<Ids, object>('layers/leave-sessions', {});
export const orderSessions = writeStatement<In & { sessions: readonly string[] }, object>('layers/order-sessions', {});
export const saveLinks = writeStatement<Keeping<LinkRow & { n: number }>, { n: number; outcome: LinkOutcome }>(
  'layers/save-links',
  { n: true, outcome: true },
);

/** What of an entity a check-in brought. */
export interface BroughtEntity {
  readonly id: string;
  readonly metadata: boolean;
  readonly node: boolean;
  /** Keys of the relations from it. */
  readonly links: readonly string[];
}

export const recordCheckIn = writeStatement<
  In & {
    now: Date;
    checkIn: Omit<StoredCheckIn, 'at'>;
    entities: readonly BroughtEntity[];
    pieces: readonly string[];
  },
  object
>('layers/record-check-in', {});

// ───────────────────────────── deleting ─────────────────────────────

export const deletePieces = writeStatement<Ids, { id: string; session: string | null }>('layers/delete-pieces', {
  id: true,
  session: true,
});
export const deleteEntity = writeStatement<In & { id: string }, { outcome: 'DELETED' | 'HAS_PIECES' }>(
  'layers/delete-entity',
  { outcome: true },
);
export const findDeleted = readStatement<In, { id: string }>('layers/find-deleted', { id: true });
export const sweepEntities = writeStatement<In & { limit: number }, { swept: number }>('layers/sweep-entities', {
  swept: true,
});
export const listPieceIds = readStatement<In & { id: string }, { id: string }>('layers/list-piece-ids', {
  id: true,
});
export const undoLinks = writeStatement<In & { id: string }, { links: number }>('layers/undo-links', {
  links: true,
});
export const listUndonePieces = readStatement<In & { id: string }, { id: string }>('layers/list-undone-pieces', {
  id: true,
});
export const undoEntities = writeStatement<In & { now: Date; id: string }, { undone: boolean }>(
  'layers/undo-entities',
  { undone: true },
);

// ───────────────────────────── reading ─────────────────────────────

export const findEntities = readStatement<Ids, StoredEntity>('layers/find-entities', entityColumns);
export const listEntities = readStatement<PageOf, StoredEntity>('layers/list-entities', entityColumns);
export const listEntitiesOfType = readStatement<PageOf & { type: string }, StoredEntity>(
  'layers/list-entities-of-type',
  entityColumns,
);
export const countEntities = readStatement<In & { type: string | null }, { total: number }>('layers/count-entities', {
  total: true,
});
export const findPieces = readStatement<Ids, StoredPiece>('layers/find-pieces', pieceColumns);
export const findPieceTexts = readStatement<Ids, { id: string; title: string; text: string }>(
  'layers/find-piece-texts',
  { id: true, title: true, text: true },
);
export const listPieces = readStatement<
  Ids & { afterId: string; limit: number },
  StoredPiece & { readonly ownerId: string }
>('layers/list-pieces', { ownerId: true, ...pieceColumns });
export const countPieces = readStatement<Ids, { id: string; total: number }>('layers/count-pieces', {
  id: true,
  total: true,
});
export const listMentions = readStatement<Ids, StoredEntity & { readonly pieceId: string }>('layers/list-mentions', {
  pieceId: true,
  ...entityColumns,
});

type RelationPage = Ids & { readonly after: string; readonly limit: number };
export type ListedRelation = StoredRelation & { readonly entityId: string; readonly reverseKey: string };
export const listOutgoingRelations = readStatement<RelationPage, ListedRelation>('layers/list-outgoing-relations', {
  entityId: true,
  ...relationColumns,
});
export const listIncomingRelations = readStatement<RelationPage, ListedRelation>('layers/list-incoming-relations', {
  entityId: true,
  ...relationColumns,
});
export const countRelations = readStatement<Ids, { id: string; outgoing: number; incoming: number }>(
  'layers/count-relations',
  { id: true, outgoing: true, incoming: true },
);

export const findCheckIns = readStatement<Ids, StoredCheckIn>('layers/find-check-ins', checkInColumns);
export const findCheckInsOfPieces = readStatement<Ids, StoredCheckIn & { readonly pieceId: string }>(
  'layers/find-check-ins-of-pieces',
  { pieceId: true, ...checkInColumns },
);

export interface Around extends In {
  /** What may be null: a plan is kept for each parameter that is, but not for what is in one. */
  readonly asked: {
    /** Null: metadata of all, and nothing else. */
    readonly entityId: string | null;
    readonly knowledgeTypes: readonly KnowledgeType[] | null;
    readonly tags: readonly string[] | null;
  };
  readonly depth: number;
  readonly limit: number;
}

export interface FoundAround {
  readonly metadata: string | null;
  readonly globalMetadata: string | null;
  readonly relations: readonly (StoredRelation & { readonly depth: number; readonly piece: StoredPiece | null })[];
}

export const retrieve = readStatement<Around, FoundAround>('layers/retrieve', {
  metadata: true,
  globalMetadata: true,
  relations: true,
});
