/**
 * What has to be known of a text before, or besides, SWI-Prolog's reading of it: where layout ends, and what would break
 * the reader. It follows Prolog's tokens as far as that takes.
 */

/** SWI-Prolog's reader calls itself for each bracket, and breaks down at about a thousand; rules nest to about ten. */
const MAX_BRACKETS = 150;
/** Reading a number takes time with the square of its digits: 100,000 of them six seconds. */
const MAX_DIGITS = 400;

const SYMBOLS = new Set('#$&*+-./:<=>?@\\^~');
const isLayout = (character: string | undefined) => character !== undefined && character <= ' ';
const isDigit = (character: string | undefined) => character !== undefined && character >= '0' && character <= '9';
/** Letters beyond ASCII are not told from symbols: no digit follows them in a number. */
const isName = (character: string | undefined) => character !== undefined && /\w/u.test(character);

/** The first character at or after `from` that is neither layout nor comment; the length of the text where there is none. */
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

/** Clauses that are nested too deeply, or have a number of too many digits, for SWI-Prolog to read. */
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
    if (character === '%') at = endOfLine(text, at);
    else if (character === '/' && text[at + 1] === '*') at = endOfComment(text, at);
    else if (character === "'" && text[at - 1] === '0' && !isName(text[at - 2])) at = endOfCharacterCode(text, at);
    else if (character === "'" || character === '"' || character === '`') at = endOfQuoted(text, at);
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

/** Whether a quoted atom or string that begins between the two goes over the end of a line. */
export function hasQuotedLineEnd(text: string, from: number, to: number): boolean {
  for (let at = from; at < to;) {
    const character = text.charAt(at);
    if (character === '%') at = endOfLine(text, at);
    else if (character === '/' && text[at + 1] === '*') at = endOfComment(text, at);
    else if (character === "'" && text[at - 1] === '0' && !isName(text[at - 2])) at = endOfCharacterCode(text, at);
    else if (character === "'" || character === '"' || character === '`') {
      const end = endOfQuoted(text, at);
      if (text.slice(at, end).includes('\n')) return true;
      at = end;
    } else at += 1;
  }
  return false;
}

/** Where to go on after a quote that is not closed: after the next line that ends in a full stop. */
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

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function endOfComment(text: string, at: number): number {
  const end = text.indexOf('*/', at + 2);
  return end < 0 ? text.length : end + 2;
}

/** `0'c`, `0'\n`, `0'''`: `at` is its quote. */
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
