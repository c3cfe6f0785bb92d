import { type GraphQLSchema, isObjectType } from 'graphql';
import type { Config, ConfigKey } from '../config/config.js';

/** Query arguments whose default is configurable. The printed schema contains the default of the configuration key. */
const DEFAULTS: Readonly<Record<string, Readonly<Record<string, ConfigKey>>>> = {
  memorySearch: { minConfidence: 'MEMORY_MIN_CONFIDENCE' },
};

/** Replaces the compiled defaults by the configured ones, for callers and introspection. */
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
