import { expect, it } from 'vitest';
import type { Entity } from '../entities/entities.model.js';
import { nearestLeft } from './around.js';

const entity = (id: string) => ({ id }) as Entity;
const relation = (source: string, target: string, depth: number, relationType = 'KNOWS') => {
  return { source: entity(source), target: entity(target), depth, relationType, key: `${source}-${target}` };
};

const RELATIONS = [
  relation('a', 'b', 1),
  relation('c', 'a', 1),
  relation('b', 'd', 2),
  relation('e', 'c', 2),
  relation('d', 'f', 3),
];
const keys = (leftOut: readonly string[], limit = 10) =>
  nearestLeft('a', RELATIONS, ({ key }) => leftOut.includes(key), limit).map(({ key }) => key);

it('leaves out what is reached by a relation that is left out, and by no other', () => {
  expect(keys([])).toEqual(['a-b', 'c-a', 'b-d', 'e-c', 'd-f']);
  expect(keys(['a-b'])).toEqual(['c-a', 'e-c']);
  expect(keys(['b-d', 'e-c'])).toEqual(['a-b', 'c-a']);
});

it('prefers nearer ones, then goes by type, other end and key', () => {
  expect(keys([], 1)).toEqual(['a-b']);
  expect(keys([], 3)).toEqual(['a-b', 'c-a', 'b-d']);
  expect(keys(['a-b', 'e-c'], 3)).toEqual(['c-a']);
});
