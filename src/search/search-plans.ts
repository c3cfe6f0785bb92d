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
const NOBODY: Caller = { namespace: '', team: '', project: '' };

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
      // Searches of another time are rare: the service is ready before their statement is planned.
      await this.planPast().catch(() => undefined);
    });
  }

  /**
   * Runs each statement that a search may use; planning one takes up to a second, and the plan is cached by the
   * statement's text.
   */
  private async planAll(): Promise<void> {
    const any = await this.anySearch();
    for (const statements of [() => this.withoutVectors(any), () => this.withVectors(any)]) {
      for (const run of await statements()) {
        if (this.stopped) return;
        await run();
      }
    }
    // This comes last, because a read-only database rejects it.
    if (!this.stopped) await this.words.prepare(any.question.terms);
  }

  private withoutVectors({ question, search, links }: AnySearch): (() => Promise<unknown>)[] {
    const { namespace } = NOBODY;
    return [
      () => this.repository.count(namespace, this.registry.names()),
      () => this.repository.namedEntities(namespace, question.terms),
      () => this.matching.prepare(),
      () => this.ranking.byWords(question, search, undefined),
      () => this.ranking.byWords(question, search, links),
    ];
  }

  private async withVectors({ question, search, links }: AnySearch): Promise<(() => Promise<unknown>)[]> {
    const embedded = this.embedding.anyVector();
    if (!embedded) return [];
    const plain = await this.ranking.ways(question, search, undefined, embedded);
    const graph = await this.ranking.ways(question, search, links, embedded);
    return [plain, graph].flatMap((ways) => [() => ways.byIndex(1), () => ways.byScan()]);
  }

  private async planPast(): Promise<void> {
    const { question: present, search, links } = await this.anySearch();
    const question = { ...present, past: { known: new Date(0), boosts: undefined, required: {} } };
    const embedded = this.embedding.anyVector();
    if (!this.stopped) await this.ranking.byWords(question, search, links);
    if (embedded && !this.stopped) await (await this.ranking.ways(question, search, links, embedded)).byIndex(1);
  }

  private async anySearch(): Promise<AnySearch> {
    const query = 'what is planned before anyone asks';
    const links: EntityLinks = { documents: 1, named: [], crowded: {}, hubs: [], hubWords: new Set() };
    const question: Question = {
      query,
      terms: termsOf(query),
      boosts: Promise.resolve(undefined),
      links: Promise.resolve(links),
    };
    const asked = this.ranking.textSearch(NOBODY, { query, first: 1, gamma: 1 }, this.registry.names());
    return { question, links, search: await this.ranking.weighed(question, asked) };
  }
}
