import { buildSchema, GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import { expect, it, vi } from 'vitest';
import type { Caller } from '../common/caller.js';
import { withRoles } from './field-roles.js';

it('refuses to start with a field that states no role', () => {
  const schema = buildSchema('type Query { open: Int  hidden: Int } type Mutation { write: Int }');
  expect(() => withRoles(schema, vi.fn())).toThrow('No role is stated for open, hidden, write: add @Needs');
});

it('asks for the role that a field states, by its arguments where it says so', () => {
  const needed = ({ reset }: Readonly<Record<string, unknown>>) => (reset === true ? 'admin' : 'writer');
  const query = new GraphQLObjectType({
    name: 'Query',
    fields: { load: { type: GraphQLString, args: {}, resolve: () => 'loaded', extensions: { needed } } },
  });
  const refused = vi.fn();
  const { resolve } = withRoles(new GraphQLSchema({ query }), refused).getQueryType()?.getFields()['load'] ?? {};
  const asked = (args: object) =>
    resolve?.({}, args, { caller: { namespace: 'n', role: 'writer' } as Caller }, {} as never);
  expect([asked({}), asked({ reset: false })]).toEqual(['loaded', 'loaded']);
  expect(() => asked({ reset: true })).toThrow('load needs the role admin; this API key has the role writer');
  expect(refused).toHaveBeenCalledOnce();
});
