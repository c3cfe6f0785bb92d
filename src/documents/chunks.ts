import { countTokens } from '../common/tokens.js';
import type { Block, DocumentText, Place } from './blocks.js';

// Cuts a document into chunks. Pure.

export interface CutSettings {
  /** Maximum number of tokens of a chunk's text (o200k_base). */
  readonly tokens: number;
  /** Tokens that a chunk repeats of the one before it, where both are of one section. */
  readonly overlap: number;
}

/** A part of a document that is stored as one piece. */
export interface Chunk {
  readonly text: string;
  readonly place: Place;
  /** Whether it was parted from the chunk before it within one block. */
  readonly continues: boolean;
}

/** A part of a block that is not cut again, unless it is too long by itself. */
interface Unit {
  readonly text: string;
  /** Between the unit before it in its chunk and itself. */
  readonly separator: string;
  readonly tokens: number;
  readonly page: number | null;
  readonly fromLine: number | null;
  readonly toLine: number | null;
}

/** Units that stay together where they fit into one chunk. */
interface Group {
  readonly units: readonly Unit[];
  /** Repeated at the head of each chunk with a part of the group: the header of a table. */
  readonly header: string;
  /** Whether what follows may repeat units of it. */
  readonly overlaps: boolean;
  readonly isCode: boolean;
}

/** Characters of a token, at most; a text without a word end is cut by them first. */
const CHARACTERS_OF_TOKEN = 4;

/**
 * Chunks in the order of the text. None crosses a heading; paragraphs, lists, rows of tables and the parts of code that blank
 * lines separate stay whole where they fit. A heading above nothing is a chunk of its own.
 */
export function cutIntoChunks({ blocks }: Pick<DocumentText, 'blocks'>, settings: CutSettings): Chunk[] {
  const chunks: Chunk[] = [];
  let section: Block[] = [];
  let heading: Block | undefined;
  const end = (next?: Block) => {
    const isBare = section.length === 0 && heading !== undefined;
    if (isBare && heading?.type === 'heading') {
      const { text, level, headings, page, fromLine, toLine } = heading;
      const isAbove = next?.type === 'heading' && next.level > level;
      if (!isAbove) chunks.push({ text, place: { headings, page, fromLine, toLine }, continues: false });
    }
    chunks.push(...cutSection(section, settings));
    section = [];
  };
  for (const block of blocks) {
    if (block.type !== 'heading') {
      section.push(block);
      continue;
    }
    end(block);
    heading = block;
  }
  end();
  return chunks;
}

function cutSection(section: readonly Block[], settings: CutSettings): Chunk[] {
  const [first] = section;
  if (!first) return [];
  const chunks: Chunk[] = [];
  let units: Unit[] = [];
  let header = '';
  let repeated = 0;
  let tokens = 0;
  let continues = false;
  const flush = (isWithin: boolean, overlaps: boolean) => {
    if (units.length > repeated) chunks.push(chunkOf(first.headings, header, units, continues));
    else units = [];
    const kept = overlaps && !units.some(({ separator }) => separator === '') ? tailOf(units, settings.overlap) : [];
    units = [...kept];
    repeated = kept.length;
    tokens = sum(kept);
    continues = isWithin && chunks.length > 0;
    header = '';
  };
  for (const block of section) {
    for (const group of groupsOf(block, settings)) {
      const size = sum(group.units) + countTokens(group.header);
      const isTable = group.header !== '';
      if (units.length > 0 && (isTable || tokens + size > settings.tokens)) {
        const endsHere = isTable || size <= settings.tokens || tokens > settings.tokens / 2;
        if (endsHere) flush(false, group.overlaps && !isTable);
      }
      if (isTable) [header, tokens] = [group.header, countTokens(group.header)];
      group.units.forEach((unit, n) => {
        if (units.length > 0 && tokens + unit.tokens > settings.tokens) {
          flush(n > 0, group.overlaps);
          // What is repeated must leave room for what follows.
          if (tokens + unit.tokens > settings.tokens) [units, repeated, tokens] = [[], 0, 0];
          if (isTable) [header, tokens] = [group.header, countTokens(group.header)];
        }
        units.push(unit);
        tokens += unit.tokens;
      });
      if (isTable) flush(false, false);
    }
  }
  flush(false, false);
  return chunks;
}

function chunkOf(headings: readonly string[], header: string, units: readonly Unit[], continues: boolean): Chunk {
  const body = units.map(({ text, separator }, n) => (n === 0 ? text : separator + text)).join('');
  const lines = units.flatMap(({ fromLine, toLine }) => [fromLine, toLine]).filter((line) => line !== null);
  return {
    text: (header === '' ? body : `${header}\n${body}`).replace(/^\n+|\s+$/g, ''),
    place: {
      headings,
      page: units[0]?.page ?? null,
      fromLine: lines.length === 0 ? null : Math.min(...lines),
      toLine: lines.length === 0 ? null : Math.max(...lines),
    },
    continues,
  };
}

/** The last units of a chunk that have no more than so many tokens; never all of them. */
function tailOf(units: readonly Unit[], most: number): Unit[] {
  let from = units.length;
  let tokens = 0;
  while (from > 1) {
    tokens += units[from - 1]?.tokens ?? 0;
    if (tokens > most) break;
    from -= 1;
  }
  return units.slice(from);
}

function groupsOf(block: Block, settings: CutSettings): Group[] {
  const { page, fromLine, toLine } = block;
  const spot = { page, fromLine, toLine };
  switch (block.type) {
    case 'paragraph':
      return [{ header: '', overlaps: true, isCode: false, units: sentencesOf(block.text, spot, settings) }];
    case 'list':
      return [{ header: '', overlaps: true, isCode: false, units: linesOf(block.items, '\n', spot, settings, '\n\n') }];
    case 'code':
      return codeGroups(block.text, spot, settings);
    case 'table':
      return [tableGroup(block, settings)];
    case 'heading':
      return [];
  }
}

type Lines = Pick<Unit, 'page' | 'fromLine' | 'toLine'>;

/** Where a sentence or a line ends: behind its mark and what closes around it, before a blank. */
const SENTENCE_END = /(?<=[.!?。！？]["'”’)\]]{0,3})\s(?=\S)|\n(?=\S)/gu;

/** Sentences, each with the lines that it stands in. */
function sentencesOf(text: string, { page, fromLine, toLine }: Lines, settings: CutSettings): Unit[] {
  const units: Unit[] = [];
  const most = toLine ?? Infinity;
  let line = fromLine;
  let start = 0;
  let separator = '\n\n';
  for (const end of [...[...text.matchAll(SENTENCE_END)].map(({ index }) => index), text.length]) {
    const sentence = text.slice(start, end);
    const breaks = sentence.split('\n').length - 1;
    const at = { page, fromLine: line, toLine: line === null ? null : Math.min(line + breaks, most) };
    units.push(...fitting(sentence, separator, at, settings));
    separator = text[end] === '\n' ? '\n' : ' ';
    if (line !== null) line = Math.min(line + breaks + (separator === '\n' ? 1 : 0), most);
    start = end + 1;
  }
  return units;
}

/** Items of a list or lines of code, one or several lines each. */
function linesOf(
  items: readonly string[],
  separator: string,
  { page, fromLine, toLine }: Lines,
  settings: CutSettings,
  first: string,
): Unit[] {
  const most = toLine ?? Infinity;
  let line = fromLine;
  return items.flatMap((item, n) => {
    const breaks = item.split('\n').length - 1;
    const at = { page, fromLine: line, toLine: line === null ? null : Math.min(line + breaks, most) };
    if (line !== null) line = Math.min(line + breaks + 1, most);
    return fitting(item, n === 0 ? first : separator, at, settings);
  });
}

/** Parts of code that begin behind a blank line, at the margin. */
function codeGroups(text: string, { page, fromLine, toLine }: Lines, settings: CutSettings): Group[] {
  const groups: string[][] = [];
  let isBlank = true;
  for (const line of text.split('\n')) {
    const begins = isBlank && /^\S/.test(line);
    const last = groups.at(-1);
    if (begins || !last) groups.push([line]);
    else last.push(line);
    isBlank = line.trim() === '';
  }
  // A block of Markdown begins with its fence.
  const lines = text.split('\n').length;
  const fence = fromLine !== null && toLine !== null && toLine - fromLine + 1 > lines ? 1 : 0;
  let line = fromLine === null ? null : fromLine + fence;
  return groups.map((group) => {
    const units = linesOf(group, '\n', { page, fromLine: line, toLine }, settings, '\n');
    if (line !== null) line += group.length;
    return { header: '', overlaps: true, isCode: true, units };
  });
}

function tableGroup(table: Extract<Block, { type: 'table' }>, settings: CutSettings): Group {
  const { page, fromLine, toLine, rows } = table;
  const row = (cells: readonly string[]) => cells.map((cell) => cell.replace(/\s+/g, ' ').trim()).join(' | ');
  const header = row(table.header);
  // A header that fills chunks by itself is a row like the others.
  const repeats = rows.length > 0 && header.trim() !== '' && countTokens(header) <= settings.tokens / 3;
  const texts = [...(repeats ? [] : [header]), ...rows.map(row)].filter((text) => text.replace(/[| ]/g, '') !== '');
  const first = toLine === null || fromLine === null ? fromLine : Math.max(fromLine, toLine - rows.length + 1);
  const room = { ...settings, tokens: settings.tokens - (repeats ? countTokens(header) : 0) };
  const units = linesOf(texts, '\n', { page, fromLine: first, toLine }, room, '\n');
  return { header: repeats ? header : '', overlaps: false, isCode: false, units };
}

/** A text as one unit, or as several where it is longer than a chunk. */
function fitting(text: string, separator: string, place: Lines, { tokens: most }: CutSettings): Unit[] {
  const tokens = countTokens(text) + 1;
  if (tokens <= most) return text.trim() === '' && separator !== '\n' ? [] : [{ text, separator, tokens, ...place }];
  const units: Unit[] = [];
  for (let at = 0; at < text.length;) {
    let size = most * CHARACTERS_OF_TOKEN;
    let part = wordsOf(text, at, size);
    while (part.length > 1 && countTokens(part) + 1 > most) part = wordsOf(text, at, (size = Math.ceil(size / 2)));
    // Nothing was between the parts: what was parted inside of a word is whole again where they are joined.
    units.push({ text: part, separator: units.length === 0 ? separator : '', tokens: countTokens(part) + 1, ...place });
    at += part.length;
  }
  return units;
}

/** So many characters, up to the last blank among them. Never half of a character. */
function wordsOf(text: string, at: number, size: number): string {
  if (at + size >= text.length) return text.slice(at);
  const part = text.slice(at, at + size);
  const blank = Math.max(part.lastIndexOf(' '), part.lastIndexOf('\n'));
  const end = blank > size / 2 ? blank + 1 : size;
  const isHalf = /[\ud800-\udbff]/.test(text[at + end - 1] ?? '') && end > 1;
  return text.slice(at, at + (isHalf ? end - 1 : end));
}

function sum(units: readonly Unit[]): number {
  return units.reduce((total, { tokens }) => total + tokens, 0);
}
