import { Injectable } from '@nestjs/common';
import { type Caller, inSession, type Withheld } from '../common/caller.js';
import { TokenCounter } from '../common/workers/token-counter.js';
import { catalogRecordOf } from '../items/catalog.js';
import type { KnowledgeItem, Learning } from '../items/items.model.js';
import { formatItem, MAX_SHOWN_LEARNINGS } from '../items/items.prompt.js';
import { ItemsService } from '../items/items.service.js';
import { itemKind } from '../items/items.kind.js';
import { type LearningsApart, learningsWithout, unrecoveredLast } from '../items/learning.js';
import type { Excluded } from '../knowledge/section.js';
import { Exclusion } from '../search/exclusion.service.js';
import type { SearchHit, SearchResult } from '../search/search.model.js';
import { SearchService } from '../search/search.service.js';
import { TrialsService } from '../trials/trials.service.js';
import type { PlanningInput } from './planning.inputs.js';
import type { PlanningPrompt, RetrievedItem } from './planning.model.js';
import { type RecoveryInput, systemPrompt, userPrompt } from './planning.prompt.js';
import { ReceiptsService } from '../knowledge/receipts.service.js';
import { type GivenPrompt, PlanningRepository } from './planning.repository.js';

/** Maximum number of prerequisites in a prompt; the nearest ones of the best items come first. */
const MAX_ALSO_NEEDED = 20;

/** A retrieved item with its relevance. */
export interface RankedItem {
  readonly item: KnowledgeItem;
  /** Null if the item was not found by a search. */
  readonly relevance: number | null;
}

/** `excluded` is absent if nothing was left out. */
type Found = Pick<SearchResult, 'hits' | 'degraded'> & { readonly excluded?: Excluded };
type Retrieved = Found & Pick<PlanningPrompt, 'otherApplications'>;

/** A planning prompt with the items that it shows. */
interface Assembled extends GivenPrompt {
  readonly system: string;
  readonly user: string;
  readonly alsoNeeded: readonly KnowledgeItem[];
}

/** Builds the planning prompts. */
@Injectable()
export class PromptService {
  constructor(
    private readonly search: SearchService,
    private readonly exclusion: Exclusion,
    private readonly kb: ItemsService,
    private readonly repository: PlanningRepository,
    private readonly receipts: ReceiptsService,
    private readonly tokens: TokenCounter,
    private readonly trials: TrialsService,
  ) {}

  /**
   * Returns the prompts for a task and saves a receipt of them. Unless data changes, the same input gives the same
   * prompts.
   */
  async planningPrompt(from: Caller, input: PlanningInput): Promise<PlanningPrompt> {
    const caller = inSession(from, input.session);
    const { answer, trials } = await this.trials.giving(
      caller,
      async (drawn) => {
        const found = await this.retrieve(drawn, input);
        const { hits, excluded } = found;
        return { ...found, ...(await this.assemble(drawn, input, rankedItems(hits), { excluded })) };
      },
      ({ hits }) => hits.map(({ ref }) => ref),
    );
    const { hits, degraded, otherApplications } = answer;
    const { system, user, alsoNeeded, retrieved, shown, neededIds, settings } = answer;
    return {
      receiptId: await this.receipts.give(caller, {
        ...{ query: input.task, text: `${system}\n\n${user}`, hits, degraded, exclude: input.exclude },
        prompt: {
          retrieved: JSON.stringify({ retrieved, shown, neededIds }),
          settings: JSON.stringify(settings),
        },
        trials,
      }),
      system,
      user,
      items: hits,
      alsoNeeded,
      otherApplications,
      tokens: (await this.tokens.count(system)) + (await this.tokens.count(user)),
    };
  }

  /**
   * Items for a task, ranked by relevance · trust. They are items of its application, or of all applications if no item
   * of its application matches.
   */
  async retrieve(caller: Caller, { task, application, first, exclude }: PlanningInput): Promise<Retrieved> {
    const find = async (filter: { application?: string }): Promise<Found> => {
      const asked = { query: task, kinds: [itemKind.name], filter };
      if (!exclude) return this.search.search(caller, { ...asked, first });
      const found = await this.exclusion.search(caller, asked, exclude, 0);
      return { ...found, hits: found.hits.slice(0, first) };
    };
    if (application === undefined) return { ...(await find({})), otherApplications: null };
    const own = await find({ application });
    if (own.hits.length > 0) return { ...own, otherApplications: false };
    return { ...(await find({})), otherApplications: true };
  }

  /**
   * @param from the trials of its session withhold learnings and prerequisites, too
   * @param items best first
   * @param about the failure, if the prompt is for a recovery, and the excluded origins, if there are any
   */
  async assemble(
    from: Caller,
    input: Omit<PlanningInput, 'first'>,
    items: readonly RankedItem[],
    about: { readonly recovery?: RecoveryInput; readonly excluded?: Excluded | undefined } = {},
  ): Promise<Assembled> {
    const caller = await this.trials.drawn(from);
    const { namespace, withheld } = caller;
    const { recovery } = about;
    const { task, application, tools, context, latestState, applicationVersion } = input;
    const required = await this.alsoNeeded(namespace, items);
    const needed = required.filter(({ ref }) => !withheld.refs.has(ref));
    const { knowledge: alsoNeeded, excluded } = about.excluded
      ? await this.exclusion.beside(caller, needed, about.excluded)
      : { knowledge: needed, excluded: undefined };
    const all = [...items.map(({ item }) => item), ...alsoNeeded];
    const learned = await this.shownLearnings(namespace, all, applicationVersion ?? null, excluded, withheld);
    const formatted = (item: KnowledgeItem) => formatItem({ item, ...(learned.get(item.id) ?? NOTHING_LEARNED) });
    return {
      system: systemPrompt({ application, tools }),
      user: userPrompt({
        task,
        items: items.map(({ item }) => formatted(item)),
        alsoNeeded: alsoNeeded.map(formatted),
        context,
        latestState,
        applicationVersion,
        recovery,
      }),
      alsoNeeded,
      neededIds: alsoNeeded.map(({ id }) => id),
      retrieved: snapshots(items, learned),
      shown: all.flatMap(({ id }) => learned.get(id)?.learnings.map((learning) => learning.id) ?? []),
      settings: { application, tools, context, applicationVersion },
    };
  }

  /** The current state of the items, with the learnings that `formatted` shows. */
  async snapshot(namespace: string, items: readonly KnowledgeItem[]): Promise<GivenPrompt> {
    const learned = await this.shownLearnings(namespace, items, null);
    const retrieved = snapshots(
      items.map((item) => ({ item, relevance: null })),
      learned,
    );
    return { retrieved, shown: retrieved.flatMap(({ shownLearnings }) => shownLearnings), neededIds: [], settings: {} };
  }

  /** Prerequisites of the items, each after its own prerequisites; the items themselves are left out. */
  private async alsoNeeded(namespace: string, items: readonly RankedItem[]): Promise<KnowledgeItem[]> {
    const required = await Promise.all(items.map(({ item }) => this.kb.requiredIds(namespace, item.id)));
    const needed = new Set(required.flat());
    for (const { item } of items) needed.delete(item.id);
    return this.kb.loadInOrder(namespace, [...needed].slice(0, MAX_ALSO_NEEDED));
  }

  private async shownLearnings(
    namespace: string,
    items: readonly KnowledgeItem[],
    version: string | null,
    excluded?: LearningsApart,
    withheld?: Withheld,
  ): Promise<ReadonlyMap<string, Learned>> {
    if (withheld?.isUnlearned) return new Map();
    const refs = new Map(items.map(({ id, ref }) => [id, ref]));
    const withoutOf = (itemId: string) => learningsWithout(refs.get(itemId) ?? '', excluded, withheld);
    const unrecovered = excluded?.recovered ?? new Set<string>();
    const most = Math.max(0, ...items.map(({ id }) => withoutOf(id).size)) + unrecovered.size;
    const limit = MAX_SHOWN_LEARNINGS + most;
    const shown = await this.repository.listShownLearnings(namespace, [...refs.keys()], version, limit);
    const learned = await Promise.all(
      [...shown].map(async ([itemId, { learningIds, total }]): Promise<[string, Learned]> => {
        const without = withoutOf(itemId);
        const left = learningIds.filter((id) => !without.has(id));
        const found = await Promise.all(left.map((id) => this.kb.findLearning(namespace, id)));
        const known = found.filter((learning) => learning !== undefined);
        const learnings = unrecoveredLast(known, unrecovered).slice(0, MAX_SHOWN_LEARNINGS);
        return [itemId, { learnings, learningCount: Math.max(learnings.length, total - without.size) }];
      }),
    );
    return new Map(learned);
  }
}

interface Learned {
  readonly learnings: readonly Learning[];
  readonly learningCount: number;
}

const NOTHING_LEARNED: Learned = { learnings: [], learningCount: 0 };

export function rankedItems(hits: readonly SearchHit[]): RankedItem[] {
  return hits.map(({ knowledge, explain }) => ({ item: knowledge as KnowledgeItem, relevance: explain.relevance }));
}

function snapshots(items: readonly RankedItem[], learned: ReadonlyMap<string, Learned>): RetrievedItem[] {
  return items.map(({ item, relevance }, index) => {
    const { learnings } = learned.get(item.id) ?? NOTHING_LEARNED;
    return {
      id: item.id,
      rank: index + 1,
      relevance,
      trust: item.trust,
      shownLearnings: learnings.map(({ id }) => id),
      snapshot: snapshotOf(item, learnings),
    };
  });
}

/** The item in the format of the catalog, with all fields. */
function snapshotOf(item: KnowledgeItem, learnings: readonly Learning[]): Record<string, unknown> {
  return catalogRecordOf({
    ...item,
    parameters: item.parameters,
    extra: item.extra,
    givenFields: ['shortcut', 'parameters', 'kb_learnings', 'trust_score'],
    learnings: learnings.map((learning) => ({ ...learning, givenTimestamp: null, extra: {} })),
  });
}
