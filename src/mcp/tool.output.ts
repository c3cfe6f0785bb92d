import type { Type } from '@nestjs/common';
import { Float, type GqlTypeReference, ID, Int, TypeMetadataStorage } from '@nestjs/graphql';
import type { JsonSchema } from '../common/input-rules.js';
import { isRecord } from '../common/json.js';
import { DateTime, JSONValue } from '../common/scalars.js';
import { inSnakeCase, type ObjectSchema, snakeCase } from './names.js';

type ObjectMetadata = NonNullable<ReturnType<typeof TypeMetadataStorage.getObjectTypeMetadataByTarget>>;
type Property = NonNullable<ObjectMetadata['properties']>[number];

/** How one field of an object type appears in the answer of a tool. */
interface OutputField {
  readonly name: string;
  readonly property: string;
  readonly description: string | undefined;
  readonly nullable: boolean;
  readonly list: boolean;
  /** JSON Schema of the value, or of each entry of a list. */
  readonly schema: JsonSchema;
  readonly convert: (value: unknown) => unknown;
}

interface Scalar {
  readonly schema: JsonSchema;
  readonly convert: (value: unknown) => unknown;
}

const asIs = (value: unknown) => value;
const TEXT: Scalar = { schema: { type: 'string' }, convert: asIs };
const NUMBER: Scalar = { schema: { type: 'number' }, convert: asIs };
const BOOLEAN: Scalar = { schema: { type: 'boolean' }, convert: asIs };
const SCALARS = new Map<GqlTypeReference, Scalar>([
  [String, TEXT],
  [ID, TEXT],
  [Number, NUMBER],
  [Float, NUMBER],
  [Int, { schema: { type: 'integer' }, convert: asIs }],
  [Boolean, BOOLEAN],
  [DateTime, { schema: { type: 'string', format: 'date-time' }, convert: (value) => (value as Date).toISOString() }],
  [JSONValue, { schema: {}, convert: asIs }],
]);

/**
 * The answer of a tool: the fields of an object type in snake_case, with their GraphQL descriptions. Create it only
 * once the GraphQL schema is complete.
 */
export class ToolOutput {
  private readonly fields: readonly OutputField[];
  private readonly names = new Map<string, string>();

  /**
   * @param lowerCase true if agents get enum values in lower case
   * @throws Error when the type of a field is neither an object type, an enum nor a known scalar
   */
  constructor(
    type: Type<object>,
    private readonly lowerCase = false,
  ) {
    this.fields = this.fieldsOf(type);
  }

  /** @param argumentNames names of the tool's arguments, which are also replaced in descriptions; see `inSnakeCase` */
  schema(argumentNames: ReadonlyMap<string, string>): ObjectSchema {
    const names = new Map([...this.names, ...argumentNames]);
    const schema = objectSchema(this.fields);
    return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
      key === 'description' && typeof value === 'string' ? inSnakeCase(value, names) : value,
    ) as ObjectSchema;
  }

  /** @throws Error when a non-null field has no value */
  of(value: object): Record<string, unknown> {
    return objectOf(this.fields, value);
  }

  private fieldsOf(type: Type<object>): OutputField[] {
    const properties = propertiesOf(type);
    if (properties.length === 0) throw new Error(`${type.name} is no object type`);
    return properties.map((property): OutputField => {
      const { name, description, options, extensions } = property;
      this.names.set(name, snakeCase(name));
      const { schema, convert } = this.typeOf(property, type);
      return {
        name: snakeCase(name),
        property: name,
        description,
        nullable: options.nullable === true || options.nullable === 'itemsAndList',
        list: options.isArray ?? false,
        schema: { ...schema, ...extensions },
        convert,
      };
    });
  }

  private typeOf({ name, typeFn }: Property, type: Type<object>): Scalar {
    const reference = typeFn();
    const scalar = SCALARS.get(reference);
    if (scalar) return scalar;
    const isEnum = TypeMetadataStorage.getEnumsMetadata().some(({ ref }) => ref === reference);
    if (isEnum) {
      const written = (value: unknown) => (this.lowerCase ? String(value).toLowerCase() : value);
      return { schema: { type: 'string', enum: Object.values(reference).map(written) }, convert: written };
    }
    if (typeof reference !== 'function') throw new Error(`The type of ${type.name}.${name} is unknown to tools`);
    const fields = this.fieldsOf(reference as Type<object>);
    return { schema: objectSchema(fields), convert: (value) => objectOf(fields, value) };
  }
}

/**
 * The fields of the class and its base classes, base class first; the most derived declaration of each name applies.
 */
function propertiesOf(type: object | null): Property[] {
  if (type === null || type === Function.prototype) return [];
  const metadata =
    TypeMetadataStorage.getObjectTypeMetadataByTarget(type as Type<object>) ??
    TypeMetadataStorage.getInterfaceMetadataByTarget(type as Type<object>);
  const own = metadata?.properties ?? [];
  const inherited = propertiesOf(Object.getPrototypeOf(type) as object | null);
  return [...inherited.filter(({ name }) => !own.some((property) => property.name === name)), ...own];
}

function objectSchema(fields: readonly OutputField[]): ObjectSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    required: fields.map(({ name }) => name),
    additionalProperties: false,
  };
}

function fieldSchema({ schema, list, nullable, description }: OutputField): JsonSchema {
  const one = list ? { type: 'array', items: schema } : schema;
  return {
    ...(nullable ? orNull(one) : one),
    ...(description !== undefined && { description }),
  };
}

function orNull(schema: JsonSchema): JsonSchema {
  return Object.keys(schema).join() === 'type'
    ? { type: [schema['type'], 'null'] }
    : { anyOf: [schema, { type: 'null' }] };
}

function objectOf(fields: readonly OutputField[], value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw new Error('A tool gave something else than an object');
  return Object.fromEntries(
    fields.map(({ name, property, nullable, list, convert }) => {
      const given = value[property] ?? null;
      if (given === null) {
        if (nullable) return [name, null];
        throw new Error(`A tool gave no ${property}`);
      }
      return [name, list ? (given as readonly unknown[]).map(convert) : convert(given)];
    }),
  );
}
