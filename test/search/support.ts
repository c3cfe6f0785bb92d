import { type DynamicModule, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import neo4j, { type Driver } from 'neo4j-driver';
import { WorkersModule } from '../../src/common/workers/workers.module.js';
import { ConfigModule } from '../../src/config/config.module.js';
import { GraphModule } from '../../src/graph/graph.module.js';
import { Readiness } from '../../src/graph/readiness.js';
import { GraphService } from '../../src/graph/graph.service.js';
import { EmbeddingRepository } from '../../src/embedding/embedding.repository.js';
import { EmbeddingService } from '../../src/embedding/embedding.service.js';
import { EmbeddingWorker } from '../../src/embedding/embedding.worker.js';
import { LocalRuntime } from '../../src/embedding/local-runtime.js';
import { fromDriver } from '../../src/graph/values.js';
import { facetsOf } from '../../src/knowledge/facets.js';
import { itemKind } from '../../src/items/items.kind.js';
import { type Kind, type KindSource, sourceOf } from '../../src/knowledge/kind.js';
import type { Knowledge } from '../../src/knowledge/knowledge.model.js';
import { KnowledgeModule, type ServedKind } from '../../src/knowledge/knowledge.module.js';
import { pieceKind } from '../../src/entities/entities.kind.js';
import { SearchModule } from '../../src/search/search.module.js';
import { Ranking } from '../../src/search/ranking.js';
import { SearchRepository } from '../../src/search/search.repository.js';
import { SearchService } from '../../src/search/search.service.js';
import { type EmbeddingServer, STUB_MODEL } from '../support/embedding-server.js';
import { testConfig } from '../support/graph.js';

export interface SeedItem {
  readonly id: string;
  readonly title?: string;
  readonly text: string;
  readonly trust?: number;
  readonly updatedAt?: Date;
  readonly tokens?: readonly string[];
  readonly vector?: readonly number[];
}

/** The search of the service, over items that the test stores itself. */
export interface Searching {
  readonly search: SearchService;
  readonly repository: SearchRepository;
  readonly ranking: Ranking;
  readonly embedding: EmbeddingService;
  readonly vectors: EmbeddingRepository;
  readonly worker: EmbeddingWorker;
  readonly driver: Driver;
  readonly readiness: Readiness;
  /** Stores items like a feature, with `prepare` and `attach`, except for items that have a vector already. */
  save(namespace: string, items: readonly SeedItem[]): Promise<void>;
  run(statement: string, parameters?: object): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

const CREATED = new Date('2026-01-01T00:00:00Z');

/** Returns the settings with which a service embeds by the test's server, or does not embed. */
export function embedderOf(provider: 'none' | 'openai', { url }: EmbeddingServer): Record<string, string> {
  return provider === 'openai'
    ? { EMBEDDER: 'openai', EMBEDDING_MODEL: STUB_MODEL, OPENAI_BASE_URL: url, EMBEDDING_FLOOR: '0.2' }
    : {};
}

export async function searching(overrides: Record<string, string> = {}, runtime?: LocalRuntime): Promise<Searching> {
  // The timeout is long, since a database that has just started is slow and these tests do not concern time.
  const config = testConfig({ NEO4J_TRANSACTION_TIMEOUT_MS: '60000', ...overrides });
  const driver = neo4j.driver(
    config.NEO4J_URI ?? '',
    neo4j.auth.basic(config.NEO4J_USER, config.NEO4J_PASSWORD ?? ''),
    { disableLosslessIntegers: true },
  );
  const run = async (statement: string, parameters: object = {}) =>
    (await driver.executeQuery(statement, parameters)).records.map((record) => record.toObject());
  const testing = Test.createTestingModule({
    imports: [ConfigModule.of(config), WorkersModule, GraphModule, KnowledgeModule.of(storedKinds(run)), SearchModule],
  });
  const module = await (runtime ? testing.overrideProvider(LocalRuntime).useValue(runtime) : testing).compile();
  module.useLogger(false);
  await module.init();
  const embedding = module.get(EmbeddingService);
  const graph = module.get(GraphService);
  const save: Searching['save'] = async (namespace, items) => {
    const rows = items.map(({ id, title = id, text, trust = 1, updatedAt = CREATED, tokens = [], vector }) => ({
      id,
      title,
      text,
      trust,
      updatedAt: neo4j.types.DateTime.fromStandardDate(updatedAt),
      facets: facetsOf({ namespace, kind: 'ITEM', tokens, text: `${title}\n${text}` }),
      vector: vector ?? null,
    }));
    const prepared = await embedding.prepare(
      rows.filter(({ vector }) => !vector).map(({ id, title, text }) => ({ ref: `item:${id}`, title, text })),
    );
    const active = (await embedding.refresh()) ?? { slot: 0, model: 'none' };
    await run(
      `UNWIND $rows AS row
       MERGE (k:Knowledge:KnowledgeItem {namespace: $namespace, ref: 'item:' + row.id})
       SET k.id = row.id, k.kind = 'ITEM', k.title = row.title, k.text = row.text, k.trust = row.trust, k.facets = row.facets,
         k.createdAt = row.updatedAt, k.updatedAt = row.updatedAt
       SET k.model0 = CASE WHEN row.vector IS NOT NULL AND $slot = 0 THEN $model ELSE 'none' END,
         k.model1 = CASE WHEN row.vector IS NOT NULL AND $slot = 1 THEN $model ELSE 'none' END
       WITH k, row WHERE row.vector IS NOT NULL
       CALL db.create.setNodeVectorProperty(k, 'embedding' + toString(toInteger($slot)), row.vector)`,
      { rows, namespace, ...active },
    );
    await graph.transaction((transaction) => embedding.attach(transaction, namespace, prepared));
  };
  return {
    search: module.get(SearchService),
    repository: module.get(SearchRepository),
    ranking: module.get(Ranking),
    embedding,
    vectors: module.get(EmbeddingRepository),
    worker: module.get(EmbeddingWorker),
    driver,
    readiness: module.get(Readiness),
    save,
    run,
    close: async () => {
      // The service may still be loading knowledge by this driver, which answers nothing once it is closed.
      await module.close();
      await driver.close();
    },
  };
}

type Run = (statement: string, parameters?: object) => Promise<Record<string, unknown>[]>;

/** Returns items and pieces as kinds whose content is loaded from the nodes that a test has stored. */
function storedKinds(run: Run): ServedKind[] {
  return [itemKind, pieceKind].map(({ fromNode: _, ...kind }: Kind) => ({
    kind,
    module: keeperOf(kind, run),
  }));
}

@Module({})
class Keeper {}

/** Tests store fewer properties than the model needs, so each node is loaded as it is. */
function keeperOf(kind: Kind, run: Run): DynamicModule {
  const source: KindSource = {
    load: async ({ namespace }, ids) => {
      const rows = await run(
        'UNWIND $ids AS id MATCH (k:Knowledge {namespace: $namespace, ref: $refPrefix + ":" + id}) RETURN properties(k) AS k',
        { namespace, ids, refPrefix: kind.refPrefix },
      );
      return new Map(
        rows.map(({ k }) => {
          const knowledge = fromDriver(k) as Knowledge;
          return [knowledge.id, knowledge];
        }),
      );
    },
    section: { prepare: () => Promise.resolve(() => []) },
  };
  return { module: Keeper, providers: [{ provide: sourceOf(kind), useValue: source }] };
}
