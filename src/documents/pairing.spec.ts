import { expect, it } from 'vitest';
import type { Chunk } from '../readers/chunks.js';
import { pairChunks } from './pairing.js';

const stored = (id: string, text: string, ...headings: string[]) => ({ id, text, headings });
const chunk = (text: string, ...headings: string[]): Chunk => ({
  text,
  searched: null,
  place: { headings, page: null, toPage: null, fromLine: null, toLine: null },
  continues: false,
});

it('keeps chunks whose text is found, also under other headings', () => {
  const before = [stored('a', 'one', 'H'), stored('b', 'two', 'H'), stored('c', 'three', 'K')];
  expect(pairChunks(before, [chunk('three', 'K'), chunk('zero', 'L'), chunk('two', 'M'), chunk('one', 'H')])).toEqual({
    ids: ['c', undefined, 'b', 'a'],
    closed: [],
  });
});

it('pairs the others by headings and place, and closes the rest', () => {
  const before = [
    stored('a', 'one', 'H'),
    stored('b', 'two', 'H'),
    stored('c', 'three', 'H'),
    stored('d', 'four', 'K'),
  ];
  expect(pairChunks(before, [chunk('one', 'H'), chunk('two, changed', 'H')])).toEqual({
    ids: ['a', 'b'],
    closed: ['c', 'd'],
  });
});

it('tells chunks of one text apart by their headings, then by their order', () => {
  const before = [stored('a', 'same', 'H'), stored('b', 'same', 'K'), stored('c', 'same', 'K')];
  expect(pairChunks(before, [chunk('same', 'K'), chunk('same', 'H'), chunk('same', 'N')])).toEqual({
    ids: ['b', 'a', 'c'],
    closed: [],
  });
});
