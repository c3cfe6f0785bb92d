import type { FastifyInstance } from 'fastify';
import type { GraphqlContext } from '../common/current-caller.js';

/** A search without a word, which reads nothing from the database. */
const QUERY = `query ($query: String!) {
  search(query: $query, first: 5) { tookMs degraded totalFound hits { score knowledge { ref kind id title text trust } } }
}`;

/**
 * Executes a GraphQL operation that does nothing, because the first one takes 100 ms longer: the schema is checked and
 * code is loaded and compiled. Call it before hooks are added to GraphQL, so that no metric counts it.
 *
 * @throws Error if the schema has a search that cannot be executed
 */
export async function executeFirstOperation(fastify: FastifyInstance): Promise<void> {
  // Tests start services with other schemas.
  if (!fastify.graphql.schema.getQueryType()?.getFields()['search']) return;
  const context: GraphqlContext = { caller: { namespace: '(nobody)', team: '', project: '' }, requestId: 'start' };
  const { errors } = await fastify.graphql(QUERY, { ...context }, { query: '' });
  if (errors?.[0]) throw errors[0];
}
