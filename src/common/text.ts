/** A value cannot begin a line of its own: it would read as a label. U+0085 ends a line, too, and is no \s. */
export function oneLine(text: string): string {
  return text.replace(/[\s\u0085]+/gu, ' ').trim();
}

/** Orders by code units, whatever the locale, so that the same input gives the same bytes everywhere. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Orders by id, as `compare` does. */
export function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return compare(a.id, b.id);
}

/** The first characters, counted as code points. Looks at no more than it needs of a huge text. */
export function firstCharacters(text: string, length: number): string {
  // Two code units hold any code point.
  return text.length <= length ? text : [...text.slice(0, 2 * length)].slice(0, length).join('');
}

/** At most so many code units from the start, and never half a character. */
export function cutAt(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
