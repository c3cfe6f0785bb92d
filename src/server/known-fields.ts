import { defaultFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import { KNOWN } from '../common/known-field.js';

/**
 * Answers fields that are marked as known (src/common/known-field.ts) from their object where it has them. A resolver of
 * Nest's costs a chain of promises each: of 7,000 fluents of a closure that were ten times all else.
 */
export function answeringKnown(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (field.extensions[KNOWN] !== true) continue;
      const { name, resolve = defaultFieldResolver } = field;
      field.resolve = (parent: Readonly<Record<string, unknown>>, args, context, info): unknown => {
        const known = parent[name];
        return known === undefined ? resolve(parent, args, context, info) : known;
      };
    }
  }
  return schema;
}
