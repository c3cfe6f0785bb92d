import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import { FIELD_ROLES } from './field-roles.js';

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));

it.each([
  ['Query', schema.getQueryType()],
  ['Mutation', schema.getMutationType()],
  ['Subscription', schema.getSubscriptionType()],
] as const)('each field of %s declares the role it needs, and nothing else does', (root, type) => {
  expect(Object.keys(FIELD_ROLES[root]).sort()).toEqual(Object.keys(type?.getFields() ?? {}).sort());
});

it('an import that begins a catalog anew needs an admin', () => {
  const needed = FIELD_ROLES.Mutation['importCatalog'];
  const of = (args: object) => (typeof needed === 'function' ? needed({ ...args }) : needed);
  expect([of({}), of({ reset: false }), of({ reset: true })]).toEqual(['writer', 'writer', 'admin']);
});
