import { Injectable } from '@nestjs/common';
import { BatchLoader } from '../common/batch-loader.js';
import { type Reporter, type Withheld, witnessOf } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { type ConnectionOf, dateOfCursor, decodeCursor, page, type Page } from '../common/connection.js';
import { ConflictError, NotFoundError } from '../common/errors.js';
import { mapInTurns } from '../common/turns.js';
import { newId } from '../common/seeded-time.js';
import { EvidenceKind } from '../evidence/evidence.model.js';
import { FAILURE } from '../evidence/policies/factor.js';
import type { LearningContent } from './catalog.js';
import type { LearningInput } from './items.inputs.js';
import {
  type AttachedLearning,
  ItemOrder,
  type KnowledgeItem,
  type Learning,
  LearningKind,
  type Reliability,
} from './items.model.js';
import { itemCursor } from './item-cursor.js';
import { formatItem, MAX_SHOWN_LEARNINGS } from './items.prompt.js';
import { ItemsRepository } from './items.repository.js';
import type { LearningPage } from './learning-page.js';
import type { LearningUses } from './items.statements.js';
import {
  commentOf,
  learningContent,
  type LearningsApart,
  learningsWithout,
  requestHash,
  storedLearning,
  unrecoveredLast,
} from './learning.js';
import { carryOutOrder, dependentItems, requiredItems } from './prerequisites.js';
import { reliabilityOf } from './reliability.js';
import { PastService } from '../search/past.service.js';

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

  constructor(
    private readonly repository: ItemsRepository,
    private readonly clock: Clock,
    private readonly past: PastService,
  ) {}

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
        ...witnessOf(caller),
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

  /**
   * Adds an unverified learning that changes no trust.
   *
   * @returns its id; undefined if there is no such item, or if it has this learning
   */
  async addLearning(namespace: string, itemId: string, content: LearningContent): Promise<string | undefined> {
    const now = this.clock.now();
    const learning = storedLearning(namespace, newId(now.getTime()), itemId, content);
    const row = { itemId, human: false, learning: { ...learning, createdAt: now, ordinal: 0 } };
    return (await this.repository.addLearning(namespace, row)) ? learning.id : undefined;
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
   * @param withheld what the caller is not given
   */
  async formatItem(
    namespace: string,
    item: KnowledgeItem,
    excluded?: LearningsApart,
    withheld?: Withheld,
  ): Promise<string> {
    if (withheld?.isUnlearned) return formatItem({ item, learnings: [], learningCount: 0 });
    const without = learningsWithout(item.ref, excluded, withheld);
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
   * The items of these ids, in their order; ids without an item are left out.
   *
   * @param asOf the items as they were known at this time, without those that were not
   */
  async loadInOrder(namespace: string, ids: readonly string[], asOf?: Date): Promise<KnowledgeItem[]> {
    const found = await this.items.loadInOrder({ namespace }, ids);
    return asOf ? this.past.earlier(namespace, found, asOf) : found;
  }
}
