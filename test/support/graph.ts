import { randomBytes } from 'node:crypto';
import { type Config, FILE_KEYS, loadConfig, SETTING_KEYS } from '../../src/config/config.js';
import { FIGURES } from '../../src/config/figures.js';
import { policyFigures } from '../../src/config/policy-figures.js';
import { GraphService } from '../../src/graph/graph.service.js';

/**
 * Returns the configuration of a service on the tests' database, on a free port and without a log. It has no embedder
 * unless a test asks for one. The floor is set, because a measured floor depends on data of other tests.
 */
export function testConfig(overrides: Record<string, string> = {}): Config {
  return configOf({
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

/** Returns the configuration with these settings, keys of the file, and figures in place of the service's own. */
export function configOf(given: Readonly<Record<string, string | undefined>>): Config {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined && value !== '');
  const file = entries.filter(([key]) => FILE_KEYS.includes(key));
  const figures = entries.filter(([key]) => !FILE_KEYS.includes(key) && !SETTING_KEYS.includes(key));
  const unknown = figures.filter(([key]) => !FIGURE_KEYS.has(key));
  if (unknown.length > 0) throw new Error(`There is no setting or figure ${unknown.join(', ')}`);
  return loadConfig(
    given,
    new Map(file.map(([key, value = '']) => [key, { source: key, value }])),
    [],
    Object.fromEntries(figures.map(([key, value]) => [key, Number.isNaN(Number(value)) ? value : Number(value)])),
  );
}

const FIGURE_KEYS: ReadonlySet<string> = new Set([
  ...Object.keys(FIGURES),
  ...Object.keys(policyFigures({ POLICY: 'measured', UNTRUSTED_AGENTS: false })),
]);

/** Returns a namespace that no other test file uses. */
export function freshNamespace(): string {
  return `test-${randomBytes(8).toString('hex')}`;
}

/** Starts a graph service with the schema applied; close it with `onApplicationShutdown`. */
export async function connectedGraph(overrides: Record<string, string> = {}): Promise<GraphService> {
  const graph = new GraphService(testConfig(overrides));
  await graph.start();
  return graph;
}
