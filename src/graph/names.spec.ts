import { expect, it } from 'vitest';
import { namesIn } from './names.js';

it('reads the names of properties, types and labels from statements, but not from comments, texts and parameters', () => {
  const { properties, types, labels } = namesIn([
    `MATCH (a:One:Two {one: 1})-[r:HAS|HAS_BEEN*1..3]->(:Three|Four) // a.comment
     WHERE $rows.two <> a.three AND a.at.epochMillis > 1 AND toLower(nodes[0].four) = ':Five.five' AND NOT a:Six
     CALL db.index.fulltext.queryNodes('x', 'y') YIELD node RETURN a {.six, seven: CASE WHEN true THEN 1 END} AS eight`,
  ]);
  expect([...properties].sort()).toEqual(['at', 'four', 'one', 'seven', 'six', 'three']);
  expect([...types]).toEqual(['HAS', 'HAS_BEEN']);
  expect([...labels].sort()).toEqual(['Four', 'One', 'Six', 'Three', 'Two']);
});
