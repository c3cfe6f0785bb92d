import { EmbeddingRepository } from '../../src/embedding/embedding.repository.js';
import { loseCommits } from './lost-commits.js';
import { connectedGraph } from '../support/graph.js';

/** Specs beside their sources run without a database; all files under `test/` need one. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  endWithRunner();
  const filters = process.argv.slice(2).filter((argument) => /^(\.\/)?(src|bench|web|test)\b/.test(argument));
  const onlyPure = filters.length > 0 && filters.every((filter) => /^(\.\/)?(src|bench|web)\b/.test(filter));
  if (onlyPure) return undefined;
  if (process.env.TEST_NEO4J_URI) {
    await completeSchema();
    return process.env.TEST_LOSE_COMMITS ? loseCommits() : undefined;
  }
  throw new Error(
    'TEST_NEO4J_URI is not set: these tests need a Neo4j they may fill. `npm test` starts one and removes it; ' +
      'for your own server set TEST_NEO4J_URI, TEST_NEO4J_USER and TEST_NEO4J_PASSWORD.',
  );
}

/**
 * Applies the schema, with the index of the first model, before any test. Neo4j discards all plans at each change of
 * the schema, and making them again takes longer than most tests.
 */
async function completeSchema(): Promise<void> {
  const graph = await connectedGraph();
  const embeddings = new EmbeddingRepository(graph);
  await embeddings.createIndex(0);
  // The index of the other slot is created, too, if statements name it, because they cannot be planned without it.
  if (await embeddings.offersFilters()) await embeddings.createIndex(1);
  await graph.onApplicationShutdown();
}

/** `npm test` (scripts/test.mjs) may be killed. Then its tests, with all workers, end too. */
function endWithRunner(): void {
  if (process.env.TEST_FOLDER && process.connected)
    process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
  // This listener alone must not keep a finished run alive.
  process.channel?.unref();
}
