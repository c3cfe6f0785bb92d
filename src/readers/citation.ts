import type { Place } from './blocks.js';
import type { ChunkPlace } from './chunks.js';

/** Maximum length of a title, in characters. */
const TITLE_LENGTH = 300;

/** Position of a chunk as shown in a prompt: `notes/pumps.md › Repair › Seals, pages 3–4, lines 10–12`. */
export function citationOf({ root, source }: { root: string; source: string }, place: ChunkPlace): string {
  const { headings, page, toPage, fromLine, toLine } = place;
  const path = /^[a-z]+:\/\//.test(source) || root === '' ? source : `${root}/${source}`;
  const lines = fromLine === toLine || toLine === null ? `line ${fromLine}` : `lines ${fromLine}–${toLine}`;
  return [
    [path, ...headings].join(' › '),
    ...(page === null ? [] : [page === toPage ? `page ${page}` : `pages ${page}–${toPage}`]),
    ...(fromLine === null ? [] : [lines]),
  ].join(', ');
}

/** The title of the document and the headings above the chunk, without duplicates. */
export function titleOf(document: string, { headings }: Place): string {
  return cutTitle([...new Set([document, ...headings])].join(' › '));
}

/**
 * Title for a document without one: its path below the root, because folder names often give context that the text
 * omits; for a web page its address without protocol and query. Only the end of a long path is kept.
 */
export function nameOf(source: string): string {
  const isAddress = /^[a-z]+:\/\//.test(source);
  const path = isAddress ? source.replace(/^[a-z]+:\/\/|[?#].*$/g, '').replace(/\/+$/, '') : source;
  return cutTitle(path.length <= TITLE_LENGTH ? path : path.slice(-TITLE_LENGTH)) || cutTitle(source);
}

/** Truncates a title to the length that is stored; surrogate pairs are not split. */
export function cutTitle(title: string): string {
  const line = title.replace(/\s+/g, ' ').trim();
  if (line.length <= TITLE_LENGTH) return line;
  return `${line.slice(0, TITLE_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
