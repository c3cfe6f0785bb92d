import { expect, it } from 'vitest';
import { Turns } from './turns.js';

const rows = (...namespaces: string[]) => namespaces.map((namespace) => ({ namespace }));

it('gives each namespace the same share of a turn, until it has nothing left', () => {
  const turns = new Turns(
    [
      { namespace: 'a', stale: 20 },
      { namespace: 'b', stale: 2 },
    ],
    8,
  );
  expect(turns.waiting).toBe(22);
  expect(turns.next()).toEqual({ namespaces: ['a', 'b'], limit: 4 });
  turns.took(['a', 'b'], rows('a', 'a', 'a', 'a', 'b', 'b'));
  expect(turns.waiting).toBe(16);
  expect(turns.next()).toEqual({ namespaces: ['a'], limit: 8 });
});

it('lets those wait for the next turn for whom a turn has no place', () => {
  const turns = new Turns(
    ['a', 'b', 'c'].map((namespace) => ({ namespace, stale: 2 })),
    2,
  );
  expect(turns.next()).toEqual({ namespaces: ['a', 'b'], limit: 1 });
  turns.took(['a', 'b'], rows('a', 'b'));
  expect(turns.next()).toEqual({ namespaces: ['c', 'a'], limit: 1 });
});

it('is done with a namespace whose texts were embedded by somebody else meanwhile', () => {
  const turns = new Turns([{ namespace: 'a', stale: 5 }], 4);
  turns.took(['a'], []);
  expect(turns.waiting).toBe(0);
});
