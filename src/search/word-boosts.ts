// How rare a word is, in a namespace and in the whole index. Pure.

/** How many titles and texts have a word. */
export interface WordCount {
  readonly inTitle: number;
  readonly inText: number;
}

/** Factors of a word's score in titles and in texts. */
export interface WordBoost {
  readonly title: number;
  readonly text: number;
}

/** What makes the index rank the words of a question as if it held one namespace alone. */
export interface WordBoosts {
  /** Epoch of the namespace's word counts. */
  readonly epoch: number;
  /** By word, in lower case. */
  readonly byWord: ReadonlyMap<string, WordBoost>;
}

/** What counting the words of a question in a namespace gave. */
export interface WordWeights {
  /** Epoch of the namespace's word counts. */
  readonly epoch: number;
  /** Undefined where the namespace is all there is: words then are as rare as in the index. */
  readonly boosts: WordBoosts | undefined;
  /** How rare a word is in the namespace, above 0. */
  rarityOf(word: string): number;
  /** Whether a text of the namespace has a word that was counted. */
  has(word: string): boolean;
}

/**
 * What a word of the full-text index has to be multiplied by, so that it counts as rare as it is in the namespace.
 *
 * @param documents of the namespace, and of the whole index
 */
export function boostOf(own: WordCount, index: WordCount, documents: { own: number; index: number }): WordBoost {
  const ratio = (field: keyof WordCount) => rarity(own[field], documents.own) / rarity(index[field], documents.index);
  return { title: ratio('inTitle'), text: ratio('inText') };
}

/**
 * The inverse document frequency of the index (Lucene's BM25), above 0.
 *
 * @param having documents that have the word; it may have been counted later than `all`
 */
export function rarity(having: number, all: number): number {
  const known = Math.min(having, all);
  return Math.log(1 + (all - known + 0.5) / (known + 0.5));
}

const DIGITS = 6;

/** Six digits that count, without an exponent: `term^1e-3` is another term to the index. */
export function plainDecimal(value: number): string {
  const places = DIGITS - 1 - Math.floor(Math.log10(value));
  return value.toFixed(Math.min(100, Math.max(0, places)));
}
