import { cutAt } from '../common/text.js';
import { type FacetGroups, kindToken, namespaceToken } from '../knowledge/facets.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';
import type { Ranked } from '../knowledge/profiles.js';
import { plainDecimal, type WordBoost } from './word-boosts.js';

/**
 * Maximum number of words that are searched. Each is searched in up to three fields, and Lucene rejects more than 1,024
 * clauses. With the rarest 64 words of a long question, less is found (bench/retrieval/README.md).
 */
const MAX_TERMS = 256;
/** Maximum number of words of a question that are read, of which the rarest are searched. */
const MAX_WORDS = 512;
const MAX_TERM_LENGTH = 64;
/** Number of characters of a query that are read; the rest is ignored. */
const MAX_LENGTH = 20_000;

// Splits text as the index's tokenizer does: into runs of letters, digits and marks, including a single . ' : , _
// between them; ideographs and emoji are words of their own.
const TERM =
  /[\p{sc=Han}\p{sc=Hiragana}]|\p{Extended_Pictographic}|(?:(?![\p{sc=Han}\p{sc=Hiragana}])[\p{L}\p{N}\p{M}_])+(?:[.'’:,](?:(?![\p{sc=Han}\p{sc=Hiragana}])[\p{L}\p{N}\p{M}_])+)*/gu;
const JOINER = /[.'’:,]/u;
const JOINERS = /[.'’:,]/gu;
const OPERATORS = /[+\-!(){}[\]^"~*?:\\/&|<>=]/g;
const OPERATOR_WORDS = /^(?:AND|OR|NOT|TO)$/;

/** Returns the words of a text: at most 512, without repetitions, in the order of the text. */
export function termsOf(text: string): string[] {
  const terms = new Map<string, string>();
  for (const [match] of text.slice(0, MAX_LENGTH).matchAll(TERM)) {
    const term = cutAt(match, MAX_TERM_LENGTH);
    const key = term.toLowerCase();
    if (!terms.has(key)) terms.set(key, term);
    if (terms.size === MAX_WORDS) break;
  }
  return [...terms.values()];
}

/** Whether these words are too many to be searched at once. */
export function areTooMany(terms: readonly string[]): boolean {
  return tokensOf(terms) > MAX_TERMS;
}

/**
 * Returns those of the words that are searched, in their order: all, or the rarest if they are too many.
 *
 * @param rarityOf rarity of a word; undefined if it is not known, in which case the first are taken
 */
export function searchedTerms(
  terms: readonly string[],
  rarityOf: ((word: string) => number) | undefined,
): readonly string[] {
  if (!areTooMany(terms)) return terms;
  const chosen = new Set<string>();
  let tokens = 0;
  const rarities = new Map(terms.map((term) => [term, rarityOf?.(term) ?? 0]));
  for (const term of terms.toSorted((a, b) => (rarities.get(b) ?? 0) - (rarities.get(a) ?? 0))) {
    tokens += tokensOf([term]);
    if (tokens > MAX_TERMS) break;
    chosen.add(term);
  }
  return terms.filter((term) => chosen.has(term));
}

/** The index may split a joined run such as `3.a` into several tokens, so each part counts as one. */
function tokensOf(terms: readonly string[]): number {
  return terms.reduce((sum, term) => sum + 1 + (term.match(JOINERS)?.length ?? 0), 0);
}

/**
 * Yields all words of a text in lower case, in their order, with repetitions. A run that the index may treat as one
 * word or as several (`3.a`) is yielded both as a whole and in parts.
 */
export function* wordsIn(text: string): Generator<string, void, undefined> {
  for (const [word] of text.toLowerCase().matchAll(TERM)) {
    yield word;
    if (JOINER.test(word)) yield* word.split(JOINERS);
  }
}

/** Returns the words of a question as they are written, with their positions. */
export function placesOfWords(question: string): { readonly word: string; readonly from: number }[] {
  return [...question.slice(0, MAX_LENGTH).matchAll(TERM)].map(({ 0: word, index }) => ({ word, from: index }));
}

/** A facet that no node has. */
const NO_FACET = 'x0';

/**
 * Two pairs of queries for documents that contain a word in their title, or in their text: one pair within the
 * namespace, one in the whole index.
 */
export interface CountQueries {
  readonly ownTitle: string;
  readonly ownText: string;
  readonly title: string;
  readonly text: string;
}

/**
 * Builds the queries that count a word. The index leaves out stop words such as `the`; the query for one then consists
 * of an exclusion alone, and matches nothing.
 */
export function countQueries(namespace: string, word: string): CountQueries {
  const everywhere = (field: string) => `+${field}:${escapeTerm(word)}^0`;
  const own = (field: string) => `+(${everywhere(field)} -facets:${NO_FACET}) +facets:${namespaceToken(namespace)}^0`;
  return { ownTitle: own('title'), ownText: own('text'), title: everywhere('title'), text: everywhere('text') };
}

/** Parts of a full-text query; every term is escaped. */
export interface LuceneQuery {
  readonly namespace: string;
  readonly kinds: readonly Ranked[];
  /** Further facets that nodes of a kind must have. */
  readonly required?: Partial<Readonly<Record<KnowledgeKind, FacetGroups>>>;
  /** Search terms, at least one. */
  readonly terms: readonly string[];
  /** Facets of the question's words with symbols, which are searched like words. */
  readonly symbols?: readonly string[];
  /** Factors of words, by the word in lower case, default 1. */
  readonly boosts?: ReadonlyMap<string, WordBoost> | undefined;
}

/**
 * Builds the full-text query: filters as facets that add nothing to the score, and any of the terms. Words in titles
 * are weighted by the kind's profile.
 */
export function luceneQuery({ terms, symbols = [], kinds, boosts, ...filter }: LuceneQuery): string {
  const words = (field: keyof WordBoost) => terms.map((term) => boosted(term, boosts, field)).join(' ');
  const names = kinds.map(({ name }) => name);
  return `${luceneFilter(names, filter)} +(${inTitles(kinds, words('title'))} text:(${words('text')})${symbols.length === 0 ? '' : ` ${anyOf(symbols)}`})`;
}

function boosted(term: string, boosts: LuceneQuery['boosts'], field: keyof WordBoost): string {
  const boost = boosts?.get(term.toLowerCase())?.[field] ?? 1;
  return boost === 1 ? escapeTerm(term) : `${escapeTerm(term)}^${plainDecimal(boost)}`;
}

function inTitles(kinds: readonly Ranked[], words: string): string {
  const weightOf = ({ profile }: Ranked) => profile.titleWeight ?? 1;
  const weights = [...new Set(kinds.map(weightOf))];
  return weights
    .map((weight) => {
      const title = `title:(${words})${weight === 1 ? '' : `^${weight}`}`;
      if (weights.length === 1) return title;
      const tokens = kinds.filter((kind) => weightOf(kind) === weight).map(({ name }) => kindToken(name));
      return `(+${anyOf(tokens)}^0 +${title})`;
    })
    .join(' ');
}

function luceneFilter(
  kinds: readonly KnowledgeKind[],
  { namespace, required = {} }: Pick<LuceneQuery, 'namespace' | 'required'>,
): string {
  const isPlain = (kind: KnowledgeKind) => !required[kind]?.length;
  const plain = kinds.filter(isPlain).map(kindToken);
  const demanding = kinds
    .filter((kind) => !isPlain(kind))
    .map((kind) => `(${[[kindToken(kind)], ...(required[kind] ?? [])].map((group) => `+${anyOf(group)}`).join(' ')})`);
  const admitted =
    demanding.length === 0
      ? anyOf(plain)
      : `(${[...(plain.length === 0 ? [] : [anyOf(plain)]), ...demanding].join(' ')})`;
  return `+facets:${namespaceToken(namespace)}^0 +${admitted}^0`;
}

function anyOf(tokens: readonly string[]): string {
  return `facets:(${tokens.join(' ')})`;
}

/** Escapes a term so that none of it is read as query syntax. */
export function escapeTerm(term: string): string {
  return OPERATOR_WORDS.test(term) ? term.toLowerCase() : term.replace(OPERATORS, '\\$&');
}
