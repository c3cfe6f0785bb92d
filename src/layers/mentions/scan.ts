import { normalizedName } from '../../search/entity-names.js';
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

// What a text says by itself about the names in it. Nothing here depends on other texts, so that it is read once a text; what
// follows from all texts together is in derive.ts. Pure, and linear in the length of the text.

/** More names than these are not kept of one text; the first count. As many as a document may give a piece. */
export const MAX_NAMES = 200;

/** A run of more capitalised words is a heading, not a name. */
const MAX_RUN = 12;
/**
 * From so many words inside sentences on, a name counting as one, the share of capitals tells; a shorter text may name
 * several people in a row, so that only a larger share does.
 */
const ENOUGH_WORDS = 40;
/** Above that share every noun begins with a capital (German), or the text consists of headings. */
const DENSE = { share: 0.25, shareOfFew: 0.67 };
/** So many words in capitals in a row are shouted, and so is a longer one alone; others are acronyms. */
const SHOUTED_WORDS = 3;
const LONGEST_ACRONYM = 6;

export interface TextOfPiece {
  readonly title: string;
  readonly content: string;
  readonly embeddingText: string | null;
}

/** A run that begins a sentence, where any word has a capital. */
export interface StartingRun {
  /** The name of the whole run. */
  readonly full: string;
  /** The name without the first word; null where that is none. */
  readonly rest: string | null;
}

export interface Scan {
  /** What the title names; null without a title, or where that cannot be linked. */
  readonly title: string | null;
  /** Names inside sentences. */
  readonly inside: readonly string[];
  readonly starting: readonly StartingRun[];
  /** Normalised words of title, content and embedding text, each in its order. */
  readonly words: readonly (readonly string[])[];
  /** Whether it has no capitals at all, so that only words tell which names stand in it. */
  readonly uncased: boolean;
}

interface Token {
  readonly text: string;
  readonly word: string;
  readonly capital: boolean;
  /** Signs between the token before and this one. */
  readonly gap: string;
  /** Of an identifier, address or path. */
  readonly technical: boolean;
  /** Ends in 's or s', so that no name goes on behind it. */
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

/** Letters and digits, with an apostrophe, hyphen or ampersand between them, and stops inside of acronyms and `Node.js`. */
const TOKEN =
  /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’&-](?=[\p{L}\p{N}])|\.(?=[\p{Ll}\p{N}])|(?<=(?<![\p{L}\p{N}])\p{Lu})\.(?=\p{Lu}(?![\p{L}\p{N}])))*/gu;
const CAPITAL = /^(?:\p{N}*\p{Lu}|\p{Lt}|\p{Ll}\p{Lu})/u;
/** A line of a program. */
const CODE =
  /[{};]\s*$|^\s*(?:[$>]\s|import\s|from\s+\S+\s+import\b|def\s|class\s+\w+[:({]|return\b|const\s|let\s|var\s|#include\b|function\s)/u;
const FENCE = /^\s*(?:```|~~~)/u;

/** The lines that are prose: no fenced blocks, lines of programs, or words between backticks. */
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
  /** Whether it ends as a sentence does. */
  readonly endsInSentence: boolean;
}

function lineOf(line: string): Line {
  return { tokens: withoutShouting(tokensOf(line)), endsInSentence: /[.!?…。][)\]"'”’]*\s*$/u.test(line.slice(-20)) };
}

/** Words that are shouted count as no words at all. */
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
    // Most words stand between blanks: what follows is asked of the others only.
    const technical =
      (gap !== ' ' && isGlued(before, gap)) || (behind !== ' ' && isIdentifier(line.slice(end, end + 3)));
    const isPossessive = /['’]s$/iu.test(raw);
    const possessive = isPossessive || (raw.endsWith('s') && (behind === "'" || behind === '’'));
    const text = isPossessive ? raw.slice(0, -2) : raw;
    tokens.push({ text, word: text.toLowerCase(), capital: CAPITAL.test(text), gap, technical, possessive });
  }
  return tokens;
}

/** Whether a word goes on an identifier, an address or a path that the word before belongs to. */
function isGlued(before: Token | undefined, gap: string): boolean {
  if (/[_\\@$#]$/u.test(gap)) return true;
  if (before === undefined || gap === '' || /[\s)\]"”’»—–,;!?…]/u.test(gap)) return false;
  return !(gap === '.' && before.text.length > 1) && (before.technical || !before.capital);
}

/** @param behind the signs behind a word */
function isIdentifier(behind: string): boolean {
  return /^(?:[_\\@]|\(\)|:\/\/)/u.test(behind);
}

/** Whether a sentence begins behind a token. */
function endsSentence(before: Token, gap: string): boolean {
  if (gap === ' ') return false;
  if (/[!?…。！？:]/u.test(gap)) return true;
  if (/^[,;—–-]\s*["“„«]$/u.test(gap.trim())) return true;
  if (!/\.["'”’)\]]*\s/u.test(gap)) return false;
  const isInitial = /^\p{Lu}$/u.test(before.text) || /^(?:\p{Lu}\.)+\p{Lu}$/u.test(before.text);
  return !(isInitial && before.capital) && !isAbbreviation(before.word.replaceAll('.', ''));
}

/** Whether two capitalised words belong to one name. */
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
  /** Whether its first word begins a sentence. */
  readonly starts: boolean;
  readonly heading: boolean;
}

type OpenRun = Run & { readonly tokens: Token[] };

interface RunsOfLine {
  readonly runs: readonly Run[];
  /** Runs, and words in lower case, inside sentences. */
  readonly capitals: number;
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
      // Not behind what is written in capitals alone: "CEO of" is no part of the name that follows.
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

/** How many tokens from here are particles between two parts of a name; 0 where a name does not go on behind them. */
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

/** No word in lower case but those that join. */
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
  const starting = new Map<string, StartingRun>();
  for (const run of runs.filter(({ tokens }) => tokens.length <= MAX_RUN)) {
    let { starts } = run;
    let tokens = run.tokens;
    // "In Paris": the first word is no part of the name, so that the name stands inside the sentence.
    while (tokens[0] && tokens.length > 1 && starts && isStarter(plain(tokens[0]))) {
      tokens = tokens.slice(1);
      starts = false;
    }
    const full = nameOf(tokens);
    const rest = starts && !run.heading ? nameOf(tokens.slice(1)) : null;
    if (!starts && full !== null) inside.add(full);
    else if (full !== null) starting.set(full, { full, rest });
    else if (rest !== null) inside.add(rest);
    if (inside.size + starting.size >= MAX_NAMES) break;
  }
  return { inside: [...inside], starting: [...starting.values()] };
}

/** Null where the run is no name that texts are linked to. */
function nameOf(run: readonly Token[]): string | null {
  let tokens = run;
  const isDropped = ({ word, text }: Token) =>
    isHonorific(word) ||
    /^(?:the|a|an|and)$/u.test(word) ||
    /^I(?:['’]\p{L}+)?$/u.test(text) ||
    /^\p{N}/u.test(text) ||
    areParticles([word]);
  while (tokens[0] && isDropped(tokens[0])) tokens = tokens.slice(1);
  while (tokens.length > 0 && !tokens.at(-1)?.capital && !/^\p{N}/u.test(tokens.at(-1)?.text ?? ''))
    tokens = tokens.slice(0, -1);
  const [first] = tokens;
  if (!first) return null;
  if (tokens.length === 1 && /^\p{Lu}+$/u.test(first.text) && first.text.length > LONGEST_ACRONYM) return null;
  const name = normalizedName(tokens.map(({ text }) => text).join(' '));
  return isLinkable(name) ? name : null;
}

/** For lists of words: without an apostrophe and what follows. */
function plain({ word }: Token): string {
  return word.replace(/['’].*$/u, '');
}
