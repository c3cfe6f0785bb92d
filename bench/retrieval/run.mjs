// Runs all questions of a set against a service. Each combination of set and configuration gets a separate database,
// because the rarity of words is computed over a whole database, so that sets sharing one would influence each
// other's ranking.
import { graphqlClient } from '../lib/client.mjs';
import { withDatabase } from '../lib/database.mjs';
import { startServiceProcess } from '../lib/service-process.mjs';
import { DEPTH } from './metrics.mjs';
import { plainRankings } from './plain.mjs';
import { contextWithin, load, search, settled, withoutMentions } from './service.mjs';

const NAMESPACE = 'bench';

/**
 * @param set with `budgets`, contexts of so many tokens are requested, too
 * @param environment settings of the service; AUTOMATIC_MENTIONS=off is a setting of the namespace, which the
 *   benchmark makes itself
 * @returns by question, `{ found, contexts }` of the rankings `service`, `plain full-text` and, if the service embeds,
 *   `plain hybrid`: ids, best first, and the ids of each context
 */
export async function answersTo(set, environment) {
  const { queries, kinds, depth = DEPTH, budgets = [] } = set;
  return withLoaded(set, environment, async ({ client, database, given }) => {
    const service = await each(queries, async (query) => {
      const contexts = [];
      for (const budget of budgets) contexts.push((await contextWithin(client, query, kinds, budget)).map(given));
      return { found: (await search(client, query, { kinds, first: depth })).map(given), contexts };
    });
    return { service, ...(await plainRankings(set, { database, namespace: NAMESPACE, environment, given })) };
  });
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
