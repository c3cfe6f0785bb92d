import type { Draw } from './draw.js';

/** The part of JSON Schema that tools use. */
export interface ValueSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly ValueSchema[];
  readonly oneOf?: readonly ValueSchema[];
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | ValueSchema;
  readonly items?: ValueSchema;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/**
 * A value of the schema.
 *
 * @param hostility probability that a value breaks the schema
 */
export function valueOf(draw: Draw, schema: ValueSchema, name: string, hostility: number): unknown {
  if (draw.chance(hostility / 10)) return draw.json(hostility);
  if (schema.enum) return draw.chance(hostility / 3) ? draw.text(hostility) : draw.oneOf(schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return valueOf(draw, draw.oneOf(alternatives), name, hostility);
  const { type } = schema;
  switch (typeof type === 'object' ? draw.oneOf(type) : type) {
    case 'object':
      return objectOf(draw, schema, name, hostility);
    case 'array': {
      const length = draw.length(hostility);
      const least = draw.chance(hostility) ? 0 : (schema.minItems ?? 0);
      return Array.from({ length: Math.max(length, least) }, () => valueOf(draw, schema.items ?? {}, name, hostility));
    }
    case 'integer':
    case 'number': {
      if (draw.chance(hostility)) return type === 'integer' ? draw.integer(1) : draw.decimal(1);
      const value = Number(type === 'integer' ? draw.integer(0) : draw.decimal(0));
      return Math.min(Math.max(value, schema.minimum ?? value), schema.maximum ?? value);
    }
    case 'boolean':
      return draw.chance(hostility / 5) ? draw.text(hostility) : draw.chance(0.5);
    case 'null':
      return null;
    case 'string':
      if (schema.pattern?.includes('T')) return draw.time(hostility);
      if (/(^|_| )(id|ids|ref|refs|name|names|domain|session|source|target|into)$/.test(name)) {
        return draw.chance(hostility) ? draw.text(1) : draw.id(name);
      }
      return draw.text(hostility);
    default:
      return draw.json(hostility);
  }
}

function objectOf(draw: Draw, schema: ValueSchema, of: string, hostility: number): Record<string, unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const names = Object.keys(properties).filter((name) =>
    required.includes(name) ? !draw.chance(hostility / 5) : draw.chance(0.5),
  );
  const entries = names.map((name) => [name, valueOf(draw, properties[name] ?? {}, `${of} ${name}`, hostility)]);
  if (typeof additionalProperties === 'object') {
    entries.push([draw.id(), valueOf(draw, additionalProperties, 'value', hostility)]);
  } else if (draw.chance(hostility / 10)) {
    entries.push(['unknown', draw.json(hostility)]);
  }
  return Object.fromEntries(entries) as Record<string, unknown>;
}
