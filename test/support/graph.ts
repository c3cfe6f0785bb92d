import { randomBytes } from 'node:crypto';
import { loadConfig, type Config } from '../../src/config/config.js';
import { GraphService } from '../../src/graph/graph.service.js';

/**
 * The configuration of a service on the tests' database, on a free port and silent. Without an embedder, which a test asks for
 * where it needs one; its floor is given, since one that is measured depends on what other tests have stored.
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
    // Tests give receipts in times of their own.
    RECEIPT_RETENTION: 'never',
    // Nothing is distilled but by tests that say so, and one process reads all documents.
    DISTILLATION_WORKERS: '0',
    DOCUMENT_PROCESSES: '1',
    ...overrides,
  });
}

/** A namespace no other test file uses. */
export function freshNamespace(): string {
  return `test-${randomBytes(8).toString('hex')}`;
}

/** A graph service with the schema applied; close it with `onApplicationShutdown`. */
export async function connectedGraph(overrides: Record<string, string> = {}): Promise<GraphService> {
  const graph = new GraphService(testConfig(overrides));
  await graph.onModuleInit();
  return graph;
}
