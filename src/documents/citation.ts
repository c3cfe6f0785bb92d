import type { Place } from './blocks.js';

/** Maximum length of a title. */
const TITLE_LENGTH = 300;

/** Where a chunk stands, as a prompt shows it: `notes/pumps.md › Repair › Seals, page 3, lines 10–12`. */
export function citationOf({ root, source }: { root: string; source: string }, place: Place): string {
  const { headings, page, fromLine, toLine } = place;
  const path = /^[a-z]+:\/\//.test(source) || root === '' ? source : `${root}/${source}`;
  const lines = fromLine === toLine || toLine === null ? `line ${fromLine}` : `lines ${fromLine}–${toLine}`;
  return [
    [path, ...headings].join(' › '),
    ...(page === null ? [] : [`page ${page}`]),
    ...(fromLine === null ? [] : [lines]),
  ].join(', ');
}

/** The title of a document and the headings above a chunk, each once. */
export function titleOf(document: string, { headings }: Place): string {
  return cutTitle([...new Set([document, ...headings])].join(' › '));
}

/**
 * The title of a document that has none: its path below the root, whose folders often say what the text leaves out; of a page its
 * address without protocol and query. Of a long one the end.
 */
export function nameOf(source: string): string {
  const path = source
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '');
  return cutTitle(path.length <= TITLE_LENGTH ? path : path.slice(-TITLE_LENGTH)) || cutTitle(source);
}

/** A title as it is stored; never half of a character. */
export function cutTitle(title: string): string {
  const line = title.replace(/\s+/g, ' ').trim();
  if (line.length <= TITLE_LENGTH) return line;
  return `${line.slice(0, TITLE_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
