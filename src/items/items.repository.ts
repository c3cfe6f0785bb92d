import { Inject, Injectable } from '@nestjs/common';
import { type NewAct, record } from '../audit/recording.js';
import { END_OF_TIME } from '../common/id-order.js';
import { partsBySize } from '../common/parts.js';
import { compare } from '../common/text.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { GraphService, type GraphTransaction } from '../graph/graph.service.js';
import { DeletionUnfinished, finishingDeletions } from '../graph/unfinished.js';
import { Coalescer } from '../graph/write-coalescer.js';
import { Ledger } from '../evidence/ledger.js';
import { EmbeddingService, type PreparedVectors } from '../embedding/embedding.service.js';
import { inChunks } from '../graph/chunks.js';
import { saveWithVectors, vectorsOf } from '../embedding/save-with-vectors.js';
import type { RunOptions } from '../graph/statement-runner.js';
import type { ExportedItem } from './catalog.js';
import { ItemOrder, type KnowledgeItem, type Learning } from './items.model.js';
import { itemOf, parsed } from './item.js';
import { itemKind } from './items.kind.js';
import {
  addLearnings,
  claimStates,
  countItems,
  countItemUses,
  countLearnings,
  countLearningUses,
  deleteItem,
  deleteUnusedStates,
  exportItems,
  findDeleted,
  findItems,
  findItemTexts,
  hideItems,
  type ItemFilter,
  type ItemRow,
  type LearningRow,
  type LearningUses,
  linkOutputs,
  linkPrerequisites,
  listItemsById,
  listItemsByLearnings,
  listItemsByTrust,
  listItemsByUpdate,
  listLearnings,
  listPrerequisites,
  listUnresolved,
  lockCatalog,
  markHidden,
  readDependents,
  readPrerequisites,
  resetItems,
  reviveItems,
  type ResetRow,
  type SavedRow,
  saveItems,
  sweepItems,
  unlinkPrerequisites,
} from './items.statements.js';
import { type AttachAnswer, type AttachRow, recordLearnings } from './learning.js';
import { itemsToName, NamesRepository } from './names.repository.js';
import { type LearningPage, NO_PAGE, pageOf } from './learning-page.js';
import { learningOf, learningThen } from './stored-learning.js';
import type { ItemWithPrerequisites } from './prerequisite-warnings.js';
import type { PrerequisiteNode } from './prerequisites.js';
import type { Uses } from './reliability.js';
import { itemTrust } from './trust.js';
import type { NewChange } from '../versions/change.model.js';
import { VersionKeeper } from '../versions/keeping.service.js';
import type { KeptState, UndoneThing, UndoWrite } from '../versions/undo.model.js';

/**
 * Number of relationships of a deleted item that one transaction removes, together with their learning or evidence
 * nodes. This needs about 20 MiB of memory.
 */
const SWEEP_ROWS = 2_000;

/** Maximum number of prerequisites that one statement links. */
const LINKED_AT_ONCE = 2_500;

/** Start of a page of items. The order determines which value the cursor contains. */
export type ItemCursor = { readonly id: string; readonly value: number | Date | null } | null;

export interface ListedItem {
  readonly item: KnowledgeItem;
  /** The value by which the page is ordered before the id: trust, time of the last change, or number of learnings. */
  readonly value: number | Date | null;
}

/** What was written of an import. */
interface SavedCatalog {
  /** One row per item. */
  readonly saved: SavedRow[];
  /** Ids of the items that the reset changed. */
  readonly reset: ReadonlySet<string>;
}

/** The content of one import, sorted by id. */
export interface CatalogChange {
  readonly rows: readonly ItemRow[];
  readonly learnings: readonly LearningRow[];
  /** Items whose trust and learnings are reset. */
  readonly resets: readonly ResetRow[];
  /** Returns the change that is recorded for an item. */
  readonly changeOf: (id: string) => NewChange;
  /** Audit records of resets, for the ids of items that the import resets. */
  readonly resetActs?: (ids: readonly string[]) => readonly NewAct[];
  /** Returns the version number that an item must have; absent if any is accepted. */
  readonly expected?: ((ref: string) => number | undefined) | undefined;
  /** Only for an undo: the parts that it writes first, and the items that it removes. */
  readonly undo?: Pick<UndoWrite, 'begin' | 'change'> & { readonly goes: readonly Going[] };
}

type Going = UndoneThing & { readonly was: KeptState };

@Injectable()
export class ItemsRepository {
  private readonly attaching: Coalescer<AttachRow, AttachAnswer | undefined>;

  constructor(
    private readonly graph: GraphService,
    private readonly embedding: EmbeddingService,
    private readonly names: NamesRepository,
    private readonly versions: VersionKeeper,
    ledger: Ledger,
    @Inject(CONFIG) config: Config,
  ) {
    const trust = itemTrust(config.TRUST_RECOVERY);
    this.attaching = new Coalescer(
      'items/write-learnings',
      (rows) => graph.transaction((transaction) => recordLearnings(transaction, ledger, trust, rows)),
      {
        lockKey: ({ namespace, itemId }) => `${namespace}\u0000${itemId}`,
        maxRows: config.WRITE_BATCH_MAX_ROWS,
        maxWaiting: config.WRITE_QUEUE_MAX_ROWS,
      },
    );
  }

  // ───────────────────────────── items ─────────────────────────────

  async findItems(namespace: string, ids: readonly string[]): Promise<Map<string, KnowledgeItem>> {
    const rows = await this.graph.run(findItems, { namespace, ids });
    return new Map(rows.map(({ item }) => [item.id, itemOf(item)]));
  }

  /** At most `limit` items after the cursor `after`. */
  async listItems(
    namespace: string,
    order: ItemOrder,
    filter: ItemFilter,
    after: ItemCursor,
    limit: number,
  ): Promise<ListedItem[]> {
    const listed = await this.listIds(
      order,
      { namespace, ...filter, afterId: after?.id ?? null, limit },
      after?.value ?? null,
    );
    const items = await this.findItems(
      namespace,
      listed.map(({ id }) => id),
    );
    return listed.flatMap(({ id, value }) => {
      const item = items.get(id);
      return item ? [{ item, value }] : [];
    });
  }

  async countItems(namespace: string, filter: ItemFilter): Promise<number> {
    const [row] = await this.graph.run(countItems, { namespace, ...filter });
    return row?.total ?? 0;
  }

  /**
   * Writes items, their prerequisites and their learnings in one transaction. If there are few items, their names are
   * written in the same transaction; otherwise they are written later.
   */
  async saveCatalog(namespace: string, change: CatalogChange, now: Date): Promise<SavedCatalog> {
    const ids = change.rows.map(({ id }) => id);
    const stored = new Map((await this.graph.run(findItemTexts, { namespace, ids })).map((row) => [row.id, row]));
    const texts = change.rows.map(({ id, ref, documentation: { title, text } }) => {
      return { ref, title, text, stored: stored.get(id) };
    });
    return saveWithVectors(this.embedding, texts, (vectors) => this.writeCatalog(namespace, change, vectors, now));
  }

  /** @throws VectorsMissing when the text of an item has changed and no vector was prepared for it; nothing is written then */
  private writeCatalog(
    namespace: string,
    change: CatalogChange,
    prepared: PreparedVectors,
    now: Date,
  ): Promise<SavedCatalog> {
    return this.locked(
      namespace,
      now,
      async (transaction, hidden) => {
        await change.undo?.begin(transaction);
        if (change.undo) await this.hideItems(transaction, namespace, change.undo.change, change.undo.goes);
        const saved = await this.saveItems(transaction, namespace, change, now, hidden);
        const changed = new Set(saved.filter(({ textChanged }) => textChanged).map(({ id }) => id));
        const refs = change.rows.flatMap(({ id, ref }) => (changed.has(id) ? [ref] : []));
        const vectors = vectorsOf(refs, prepared);
        await this.relink(transaction, namespace, change.rows, saved);
        await this.names.nameOrMark(transaction, namespace, itemsToName(change.rows, saved));
        const reset = await inChunks(change.resets, (rows) => transaction.run(resetItems, { namespace, rows, now }));
        const learned = await inChunks(change.learnings, (rows) => transaction.run(addLearnings, { namespace, rows }));
        await this.embedding.attach(transaction, namespace, vectors);
        await record(transaction, change.resetActs?.(reset.map(({ id }) => id)) ?? []);
        return { saved, reset: new Set([...reset.map(({ id }) => id), ...learned.map(({ itemId }) => itemId)]) };
      },
      this.graph.bulk,
    );
  }

  /** @returns false if there is no such item, or if it has this learning */
  async addLearning(namespace: string, row: LearningRow): Promise<boolean> {
    return (await this.graph.run(addLearnings, { namespace, rows: [row] })).length > 0;
  }

  /** @returns one row per item */
  private saveItems(
    transaction: GraphTransaction,
    namespace: string,
    { rows, changeOf, expected }: CatalogChange,
    now: Date,
    hidden: boolean,
  ): Promise<SavedRow[]> {
    const touched = rows.map(({ id, ref }) => ({ ref, change: changeOf(id), expected: expected?.(ref) }));
    const save = async () => {
      const ids = rows.map(({ id }) => id);
      if (hidden) await inChunks(ids, (chunk) => transaction.run(reviveItems, { namespace, ids: chunk }));
      return inChunks(rows, (chunk) => transaction.run(saveItems, { namespace, rows: chunk, now }));
    };
    return this.versions.around(
      transaction,
      { namespace, of: itemKind, touched },
      save,
      (saved) => new Set(saved.flatMap(({ id, outcome }) => (outcome === 'UNCHANGED' ? [] : [`item:${id}`]))),
    );
  }

  /** Hides items that were removed, until an undo of the removal brings them back. */
  private async hideItems(
    transaction: GraphTransaction,
    namespace: string,
    change: NewChange,
    goes: readonly Going[],
  ): Promise<void> {
    if (goes.length === 0) return;
    await this.versions.going(transaction, { namespace, of: itemKind }, change, goes);
    const ids = goes.map(({ id }) => id);
    const hidden = await inChunks(ids, (chunk) => transaction.run(hideItems, { namespace, ids: chunk }));
    const states = [...new Set(hidden.flatMap((row) => row.states))];
    await inChunks(states, (names) => transaction.run(deleteUnusedStates, { namespace, names }));
    await this.names.deleteUnused(
      transaction,
      namespace,
      hidden.flatMap(({ names }) => names),
    );
    await transaction.run(markHidden, { namespace });
  }

  /**
   * Deletes an item. The item is invisible as soon as this transaction is committed; afterwards, its learnings and
   * evidence are deleted in batches.
   *
   * @returns false if there was no such item
   */
  async deleteItem(id: string, act: NewAct): Promise<boolean> {
    const { namespace, at: now } = act;
    const isDeleted = await this.locked(namespace, now, async (transaction, hidden) => {
      if (hidden) await transaction.run(reviveItems, { namespace, ids: [id] });
      const [deleted] = await transaction.run(deleteItem, { namespace, id });
      if (deleted) {
        await transaction.run(deleteUnusedStates, { namespace, names: deleted.states });
        await this.names.deleteUnused(transaction, namespace, deleted.names);
        await this.versions.forget(transaction, namespace, [`item:${id}`]);
        await record(transaction, [act]);
      }
      return deleted !== undefined;
    });
    if (isDeleted) while (await this.sweep(namespace, now));
    return isDeleted;
  }

  /** Runs a write under the lock of the catalog, after all remains of deleted items have been removed. */
  private locked<Result>(
    namespace: string,
    now: Date,
    work: (transaction: GraphTransaction, hidden: boolean) => Promise<Result>,
    options: RunOptions = {},
  ): Promise<Result> {
    const write = () =>
      this.graph.transaction(async (transaction) => {
        const [catalog] = await transaction.run(lockCatalog, { namespace, now });
        if ((await transaction.run(findDeleted, { namespace })).length > 0) throw new DeletionUnfinished();
        return work(transaction, catalog?.hidden ?? false);
      }, options);
    return finishingDeletions(write, () => this.sweep(namespace, now));
  }

  /** @returns false if no deleted item had remains */
  private sweep(namespace: string, now: Date): Promise<boolean> {
    return this.graph.transaction(async (transaction) => {
      await transaction.run(lockCatalog, { namespace, now });
      return (await transaction.run(sweepItems, { namespace, limit: SWEEP_ROWS })).length > 0;
    });
  }

  /** All items, ordered by id. They are not read as a snapshot: some of the concurrent writes may be included. */
  async *exportItems(namespace: string): AsyncGenerator<ExportedItem> {
    const rows = this.graph.stream(exportItems, { namespace }, this.graph.bulk);
    for await (const { item, learnings } of rows) {
      yield {
        ...item,
        parameters: parsed(item.parameters),
        extra: parsed(item.extra),
        learnings: learnings.map((learning) => ({
          // A catalog states what happened, but not whether the recovery worked later.
          ...learningOf(item.id, learning, false),
          givenTimestamp: learning.givenTimestamp ?? null,
          extra: parsed(learning.extra ?? '{}'),
        })),
      };
    }
  }

  /** Use counts by item id. */
  async countItemUses(namespace: string, ids: readonly string[]): Promise<Map<string, Uses>> {
    const rows = await this.graph.run(countItemUses, { namespace, ids });
    return new Map(rows.map(({ itemId, ...uses }) => [itemId, uses]));
  }

  // ───────────────────────────── prerequisites ─────────────────────────────

  /** The graph of direct and indirect prerequisites of these items, the items included. */
  readPrerequisites(namespace: string, ids: readonly string[]): Promise<PrerequisiteNode[]> {
    return this.graph.run(readPrerequisites, { namespace, ids });
  }

  /** The graph of direct and indirect dependents of these items, the items included. */
  readDependents(namespace: string, ids: readonly string[]): Promise<PrerequisiteNode[]> {
    return this.graph.run(readDependents, { namespace, ids });
  }

  /** All items of a namespace that have prerequisites, ordered by id. */
  listPrerequisites(namespace: string): Promise<ItemWithPrerequisites[]> {
    return this.graph.run(listPrerequisites, { namespace }, this.graph.bulk);
  }

  async listUnresolved(namespace: string, ids: readonly string[]): Promise<Map<string, string[]>> {
    const rows = await this.graph.run(listUnresolved, { namespace, ids });
    return new Map(rows.map(({ id, names }) => [id, names]));
  }

  // ───────────────────────────── learnings ─────────────────────────────

  /** Learnings by item, in display order. */
  async listLearnings(namespace: string, ids: readonly string[], page: LearningPage): Promise<Map<string, Learning[]>> {
    const byItem = new Map<string, Learning[]>(ids.map((id) => [id, []]));
    const rows = await this.graph.run(listLearnings, {
      namespace,
      ids: [],
      itemIds: ids,
      page: pageOf(page),
    });
    for (const { itemId, learning, state, recoveryFailed } of rows) {
      byItem.get(itemId)?.push(learningOf(itemId, learningThen(learning, state), recoveryFailed));
    }
    return byItem;
  }

  async countLearnings(
    namespace: string,
    ids: readonly string[],
    { kind, withRefuted, known }: Pick<LearningPage, 'kind' | 'withRefuted' | 'known'>,
  ): Promise<Map<string, number>> {
    const rows = await this.graph.run(countLearnings, {
      namespace,
      ids,
      kind,
      withRefuted,
      known: known ?? END_OF_TIME,
    });
    return new Map(rows.map(({ itemId, total }) => [itemId, total]));
  }

  async findLearnings(namespace: string, ids: readonly string[]): Promise<Map<string, Learning>> {
    const rows = await this.graph.run(listLearnings, { namespace, ids, itemIds: [], page: NO_PAGE });
    return new Map(
      rows.map(({ itemId, learning, recoveryFailed }) => [learning.id, learningOf(itemId, learning, recoveryFailed)]),
    );
  }

  /** Use counts by learning id. */
  async countLearningUses(namespace: string, ids: readonly string[]): Promise<Map<string, LearningUses>> {
    const rows = await this.graph.run(countLearningUses, { namespace, ids });
    return new Map(rows.map(({ learningId, ...uses }) => [learningId, uses]));
  }

  /** A learning including fields that the schema does not define; undefined if it does not exist. */
  async findWholeLearning(
    namespace: string,
    id: string,
  ): Promise<(Learning & { extra: Record<string, unknown> }) | undefined> {
    const [row] = await this.graph.run(listLearnings, { namespace, ids: [id], itemIds: [], page: NO_PAGE });
    return (
      row && {
        ...learningOf(row.itemId, row.learning, row.recoveryFailed),
        extra: parsed(row.learning.extra ?? '{}'),
      }
    );
  }

  /** @returns undefined if the item does not exist */
  attachLearning(row: AttachRow): Promise<AttachAnswer | undefined> {
    return this.attaching.write(row);
  }

  /** Updates the graph of prerequisites after items were written. */
  private async relink(
    transaction: GraphTransaction,
    namespace: string,
    rows: readonly ItemRow[],
    saved: readonly SavedRow[],
  ): Promise<void> {
    const changed = new Set(saved.flatMap(({ id, outcome }) => (outcome === 'UNCHANGED' ? [] : [id])));
    const created = saved.flatMap(({ id, outcome }) => (outcome === 'CREATED' ? [id] : []));
    const updated = saved.flatMap(({ id, outcome }) => (outcome === 'UPDATED' ? [id] : []));
    const items = rows.filter(({ id }) => changed.has(id)).map(({ id, documentation }) => ({ id, ...documentation }));
    const outputs = items.filter(({ outputState }) => outputState !== '');
    const requiring = items.flatMap(({ id, prerequisites }) =>
      prerequisites.length === 0 ? [] : [{ id, names: [...new Set(prerequisites)] }],
    );

    const left = [
      ...(await inChunks(updated, (ids) => transaction.run(unlinkPrerequisites, { namespace, ids }))),
      ...(await inChunks(created, (ids) => transaction.run(claimStates, { namespace, ids }))),
    ];
    // The states are sorted by name, so that two writers cannot deadlock by locking them in opposite orders.
    outputs.sort((a, b) => compare(a.outputState, b.outputState));
    await inChunks(outputs, (chunk) =>
      transaction.run(linkOutputs, { namespace, rows: chunk.map(({ id, outputState }) => ({ id, outputState })) }),
    );
    const size = ({ names }: (typeof requiring)[number]) => names.length;
    for (const part of partsBySize(requiring, { size, most: LINKED_AT_ONCE }))
      await transaction.run(linkPrerequisites, { namespace, rows: part });
    await inChunks([...new Set(left.map(({ name }) => name))], (names) =>
      transaction.run(deleteUnusedStates, { namespace, names }),
    );
  }

  private async listIds(
    order: ItemOrder,
    page: { namespace: string; afterId: string | null; limit: number } & ItemFilter,
    after: number | Date | null,
  ): Promise<{ id: string; value: number | Date | null }[]> {
    const count = typeof after === 'number' ? after : null;
    const time = after instanceof Date ? after : null;
    switch (order) {
      case ItemOrder.ID:
        return (await this.graph.run(listItemsById, page)).map(({ id }) => ({ id, value: null }));
      case ItemOrder.TRUST:
        return (await this.graph.run(listItemsByTrust, { ...page, afterTrust: count })).map(({ id, trust }) => ({
          id,
          value: trust,
        }));
      case ItemOrder.UPDATED:
        return (await this.graph.run(listItemsByUpdate, { ...page, afterTime: time, latest: END_OF_TIME })).map(
          ({ id, updatedAt }) => ({ id, value: updatedAt }),
        );
      case ItemOrder.LEARNINGS:
        return (await this.graph.run(listItemsByLearnings, { ...page, afterCount: count })).map(
          ({ id, learnings }) => ({
            id,
            value: learnings,
          }),
        );
    }
  }
}
