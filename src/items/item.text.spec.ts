import { expect, it } from 'vitest';
import { itemSections, type NeededItem } from './item.text.js';

const item = (id: string, more: Partial<NeededItem> = {}): [string, NeededItem] => [
  id,
  { id, description: `Does ${id}.`, uiLocation: 'Menu', actionSequence: ['one', 'two'], shortcut: null, ...more },
];
const entries = [
  { id: 'plot', formatted: '---\nKB ID: plot\n---', requires: ['start', 'open'] },
  { id: 'open', formatted: '---\nKB ID: open\n---', requires: ['start'] },
  { id: 'print', formatted: '---\nKB ID: print\n---', requires: ['start', 'open', 'setup'] },
];
const needed = new Map([item('start', { shortcut: 'F1' }), item('open'), item('setup', { description: 'Sets\n# up' })]);
const write = itemSections(entries, needed);
const NONE = new Set<number>();

it('writes hits best first, then what they need before, in the order to carry it out', () => {
  expect(write([0, 2], NONE)).toEqual([
    { infoType: 'knowledge_items', parts: ['# Knowledge items', '---\nKB ID: plot\n---', '---\nKB ID: print\n---'] },
    {
      infoType: 'also_needed',
      parts: [
        '# Also needed before, in this order',
        '1. KB ID: start\n   Description: Does start.\n   UI Location: Menu\n   Actions: one → two\n   Shortcut: F1',
        '2. KB ID: open\n   Description: Does open.\n   UI Location: Menu\n   Actions: one → two',
        '3. KB ID: setup\n   Description: Sets\n     # up\n   UI Location: Menu\n   Actions: one → two',
      ],
    },
  ]);
});

it('does not list what is among the hits', () => {
  const [, also] = write([0, 1], NONE);
  expect(also?.parts.map((part) => part.split('\n')[0])).toEqual([
    '# Also needed before, in this order',
    '1. KB ID: start',
  ]);
});

it('says how many had no room', () => {
  const [, also] = write([0, 2], new Set([2]));
  expect(also?.parts.map((part) => part.split('\n')[0])).toEqual([
    '# Also needed before, in this order',
    '1. KB ID: start',
    '2. KB ID: open',
    'And 1 more for which there was no room.',
  ]);
});

it('writes no second section where nothing is needed, and none at all without hits', () => {
  expect(itemSections([{ id: 'a', formatted: 'A', requires: ['gone'] }], new Map())([0], NONE)).toEqual([
    { infoType: 'knowledge_items', parts: ['# Knowledge items', 'A'] },
  ]);
  expect(write([], NONE)).toEqual([]);
});
