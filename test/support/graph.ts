import { randomBytes } from 'node:crypto';
import { loadConfig, type Config } from '../../src/config/config.js';
import { GraphService } from '../../src/graph/graph.service.js';

/**
 * Returns the configuration of a service on the tests' database, on a free port and without a log. It has no embedder
 * unless a test asks for one. The floor is set, because a measured floor depends on data of other tests.
 */
export function testConfig(overrides: Record<string, string> = {}): Config {
  return loadConfig({
    NEO4J_URI: process.env.TEST_NEO4J_URI,
    NEO4J_USER: process.env.TEST_NEO4J_USER ?? 'neo4j',
    NEO4J_PASSWORD: process.env.TEST_NEO4J_PASSWORD,
    PORT: '0',
    LOG_LEVEL: 'silent',
    EMBEDDER: 'none',
    EMBEDDING_FLOOR: '0',
    // Tests create receipts with arbitrary times, which must not expire.
    RECEIPT_RETENTION: 'never',
    // Sessions are distilled only by tests that configure it, and one process reads all documents.
    DISTILLATION_WORKERS: '0',
    DOCUMENT_PROCESSES: '1',
    ...overrides,
  });
}

/** Returns a namespace that no other test file uses. */
export function freshNamespace(): string {
  return `test-${randomBytes(8).toString('hex')}`;
}

/** Starts a graph service with the schema applied; close it with `onApplicationShutdown`. */
export async function connectedGraph(overrides: Record<string, string> = {}): Promise<GraphService> {
  const graph = new GraphService(testConfig(overrides));
  await graph.onModuleInit();
  return graph;
}
