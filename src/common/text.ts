/** A value cannot begin a line of its own: it would read as a label. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** Orders by code units, whatever the locale, so that the same input gives the same bytes everywhere. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
