import { expect, it } from 'vitest';
import { cypherFileNames, readCypherFile } from '../../src/graph/statement.js';
import { countsEachWriter, LABELS } from './locking.js';

// A lock is `REMOVE node.lock`: it takes the write lock of a node without such a property, and leaves no property
// behind.

/**
 * A key would lock other test files out of the database; test/access/access.release-spec.ts tests two concurrent
 * revocations.
 */
const ELSEWHERE = ['ApiKey'];

const files = cypherFileNames().map((name) => ({ name, text: readCypherFile(name).text }));

/** Returns the labels under which a variable of a statement is matched or merged. */
function labelsOf(text: string, variable: string): string[] {
  const origin = new RegExp(`\\b(\\w+) AS ${variable}\\b`).exec(text)?.[1];
  const labels = new RegExp(`\\((?:${variable}${origin ? `|${origin}` : ''}):([\\w:]+)`).exec(text)?.[1];
  return labels?.split(':') ?? [];
}

it('is taken by no statement with a property that stays', () => {
  const leaving = /\bSET\s+(?:\w+\.\w+ = [^,\n]+,\s*)*\w+\.lock\b/;
  expect(leaving.test('SET node.at = 1, node.lock = 1')).toBe(true);
  expect(files.filter(({ text }) => leaving.test(text)).map(({ name }) => name)).toEqual([]);
});

it('is tested below for every label that a statement locks', () => {
  const locked = files.flatMap(({ name, text }) =>
    // Relationships that are locked have no label.
    [...text.matchAll(/\bREMOVE (\w+)\.lock\b/g)]
      .filter(([, variable]) => !text.includes(`[${variable}:`))
      .map(([, variable = '']) => {
        const known = labelsOf(text, variable).filter((label) => [...LABELS, ...ELSEWHERE].includes(label));
        return { place: `${name} ${variable}`, label: known[0] };
      }),
  );
  expect(locked.filter(({ label }) => label === undefined)).toEqual([]);
  expect(new Set(locked.map(({ label }) => label))).toEqual(new Set([...LABELS, ...ELSEWHERE]));
});

// test/evidence/locks.release-spec.ts has 64 writers.
countsEachWriter(8);
