import { buildSchema, type GraphQLError, Kind, parse } from 'graphql';
import { expect, it } from 'vitest';
import { assertSmallVariables } from './variables-size.js';

const schema = buildSchema(`
  scalar JSON
  input Part { text: String!, size: Int, more: JSON }
  input Thing { id: ID!, parts: [Part!], names: [String!] }
  type Query { a: Int }
`);

function problemOf(type: string, value: unknown): Pick<GraphQLError, 'message'> | undefined {
  const [operation] = parse(`query ($v: ${type}) { a }`).definitions;
  try {
    assertSmallVariables(schema, { v: value }, () =>
      operation?.kind === Kind.OPERATION_DEFINITION ? operation : undefined,
    );
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

const range = <Value>(count: number, of: (n: number) => Value) => Array.from({ length: count }, (_, n) => of(n));
const keys = (count: number) => Object.fromEntries(range(count, (n) => [`key${n}`, n]));
const long = 'x'.repeat(30_000);

it.each<[string, string, unknown]>([
  ['JSON of any size', 'JSON', [keys(30_000), range(100_000, (n) => n)]],
  ['long texts', 'Thing!', { id: long, parts: [{ text: long, more: keys(10_000) }] }],
  ['39,000 names', 'Thing', { id: 'a', names: range(39_000, (n) => `name${n}`) }],
  ['one value for a list', '[Part]', { text: long }],
])('lets %s through', (_, type, value) => expect(problemOf(type, value)).toBeUndefined());

it.each<[string, string, unknown, string]>([
  ['41,000 names', 'Thing', { id: 'a', names: range(41_000, (n) => `name${n}`) }, 'counted up to v.names'],
  ['14,000 objects', '[Part]', range(14_000, () => ({ text: 'a', size: 1 })), '40000 values'],
  ['an unknown field', 'Thing', { id: long, colour: 1 }, 'value {}; Field "colour" is not defined by type "Thing"'],
  ['an unknown field inside', 'Thing', { id: long, parts: [{ text: '', a: 1 }] }, 'at "v.parts[0]"; Field "a" is not'],
  ['a long name', 'Thing', { id: 'a', [long]: 1 }, `Field "${'x'.repeat(100)}…" is not defined`],
  ['a missing field', 'Thing', { id: 'a', parts: [{}], names: [long] }, 'Field "text" of required type "String!"'],
  ['a text for a number', 'Thing', { id: 'a', parts: [{ text: 'a', size: long }] }, 'Expected type "Int"'],
  ['an object for a text', 'Thing', { id: keys(30_000) }, 'Expected type "ID"'],
  ['a text for an object', 'Thing', long, 'Expected type "Thing"'],
])('refuses %s, and does not repeat it', (_, type, value, reason) => {
  const { message = '' } = problemOf(type, value) ?? {};
  expect(message).toContain(reason);
  expect(message.length).toBeLessThan(300);
});

it('reads nothing after the first problem', () => {
  let read = 0;
  const part = {
    get text() {
      read += 1;
      return long;
    },
  };
  expect(problemOf('[Part]', [{ colour: long }, ...range(1_000, () => part)])?.message).toContain('"text"');
  expect(read).toBeLessThan(5);
});
