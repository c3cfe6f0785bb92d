import { readStatement, writeStatement } from '../graph/statement.js';
import type { Document, ReferenceForm } from './documents.model.js';
import type { StoredChunk } from './pairing.js';

interface In {
  readonly namespace: string;
}

/** Properties of a document's node. */
export interface StoredDocument extends Document {
  readonly entityId: string | null;
  /** The title given by a caller. */
  readonly givenTitle: string | null;
  /** Identifies the settings and the reader version with which the document was read and cut. */
  readonly manner: string;
  /** Number of times that the document was written. */
  readonly revision: number;
}

export interface ChunkRow {
  readonly id: string;
  readonly position: number;
  readonly headings: readonly string[];
  readonly page: number | null;
  readonly toPage: number | null;
  readonly fromLine: number | null;
  readonly toLine: number | null;
}

/** A chunk, and whether it is visible. */
export interface ListedChunk extends StoredChunk {
  readonly inSight: boolean;
}

/** Filter of a list of documents; null or empty accepts any value. */
export interface ListedBy {
  readonly root: string | null;
  readonly hash: string | null;
  readonly mediaType: string | null;
  readonly source: string;
  readonly title: string;
  /** True selects closed documents, false open ones. */
  readonly closed: boolean;
}

/** A resolved reference, with the document at its other end. */
export interface FoundLink {
  readonly document: Document;
  readonly form: ReferenceForm;
  readonly text: string;
  readonly line: number | null;
}

export interface FoundOpenLink extends Omit<FoundLink, 'document'> {
  readonly candidates: number;
}

export interface ReferenceRow extends Omit<FoundLink, 'document'> {
  readonly key: string;
  readonly link: number;
  readonly rank: number;
}

type Source = In & { readonly root: string; readonly source: string };
type Identified = In & { readonly id: string };

export const findDocument = readStatement<Source, { document: StoredDocument; inSight: number }>(
  'documents/find-document',
);
export const findDocumentById = readStatement<Identified, { document: StoredDocument; inSight: number }>(
  'documents/find-document-by-id',
);
export const findSame = readStatement<In & { root: string; hash: string; limit: number }, { source: string }>(
  'documents/find-same',
);
export const listChunks = readStatement<Identified, ListedChunk>('documents/list-chunks');
export const saveDocument = writeStatement<
  Identified & { revision: number; properties: Omit<StoredDocument, 'id' | 'revision'> },
  { id: string }
>('documents/save-document');
export const keepState = writeStatement<
  Identified & { change: string; state: string; characters: number },
  { id: string }
>('documents/keep-state');
export const listStates = readStatement<
  In & { change: string },
  { id: string; revision: number; states: readonly string[]; standing: readonly boolean[] }
>('documents/list-states');
export const restoreChunks = writeStatement<
  Identified & { rows: readonly ChunkRow[]; closedAt: Date | null },
  { id: string }
>('documents/restore-chunks');
export const saveChunks = writeStatement<In & { document: string; rows: readonly ChunkRow[] }, { id: string }>(
  'documents/save-chunks',
);
export const closeChunks = writeStatement<
  In & { document: string; ids: readonly string[]; closedAt: Date | null },
  { id: string }
>('documents/close-chunks');
export const orderChunks = writeStatement<Identified, object>('documents/order-chunks');
export const listDocuments = readStatement<
  In & { filter: ListedBy; after: readonly string[]; limit: number },
  { document: Document }
>('documents/list-documents');
export const countDocuments = readStatement<In & { filter: ListedBy }, { total: number }>('documents/count-documents');
export const listDocumentPieces = readStatement<Identified, { ids: readonly string[] }>(
  'documents/list-document-pieces',
);
export const deleteDocument = writeStatement<Identified, { id: string }>('documents/delete-document');
export const dropNames = writeStatement<Identified, { goesBy: readonly string[]; sought: readonly string[] }>(
  'documents/drop-names',
);
export const saveNames = writeStatement<Identified & { keys: readonly string[] }, { key: string }>(
  'documents/save-names',
);
export const saveReferences = writeStatement<Identified & { rows: readonly ReferenceRow[] }, { link: number }>(
  'documents/save-references',
);
export const resolveReferences = writeStatement<Identified & { keys: readonly string[] }, object>(
  'documents/resolve-references',
);
export const sweepNames = writeStatement<In & { keys: readonly string[] }, object>('documents/sweep-names');
export const findNames = readStatement<Identified, { key: string }>('documents/find-names');
export const listLinks = readStatement<Identified & { limit: number }, FoundLink>('documents/list-links');
export const listBacklinks = readStatement<Identified & { limit: number }, FoundLink>('documents/list-backlinks');
export const listOpenLinks = readStatement<Identified & { limit: number }, FoundOpenLink>('documents/list-open-links');

/** A chunk that an LLM has not read yet. */
export interface UnreadChunk {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly citation: string | null;
  /** Entity of its document. */
  readonly entityId: string | null;
}

type Several = In & { readonly ids: readonly string[] };

export const listUnreadChunks = readStatement<Several & { without: readonly string[]; limit: number }, UnreadChunk>(
  'documents/list-unread-chunks',
);
export const countReadChunks = readStatement<Several, { chunks: number; read: number }>('documents/count-read-chunks');
export const listStaleReadings = readStatement<
  Several & { all: boolean },
  { id: string; chunkId: string; gone: boolean }
>('documents/list-stale-readings');
export const deleteUndoneReadings = writeStatement<Identified, object>('documents/delete-undone-readings');
