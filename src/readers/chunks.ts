import { countTokens } from '../common/tokens.js';
import { type Block, type DocumentText, isLined, NOWHERE, type Place, type Spot } from './blocks.js';
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
  readonly place: ChunkPlace;
  /** Whether the boundary to the previous chunk lies within a block. */
  readonly continues: boolean;
}

/** Position of a chunk in its document: `page` is its first page, `toPage` its last. */
export interface ChunkPlace extends Place {
  readonly toPage: number | null;
}

/** The smallest part of a block. It is cut only if it is longer than a chunk. */
interface Unit extends Spot {
  readonly text: string;
  /** For a part of a table: its text in the chunk's `searched`. */
  readonly searched?: string;
  /** Text between the previous unit in the chunk and this one. */
  readonly separator: string;
  readonly tokens: number;
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
      const place = { headings, page, toPage: page, fromLine, toLine };
      if (!isAbove) chunks.push({ text, searched: null, place, continues: false });
    }
    chunks.push(...cutSection(section, settings));
    section = [];
  };
  for (const block of blocks) {
    const isHeading = block.type === 'heading';
    if (isHeading || block.startsSection === true) {
      end(block);
      heading = isHeading ? block : undefined;
    }
    if (!isHeading) section.push(block);
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
  // Blank lines at either end are cut off.
  const isSaid = (unit: Unit) => unit.text.trim() !== '';
  const said = units.slice(units.findIndex(isSaid), units.findLastIndex(isSaid) + 1);
  const lines = said.flatMap(({ fromLine, toLine }) => [fromLine, toLine]).filter((line) => line !== null);
  return {
    text: (header === '' ? body : `${header}\n${body}`).replace(/^\n+|\s+$/g, ''),
    searched:
      searchedHeader === undefined ? null : [searchedHeader, ...units.map(({ searched = '' }) => searched)].join('\n'),
    place: {
      headings,
      page: said[0]?.page ?? null,
      toPage: said.at(-1)?.page ?? null,
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
    case 'paragraph': {
      const isCounted = block.isWrapped !== true && isLined(block.text, spot);
      const units = sentencesOf(block.text, spot, isCounted, settings);
      return [{ header: '', standsAlone: false, overlaps: true, units }];
    }
    case 'list': {
      const parts = block.items.map((text, n) => ({ text, ...spot, ...block.lines?.[n] }));
      return [{ header: '', standsAlone: false, overlaps: true, units: partsOf(parts, '\n\n', settings) }];
    }
    case 'code':
      return codeGroups(block.text, spot, settings);
    case 'table':
      return [tableGroup(block, settings)];
    case 'heading':
      return [];
  }
}

/** The end of a sentence or line: after the punctuation mark and closing quotes or brackets, before whitespace. */
const SENTENCE_END = /(?<=[.!?。！？]["'”’)\]]{0,3})\s(?=\S)|\n(?=\S)/gu;

/** Splits a text into sentences, each with its lines if they can be counted, otherwise with those of the text. */
function sentencesOf(text: string, spot: Spot, isCounted: boolean, settings: CutSettings): Unit[] {
  const units: Unit[] = [];
  let line = spot.fromLine ?? 0;
  let start = 0;
  let separator = '\n\n';
  for (const end of [...[...text.matchAll(SENTENCE_END)].map(({ index }) => index), text.length]) {
    const sentence = text.slice(start, end);
    const breaks = sentence.split('\n').length - 1;
    const at = isCounted ? { page: spot.page, fromLine: line, toLine: line + breaks } : spot;
    units.push(...fitting(sentence, separator, at, settings));
    separator = text[end] === '\n' ? '\n' : ' ';
    line += breaks + (separator === '\n' ? 1 : 0);
    start = end + 1;
  }
  return units;
}

/** The items of a list, rows of a table or lines of code as units, each on lines of its own. */
function partsOf(parts: readonly (Spot & { readonly text: string })[], first: string, settings: CutSettings): Unit[] {
  return parts.flatMap(({ text, ...spot }, n) => fitting(text, n === 0 ? first : '\n', spot, settings));
}

/** Splits code where an unindented line follows a blank line. */
function codeGroups(text: string, spot: Spot, settings: CutSettings): Group[] {
  const groups: (Spot & { readonly text: string })[][] = [];
  const isCounted = isLined(text, spot);
  let isBlank = true;
  text.split('\n').forEach((line, n) => {
    const begins = isBlank && /^\S/.test(line);
    const last = groups.at(-1);
    const number = (spot.fromLine ?? 0) + n;
    const part = { ...spot, ...(isCounted && { fromLine: number, toLine: number }), text: line };
    if (begins || !last) groups.push([part]);
    else last.push(part);
    isBlank = line.trim() === '';
  });
  return groups.map((group) => {
    return { header: '', standsAlone: false, overlaps: true, units: partsOf(group, '\n', settings) };
  });
}

/**
 * The rows of a table, each as a record with the names of the columns. If the first row names no columns, the rows are
 * kept as they are, and each chunk repeats the first row.
 */
function tableGroup(table: Extract<Block, { type: 'table' }>, settings: CutSettings): Group {
  const spotOf = (n: number) => {
    const { page, fromLine, toLine } = { ...table, ...table.lines?.[n] };
    return { page, fromLine, toLine };
  };
  const squashed = (cells: readonly string[]) => cells.map((cell) => cell.replace(/\s+/g, ' ').trim());
  const names = squashed(table.header);
  const rows = table.rows.map(squashed);
  const records = recordsOf(names, rows);
  const header = names.join(' | ');
  // A longer header is treated as an ordinary row, because it is too long to be repeated in every chunk.
  const isShort = countTokens(header) <= settings.tokens / 3;
  if (records) {
    const searchedHeader = isShort ? { searchedHeader: header } : {};
    const spots = records.map((_, n) => spotOf(n + 1));
    const units = recordUnits(records, spots, settings);
    return { header: '', ...searchedHeader, standsAlone: true, overlaps: false, units };
  }
  const repeats = rows.length > 0 && header.trim() !== '' && isShort;
  const parts = [names, ...rows].map((cells, n) => ({ ...spotOf(n), text: cells.join(' | ') })).slice(repeats ? 1 : 0);
  const filled = parts.filter(({ text }) => text.replace(/[| ]/g, '') !== '');
  const room = { ...settings, tokens: settings.tokens - (repeats ? countTokens(header) : 0) };
  const units = partsOf(filled, '\n', room);
  return { header: repeats ? header : '', standsAlone: repeats, overlaps: false, units };
}

/** Each record is a line. One that is longer than a chunk is cut between its values. */
function recordUnits(records: readonly TableRecord[], spots: readonly Spot[], settings: CutSettings): Unit[] {
  return records.flatMap((record, row) => {
    const at = spots[row] ?? NOWHERE;
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
function fitting(text: string, separator: string, place: Spot, { tokens: most }: CutSettings): Unit[] {
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
