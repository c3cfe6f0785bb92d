import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ulid } from 'ulid';
import { Clock } from '../common/clock.js';
import { DatabaseUnavailableError } from '../common/errors.js';
import { CONFIG } from '../config/config.module.js';
import { type Config, ConfigError } from '../config/config.js';
import { Leases } from '../graph/leases.js';
import { SearchRepository } from './search.repository.js';

/** These analyzers split text at digits, or do not split it at all, so that a facet would not stay one word. */
const UNFIT: ReadonlySet<string> = new Set(['keyword', 'simple', 'stop']);
const LEASE = 'full-text index';
const LEASE_MS = 600_000;
const POLL_MS = 500;

/** Recreates the full-text indexes if their analyzer differs from FULLTEXT_ANALYZER. */
@Injectable()
export class TextIndex implements OnApplicationBootstrap {
  private readonly logger = new Logger(TextIndex.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly repository: SearchRepository,
    private readonly leases: Leases,
    private readonly clock: Clock,
  ) {}

  /**
   * Recreates the indexes if they have another analyzer, and waits until they are online. If there are several
   * replicas, one of them recreates the indexes.
   *
   * @throws ConfigError when the database does not have the analyzer, or the analyzer splits facets
   */
  async onApplicationBootstrap(): Promise<void> {
    const analyzer = this.config.FULLTEXT_ANALYZER;
    if ((await this.repository.textIndexes()).analyzer === analyzer) return;
    const offered = (await this.repository.analyzers())
      .map(({ analyzer: name }) => name)
      .filter((name) => !UNFIT.has(name));
    if (!offered.includes(analyzer)) {
      throw new ConfigError([`FULLTEXT_ANALYZER="${analyzer}": must be one of ${offered.join(', ')}`]);
    }
    try {
      await this.recreate(analyzer);
    } catch (error) {
      // A read-only database is searched with its existing index.
      if (!(error instanceof DatabaseUnavailableError)) throw error;
      this.logger.warn(`the full-text index keeps its analyzer: ${error.message}`);
    }
  }

  private async recreate(analyzer: string): Promise<void> {
    const owner = ulid();
    for (;;) {
      const index = await this.repository.textIndexes();
      if (index.analyzer === analyzer && index.state === 'ONLINE') return;
      if (index.state === 'FAILED') throw new Error('The full-text index could not be built');
      if (index.analyzer !== analyzer) {
        const now = this.clock.now();
        const lease = await this.leases.acquire(LEASE, owner, now, new Date(now.getTime() + LEASE_MS));
        if (lease) {
          this.logger.log(`the full-text indexes are made anew: ${index.analyzer ?? 'none'} becomes ${analyzer}`);
          await this.repository.recreateTextIndexes(analyzer);
          await this.leases.release(lease);
          continue;
        }
      }
      await sleep(POLL_MS);
    }
  }
}
