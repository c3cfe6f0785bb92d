import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchOf, namesUnknown, subjectOf, tellingWords } from './match.js';
import { formOf, WordFinder } from './word-forms.js';

const DROPPED = new Set(['the', 'a', 'of']);
const words = (question: string) => tellingWords(question.split(' '), DROPPED, 'porter');
const IDF: Readonly<Record<string, number>> = { plot: 1, signal: 2, unicorn: 5 };
const asked = (question: string) => {
  const telling = words(question);
  const finder = new WordFinder(
    telling.map((word) => formOf(word, 'porter')),
    'porter',
  );
  return { words: telling.map((word) => ({ word, idf: IDF[word] ?? 3 })), finder, epoch: 7 };
};

describe('the words that a match is measured by', () => {
  it('are those that say what a question is about, each once in all its forms', () => {
    expect(words('How do I plot the signals of a signal')).toEqual(['plot', 'signal']);
    expect(words("What's the driver's name and can't I change it")).toEqual(["driver's", 'name', 'change']);
  });

  it('are not those that ask behind how, and stay elsewhere', () => {
    expect(words('How long does rice have to cook')).toEqual(['rice', 'cook']);
    expect(words('Shorten long names')).toEqual(['shorten', 'long', 'names']);
    expect(words('How often and how far')).toEqual(['how', 'often', 'and', 'far']);
  });

  it('are the others where nothing else is left, and none where the analyzer drops all', () => {
    expect(words('what can the')).toEqual(['what', 'can']);
    expect(words('the a of')).toEqual([]);
  });
});

describe('a question', () => {
  const unknown = new Set(['photoshop', 'merge', 'b', 'monday', 'crop', 'x', '水', 'excel']);

  it.each([
    ['How do I crop a picture in Photoshop?', true],
    ['how do i crop a picture in photoshop?', false],
    // Capital letters also begin sentences and the names of days.
    ['Merge two layers. Crop them: Merge on Monday', false],
    ['Explain how a B-tree works', true],
    ['put X on the left', false],
    ['“Excel” is what I use', false],
    ['I use “Excel”', true],
    ['Open the File menu', false],
    ['水 in a glass', true],
  ])('%s names what no text knows: %s', (question, expected) => {
    expect(namesUnknown(question, unknown)).toBe(expected);
  });
});

describe('the subject of a question', () => {
  const known = (word: string) => ['plot', 'csv'].includes(word);

  it.each([
    [['plot', 'unicorn'], 'known'],
    [['asdf', 'qwer'], 'unknown'],
    [['打', '开'], 'foreign'],
    [['出', 'csv'], 'known'],
    [['出', 'asdf'], 'unknown'],
    [[], 'known'],
  ])('of which the words are %s is %s', (words, expected) => {
    expect(subjectOf(words.join(' '), words, known, false)).toBe(expected);
  });
});

describe('a match', () => {
  const none = { cosine: null, floor: null };

  it('is the share of the idf that the words of a hit cover', () => {
    // Of 8 parts, "plot" has 1 and "signal" 2.
    expect(matchOf(asked('plot signal unicorn'), 'Plots\nof SIGNALS', none)).toEqual({
      match: 3 / 8,
      terms: [
        { word: 'plot', idf: 1, covered: true },
        { word: 'signal', idf: 2, covered: true },
        { word: 'unicorn', idf: 5, covered: false },
      ],
      termEpoch: 7,
    });
  });

  it('is how far the cosine is above the floor, where that is more', () => {
    // (0.7 − 0.4) / 0.6
    expect(matchOf(asked('plot unicorn'), 'plots', { cosine: 0.7, floor: 0.4 }).match).toBeCloseTo(0.5, 12);
    expect(matchOf(asked('plot unicorn'), 'plots', { cosine: 0.3, floor: 0.4 }).match).toBeCloseTo(1 / 6, 12);
    expect(matchOf(asked('plot'), 'nothing', { cosine: -0.2, floor: 0 }).match).toBe(0);
    expect(matchOf(asked('the'), 'the', none)).toMatchObject({ match: 0, terms: [] });
  });

  it('is in [0,1], and no less with more text', () => {
    const word = fc.constantFrom('plot', 'signal', 'unicorn', 'menu', 'the', 'plots');
    const text = fc.array(word, { maxLength: 6 }).map((some) => some.join(' '));
    const cosine = fc.oneof(fc.constant(null), fc.double({ min: -1, max: 1, noNaN: true }));
    fc.assert(
      fc.property(text, text, text, cosine, (question, one, more, near) => {
        const by = { cosine: near, floor: 0.4 };
        const { match } = matchOf(asked(question), one, by);
        expect(match).toBeGreaterThanOrEqual(0);
        expect(match).toBeLessThanOrEqual(1 + 1e-12);
        expect(matchOf(asked(question), `${one} ${more}`, by).match).toBeGreaterThanOrEqual(match);
      }),
    );
  });
});
