import { expect, it } from 'vitest';
import { recordsOf, textOf } from './records.js';

const told = (header: readonly string[], rows: readonly (readonly string[])[]) => recordsOf(header, rows)?.map(textOf);

it('puts the name of its column before each value, and leaves empty cells out', () => {
  const rows = [
    ['seal', '4', ''],
    ['valve', '', 'Nordtek'],
    ['gear', '9', 'Kuroda', 'spare'],
  ];
  expect(told(['part', 'price:', 'supplier'], rows)).toEqual([
    'part: seal; price: 4',
    'part: valve; supplier: Nordtek',
    'part: gear; price: 9; supplier: Kuroda; spare',
  ]);
});

it('takes whole numbers in order for names', () => {
  expect(told(['', '2024', '2025'], [['north', '4', '5']])).toEqual(['north; 2024: 4; 2025: 5']);
  expect(told(['size', '40', '38'], [['stock', '4', '5']])).toEqual(['size: stock; 40: 4; 38: 5']);
});

it.each([
  ['a row of values', ['north pump', 'Ada', '1200'], [['south crane', 'Bo', '830']]],
  ['amounts', ['Ada', '1,200.50'], [['Bo', '830.00']]],
  ['a column without a name', ['part', ''], [['seal', '4'], ['gear', '9']]],
  ['the same name twice', ['name', 'Name'], [['Ada', 'Bo']]],
  ['a sentence', ['x'.repeat(101), 'price'], [['seal', '4']]],
  ['no row', ['part', 'price'], []],
])('gives no names where the first row is none: %s', (_, header, rows) => {
  expect(recordsOf(header, rows)).toBeUndefined();
}); // prettier-ignore

it('does not let a table of short values grow without bound', () => {
  const name = 'the name of a column that is rather long';
  const rows = Array.from({ length: 120_000 }, () => ['1']);
  expect(recordsOf([name], rows)).toBeUndefined();
  expect(recordsOf([name], rows.slice(0, 100))).toHaveLength(100);
});
