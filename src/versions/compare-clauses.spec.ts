import { expect, it } from 'vitest';
import { compareClauses } from './compare-clauses.js';

it.each([
  ['nothing', 'a b c', 'a b c', '', '', ''],
  ['what came and what went', 'a b c', 'a x c y', 'x y', 'b', ''],
  ['one clause that moved, and not those it passed', 'a b c d', 'd a b c', '', '', 'd'],
  ['two that changed places as one of them', 'a b', 'b a', '', '', 'b'],
  ['a clause that stands twice once as removed', 'a b a', 'a b', '', 'a', ''],
  ['moves beside what came and went', 'a b c d e', 'e x b c d', 'x', 'a', 'e'],
  ['all of an empty version', '', 'a b', 'a b', '', ''],
])('tells %s', (_, before, after, added, removed, moved) => {
  const clauses = (text: string) => text.split(' ').filter((clause) => clause !== '');
  expect(compareClauses({ before: clauses(before), after: clauses(after) })).toEqual({
    added: clauses(added),
    removed: clauses(removed),
    moved: clauses(moved),
  });
});
