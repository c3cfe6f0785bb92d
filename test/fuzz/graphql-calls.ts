import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { Draw } from './draw.js';

export type RootType = 'query' | 'mutation' | 'subscription';

export interface GraphqlCall {
  readonly operation: RootType;
  readonly field: string;
  readonly query: string;
  readonly variables: Record<string, unknown>;
}

/** Deepest selection below a root field. */
const DEPTH = 3;

/** Root fields of the schema. */
export function rootFields(schema: GraphQLSchema, operation: RootType): string[] {
  return Object.keys(rootOf(schema, operation)?.getFields() ?? {});
}

function rootOf(schema: GraphQLSchema, operation: RootType) {
  if (operation === 'query') return schema.getQueryType();
  return operation === 'mutation' ? schema.getMutationType() : schema.getSubscriptionType();
}

/**
 * An operation with one root field, random arguments and a random selection.
 *
 * @param given values of the root field's arguments; without them, they are drawn from the schema
 * @param hostility probability that a value breaks the rules of its type or field
 */
export function drawCall(
  schema: GraphQLSchema,
  draw: Draw,
  { operation, field, given, hostility }: { operation: RootType; field: string; given?: object; hostility: number },
): GraphqlCall {
  const root = rootOf(schema, operation)?.getFields()[field];
  if (!root) throw new Error(`The schema has no ${operation} ${field}`);
  const variables: Record<string, unknown> = {};
  const declared: string[] = [];
  const argumentsOf = (of: GraphQLField<unknown, unknown>, values?: Record<string, unknown>): string => {
    const passed = of.args.flatMap((argument) => {
      const { name, type } = argument;
      const isRequired = isNonNullType(type) && argument.defaultValue === undefined;
      const isGiven = values ? Object.hasOwn(values, name) : isRequired || draw.chance(0.5);
      if (!isGiven) return [];
      const variable = `v${declared.length}`;
      const written = argument.defaultValue !== undefined && isNonNullType(type) ? type.ofType : type;
      declared.push(`$${variable}: ${String(written)}`);
      variables[variable] = values
        ? values[name]
        : valueOf(draw, type, of === root ? `${field} ${name}` : name, hostility);
      return [`${name}: $${variable}`];
    });
    return passed.length === 0 ? '' : `(${passed.join(', ')})`;
  };
  const select = (type: GraphQLOutputType, depth: number): string => {
    const named = getNamedType(type);
    if (isLeafType(named)) return '';
    if (isAbstractType(named)) {
      const types = schema.getPossibleTypes(named);
      const some = types.filter(() => draw.chance(2 / types.length));
      return ` { __typename ${some.map((one) => `... on ${one.name}${select(one, depth)}`).join(' ')} }`;
    }
    if (!isObjectType(named)) return '';
    const fields = Object.values(named.getFields());
    const some = fields.filter(({ type: inner, name }) =>
      isLeafType(getNamedType(inner))
        ? name === 'id' || name === 'ref' || draw.chance(Math.min(1, 5 / fields.length))
        : depth > 0 && draw.chance(Math.min(1, 2.5 / fields.length)),
    );
    const selected = some.map((inner, index) => {
      // Fields of several possible types may have the same name and other arguments.
      const alias = inner.args.length > 0 ? `${inner.name}${declared.length}x${index}: ` : '';
      return `${alias}${inner.name}${argumentsOf(inner)}${select(inner.type, depth - 1)}`;
    });
    return ` { __typename ${selected.join(' ')} }`;
  };
  const body = `${field}${argumentsOf(root, given as Record<string, unknown> | undefined)}${select(root.type, DEPTH)}`;
  const declarations = declared.length > 0 ? `(${declared.join(', ')})` : '';
  return { operation, field, query: `${operation} ${declarations} { ${body} }`, variables };
}

function valueOf(draw: Draw, type: GraphQLInputType, name: string, hostility: number): unknown {
  if (isNonNullType(type)) return valueOf(draw, type.ofType, name, hostility);
  if (draw.chance(hostility / 3)) return null;
  if (isListType(type)) {
    return Array.from({ length: draw.length(hostility) }, () => valueOf(draw, type.ofType, name, hostility));
  }
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(
      (field) => (isNonNullType(field.type) && field.defaultValue === undefined) || draw.chance(0.5),
    );
    const entries = fields.map((field) => [field.name, valueOf(draw, field.type, `${name} ${field.name}`, hostility)]);
    if (draw.chance(hostility / 10)) entries.push(['unknown', 1]);
    return Object.fromEntries(entries) as unknown;
  }
  if (isEnumType(type)) {
    return draw.chance(hostility / 3) ? draw.text(hostility) : draw.oneOf(type.getValues()).name;
  }
  switch (type.name) {
    case 'Int':
      return draw.integer(hostility);
    case 'Float':
      return draw.decimal(hostility);
    case 'Boolean':
      return draw.chance(hostility / 5) ? draw.text(hostility) : draw.chance(0.5);
    case 'DateTime':
      return draw.time(hostility);
    case 'JSON':
      return draw.json(hostility);
    case 'ID':
      return draw.chance(hostility) ? draw.text(1) : draw.id(name);
    default:
      return /(^| )(ref|refs|id|ids|name|names|domain|session|type|namespace)$/i.test(name) && !draw.chance(hostility)
        ? draw.id(name)
        : draw.text(hostility);
  }
}
