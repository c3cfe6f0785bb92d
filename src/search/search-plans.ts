import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { Readiness } from '../graph/readiness.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { EmbeddingService } from '../embedding/embedding.service.js';
import { searchedTerms, termsOf } from './lucene.js';
import { Matching } from './matching.js';
import { type Question, Ranking, type Search } from './ranking.js';
import { SearchRepository } from './search.repository.js';
import { WordStatistics } from './word-statistics.js';

/** No caller can have this namespace, so these searches find nothing. */
const NOBODY: Caller = { namespace: '(nobody)', team: '', project: '' };
/**
 * Loads to plan: the lengths of namespaces, and the numbers of hits of a kind. The database makes one plan for a text or a
 * list of one, another for up to ten, and another for up to a hundred.
 */
const LOADS = [NOBODY, { ...NOBODY, namespace: '(nobody at all)' }].flatMap((caller) =>
  [1, 2].map((count) => ({ caller, count })),
);

/** Number of hits, as of a usual search. */
const FIRST = 5;

/**
 * Makes the database plan the statements of searches before a caller waits for one. This happens after the start, and
 * whenever a vector index was created, since a change of the schema discards all plans.
 */
@Injectable()
export class SearchPlans implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(SearchPlans.name);
  private planning: Promise<void> = Promise.resolve();
  private planned = false;
  private stopped = false;

  constructor(
    private readonly ranking: Ranking,
    private readonly repository: SearchRepository,
    private readonly registry: KnowledgeRegistry,
    private readonly embedding: EmbeddingService,
    private readonly matching: Matching,
    private readonly words: WordStatistics,
    private readonly readiness: Readiness,
  ) {}

  onApplicationBootstrap(): void {
    this.readiness.waitFor(() => (this.planned ? undefined : 'the database plans the statements of searches'));
    this.embedding.onChange(() => this.plan());
    this.plan();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.planning;
  }

  private plan(): void {
    this.planning = this.planning.then(async () => {
      try {
        await this.planAll();
      } catch (error) {
        // If this fails, statements are planned when they are first used.
        this.logger.warn(
          `search statements are not planned ahead: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
      this.planned = true;
    });
  }

  /**
   * Runs each statement that a search of the present may use; planning one takes up to several seconds, and the plan is cached by
   * the statement's text. Searches of another time are rare, and their statement takes seconds of the database's CPU time,
   * which everybody else needs after a start: it is planned at its first use.
   */
  private async planAll(): Promise<void> {
    const query = 'what is planned before anyone asks';
    for (const run of [...this.rankings(query), ...this.helpers(query), () => this.rankAny()]) {
      if (this.stopped) return;
      await run();
    }
    // This comes last, because a read-only database rejects it.
    if (!this.stopped) await this.words.prepare(termsOf(query));
  }

  /** What a search runs besides its ranking. */
  private helpers(query: string): (() => Promise<unknown>)[] {
    const { namespace } = NOBODY;
    const filter = { namespace, kinds: this.registry.names(), minTrust: 0, updatedAfter: undefined, required: {} };
    return [
      () => this.repository.count(namespace, this.registry.names()),
      () => this.repository.countFiltered(filter, 1),
      () => this.repository.namedEntities(namespace, termsOf(query)),
      () => this.matching.prepare(),
      ...LOADS.map(
        ({ caller, count }) =>
          () =>
            this.registry.load(caller, this.refs(count)),
      ),
    ];
  }

  /** Refs of no knowledge, of each kind that is loaded after it was found. */
  private refs(count: number): string[] {
    const kinds = this.registry.names().filter((kind) => !this.registry.get(kind).fromNode);
    return kinds.flatMap((kind) => Array.from({ length: count }, (_, n) => this.registry.refOf(kind, `(none ${n})`)));
  }

  /** The sources of candidates, and search/rank, with which everybody waits: it comes first. */
  private rankings(query: string): (() => Promise<unknown>)[] {
    const embedded = this.embedding.anyVector();
    const search = this.anySearch(NOBODY, query);
    return [
      () => this.ranking.given(search, new Map([['(none)', 1]]), new Map()),
      () => this.ranking.byWords(this.anyQuestion(query), search),
      ...(embedded
        ? (['index', 'scan'] as const).map(
            (by) => () => this.ranking.planned(this.anyQuestion(query), search, embedded, by),
          )
        : []),
    ];
  }

  /** Ranks stored knowledge, because the database is slow also at the first use of a plan that finds something. */
  private async rankAny(): Promise<void> {
    const known = await this.repository.anyKnowledge();
    if (!known || termsOf(known.title).length === 0) return;
    const { namespace, title } = known;
    const search = this.anySearch({ ...NOBODY, namespace }, title);
    const embedded = this.embedding.anyVector();
    // While the length of vectors is not known, none is stored.
    await (embedded && embedded.active.dimensions !== null
      ? this.ranking.byVector(this.anyQuestion(title), search, embedded)
      : this.ranking.byWords(this.anyQuestion(title), search));
  }

  private anySearch(caller: Caller, query: string): Search {
    return { caller, kinds: this.registry.names(), request: { query, first: FIRST, gamma: 1 } };
  }

  /** A question that names an entity, so that all sources are asked. */
  private anyQuestion(query: string): Question {
    return {
      query,
      terms: Promise.resolve(searchedTerms(termsOf(query), undefined)),
      boosts: Promise.resolve(undefined),
      links: Promise.resolve({ documents: 1, named: [{ id: '(none)', idf: 1 }], hubs: [], hubWords: new Set() }),
      past: Promise.resolve(undefined),
    };
  }
}
