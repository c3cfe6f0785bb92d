import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { newAct, record } from '../audit/recording.js';
import { Counter } from 'prom-client';
import type { Caller, Reporter } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { type ConnectionOf, decodeCursor, page } from '../common/connection.js';
import { BadUserInputError, ConflictError } from '../common/errors.js';
import { metrics } from '../common/metrics.js';
import { newId } from '../common/seeded-time.js';
import { inChunks } from '../graph/chunks.js';
import { GraphService, type GraphTransaction } from '../graph/graph.service.js';
import { ChunkWriter } from '../loading/chunks.service.js';
import { citationOf, cutTitle, nameOf, titleOf } from '../readers/citation.js';
import type { DocumentPlaceInput, DocumentsArgs } from './documents.inputs.js';
import { type Document, type DocumentReport, IngestOutcome } from './documents.model.js';
import {
  closeChunks,
  countDocuments,
  deleteDocument,
  deleteUndoneReadings,
  findDocument,
  findDocumentById,
  findSame,
  type FoundLink,
  type FoundOpenLink,
  listBacklinks,
  listChunks,
  listDocumentPieces,
  listDocuments,
  listLinks,
  listOpenLinks,
  orderChunks,
  saveChunks,
  saveDocument,
  type StoredDocument,
} from './documents.statements.js';
import { linkDocument, unlinkClosed, unlinkDeleted } from './linking.js';
import { DocumentStates } from './document-states.service.js';
import { pairChunks } from './pairing.js';
import type { CutDocument } from '../readers/read.task.js';
import { DocumentReader } from '../readers/reading.service.js';
import { StructuringService } from './structuring.service.js';

/** Maximum number of chunks of a document, since one transaction writes all of them. */
const MOST_CHUNKS = 10_000;
/** Maximum number of attempts to write a document that other callers write at the same time. */
const ATTEMPTS = 4;

const documents = new Counter({
  name: 'heartwood_documents_total',
  help: 'Documents that were ingested, by outcome',
  labelNames: ['outcome'] as const,
  registers: [metrics],
});

/** Thrown if another caller has written the document since it was read. */
class DocumentMoved extends Error {}

interface Found {
  readonly document: StoredDocument;
  readonly isWhole: boolean;
}

/**
 * Ingests documents: reads them, cuts them into chunks and stores the chunks as pieces. When a document changes, its
 * pieces are updated.
 */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly graph: GraphService,
    private readonly reader: DocumentReader,
    private readonly chunks: ChunkWriter,
    private readonly structuring: StructuringService,
    private readonly states: DocumentStates,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a document or updates it. If the document is unchanged, nothing is written. Either the whole document is
   * stored or nothing. Secrets are cut out of it and reported.
   *
   * @throws DocumentRefused with the reason, when the document cannot be read
   * @throws BadUserInputError when the source or title is invalid
   * @throws ConflictError when other callers keep writing the document at the same time
   */
  async ingest(caller: Reporter, bytes: Uint8Array, place: DocumentPlaceInput): Promise<DocumentReport> {
    checkPlace(place);
    const hash = createHash('sha256').update(bytes).digest('hex');
    let cut: CutDocument | undefined;
    for (let attempt = 1; ; attempt++) {
      const found = await this.known(caller.namespace, place, hash);
      if (found && this.isUnchanged(found, place, hash)) return reported(found.document, IngestOutcome.UNCHANGED);
      cut ??= await this.reader.cut(bytes, { name: place.source, mediaType: place.mediaType }, place);
      if (cut.chunks.length > MOST_CHUNKS) {
        const message = `The document has ${cut.chunks.length} chunks, of which ${MOST_CHUNKS} may be; part it`;
        throw BadUserInputError.of('content', 'TOO_LARGE', message);
      }
      try {
        return await this.write(caller, place, hash, cut, found?.document);
      } catch (error) {
        if (!(error instanceof DocumentMoved)) throw error;
        if (attempt === ATTEMPTS) {
          throw new ConflictError(`"${place.source}" is being written by others; nothing was written`, {
            cause: error,
          });
        }
      }
    }
  }

  /** @throws BadUserInputError when `after` is not a cursor of this list */
  async list(namespace: string, { first, after, filter }: DocumentsArgs): Promise<ConnectionOf<Document>> {
    const by = {
      root: filter?.root ?? null,
      hash: filter?.hash ?? null,
      mediaType: filter?.mediaType ?? null,
      source: filter?.source?.toLowerCase() ?? '',
      title: filter?.title?.toLowerCase() ?? '',
      closed: filter?.closed ?? false,
    };
    const behind = decodeCursor(after, 'documents', ['string', 'string']) ?? ['', ''];
    const rows = await this.graph.run(listDocuments, { namespace, filter: by, after: behind, limit: first + 1 });
    return page({
      rows: rows.map(({ document }) => document),
      first,
      after,
      order: 'documents',
      key: ({ root, source }) => [root, source],
      totalCount: async () => {
        const [row] = await this.graph.run(countDocuments, { namespace, filter: by });
        return row?.total ?? 0;
      },
    });
  }

  /**
   * Deletes a document with all its chunks, including those of earlier states, and their versions. Facts that an LLM
   * read from the document are deleted too, unless another text states them as well.
   *
   * @returns false if there was no such document
   */
  async delete(caller: Caller, id: string): Promise<boolean> {
    const { namespace } = caller;
    const [found] = await this.graph.run(listDocumentPieces, { namespace, id });
    if (!found) return false;
    await this.structuring.delete(caller, id);
    await this.chunks.locked(namespace, (transaction) => transaction.run(deleteUndoneReadings, { namespace, id }));
    const act = newAct(caller, 'DELETE', { namespace, ref: `document:${id}` }, this.clock.now());
    if (found.ids.length > 0) await this.chunks.delete(found.ids, act);
    return this.chunks.locked(namespace, async (transaction) => {
      const remove = () => transaction.run(deleteDocument, { namespace, id });
      const deleted = await unlinkDeleted(transaction, namespace, id, remove);
      if (deleted.length > 0) await record(transaction, [act]);
      return deleted.length > 0;
    });
  }

  async find(namespace: string, id: string): Promise<Document | undefined> {
    const [found] = await this.graph.run(findDocumentById, { namespace, id });
    return found && shown(found.document);
  }

  linksTo(namespace: string, id: string, first: number): Promise<readonly FoundLink[]> {
    return this.graph.run(listLinks, { namespace, id, limit: first });
  }

  linkedFrom(namespace: string, id: string, first: number): Promise<readonly FoundLink[]> {
    return this.graph.run(listBacklinks, { namespace, id, limit: first });
  }

  openLinks(namespace: string, id: string, first: number): Promise<readonly FoundOpenLink[]> {
    return this.graph.run(listOpenLinks, { namespace, id, limit: first });
  }

  /**
   * Closes a document: its chunks are hidden but kept with their versions. A chunk to which a relation refers stays
   * visible. Facts that an LLM read from the document are undone.
   *
   * @returns false if there is no such document, or it is closed already
   * @throws ConflictError when other callers keep writing the document at the same time
   */
  async close(caller: Caller, id: string): Promise<boolean> {
    const { namespace } = caller;
    for (let attempt = 1; ; attempt++) {
      const [found] = await this.graph.run(findDocumentById, { namespace, id });
      if (!found || isClosed(found.document)) return false;
      const { revision, ...known } = found.document;
      const ids = (await this.graph.run(listChunks, { namespace, id })).map((chunk) => chunk.id);
      try {
        await this.chunks.write(caller, {
          chunks: [],
          closed: ids,
          begin: async (transaction, now) => {
            const properties = { ...known, closedAt: now };
            const saved = await transaction.run(saveDocument, { namespace, id, revision, properties });
            if (saved.length === 0) throw new DocumentMoved();
            await inChunks(ids, (chunk) =>
              transaction.run(closeChunks, { namespace, document: id, ids: chunk, closedAt: now }),
            );
          },
          end: async (transaction, { id: change, at }) => {
            await unlinkClosed(transaction, namespace, id);
            await this.states.keepClosed(
              transaction,
              { namespace, id, change },
              { ...propertiesOf(known), closedAt: at },
              ids,
            );
          },
        });
        await this.structuring.close(caller, id);
        return true;
      } catch (error) {
        if (!(error instanceof DocumentMoved)) throw error;
        if (attempt === ATTEMPTS) {
          throw new ConflictError(`Document "${id}" is being written by others; it was not closed`, { cause: error });
        }
      }
    }
  }

  /** The document with this source or, if there is none, the one that was renamed to it. */
  private async known(
    namespace: string,
    { root, source, movedFrom, copy }: DocumentPlaceInput,
    hash: string,
  ): Promise<Found | undefined> {
    const here = await this.findBySource(namespace, root, source);
    if (here) return here;
    if (movedFrom !== undefined) return this.findBySource(namespace, root, movedFrom);
    if (copy) return undefined;
    // If several documents have the same content, it is unknown which of them was renamed.
    const same = await this.graph.run(findSame, { namespace, root, hash, limit: 2 });
    const [only] = same;
    return only && same.length === 1 ? this.findBySource(namespace, root, only.source) : undefined;
  }

  private async findBySource(namespace: string, root: string, source: string): Promise<Found | undefined> {
    const [row] = await this.graph.run(findDocument, { namespace, root, source });
    return row && { document: row.document, isWhole: row.inSight === row.document.chunks };
  }

  /**
   * Whether the document is stored unchanged. False also if chunks are missing, because they were deleted or an undo
   * hid them.
   */
  private isUnchanged({ document, isWhole }: Found, place: DocumentPlaceInput, hash: string): boolean {
    return (
      isWhole &&
      !isClosed(document) &&
      document.source === place.source &&
      document.hash === hash &&
      document.manner === this.reader.manner &&
      document.givenTitle === (place.title ?? null) &&
      document.entityId === (place.entityId ?? null)
    );
  }

  private async write(
    caller: Reporter,
    place: DocumentPlaceInput,
    hash: string,
    cut: CutDocument,
    known: StoredDocument | undefined,
  ): Promise<DocumentReport> {
    const { namespace } = caller;
    const { root, source, entityId = null, title: givenTitle = null } = place;
    const stored = known ? await this.graph.run(listChunks, { namespace, id: known.id }) : [];
    const { ids, closed: unpaired } = pairChunks(stored, cut.chunks);
    const inSight = new Set(stored.flatMap((chunk) => (chunk.inSight ? [chunk.id] : [])));
    const closed = unpaired.filter((chunk) => inSight.has(chunk));
    const title = cutTitle(givenTitle ?? cut.title ?? '') || nameOf(source);
    const made = newId(Date.now());
    const id = known?.id ?? made;
    const rows = cut.chunks.map((chunk, position) => ({
      // Ids of new chunks begin with the id of the write, so that no id is ever used twice.
      id: ids[position] ?? `${made}-${position}`,
      position,
      ...chunk.place,
      content: chunk.text,
      searched: chunk.searched,
      title: titleOf(title, chunk.place),
      citation: citationOf(place, chunk.place),
      entityId,
    }));
    let ingestedAt = new Date();
    let changeId: string | null = null;
    const properties = {
      root,
      source,
      hash,
      title,
      entityId,
      givenTitle,
      mediaType: cut.mediaType,
      chunks: rows.length,
      manner: this.reader.manner,
      closedAt: null,
    };
    const outcomes = await this.chunks.write(caller, {
      chunks: rows,
      closed,
      begin: async (transaction, now) => {
        ingestedAt = now;
        await this.begin(transaction, { namespace, id, known, properties: { ...properties, ingestedAt: now } });
        await inChunks(closed, (chunk) =>
          transaction.run(closeChunks, { namespace, document: id, ids: chunk, closedAt: null }),
        );
      },
      end: async (transaction, { id: change }) => {
        changeId = change;
        const places = rows.map(({ id: piece, position, headings, page: of, toPage, fromLine, toLine }) => {
          return { id: piece, position, headings, page: of, toPage, fromLine, toLine };
        });
        await inChunks(places, (chunk) => transaction.run(saveChunks, { namespace, document: id, rows: chunk }));
        await transaction.run(orderChunks, { namespace, id });
        const called = { id, root, source, title: givenTitle ?? cut.title, references: cut.references };
        await linkDocument(transaction, namespace, called, known !== undefined && isClosed(known));
        const state = {
          properties: { ...properties, ingestedAt },
          places,
          title: called.title,
          references: cut.references,
        };
        await this.states.keep(transaction, { namespace, id, change }, state);
      },
    });
    const outcome = !known
      ? IngestOutcome.CREATED
      : known.hash === hash && known.source !== source
        ? IngestOutcome.RENAMED
        : IngestOutcome.UPDATED;
    const of = (what: string) => [...outcomes.values()].filter((each) => each === what).length;
    return {
      ...reported({ id, ...properties, ingestedAt }, outcome),
      created: of('CREATED'),
      updated: of('UPDATED'),
      unchanged: of('UNCHANGED'),
      closed: closed.length,
      changeId,
      redacted: cut.redacted,
    };
  }

  /** @throws DocumentMoved when the document was written since it was read; then nothing is written */
  private async begin(
    transaction: GraphTransaction,
    {
      namespace,
      id,
      known,
      properties,
    }: {
      readonly namespace: string;
      readonly id: string;
      readonly known: StoredDocument | undefined;
      readonly properties: Omit<StoredDocument, 'id' | 'revision'>;
    },
  ): Promise<void> {
    const { root, source } = properties;
    const [there] = await transaction.run(findDocument, { namespace, root, source });
    if (there && there.document.id !== id) throw new DocumentMoved();
    const revision = known?.revision ?? 0;
    const saved = await transaction.run(saveDocument, { namespace, id, revision, properties });
    if (saved.length === 0) throw new DocumentMoved();
  }
}

function reported(document: Document, outcome: IngestOutcome): DocumentReport {
  documents.inc({ outcome: outcome.toLowerCase() });
  return {
    document: shown(document),
    outcome,
    created: 0,
    updated: 0,
    unchanged: outcome === IngestOutcome.UNCHANGED ? document.chunks : 0,
    closed: 0,
    changeId: null,
    redacted: [],
  };
}

/** The properties of a document, without its id. */
function propertiesOf({
  id: _,
  ...properties
}: Omit<StoredDocument, 'revision'>): Omit<StoredDocument, 'id' | 'revision'> {
  return properties;
}

function shown({ id, root, source, mediaType, hash, title, ingestedAt, closedAt, chunks }: Document): Document {
  return { id, root, source, mediaType, hash, title, ingestedAt, closedAt: closedAt ?? null, chunks };
}

/** The property is absent from documents that were never closed. */
function isClosed({ closedAt }: Pick<Document, 'closedAt'>): boolean {
  return (closedAt ?? null) !== null;
}

/** @throws BadUserInputError that names the field and the rule */
function checkPlace({ source, root, title, movedFrom }: DocumentPlaceInput): void {
  for (const [field, value] of Object.entries({ source, root, title, movedFrom })) {
    if (value === undefined) continue;
    if (/\p{Cc}/u.test(value)) {
      throw BadUserInputError.of(field, 'isOneLine', `${field} must have no control characters`);
    }
  }
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(source);
  if (!isUrl && (source.startsWith('/') || source.split('/').includes('..'))) {
    throw BadUserInputError.of('source', 'isRelative', 'source must be a path within its root, or a URL');
  }
}
