import { COMMON_WORDS } from './entity-names.js';
import { placesOfWords, wordsIn } from './lucene.js';
import { formOf, type WordFinder, type WordForms } from './word-forms.js';

// How well a hit fits a question by itself, whatever else was found. Pure.

/** A word of the question, and what a hit has of it. */
export interface MatchTerm {
  /** In lower case. */
  readonly word: string;
  /** How rare it is in the namespace, above 0. */
  readonly idf: number;
  readonly covered: boolean;
}

/** The words by which matches of a question are measured. */
export interface MatchWords {
  readonly words: readonly Omit<MatchTerm, 'covered'>[];
  readonly finder: WordFinder;
  /** Epoch of the namespace's word counts; null if there are none, so that all words count the same. */
  readonly epoch: number | null;
  /** Whether the question names something that no text of the namespace has. */
  readonly namesUnknown: boolean;
}

/** How well a hit fits the query, regardless of the other hits. */
export interface HitMatch {
  /** In [0,1]. */
  readonly match: number;
  readonly terms: readonly MatchTerm[];
  readonly termEpoch: number | null;
}

/** From which match on the best hit is likely to be about the question (npm run bench:match). */
export interface LeastMatch {
  readonly usual: number;
  /** Of a question that names what no text knows. */
  readonly ofUnknown: number;
}

/** Where there are words alone: hardly more than one of them, since right answers often share no other with their question. */
export const LEAST_MATCH_OF_WORDS: LeastMatch = { usual: 0.01, ofUnknown: 0.3 };

/** Words that ask or join, beside COMMON_WORDS: short ones, and what stands before an apostrophe. */
const SHORT_WORDS: ReadonlySet<string> = new Set(
  (
    'a ain am an aren as at be by couldn didn do doesn don eg go hadn has hasn haven he hi i ie if in is isn it let ll me my no ' +
    'of oh ok on or shouldn so to up us ve vs wasn we weren won wouldn'
  ).split(' '),
);

/** Words that ask behind *how*: *how long*, *how often*. Elsewhere they may say what a question is about: *long names*. */
const MEASURES: ReadonlySet<string> = new Set(
  'big deep far fast hard high large late long often old soon wide'.split(' '),
);

/**
 * The words of a question that say what it is about, in lower case, each once in all its forms: without those that the
 * analyzer drops and those that ask or join; with the latter where nothing else is left.
 *
 * @param terms as they are looked for
 * @param dropped words that the analyzer leaves out, in lower case
 */
export function tellingWords(terms: readonly string[], dropped: ReadonlySet<string>, forms: WordForms): string[] {
  const asked = terms.map((term) => term.toLowerCase());
  const words = asked.filter((word) => !dropped.has(word));
  const measures = new Set(asked.filter((word, place) => MEASURES.has(word) && asked[place - 1] === 'how'));
  const telling = words.filter((word) => !isCommon(word) && !measures.has(word));
  return [...new Map((telling.length > 0 ? telling : words).map((word) => [formOf(word, forms), word])).values()];
}

function isCommon(word: string): boolean {
  const [before = word] = word.split(/['’]/);
  return COMMON_WORDS.has(before) || SHORT_WORDS.has(before);
}

/** Capitalised wherever they stand, and the names of nothing that a graph could know. */
const CALENDAR: ReadonlySet<string> = new Set(
  (
    'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september ' +
    'october november december'
  ).split(' '),
);
/** Characters before a word that are asked whether a sentence begins with it. */
const LOOKED_BACK = 8;
const SENTENCE_START = /(?:^|[.?!:;\n])[\s"'“‘(]*$/u;
const CAPITALISED = /^\p{Lu}[\p{L}\p{N}_]/u;
const CAPITAL_IN_FRONT = /^\p{Lu}$/u;
const OTHER_SCRIPT = /(?!\p{sc=Latin})\p{L}/u;

/**
 * Whether an English question names something that no text has: a program, a place, a thing of another trade. It is then about
 * that as a rule, whatever is near to it. Names are words with a capital letter within a sentence, and words of another script.
 *
 * @param unknown telling words of the question that no text has, in lower case
 */
export function namesUnknown(question: string, unknown: ReadonlySet<string>): boolean {
  for (const { word, from } of placesOfWords(question)) {
    const lower = word.toLowerCase();
    if (!unknown.has(lower) || CALENDAR.has(lower)) continue;
    if (OTHER_SCRIPT.test(word)) return true;
    const before = question.slice(Math.max(0, from - LOOKED_BACK), from);
    if (SENTENCE_START.test(before)) continue;
    const isName = CAPITAL_IN_FRONT.test(word) ? /^-\p{L}/u.test(question.slice(from + 1)) : CAPITALISED.test(word);
    if (isName) return true;
  }
  return false;
}

/**
 * The larger of two shares: how far the cosine is above the model's floor, of what is above it at all; and what the hit's words
 * cover of the idf of all words of the question.
 *
 * @param text title and text of the hit
 * @param cosine null where none was measured
 */
export function matchOf(
  { words, finder, epoch }: Pick<MatchWords, 'words' | 'finder' | 'epoch'>,
  text: string,
  { cosine, floor }: { readonly cosine: number | null; readonly floor: number | null },
): HitMatch {
  const found = finder.in(wordsIn(text));
  const terms = words.map((word, place) => ({ ...word, covered: found[place] ?? false }));
  return { match: Math.max(nearness(cosine, floor), coverage(terms)), terms, termEpoch: epoch };
}

function nearness(cosine: number | null, floor: number | null): number {
  if (cosine === null) return 0;
  const least = floor ?? 0;
  return Math.min(1, Math.max(0, (cosine - least) / (1 - least)));
}

function coverage(terms: readonly MatchTerm[]): number {
  const sum = (of: readonly MatchTerm[]) => of.reduce((total, { idf }) => total + idf, 0);
  const all = sum(terms);
  return all > 0 ? sum(terms.filter(({ covered }) => covered)) / all : 0;
}
