// Runs all questions of a set against a service. Each combination of set and configuration gets a separate database,
// because the rarity of words is computed over a whole database, so that sets sharing one would influence each
// other's ranking.
import neo4j from 'neo4j-driver';
import { graphqlClient } from '../lib/client.mjs';
import { withDatabase } from '../lib/database.mjs';
import { startServiceProcess } from '../lib/service-process.mjs';
import { DEPTH } from './metrics.mjs';
import { load, search, settled, withoutMentions } from './service.mjs';

const NAMESPACE = 'bench';
const FULL_TEXT = `CALL db.index.fulltext.queryNodes('knowledge_text', $text) YIELD node, score
  WHERE node.namespace = $namespace RETURN node.id AS id ORDER BY score DESC, id LIMIT ${DEPTH}`;

/**
 * @param environment settings of the service; AUTOMATIC_MENTIONS=off is a setting of the namespace, which the
 *   benchmark makes itself
 * @returns `{ service, fullText }`: results of the service, and of the full-text index for the unchanged question;
 *   ids by question, best first
 */
export async function answersTo(set, environment) {
  return withLoaded(set, environment, async ({ client, database, given }) => ({
    service: await each(set.queries, async (query) => (await search(client, query)).map(given)),
    fullText: await withDriver(database, (driver) =>
      each(set.queries, async (query) => {
        const text = query.replace(/[+\-!(){}[\]^"~*?:\\/&|<>=]/g, '\\$&');
        const { records } = await driver.executeQuery(FULL_TEXT, { text, namespace: NAMESPACE });
        return records.map((record) => given(record.get('id')));
      }),
    ),
  }));
}

/**
 * Loads the documents of a set into a separate service and waits until they are processed.
 *
 * @param work receives `{ client, database, given }`; `given` maps ids of the service to those of the set
 */
export async function withLoaded(set, environment, work) {
  return withDatabase(async (database) => {
    const service = await startServiceProcess({
      ...environment,
      NEO4J_URI: database.uri,
      NEO4J_USER: database.user,
      NEO4J_PASSWORD: database.password,
      HOST: '127.0.0.1',
    });
    const client = graphqlClient(service.url, NAMESPACE);
    try {
      if (environment.AUTOMATIC_MENTIONS === 'off') await withoutMentions(client);
      const ids = await load(client, set);
      await settled(client);
      return await work({ client, database, given: (id) => ids.get(id) ?? id });
    } finally {
      client.close();
      await service.stop();
    }
  });
}

/** Calls `ask` for each question; returns the results by the questions' ids. */
export async function each(queries, ask) {
  const answers = new Map();
  for (const { id, text } of queries) answers.set(id, await ask(text));
  return answers;
}

async function withDriver(database, work) {
  const driver = neo4j.driver(database.uri, neo4j.auth.basic(database.user, database.password), {
    disableLosslessIntegers: true,
  });
  try {
    return await work(driver);
  } finally {
    await driver.close();
  }
}
