// Code shared by the rows of `npm run bench`.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import neo4j from 'neo4j-driver';
import { loadConfig } from '../../dist/config/config.js';
import { GraphService } from '../../dist/graph/graph.service.js';
import { startService } from '../../dist/service.js';
import { batchesOf } from './batches.mjs';
import { graphqlClient } from './client.mjs';
import { catalog } from './data.mjs';
import { MODEL } from './embedding-stub.mjs';
import { recordTransactions } from './replay.mjs';
import { startServiceProcess, untilReady } from './service-process.mjs';
import { spread } from './stats.mjs';

/** Number of measured rounds. One more round before them warms both sides up. */
export const ROUNDS = 3;
/** Number of items in the catalog that the rows on the shared database find in the namespace `bench`. */
export const ITEMS = 10_000;
export const NAMESPACE = 'bench';
export const EMBEDDING_BATCH = 128;
const IMPORT_BATCH = 1_000;

const IMPORT = 'mutation ($items: [JSON!]!) { importCatalog(items: $items) { created skipped { reason } } }';

/**
 * Starts both sides of a comparison on one database.
 *
 * @returns `driver` for the raw side; `environment` of a service; `service` with its `url` and `pid`;
 *   `client(namespace)` to query it; `record(work)` to record what the service sends to the database while
 *   `work(client)` runs; `stop()`
 */
export async function startSides(database, stub) {
  const environment = {
    NEO4J_URI: database.uri,
    NEO4J_USER: database.user,
    NEO4J_PASSWORD: database.password,
    EMBEDDER: 'openai',
    EMBEDDING_MODEL: MODEL,
    OPENAI_BASE_URL: stub.url,
    OPENAI_API_KEY: 'none',
    // Both sides must rank with the same formula, which a floor measured by the service would change.
    EMBEDDING_FLOOR: '0',
    HOST: '127.0.0.1',
  };
  const service = await startServiceProcess(environment);
  const driver = neo4j.driver(database.uri, neo4j.auth.basic(database.user, database.password), {
    disableLosslessIntegers: true,
  });
  return {
    environment,
    stub,
    driver,
    service,
    client: (namespace = NAMESPACE) => graphqlClient(service.url, namespace),
    async record(work, namespace = NAMESPACE) {
      const inProcess = await startService(loadConfig({ ...environment, PORT: '0', LOG_LEVEL: 'error' }));
      const client = graphqlClient(inProcess.url, namespace);
      try {
        // Statements sent during the start do not belong to `work`.
        await untilReady(inProcess.url);
        return await recordTransactions(inProcess.app.get(GraphService), () => work(client));
      } finally {
        client.close();
        await inProcess.close();
      }
    },
    async stop() {
      await driver.close();
      await service.stop();
    },
  };
}

/** Imports the catalog as a client does. */
export async function importCatalog(client) {
  for (const items of batchesOf(catalog(ITEMS), IMPORT_BATCH)) await client.query(IMPORT, { items });
}

/** The first recorded statement with that name. */
export function callOf(transactions, name) {
  const call = transactions.flatMap(({ calls }) => calls).find(({ statement }) => name.test(statement.name));
  if (!call) throw new Error(`The service did not send ${name}`);
  return call;
}

/** The first recorded transaction that contains a statement with that name. */
export function transactionOf(transactions, name) {
  const found = transactions.find(({ calls }) => calls.some(({ statement }) => name.test(statement.name)));
  if (!found) throw new Error(`The service did not send ${name}`);
  return found;
}

/** Reads a statement of bench/reference. */
export function reference(name) {
  return readFileSync(fileURLToPath(new URL(`../reference/${name}.cypher`, import.meta.url)), 'utf8');
}

export async function expectEvidence(driver, itemId, count) {
  const { records } = await driver.executeQuery(
    'MATCH (:KnowledgeItem {namespace: $namespace, id: $itemId})-[:HAS_EVIDENCE]->(e) RETURN count(e) AS kept',
    { namespace: NAMESPACE, itemId },
  );
  const kept = Number(records[0].get('kept'));
  if (kept !== count) throw new Error(`${itemId} has ${kept} pieces of evidence, not ${count}`);
}

export function ratioOf(service, raw) {
  return spread(
    service.map((value, i) => value / raw[i]),
    2,
  );
}

/** CPU time, in ms, that this process has used since `before`, a result of `process.cpuUsage()`. */
export function usedMs(before) {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
