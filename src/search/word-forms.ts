import { stemmer } from 'stemmer';
import { LruCache } from '../common/lru-cache.js';

/**
 * How words are compared, as close as possible to the analyzer of the full-text index. `porter` compares Porter's
 * stems, exactly as the analyzer `english`. `endings` requires four common first letters and allows at most three
 * differing last letters on either side, which approximates the stems of all other languages. `whole` requires equal
 * words.
 */
export type WordForms = 'porter' | 'endings' | 'whole';

/** Analyzers that do not stem words. */
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

/** Returns the form that all words have in common that count as equal; with `endings`, the word itself. */
export function formOf(word: string, forms: WordForms): string {
  const lower = word.toLowerCase();
  if (forms === 'porter') return stemOf(lower.replace(/['’]s$/, ''));
  return lower.normalize('NFKD').replace(/\p{M}/gu, '');
}

/** Finds which of a question's words occur in a text. */
export class WordFinder {
  /** Positions of the question's words, by lookup key. */
  private readonly places = new Map<string, number[]>();

  /** @param wanted forms of the question's words, without repetitions */
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
   * @param words the words of a text, in lower case
   * @returns for each word of the question whether the text contains it
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
    // A stem has the same first letter as its word, so most words of a text need not be stemmed.
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
