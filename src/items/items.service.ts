import { Inject, Injectable } from '@nestjs/common';
import { BatchLoader } from '../common/batch-loader.js';
import { newAct } from '../audit/recording.js';
import { type Author, type Reporter, voiceOf } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { type ConnectionOf, dateOfCursor, decodeCursor, page, type Page } from '../common/connection.js';
import { ConflictError, LimitExceededError, NotFoundError } from '../common/errors.js';
import { partsOf, withRemark } from '../common/parts.js';
import { byId, compare } from '../common/text.js';
import { Workers } from '../common/workers/workers.js';
import { newId } from '../common/seeded-time.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { Coalescer } from '../graph/write-coalescer.js';
import { EvidenceKind } from '../evidence/evidence.model.js';
import { FAILURE } from '../evidence/policies/factor.js';
import { EmbeddingService } from '../search/embedding/embedding.service.js';
import { saveWithVectors } from '../search/embedding/save-with-vectors.js';
import { catalogRecordOf, readCatalog, redactedItem } from './catalog.js';
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
import { type CatalogChange, ItemsRepository, type LearningPage } from './items.repository.js';
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
import { ChangeDoor, newChange } from '../versions/change.model.js';
import { UndoDoors, type UndoneThing, type UndoWrite } from '../versions/undo.model.js';
import type { ContentState, Restoring } from '../knowledge/kind.js';

/**
 * 5,000 items with two prerequisites each take 90 MiB of the 256 that a laptop's database gives one transaction, and no
 * 10,000 fit.
 */
const IMPORT_PARTS = { whole: 5_000, part: 1_000 };

/** Options of an import of catalog records. */
export interface ImportOptions {
  /** Application of records that name none. */
  readonly application?: string | undefined;
  /** Trust becomes the initial one; what was learned and observed goes. */
  readonly reset?: boolean;
  /** Who imports. */
  readonly author?: Author | undefined;
  /** How many records go in one transaction, and how many in each where there are more. */
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

/** Items of the knowledge base, their prerequisites, and what was learned about them. */
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
    ({ namespace, kind, withRefuted }: { namespace: string; kind: LearningKind | null; withRefuted: boolean }, ids) =>
      this.repository.countLearnings(namespace, ids, kind, withRefuted),
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
      return new Map(ids.map((id) => [id, carryOutOrder(id, required, { transitive })]));
    },
  );
  private readonly dependents = new BatchLoader(
    async ({ namespace, transitive }: { namespace: string; transitive: boolean }, ids) => {
      const required = requiredItems(await this.repository.readDependents(namespace, ids));
      return new Map(ids.map((id) => [id, dependentItems(id, required, { transitive })]));
    },
  );

  /** All writers of a namespace's catalog queue at one node: those of single items go together. */
  private readonly saves: Coalescer<SingleSave, undefined>;

  constructor(
    private readonly repository: ItemsRepository,
    private readonly embedding: EmbeddingService,
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

  // ───────────────────────────── items ─────────────────────────────

  findItem(namespace: string, id: string): Promise<KnowledgeItem | undefined> {
    return this.items.load({ namespace }, id);
  }

  /** @throws NotFoundError when there is none */
  async getItem(namespace: string, id: string): Promise<KnowledgeItem> {
    const item = await this.findItem(namespace, id);
    if (!item) throw new NotFoundError('KnowledgeItem', id);
    return item;
  }

  /** By id; those that do not exist are left out. */
  findItems(namespace: string, ids: readonly string[]): Promise<ReadonlyMap<string, KnowledgeItem>> {
    return this.repository.findItems(namespace, ids);
  }

  /** @throws BadUserInputError when `after` is no cursor of this order */
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

  /** Creates an item or replaces its documentation; trust, learnings and fields the schema does not know stay. */
  async saveItem(namespace: string, input: KnowledgeItemInput, author: Author = {}): Promise<KnowledgeItem> {
    const { application = null, shortcut = null, parameters = {}, ...given } = input;
    const item = redactedItem({ ...given, shortcut, parameters });
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
   * Writes back what an item said; trust and learnings stay.
   *
   * @throws ConflictError when it has another number than expected
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

  /** Writes what an undo makes of items. Those that go are out of sight, and have their learnings and evidence when they return. */
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
   * Deletes an item with its learnings, evidence and versions, and what receipts quote of it.
   *
   * @returns false when there was none
   */
  async deleteItem(namespace: string, id: string, author: Author = {}): Promise<boolean> {
    const ref = `item:${id}`;
    await this.receipts.deleteQuotes(namespace, [ref]);
    const now = this.clock.now();
    return this.repository.deleteItem(id, newAct(author, 'DELETE', { namespace, ref }, now));
  }

  /**
   * Brings a catalog in, in its own JSON: up to 5,000 records in one transaction, more of them by the thousand, in the order
   * of their ids. Wrong records are skipped and reported, the others go in whole. Doing it again changes nothing; a changed
   * documentation is taken over, learned trust and learnings stay.
   *
   * @throws LimitExceededError when a part is too large for one transaction; the message says what is stored then
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

  /** The records of a catalog, by id; they import back unchanged. */
  async *exportCatalog(namespace: string): AsyncGenerator<Record<string, unknown>> {
    for await (const item of this.repository.exportItems(namespace)) yield catalogRecordOf(item);
  }

  /** The record of an item in reported steps of plans; that of one that does not exist is the prior. */
  async reliability(namespace: string, id: string): Promise<Reliability> {
    return reliabilityOf((await this.itemUses.load({ namespace }, id)) ?? { uses: 0, failures: 0 });
  }

  // ───────────────────────────── prerequisites ─────────────────────────────

  /** Items that an item's prerequisites lead to, in the order to carry them out; also where they form a cycle. */
  async requires(namespace: string, id: string, transitive: boolean): Promise<KnowledgeItem[]> {
    return this.loadInOrder(namespace, (await this.required.load({ namespace, transitive }, id)) ?? []);
  }

  /** Items whose prerequisites lead to an item, nearest first. */
  async requiredBy(namespace: string, id: string, transitive: boolean): Promise<KnowledgeItem[]> {
    return this.loadInOrder(namespace, (await this.dependents.load({ namespace, transitive }, id)) ?? []);
  }

  /** Prerequisites that are neither an item nor a state some item produces, as given. */
  async unresolvedPrerequisites(namespace: string, id: string): Promise<readonly string[]> {
    return (await this.unresolved.load({ namespace }, id)) ?? [];
  }

  // ───────────────────────────── learnings ─────────────────────────────

  /**
   * Attaches a learning to the item it corrects and lowers the item's trust; concurrent calls all count. A repeated
   * idempotency key changes nothing and gives the first answer.
   *
   * @throws BadUserInputError when a field of its kind is missing, or has no place in it
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
        // Keys of one operation do not meet those of another.
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

  /** @throws NotFoundError when there is none */
  async getLearning(namespace: string, id: string): Promise<Learning> {
    const learning = await this.findLearning(namespace, id);
    if (!learning) throw new NotFoundError('Learning', id);
    return learning;
  }

  /** Plans and steps that had to do with a learning. */
  async learningUsesOf(namespace: string, id: string): Promise<LearningUses> {
    return (await this.learningUses.load({ namespace }, id)) ?? { shown: 0, reused: 0, followed: 0, succeeded: 0 };
  }

  /**
   * Learnings of an item: verified first (LEARNINGS_ORDER), then newest; those that await a recovery come after all others.
   *
   * @throws BadUserInputError when `after` is no cursor of this list
   */
  async listLearnings(
    namespace: string,
    itemId: string,
    options: ListLearningsOptions,
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
    const asked = { namespace, kind, withRefuted: true };
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
   * An item with its learnings as it is put into a prompt.
   *
   * @param excluded origins of which it is to know nothing
   */
  async formatItem(namespace: string, item: KnowledgeItem, excluded?: LearningsApart): Promise<string> {
    const without = excluded?.learnings.get(item.ref) ?? new Set<string>();
    const unrecovered = excluded?.recovered ?? new Set<string>();
    // A person said of the others that they do not hold.
    const asked = { namespace, kind: null, withRefuted: false };
    // One that awaits its recovery stands behind others, which come in its place.
    const first = { ...asked, after: null, limit: MAX_SHOWN_LEARNINGS + without.size + unrecovered.size };
    const [learnings = [], learningCount = 0] = await Promise.all([
      this.learningPages.load(first, item.id),
      this.learningCounts.load(asked, item.id),
    ]);
    const shown = unrecoveredLast(
      learnings.filter(({ id }) => !without.has(id)),
      unrecovered,
    );
    // One that has moved to another item since is among those left out, and not among those counted.
    return formatItem({ item, learnings: shown, learningCount: Math.max(shown.length, learningCount - without.size) });
  }

  /** One transaction a namespace; what is saved twice in one batch goes in turn. */
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

  /** Embeds what is new or changes, outside of the transaction, and writes. */
  private async saveCatalog(namespace: string, change: Omit<CatalogChange, 'vectors'>, now: Date) {
    const ids = change.rows.map(({ id }) => id);
    const stored = await this.repository.findItemTexts(namespace, ids);
    const texts = change.rows.map(({ id, ref, documentation: { title, text } }) => {
      return { ref, title, text, stored: stored.get(id) };
    });
    const saved = await saveWithVectors(this.embedding, texts, (vectors) =>
      this.repository.saveCatalog(namespace, { ...change, vectors }, now),
    );
    // Many are named behind their transaction; also what another process left when it ended between the two.
    if (ids.length > 1) await this.names.nameAll(namespace);
    return saved;
  }

  private async loadInOrder(namespace: string, ids: readonly string[]): Promise<KnowledgeItem[]> {
    const items = await Promise.all(ids.map((id) => this.items.load({ namespace }, id)));
    return items.filter((item) => item !== undefined);
  }
}
