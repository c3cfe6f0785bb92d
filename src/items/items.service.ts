import { Inject, Injectable } from '@nestjs/common';
import { BatchLoader } from '../common/batch-loader.js';
import { newAct } from '../audit/recording.js';
import { type Author, type Reporter, voiceOf } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { type ConnectionOf, dateOfCursor, decodeCursor, page, type Page } from '../common/connection.js';
import { ConflictError, LimitExceededError, NotFoundError } from '../common/errors.js';
import { partsOf, withRemark } from '../common/parts.js';
import { byId, compare } from '../common/text.js';
import { mapInTurns } from '../common/turns.js';
import { redactLongJson } from '../common/redact.task.js';
import { Workers } from '../common/workers/workers.js';
import { newId } from '../common/seeded-time.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { Coalescer } from '../graph/write-coalescer.js';
import { EvidenceKind } from '../evidence/evidence.model.js';
import { FAILURE } from '../evidence/policies/factor.js';
import { EmbeddingService } from '../search/embedding/embedding.service.js';
import { saveWithVectors } from '../search/embedding/save-with-vectors.js';
import { catalogRecordOf, itemTexts, readCatalog } from './catalog.js';
import { changeOf, inTurns, itemRow, type SingleSave, writtenBack } from './catalog-rows.js';
import type { KnowledgeItemInput, LearningInput } from './items.inputs.js';
import {
  type AttachedLearning,
  type ImportReport,
  ItemOrder,
  type KnowledgeItem,
  type Learning,
  LearningKind,
  type Reliability,
} from './items.model.js';
import { itemCursor } from './item-cursor.js';
import { formatItem, MAX_SHOWN_LEARNINGS } from './items.prompt.js';
import { type CatalogChange, ItemsRepository } from './items.repository.js';
import type { LearningPage } from './learning-page.js';
import type { LearningUses, SavedRow } from './items.statements.js';
import {
  commentOf,
  learningContent,
  type LearningsApart,
  requestHash,
  storedLearning,
  unrecoveredLast,
} from './learning.js';
import { NamesWorker } from './names.worker.js';
import { prerequisiteWarnings } from './prerequisite-warnings.js';
import { carryOutOrder, dependentItems, requiredItems } from './prerequisites.js';
import { reliabilityOf } from './reliability.js';
import { ReceiptsService } from '../knowledge/receipts.service.js';
import { PastService } from '../search/past.service.js';
import { ChangeDoor, newChange } from '../versions/change.model.js';
import { UndoDoors, type UndoneThing, type UndoWrite } from '../versions/undo.model.js';
import type { ContentState, Restoring } from '../knowledge/kind.js';

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

/** Filter, order and page of a list of items. */
export interface ListItemsOptions extends Page {
  readonly maxTrust?: number | undefined;
  readonly withLearnings?: boolean | undefined;
  readonly orderBy: ItemOrder;
}

/** Filter and page of a list of learnings. */
export interface ListLearningsOptions extends Page {
  readonly kind?: LearningKind | undefined;
}

/** Items of the knowledge base, their prerequisites and learnings. */
@Injectable()
export class ItemsService {
  private readonly items = new BatchLoader(({ namespace }: { namespace: string }, ids) =>
    this.repository.findItems(namespace, ids),
  );
  private readonly learningsById = new BatchLoader(({ namespace }: { namespace: string }, ids) =>
    this.repository.findLearnings(namespace, ids),
  );
  private readonly learningPages = new BatchLoader(
    ({ namespace, ...page }: { namespace: string } & LearningPage, ids) =>
      this.repository.listLearnings(namespace, ids, page),
  );
  private readonly learningCounts = new BatchLoader(
    ({ namespace, ...of }: { namespace: string } & Pick<LearningPage, 'kind' | 'withRefuted' | 'known'>, ids) =>
      this.repository.countLearnings(namespace, ids, of),
  );
  private readonly itemUses = new BatchLoader(({ namespace }: { namespace: string }, ids) =>
    this.repository.countItemUses(namespace, ids),
  );
  private readonly learningUses = new BatchLoader(({ namespace }: { namespace: string }, ids) =>
    this.repository.countLearningUses(namespace, ids),
  );
  private readonly unresolved = new BatchLoader(({ namespace }: { namespace: string }, ids) =>
    this.repository.listUnresolved(namespace, ids),
  );
  private readonly required = new BatchLoader(
    async ({ namespace, transitive }: { namespace: string; transitive: boolean }, ids) => {
      const required = requiredItems(await this.repository.readPrerequisites(namespace, ids));
      const orders = await mapInTurns(ids, (id) => carryOutOrder(id, required, { transitive }));
      return new Map(ids.map((id, at) => [id, orders[at] ?? []]));
    },
  );
  private readonly dependents = new BatchLoader(
    async ({ namespace, transitive }: { namespace: string; transitive: boolean }, ids) => {
      const required = requiredItems(await this.repository.readDependents(namespace, ids));
      return new Map(ids.map((id) => [id, dependentItems(id, required, { transitive })]));
    },
  );

  /**
   * Writers of one catalog take turns at a lock, so concurrent saves of single items are combined into one
   * transaction.
   */
  private readonly saves: Coalescer<SingleSave, undefined>;

  constructor(
    private readonly repository: ItemsRepository,
    private readonly embedding: EmbeddingService,
    private readonly names: NamesWorker,
    private readonly receipts: ReceiptsService,
    private readonly clock: Clock,
    private readonly workers: Workers,
    private readonly past: PastService,
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

  // ───────────────────────────── items ─────────────────────────────

  findItem(namespace: string, id: string): Promise<KnowledgeItem | undefined> {
    return this.items.load({ namespace }, id);
  }

  /** @throws NotFoundError when the item does not exist */
  async getItem(namespace: string, id: string): Promise<KnowledgeItem> {
    const item = await this.findItem(namespace, id);
    if (!item) throw new NotFoundError('KnowledgeItem', id);
    return item;
  }

  /** Items by id; ids that do not exist are left out. */
  findItems(namespace: string, ids: readonly string[]): Promise<ReadonlyMap<string, KnowledgeItem>> {
    return this.repository.findItems(namespace, ids);
  }

  /** @throws BadUserInputError when `after` is not a cursor of this order */
  async listItems(namespace: string, options: ListItemsOptions): Promise<ConnectionOf<KnowledgeItem>> {
    const { first, after, orderBy } = options;
    const filter = { maxTrust: options.maxTrust ?? null, withLearnings: options.withLearnings ?? null };
    const order = `items-${orderBy}`;
    const listed = await this.repository.listItems(
      namespace,
      orderBy,
      filter,
      itemCursor(after, orderBy, order),
      first + 1,
    );
    const values = new Map(listed.map(({ item, value }) => [item.id, value]));
    return page({
      rows: listed.map(({ item }) => item),
      first,
      after,
      order,
      key: ({ id }) => {
        const value = values.get(id) ?? null;
        return orderBy === ItemOrder.ID ? [id] : [value instanceof Date ? value.getTime() : value, id];
      },
      totalCount: () => this.repository.countItems(namespace, filter),
    });
  }

  /**
   * Creates an item or replaces its documentation. Trust, learnings and fields that the schema does not define are
   * kept.
   */
  async saveItem(namespace: string, input: KnowledgeItemInput, author: Author = {}): Promise<KnowledgeItem> {
    const { application = null, shortcut = null, parameters = {}, ...given } = input;
    const texts = itemTexts({ ...given, parameters });
    const item = { ...given, shortcut, ...((await redactLongJson(texts, this.workers)) as typeof texts) };
    const row = itemRow(namespace, item, {
      application,
      extra: null,
      givenFields: [],
      initialTrust: 1,
    });
    await this.saves.write({ namespace, row, change: newChange(author, ChangeDoor.SAVE_ITEM, this.clock.now()) });
    return this.getItem(namespace, input.id);
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
          throw withRemark(error, `${stored}; importing again goes on from there`);
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

  /** Reliability computed from the reported steps that used the item; the prior for an unknown item. */
  async reliability(namespace: string, id: string): Promise<Reliability> {
    return reliabilityOf((await this.itemUses.load({ namespace }, id)) ?? { uses: 0, failures: 0 });
  }

  // ───────────────────────────── prerequisites ─────────────────────────────

  /**
   * The prerequisites of an item in an order in which they can be carried out, even if some form a cycle.
   *
   * @param asOf the present prerequisites that were known at this time, as they were known then
   */
  async requires(namespace: string, id: string, transitive: boolean, asOf?: Date): Promise<KnowledgeItem[]> {
    return this.loadInOrder(namespace, await this.requiredIds(namespace, id, transitive), asOf);
  }

  /** The ids of the items of {@link ItemsService.requires}. */
  async requiredIds(namespace: string, id: string, transitive = true): Promise<readonly string[]> {
    return (await this.required.load({ namespace, transitive }, id)) ?? [];
  }

  /** The items that require an item, nearest first. */
  async requiredBy(namespace: string, id: string, transitive: boolean): Promise<KnowledgeItem[]> {
    return this.loadInOrder(namespace, (await this.dependents.load({ namespace, transitive }, id)) ?? []);
  }

  /** Prerequisites that match neither an item nor a state that an item produces, as written in the item. */
  async unresolvedPrerequisites(namespace: string, id: string): Promise<readonly string[]> {
    return (await this.unresolved.load({ namespace }, id)) ?? [];
  }

  // ───────────────────────────── learnings ─────────────────────────────

  /**
   * Attaches a learning to the item it corrects and lowers the item's trust; each of several concurrent calls counts.
   * Repeating an idempotency key changes nothing and returns the first answer.
   *
   * @throws BadUserInputError when a field that this kind of learning requires is missing, or one that it cannot have
   *   is given
   * @throws NotFoundError when the namespace has no such item
   * @throws ConflictError when the key was used for something else
   */
  async attachLearning(caller: Reporter, input: LearningInput): Promise<AttachedLearning> {
    const { namespace } = caller;
    const now = this.clock.now();
    const content = learningContent(input, now);
    const { itemId, idempotencyKey } = input;
    const learning = storedLearning(namespace, newId(now.getTime()), itemId, content);
    const human = content.kind === LearningKind.HUMAN_INTERRUPT;
    const answer = await this.repository.attachLearning({
      namespace,
      itemId,
      now,
      learning,
      requestHash: requestHash(input),
      evidence: {
        // Prefixed with the operation, so that keys of different operations cannot collide.
        id: idempotencyKey === undefined ? newId(now.getTime()) : `attach-learning:${idempotencyKey}`,
        kind: human ? EvidenceKind.HUMAN_CORRECTION : EvidenceKind.STEP_FAILURE,
        positive: false,
        weight: FAILURE.factor,
        ...voiceOf(caller),
        comment: commentOf(content.humanReasoning ?? content.originalError ?? ''),
        applicationVersion: content.applicationVersion,
        learningId: learning.id,
      },
    });
    if (!answer) throw new NotFoundError('KnowledgeItem', itemId);
    if (answer.outcome === 'CONFLICT') {
      throw new ConflictError(`The idempotency key "${idempotencyKey}" was used for another learning`);
    }
    const { learningId, trustBefore, trustAfter, retracted } = answer;
    return { itemId, learningId, trustBefore, trustAfter, retracted };
  }

  findLearning(namespace: string, id: string): Promise<Learning | undefined> {
    return this.learningsById.load({ namespace }, id);
  }

  /** @throws NotFoundError when the learning does not exist */
  async getLearning(namespace: string, id: string): Promise<Learning> {
    const learning = await this.findLearning(namespace, id);
    if (!learning) throw new NotFoundError('Learning', id);
    return learning;
  }

  /** Counts of plans and steps that used a learning. */
  async learningUsesOf(namespace: string, id: string): Promise<LearningUses> {
    return (await this.learningUses.load({ namespace }, id)) ?? { shown: 0, reused: 0, followed: 0, succeeded: 0 };
  }

  /**
   * Learnings of an item: verified ones first, then newest first. Learnings that still await a
   * recovery come last.
   *
   * @throws BadUserInputError when `after` is not a cursor of this list
   */
  async listLearnings(
    namespace: string,
    itemId: string,
    options: ListLearningsOptions,
    known: Date | null = null,
  ): Promise<ConnectionOf<Learning>> {
    const { first, after } = options;
    const kind = options.kind ?? null;
    const cursor = decodeCursor(after, 'learnings', ['boolean', 'boolean', 'number', 'string']);
    const behind = cursor && {
      awaiting: cursor[0],
      verified: cursor[1],
      timestamp: dateOfCursor(cursor[2]),
      id: cursor[3],
    };
    const asked = { namespace, kind, withRefuted: true, known };
    const rows = await this.learningPages.load({ ...asked, after: behind ?? null, limit: first + 1 }, itemId);
    return page({
      rows: rows ?? [],
      first,
      after,
      order: 'learnings',
      key: ({ awaitingRecovery, verified, timestamp, id }) => [awaitingRecovery, verified, timestamp.getTime(), id],
      totalCount: async () => (await this.learningCounts.load(asked, itemId)) ?? 0,
    });
  }

  /**
   * Renders an item with its learnings for a prompt.
   *
   * @param excluded origins of learnings that the text must not use
   */
  async formatItem(namespace: string, item: KnowledgeItem, excluded?: LearningsApart): Promise<string> {
    const without = excluded?.learnings.get(item.ref) ?? new Set<string>();
    const unrecovered = excluded?.recovered ?? new Set<string>();
    // Learnings that a person marked as wrong are not shown.
    const asked = { namespace, kind: null, withRefuted: false, known: item.asOf ?? null };
    // Excluded learnings and those whose recovery is excluded may take places on the page, so that many more are
    // read.
    const first = { ...asked, after: null, limit: MAX_SHOWN_LEARNINGS + without.size + unrecovered.size };
    const [learnings = [], learningCount = 0] = await Promise.all([
      this.learningPages.load(first, item.id),
      this.learningCounts.load(asked, item.id),
    ]);
    const shown = unrecoveredLast(
      learnings.filter(({ id }) => !without.has(id)),
      unrecovered,
    );
    // A learning that has moved to another item is contained in `without`, but not counted in `learningCount`, so the
    // difference can be too small.
    return formatItem({ item, learnings: shown, learningCount: Math.max(shown.length, learningCount - without.size) });
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

  /** Embeds new and changed texts before the transaction begins, then writes. */
  private async saveCatalog(namespace: string, change: Omit<CatalogChange, 'vectors'>, now: Date) {
    const ids = change.rows.map(({ id }) => id);
    const stored = await this.repository.findItemTexts(namespace, ids);
    const texts = change.rows.map(({ id, ref, documentation: { title, text } }) => {
      return { ref, title, text, stored: stored.get(id) };
    });
    const saved = await saveWithVectors(this.embedding, texts, (vectors) =>
      this.repository.saveCatalog(namespace, { ...change, vectors }, now),
    );
    // Names of larger imports are written after their transaction. This also completes names left by a process that
    // ended early.
    if (ids.length > 1) await this.names.nameAll(namespace);
    return saved;
  }

  /**
   * The items of these ids, in their order; ids without an item are left out.
   *
   * @param asOf the items as they were known at this time, without those that were not
   */
  async loadInOrder(namespace: string, ids: readonly string[], asOf?: Date): Promise<KnowledgeItem[]> {
    const found = await this.items.loadInOrder({ namespace }, ids);
    return asOf ? this.past.earlier(namespace, found, asOf) : found;
  }
}
