import { Inject, Injectable } from '@nestjs/common';
import { KeyedQueue } from '../common/queue.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { GraphService, type GraphTransaction } from '../graph/graph.service.js';
import { DeletionUnfinished, finishingDeletions } from '../graph/unfinished.js';
import { EmbeddingService, type PreparedVectors } from '../search/embedding/embedding.service.js';
import { inChunks } from '../graph/chunks.js';
import { vectorsOf } from '../search/embedding/save-with-vectors.js';
import {
  type CheckIn,
  Direction,
  type Entity,
  type GraphContextEntry,
  type Piece,
  type Relation,
} from './layers.model.js';
import { pieceOf } from './piece.js';
import {
  type Around,
  type BroughtEntity,
  countEntities,
  countPieces,
  countRelations,
  deleteEntity,
  deletePieces,
  findCheckIns,
  findCheckInsOfPieces,
  findDeleted,
  findEntities,
  findPieces,
  findPieceTexts,
  findProfiles,
  leaveSessions,
  type LinkOutcome,
  type LinkRow,
  listEntities,
  listEntitiesOfType,
  listIncomingRelations,
  listMentions,
  listOutgoingRelations,
  listPieceIds,
  listPieces,
  listUndonePieces,
  lockLayers,
  type MetadataRow,
  type NamedRow,
  nameEntities,
  type NodeRow,
  orderSessions,
  type PieceRow,
  recordCheckIn,
  retrieve,
  type SavedPiece,
  type SavedRecord,
  saveLinks,
  saveMetadata,
  saveNodes,
  savePieces,
  type StoredCheckIn,
  type StoredEntity,
  type StoredRelation,
  sweepEntities,
  undoEntities,
  undoLinks,
} from './layers.statements.js';
import type { StoredProfile } from './proposal.js';

/** Relations and mentions of a deleted entity that one transaction takes apart. */
const SWEEP_ROWS = 5_000;
/** Pieces that are deleted in one transaction where an entity goes with all of its own. */
const DELETED_PIECES = 1_000;

/** What is written by one load, each list sorted by what it locks. */
export interface LayersChange {
  readonly metadata: readonly MetadataRow[];
  readonly nodes: readonly NodeRow[];
  /** Entities that pieces name. */
  readonly named: readonly NamedRow[];
  readonly pieces: readonly PieceRow[];
  readonly links: readonly LinkRow[];
  readonly vectors: PreparedVectors;
  /** What brings it; absent for a load. */
  readonly checkIn?: Omit<StoredCheckIn, 'at'> | undefined;
  /** Of what a language model proposes; absent for a load, which replaces what it names. */
  readonly proposal?:
    | {
        /** Whether nodes, pieces and relations that exist are replaced; else they stay as they are. */
        readonly replace: boolean;
        /** The metadata record that becomes of a proposed one, or the reason why the stored one stays as it is. */
        readonly settle: (id: string, stored: StoredProfile | undefined) => MetadataRow | string;
      }
    | undefined;
}

export interface SavedLayers {
  readonly metadata: readonly SavedRecord[];
  /** Proposed metadata records that were not taken. */
  readonly left: readonly { readonly id: string; readonly reason: string }[];
  readonly nodes: readonly SavedRecord[];
  readonly pieces: readonly SavedPiece[];
  /** In the order of the rows. */
  readonly links: readonly LinkOutcome[];
}

/** Where a page of relations begins. */
export interface RelationCursor {
  readonly way: 'out' | 'in';
  readonly key: string;
}

export interface ListedRelation {
  readonly relation: Relation;
  readonly cursor: RelationCursor;
}

@Injectable()
export class LayersRepository {
  /** Of the writers of one namespace. */
  private readonly queue = new KeyedQueue();

  constructor(
    private readonly graph: GraphService,
    private readonly embedding: EmbeddingService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  // ───────────────────────────── writing ─────────────────────────────

  /**
   * Writes all of a load in one transaction, or nothing of it.
   *
   * @throws VectorsMissing when a text changes that no vector was prepared for; nothing is written then
   */
  saveLayers(namespace: string, change: LayersChange, now: Date): Promise<SavedLayers> {
    return this.locked(namespace, now, async (transaction) => {
      const keep = change.proposal?.replace === false;
      const base = { namespace, now, checkIn: change.checkIn?.id ?? null };
      const settled = await this.settled(transaction, namespace, change);
      const metadata = await inChunks(settled.rows, (rows) => transaction.run(saveMetadata, { ...base, rows }));
      const nodes = await inChunks(change.nodes, (rows) => transaction.run(saveNodes, { ...base, keep, rows }));
      await inChunks(change.named, (rows) => transaction.run(nameEntities, { namespace, now, rows }));
      const pieces = await inChunks(change.pieces, (rows) => transaction.run(savePieces, { ...base, keep, rows }));
      const refs = pieces.flatMap(({ id, textChanged }) => (textChanged ? [`piece:${id}`] : []));
      const vectors = vectorsOf(refs, change.vectors);
      await this.linkSessions(transaction, namespace, change.pieces, pieces);
      const links = await inChunks(
        change.links.map((row, n) => ({ ...row, n })),
        (rows) => transaction.run(saveLinks, { ...base, keep, rows }),
      );
      await this.embedding.attach(transaction, namespace, vectors);
      const outcomes = links.toSorted((a, b) => a.n - b.n).map(({ outcome }) => outcome);
      if (change.checkIn) {
        const entities = broughtEntities({ ...change, metadata: settled.rows }, outcomes);
        const brought = { entities, pieces: pieces.map(({ id }) => id) };
        await transaction.run(recordCheckIn, { namespace, now, checkIn: change.checkIn, ...brought });
      }
      return { metadata, left: settled.left, nodes, pieces, links: outcomes };
    });
  }

  /** Metadata records as they are to be written: those of a proposal are merged with what is stored, under the lock. */
  private async settled(
    transaction: GraphTransaction,
    namespace: string,
    { metadata, proposal }: LayersChange,
  ): Promise<{ rows: readonly MetadataRow[]; left: SavedLayers['left'] }> {
    if (!proposal) return { rows: metadata, left: [] };
    const ids = metadata.map(({ id }) => id);
    const found = await inChunks(ids, (chunk) => transaction.run(findProfiles, { namespace, ids: chunk }));
    const stored = new Map(found.map((profile) => [profile.id, profile]));
    const settled = ids.map((id) => ({ id, made: proposal.settle(id, stored.get(id)) }));
    return {
      rows: settled.flatMap(({ made }) => (typeof made === 'string' ? [] : [made])),
      left: settled.flatMap(({ id, made }) => (typeof made === 'string' ? [{ id, reason: made }] : [])),
    };
  }

  /** @returns how many there were */
  deletePieces(namespace: string, ids: readonly string[], now: Date): Promise<number> {
    return this.locked(namespace, now, (transaction) => this.dropPieces(transaction, namespace, ids));
  }

  /**
   * Deletes an entity with its relations and mentions, and its pieces where `withPieces` says so: those first, a thousand in
   * a transaction; then it is out of sight at once, and what hung on it goes in parts. Repeated, it goes on where it
   * broke off.
   *
   * @returns HAS_PIECES when it stays because of them; undefined when there was none
   */
  async deleteEntity(
    namespace: string,
    id: string,
    withPieces: boolean,
    now: Date,
  ): Promise<'DELETED' | 'HAS_PIECES' | undefined> {
    if (withPieces) {
      const pieces = await this.graph.run(listPieceIds, { namespace, id });
      for (let start = 0; pieces.length - start > DELETED_PIECES; start += DELETED_PIECES) {
        const part = pieces.slice(start, start + DELETED_PIECES).map((piece) => piece.id);
        await this.deletePieces(namespace, part, now);
      }
    }
    const outcome = await this.locked(namespace, now, async (transaction) => {
      if (withPieces) {
        const pieces = await transaction.run(listPieceIds, { namespace, id });
        await this.dropPieces(
          transaction,
          namespace,
          pieces.map((piece) => piece.id),
        );
      }
      const [deleted] = await transaction.run(deleteEntity, { namespace, id });
      return deleted?.outcome;
    });
    if (outcome === 'DELETED') while (await this.sweep(namespace, now));
    return outcome;
  }

  /** @returns false when there was no such check-in */
  undoCheckIn(namespace: string, id: string, now: Date): Promise<boolean> {
    return this.locked(namespace, now, async (transaction) => {
      const [found] = await transaction.run(undoLinks, { namespace, id });
      if (!found) return false;
      const pieces = await transaction.run(listUndonePieces, { namespace, id });
      await this.dropPieces(
        transaction,
        namespace,
        pieces.map((piece) => piece.id),
      );
      await transaction.run(undoEntities, { namespace, now, id });
      return true;
    });
  }

  /** @returns false when nothing was left of any deleted entity */
  private sweep(namespace: string, now: Date): Promise<boolean> {
    return this.graph.transaction(async (transaction) => {
      await transaction.run(lockLayers, { namespace, now });
      return (await transaction.run(sweepEntities, { namespace, limit: SWEEP_ROWS })).length > 0;
    });
  }

  private async dropPieces(transaction: GraphTransaction, namespace: string, ids: readonly string[]): Promise<number> {
    const deleted = await inChunks(ids, (chunk) => transaction.run(deletePieces, { namespace, ids: chunk }));
    const sessions = [...new Set(deleted.flatMap(({ session }) => session ?? []))].sort();
    await inChunks(sessions, (chunk) => transaction.run(orderSessions, { namespace, sessions: chunk }));
    return deleted.length;
  }

  /** Puts in order the sessions whose pieces changed. */
  private async linkSessions(
    transaction: GraphTransaction,
    namespace: string,
    rows: readonly PieceRow[],
    saved: readonly SavedPiece[],
  ): Promise<void> {
    const before = new Map(saved.map((piece) => [piece.id, piece]));
    const changed = rows.filter(({ id }) => before.get(id)?.outcome !== 'UNCHANGED');
    const moved = changed.filter(({ id, properties: { session } }) => {
      const old = before.get(id)?.session ?? null;
      return old !== null && old !== session;
    });
    await inChunks(moved, (chunk) => transaction.run(leaveSessions, { namespace, ids: chunk.map(({ id }) => id) }));
    const sessions = changed.flatMap(({ id, properties: { session } }) => [session, before.get(id)?.session ?? null]);
    const named = [...new Set(sessions.filter((session) => session !== null))].sort();
    await inChunks(named, (chunk) => transaction.run(orderSessions, { namespace, sessions: chunk }));
  }

  /**
   * One transaction under the lock of the namespace, where nothing is left of an entity that was deleted.
   */
  private locked<Result>(
    namespace: string,
    now: Date,
    work: (transaction: GraphTransaction) => Promise<Result>,
  ): Promise<Result> {
    const write = () =>
      this.graph.transaction(
        async (transaction) => {
          await transaction.run(lockLayers, { namespace, now });
          if ((await transaction.run(findDeleted, { namespace })).length > 0) throw new DeletionUnfinished();
          return work(transaction);
        },
        { timeoutMs: this.config.NEO4J_BULK_TIMEOUT_MS },
      );
    return this.queue.run(namespace, () => finishingDeletions(write, () => this.sweep(namespace, now)));
  }

  // ───────────────────────────── reading ─────────────────────────────

  async retrieve(around: Around): Promise<{
    metadata: Record<string, unknown> | null;
    globalMetadata: Record<string, unknown> | null;
    relations: GraphContextEntry[];
  }> {
    const [found] = await this.graph.run(retrieve, around);
    if (!found) throw new Error('retrieve returns one row');
    return {
      metadata: parsedOrNull(found.metadata),
      globalMetadata: parsedOrNull(found.globalMetadata),
      relations: found.relations.map(({ depth, piece, ...stored }) => {
        const { type, source, target, properties, key } = relationOf(stored);
        const entry = { relationType: type, source, target, depth, score: 1 / depth, properties, key };
        return { ...entry, piece: piece ? pieceOf(piece) : null };
      }),
    };
  }

  async findEntities(namespace: string, ids: readonly string[]): Promise<Map<string, Entity>> {
    const rows = await this.graph.run(findEntities, { namespace, ids });
    return new Map(rows.map((row) => [row.id, entityOf(row)]));
  }

  /** By id, behind `afterId`. */
  async listEntities(namespace: string, type: string | null, afterId: string, limit: number): Promise<Entity[]> {
    const page = { namespace, afterId, limit };
    const rows = await (type === null
      ? this.graph.run(listEntities, page)
      : this.graph.run(listEntitiesOfType, { ...page, type }));
    return rows.map(entityOf);
  }

  async countEntities(namespace: string, type: string | null): Promise<number> {
    const [row] = await this.graph.run(countEntities, { namespace, type });
    return row?.total ?? 0;
  }

  async findPieces(namespace: string, ids: readonly string[]): Promise<Map<string, Piece>> {
    const rows = await this.graph.run(findPieces, { namespace, ids });
    return new Map(rows.map(({ piece }) => [piece.id, pieceOf(piece)]));
  }

  /** What is embedded of pieces as they stand, by id. */
  async findPieceTexts(
    namespace: string,
    ids: readonly string[],
  ): Promise<Map<string, { title: string; text: string }>> {
    const rows = await inChunks(ids, (chunk) => this.graph.run(findPieceTexts, { namespace, ids: chunk }));
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** By entity; of each, by id, behind `afterId`. */
  async listPieces(
    namespace: string,
    ids: readonly string[],
    afterId: string,
    limit: number,
  ): Promise<Map<string, Piece[]>> {
    const rows = await this.graph.run(listPieces, { namespace, ids, afterId, limit });
    return grouped(
      rows,
      ({ ownerId }) => ownerId,
      ({ piece }) => pieceOf(piece),
    );
  }

  async countPieces(namespace: string, ids: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.graph.run(countPieces, { namespace, ids });
    return new Map(rows.map(({ id, total }) => [id, total]));
  }

  /** By piece; of each, by id. */
  async listMentions(namespace: string, ids: readonly string[]): Promise<Map<string, Entity[]>> {
    return grouped(await this.graph.run(listMentions, { namespace, ids }), ({ pieceId }) => pieceId, entityOf);
  }

  /** By entity; of each, those that lead from it by type, target and piece, then those that lead to it likewise. */
  async listRelations(
    namespace: string,
    ids: readonly string[],
    page: { readonly direction: Direction; readonly after: RelationCursor | null; readonly limit: number },
  ): Promise<Map<string, ListedRelation[]>> {
    const { direction, after, limit } = page;
    const [outgoing, incoming] = await Promise.all([
      direction === Direction.IN || after?.way === 'in'
        ? []
        : this.graph.run(listOutgoingRelations, { namespace, ids, after: after?.key ?? '', limit }),
      direction === Direction.OUT
        ? []
        : this.graph.run(listIncomingRelations, {
            namespace,
            ids,
            after: after?.way === 'in' ? after.key : '',
            limit,
          }),
    ]);
    const listed = [
      ...outgoing.map((row) => ({ row, way: 'out' as const })),
      ...incoming.map((row) => ({ row, way: 'in' as const })),
    ];
    const all = grouped(
      listed,
      ({ row }) => row.entityId,
      ({ row, way }) => ({ relation: relationOf(row), cursor: { way, key: way === 'out' ? row.key : row.reverseKey } }),
    );
    return new Map([...all].map(([id, relations]) => [id, relations.slice(0, limit)]));
  }

  async countRelations(
    namespace: string,
    ids: readonly string[],
  ): Promise<Map<string, { outgoing: number; incoming: number }>> {
    const rows = await this.graph.run(countRelations, { namespace, ids });
    return new Map(rows.map(({ id, ...counts }) => [id, counts]));
  }

  async findCheckIn(namespace: string, id: string): Promise<CheckIn | undefined> {
    const [row] = await this.graph.run(findCheckIns, { namespace, ids: [id] });
    return row && checkInOf(row);
  }

  /** The last that brought each piece. */
  async findCheckInsOfPieces(namespace: string, ids: readonly string[]): Promise<Map<string, CheckIn>> {
    const rows = await this.graph.run(findCheckInsOfPieces, { namespace, ids });
    return new Map(rows.map((row) => [row.pieceId, checkInOf(row)]));
  }
}

/** Which records a check-in brought, by entity; relations by their source. */
function broughtEntities(change: LayersChange, outcomes: readonly LinkOutcome[]): BroughtEntity[] {
  const brought = new Map<string, { id: string; metadata: boolean; node: boolean; links: string[] }>();
  const of = (id: string) => {
    const entity = brought.get(id) ?? { id, metadata: false, node: false, links: [] };
    brought.set(id, entity);
    return entity;
  };
  for (const { id } of change.metadata) of(id).metadata = true;
  for (const { id } of change.nodes) of(id).node = true;
  for (const { id } of change.named) of(id);
  change.links.forEach(({ sourceId, key }, n) => {
    if (!outcomes[n]?.startsWith('NO_')) of(sourceId).links.push(key);
  });
  return [...brought.values()];
}

function grouped<Row, Value>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  valueOf: (row: Row) => Value,
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row)) ?? [];
    groups.set(keyOf(row), group);
    group.push(valueOf(row));
  }
  return groups;
}

function entityOf({ id, type, label, properties, metadata }: StoredEntity): Entity {
  return { id, type, label, properties: { ...parsedOrNull(properties), ...parsedOrNull(metadata) } };
}

function relationOf({ key, type, pieceId, properties, source, target }: StoredRelation): Relation {
  const given = { ...parsedOrNull(properties), ...(pieceId === null ? {} : { piece_id: pieceId }) };
  return { key, type, pieceId, properties: given, source: entityOf(source), target: entityOf(target) };
}

function checkInOf({ id, text, reply, document, artifacts, by, at }: StoredCheckIn): CheckIn {
  return {
    id,
    text,
    reply,
    document: parsedOrNull(document) ?? {},
    artifacts: artifacts === null ? null : (JSON.parse(artifacts) as unknown),
    by,
    at,
  };
}

function parsedOrNull(json: string | null): Record<string, unknown> | null {
  return json === null ? null : (JSON.parse(json) as Record<string, unknown>);
}
