import { expect, it } from 'vitest';
import { relevantRelations } from './relevance.js';

const ALICE = 'user:alice';
const relation = (relationType: string, target: string, more: object = {}) => ({
  relationType,
  source: entity(ALICE),
  target: entity(target),
  depth: 1,
  key: `${relationType} ${target}`,
  properties: {},
  recordedAt: new Date(0),
  ...more,
});
function entity(id: string) {
  return { id, type: 'thing', label: id.slice(id.indexOf(':') + 1), properties: {} };
}
const nobody = (): boolean => false;
const chosen = (query: string, relations: readonly ReturnType<typeof relation>[], most: number, crowded = nobody) =>
  relevantRelations(query, ALICE, relations, { most, mostOfCrowd: 2, isCrowd: crowded }).map(({ target }) => target.id);

it('keeps what shares words with the question, whatever its place in the alphabet', () => {
  const relations = [
    relation('KNOWS', 'user:bob'),
    relation('KNOWS', 'user:carl'),
    relation('USES', 'tool:turbine_meshes'),
  ];
  expect(chosen('Which turbine mesh does she use?', relations, 1)).toEqual(['tool:turbine_meshes']);
});

it('counts a word by how rare it is, also one in a description', () => {
  const relations = [
    relation('USES', 'tool:a', { properties: { description: 'for jet noise' } }),
    relation('USES', 'tool:b'),
    relation('USES', 'tool:c'),
  ];
  expect(chosen('What does she use for jets?', relations, 1)).toEqual(['tool:a']);
});

it('prefers the nearer of equal ones, then the newer, and keeps the order given', () => {
  const relations = [
    relation('A', 'far', { depth: 2, recordedAt: new Date(9) }),
    relation('A', 'old', { recordedAt: new Date(1) }),
    relation('A', 'new', { recordedAt: new Date(2) }),
  ];
  expect(chosen('', relations, 1)).toEqual(['new']);
  expect(chosen('', relations, 2)).toEqual(['old', 'new']);
});

it('takes so many of a crowd and no more, so that others have room', () => {
  const crowd = Array.from({ length: 9 }, (_, n) => relation('KNOWS', `user:${n}`));
  const all = [...crowd, relation('USES', 'tool:x', { depth: 2 })];
  expect(chosen('whom does she know', all, 3, () => true)).toEqual(['user:0', 'user:1', 'tool:x']);
  // Places that nothing else needs do not stay empty.
  expect(chosen('whom does she know', all, 5, () => true)).toEqual(['user:0', 'user:1', 'user:2', 'user:3', 'tool:x']);
  expect(chosen('whom does she know', all, 5)).toHaveLength(5);
});

it('lets each type have its turn where the question does not decide', () => {
  const newest = { recordedAt: new Date(9) };
  const authored = Array.from({ length: 9 }, (_, n) => relation('AUTHORED', `text:${n}`, newest));
  const all = [...authored, relation('MANAGES', 'user:bo'), relation('REPORTS_TO', 'user:cy')];
  expect(chosen('What is there?', all, 4)).toEqual(['text:0', 'text:1', 'user:bo', 'user:cy']);
});
