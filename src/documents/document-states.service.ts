import { Injectable } from '@nestjs/common';
import type { GraphTransaction } from '../graph/graph.service.js';
import { GraphService } from '../graph/graph.service.js';
import { ChunkWriter } from '../loading/chunks.service.js';
import { ChangeDoor } from '../versions/change.model.js';
import { UndoDoors } from '../versions/undo.model.js';
import {
  type ChunkRow,
  findDocumentById,
  keepState,
  listStates,
  orderChunks,
  restoreChunks,
  saveDocument,
  type StoredDocument,
} from './documents.statements.js';
import { linkDocument, unlinkClosed } from './linking.js';
import type { SoughtReference } from '../readers/links.js';

/** Maximum number of characters of the states that are kept of a document. */
const KEPT_CHARACTERS = 1_000_000;

/** What a document says of itself after it was written. */
export interface DocumentState {
  readonly properties: Omit<StoredDocument, 'id' | 'revision'>;
  /** The chunks in the order of the text, with their places. */
  readonly places: readonly ChunkRow[];
  /** Title by which others may refer to the document; null if it is known only by its path. */
  readonly title: string | null;
  readonly references: readonly SoughtReference[];
}

interface Key {
  readonly namespace: string;
  readonly id: string;
  /** Id of the change that wrote the document. */
  readonly change: string;
}

/**
 * Keeps the states of documents, and lets their hash, title, places and links follow an undo. Otherwise a document whose
 * text an undo took back would still count as ingested, and its next ingest as one without changes.
 */
@Injectable()
export class DocumentStates {
  constructor(
    private readonly graph: GraphService,
    private readonly chunks: ChunkWriter,
    doors: UndoDoors,
  ) {
    doors.follow(ChangeDoor.INGEST_DOCUMENT, (namespace, change) => this.follow(namespace, change));
  }

  async keep(transaction: GraphTransaction, { namespace, id, change }: Key, state: DocumentState): Promise<void> {
    const row = { namespace, id, change, state: JSON.stringify(state), characters: KEPT_CHARACTERS };
    await transaction.run(keepState, row);
  }

  /** Keeps that a document was closed, with what it said before. */
  async keepClosed(
    transaction: GraphTransaction,
    key: Key,
    properties: Omit<StoredDocument, 'id' | 'revision'>,
    ids: readonly string[],
  ): Promise<void> {
    const places = ids.map((id, position) => ({
      id,
      position,
      headings: [],
      page: null,
      toPage: null,
      fromLine: null,
      toLine: null,
    }));
    await this.keep(transaction, key, { properties, places, title: null, references: [] });
  }

  /** Gives the documents that a change wrote the latest of their states whose change stands. */
  private async follow(namespace: string, change: string): Promise<void> {
    const found = await this.graph.run(listStates, { namespace, change });
    if (found.length === 0) return;
    await this.chunks.locked(namespace, async (transaction) => {
      // Read again under the lock of the namespace.
      for (const { id, revision, states, standing } of await transaction.run(listStates, { namespace, change })) {
        const kept = states[standing.indexOf(true)];
        if (kept !== undefined) await this.restore(transaction, { namespace, id, revision }, stateOf(kept));
        else await this.forget(transaction, { namespace, id, revision });
      }
    });
  }

  private async restore(
    transaction: GraphTransaction,
    { namespace, id, revision }: { readonly namespace: string; readonly id: string; readonly revision: number },
    { properties, places, title, references }: DocumentState,
  ): Promise<void> {
    const [present] = await transaction.run(findDocumentById, { namespace, id });
    const { root, source, closedAt } = properties;
    await transaction.run(saveDocument, { namespace, id, revision, properties });
    await transaction.run(restoreChunks, { namespace, id, rows: places, closedAt });
    if (closedAt !== null) return unlinkClosed(transaction, namespace, id);
    await transaction.run(orderChunks, { namespace, id });
    const wasClosed = (present?.document.closedAt ?? null) !== null;
    await linkDocument(transaction, namespace, { id, root, source, title, references }, wasClosed);
  }

  /** No standing change is known that wrote the document, so that its next ingest must read it. */
  private async forget(
    transaction: GraphTransaction,
    { namespace, id, revision }: { readonly namespace: string; readonly id: string; readonly revision: number },
  ): Promise<void> {
    const [present] = await transaction.run(findDocumentById, { namespace, id });
    if (!present) return;
    const properties = { ...present.document, manner: '' };
    await transaction.run(saveDocument, { namespace, id, revision, properties });
  }
}

function stateOf(kept: string): DocumentState {
  const { properties, ...state } = JSON.parse(kept) as DocumentState;
  const { ingestedAt, closedAt } = properties;
  const closed = closedAt === null ? null : new Date(closedAt);
  return { ...state, properties: { ...properties, ingestedAt: new Date(ingestedAt), closedAt: closed } };
}
