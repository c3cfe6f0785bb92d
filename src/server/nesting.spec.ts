import { describe, expect, it } from 'vitest';
import { assertShallowDocument, isShallow } from './nesting.js';

const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const isShallowDocument = (source: string) => {
  try {
    assertShallowDocument(source, 1_000_000);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'LIMIT_EXCEEDED', message: expect.stringContaining('200 levels') as unknown });
    return false;
  }
};

describe('200 levels are let through, one more is not:', () => {
  it.each<[string, (levels: number) => string]>([
    ['lists', (levels) => `{ a(b: ${lists(levels - 2)}) }`],
    ['objects', (levels) => `{ a(b: ${'{c:'.repeat(levels - 2)}1${'}'.repeat(levels - 2)}) }`],
    ['selections', (levels) => '{ a '.repeat(levels)],
    ['types', (levels) => `query ($a: ${'['.repeat(levels - 1)}Int${']'.repeat(levels - 1)}) { a }`],
    [
      'lists beside strings and comments',
      (levels) => `{ a(b: "[[[\\"[", c: """[[[\\"""[""", d: ${lists(levels - 2)}) } # ${'['.repeat(999)}`,
    ],
  ])('documents of %s', (_, source) => {
    expect([isShallowDocument(source(200)), isShallowDocument(source(201))]).toEqual([true, false]);
  });

  it('values', () => {
    expect([isShallow(JSON.parse(lists(200))), isShallow(JSON.parse(lists(201)))]).toEqual([true, false]);
  });
});

it('leaves what is no GraphQL to the parser', () => {
  expect(isShallowDocument('{ a(b: "unterminated')).toBe(true);
  expect(isShallowDocument(`?${'['.repeat(999)}`)).toBe(true);
});
