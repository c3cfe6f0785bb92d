/**
 * Puts a text into one line, so that no part of it can begin a line and be read as a label. U+0085 is replaced
 * separately, because it is a line break that \s does not match.
 */
export function oneLine(text: string): string {
  return text.replace(/[\s\u0085]+/gu, ' ').trim();
}

/** Orders by code units, independent of the locale, so that the same input always gives the same bytes. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Orders by id, as `compare` does. */
export function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return compare(a.id, b.id);
}

/** Returns the first `length` code points. Of a huge text, only the necessary part is read. */
export function firstCharacters(text: string, length: number): string {
  // A code point takes at most two code units.
  return text.length <= length ? text : [...text.slice(0, 2 * length)].slice(0, length).join('');
}

/** The first `length` code units, without cutting a character in half. */
export function cutAt(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

/** The end of a sentence or of a line, with closing quotes and brackets. */
const SENTENCE_END = /[.!?\u2026\u3002\uff01\uff1f]["'\u201d\u2019)\]]*(?=\s)|\n/gu;

/**
 * The longest beginning of whole sentences or lines with at most `length` characters. If not even the first sentence fits, it
 * is cut after a word, and a text without spaces anywhere.
 */
export function wholeSentences(text: string, length: number): string {
  const beginning = cutAt(text, length);
  if (beginning === text) return text;
  // With the next character, since a full stop at the very end may be one within a number.
  const window = text.slice(0, beginning.length + 1);
  let end = 0;
  for (const match of window.matchAll(SENTENCE_END)) end = match.index + match[0].length;
  if (end === 0) end = window.search(/\s+\S*$/u);
  return (end > 0 ? beginning.slice(0, end) : beginning).trimEnd();
}
