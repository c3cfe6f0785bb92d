import { type GraphQLSchema, isObjectType } from 'graphql';
import type { Config, ConfigKey } from '../config/config.js';

/** Arguments of queries whose default the configuration sets. The printed schema has the default of that key. */
const DEFAULTS: Readonly<Record<string, Readonly<Record<string, ConfigKey>>>> = {
  memorySearch: { minConfidence: 'MEMORY_MIN_CONFIDENCE' },
};

/** Puts the configured defaults in place of those that the classes were compiled with, for callers and introspection. */
export function withConfiguredDefaults(schema: GraphQLSchema, config: Config): GraphQLSchema {
  const query = schema.getQueryType();
  if (!isObjectType(query)) return schema;
  const fields = query.getFields();
  for (const [field, keys] of Object.entries(DEFAULTS)) {
    for (const argument of fields[field]?.args ?? []) {
      const key = keys[argument.name];
      if (key !== undefined) argument.defaultValue = config[key];
    }
  }
  return schema;
}
