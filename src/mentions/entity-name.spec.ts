import { expect, it } from 'vitest';
import { entityName, typeOfId } from './entity-name.js';

it.each([
  ['user:alice', 'Alice  O’Neill-Smith', 'alice o neill smith'],
  ['technique:dynamic-smagorinsky', null, 'dynamic smagorinsky'],
  ['technique:les', '  ', 'les'],
  ['case:ＪＮ－042', null, 'jn 042'],
  ['plain', null, 'plain'],
  ['a:b:c', null, 'b c'],
  ['user:', null, 'user'],
])('calls %s with the label %j %j', (id, label, name) => {
  expect(entityName(id, label)).toBe(name);
});

it('takes the type of an entity that nothing describes from its id', () => {
  expect(typeOfId('user:alice')).toBe('user');
  expect(typeOfId('alice')).toBe('entity');
  expect(typeOfId(':alice')).toBe('entity');
});
