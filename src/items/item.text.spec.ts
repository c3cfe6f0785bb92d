import { expect, it } from 'vitest';
import { itemSections, type NeededItem } from './item.text.js';
import { WHOLE } from '../knowledge/section.js';

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
/** The sections with their parts read. */
const sectionsOf = (...of: Parameters<typeof itemSections>) => {
  const written = itemSections(...of);
  return (...asked: Parameters<typeof written>) =>
    written(...asked).map(({ infoType, parts }) => ({ infoType, parts: [...parts] }));
};
const write = sectionsOf(entries, needed);

it('writes hits best first, then what they need before, in the order to carry it out', () => {
  expect(write([0, 2], WHOLE)).toEqual([
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
  const [, also] = write([0, 1], WHOLE);
  expect(also?.parts.map((part) => part.split('\n')[0])).toEqual([
    '# Also needed before, in this order',
    '1. KB ID: start',
  ]);
});

it('says how many had no room', () => {
  const [, also] = write([0, 2], { ...WHOLE, bare: new Set([2]) });
  expect(also?.parts.map((part) => part.split('\n')[0])).toEqual([
    '# Also needed before, in this order',
    '1. KB ID: start',
    '2. KB ID: open',
    'And 1 more for which there was no room.',
  ]);
});

it('writes no second section where nothing is needed, and none at all without hits', () => {
  expect(sectionsOf([{ id: 'a', formatted: 'A', requires: ['gone'] }], new Map())([0], WHOLE)).toEqual([
    { infoType: 'knowledge_items', parts: ['# Knowledge items', 'A'] },
  ]);
  expect(write([], WHOLE)).toEqual([]);
});

it('writes of a long list only the entries that are read', () => {
  const read: string[] = [];
  const ids = Array.from({ length: 1_000 }, (_, number) => `step-${number}`);
  const items = new Map(
    ids.map((id): [string, NeededItem] => {
      const [, one] = item(id);
      return [
        id,
        {
          ...one,
          get description() {
            read.push(id);
            return one.description;
          },
        },
      ];
    }),
  );
  const [, also] = itemSections([{ id: 'last', formatted: 'Last', requires: ids }], items)([0], WHOLE);
  const parts = (also?.parts ?? [])[Symbol.iterator]();
  expect([parts.next().value, parts.next().value]).toEqual([
    '# Also needed before, in this order',
    '1. KB ID: step-0\n   Description: Does step-0.\n   UI Location: Menu\n   Actions: one → two',
  ]);
  expect(read).toEqual(['step-0']);
});
