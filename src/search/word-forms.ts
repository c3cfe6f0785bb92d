import { stemmer } from 'stemmer';
import { LruCache } from './lru-cache.js';

/**
 * How words are held against each other, as the analyzer of the full-text index does it or close to it:
 * `porter` by Porter's stems, as the analyzer `english` does exactly; `endings` by a common beginning of four letters and at
 * most three behind it on either side, which stands for the stems of all other languages; `whole` as they are.
 */
export type WordForms = 'porter' | 'endings' | 'whole';

/** Analyzers that leave words whole. */
const WITHOUT_STEMS: ReadonlySet<string> = new Set([
  'cjk',
  'classic',
  'email',
  'standard',
  'standard-folding',
  'standard-no-stop-words',
  'unicode_whitespace',
  'url',
  'url_or_email',
  'whitespace',
]);

const BEGINNING = 4;
const LONGEST_ENDING = 3;
const CACHED_STEMS = 20_000;

const stems = new LruCache<string, string>(CACHED_STEMS);

/** @param analyzer FULLTEXT_ANALYZER */
export function formsOf(analyzer: string): WordForms {
  return analyzer === 'english' ? 'porter' : WITHOUT_STEMS.has(analyzer) ? 'whole' : 'endings';
}

/** What a word has in common with all that count as the same; of `endings` the word itself. */
export function formOf(word: string, forms: WordForms): string {
  const lower = word.toLowerCase();
  if (forms === 'porter') return stemOf(lower.replace(/['’]s$/, ''));
  return lower.normalize('NFKD').replace(/\p{M}/gu, '');
}

/** Which of a question's words a text has. */
export class WordFinder {
  /** Places of the words in the question, by what a word of a text is looked up by. */
  private readonly places = new Map<string, number[]>();

  /** @param wanted forms of the question's words, each once */
  constructor(
    private readonly wanted: readonly string[],
    private readonly forms: WordForms,
  ) {
    for (const [place, form] of wanted.entries()) {
      const key = this.keyOf(form);
      this.places.set(key, [...(this.places.get(key) ?? []), place]);
    }
  }

  /**
   * @param words of a text, in lower case
   * @returns whether the text has it, for each word of the question
   */
  in(words: Iterable<string>): boolean[] {
    const found = this.wanted.map(() => false);
    let left = found.length;
    for (const word of words) {
      for (const place of this.placesOf(word)) {
        if (found[place]) continue;
        found[place] = true;
        left--;
      }
      if (left === 0) break;
    }
    return found;
  }

  private placesOf(word: string): readonly number[] {
    // A stem begins as its word does, so that most words of a text need not be stemmed.
    if (this.forms === 'porter' && !this.begins(word)) return NONE;
    const form = formOf(word, this.forms);
    const places = this.places.get(this.keyOf(form)) ?? NONE;
    return this.forms === 'endings' ? places.filter((place) => differInEnding(form, this.wanted[place] ?? '')) : places;
  }

  private keyOf(form: string): string {
    return this.forms === 'endings' ? form.slice(0, BEGINNING) : form;
  }

  private begins(word: string): boolean {
    this.beginnings ??= new Set(this.wanted.map((form) => form.charAt(0)));
    return this.beginnings.has(word.charAt(0));
  }

  private beginnings: Set<string> | undefined;
}

const NONE: readonly number[] = [];

function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = stemmer(word);
  stems.set(word, stem);
  return stem;
}

function differInEnding(a: string, b: string): boolean {
  let common = 0;
  while (common < a.length && a.charAt(common) === b.charAt(common)) common++;
  if (common === a.length && common === b.length) return true;
  return common >= BEGINNING && a.length - common <= LONGEST_ENDING && b.length - common <= LONGEST_ENDING;
}
