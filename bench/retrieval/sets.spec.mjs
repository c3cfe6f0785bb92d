import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { builtInSet, ownSet } from './sets.mjs';

/** Returns the hash of all parts of a set. */
function hashOf({ documents, queries, grades, groups }) {
  const judged = [...grades].map(([id, graded]) => [id, [...graded]]);
  return createHash('sha256').update(JSON.stringify({ documents, queries, judged, groups })).digest('hex').slice(0, 16);
}

describe('the sets of the repository', () => {
  // Results can be compared only if the bytes stay the same. A different hash is a new set, which needs new numbers in
  // the documentation.
  it.each([
    ['two-hop', 500, 200, 'factual', '2be574d923f6ecd6'],
    ['conversation', 1_000, 200, 'episodic', 'b0176d339b60ea53'],
    ['procedure', 200, 100, 'procedural', '01871db8771ea9e4'],
  ])('%s has the same bytes in every run', (name, documents, queries, profile, hash) => {
    const set = builtInSet(name);
    expect(set.documents).toHaveLength(documents);
    expect(set.queries).toHaveLength(queries);
    expect(new Set(set.documents.map((document) => document.profile))).toEqual(new Set([profile]));
    expect(hashOf(set)).toBe(hash);
  });

  it.each(['two-hop', 'conversation', 'procedure', 'tasks'])('%s judges what it has, each question once', (name) => {
    const { documents, queries, grades, groups } = builtInSet(name);
    const ids = new Set(documents.map(({ id }) => id));
    expect(ids.size).toBe(documents.length);
    expect([...grades.keys()].sort()).toEqual(queries.map(({ id }) => id).sort());
    expect([...grades.values()].flatMap((graded) => [...graded.keys()]).filter((id) => !ids.has(id))).toEqual([]);
    expect(groups.flatMap((group) => group.ids).sort()).toEqual(queries.map(({ id }) => id).sort());
  });

  it.each([
    ['two-hop', 100],
    ['conversation', 100],
    ['procedure', 50],
  ])('%s is cut into two halves of the same size', (name, size) => {
    expect(builtInSet(name).groups.map((group) => [group.name, group.ids.length])).toEqual([
      ['tune', size],
      ['report', size],
    ]);
  });

  it('name both articles in 16 comparisons, and the first alone in the other two-hop questions', () => {
    const { documents, queries, grades } = builtInSet('two-hop');
    const titles = new Map(documents.map(({ id, title }) => [id, title.toLowerCase().replace(/ \(\w+\)$/, '')]));
    const named = queries.map(({ id, text }) =>
      [...grades.get(id).keys()].map((document) => text.toLowerCase().includes(titles.get(document))).join(),
    );
    expect(named.filter((names) => names === 'true,true')).toHaveLength(16);
    expect(named.filter((names) => names === 'true,false')).toHaveLength(184);
    expect(documents.filter(({ mentions }) => mentions !== undefined)).toEqual([]);
  });

  it('name the second article of a two-hop question in the first', () => {
    const { documents, queries, grades } = builtInSet('two-hop');
    const byId = new Map(documents.map((document) => [document.id, document]));
    const linked = queries.filter(({ id }) => {
      const [first, second] = [...grades.get(id).keys()].map((document) => byId.get(document));
      return first.text.toLowerCase().includes(second.title.toLowerCase());
    });
    expect(linked).toHaveLength(184);
  });

  it('have sessions of 50 turns that follow one another', () => {
    const { documents } = builtInSet('conversation');
    const expected = Array.from({ length: 20 }, (_, talk) =>
      Array.from({ length: 50 }, (_, turn) => [`talk-${String(talk + 1).padStart(2, '0')}`, turn]),
    );
    expect(documents.map(({ session, position }) => [session, position])).toEqual(expected.flat());
  });
});

describe('the set of a person', () => {
  const documents = [
    { id: 'fact', text: 'x' },
    { id: 'turn', text: 'x', session: 's' },
  ];
  const queries = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: 'x' }));
  const grades = new Map([
    [
      'a',
      new Map([
        ['fact', 1],
        ['turn', 0],
      ]),
    ],
    ['b', new Map([['turn', 1]])],
    [
      'c',
      new Map([
        ['turn', 2],
        ['fact', 1],
      ]),
    ],
    ['d', new Map([['turn', 0]])],
  ]);

  it('is reported by the profiles of what is relevant, and leaves out questions without any', () => {
    const set = ownSet({ documents, queries, grades });
    expect(set.documents.map(({ profile }) => profile)).toEqual(['factual', 'episodic']);
    expect(set.groups).toEqual([
      { name: 'factual', ids: ['a'] },
      { name: 'episodic', ids: ['b'] },
      { name: 'episodic and factual', ids: ['c'] },
    ]);
    expect(set.leftOut).toBe(1);
  });

  it('is of the profile that was asked for', () => {
    const set = ownSet({ documents, queries, grades }, 'procedural');
    expect(set.groups).toEqual([{ name: 'procedural', ids: ['a', 'b', 'c'] }]);
  });
});
