import { statfs } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { type ConnectionOf, decodeCursor, page } from '../common/connection.js';
import { VERSION } from '../common/version.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { GraphService } from '../graph/graph.service.js';
import { Migrations } from '../graph/migrations.js';
import { LlmClient } from '../llm/llm-client.js';
import { EmbeddingService } from '../search/embedding/embedding.service.js';
import { SearchService } from '../search/search.service.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { ContextRepository } from './context.repository.js';
import type { NamespacesArgs } from './context.inputs.js';
import type { KindCount, Namespace, ServiceStatus } from './status.model.js';

/** Reports the state of the database, the embedder, the LLM and the data migrations. */
@Injectable()
export class StatusService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly graph: GraphService,
    private readonly dataMigrations: Migrations,
    private readonly registry: KnowledgeRegistry,
    private readonly embeddings: EmbeddingService,
    private readonly llm: LlmClient,
    private readonly searches: SearchService,
    private readonly contexts: ContextRepository,
  ) {}

  /** @throws DatabaseUnavailableError while the database is unavailable; `/health/ready` still answers then */
  async status(namespace: string): Promise<ServiceStatus> {
    const [{ migrations, ...database }, embedder, llm, counts, dataMigrations, freeBytes, searchP95Ms] =
      await Promise.all([
        this.graph.describe(),
        this.embeddings.status(),
        this.llm.status(),
        this.countsOf(namespace),
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

  /**
   * Lists non-empty namespaces, by name. A caller whose API key is valid in only one gets that one, even if it is
   * empty.
   *
   * @throws BadUserInputError when `after` is no cursor of this list
   */
  async namespaces(caller: Caller, { first, after }: NamespacesArgs): Promise<ConnectionOf<Namespace>> {
    const [behind = ''] = decodeCursor(after, 'namespaces', ['string']) ?? [];
    const list = async (from: string, limit: number) =>
      caller.isBound
        ? [caller.namespace].filter((name) => name > from).slice(0, limit)
        : await this.contexts.listNamespaces(from, limit);
    return page({
      rows: (await list(behind, first + 1)).map((name) => ({ name })),
      first,
      after,
      order: 'namespaces',
      key: ({ name }) => [name],
      totalCount: async () => (await list('', Number.POSITIVE_INFINITY)).length,
    });
  }

  /** Free bytes on the disk of the database that `npm start` runs. */
  private async freeBytes(): Promise<number | null> {
    if (!this.config.HEARTWOOD_MANAGED_DATABASE) return null;
    const { bavail, bsize } = await statfs(this.config.HEARTWOOD_DATA_DIR);
    return bavail * bsize;
  }

  estimatedBytesOf(namespace: string): Promise<number> {
    return this.contexts.estimateSize(namespace);
  }

  countsOf(namespace: string): Promise<KindCount[]> {
    return this.contexts.countKnowledge(namespace, this.registry.names());
  }
}
