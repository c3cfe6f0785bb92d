import { buildSchema, type GraphQLSchema, graphqlSync } from 'graphql';
import { describe, expect, it } from 'vitest';
import { KNOWN } from '../common/known-field.js';
import { answeringKnown } from './known-fields.js';

describe('fields that may be known', () => {
  const asked: unknown[] = [];
  const fieldsOf = (schema: GraphQLSchema) => {
    const type = schema.getType('Thing') as { getFields?: () => Record<string, never> } | undefined;
    return (type?.getFields?.() ?? {}) as Record<string, { resolve?: unknown; extensions: Record<string, unknown> }>;
  };
  const schema = buildSchema('type Query { things: [Thing!]! } type Thing { id: ID! level: Int other: Int }');
  for (const name of ['level', 'other']) {
    const field = fieldsOf(schema)[name];
    if (!field) throw new Error(`There is no field ${name}`);
    field.resolve = ({ id }: { id: string }) => {
      asked.push([name, id]);
      return 7;
    };
    if (name === 'level') field.extensions = { [KNOWN]: true };
  }

  it('are looked up only where their object does not have them, and null is an answer', () => {
    const things = [{ id: 'a', level: 3, other: 1 }, { id: 'b', level: null }, { id: 'c' }];
    const source = '{ things { id level other } }';
    const { data } = graphqlSync({ schema: answeringKnown(schema), source, rootValue: { things } });
    expect(JSON.parse(JSON.stringify(data))).toEqual({
      things: [
        { id: 'a', level: 3, other: 7 },
        { id: 'b', level: null, other: 7 },
        { id: 'c', level: 7, other: 7 },
      ],
    });
    expect(asked).toEqual([
      ['other', 'a'],
      ['other', 'b'],
      ['level', 'c'],
      ['other', 'c'],
    ]);
  });
});
