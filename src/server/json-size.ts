import { LimitExceededError } from '../common/errors.js';
import { MAX_NESTING, tooDeep } from './nesting.js';

/**
 * Maximum number of members of objects and entries of lists in a JSON text: 50,000 records, the most that an import may
 * have, of six each. Parsing as many takes 80 to 150 ms of CPU time, most if they are different short texts.
 */
const MAX_ELEMENTS = 300_000;

/**
 * Maximum number of different names of members: as many as an import may have records, each with a name of its own. A new
 * name takes the parser four to ten times as long as a known one; 50,000 take 30 to 70 ms of CPU time.
 */
const MAX_NAMES = 50_000;

/** Length of the shortest member, such as `"":0,`. A text in which more names do not fit need not be searched for them. */
const SHORTEST_MEMBER = 5;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BRACKET_L = 0x5b;
const BACKSLASH = 0x5c;
const BRACKET_R = 0x5d;
const BRACE_L = 0x7b;
const BRACE_R = 0x7d;

/**
 * Limits the work that a JSON text causes, before it is parsed: depth, members, entries and names are counted up to the
 * first limit. An empty list or object counts as one entry. Invalid JSON may pass; the parser will report it. 16 MB take
 * at most 100 ms of CPU time.
 *
 * @throws LimitExceededError
 */
export function assertSmallJson(text: string): void {
  const mayHaveManyNames = text.length > MAX_NAMES * SHORTEST_MEMBER;
  if (mayHaveManyNames) seen.fill(0);
  let depth = 0;
  let elements = 0;
  let names = 0;
  let opening = 0;
  let closing = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case QUOTE:
        opening = index;
        closing = index = endOfString(text, index);
        break;
      case COLON:
        if (mayHaveManyNames && isNewName(text, opening, closing)) names += 1;
        if (names > MAX_NAMES) throw tooMany('different names', MAX_NAMES);
        break;
      case BRACKET_L:
      case BRACE_L:
        depth += 1;
        elements += 1;
        if (depth > MAX_NESTING) throw tooDeep('The JSON');
        break;
      case BRACKET_R:
      case BRACE_R:
        depth -= 1;
        break;
      case COMMA:
        elements += 1;
        if (elements > MAX_ELEMENTS) throw tooMany('members and entries', MAX_ELEMENTS);
    }
  }
}

function tooMany(what: string, limit: number): LimitExceededError {
  return new LimitExceededError(`The JSON has more than the ${limit} ${what} allowed. Send it in parts`);
}

/** Bits of the hashes of names seen in one text. Of 50,000 names, some 2 % share a bit and are counted once. */
const seen = new Uint32Array(2 ** 15);
/** Differs between processes, so that names with equal hashes cannot be made in advance. */
const SEED = Math.floor(Math.random() * 2 ** 32);

/** A set of names would take five times as long. */
function isNewName(text: string, start: number, end: number): boolean {
  let hash = SEED;
  for (let index = start; index < end; index++) {
    // One round of MurmurHash2.
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  const place = (hash >>> 5) % seen.length;
  const known = seen[place] ?? 0;
  const bit = 1 << (hash & 31);
  seen[place] = known | bit;
  return (known & bit) === 0;
}

/** @returns position of the closing quote; the length of the text if there is none */
function endOfString(text: string, opening: number): number {
  const quote = text.indexOf('"', opening + 1);
  if (quote === -1) return text.length;
  // Most strings end at their first quote, which indexOf finds some forty times faster than the loop below.
  if (!isEscaped(text, quote)) return quote;
  for (let index = quote + 1; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === QUOTE) return index;
    if (character === BACKSLASH) index += 1;
  }
  return text.length;
}

/** Whether an odd number of backslashes precedes the quote at this position. */
function isEscaped(text: string, quote: number): boolean {
  let start = quote;
  while (text.charCodeAt(start - 1) === BACKSLASH) start -= 1;
  return (quote - start) % 2 === 1;
}
