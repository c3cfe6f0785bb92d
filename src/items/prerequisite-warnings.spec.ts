import { expect, it } from 'vitest';
import { Workers } from '../common/workers/workers.js';
import { prerequisiteWarnings } from './prerequisite-warnings.js';

const item = (id: string, prerequisites: string[], outputState = '', trust = 1) => {
  return { id, prerequisites, outputState, trust };
};
const warnings = (...items: ReturnType<typeof item>[]) => prerequisiteWarnings(items, new Workers());

it('takes the most trusted producer of a state, of several the one with the smallest id', async () => {
  const closing = [item('b', ['ready'], 'ready'), item('c', [], 'ready')];
  expect(await warnings(item('a', [], 'ready', 0.9), ...closing)).toEqual(['prerequisite cycle: b → b']);
  expect(await warnings(item('a', [], 'ready'), ...closing)).toEqual([]);
});

it('takes an item before the producers of the state of the same name', async () => {
  expect(await warnings(item('a', ['ready'], 'ready'), item('ready', []))).toEqual([]);
});

it('names what nothing provides, once for each item', async () => {
  expect(await warnings(item('a', ['x', 'b', 'x']), item('b', ['x']))).toEqual([
    'unresolved prerequisite: "a" names "x", which is neither an item nor the output of one',
    'unresolved prerequisite: "b" names "x", which is neither an item nor the output of one',
  ]);
});
