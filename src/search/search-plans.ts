import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { Readiness } from '../graph/readiness.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { EmbeddingService } from './embedding/embedding.service.js';
import { termsOf } from './lucene.js';
import { Matching } from './matching.js';
import { type Question, Ranking } from './ranking.js';
import { SearchRepository } from './search.repository.js';
import type { EntityLinks, TextSearch } from './search.statements.js';
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

/** A question over all kinds, and the parameters of its statements. */
interface AnySearch {
  readonly question: Question;
  readonly search: TextSearch;
  readonly links: EntityLinks;
}

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
    const nothing = await this.anySearch(NOBODY, 'what is planned before anyone asks');
    for (const run of [...this.helpers(nothing), ...(await this.rankings(nothing)), () => this.rankAny()]) {
      if (this.stopped) return;
      await run();
    }
    // This comes last, because a read-only database rejects it.
    if (!this.stopped) await this.words.prepare(nothing.question.terms);
  }

  /** What a search runs besides its ranking. */
  private helpers({ question, search }: AnySearch): (() => Promise<unknown>)[] {
    const { namespace } = NOBODY;
    return [
      () => this.repository.count(namespace, this.registry.names()),
      () => this.repository.countFiltered(search, 1),
      () => this.repository.namedEntities(namespace, question.terms),
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

  /** All ways to rank. Without links, each is a statement of its own; the one with links has a single plan for all. */
  private async rankings({ question, search, links }: AnySearch): Promise<(() => Promise<unknown>)[]> {
    const byText = () => this.ranking.byWords(question, search, undefined);
    const embedded = this.embedding.anyVector();
    if (!embedded) return [byText, () => this.ranking.byWords(question, search, links)];
    const plain = await this.ranking.ways(question, search, undefined, embedded);
    const graph = await this.ranking.ways(question, search, links, embedded);
    return [byText, () => plain.byIndex(1), () => plain.byScan(), () => graph.byIndex(1)];
  }

  /** Ranks stored knowledge, because the database is slow also at the first use of a plan that finds something. */
  private async rankAny(): Promise<void> {
    const known = await this.repository.anyKnowledge();
    if (!known || termsOf(known.title).length === 0) return;
    const { namespace, title } = known;
    const { question, search, links } = await this.anySearch({ ...NOBODY, namespace }, title);
    const embedded = this.embedding.anyVector();
    // While the length of vectors is not known, none is stored.
    await (embedded && embedded.active.dimensions !== null
      ? this.ranking.byVector(question, search, links, embedded)
      : this.ranking.byWords(question, search, links));
  }

  private async anySearch(caller: Caller, query: string): Promise<AnySearch> {
    const links: EntityLinks = { documents: 1, named: [], crowded: {}, hubs: [], hubWords: new Set() };
    const question: Question = {
      query,
      terms: termsOf(query),
      boosts: Promise.resolve(undefined),
      links: Promise.resolve(links),
    };
    const asked = this.ranking.textSearch(caller, { query, first: FIRST, gamma: 1 }, this.registry.names());
    return { question, links, search: await this.ranking.weighed(question, asked) };
  }
}
