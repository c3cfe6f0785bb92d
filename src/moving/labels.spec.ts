import { expect, it } from 'vitest';
import { namesInStatements } from '../graph/names.js';
import { recordedFiles } from '../graph/recorded-files.js';
import { readCypherFile } from '../graph/statement.js';
import { RESERVED_LABELS } from '../entities/shown/reserved.js';
import { LEFT_OUT, MOVED_LABELS, PART_LABELS, SECOND_LABELS } from './labels.js';

const used = namesInStatements().labels;
const known = [
  ...[...MOVED_LABELS, ...PART_LABELS].map(({ label }) => label),
  ...Object.keys(SECOND_LABELS),
  ...Object.keys(LEFT_OUT),
];

it('each label that a statement names is exported, or listed with a reason as left out', () => {
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
  const constraints = recordedFiles('schema').flatMap(({ text }) =>
    [...text.matchAll(/FOR \(\w+:(\w+)\) REQUIRE (.+) IS UNIQUE/g)].map(
      ([, label = '', properties = '']) => [label, properties.replace(/[()]|\w+\./g, '')] as const,
    ),
  );
  const stated = MOVED_LABELS.flatMap(({ label, key, alsoUnique }) => [
    [label, ['namespace', ...key].join(', ')],
    ...(alsoUnique ? [[label, ['namespace', ...alsoUnique].join(', ')]] : []),
  ]);
  const ours = constraints.filter(([label]) => MOVED_LABELS.some((moved) => moved.label === label));
  expect([...ours].sort()).toEqual(stated.sort());
});
