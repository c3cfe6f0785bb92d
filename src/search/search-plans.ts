import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Readiness } from '../graph/readiness.js';
import { EmbeddingService } from './embedding/embedding.service.js';
import { SearchService } from './search.service.js';

/**
 * Has the database plan the statements of searches before anybody waits for one: after the start, and whenever an index
 * of vectors was made, since a change of the schema drops every plan.
 */
@Injectable()
export class SearchPlans implements OnApplicationBootstrap {
  private readonly logger = new Logger(SearchPlans.name);
  private planning: Promise<void> = Promise.resolve();
  private planned = false;

  constructor(
    private readonly searching: SearchService,
    private readonly embedding: EmbeddingService,
    private readonly readiness: Readiness,
  ) {}

  onApplicationBootstrap(): void {
    this.readiness.waitFor(() => (this.planned ? undefined : 'the database plans the statements of searches'));
    this.embedding.onChange(() => this.plan());
    this.plan();
  }

  private plan(): void {
    this.planning = this.planning.then(async () => {
      try {
        await this.searching.planStatements();
      } catch (error) {
        // Searches plan their statements themselves then, as they come.
        this.logger.warn(
          `search statements are not planned ahead: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
      this.planned = true;
    });
  }
}
