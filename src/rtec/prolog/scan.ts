/**
 * Scans a text in addition to SWI-Prolog's reader, to find the end of layout, and clauses that would crash the reader.
 * It recognizes Prolog's tokens only as far as this requires.
 */

/**
 * Maximum nesting of brackets. SWI-Prolog's reader recurses at each bracket and crashes at a depth of about a thousand;
 * real rules have a depth of about ten.
 */
const MAX_BRACKETS = 150;
/**
 * Maximum number of digits of a number. The time to read a number is quadratic in its digits: 100,000 digits take six
 * seconds.
 */
const MAX_DIGITS = 400;

const SYMBOLS = new Set('#$&*+-./:<=>?@\\^~');
const isLayout = (character: string | undefined) => character !== undefined && character <= ' ';
const isDigit = (character: string | undefined) => character !== undefined && character >= '0' && character <= '9';
/** Only ASCII letters count: letters beyond ASCII do not occur in numbers. */
const isName = (character: string | undefined) => character !== undefined && /\w/u.test(character);

/** Offset of the first character from `from` on that is neither layout nor comment; the text's length if none. */
export function skipLayout(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (isLayout(text[at])) at += 1;
    if (text[at] === '%') at = endOfLine(text, at);
    else if (text.startsWith('/*', at)) at = endOfComment(text, at);
    else return at;
  }
}

/** Offsets in a text. */
export interface Span {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Clauses that SWI-Prolog cannot read, since they nest too deeply or have a number with too many digits. */
export function findUnreadable(text: string): Span[] {
  const found: Span[] = [];
  let clause = skipLayout(text, 0);
  let brackets = 0;
  let digits = 0;
  let bad = false;
  let at = clause;
  const endClause = (to: number) => {
    if (bad) found.push({ from: clause, to });
    clause = skipLayout(text, to);
    brackets = 0;
    digits = 0;
    bad = false;
    return clause;
  };
  while (at < text.length) {
    const character = text.charAt(at);
    digits = isDigit(character) || (digits > 0 && isName(character)) ? digits + 1 : 0;
    if (digits > MAX_DIGITS) bad = true;
    const end = endOfOpaque(text, at);
    if (end !== undefined) at = end;
    else if (endsClause(text, at)) at = endClause(at + 1);
    else {
      if ('([{'.includes(character)) brackets += 1;
      else if (')]}'.includes(character)) brackets = Math.max(0, brackets - 1);
      if (brackets > MAX_BRACKETS) bad = true;
      at += 1;
    }
  }
  endClause(text.length);
  return found;
}

/** Offsets of the first characters of the clauses of a text. */
export function* clauseStarts(text: string): Generator<number> {
  let at = skipLayout(text, 0);
  while (at < text.length) {
    yield at;
    while (at < text.length && !endsClause(text, at)) at = endOfOpaque(text, at) ?? at + 1;
    at = skipLayout(text, at + 1);
  }
}

/** True if a quoted atom or string that begins in this range contains a line break. */
export function hasQuotedLineEnd(text: string, from: number, to: number): boolean {
  for (let at = from; at < to;) {
    const end = endOfOpaque(text, at) ?? at + 1;
    if (isQuote(text.charAt(at)) && !isCharacterCode(text, at) && text.slice(at, end).includes('\n')) return true;
    at = end;
  }
  return false;
}

/** Offset to continue at after an unclosed quote: after the next line that ends in a full stop. */
export function findNextClause(text: string, from: number): number {
  let start = from;
  for (let end = text.indexOf('\n', from); end >= 0; end = text.indexOf('\n', start)) {
    if (/\.[ \t]*(?:%|\r?$)/u.test(text.slice(start, end))) return end + 1;
    start = end + 1;
  }
  return text.length;
}

function endsClause(text: string, at: number): boolean {
  if (text[at] !== '.' || SYMBOLS.has(text[at - 1] ?? ' ')) return false;
  const next = text[at + 1];
  return next === undefined || isLayout(next) || next === '%';
}

const isQuote = (character: string) => character === "'" || character === '"' || character === '`';

const isCharacterCode = (text: string, at: number) => text[at] === "'" && text[at - 1] === '0' && !isName(text[at - 2]);

/** End of the comment, character code, or quoted atom or string that begins here; undefined if none does. */
function endOfOpaque(text: string, at: number): number | undefined {
  const character = text.charAt(at);
  if (character === '%') return endOfLine(text, at);
  if (character === '/' && text[at + 1] === '*') return endOfComment(text, at);
  if (isCharacterCode(text, at)) return endOfCharacterCode(text, at);
  return isQuote(character) ? endOfQuoted(text, at) : undefined;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function endOfComment(text: string, at: number): number {
  const end = text.indexOf('*/', at + 2);
  return end < 0 ? text.length : end + 2;
}

/** End of a character code such as `0'c`, `0'\n` or `0'''`; `at` is the offset of its quote. */
function endOfCharacterCode(text: string, at: number): number {
  return at + (text[at + 1] === '\\' || text.startsWith("''", at + 1) ? 3 : 2);
}

function endOfQuoted(text: string, at: number): number {
  const quote = text[at];
  for (let next = at + 1; next < text.length; next += 1) {
    if (text[next] === '\\') next += 1;
    else if (text[next] === quote) {
      if (text[next + 1] !== quote) return next + 1;
      next += 1;
    }
  }
  return text.length;
}
