import { Inject, Injectable } from '@nestjs/common';
import { newAct } from '../audit/recording.js';
import type { Author } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { LimitExceededError, NotFoundError } from '../common/errors.js';
import { partsOf, withRemark } from '../common/parts.js';
import { byId, compare } from '../common/text.js';
import { Workers } from '../common/workers/workers.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { Coalescer } from '../graph/write-coalescer.js';
import type { ContentState, Restoring } from '../knowledge/kind.js';
import { ReceiptsService } from '../knowledge/receipts.service.js';
import { ChangeDoor, newChange } from '../versions/change.model.js';
import { UndoDoors, type UndoneThing, type UndoWrite } from '../versions/undo.model.js';
import { catalogRecordOf, readCatalog } from './catalog.js';
import { changeOf, inTurns, itemRow, type SingleSave, writtenBack } from './catalog-rows.js';
import type { KnowledgeItemInput } from './items.inputs.js';
import type { ImportReport, KnowledgeItem } from './items.model.js';
import { type CatalogChange, ItemsRepository } from './items.repository.js';
import type { SavedRow } from './items.statements.js';
import { NamesWorker } from './names.worker.js';
import { prerequisiteWarnings } from './prerequisite-warnings.js';

/**
 * Number of records per transaction. 5,000 items with two prerequisites each need 90 MiB of the 256 MiB that one
 * transaction may use on a laptop; 10,000 exceed that.
 */
const IMPORT_PARTS = { whole: 5_000, part: 1_000 };

/** Options of an import of catalog records. */
export interface ImportOptions {
  /** Application for records that do not name one. */
  readonly application?: string | undefined;
  /** Sets trust back to its initial value and deletes learnings and evidence. */
  readonly reset?: boolean;
  /** Author of the import, who is recorded with the change. */
  readonly author?: Author | undefined;
  /** Up to `whole` records are written in one transaction; larger imports in transactions of `part` records. */
  readonly parts?: { readonly whole: number; readonly part: number };
}

/** Writes items: saves, imports, earlier versions and deletions. */
@Injectable()
export class CatalogService {
  /**
   * Writers of one catalog take turns at a lock, so concurrent saves of single items are combined into one
   * transaction.
   */
  private readonly saves: Coalescer<SingleSave, undefined>;

  constructor(
    private readonly repository: ItemsRepository,
    private readonly names: NamesWorker,
    private readonly receipts: ReceiptsService,
    private readonly clock: Clock,
    private readonly workers: Workers,
    undoDoors: UndoDoors,
    @Inject(CONFIG) config: Config,
  ) {
    undoDoors.add({ prefixes: ['item'], write: (undo, things) => this.writeUndone(undo, things) });
    this.saves = new Coalescer('items/save-items', (saves) => this.saveTogether(saves), {
      lockKey: ({ namespace, row }) => `${namespace}\u0000${row.id}`,
      maxRows: config.WRITE_BATCH_MAX_ROWS,
      maxWaiting: config.WRITE_QUEUE_MAX_ROWS,
    });
  }

  /**
   * Creates an item or replaces its documentation. Trust, learnings and fields that the schema does not define are
   * kept.
   *
   * @throws NotFoundError when the item was deleted meanwhile
   */
  async saveItem(namespace: string, input: KnowledgeItemInput, author: Author = {}): Promise<KnowledgeItem> {
    const { application = null, shortcut = null, parameters = {}, ...given } = input;
    const item = { ...given, shortcut, parameters };
    const row = itemRow(namespace, item, {
      application,
      extra: null,
      givenFields: [],
      initialTrust: 1,
    });
    await this.saves.write({ namespace, row, change: newChange(author, ChangeDoor.SAVE_ITEM, this.clock.now()) });
    const saved = (await this.repository.findItems(namespace, [input.id])).get(input.id);
    if (!saved) throw new NotFoundError('KnowledgeItem', input.id);
    return saved;
  }

  /**
   * Restores an item's content from an earlier version; trust and learnings are kept.
   *
   * @throws ConflictError when its version differs from the expected one
   */
  async restoreItem({ caller, expected }: Restoring, id: string, state: ContentState): Promise<void> {
    const { namespace } = caller;
    const now = this.clock.now();
    const change = newChange(caller, ChangeDoor.RESTORE, now);
    const rows = [writtenBack(namespace, id, state)];
    await this.saveCatalog(
      namespace,
      { rows, learnings: [], resets: [], changeOf: () => change, expected: () => expected },
      now,
    );
  }

  /**
   * Writes the result of an undo. Removed items are only hidden, so that they regain their learnings and evidence if
   * the undo is undone.
   */
  private async writeUndone({ caller: { namespace }, change, begin }: UndoWrite, things: readonly UndoneThing[]) {
    const rows = things.flatMap(({ id, becomes }) => (becomes ? [writtenBack(namespace, id, becomes)] : []));
    const numbers = new Map(things.map(({ ref, was }) => [ref, was?.number ?? 0]));
    const goes = things.flatMap(({ was, ...thing }) => (was && !thing.becomes ? [{ ...thing, was }] : []));
    const expected = (ref: string) => numbers.get(ref);
    const undo = { begin, change, goes };
    const write = { rows: rows.toSorted(byId), learnings: [], resets: [], changeOf: () => change, expected, undo };
    await this.saveCatalog(namespace, write, change.at);
  }

  /**
   * Deletes an item with its learnings, evidence and versions, and the copies in context receipts.
   *
   * @returns false if there was no such item
   */
  async deleteItem(namespace: string, id: string, author: Author = {}): Promise<boolean> {
    const ref = `item:${id}`;
    await this.receipts.deleteQuotes(namespace, [ref]);
    const now = this.clock.now();
    return this.repository.deleteItem(id, newAct(author, 'DELETE', { namespace, ref }, now));
  }

  /**
   * Imports a catalog in its JSON format: up to 5,000 records in one transaction, larger catalogs in transactions of
   * 1,000, in the order of ids. Invalid records are skipped and reported; all others are imported. Repeating an
   * import changes nothing. Changed documentation is updated, while learned trust and learnings are kept.
   *
   * @throws LimitExceededError when a part is too large for one transaction; the message states what has been stored
   *   by then
   */
  async importCatalog(
    namespace: string,
    values: readonly unknown[],
    { application, reset = false, author = {}, parts = IMPORT_PARTS }: ImportOptions = {},
  ): Promise<ImportReport> {
    const now = this.clock.now();
    const { records, skipped } = await readCatalog(values, application ?? null, now);
    const sorted = records.toSorted((a, b) => compare(a.item.id, b.item.id));
    const outcomes: SavedRow['outcome'][] = [];
    for (const part of partsOf(sorted, parts)) {
      const written = newChange(author, ChangeDoor.IMPORT_CATALOG, now);
      const resetActs = (ids: readonly string[]) =>
        ids.map((id) => newAct(author, 'RESET', { namespace, ref: `item:${id}` }, now));
      const change = { ...(await changeOf(namespace, part, reset, now)), changeOf: () => written, resetActs };
      const { saved, reset: changed } = await this.saveCatalog(namespace, change, now).catch((error: unknown) => {
        if (outcomes.length > 0) {
          const stored = `the first ${outcomes.length} of ${sorted.length} records, by their ids, are stored`;
          throw withRemark(error, `${stored}; importing again continues from there`);
        }
        const isTooLarge = error instanceof LimitExceededError && part.length > 1;
        const advice = 'nothing of this import was stored; import the catalog in parts, a thousand records each';
        throw isTooLarge ? withRemark(error, advice) : error;
      });
      outcomes.push(
        ...saved.map(({ id, outcome }) => (outcome === 'UNCHANGED' && changed.has(id) ? 'UPDATED' : outcome)),
      );
    }
    return {
      created: outcomes.filter((outcome) => outcome === 'CREATED').length,
      updated: outcomes.filter((outcome) => outcome === 'UPDATED').length,
      unchanged: outcomes.filter((outcome) => outcome === 'UNCHANGED').length,
      skipped,
      warnings: await prerequisiteWarnings(await this.repository.listPrerequisites(namespace), this.workers),
    };
  }

  /** The records of a catalog, ordered by id. Importing them again gives the same catalog. */
  async *exportCatalog(namespace: string): AsyncGenerator<Record<string, unknown>> {
    for await (const item of this.repository.exportItems(namespace)) yield catalogRecordOf(item);
  }

  /**
   * Saves the items of each namespace in one transaction. If an item occurs several times, its saves are written one
   * after another.
   */
  private async saveTogether(saves: readonly SingleSave[]): Promise<undefined[]> {
    for (const { namespace, saves: group } of inTurns(saves)) {
      const rows = [...group.values()].map(({ row }) => row);
      const now = this.clock.now();
      const changes = new Map([...group].map(([id, { change }]) => [id, { ...change, at: now }]));
      const changeOf = (id: string) => changes.get(id) ?? newChange({}, ChangeDoor.SAVE_ITEM, now);
      await this.saveCatalog(namespace, { rows, learnings: [], resets: [], changeOf }, now);
    }
    return saves.map(() => undefined);
  }

  private async saveCatalog(namespace: string, change: CatalogChange, now: Date) {
    const saved = await this.repository.saveCatalog(namespace, change, now);
    // Names of larger imports are written after their transaction. This also completes names left by a process that
    // ended early.
    if (change.rows.length > 1) await this.names.nameAll(namespace);
    return saved;
  }
}
