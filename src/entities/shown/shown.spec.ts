import { expect, it } from 'vitest';
import { labelOfType, Names, shownValues } from './shown.js';

const shown = (records: readonly unknown[], known: readonly string[] = [], most = 100) => {
  const names = new Names(known, most);
  return {
    ...shownValues(
      records.map((record) => (record === null ? null : JSON.stringify(record))),
      names,
    ),
    names: names.list(),
  };
};

it('shows scalars, and leaves lists, objects and null to the JSON', () => {
  expect(
    shown([{ city: 'Berlin', age: 41, height: 1.5, active: false, tags: ['a'], at: { x: 1 }, none: null }]),
  ).toEqual({
    values: { active: false, age: 41, city: 'Berlin', height: 1.5 },
    integers: ['age'],
    names: ['active', 'age', 'city', 'height'],
  });
});

it('shows the property of the first record that has it', () => {
  expect(
    shown([
      { age: 41, city: ['Berlin'] },
      { age: 12, city: 'Bonn' },
    ]).values,
  ).toEqual({ age: 41, city: 'Bonn' });
  expect(shown([null, { age: 12 }]).values).toEqual({ age: 12 });
});

it('never shows a property under a name of the service, or one that cannot be a name', () => {
  const record = {
    ...{ id: 'x', namespace: 'other', type: 'x', title: 'x', validFrom: 'x', unshown: 'x', shownProperties: 'x' },
    ...{ '': 'x', 'a\u0000b': 'x', 'a\nb': 'x', [`n${'a'.repeat(100)}`]: 'x', 'birth date': 'x', 'a`b': 'x' },
  };
  expect(shown([record]).values).toEqual({ 'a`b': 'x', 'birth date': 'x' });
  const { values } = shownValues(['{"__proto__": "x", "constructor": 1}'], new Names([], 10));
  expect(Object.entries(values)).toEqual([
    ['__proto__', 'x'],
    ['constructor', 1],
  ]);
});

it('keeps numbers beyond the safe integers as floats', () => {
  expect(shown([{ big: 2 ** 53, small: -(2 ** 53) + 1, zero: -0 }]).integers).toEqual(['small', 'zero']);
});

it('shows no more names than a namespace may have, but always those it has', () => {
  expect(shown([{ a: 1, b: 1, c: 1 }], ['c'], 2)).toEqual({
    values: { a: 1, c: 1 },
    integers: ['a', 'c'],
    names: ['c', 'a'],
  });
});

it.each([
  ['person', 'person'],
  ['Person', 'Person'],
  ['incident report', 'incident_report'],
  [' -- sales/order! ', 'sales_order'],
  ['größe', 'größe'],
  ['人物', '人物'],
  ['3d model', '_3d_model'],
  ['__proto__', 'proto'],
  ['Entity) DETACH DELETE (n', 'Entity_DETACH_DELETE_n'],
  ['`Entity`', 'Entity_'],
  ['Memory', 'Memory_'],
  ['memory', 'memory'],
  ['***', null],
  ['', null],
  ['x'.repeat(300), 'x'.repeat(100)],
])('a type %j is shown as the label %j', (type, label) => {
  expect(labelOfType(type)).toBe(label);
});
