import { normalizedName } from '../search/entity-names.js';
import {
  areParticles,
  isAbbreviation,
  isHonorific,
  isLinkable,
  isStarter,
  joinsHeading,
  looksGerman,
  titleName,
} from './words.js';

// Finds names in a single text. The result does not depend on other texts, so each text is scanned only once; derive.ts
// combines the results of all texts. Pure functions, linear in the length of the text.

/**
 * Maximum number of names of one text, of which the first ones are kept. It equals the maximum number of mentions of a
 * piece in a document.
 */
export const MAX_NAMES = 200;

/** Maximum number of words in a run of capitalised words. A longer run is a heading, not a name. */
const MAX_RUN = 12;
/**
 * Minimum number of words inside sentences (a name counts as one) for which the share of capitals is reliable. A shorter
 * text may list several people in a row, so a larger share is required.
 */
const ENOUGH_WORDS = 40;
/**
 * Share of capitalised words above which capitals do not indicate names, because all nouns are capitalised (German), or
 * the text consists of headings.
 */
const DENSE = { share: 0.25, shareOfFew: 0.67 };
/**
 * Number of consecutive words in capital letters that count as shouting. A single word that is longer than
 * LONGEST_ACRONYM also counts as shouting; other words are acronyms.
 */
const SHOUTED_WORDS = 3;
const LONGEST_ACRONYM = 6;

export interface TextOfPiece {
  readonly title: string;
  readonly content: string;
  readonly embeddingText: string | null;
}

export interface Scan {
  /** Name in the title; null without a title, or if texts cannot be linked by it. */
  readonly title: string | null;
  /** Names inside sentences. */
  readonly inside: readonly string[];
  /** Names at the beginning of a sentence, where every first word has a capital; they are names if other texts say so. */
  readonly starting: readonly string[];
  /** Normalised words of title, content and embedding text, in order of appearance. */
  readonly words: readonly (readonly string[])[];
  /** True if the text has no capitals, so that names are found by known words only. */
  readonly uncased: boolean;
}

interface Token {
  readonly text: string;
  readonly word: string;
  readonly capital: boolean;
  /** Characters between the previous token and this one. */
  readonly gap: string;
  /** True if the token is part of an identifier, address or path, is shouted, or is made of a name. */
  readonly technical: boolean;
  /** True if the token ends in 's or s', so that the name ends with it. */
  readonly possessive: boolean;
}

export function scanText({ title, content, embeddingText }: TextOfPiece): Scan {
  const texts = embeddingText === null || embeddingText === content ? [content] : [content, embeddingText];
  const lines = texts.flatMap((text) => proseLines(text).map(lineOf)).filter(({ tokens }) => tokens.length > 0);
  const all = lines.flatMap(({ tokens }) => tokens);
  const uncased = all.length > 0 && !all.some(({ capital, text }) => capital && !/^I(?:$|['’])/u.test(text));
  const runs = lines.map(runsOf);
  const words = [title, ...texts].map((text) => normalizedName(text).split(' ').filter(Boolean));
  const named = isDense(runs, all) ? [] : runs.flatMap((line) => line.runs);
  const names = namesOf(named);
  return { title: title.trim() === '' ? null : titleName(title), ...names, words, uncased };
}

// ───────────────────────────── tokens ─────────────────────────────

/** Letters and digits, possibly with apostrophe, hyphen or ampersand between them, or full stops as in acronyms and `Node.js`. */
const TOKEN =
  /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’&-](?=[\p{L}\p{N}])|\.(?=[\p{Ll}\p{N}])|(?<=(?<![\p{L}\p{N}])\p{Lu})\.(?=\p{Lu}(?![\p{L}\p{N}])))*/gu;
const CAPITAL = /^(?:\p{N}*\p{Lu}|\p{Lt}|\p{Ll}\p{Lu})/u;
/** Words that are made of a name, and none themselves: `Okafor-style`, `SLAs`. */
const NO_NAME = /-\p{Ll}[^-]*$|^\p{Lu}{2,}s$/u;
/** Matches lines of programs. */
const CODE =
  /[{};]\s*$|^\s*(?:[$>]\s|import\s|from\s+\S+\s+import\b|def\s|class\s+\w+[:({]|return\b|const\s|let\s|var\s|#include\b|function\s)/u;
const FENCE = /^\s*(?:```|~~~)/u;

/** Lines of prose, without fenced blocks, lines of programs, and words between backticks. */
function proseLines(text: string): string[] {
  let fenced = false;
  return text.split(/\r?\n/u).flatMap((line) => {
    if (FENCE.test(line)) {
      fenced = !fenced;
      return [];
    }
    return fenced || CODE.test(line) ? [] : [line.replace(/`[^`]*`/gu, ' ; ')];
  });
}

interface Line {
  readonly tokens: readonly Token[];
  /** True if the line ends with the punctuation of a sentence. */
  readonly endsInSentence: boolean;
}

function lineOf(line: string): Line {
  return { tokens: withoutShouting(tokensOf(line)), endsInSentence: /[.!?…。][)\]"'”’]*\s*$/u.test(line.slice(-20)) };
}

/** Marks shouted words as technical, so that they are ignored. */
function withoutShouting(tokens: readonly Token[]): Token[] {
  const isShouted = (token: Token | undefined) => token !== undefined && /^\p{Lu}+$/u.test(token.text);
  const shouted = new Set<Token>();
  for (let start = 0; start < tokens.length; start++) {
    let end = start;
    while (isShouted(tokens[end])) end++;
    const streak = tokens.slice(start, end);
    if (streak.filter(({ text }) => text.length > 1).length >= SHOUTED_WORDS)
      for (const token of streak) shouted.add(token);
    start = end;
  }
  return tokens.map((token) => (shouted.has(token) ? { ...token, technical: true } : token));
}

function tokensOf(line: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of line.matchAll(TOKEN)) {
    const [raw] = match;
    const gap = line.slice(end, match.index);
    end = match.index + raw.length;
    const before = tokens.at(-1);
    const behind = line[end];
    // Most words are surrounded by spaces, so the following checks are needed only for the other words.
    const technical =
      NO_NAME.test(raw) ||
      (gap !== ' ' && isGlued(before, gap)) ||
      (behind !== ' ' && isIdentifier(line.slice(end, end + 3)));
    const isPossessive = /['’]s$/iu.test(raw);
    const possessive = isPossessive || (raw.endsWith('s') && (behind === "'" || behind === '’'));
    const text = isPossessive ? raw.slice(0, -2) : raw;
    tokens.push({ text, word: text.toLowerCase(), capital: CAPITAL.test(text), gap, technical, possessive });
  }
  return tokens;
}

/** True if a word continues an identifier, an address or a path to which the previous word belongs. */
function isGlued(before: Token | undefined, gap: string): boolean {
  if (/[_\\@$#]$/u.test(gap)) return true;
  if (before === undefined || gap === '' || /[\s)\]"”’»—–,;!?…]/u.test(gap)) return false;
  return !(gap === '.' && before.text.length > 1) && (before.technical || !before.capital);
}

/** @param behind the characters after a word */
function isIdentifier(behind: string): boolean {
  return /^(?:[_\\@]|\(\)|:\/\/)/u.test(behind);
}

/** True if a sentence begins after a token. */
function endsSentence(before: Token, gap: string): boolean {
  if (gap === ' ') return false;
  if (/[!?…。！？:]/u.test(gap)) return true;
  if (/^[,;—–-]\s*["“„«]$/u.test(gap.trim())) return true;
  if (!/\.["'”’)\]]*\s/u.test(gap)) return false;
  const isInitial = /^\p{Lu}$/u.test(before.text) || /^(?:\p{Lu}\.)+\p{Lu}$/u.test(before.text);
  return !(isInitial && before.capital) && !isAbbreviation(before.word.replaceAll('.', ''));
}

/** True if two capitalised words belong to one name. */
function joins(before: Token, gap: string): boolean {
  if (before.possessive) return false;
  if (gap === ' ') return true;
  if (/^[ \t\u00a0]+$/u.test(gap) || /^ ?& ?$/u.test(gap)) return true;
  if (!/^\.[ \t\u00a0]+$/u.test(gap)) return false;
  return (
    /^\p{Lu}$/u.test(before.text) ||
    /^(?:\p{Lu}\.)+\p{Lu}$/u.test(before.text) ||
    /^(?:mr|mrs|ms|dr|prof|st|mt|ft|sr|jr|gen|col|capt|lt|sgt|rev|gov|sen)$/u.test(before.word)
  );
}

// ───────────────────────────── runs ─────────────────────────────

interface Run {
  readonly tokens: readonly Token[];
  /** True if the first word of the run begins a sentence. */
  readonly starts: boolean;
  readonly heading: boolean;
}

type OpenRun = Run & { readonly tokens: Token[] };

interface RunsOfLine {
  readonly runs: readonly Run[];
  /** Number of capitalised runs inside sentences. */
  readonly capitals: number;
  /** Number of words in lower case inside sentences. */
  readonly lower: number;
}

function runsOf({ tokens, endsInSentence }: Line): RunsOfLine {
  const heading = isHeading(tokens.filter(({ technical }) => !technical)) && !endsInSentence;
  const runs: OpenRun[] = [];
  let lower = 0;
  let particles = 0;
  let open: OpenRun | undefined;
  tokens.forEach((token, index) => {
    if (particles > 0) {
      particles--;
      open?.tokens.push(token);
      return;
    }
    const before = tokens[index - 1];
    const starts = before === undefined || endsSentence(before, token.gap);
    if (token.technical) {
      open = undefined;
      return;
    }
    const isNumber = /^\p{N}{1,3}$|^\p{N}{1,2}\p{Ll}{2}$/u.test(token.text);
    const last = open?.tokens.at(-1);
    if (open && last && before === last && !starts && joins(last, token.gap) && (token.capital || isNumber)) {
      open.tokens.push(token);
      return;
    }
    if (!token.capital) {
      if (!starts && !/^\p{N}/u.test(token.text)) lower++;
      // A name does not continue after a word in capitals: "CEO of" is not part of the name that follows.
      const goesOn =
        open && last && before === last && !starts && joins(last, token.gap) && !/^\p{Lu}{2,}$/u.test(last.text);
      particles = goesOn ? particlesBehind(tokens, index) : 0;
      if (particles === 0) open = undefined;
      else {
        open?.tokens.push(token);
        particles--;
      }
      return;
    }
    open = { tokens: [token], starts: starts || heading, heading };
    runs.push(open);
  });
  const inside = runs.filter(({ starts }) => !starts);
  const capitals = inside.reduce((sum, run) => sum + (run.tokens.length > MAX_RUN ? run.tokens.length : 1), 0);
  return { runs, ...(heading ? { capitals: 0, lower: 0 } : { capitals, lower }) };
}

/**
 * Number of particles, from this token on, that join two parts of a name; 0 if the name does not continue after them.
 */
function particlesBehind(tokens: readonly Token[], index: number): number {
  for (let count = 1; count <= 3; count++) {
    const between = tokens.slice(index, index + count);
    if (!areParticles(between.map(({ word }) => word))) return 0;
    const next = tokens[index + count];
    if (!next || !/^[ \t\u00a0]+$/u.test(next.gap) || next.technical) return 0;
    if (next.capital) return count;
  }
  return 0;
}

/** True if the only words in lower case are those allowed in headings. */
function isHeading(words: readonly Token[]): boolean {
  return words.every(({ word, capital, text }) => capital || /^\p{N}/u.test(text) || joinsHeading(word));
}

function isDense(lines: readonly RunsOfLine[], tokens: readonly Token[]): boolean {
  const capitals = lines.reduce((sum, line) => sum + line.capitals, 0);
  const lower = lines.reduce((sum, line) => sum + line.lower, 0);
  const most = capitals + lower < ENOUGH_WORDS ? DENSE.shareOfFew : DENSE.share;
  return capitals > most * (capitals + lower) || looksGerman(tokens.map(({ text }) => text));
}

// ───────────────────────────── names ─────────────────────────────

function namesOf(runs: readonly Run[]): Pick<Scan, 'inside' | 'starting'> {
  const inside = new Set<string>();
  const starting = new Set<string>();
  for (const run of runs.filter(({ tokens }) => tokens.length <= MAX_RUN)) {
    let { starts } = run;
    let tokens = run.tokens;
    // In "In Paris" the first word is not part of the name, so the name counts as inside the sentence.
    while (tokens[0] && tokens.length > 1 && starts && isStarter(plain(tokens[0]))) {
      tokens = tokens.slice(1);
      starts = false;
    }
    const full = nameOf(tokens);
    if (full !== null) (starts ? starting : inside).add(full);
    if (inside.size + starting.size >= MAX_NAMES) break;
  }
  return { inside: [...inside], starting: [...starting] };
}

/** Null if texts cannot be linked by the run. */
function nameOf(run: readonly Token[]): string | null {
  let tokens = run;
  const isDropped = ({ word, text }: Token) =>
    isHonorific(word) || /^(?:the|a|an|and)$/u.test(word) || /^I(?:['’]\p{L}+)?$/u.test(text);
  while (tokens[0] && isDropped(tokens[0])) tokens = tokens.slice(1);
  while (tokens.length > 0 && !tokens.at(-1)?.capital && !/^\p{N}/u.test(tokens.at(-1)?.text ?? ''))
    tokens = tokens.slice(0, -1);
  const [first] = tokens;
  if (!first) return null;
  if (tokens.length === 1 && /^\p{Lu}+$/u.test(first.text) && first.text.length > LONGEST_ACRONYM) return null;
  const name = normalizedName(tokens.map(({ text }) => text).join(' '));
  return isLinkable(name) ? name : null;
}

/** The word without an apostrophe and the letters after it, for looking it up in lists. */
function plain({ word }: Token): string {
  return word.replace(/['’].*$/u, '');
}
