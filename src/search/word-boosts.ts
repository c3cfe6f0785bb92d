// Computes how rare a word is in a namespace and in the whole index, as pure functions.

/** Number of titles and of texts that contain a word. */
export interface WordCount {
  readonly inTitle: number;
  readonly inText: number;
}

/** Factors of a word's score in titles and in texts. */
export interface WordBoost {
  readonly title: number;
  readonly text: number;
}

/** Factors by which the index ranks the words of a question as if it contained only one namespace. */
export interface WordBoosts {
  /** Epoch of the namespace's word counts. */
  readonly epoch: number;
  /** Factors by word, in lower case. */
  readonly byWord: ReadonlyMap<string, WordBoost>;
}

/** The rarity of a question's words in a namespace. */
export interface WordWeights {
  /** Epoch of the namespace's word counts. */
  readonly epoch: number;
  /** Undefined if the whole index belongs to this namespace, since words are then as rare in it as in the index. */
  readonly boosts: WordBoosts | undefined;
  /** How rare a word is in the namespace, above 0. */
  rarityOf(word: string): number;
  /** Number of documents of the namespace. */
  readonly documents: number;
  /** Number of titles and of texts of the namespace that contain the word. */
  countOf(word: string): WordCount;
  /** True if a text of the namespace contains the word; defined only for words that were counted. */
  has(word: string): boolean;
}

/**
 * Computes the factor by which the full-text index must multiply a word's score, so that the word counts as rare as it
 * is in the namespace.
 *
 * @param documents numbers of documents of the namespace, and of the whole index
 */
export function boostOf(own: WordCount, index: WordCount, documents: { own: number; index: number }): WordBoost {
  const ratio = (field: keyof WordCount) => rarity(own[field], documents.own) / rarity(index[field], documents.index);
  return { title: ratio('inTitle'), text: ratio('inText') };
}

/**
 * Returns the inverse document frequency that the index uses (Lucene's BM25), above 0.
 *
 * @param having number of documents with the word; it may have been counted later than `all`
 */
export function rarity(having: number, all: number): number {
  const known = Math.min(having, all);
  return Math.log(1 + (all - known + 0.5) / (known + 0.5));
}

const DIGITS = 6;

/**
 * Writes a number with six significant digits and without an exponent, because the index would read `term^1e-3` as
 * another term.
 */
export function plainDecimal(value: number): string {
  const places = DIGITS - 1 - Math.floor(Math.log10(value));
  return value.toFixed(Math.min(100, Math.max(0, places)));
}
