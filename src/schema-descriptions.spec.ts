import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { expect, it } from 'vitest';

const schema = buildSchema(readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8'));

interface Described {
  readonly path: string;
  readonly description: string | null | undefined;
}

/** Returns a type with its fields, their arguments, and its enum values. */
function* elementsOf(type: GraphQLNamedType): Generator<Described> {
  yield { path: type.name, description: type.description };
  if (isEnumType(type)) {
    for (const { name, description } of type.getValues()) yield { path: `${type.name}.${name}`, description };
  }
  if (isInputObjectType(type)) {
    for (const { name, description } of Object.values(type.getFields()))
      yield { path: `${type.name}.${name}`, description };
  }
  if (isObjectType(type) || isInterfaceType(type)) {
    for (const field of Object.values(type.getFields())) {
      const path = `${type.name}.${field.name}`;
      yield { path, description: field.description };
      for (const { name, description } of field.args) yield { path: `${path}.${name}`, description };
    }
  }
}

it('describes every type, field, argument and enum value of the schema', () => {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
  const elements = types.flatMap((type) => [...elementsOf(type)]);
  expect(elements.length).toBeGreaterThan(2_000);
  const missing = elements.filter(({ description }) => !description || description.trim() === '');
  expect(missing.map(({ path }) => path)).toEqual([]);
});
