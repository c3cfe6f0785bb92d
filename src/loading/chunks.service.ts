import { Injectable } from '@nestjs/common';
import type { NewAct } from '../audit/recording.js';
import type { Reporter } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { hashOf } from '../common/hash.js';
import { inChunks } from '../graph/chunks.js';
import type { GraphTransaction } from '../graph/graph.service.js';
import { ChangeDoor, newChange, type NewChange } from '../versions/change.model.js';
import { VersionKeeper } from '../versions/keeping.service.js';
import { KnowledgeDeleter } from './deleting.service.js';
import type { PieceRecord } from '../entities/document.js';
import { changeOf } from './knowledge.change.js';
import { pieceKind } from '../entities/entities.kind.js';
import { KnowledgeType } from '../entities/entities.model.js';
import { EntitiesRepository } from '../entities/entities.repository.js';
import { listCarriers, type SaveOutcome } from '../entities/entities.statements.js';
import { KnowledgeWriter } from './knowledge.writer.js';
import { MentionsWorker } from './linking/mentions.worker.js';
import { TextSaver } from './text.saver.js';

/** A chunk of a document, in the form of a piece. */
export interface ChunkPiece {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  /** Text that is searched and embedded instead of `content`; null if it is `content` itself. */
  readonly searched: string | null;
  readonly citation: string;
  readonly entityId: string | null;
}

export interface ChunkWrite {
  /** The chunks to write; each id occurs once. */
  readonly chunks: readonly ChunkPiece[];
  /** Ids of pieces that the document no longer contains. They are hidden, but kept with their versions. */
  readonly closed: readonly string[];
  /** Runs first in the transaction, and may abort it by throwing. */
  readonly begin: (transaction: GraphTransaction, now: Date) => Promise<void>;
  /** Runs last in the transaction. */
  readonly end: (transaction: GraphTransaction, change: NewChange) => Promise<void>;
}

/** Writes chunks of documents as pieces, with vectors, mentions and earlier versions. */
@Injectable()
export class ChunkWriter {
  constructor(
    private readonly repository: EntitiesRepository,
    private readonly writer: KnowledgeWriter,
    private readonly texts: TextSaver,
    private readonly versions: VersionKeeper,
    private readonly deleting: KnowledgeDeleter,
    private readonly mentions: MentionsWorker,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes the chunks of one document in one transaction, or none of them. A closed piece that a relation refers to stays visible.
   *
   * @returns the outcome of each chunk, by id
   */
  async write(caller: Reporter, write: ChunkWrite): Promise<ReadonlyMap<string, SaveOutcome>> {
    const { namespace } = caller;
    const started = performance.now();
    const now = this.clock.now();
    const pieces = write.chunks.map(pieceRecord);
    const change = await changeOf(namespace, { metadata: [], nodes: [], edges: [], skipped: [], pieces }, undefined);
    const stored = await this.repository.findPieceTexts(
      namespace,
      pieces.map(({ id }) => id),
    );
    const texts = change.pieces.map(({ id, ref, properties: { title, text } }) => {
      return { ref, title, text, stored: stored.get(id) };
    });
    const made = newChange(caller, ChangeDoor.INGEST_DOCUMENT, now);
    const saved = await this.texts.save(texts, (vectors) =>
      this.writer.locked(namespace, now, async (transaction, locked) => {
        await write.begin(transaction, now);
        const going = await this.closing(transaction, namespace, made, write.closed);
        const layers = await this.writer.hidePieces(transaction, namespace, made, going, locked);
        const written = await this.writer.write(
          transaction,
          layers,
          namespace,
          { ...change, vectors, change: made },
          now,
        );
        await write.end(transaction, made);
        return written;
      }),
    );
    await this.texts.link(namespace, saved.unlinked, performance.now() - started);
    return new Map(saved.pieces.map(({ id, outcome }) => [id, outcome]));
  }

  /** Runs a function in a transaction that holds the lock of the namespace. */
  locked<Result>(namespace: string, run: (transaction: GraphTransaction) => Promise<Result>): Promise<Result> {
    return this.writer.locked(namespace, this.clock.now(), (transaction) => run(transaction));
  }

  /** Deletes pieces permanently, including hidden ones, with their earlier versions. */
  async delete(ids: readonly string[], act: NewAct): Promise<void> {
    await this.deleting.deletePieces(ids, act);
    await this.mentions.settle(act.namespace);
  }

  private async closing(
    transaction: GraphTransaction,
    namespace: string,
    change: NewChange,
    ids: readonly string[],
  ): ReturnType<VersionKeeper['beforeGoing']> {
    if (ids.length === 0) return [];
    const carriers = await inChunks(ids, (chunk) => transaction.run(listCarriers, { namespace, ids: chunk }));
    const staying = new Set(carriers.map(({ id }) => id));
    const things = ids.filter((id) => !staying.has(id)).map((id) => ({ ref: `piece:${id}`, id }));
    return this.versions.beforeGoing(transaction, { namespace, of: pieceKind }, change, things);
  }
}

function pieceRecord({ id, title, content, searched, citation, entityId }: ChunkPiece, index: number): PieceRecord {
  const piece = {
    id,
    content,
    title,
    knowledgeType: KnowledgeType.NOTE,
    infoType: 'context',
    tags: [],
    entityId,
    embeddingText: searched,
    mentions: [],
    session: null,
    position: null,
    occurredAt: null,
    citation,
  };
  return { ...piece, index, hash: hashOf(piece) };
}
