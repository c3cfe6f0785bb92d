import { expect, it } from 'vitest';
import { cypherFileNames, readCypherFile } from '../graph/statement.js';

// Cypher files cannot share text. These tests keep equal what several repeat, and keep apart what one alone may have.

const MAY_BE_FOUND = [
  'AND $question.kinds[k.kind] IS NOT NULL AND k.trust >= $question.minTrust',
  'AND ($question.updatedAfter IS NULL OR k.updatedAt > $question.updatedAfter)',
  'AND all(group IN $question.kinds[k.kind].required WHERE any(token IN group WHERE token IN k.facets))',
].join(' ');

const statements = cypherFileNames().map((name) => {
  const text = readCypherFile(name)
    .text.replace(/\/\/.*/g, '')
    .replace(/\s+/g, ' ');
  return { name, text: text.replace('k.kind IN $question.names AND', '$question.kinds[k.kind] IS NOT NULL AND') };
});

it('filters candidates the same wherever the index does not', () => {
  const filtering = statements.filter(
    ({ name, text }) => name.startsWith('search/candidates') && text.includes('k.facets'),
  );
  expect(filtering.map(({ name, text }) => [name, text.split(MAY_BE_FOUND).length - 1])).toEqual([
    ['search/candidates-by-entities', 1],
    ['search/candidates-by-filtered-vector-0', 1],
    ['search/candidates-by-filtered-vector-1', 1],
    ['search/candidates-by-scan', 1],
    ['search/candidates-by-vector', 1],
  ]);
});

it('has one home of the score', () => {
  expect(statements.filter(({ text }) => /\bgamma\b/i.test(text)).map(({ name }) => name)).toEqual(['search/rank']);
});

it('asks the indexes of both slots the same', () => {
  const body = (name: string) => readCypherFile(name).text.replace(/^(\/\/.*\n|\n)*/, '');
  expect(body('search/candidates-by-filtered-vector-1')).toBe(
    body('search/candidates-by-filtered-vector-0').replace('knowledge_embedding0', 'knowledge_embedding1'),
  );
});

it('keeps the statements of searches short', () => {
  const names = cypherFileNames().filter((name) => name.startsWith('search/'));
  const files = names.map((name) => ({ name, lines: readCypherFile(name).text.split('\n') }));
  expect(files.flatMap(({ name, lines }) => lines.filter((line) => line.length > 140).map(() => name))).toEqual([]);
  const long = files.filter(({ name, lines }) => lines.length > (name === 'search/rank' ? 90 : 40));
  expect(long.map(({ name }) => name)).toEqual([]);
});
