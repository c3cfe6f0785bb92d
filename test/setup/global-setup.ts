import { EmbeddingRepository } from '../../src/search/embedding/embedding.repository.js';
import { loseCommits } from './lost-commits.js';
import { connectedGraph } from '../support/graph.js';

/** The pure rules beside their sources run without a database; everything under `test/` needs one. */
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
      'for a server of your own set TEST_NEO4J_URI, TEST_NEO4J_USER and TEST_NEO4J_PASSWORD.',
  );
}

/**
 * The schema with the first model's index, before any test: Neo4j throws all plans away at each change of a schema, and
 * to make them again takes longer than most tests.
 */
async function completeSchema(): Promise<void> {
  const graph = await connectedGraph();
  const embeddings = new EmbeddingRepository(graph);
  await embeddings.createIndex(0);
  // Of the other slot too where statements name it, which are not planned without it.
  if (await embeddings.offersFilters()) await embeddings.createIndex(1);
  await graph.onApplicationShutdown();
}

/** `npm test` (scripts/test.mjs) may be killed: its tests then end too, with all workers, instead of running on. */
function endWithRunner(): void {
  if (process.env.TEST_FOLDER && process.connected)
    process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
  // Listening alone must not keep a run that is over from ending.
  process.channel?.unref();
}
