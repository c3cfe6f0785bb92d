import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectSteadyTime } from '../../test/support/cpu-time.js';
import { Dictionary, namesOfText, namesToldBy } from './derive.js';
import { scanText } from './scan.js';
import { isLinkable, keyOf, titleName } from './words.js';

interface Sample {
  readonly kind: string;
  readonly title?: string;
  readonly text: string;
  readonly names: readonly string[];
}

/** Texts of several kinds, with the names in them. The rules were developed on one half and are measured on the other. */
const samples = JSON.parse(
  readFileSync(new URL('../../test/layers/data/name-samples.json', import.meta.url), 'utf8'),
) as Record<'tune' | 'test', Sample[]>;

const LABELLED = JSON.parse(
  readFileSync(new URL('../../test/layers/data/labelled-notes.json', import.meta.url), 'utf8'),
) as typeof samples;

const scan = (content: string, title = '') => scanText({ title, content, embeddingText: null });
const inside = (content: string) => scan(content).inside;

/** Returns the names of texts that are in one namespace. */
function namesOf(texts: readonly { readonly title?: string; readonly text: string }[]): string[][] {
  const scans = texts.map(({ title = '', text }) => scan(text, title));
  const titles = scans.flatMap(({ title }) => title ?? []);
  const all = new Set([...titles, ...scans.flatMap(namesToldBy)]);
  const known = {
    dictionary: new Dictionary(titles),
    uncased: new Dictionary(all),
    isKnown: (name: string) => all.has(name),
  };
  return scans.map((each) => namesOfText(each, known));
}

describe('names of texts', () => {
  it.each([
    ['tune', 1, 0.95],
    ['test', 0.97, 0.95],
  ] as const)('are found in the half %s with a precision of %d and a recall of %d', (half, precision, recall) => {
    const found = namesOf(samples[half]);
    const right = samples[half].flatMap(({ names }, i) => names.filter((name) => found[i]?.includes(name))).length;
    expect(right / found.flat().length).toBeGreaterThanOrEqual(precision);
    expect(right / samples[half].flatMap(({ names }) => names).length).toBeGreaterThanOrEqual(recall);
  });

  it.each(['tune', 'test'] as const)('of labelled notes of the half %s are right, and few are missed', (half) => {
    // Each note is a text of its own; one half was used to develop the rules, the other measures them.
    const notes = LABELLED[half];
    const found = notes.map((note) => namesOf([note])[0] ?? []);
    const right = notes.flatMap(({ names }, i) => names.filter((name) => found[i]?.includes(name))).length;
    const wrong = notes.flatMap(({ names }, i) => (found[i] ?? []).filter((name) => !names.includes(name)));
    expect(right / (right + wrong.length), wrong.join(', ')).toBeGreaterThanOrEqual(0.95);
    expect(right / notes.flatMap(({ names }) => names).length).toBeGreaterThanOrEqual(0.9);
  });

  it('are neither parts of longer ones, nor plurals, nor what hyphens leave', () => {
    expect(
      namesOf([{ text: 'We met John Smith there. The others asked Smith for an Okafor-style list of SLAs.' }]),
    ).toEqual([['john smith']]);
    expect(namesOf([{ text: 'All Kestrels run the code of Kestrel now.' }])).toEqual([['kestrel']]);
  });

  it.each([
    ['with particles', 'We met Guus van der Berg and Ana de la Cruz there.', ['guus van der berg', 'ana de la cruz']],
    ['with initials', 'It was written by J. R. R. Tolkien and John F. Kennedy.', ['j r r tolkien', 'john f kennedy']],
    [
      'with apostrophes and hyphens',
      "He saw Conan O'Brien with Jean-Luc Picard.",
      ['conan o brien', 'jean luc picard'],
    ],
    ['of others, with an s', "They took Alice's boat to Berlin's harbour.", ['alice', 'berlin']],
    ['with digits', 'They flew Apollo 11 and a Boeing 747 in May 1969.', ['apollo 11', 'boeing 747']],
    ['in capitals', 'It was built by NASA for the U.S. Navy.', ['nasa', 'u s navy']],
    ['with small letters first', 'She sold an iPhone on eBay yesterday.', ['iphone', 'ebay']],
    ['of other scripts', 'Позже туда приехал Иван Петров из Москвы.', ['иван петров', 'москвы']],
    ['with accents', 'Later it went to Édouard Šimůnek in Malmö.', ['édouard šimůnek', 'malmö']],
    ['behind a form of address', 'They wrote to Dr. Ines Koch and Mrs. Brandt.', ['ines koch', 'brandt']],
    [
      'with of, and not behind a rank',
      'He left the University of Bern for the CEO of Acme.',
      ['university of bern', 'acme'],
    ],
    ['with an ampersand', 'It was sold by Procter & Gamble.', ['procter gamble']],
    ['one behind another', 'We asked Alice, Bob Stone and Carol.', ['alice', 'bob stone', 'carol']],
  ])('%s', (_, text, names) => {
    expect(inside(text)).toEqual(names);
  });

  it('wait at the start of a sentence, without the words that only begin it', () => {
    expect(scan('In Paris it rained. Zephyr is fast. "Olaf Brandt left", he said.')).toMatchObject({
      inside: ['paris'],
      starting: ['zephyr', 'olaf brandt'],
    });
  });

  it.each([
    ['stop words and generic nouns', 'They asked The Name of the City in April, on Monday and I agreed with Him.'],
    ['what is shouted', 'NEVER OPEN THE HOUSING OF A PUMP. All others may stay as they are.'],
    ['what stands in code', 'It calls `Reader.open` twice.\n```\nnew Foo(Bar Baz)\n```\nconst x = new Client(Url);'],
    [
      'paths, addresses and identifiers',
      'see https://example.com/Docs/Intro and /home/Foo/Bar or my_Foo_Bar and Me@Example.com',
    ],
    ['headings', 'see below\n\nSetting Up The Acme Solver\n\nand then go on'],
  ])('are no %s', (_, text) => {
    expect(inside(text)).toEqual([]);
  });

  it('are only known ones where more than a quarter of the words inside sentences begin with a capital', () => {
    const named = (share: number) =>
      `so it ${Array.from({ length: 60 }, (_, i) => (i % 100 < share ? `went Xa${i} ` : 'went on ')).join('')}`;
    // The text contains "went" 60 times and 60 other words, of which n are capitalised.
    expect(inside(named(30))).toHaveLength(30);
    expect(inside(named(31))).toHaveLength(0);
  });

  it('of titles stand without what is in brackets', () => {
    expect(
      ['Mercury (planet)', 'The Copper Garden', 'Apollo 11', '(Untitled)', 'Name', 'First Year', ''].map(titleName),
    ).toEqual(['mercury', 'the copper garden', 'apollo 11', 'untitled', null, null, null]);
  });

  it('are looked up by the longest word that makes them names', () => {
    expect(['the gull hotel', 'university of bern', 'olaf brandt'].map(keyOf)).toEqual(['gull', 'bern', 'brandt']);
    expect(isLinkable('a b c d e f g')).toBe(false);
  });

  it('of one text are 200 at most', () => {
    const text = Array.from({ length: 500 }, (_, i) => `they met Xab${i} at that moment and went on.`).join(' ');
    const { inside: found } = scan(text);
    expect(found).toHaveLength(200);
  });

  it.each(['A', 'A. ', "a'", 'Ab of ', '`', '('])(
    'of a hostile text take time that grows with its length: %j',
    (part) => expectSteadyTime((text) => void scan(text, text.slice(0, 1_000)), part, 50_000, 1_000),
  );
});
