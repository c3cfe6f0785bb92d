import { getIntrospectionQuery, parse } from 'graphql';
import { expect, it } from 'vitest';
import { leastCpuTime } from '../../test/support/cpu-time.js';
import { assertSmallDocument } from './document-size.js';

const LIMITS = { depth: 12, aliases: 30, directives: 50, selections: 5_000 };
const range = (count: number, of: (n: number) => string) => Array.from({ length: count }, (_, n) => of(n)).join(' ');
/** Fragments of which each spreads the next ones. */
const fragments = (count: number, spread: number) =>
  range(count, (n) => `fragment F${n} on Q { ${range(spread, (k) => `...F${n + k + 1}`)} }`) +
  range(spread, (k) => `fragment F${count + k} on Q { a }`);

function problemOf(source: string): string | undefined {
  try {
    assertSmallDocument(parse(source), LIMITS);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

it.each([
  ['introspection', getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true, specifiedByUrl: true })],
  ['4,900 different fields', `{ ${range(4_900, (n) => `a${n}`)} }`],
  ['200 equal fields', `{ ${range(200, () => 'a')} }`],
  ['30 fragments on types with the same fields', `{ a { ${range(30, (n) => `... on T${n} { id name kind }`)} } }`],
  ['20 fragments, each of which spreads the next', `{ ...F0 } ${fragments(20, 1)}`],
])('lets %s through', (_, source) => expect(problemOf(source)).toBeUndefined());

it.each([
  ['700 equal fields', `{ ${range(700, () => 'a { b }')} }`, 'pairs'],
  ['equal fields in equal fields', `{ ${range(15, () => `a { ${range(15, () => 'b')} }`)} }`, 'pairs'],
  ['equal fields in fragments', `{ ...F ...F ...F } fragment F on Q { ${range(90, () => 'a')} }`, 'pairs'],
  ['300 fragments that spread the next two', `{ ...F0 } ${fragments(300, 2)}`, '5000 fields and fragments'],
  ['300 fragments that spread the next one', `{ ...F0 } ${fragments(300, 1)}`, 'pairs'],
  ['a fragment in itself', '{ ...F } fragment F on Q { a { ...G } } fragment G on Q { ...F }', 'within itself'],
  ['depth', `${'{ a '.repeat(13)}${'}'.repeat(13)}`, 'depth 13'],
  ['aliases', `{ ${range(31, (n) => `a${n}: a`)} }`, 'aliases 31'],
  ['directives', `{ a ${'@skip(if: false)'.repeat(51)} }`, 'directives 51'],
])('refuses %s', (_, source, reason) => expect(problemOf(source)).toContain(reason));

it('is cheaper than parsing, however fast fragments multiply', () => {
  const source = `{ ...F0 } ${fragments(300, 2)}`;
  const document = parse(source);
  const measuring = leastCpuTime(() => {
    for (let n = 0; n < 50; n++) expect(() => assertSmallDocument(document, LIMITS)).toThrow();
  });
  const parsing = leastCpuTime(() => {
    for (let n = 0; n < 50; n++) parse(source);
  });
  expect(measuring).toBeLessThan(5 * Math.max(parsing, 1));
});
