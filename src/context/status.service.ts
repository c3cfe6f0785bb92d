import { statfs } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { VERSION } from '../common/version.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { GraphService } from '../graph/graph.service.js';
import { Migrations } from '../graph/migrations.js';
import { LlmClient } from '../llm/llm-client.js';
import { EmbeddingService } from '../embedding/embedding.service.js';
import { SearchService } from '../search/search.service.js';
import { NamespacesService } from './namespaces.service.js';
import type { ServiceStatus } from './status.model.js';

/** Reports the state of the database, the embedder, the LLM and the data migrations. */
@Injectable()
export class StatusService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly graph: GraphService,
    private readonly dataMigrations: Migrations,
    private readonly embeddings: EmbeddingService,
    private readonly llm: LlmClient,
    private readonly searches: SearchService,
    private readonly namespaces: NamespacesService,
  ) {}

  /** @throws DatabaseUnavailableError while the database is unavailable; `/health/ready` still answers then */
  async status(namespace: string): Promise<ServiceStatus> {
    const [{ migrations, ...database }, embedder, llm, counts, dataMigrations, freeBytes, searchP95Ms] =
      await Promise.all([
        this.graph.describe(),
        this.embeddings.status(),
        this.llm.status(),
        this.namespaces.countsOf(namespace),
        this.dataMigrations.list(),
        this.freeBytes(),
        this.searches.p95Ms(),
      ]);
    return {
      version: VERSION,
      database: {
        ...database,
        managed: this.config.HEARTWOOD_MANAGED_DATABASE,
        browserUrl: this.config.NEO4J_BROWSER_URL ?? null,
        freeBytes,
      },
      embedder,
      llm,
      counts,
      migrations,
      dataMigrations,
      searchP95Ms,
    };
  }

  /** Free bytes on the disk of the database that `npm start` runs. */
  private async freeBytes(): Promise<number | null> {
    if (!this.config.HEARTWOOD_MANAGED_DATABASE) return null;
    const { bavail, bsize } = await statfs(this.config.HEARTWOOD_DATA_DIR);
    return bavail * bsize;
  }
}
