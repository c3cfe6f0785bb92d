import { expect, it } from 'vitest';
import { cypherFileNames, readCypherFile } from '../graph/statement.js';
import { RESERVED_LABELS } from '../layers/shown/reserved.js';
import { LEFT_OUT, MOVED_LABELS, PART_LABELS, SECOND_LABELS } from './labels.js';

/** Finds labels that a statement sets or matches: after a variable or a parenthesis, several joined by `:` or `|`. */
function labelsIn(text: string): string[] {
  // Relationship types are written in capitals, so they do not match.
  const patterns = [/\(\w*:([A-Z]\w*(?:[:|]\w+)*)/g, /\b(?:SET|REMOVE|,) *\w+:([A-Z]\w*(?::\w+)*)/g];
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, found = '']) => found.split(/[:|]/)))
    .filter((label) => /[a-z]/.test(label));
}

const used = new Set(cypherFileNames().flatMap((name) => labelsIn(readCypherFile(name).text)));
const known = [
  ...[...MOVED_LABELS, ...PART_LABELS].map(({ label }) => label),
  ...Object.keys(SECOND_LABELS),
  ...Object.keys(LEFT_OUT),
];

it('each label that a statement names is exported, or listed with a reason as left out', () => {
  expect(labelsIn('MATCH (a:One {x: 1})-[:REL]->(:Two|Three) SET a:Four REMOVE a:Five:Six')).toEqual([
    ...['One', 'Two', 'Three'],
    ...['Four', 'Five', 'Six'],
  ]);
  expect([...used].filter((label) => !known.includes(label)).sort()).toEqual([]);
  // Every listed label is still in use.
  expect(known.filter((label) => !used.has(label))).toEqual([]);
  expect(new Set(known).size).toBe(known.length);
});

it('no type of entities is shown as a label of the service', () => {
  expect([...RESERVED_LABELS].sort()).toEqual([...known].sort());
});

it('the statements that walk through the labels have each of them, with its key', () => {
  const list = readCypherFile('moving/list-nodes').text;
  const count = readCypherFile('moving/count-nodes').text;
  for (const { label, key } of MOVED_LABELS) {
    const seek = `USING INDEX SEEK n:${label}(${['namespace', ...key].join(', ')})`;
    expect(list.split(`$page.label = '${label}'`)[1]?.split('UNION')[0], label).toContain(seek);
    expect(count, label).toContain(`RETURN '${label}' AS label`);
    expect(count, label).toContain(seek);
  }
});

it('each property by which nodes of a label are unique is its key, or is said to be unique too', () => {
  const constraints = cypherFileNames()
    .filter((name) => name.startsWith('schema/'))
    .map((name) => /FOR \(\w+:(\w+)\) REQUIRE (.+) IS UNIQUE/.exec(readCypherFile(name).text))
    .flatMap((found) => (found ? [[found[1] ?? '', (found[2] ?? '').replace(/[()]|\w+\./g, '')] as const] : []));
  const stated = MOVED_LABELS.flatMap(({ label, key, alsoUnique }) => [
    [label, ['namespace', ...key].join(', ')],
    ...(alsoUnique ? [[label, ['namespace', ...alsoUnique].join(', ')]] : []),
  ]);
  const ours = constraints.filter(([label]) => MOVED_LABELS.some((moved) => moved.label === label));
  expect([...ours].sort()).toEqual(stated.sort());
});
