import { expect, it } from 'vitest';
import { fieldOf, rowsOf } from './values.js';

it('writes a value of any shape as names and texts', () => {
  expect(rowsOf({})).toEqual([]);
  expect(rowsOf(null)).toEqual([]);
  expect(rowsOf('Ctrl+O')).toEqual([['value', 'Ctrl+O']]);
  expect(rowsOf({ tool_name: 'click', arguments: { x: 0, on: false, none: null } })).toEqual([
    ['tool name', 'click'],
    ['arguments x', '0'],
    ['arguments on', 'false'],
  ]);
  expect(rowsOf({ tags: ['a', 'b'], parts: [{ name: 'one' }, 2] })).toEqual([
    ['tags', 'a, b'],
    ['parts 1 name', 'one'],
    ['parts 2', '2'],
  ]);
});

it('gives the field of a value of any shape', () => {
  expect(fieldOf({ tool: 'Bash' }, 'tool')).toBe('Bash');
  expect([fieldOf(null, 'tool'), fieldOf('Bash', 'tool'), fieldOf({}, 'tool')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
