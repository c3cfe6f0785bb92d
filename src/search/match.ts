import { COMMON_WORDS } from './entity-names.js';
import { placesOfWords, wordsIn } from './lucene.js';
import { formOf, type WordFinder, type WordForms } from './word-forms.js';

// Computes how well a hit fits a question by itself, independent of the other hits, as pure functions.

/** A word of the question, and whether a hit contains it. */
export interface MatchTerm {
  /** The word in lower case. */
  readonly word: string;
  /** Rarity of the word in the namespace (inverse document frequency), above 0. */
  readonly idf: number;
  readonly covered: boolean;
}

/** The words of a question by which its hits' matches are computed. */
export interface MatchWords {
  readonly words: readonly Omit<MatchTerm, 'covered'>[];
  readonly finder: WordFinder;
  /** Epoch of the namespace's word counts; null if there are none, so that all words have the same weight. */
  readonly epoch: number | null;
  readonly subject: Subject;
}

/**
 * What the texts of a namespace know of a question: `unknown` if it names something that occurs in no text, or if no
 * text has any of its words; `foreign` if, in addition, all its words are in a script that no text here is in.
 */
export type Subject = 'known' | 'unknown' | 'foreign';

/** How well a hit fits the query, regardless of the other hits. */
export interface HitMatch {
  /** The match, in [0,1]. */
  readonly match: number;
  readonly terms: readonly MatchTerm[];
  readonly termEpoch: number | null;
}

/** Further question words and connecting words, beside COMMON_WORDS: short ones, and parts before an apostrophe. */
const SHORT_WORDS: ReadonlySet<string> = new Set(
  (
    'a ain am an aren as at be by couldn didn do doesn don eg go hadn has hasn haven he hi i ie if in is isn it let ll me my no ' +
    'of oh ok on or shouldn so to up us ve vs wasn we weren won wouldn'
  ).split(' '),
);

/**
 * Words that are question words after *how*: *how long*, *how often*. Elsewhere they may say what a question is about:
 * *long names*.
 */
const MEASURES: ReadonlySet<string> = new Set(
  'big deep far fast hard high large late long often old soon wide'.split(' '),
);

/**
 * Returns the content words of a question in lower case, one for each group of forms of a word. Words that the analyzer
 * drops, question words and connecting words are left out; if no word is left then, question words and connecting words
 * are kept.
 *
 * @param terms search terms of the question
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

/** Words that are always capitalised, but do not name anything specific to a graph. */
const CALENDAR: ReadonlySet<string> = new Set(
  (
    'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september ' +
    'october november december'
  ).split(' '),
);
/** Number of characters before a word that are examined for the start of a sentence. */
const LOOKED_BACK = 8;
const SENTENCE_START = /(?:^|[.?!:;\n])[\s"'“‘(]*$/u;
const CAPITALISED = /^\p{Lu}[\p{L}\p{N}_]/u;
const CAPITAL_IN_FRONT = /^\p{Lu}$/u;
const OTHER_SCRIPT = /(?!\p{sc=Latin})\p{L}/u;

/**
 * Says whether the texts know what a question is about. In other languages than English a capital letter is weaker
 * evidence of a name.
 *
 * @param words content words of the question
 */
export function subjectOf(
  question: string,
  words: readonly string[],
  isKnown: (word: string) => boolean,
  isEnglish: boolean,
): Subject {
  const unknown = words.filter((word) => !isKnown(word));
  const isStrange = words.length > 0 && unknown.length === words.length;
  if (isStrange && words.every((word) => OTHER_SCRIPT.test(word))) return 'foreign';
  return isStrange || (isEnglish && namesUnknown(question, new Set(unknown))) ? 'unknown' : 'known';
}

/**
 * True if an English question names something that occurs in no text, such as an unknown program, place or technical
 * term. Such a question is usually about that thing, however similar other texts are. Names are words capitalised
 * within a sentence, and words of another script.
 *
 * @param unknown content words of the question that occur in no text, in lower case
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
 * Computes the match of a hit, which is the larger of two shares. The first is the part of the range above the model's
 * floor that the cosine reaches. The second is the share of the idf of the question's words that the hit's words cover.
 *
 * @param text title and text of the hit
 * @param cosine null if none was measured
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
