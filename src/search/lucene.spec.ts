import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applicationToken } from '../knowledge/facets.js';
import { escapeTerm, luceneQuery, searchedTerms, termsOf } from './lucene.js';

const kind = (name: string, titleWeight?: number) => ({
  name,
  profile: { name: 'any', lexicalWeight: 1, ...(titleWeight !== undefined && { titleWeight }) },
});
const queryOf = (terms: string[]) => luceneQuery({ namespace: 'acme', kinds: [kind('ITEM')], terms });
/** Returns the part of a query that the caller's text became, without the parentheses around it. */
const wordsOf = (lucene: string) => /\+\(title:\((.*)\) text:\(\1\)\)$/s.exec(lucene)?.[1];

describe('termsOf', () => {
  it.each([
    ['', []],
    [' \t\n\u3000', []],
    ['+-&&||!(){}[]^"~*?:\\/', []],
    ['open the files', ['open', 'the', 'files']],
    ['Open open OPEN', ['Open']],
    ['"flip" between (two)', ['flip', 'between', 'two']],
    ["yesterday's drive.mf4, 3.14", ["yesterday's", 'drive.mf4', '3.14']],
    ['open_files', ['open_files']],
    ['測定 をcut', ['測', '定', 'を', 'cut']],
    ['go 🚀 now', ['go', '🚀', 'now']],
    ['قياس اليوم', ['قياس', 'اليوم']],
  ])('takes %j apart as the index does', (text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });

  it('takes the first 512 of many words, and 64 characters of a long one', () => {
    expect(termsOf(Array.from({ length: 2_000 }, (_, index) => `w${index}`).join(' '))).toHaveLength(512);
    expect(termsOf('x'.repeat(40_000))).toEqual(['x'.repeat(64)]);
    expect(termsOf('測'.repeat(40_000))).toEqual(['測']);
  });

  it('never gives more than 256 tokens, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1_000 }), (text) => {
        const terms = searchedTerms(termsOf(`${text} a.1.b:2'c,${text}`), undefined);
        expect(terms.flatMap((term) => term.split(/[.'’:,]/u)).length).toBeLessThanOrEqual(256);
      }),
    );
  });

  it('are searched in their order: all, or the 256 rarest', () => {
    const many = Array.from({ length: 300 }, (_, index) => `w${index}`);
    expect(searchedTerms(['b', 'a'], () => 1)).toEqual(['b', 'a']);
    expect(searchedTerms(many, undefined)).toEqual(many.slice(0, 256));
    expect(searchedTerms(many, (word) => Number(word.slice(1)))).toEqual(many.slice(44));
  });
});

describe('luceneQuery', () => {
  it('filters by facets that add nothing to the score, and looks for any of the words in both fields', () => {
    const lucene = luceneQuery({
      namespace: 'acme',
      kinds: [kind('ITEM')],
      required: { ITEM: [[applicationToken('viewer')]] },
      terms: ['open', 'tab'],
    });
    expect(lucene).toMatch(
      /^\+facets:n[0-9a-f]{64}0\^0 \+\(\(\+facets:\(kitem0\) \+facets:\(a[0-9a-f]{64}0\)\)\)\^0 \+\(title:\(open tab\) text:\(open tab\)\)$/,
    );
  });

  it('asks each kind for its own facets, one of each group', () => {
    const lucene = luceneQuery({
      namespace: 'acme',
      kinds: [kind('ITEM'), kind('PIECE'), kind('MEMORY')],
      required: { MEMORY: [['v10', 'v20'], ['t10']] },
      terms: ['tab'],
    });
    expect(lucene).toMatch(
      /^\+facets:n[0-9a-f]{64}0\^0 \+\(facets:\(kitem0 kpiece0\) \(\+facets:\(kmemory0\) \+facets:\(v10 v20\) \+facets:\(t10\)\)\)\^0 \+\(title:\(tab\) text:\(tab\)\)$/,
    );
  });

  it('weighs words in the titles of each kind as its profile does', () => {
    const titled = (kinds: ReturnType<typeof kind>[]) =>
      /\+\((?!facets)(.*)\)$/.exec(luceneQuery({ namespace: 'acme', kinds, terms: ['open', 'tab'] }))?.[1];
    expect(titled([kind('ITEM', 0.05)])).toBe('title:(open tab)^0.05 text:(open tab)');
    expect(titled([kind('ITEM', 0.05), kind('PIECE'), kind('MEMORY', 1)])).toBe(
      '(+facets:(kitem0)^0 +title:(open tab)^0.05) (+facets:(kpiece0 kmemory0)^0 +title:(open tab)) text:(open tab)',
    );
  });

  it.each([
    ['AND', 'and'],
    ['NOT', 'not'],
    ['title:x', 'title\\:x'],
    ['a"b', 'a\\"b'],
    ['\\', '\\\\'],
    ['x~9^2*', 'x\\~9\\^2\\*'],
    ['ANDROID', 'ANDROID'],
  ])('makes %j no syntax: %j', (term, escaped) => {
    expect(escapeTerm(term)).toBe(escaped);
  });

  it('lets nothing of any text be an operator', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('AND', 'OR', 'NOT', 'TO', '(', '"', ':', '\\', 'x:y', "a'b"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const words = wordsOf(queryOf(termsOf(pieces.join(' '))));
        expect(words).toBeDefined();
        const bare = words!.replace(/\\./gsu, '');
        expect(bare).not.toMatch(/[+\-!(){}[\]^"~*?:\\/&|<>=]/);
        expect(bare.split(' ')).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(AND|OR|NOT|TO)$/)]));
      }),
      { numRuns: 500 },
    );
  });
});
