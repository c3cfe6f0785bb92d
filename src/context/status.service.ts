import { Inject, Injectable } from '@nestjs/common';
import { VERSION } from '../common/version.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { GraphService } from '../graph/graph.service.js';
import { Migrations } from '../graph/migrations.js';
import { LlmClient } from '../llm/llm-client.js';
import { EmbeddingService } from '../search/embedding/embedding.service.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { ContextRepository } from './context.repository.js';
import type { ServiceStatus } from './status.model.js';

@Injectable()
export class StatusService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly graph: GraphService,
    private readonly dataMigrations: Migrations,
    private readonly registry: KnowledgeRegistry,
    private readonly embeddings: EmbeddingService,
    private readonly llm: LlmClient,
    private readonly contexts: ContextRepository,
  ) {}

  /** @throws DatabaseUnavailableError while the database is away; `/health/ready` answers then, too */
  async status(namespace: string): Promise<ServiceStatus> {
    const [{ migrations, ...database }, embedder, llm, counts, dataMigrations] = await Promise.all([
      this.graph.describe(),
      this.embeddings.status(),
      this.llm.status(),
      this.contexts.countKnowledge(namespace, this.registry.names()),
      this.dataMigrations.list(),
    ]);
    return {
      version: VERSION,
      database: { ...database, managed: this.config.HEARTWOOD_MANAGED_DATABASE },
      embedder,
      llm,
      counts,
      migrations,
      dataMigrations,
    };
  }
}
