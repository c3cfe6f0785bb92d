import { readStatement, writeStatement } from '../graph/statement.js';
import type { KnowledgeType, Piece } from './entities.model.js';
import type { LockedLayers } from '../mentions/linker.js';
import type { FoundInText } from '../mentions/mentions.statements.js';
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
  /** Properties of its graph node, as JSON. */
  readonly properties: string | null;
  /** Properties of its metadata record, as JSON. */
  readonly metadata: string | null;
}

/** Properties of a piece's node; an empty title stands for the beginning of its content. */
export type StoredPiece = Piece;

export interface StoredRelation {
  readonly key: string;
  readonly type: string;
  readonly pieceId: string | null;
  /** Start and end of validity as given. */
  readonly validFrom: Date | null;
  readonly validTo: Date | null;
  /** Times calculated from the other relations of its source and functional type. */
  readonly startsAt: Date | null;
  readonly startBasis: 'OCCURRED' | 'RECORDED' | null;
  readonly endsAt: Date | null;
  /** Properties as JSON, without piece_id. */
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
  /** Session of the agent that submitted it; absent in check-ins of earlier releases. */
  readonly session?: string | null;
  readonly at: Date;
}

/** A chunk of a document that an LLM reads facts from. */
export interface ReadChunk {
  readonly id: string;
  /** Entity of the document. */
  readonly entityId: string | null;
}

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
  /** True if the piece is written even if `keep` is true. */
  readonly replaces: boolean;
  readonly ref: string;
  readonly hash: string;
  readonly entityId: string | null;
  readonly mentions: readonly string[];
  /** Properties of the node; null removes a property. */
  readonly properties: Readonly<Record<string, unknown>> & {
    readonly title: string;
    readonly text: string;
    readonly content: string;
    readonly embeddingText: string | null;
    readonly session: string | null;
  };
}

/** Two pieces of which one may supersede the other. */
export interface DoubtRow {
  readonly id: string;
  readonly newer: string;
  readonly older: string;
  readonly differences: readonly string[];
}

export interface LinkRow {
  readonly ref: string;
  readonly sourceId: string;
  readonly targetId: string;
  readonly type: string;
  readonly pieceId: string | null;
  readonly key: string;
  readonly reverseKey: string;
  readonly validFrom: Date | null;
  readonly validTo: Date | null;
  readonly properties: string;
  /**
   * Time at which the original relation was first stored; set only for relations that a merge, or the undo of a merge,
   * creates.
   */
  readonly recordedAt?: Date;
  readonly loaded?: true;
  readonly carried?: true;
}

export interface SavedRecord {
  readonly id: string;
  readonly outcome: SaveOutcome;
}

export interface SavedNode extends SavedRecord {
  /** Previous name of the entity; null if it is new. */
  readonly nameBefore: string | null;
}

export interface SavedPiece extends SavedRecord, FoundInText {
  readonly textChanged: boolean;
  /** Previous session of the piece. */
  readonly session: string | null;
}

type Saving<Row> = In & { readonly now: Date; readonly checkIn: string | null; readonly rows: readonly Row[] };

export const lockLayers = writeStatement<In & { now: Date; rules: number }, LockedLayers>('layers/lock-layers');

/** If `keep` is true, existing records are not changed. */
type Keeping<Row> = Saving<Row> & { readonly keep: boolean };

export const findProfiles = readStatement<Ids, StoredProfile & { readonly id: string }>('layers/find-profiles');
export const saveMetadata = writeStatement<Saving<MetadataRow>, SavedRecord>('layers/save-metadata');
export const saveNodes = writeStatement<Keeping<NodeRow>, SavedNode>('layers/save-nodes');
export const nameEntities = writeStatement<In & { now: Date; rows: readonly NamedRow[] }, object>(
  'layers/name-entities',
);
export const saveDoubts = writeStatement<In & { now: Date; rows: readonly DoubtRow[] }, { id: string }>(
  'layers/save-doubts',
);
export const decideDoubt = writeStatement<
  In & { newer: string; older: string; decision: string; by: string | null; now: Date },
  { waited: boolean }
>('layers/decide-doubt');

export const followSupersession = writeStatement<In & { id: string }, { newer: string; older: string }>(
  'layers/follow-supersession',
);

export const listCarriedRelations = readStatement<In & { id: string }, { key: string; ref: string | null }>(
  'layers/list-carried-relations',
);
export const findAlikeEntities = readStatement<
  In & { names: readonly string[] },
  { readonly name: string; readonly id: string; readonly type: string; readonly label: string | null }
>('layers/find-alike-entities');
export const savePieces = writeStatement<Keeping<PieceRow> & { waits: boolean }, SavedPiece>('layers/save-pieces');
export const leaveSessions = writeStatement<Ids, object>('layers/leave-sessions');
export const orderSessions = writeStatement<In & { sessions: readonly string[] }, object>('layers/order-sessions');
export const saveLinks = writeStatement<Keeping<LinkRow & { n: number }>, { n: number; outcome: LinkOutcome }>(
  'layers/save-links',
);

/** Removal of the node record, the metadata record, or both from an entity. */
export interface ClearedRow {
  readonly id: string;
  readonly node: boolean;
  readonly metadata: boolean;
  /** Name of the entity without a node label. */
  readonly name: string;
}

export const clearRecords = writeStatement<
  In & { now: Date; rows: readonly ClearedRow[] },
  { id: string; nameBefore: string }
>('layers/clear-records');

/** The records of an entity that a check-in contained. */
export interface BroughtEntity {
  readonly id: string;
  readonly metadata: boolean;
  readonly node: boolean;
  /** Keys of the relations that lead from the entity. */
  readonly links: readonly string[];
}

export const recordCheckIn = writeStatement<
  In & {
    now: Date;
    checkIn: Omit<StoredCheckIn, 'at'>;
    chunk: ReadChunk | null;
    entities: readonly BroughtEntity[];
    pieces: readonly string[];
  },
  object
>('layers/record-check-in');
export const findUnreadChunk = readStatement<In & ReadChunk & { text: string }, { id: string }>(
  'layers/find-unread-chunk',
);

// ───────────────────────────── deleting ─────────────────────────────

export interface DeletedPiece extends FoundInText {
  readonly id: string;
  readonly session: string | null;
}

/**
 * OF_NAMES: the entity was created automatically from a name in texts, so it cannot be deleted as long as texts mention
 * it.
 */
export type DeletionOutcome = 'DELETED' | 'HAS_PIECES' | 'OF_NAMES';

export const deletePieces = writeStatement<Ids, DeletedPiece>('layers/delete-pieces');
export const deleteEntity = writeStatement<In & { id: string }, { outcome: DeletionOutcome; name: string }>(
  'layers/delete-entity',
);
export const findDeleted = readStatement<In, { id: string }>('layers/find-deleted');
export const sweepEntities = writeStatement<
  In & { limit: number; functional: readonly string[] },
  { swept: number; keys: readonly string[] }
>('layers/sweep-entities');
export const listPieceIds = readStatement<In & { id: string }, { id: string }>('layers/list-piece-ids');
export const undoLinks = writeStatement<In & { id: string }, { links: number }>('layers/undo-links');
export const listUndonePieces = readStatement<In & { id: string }, { id: string }>('layers/list-undone-pieces');
export const listBroughtEntities = readStatement<In & { id: string }, { id: string }>('layers/list-brought-entities');
export const undoEntities = writeStatement<
  In & { now: Date; id: string },
  { entities: readonly { readonly id: string; readonly name: string }[]; gone: readonly string[] }
>('layers/undo-entities');

// ───────────────────────────── undo ─────────────────────────────

export const listCarriers = readStatement<Ids, { id: string }>('layers/list-carriers');
export const hidePieces = writeStatement<Ids, DeletedPiece>('layers/hide-pieces');
export const revivePieces = writeStatement<Ids, { id: string }>('layers/revive-pieces');
export const markHidden = writeStatement<In, object>('layers/mark-hidden');
export const deleteLinks = writeStatement<In & { keys: readonly string[] }, { key: string }>('layers/delete-links');
export const dropEntities = writeStatement<Ids, { id: string; name: string }>('layers/drop-entities');
export const hideCheckIn = writeStatement<In & { id: string }, object>('layers/hide-check-in');
export const findLostAgain = readStatement<
  In & { id: string; refs: readonly string[] },
  { ref: string | null; key: string | null }
>('layers/find-lost-again');
export const findUndoneLoad = readStatement<In & { since: Date }, { id: string }>('layers/find-undone-load');
export const showCheckIn = writeStatement<In & { id: string }, object>('layers/show-check-in');

/** Ids of entities and pieces, refs of relations. */
interface Several {
  readonly entities: readonly string[];
  readonly pieces: readonly string[];
  readonly relations: readonly string[];
}

export const findRelation = readStatement<In & { ref: string }, { key: string }>('layers/find-relation');
export const markLoaded = writeStatement<
  In & Omit<Several, 'entities'> & { loaded: boolean; entities: readonly object[] },
  object
>('layers/mark-loaded');

export const listHolds = readStatement<
  In & Several & { changing: readonly string[]; base: string; loads: boolean; carried: boolean },
  {
    readonly ref: string;
    readonly by: string | null;
    readonly node: boolean;
    readonly metadata: boolean;
    readonly marked: boolean;
    readonly whole: boolean;
    readonly linked: boolean;
    readonly named: boolean;
  }
>('layers/list-holds');

// ───────────────────────────── reading ─────────────────────────────

export const findEntities = readStatement<Ids, { entity: StoredEntity }>('layers/find-entities');
export const listEntities = readStatement<PageOf, { entity: StoredEntity }>('layers/list-entities');
export const listEntitiesOfType = readStatement<PageOf & { type: string }, { entity: StoredEntity }>(
  'layers/list-entities-of-type',
);
export const countEntities = readStatement<In & { type: string | null }, { total: number }>('layers/count-entities');
/** Filter of pieces; null does not filter. */
interface PieceFilter {
  readonly infoType: string | null;
  readonly session: string | null;
}

export const listPiecesByTime = readStatement<
  { namespace: string; since: Date; to: Date; page: PieceFilter & { readonly beforeId: string }; limit: number },
  { readonly id: string }
>('layers/list-pieces-by-time');

export const countPiecesByTime = readStatement<
  { namespace: string; since: Date; page: PieceFilter },
  { readonly total: number }
>('layers/count-pieces-by-time');

export const findPieces = readStatement<Ids, { readonly piece: StoredPiece }>('layers/find-pieces');
export const findPieceTexts = readStatement<Ids, { id: string; title: string; text: string }>(
  'layers/find-piece-texts',
);
export const listPieces = readStatement<
  Ids & { afterId: string; limit: number },
  { readonly ownerId: string; readonly piece: StoredPiece }
>('layers/list-pieces');
export const countPieces = readStatement<Ids, { id: string; total: number }>('layers/count-pieces');
export const listMentions = readStatement<Ids, { pieceId: string; entity: StoredEntity }>('layers/list-mentions');

type RelationPage = Ids & { readonly after: string; readonly limit: number };
export interface ListedRelation {
  readonly entityId: string;
  readonly relation: StoredRelation & { readonly reverseKey: string };
}
export const listOutgoingRelations = readStatement<RelationPage, ListedRelation>('layers/list-outgoing-relations');
export const listIncomingRelations = readStatement<RelationPage, ListedRelation>('layers/list-incoming-relations');
export const countRelations = readStatement<Ids, { id: string; outgoing: number; incoming: number }>(
  'layers/count-relations',
);

export const findCheckIns = readStatement<Ids, { checkIn: StoredCheckIn }>('layers/find-check-ins');
export const findChunksOfPieces = readStatement<Ids, { pieceId: string; chunkId: string }>(
  'layers/find-chunks-of-pieces',
);
interface CheckInFilter {
  readonly namespace: string;
  readonly from: string;
  readonly by: string | null;
}
export const listCheckIns = readStatement<CheckInFilter & { before: string; limit: number }, { readonly id: string }>(
  'layers/list-check-ins',
);
export const countCheckIns = readStatement<CheckInFilter, { readonly total: number }>('layers/count-check-ins');
export const findCheckInsOfPieces = readStatement<Ids, { pieceId: string; checkIn: StoredCheckIn }>(
  'layers/find-check-ins-of-pieces',
);

export interface Around extends In {
  /**
   * Values that may be null. They are passed in one map, because the database makes a separate plan for each parameter
   * that is null.
   */
  readonly asked: {
    /** Id of the active entity; null if only the shared metadata are read. */
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
  /** The entities at the ends of the relations, each once. */
  readonly entities: readonly StoredEntity[];
  readonly relations: readonly (Omit<StoredRelation, 'source' | 'target'> & {
    readonly sourceId: string;
    readonly targetId: string;
    readonly depth: number;
    /** Time of the last write. */
    readonly recordedAt: Date | null;
    readonly piece: StoredPiece | null;
  })[];
}

export const retrieve = readStatement<Around, FoundAround & { isEntity: boolean }>('layers/retrieve');

export interface CrowdRequest {
  readonly asked: Around['asked'];
  readonly types: readonly string[];
  /** Beginnings of the words of the question, in lower case. */
  readonly words: readonly string[];
  /** Maximum number of relations that are read of each type and direction. */
  readonly most: number;
  /** Maximum number of relations of each type. */
  readonly limit: number;
}

export const findNextType = readStatement<In & { from: string; until: string }, { type: string | null }>(
  'layers/find-next-type',
);

export const listCrowd = readStatement<In & CrowdRequest, Pick<FoundAround, 'entities' | 'relations'>>(
  'layers/list-crowd',
);

export const countCrowds = readStatement<
  In & { entityId: string; types: readonly string[]; most: number },
  { type: string; outgoing: number; incoming: number }
>('layers/count-crowds');

export const listFromSessions = readStatement<Ids & { sessions: readonly string[] }, { id: string }>(
  'layers/list-from-sessions',
);

/** Profiles and relations whose origin is checked. */
export interface AroundEntity {
  readonly profileIds: readonly string[];
  /** Ids of the source entities of the relations. */
  readonly sourceIds: readonly string[];
  /** Keys of the relations. */
  readonly keys: readonly string[];
}

export const listBroughtInSessions = readStatement<
  { namespace: string; sessions: readonly string[]; known: Date | null } & AroundEntity,
  { readonly profileIds: readonly string[]; readonly keys: readonly string[] }
>('layers/list-brought-in-sessions');
