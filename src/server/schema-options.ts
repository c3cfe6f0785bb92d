import type { BuildSchemaOptions } from '@nestjs/graphql';
import type { GraphQLSchema } from 'graphql';
import { DateTime } from '../common/scalars.js';

/** How the schema is built from classes; the same for the service and for the printed file. */
export const schemaOptions: BuildSchemaOptions = {
  scalarsMap: [{ type: Date, scalar: DateTime }],
};

/** Describes the root types, which Nest creates from all resolvers and therefore without a description. */
export function describeRoots(schema: GraphQLSchema): GraphQLSchema {
  for (const [type, description] of [
    [schema.getQueryType(), 'All queries. They do not change knowledge; some store a receipt of their answer.'],
    [schema.getMutationType(), 'All mutations: reports, edits, imports and administration.'],
    [schema.getSubscriptionType(), 'All subscriptions. They need a WebSocket (graphql-transport-ws) at the same URL.'],
  ] as const) {
    if (type) type.description = description;
  }
  return schema;
}
