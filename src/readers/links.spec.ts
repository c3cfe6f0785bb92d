import { describe, expect, it } from 'vitest';
import { expectSteadyTime } from '../../test/support/cpu-time.js';
import { BlockList, type Reference } from './blocks.js';
import { namesOf, referencesIn, soughtOf } from './links.js';
import { readHtml } from './html.js';
import { readMarkdown } from './markdown.js';

interface Doc {
  readonly source: string;
  readonly title?: string;
  readonly text?: string;
}

/** Returns the existing sources to which a Markdown text in `from` leads; '?' for an ambiguous link. */
function leadsTo(from: string, text: string, others: readonly Doc[]): string[] {
  const blocks = new BlockList(100_000);
  if (from.endsWith('.html')) readHtml(text, blocks);
  else readMarkdown(text, blocks);
  const references = [...blocks.references, ...referencesIn(blocks.blocks)];
  return targetsOf(references, from, others);
}

function targetsOf(references: readonly Reference[], from: string, others: readonly Doc[]): string[] {
  const all = [{ source: from }, ...others];
  const goesBy = all.map(({ source, title }: Doc) => new Set(namesOf({ root: 'notes', source, title: title ?? null })));
  const found = soughtOf(references, { root: 'notes', source: from }).flatMap(({ names }) => {
    for (const name of names) {
      const targets = all.filter((_, n) => goesBy[n]?.has(name));
      if (targets.length > 0) return targets.length > 1 ? ['?'] : targets.map(({ source }) => source);
    }
    return [];
  });
  return [...new Set(found)].filter((source) => source !== from);
}

const PLANT: readonly Doc[] = [
  { source: 'plant/pumps.md', title: 'Care of the Pumps' },
  { source: 'plant/seals.md', title: 'Seals' },
  { source: 'plant/limits.csv' },
  { source: 'plant/README.md', title: 'The plant' },
  { source: 'office/README.md', title: 'The office' },
  { source: 'office/Übersicht der Räume.md', title: 'Übersicht der Räume' },
  { source: 'manual.pdf', title: 'North Plant Operating Manual' },
  { source: 'https://wiki.example.org/oil?page=3', title: 'Choosing an oil' },
];
const from = (text: string, source = 'plant/start.md') => leadsTo(source, text, PLANT);

describe('references of a document', () => {
  it.each([
    ['[pumps](pumps.md)', ['plant/pumps.md']],
    ['[pumps](./pumps.md#repair "Care")', ['plant/pumps.md']],
    ['[pumps](/plant/pumps.md)', ['plant/pumps.md']],
    ['[pumps](pumps)', ['plant/pumps.md']],
    ['[pumps](pumps.html)', ['plant/pumps.md']],
    ['[pumps][1]\n\n[1]: ../plant/pumps.md', ['plant/pumps.md']],
    ['[rooms](../office/%C3%9Cbersicht%20der%20R%C3%A4ume.md)', ['office/Übersicht der Räume.md']],
    ['[rooms](<../office/Übersicht der Räume.md>)', ['office/Übersicht der Räume.md']],
    ['[the office](../office/)', ['office/README.md']],
    [
      '- a list with [limits](limits.csv)\n\n| a |\n| --- |\n| [seals](seals.md) |',
      ['plant/limits.csv', 'plant/seals.md'],
    ],
    ['[oil](https://wiki.example.org/oil?page=3#hot)', ['https://wiki.example.org/oil?page=3']],
    ['[other page](https://wiki.example.org/oil?page=4)', []],
    ['[out](../../pumps.md) [mail](mailto:pumps.md) [up](#repair) [me](start.md) ![picture](pumps.md)', []],
    ['[broken](%zz.md)', []],
  ])('follow links: %s', (text, targets) => {
    expect(from(text)).toEqual(targets);
  });

  it.each([
    ['[[pumps]]', ['plant/pumps.md']],
    ['[[Pumps#Repair|how to repair them]]', ['plant/pumps.md']],
    ['[[plant/pumps]] and [[limits.csv]]', ['plant/pumps.md', 'plant/limits.csv']],
    ['[[Care of the pumps]]', ['plant/pumps.md']],
    ['[[Übersicht der Räume]]', ['office/Übersicht der Räume.md']],
    ['[[nothing]]', []],
    ['Written so:\n\n    [[seals]]', []],
  ])('follow wiki links: %s', (text, targets) => {
    expect(from(text)).toEqual(targets);
  });

  it('lead nowhere where several documents may be meant', () => {
    expect(from('[[README]]', 'start.md')).toEqual(['?']);
    expect(from('[[README]]')).toEqual(['plant/README.md']);
  });

  it.each([
    ['Limits are in limits.csv, and in `../office/README.md`.', ['plant/limits.csv', 'office/README.md']],
    ['Read manual.pdf.', ['manual.pdf']],
    ['Ask README.md@example.org, or see https://example.org/plant/pumps.md today.', []],
    ['```\nopen limits.csv\n```', []],
  ])('know names of files in the text: %s', (text, targets) => {
    expect(from(text)).toEqual(targets);
  });

  it.each([
    ['Read “Choosing an oil” first.', ['https://wiki.example.org/oil?page=3']],
    ['Read *care of the pumps* first.', ['plant/pumps.md']],
    ['See the North Plant Operating Manual.', ['manual.pdf']],
    ['North Plant Operating Manual, page 3', ['manual.pdf']],
    ['Die „Übersicht der Räume“ hängt aus.', ['office/Übersicht der Räume.md']],
    // Words without the form of a title are no reference: the same words may mean something else.
    ['We talked about choosing an oil, and the care of the pumps.', []],
    ['**Seals** wear out.', []],
    ['The North Plant stands still.', []],
  ])('know titles that are marked as such: %s', (text, targets) => {
    expect(from(text)).toEqual(targets);
  });

  it('resolve addresses against the page that they stand in', () => {
    const text = '<p><a href="oil?page=3">oil</a> <a href="/grease">grease</a></p>';
    expect(leadsTo('https://wiki.example.org/start.html', text, PLANT)).toEqual([
      'https://wiki.example.org/oil?page=3',
    ]);
  });

  it('keep each once, the surest first, with its line', () => {
    const blocks = new BlockList(10_000);
    readMarkdown('# A\n\nFirst pumps.md\n\nthen [pumps](pumps.md)\nand [pumps](pumps.md#b).\n', blocks);
    const references = [...blocks.references, ...referencesIn(blocks.blocks)];
    const sought = soughtOf(references, { root: '', source: 'a.md' });
    expect(sought.map(({ form, line }) => [form, line])).toEqual([
      ['LINK', 5],
      ['NAME', 3],
    ]);
  });

  it.each(['A ', '[[', 'a/', '"', 'Aa of the ', 'a.', '…“', '../'])(
    'takes hostile texts in time that grows with them: %j',
    (part) => {
      const read = (text: string) => {
        const blocks = new BlockList(10_000_000);
        blocks.paragraph(text, { page: null, fromLine: 1, toLine: 1 });
        soughtOf(referencesIn(blocks.blocks), { root: '', source: 'a.md' });
      };
      expectSteadyTime(read, part, 200_000, 375);
    },
  );
});
