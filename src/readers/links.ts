import { posix } from 'node:path';
import { type Block, type Reference, textsOf } from './blocks.js';

// Finds the references in a document, and the names by which documents can be referred to. Pure functions.

/**
 * A reference with the names by which its target is looked up. The first of these names that any document has decides.
 */
export interface SoughtReference extends Reference {
  readonly names: readonly string[];
}

/** The location of a document. */
export interface DocumentPlace {
  readonly root: string;
  readonly source: string;
}

/** Maximum number of references kept per document, the most certain ones first. */
const MOST_REFERENCES = 1_000;
/** Maximum number of references by title. Most texts that look like titles are not references. */
const MOST_TITLES = 200;
const MOST_CHARACTERS = 300;
/** Number of words of a title recognised by capitals, quotes or emphasis. A single word is too ambiguous. */
const TITLE_WORDS = { min: 2, max: 12 };

const WIKI_LINK = /\[\[([^[\]\n]{1,300})\]\]/g;
const FILE_ENDINGS = 'md|markdown|html?|txt|rst|pdf|docx|pptx|xlsx|csv|tsv|ipynb|adoc';
const FILE_NAME = new RegExp(
  `(?<![\\p{L}\\p{N}_/@:.\\\\-])(?:\\.{1,2}/)?(?:[\\p{L}\\p{N}_.-]{1,100}/){0,20}[\\p{L}\\p{N}_][\\p{L}\\p{N}_.-]{0,100}\\.(?:${FILE_ENDINGS})(?![\\p{L}\\p{N}_/@]|[.-][\\p{L}\\p{N}])`,
  'giu',
);
const QUOTED = /"([^"\n]{5,150})"|“([^”\n]{5,150})”|„([^“”\n]{5,150})[“”]|«([^»\n]{5,150})»/g;
/** Consecutive capitalised words, with small words between them: Manual of the North Plant. */
const CAPITALS =
  /\p{Lu}[\p{L}\p{N}'’-]{0,40}(?:[ \t]+(?:(?:of|the|for|and|to|in|on|a|an|de|la|du|des|der|die|das|und|für|von|im|zur|zum)[ \t]+){0,2}[\p{Lu}\p{N}][\p{L}\p{N}'’-]{0,40}){1,7}/gu;

/**
 * Finds references in the running text of blocks, in addition to the links that a reader found. Code is skipped,
 * because names in code belong to the program.
 */
export function referencesIn(blocks: readonly Block[]): Reference[] {
  return blocks.flatMap((block) => {
    if (block.type === 'code') return [];
    return textsOf(block).flatMap(({ text, line }) => referencesOfText(text, line));
  });
}

function referencesOfText(text: string, fromLine: number | null): Reference[] {
  const found: Reference[] = [];
  let [at, breaks] = [0, 0];
  const add = (form: Reference['form'], said: string, index: number) => {
    // The matches of a pattern ascend: only what lies between two of them is read.
    if (index < at) [at, breaks] = [0, 0];
    for (; at < index; at++) if (text[at] === '\n') breaks++;
    found.push({ form, text: said, line: fromLine === null ? null : fromLine + breaks });
  };
  for (const { 1: inner = '', index } of text.matchAll(WIKI_LINK)) add('WIKI', inner, index);
  for (const { 0: name, index } of text.matchAll(FILE_NAME)) add('NAME', name, index);
  for (const { index, ...quoted } of text.matchAll(QUOTED)) {
    add('TITLE', quoted[1] ?? quoted[2] ?? quoted[3] ?? quoted[4] ?? '', index);
  }
  for (const { 0: run, index } of text.matchAll(CAPITALS)) {
    add('TITLE', run, index);
    // The first word of a sentence is always capitalised, so the title may begin after it.
    add('TITLE', run.replace(/^\S+\s+(?:(?:of|the|for|to|in|on)\s+)*/u, ''), index);
  }
  return found;
}

/**
 * The references that may refer to a document, without duplicates, most certain first, each with the names to look up.
 * References to mail addresses, to the document itself and to paths outside of its root are left out.
 */
export function soughtOf(references: readonly Reference[], place: DocumentPlace): SoughtReference[] {
  const sought = new Map<string, SoughtReference>();
  for (const form of ['LINK', 'WIKI', 'NAME', 'TITLE'] as const) {
    const others = sought.size;
    for (const reference of references) {
      if (reference.form !== form) continue;
      const most = form === 'TITLE' ? Math.min(MOST_REFERENCES, others + MOST_TITLES) : MOST_REFERENCES;
      if (sought.size >= most) break;
      const names = [...new Set(namesSought(reference, place))];
      const key = names.join('\n');
      if (names.length > 0 && !sought.has(key)) sought.set(key, { ...reference, names });
    }
  }
  return [...sought.values()];
}

function namesSought({ form, text }: Reference, place: DocumentPlace): string[] {
  if (text.length > MOST_CHARACTERS || /\p{Cc}/u.test(text)) return [];
  if (form === 'LINK') return namesOfLink(text, place);
  const { root, source } = place;
  if (form === 'TITLE') {
    const title = normalised(text);
    const words = title.split(' ').length;
    return words < TITLE_WORDS.min || words > TITLE_WORDS.max ? [] : [rooted(root, 'title', title)];
  }
  const target = form === 'NAME' ? text : (text.split(/[|#\\]/)[0] ?? '').trim();
  if (target === '') return [];
  const paths = isAddress(source) ? [] : [inRoot(posix.dirname(source), target), inRoot('.', target)];
  const within = paths.filter((path) => path !== undefined);
  if (hasEnding(target)) {
    const file = target.includes('/') ? [] : [rooted(root, 'file', target.toLowerCase())];
    return [...within.map((path) => rooted(root, 'path', path)), ...file];
  }
  if (form === 'NAME') return [];
  const stems = within.flatMap((path) => [rooted(root, 'path', `${path}.md`), rooted(root, 'stem', path)]);
  const name = normalised(target);
  if (target.includes('/') || name === '') return stems;
  return [...stems, rooted(root, 'name', name), rooted(root, 'title', name)];
}

function namesOfLink(text: string, { root, source }: DocumentPlace): string[] {
  const address = text.trim().replace(/#.*$/s, '');
  if (isAddress(address) || isAddress(source)) {
    const url = address === '' ? undefined : urlOf(address, isAddress(source) ? source : undefined);
    return url && /^https?:$/.test(url.protocol) ? [nameOfUrl(url)] : [];
  }
  const bare = address.replace(/\?.*$/s, '');
  if (bare === '') return [];
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(bare)) return [];
  const path = inRoot(bare.startsWith('/') ? '.' : posix.dirname(source), decoded(bare).replace(/^\/+/, ''));
  if (path === undefined) return [];
  const names = [rooted(root, 'path', path)];
  if (/\.x?html?$/.test(path)) return [...names, rooted(root, 'stem', path.replace(/\.x?html?$/, ''))];
  if (hasEnding(path) || bare.endsWith('/') || path === '.') return names;
  return [...names, rooted(root, 'path', `${path}.md`), rooted(root, 'stem', path)];
}

/** All names by which a document can be referred to. */
export function namesOf({ root, source, title }: DocumentPlace & { readonly title: string | null }): string[] {
  const said = normalised(title ?? '');
  const titles = said === '' ? [] : [rooted(root, 'title', said)];
  if (isAddress(source)) {
    const url = urlOf(source);
    return [...(url ? [nameOfUrl(url)] : []), ...titles];
  }
  const path = inRoot('.', source) ?? source.toLowerCase();
  const stem = withoutEnding(path);
  const own = posix.basename(path);
  const isIndex = /^(?:readme|index|_index)$/.test(posix.basename(stem));
  const name = normalised(posix.basename(stem));
  return [
    ...new Set([
      rooted(root, 'path', path),
      rooted(root, 'stem', stem),
      rooted(root, 'file', own),
      ...(name === '' ? [] : [rooted(root, 'name', name)]),
      ...(isIndex ? [rooted(root, 'path', posix.dirname(path))] : []),
      ...titles,
    ]),
  ];
}

/**
 * Adds the root to a name, because names are valid within one root. Web addresses are the exception: they are the same
 * everywhere.
 */
function rooted(root: string, kind: 'path' | 'stem' | 'file' | 'name' | 'title', name: string): string {
  return `${kind}:${root}\n${name}`;
}

function nameOfUrl({ host, pathname, search }: URL): string {
  return `url:${host}${pathname.replace(/\/$/, '')}${search}`;
}

/** A path relative to the root, in lower case; undefined if it leads out of the root. */
function inRoot(folder: string, path: string): string | undefined {
  const from = posix.normalize(posix.join(folder, path)).replace(/\/$/, '').normalize('NFC').toLowerCase();
  return from === '..' || from.startsWith('../') || from.startsWith('/') ? undefined : from;
}

/** A title or file name in the form used for comparison: its words in lower case. */
function normalised(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

function hasEnding(path: string): boolean {
  return /\.[a-z0-9]{1,8}$/i.test(path) && !/\.\d+$/.test(path);
}

function withoutEnding(path: string): string {
  return hasEnding(path) ? path.replace(/\.[a-z0-9]{1,8}$/i, '') : path;
}

function urlOf(address: string, base?: string): URL | undefined {
  return URL.canParse(address, base) ? new URL(address, base) : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The text contains a percent sign that does not start a valid escape, so it is kept unchanged.
    return text;
  }
}
