import { posix } from 'node:path';
import { type Block, type Reference, textsOf } from './blocks.js';

// What a document refers to, and by what names documents are referred to. Pure.

/** A reference with the names under which its document is looked for: the first that a document has decides. */
export interface SoughtReference extends Reference {
  readonly names: readonly string[];
}

/** Where a document stands. */
export interface DocumentPlace {
  readonly root: string;
  readonly source: string;
}

/** References that are kept of one document, the surest first. */
const MOST_REFERENCES = 1_000;
/** Of those by a title alone: most of what looks like one is none. */
const MOST_TITLES = 200;
const MOST_CHARACTERS = 300;
/** Words of a title that is told by capitals, quotes or emphasis. A single word says too little. */
const TITLE_WORDS = { min: 2, max: 12 };

const WIKI_LINK = /\[\[([^[\]\n]{1,300})\]\]/g;
const FILE_ENDINGS = 'md|markdown|html?|txt|rst|pdf|docx|pptx|xlsx|csv|tsv|ipynb|adoc';
const FILE_NAME = new RegExp(
  `(?<![\\p{L}\\p{N}_/@:.\\\\-])(?:\\.{1,2}/)?(?:[\\p{L}\\p{N}_.-]{1,100}/){0,20}[\\p{L}\\p{N}_][\\p{L}\\p{N}_.-]{0,100}\\.(?:${FILE_ENDINGS})(?![\\p{L}\\p{N}_/@]|[.-][\\p{L}\\p{N}])`,
  'giu',
);
const QUOTED = /"([^"\n]{5,150})"|“([^”\n]{5,150})”|„([^“”\n]{5,150})[“”]|«([^»\n]{5,150})»/g;
/** Words with capitals one behind the other, with small words between them: Manual of the North Plant. */
const CAPITALS =
  /\p{Lu}[\p{L}\p{N}'’-]{0,40}(?:[ \t]+(?:(?:of|the|for|and|to|in|on|a|an|de|la|du|des|der|die|das|und|für|von|im|zur|zum)[ \t]+){0,2}[\p{Lu}\p{N}][\p{L}\p{N}'’-]{0,40}){1,7}/gu;

/** References in the running text of blocks, beside the links that a reader found. Code is left out: names in it are of the program. */
export function referencesIn(blocks: readonly Block[]): Reference[] {
  return blocks.flatMap((block) => {
    if (block.type === 'code') return [];
    return textsOf(block).flatMap(({ text, line }) => referencesOfText(text, line));
  });
}

function referencesOfText(text: string, fromLine: number | null): Reference[] {
  const found: Reference[] = [];
  const add = (form: Reference['form'], said: string, index: number) => {
    const line = fromLine === null ? null : fromLine + (text.slice(0, index).match(/\n/g)?.length ?? 0);
    found.push({ form, text: said, line });
  };
  for (const { 1: inner = '', index } of text.matchAll(WIKI_LINK)) add('WIKI', inner, index);
  for (const { 0: name, index } of text.matchAll(FILE_NAME)) add('NAME', name, index);
  for (const { index, ...quoted } of text.matchAll(QUOTED)) {
    add('TITLE', quoted[1] ?? quoted[2] ?? quoted[3] ?? quoted[4] ?? '', index);
  }
  for (const { 0: run, index } of text.matchAll(CAPITALS)) {
    add('TITLE', run, index);
    // The first word of a sentence has a capital by itself.
    add('TITLE', run.replace(/^\S+\s+(?:(?:of|the|for|to|in|on)\s+)*/u, ''), index);
  }
  return found;
}

/**
 * References that may lead to a document, each once, the surest first, with the names that it is looked for by. Left out is what
 * leads elsewhere: to a mail address, into the document itself, out of its root.
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

/** The names that a document goes by. */
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

/** Names are those of one root, but addresses, which are the same everywhere. */
function rooted(root: string, kind: 'path' | 'stem' | 'file' | 'name' | 'title', name: string): string {
  return `${kind}:${root}\n${name}`;
}

function nameOfUrl({ host, pathname, search }: URL): string {
  return `url:${host}${pathname.replace(/\/$/, '')}${search}`;
}

/** A path from the root, in lower case; undefined where it leads out of it. */
function inRoot(folder: string, path: string): string | undefined {
  const from = posix.normalize(posix.join(folder, path)).replace(/\/$/, '').normalize('NFC').toLowerCase();
  return from === '..' || from.startsWith('../') || from.startsWith('/') ? undefined : from;
}

/** A title or the name of a file as it is compared: its words in lower case. */
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
    // A percent sign that begins no escape stands for itself.
    return text;
  }
}
