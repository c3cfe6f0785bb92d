import { countTokens } from '../common/tokens.js';
import type { Block, DocumentText, Place } from './blocks.js';
import { recordsOf, type TableRecord, textOf } from './records.js';

// Cuts a document into chunks. Pure functions.

export interface CutSettings {
  /** Maximum number of tokens in the text of a chunk (o200k_base). */
  readonly tokens: number;
  /** Number of tokens repeated from the previous chunk, if both belong to the same section. */
  readonly overlap: number;
}

/** A part of a document that is stored as one piece of knowledge. */
export interface Chunk {
  readonly text: string;
  /**
   * Text by which the chunk is found instead; null if it is `text` itself. For records it is the table with its header
   * only once, because repeated names would outweigh the values.
   */
  readonly searched: string | null;
  readonly place: Place;
  /** Whether the boundary to the previous chunk lies within a block. */
  readonly continues: boolean;
}

/** The smallest part of a block. It is cut only if it is longer than a chunk. */
interface Unit {
  readonly text: string;
  /** For a part of a table: its text in the chunk's `searched`. */
  readonly searched?: string;
  /** Text between the previous unit in the chunk and this one. */
  readonly separator: string;
  readonly tokens: number;
  readonly page: number | null;
  readonly fromLine: number | null;
  readonly toLine: number | null;
}

/** Units that are kept together if they fit into one chunk. */
interface Group {
  readonly units: readonly Unit[];
  /** Text repeated at the beginning of each chunk that has a part of the group: the header of a table. */
  readonly header: string;
  /** Header of the table in the chunk's `searched`. */
  readonly searchedHeader?: string;
  /** Whether the group gets chunks of its own, without text before or after it. */
  readonly standsAlone: boolean;
  /** Whether the next chunk may repeat units of this group. */
  readonly overlaps: boolean;
}

/** Assumed maximum number of characters per token. A text without word boundaries is first cut by it. */
const CHARACTERS_OF_TOKEN = 4;

/**
 * Cuts the blocks into chunks, in the order of the text. No chunk crosses a heading. Paragraphs, lists, table rows
 * and parts of code separated by blank lines stay whole if they fit. A heading without text below it becomes a chunk
 * of its own.
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
      if (!isAbove)
        chunks.push({ text, searched: null, place: { headings, page, fromLine, toLine }, continues: false });
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
  let searchedHeader: string | undefined;
  let repeated = 0;
  let tokens = 0;
  let continues = false;
  const flush = (isWithin: boolean, overlaps: boolean) => {
    if (units.length > repeated) chunks.push(chunkOf(first.headings, { header, searchedHeader }, units, continues));
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
      const { standsAlone } = group;
      if (units.length > 0 && (standsAlone || tokens + size > settings.tokens)) {
        const endsHere = standsAlone || size <= settings.tokens || tokens > settings.tokens / 2;
        if (endsHere) flush(false, group.overlaps && !standsAlone);
      }
      if (standsAlone) [header, tokens] = [group.header, countTokens(group.header)];
      searchedHeader = group.searchedHeader;
      group.units.forEach((unit, n) => {
        if (units.length > 0 && tokens + unit.tokens > settings.tokens) {
          flush(n > 0, group.overlaps);
          // The repeated units must leave room for the next unit.
          if (tokens + unit.tokens > settings.tokens) [units, repeated, tokens] = [[], 0, 0];
          if (standsAlone) [header, tokens] = [group.header, countTokens(group.header)];
        }
        units.push(unit);
        tokens += unit.tokens;
      });
      if (standsAlone) flush(false, false);
    }
  }
  flush(false, false);
  return chunks;
}

function chunkOf(
  headings: readonly string[],
  { header, searchedHeader }: Pick<Group, 'header' | 'searchedHeader'>,
  units: readonly Unit[],
  continues: boolean,
): Chunk {
  const body = units.map(({ text, separator }, n) => (n === 0 ? text : separator + text)).join('');
  const lines = units.flatMap(({ fromLine, toLine }) => [fromLine, toLine]).filter((line) => line !== null);
  return {
    text: (header === '' ? body : `${header}\n${body}`).replace(/^\n+|\s+$/g, ''),
    searched:
      searchedHeader === undefined ? null : [searchedHeader, ...units.map(({ searched = '' }) => searched)].join('\n'),
    place: {
      headings,
      page: units[0]?.page ?? null,
      fromLine: lines.length === 0 ? null : Math.min(...lines),
      toLine: lines.length === 0 ? null : Math.max(...lines),
    },
    continues,
  };
}

/** The last units of a chunk, up to this number of tokens, but never all units. */
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
      return [{ header: '', standsAlone: false, overlaps: true, units: sentencesOf(block.text, spot, settings) }];
    case 'list':
      return [
        { header: '', standsAlone: false, overlaps: true, units: linesOf(block.items, '\n', spot, settings, '\n\n') },
      ];
    case 'code':
      return codeGroups(block.text, spot, settings);
    case 'table':
      return [tableGroup(block, settings)];
    case 'heading':
      return [];
  }
}

type Lines = Pick<Unit, 'page' | 'fromLine' | 'toLine'>;

/** The end of a sentence or line: after the punctuation mark and closing quotes or brackets, before whitespace. */
const SENTENCE_END = /(?<=[.!?。！？]["'”’)\]]{0,3})\s(?=\S)|\n(?=\S)/gu;

/** Splits a text into sentences, each with its lines. */
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

/** Splits a list into its items, or code into its lines. */
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

/** Splits code where an unindented line follows a blank line. */
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
  // A code block in Markdown begins with its fence, so that it has one line more than its text.
  const lines = text.split('\n').length;
  const fence = fromLine !== null && toLine !== null && toLine - fromLine + 1 > lines ? 1 : 0;
  let line = fromLine === null ? null : fromLine + fence;
  return groups.map((group) => {
    const units = linesOf(group, '\n', { page, fromLine: line, toLine }, settings, '\n');
    if (line !== null) line += group.length;
    return { header: '', standsAlone: false, overlaps: true, units };
  });
}

/**
 * The rows of a table, each as a record with the names of the columns. If the first row names no columns, the rows are
 * kept as they are, and each chunk repeats the first row.
 */
function tableGroup(table: Extract<Block, { type: 'table' }>, settings: CutSettings): Group {
  const { page, fromLine, toLine } = table;
  const squashed = (cells: readonly string[]) => cells.map((cell) => cell.replace(/\s+/g, ' ').trim());
  const names = squashed(table.header);
  const rows = table.rows.map(squashed);
  const first = toLine === null || fromLine === null ? fromLine : Math.max(fromLine, toLine - rows.length + 1);
  const spot = { page, fromLine: first, toLine };
  const records = recordsOf(names, rows);
  const header = names.join(' | ');
  // A longer header is treated as an ordinary row, because it is too long to be repeated in every chunk.
  const isShort = countTokens(header) <= settings.tokens / 3;
  if (records) {
    const searchedHeader = isShort ? { searchedHeader: header } : {};
    const units = recordUnits(records, spot, settings);
    return { header: '', ...searchedHeader, standsAlone: true, overlaps: false, units };
  }
  const repeats = rows.length > 0 && header.trim() !== '' && isShort;
  const texts = [...(repeats ? [] : [header]), ...rows.map((cells) => cells.join(' | '))];
  const filled = texts.filter((text) => text.replace(/[| ]/g, '') !== '');
  const room = { ...settings, tokens: settings.tokens - (repeats ? countTokens(header) : 0) };
  const units = linesOf(filled, '\n', spot, room, '\n');
  return { header: repeats ? header : '', standsAlone: repeats, overlaps: false, units };
}

/** Each record is a line. One that is longer than a chunk is cut between its values. */
function recordUnits(records: readonly TableRecord[], spot: Lines, settings: CutSettings): Unit[] {
  const { page, fromLine, toLine } = spot;
  const most = toLine ?? Infinity;
  return records.flatMap((record, row) => {
    const line = fromLine === null ? null : Math.min(fromLine + row, most);
    const at = { page, fromLine: line, toLine: line };
    const whole = textOf(record);
    if (whole === '') return [];
    const isWhole = countTokens(whole) + 1 <= settings.tokens;
    const parts = isWhole ? [record] : record.map((cell) => [cell]);
    return parts.flatMap((cells, n) => {
      const units = fitting(textOf(cells), n === 0 ? '\n' : '; ', at, settings);
      const searched = cells.map(({ value }) => value).join(' | ');
      return units.length === 1
        ? units.map((unit) => ({ ...unit, searched }))
        : units.map((unit) => ({ ...unit, searched: unit.text }));
    });
  });
}

/** Returns a text as one unit, or as several units if it is longer than a chunk. */
function fitting(text: string, separator: string, place: Lines, { tokens: most }: CutSettings): Unit[] {
  const tokens = countTokens(text) + 1;
  if (tokens <= most) return text.trim() === '' && separator !== '\n' ? [] : [{ text, separator, tokens, ...place }];
  const units: Unit[] = [];
  for (let at = 0; at < text.length;) {
    let size = most * CHARACTERS_OF_TOKEN;
    let part = wordsOf(text, at, size);
    while (part.length > 1 && countTokens(part) + 1 > most) part = wordsOf(text, at, (size = Math.ceil(size / 2)));
    // The parts are joined without a separator, so that a word that was cut becomes whole again.
    units.push({ text: part, separator: units.length === 0 ? separator : '', tokens: countTokens(part) + 1, ...place });
    at += part.length;
  }
  return units;
}

/**
 * The next characters of the text, at most `size` and cut at the last space among them. Surrogate pairs are not split.
 */
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
