import { Injectable } from '@nestjs/common';
import { KeyedQueue } from '../common/queue.js';
import type { NewChange } from '../versions/change.model.js';
import { VersionKeeper } from '../versions/keeping.service.js';
import { ConflictError } from '../common/errors.js';
import type { KeptState, UndoneThing } from '../versions/undo.model.js';
import { entityPart, pieceKind, relationPart } from '../entities/entities.kind.js';
import { GraphService, type GraphTransaction } from '../graph/graph.service.js';
import { DeletionUnfinished, finishingDeletions } from '../graph/unfinished.js';
import { Aliases } from '../search/aliases.service.js';
import { EmbeddingService, type PreparedVectors } from '../embedding/embedding.service.js';
import { inChunks } from '../graph/chunks.js';
import { type CheckInToRecord, writeCheckIn } from './check-in.writer.js';
import { FactsKeeper } from './facts/facts.keeper.js';
import { broughtEntities, changedEntities, touchedBy, touchedEntities } from './touched.js';
import { type Settle, settledMetadata } from './settled.js';
import { refuseAliases } from './merging/named.js';
import { reviveMerged } from './merging/revive.js';
import { Linker, type LockedLayers, RULES } from '../mentions/linker.js';
import { namesOfEntity } from '../mentions/words.js';
import { orderChangedSessions } from './session-order.js';
import { Shower } from '../entities/shown/shower.js';
import { refOfPiece } from '../entities/refs.js';
import { vectorsOf } from '../embedding/save-with-vectors.js';
import {
  type ClearedRow,
  clearRecords,
  type DeletedPiece,
  type DoubtRow,
  hidePieces,
  markHidden,
  revivePieces,
  deletePieces,
  findDeleted,
  type LinkOutcome,
  type LinkRow,
  listBroughtEntities,
  listUndonePieces,
  lockLayers,
  type MetadataRow,
  type NamedRow,
  nameEntities,
  type NodeRow,
  orderSessions,
  type PieceRow,
  type SavedNode,
  type SavedPiece,
  type SavedRecord,
  saveDoubts,
  saveLinks,
  saveMetadata,
  saveNodes,
  savePieces,
  sweepEntities,
  undoEntities,
  undoLinks,
} from '../entities/entities.statements.js';

/** Maximum relations and mentions of a deleted entity that one transaction removes. */
const SWEEP_ROWS = 5_000;
/** Maximum size of a load whose texts are linked in its own transaction. Texts of larger loads are linked later. */
const LINKED_WITHIN = { pieces: 20, characters: 100_000 };

/** The rows that one load writes. Each list is sorted by the nodes that its rows lock. */
export interface KnowledgeChange {
  readonly metadata: readonly MetadataRow[];
  readonly nodes: readonly NodeRow[];
  /** Entities that pieces refer to. */
  readonly named: readonly NamedRow[];
  readonly pieces: readonly PieceRow[];
  readonly links: readonly LinkRow[];
  /** Pairs of pieces that wait for a person's decision. */
  readonly doubts?: readonly DoubtRow[] | undefined;
  readonly vectors: PreparedVectors;
  readonly change: NewChange;
  /**
   * Returns the version number that a thing must have. If the function is absent or returns undefined, any version is
   * accepted.
   */
  readonly expected?: ((ref: string) => number | undefined) | undefined;
  /** True if the written records are not marked as loaded. */
  readonly isUnloaded?: boolean;
  /** Ids of merged entities that are restored. */
  readonly revived?: readonly string[];
  /** Records to remove from entities. */
  readonly cleared?: readonly ClearedRow[];
  /** The check-in that contains the records; absent for a load. */
  readonly checkIn?: CheckInToRecord | undefined;
  /** The rules for a document that an LLM proposed; absent for a load, which replaces stored records. */
  readonly proposal?:
    | {
        /** Whether to replace existing nodes, pieces and relations; otherwise they stay unchanged. */
        readonly replace: boolean;
      }
    | undefined;
  /** Computes the metadata records to write; if absent, the given records replace the stored ones. */
  readonly settle?: Settle | undefined;
}

export interface SavedLayers {
  readonly metadata: readonly SavedRecord[];
  /** Proposed metadata records that were not written, with the reasons. */
  readonly left: readonly { readonly id: string; readonly reason: string }[];
  readonly nodes: readonly SavedNode[];
  readonly pieces: readonly SavedPiece[];
  /** Outcomes in the order of the rows. */
  readonly links: readonly LinkOutcome[];
  /** True if texts still have to be linked to the names in them. */
  readonly unlinked: boolean;
}

/** Writes the layers of a namespace, one writer at a time. */
@Injectable()
export class KnowledgeWriter {
  /** Queue of the writers of each namespace. */
  private readonly queue = new KeyedQueue();

  constructor(
    private readonly graph: GraphService,
    private readonly embedding: EmbeddingService,
    private readonly linker: Linker,
    private readonly versions: VersionKeeper,
    private readonly facts: FactsKeeper,
    private readonly aliases: Aliases,
    private readonly shower: Shower,
  ) {}

  /**
   * Writes a load in one transaction, either completely or not at all.
   *
   * @throws VectorsMissing when no vector was prepared for a text that changes; then nothing is written
   */
  saveLayers(namespace: string, change: KnowledgeChange, now: Date): Promise<SavedLayers> {
    return this.locked(namespace, now, (transaction, layers) =>
      this.write(transaction, layers, namespace, change, now),
    );
  }

  /** Like `saveLayers`, in a transaction that already holds the lock of the namespace. */
  async write(
    transaction: GraphTransaction,
    layers: LockedLayers,
    namespace: string,
    change: KnowledgeChange,
    now: Date,
  ): Promise<SavedLayers> {
    const { linking } = layers;
    if (layers.merged) await refuseAliases(this.aliases, transaction, namespace, change);
    const keep = change.proposal?.replace === false;
    const base = { namespace, now, checkIn: change.checkIn?.id ?? (change.isUnloaded ? '' : null) };
    const settled = await settledMetadata(transaction, namespace, change);
    const saveEntities = async () => {
      await reviveMerged(transaction, namespace, change.revived ?? [], now);
      const metadata = await inChunks(settled.rows, (rows) => transaction.run(saveMetadata, { ...base, rows }));
      const nodes = await inChunks(change.nodes, (rows) => transaction.run(saveNodes, { ...base, keep, rows }));
      await inChunks(change.named, (rows) => transaction.run(nameEntities, { namespace, now, rows }));
      const lost = change.cleared ?? [];
      const cleared = await inChunks(lost, (rows) => transaction.run(clearRecords, { namespace, now, rows }));
      return { metadata, nodes, cleared };
    };
    const { metadata, nodes, cleared } = await this.versions.around(
      transaction,
      { namespace, of: entityPart, touched: touchedEntities({ ...change, metadata: settled.rows }) },
      saveEntities,
      (saved) => changedEntities(saved, change.named),
    );
    // Pieces that are linked in this transaction are not queued for linking.
    const waits = linking && !isLinkedWithin(change.pieces);
    const touched = change.pieces.map(({ ref }) => touchedBy(change, ref));
    const pieces = await this.versions.around(
      transaction,
      { namespace, of: pieceKind, touched },
      async () => {
        const ids = change.pieces.map(({ id }) => id);
        if (layers.hidden) await inChunks(ids, (chunk) => transaction.run(revivePieces, { namespace, ids: chunk }));
        return inChunks(change.pieces, (rows) => transaction.run(savePieces, { ...base, keep, waits, rows }));
      },
      (saved) => new Set(saved.flatMap(({ id, outcome }) => (outcome === 'UNCHANGED' ? [] : [refOfPiece(id)]))),
    );
    const refs = pieces.flatMap(({ id, textChanged }) => (textChanged ? [`piece:${id}`] : []));
    const vectors = vectorsOf(refs, change.vectors);
    await orderChangedSessions(transaction, namespace, change.pieces, pieces);
    await inChunks(change.doubts ?? [], (rows) => transaction.run(saveDoubts, { namespace, now, rows }));
    const numbered = change.links.map((row, n) => ({ ...row, n }));
    const { functional } = layers;
    const dated = pieces.flatMap(({ id, outcome }) => (outcome === 'UPDATED' ? [id] : []));
    const saveRelations = () =>
      this.versions.around(
        transaction,
        {
          namespace,
          of: relationPart,
          touched: numbered.map(({ ref, key }) => ({ ...touchedBy(change, ref), key })),
        },
        () => inChunks(numbered, (rows) => transaction.run(saveLinks, { ...base, keep, rows })),
        (saved) => {
          const made = saved.filter(({ outcome }) => outcome === 'CREATED' || outcome === 'UPDATED');
          return new Set(made.flatMap(({ n }) => numbered[n]?.ref ?? []));
        },
      );
    const links = await this.facts.around(
      transaction,
      { namespace, functional, now },
      change.links.map(({ key }) => key),
      saveRelations,
      // A fact without a given start begins at the time of the event of its piece, so changed pieces may change facts.
      () => this.facts.keysOfPieces(transaction, { namespace, functional, now }, dated),
    );
    // The statements are sent one after another without waiting for the first result; the database runs them in order.
    const [, unlinked] = await Promise.all([
      this.embedding.attach(transaction, namespace, vectors),
      linking && this.linkSaved(transaction, namespace, layers, now, change, { nodes, pieces, cleared }),
    ]);
    const outcomes = links.toSorted((a, b) => a.n - b.n).map(({ outcome }) => outcome);
    if (change.checkIn) {
      const entities = broughtEntities({ ...change, metadata: settled.rows }, outcomes);
      const brought = { entities, pieces: pieces.map(({ id }) => id) };
      await writeCheckIn(transaction, { namespace, now, checkIn: change.checkIn, ...brought });
    }
    return { metadata, left: settled.left, nodes, pieces, links: outcomes, unlinked };
  }

  /**
   * Links the texts of a small load to the names in them.
   *
   * @returns true if texts still wait to be linked
   */
  private async linkSaved(
    transaction: GraphTransaction,
    namespace: string,
    layers: LockedLayers,
    now: Date,
    change: KnowledgeChange,
    saved: {
      readonly nodes: readonly SavedNode[];
      readonly pieces: readonly SavedPiece[];
      readonly cleared: readonly { readonly id: string; readonly nameBefore: string }[];
    },
  ): Promise<boolean> {
    const names = new Map(change.nodes.map(({ id, name }) => [id, name]));
    const nodes = saved.nodes.flatMap(({ id, outcome, nameBefore }) => {
      return outcome === 'UNCHANGED'
        ? []
        : [
            { id, name: names.get(id) },
            { id, name: nameBefore },
          ];
    });
    const cleared = [
      ...saved.cleared.map(({ id, nameBefore }) => ({ id, name: nameBefore })),
      ...(change.cleared ?? []),
    ];
    const entities = [...nodes, ...change.metadata, ...change.named, ...cleared];
    const marked = await this.linker.markNames(transaction, namespace, entities.flatMap(namesOfEntity));
    const rows = new Map(change.pieces.map((row) => [row.id, row]));
    const changed = saved.pieces.flatMap((piece) => {
      const row = rows.get(piece.id);
      return row && piece.outcome !== 'UNCHANGED' ? [{ piece, row }] : [];
    });
    if (marked + changed.length === 0) return false;
    if (!isLinkedWithin(changed.map(({ row }) => row))) return true;
    const texts = changed.map(({ piece: { id, names, told, titleName }, row: { properties } }) => {
      const { title, content, embeddingText } = properties;
      return { id, title, content, embeddingText, names, told, titleName };
    });
    const given = { texts, namesWait: marked > 0 };
    const linked = await this.linker.link(transaction, namespace, layers, now, { given });
    // Usually, only a few texts are waiting, which contain a name that has just become known. Linking them here is
    // cheaper than later.
    return linked.more && (await this.linker.link(transaction, namespace, linked.layers, now)).more;
  }

  /** @returns false if the check-in does not exist */
  undoCheckIn(namespace: string, id: string, change: NewChange): Promise<boolean> {
    const now = change.at;
    return this.locked(namespace, now, async (transaction, layers) => {
      const write = { namespace, functional: layers.functional, now };
      const keys = await this.facts.keysOfCheckIn(transaction, write, id);
      const [found] = await this.facts.around(transaction, write, keys, () =>
        transaction.run(undoLinks, { namespace, id }),
      );
      if (!found) return false;
      const pieces = await transaction.run(listUndonePieces, { namespace, id });
      const ids = pieces.map((piece) => piece.id);
      await this.dropPieces(transaction, namespace, ids, layers, now);
      const brought = await transaction.run(listBroughtEntities, { namespace, id });
      const [undone] = await this.versions.around(
        transaction,
        { namespace, of: entityPart, touched: brought.map((entity) => ({ ref: `entity:${entity.id}`, change })) },
        () => transaction.run(undoEntities, { namespace, now, id }),
      );
      const { entities = [], gone = [] } = undone ?? {};
      await this.versions.forget(
        transaction,
        namespace,
        gone.map((entityId) => `entity:${entityId}`),
      );
      await this.relink(transaction, namespace, now, entities);
      return true;
    });
  }

  /** @returns false if no deleted entity was left to clean up */
  sweep(namespace: string, now: Date): Promise<boolean> {
    return this.graph.transaction(async (transaction) => {
      const { functional } = await this.lock(transaction, namespace, now);
      const [swept] = await transaction.run(sweepEntities, { namespace, limit: SWEEP_ROWS, functional });
      if (swept) await this.facts.settle(transaction, { namespace, functional, now }, swept.keys);
      return swept !== undefined;
    });
  }

  /**
   * Deletes pieces, including hidden ones, with their earlier versions.
   *
   * @returns number of deleted pieces
   */
  async dropPieces(
    transaction: GraphTransaction,
    namespace: string,
    ids: readonly string[],
    layers: LockedLayers,
    now: Date,
  ): Promise<number> {
    const write = { namespace, functional: layers.functional, now };
    if (layers.hidden) await inChunks(ids, (chunk) => transaction.run(revivePieces, { namespace, ids: chunk }));
    const keys = await this.facts.keysOfPieces(transaction, write, ids);
    const deleted = await inChunks(ids, (chunk) => transaction.run(deletePieces, { namespace, ids: chunk }));
    await this.facts.settle(transaction, write, keys);
    const gone = deleted.map(({ id }) => id);
    await this.versions.forget(transaction, namespace, gone.map(refOfPiece));
    await inChunks(gone, async (pieces) => {
      await this.versions.forgetRelations(transaction, namespace, { pieces });
      return [];
    });
    await this.withoutPieces(transaction, namespace, deleted, layers, now);
    return deleted.length;
  }

  /**
   * Hides pieces until they are restored.
   *
   * @returns the state of the namespace afterwards
   * @throws ConflictError when a relation is linked to one of them
   */
  async hidePieces(
    transaction: GraphTransaction,
    namespace: string,
    change: NewChange,
    pieces: readonly (UndoneThing & { readonly was: KeptState })[],
    layers: LockedLayers,
  ): Promise<LockedLayers> {
    if (pieces.length === 0) return layers;
    await this.versions.going(transaction, { namespace, of: pieceKind }, change, pieces);
    const ids = pieces.map(({ id }) => id);
    const hidden = await inChunks(ids, (chunk) => transaction.run(hidePieces, { namespace, ids: chunk }));
    if (hidden.length < ids.length) throw new ConflictError('A relation came to carry a piece meanwhile');
    await transaction.run(markHidden, { namespace });
    return this.withoutPieces(transaction, namespace, hidden, layers, change.at);
  }

  private async withoutPieces(
    transaction: GraphTransaction,
    namespace: string,
    gone: readonly DeletedPiece[],
    layers: LockedLayers,
    now: Date,
  ): Promise<LockedLayers> {
    const sessions = [...new Set(gone.flatMap(({ session }) => session ?? []))].sort();
    await inChunks(sessions, (chunk) => transaction.run(orderSessions, { namespace, sessions: chunk }));
    if (!layers.linking || gone.length === 0) return layers;
    return (await this.linker.link(transaction, namespace, layers, now, { gone })).layers;
  }

  /** Links those texts again that mentioned deleted entities. */
  async relink(
    transaction: GraphTransaction,
    namespace: string,
    now: Date,
    entities: readonly { readonly id: string; readonly name: string }[],
  ): Promise<void> {
    // The state is read again, since deleting pieces changed the number of texts.
    const layers = await this.lock(transaction, namespace, now);
    if (!layers.linking) return;
    const marked = await this.linker.markNames(transaction, namespace, entities.flatMap(namesOfEntity));
    if (marked > 0) await this.linker.link(transaction, namespace, layers, now);
  }

  /**
   * Runs a transaction under the lock of the namespace, after deleted entities have been cleaned up.
   */
  locked<Result>(
    namespace: string,
    now: Date,
    work: (transaction: GraphTransaction, layers: LockedLayers) => Promise<Result>,
  ): Promise<Result> {
    const write = () =>
      this.graph.transaction(async (transaction) => {
        const layers = await this.lock(transaction, namespace, now);
        if ((await transaction.run(findDeleted, { namespace })).length > 0) throw new DeletionUnfinished();
        const result = await work(transaction, layers);
        await this.shower.showWritten(transaction, namespace);
        return result;
      }, this.graph.bulk);
    return this.queue.run(namespace, () => finishingDeletions(write, () => this.sweep(namespace, now)));
  }

  private async lock(transaction: GraphTransaction, namespace: string, now: Date): Promise<LockedLayers> {
    const [layers] = await transaction.run(lockLayers, { namespace, now, rules: RULES });
    if (!layers) throw new Error('lock-layers returns one row');
    return layers;
  }
}

/** True if the pieces are small enough to be linked in the transaction that writes them. */
function isLinkedWithin(pieces: readonly PieceRow[]): boolean {
  const characters = pieces.reduce((sum, { properties }) => sum + properties.text.length, 0);
  return pieces.length <= LINKED_WITHIN.pieces && characters <= LINKED_WITHIN.characters;
}
