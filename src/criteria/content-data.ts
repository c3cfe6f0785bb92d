import { isAtMostDeep, isRecord } from '../common/json.js';
import { type NumberSettings, numbersInText } from './content-numbers.js';
import { plain } from './words.js';
import {
  delimitedRows,
  delimitedTable,
  isCsv,
  isOneColumn,
  markdownTable,
  numberColumn,
  numberOf,
  type Table,
} from './content-tables.js';

// Finds data in a text: JSON, a table, a list, or numbers.

export type ContentType =
  | 'empty'
  | 'numbers'
  | 'list'
  | 'table'
  | 'json'
  | 'code'
  | 'html'
  | 'text'
  | 'pdf'
  | 'word'
  | 'excel'
  | 'powerpoint'
  | 'binary';

/** Content of one text or file. */
export interface Part {
  readonly type: ContentType;
  /** Text that can be read; empty for a file that was not read. */
  readonly text: string;
  /** The text without code fences and remarks, such as "Sure! Here you go:". */
  readonly body: string;
  /** In order of appearance. Numbers inside sentences count only if the text has no enumerated ones. */
  readonly numbers: readonly number[];
  /** The same numbers in other readings of their separators: 1,275 may be 1275, or 1 and 275. */
  readonly otherNumbers: readonly (readonly number[])[];
  /** True if the numbers are the delivery itself; false if they merely occur in a text. */
  readonly isNumeric: boolean;
  /** Entries of a list, in order. */
  readonly items: readonly string[];
  readonly table: Table | undefined;
  /** The parsed JSON, in an object so that a parsed null differs from no JSON. */
  readonly json: { readonly value: unknown } | undefined;
  /** All formats that apply: json, jsonl, csv, markdown, markdown_table, html, xml, code, text, pdf, docx, xlsx, pptx, binary. */
  readonly formats: ReadonlySet<string>;
}

export const EMPTY: Part = {
  type: 'empty',
  text: '',
  body: '',
  numbers: [],
  otherNumbers: [],
  isNumeric: false,
  items: [],
  table: undefined,
  json: undefined,
  formats: new Set(),
};

export function readData(data: string, settings: NumberSettings): Part {
  const json = parsedJson(data) ?? jsonInside(data);
  if (json) return readJson(json.value, data);
  const lines = jsonLines(data);
  if (lines) return { ...readJson(lines, data), formats: new Set(['jsonl', 'text']) };
  const ofMarkdown = markdownTable(data);
  const cells = delimitedRows(data);
  const table = ofMarkdown ?? (cells && delimitedTable(cells));
  const marked = markedLines(data);
  const rows = table ? numberColumn(table) : undefined;
  const inText = rows ? undefined : numbersInText(marked ? marked.join('\n') : data, settings);
  const numbers = rows ?? inText?.numbers ?? [];
  // Numbers in the cells of a table with named columns are not the delivery itself.
  const isTable = table !== undefined && table.columns.length > 0;
  const isNumeric = rows !== undefined || (!isTable && inText?.isData === true);
  const items = table
    ? table.rows.map((row) => row.join(' | '))
    : (marked ?? (isNumeric ? numbers.map(String) : plainItems(data)));
  const html =
    /^\s*<(?:!doctype html|html|head|body|div|p|h[1-6]|ul|ol|table|section|article|form|button|input|label|nav|header|footer|main|span|img|a|style|svg)\b/i.test(
      data,
    );
  const formats = new Set<string>(['text']);
  if (html) formats.add('html');
  if (isXml(data)) formats.add('xml');
  if (ofMarkdown) formats.add('markdown_table');
  if (cells ? isCsv(cells) : isOneColumn(data)) formats.add('csv');
  const type = isNumeric ? 'numbers' : table ? 'table' : html ? 'html' : marked ? 'list' : 'text';
  // A line such as "1,250" can also be read as a row of two fields.
  const grouped = rows && !settings.isCsv && !ofMarkdown ? numbersInText(data, settings) : undefined;
  const otherNumbers = grouped ? [grouped.numbers, ...grouped.otherNumbers] : (inText?.otherNumbers ?? []);
  return { type, text: data, body: data, numbers, otherNumbers, isNumeric, items, table, json: undefined, formats };
}

export function parsedJson(text: string): { readonly value: unknown } | undefined {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Finds JSON on lines of its own with sentences before or after it, or after a colon. */
function jsonInside(text: string): { readonly value: unknown } | undefined {
  const told = /^[^\n:{}[\]]{1,120}:\s{1,9}(?=[[{])/.exec(text)?.[0];
  const after = told === undefined ? undefined : parsedJson(text.slice(told.length));
  if (after) return after;
  const lines = text.split('\n');
  const from = lines.findIndex((line) => /^\s*[[{]/.test(line));
  const to = lines.findLastIndex((line) => /[\]}]\s*$/.test(line));
  if (from < 0 || to < from || (from === 0 && to === lines.length - 1)) return undefined;
  const around = [...lines.slice(0, from), ...lines.slice(to + 1)];
  return around.length <= LINES_AROUND ? parsedJson(lines.slice(from, to + 1).join('\n')) : undefined;
}

/** Reads JSON lines: one object or list on each line, at least two lines. */
function jsonLines(text: string): readonly unknown[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2 || !lines.every((line) => /^\s*(?:\{.*\}|\[.*\])\s*$/.test(line))) return undefined;
  const values = lines.map((line) => parsedJson(line));
  return values.every((value) => value !== undefined) ? values.map(({ value }) => value) : undefined;
}

/** Maximum number of lines around JSON. */
const LINES_AROUND = 12;

function readJson(value: unknown, text: string): Part {
  const part = { ...EMPTY, text, body: text, json: { value }, formats: new Set(['json', 'text']) };
  // An object with exactly one list is read as that list.
  if (!isAtMostDeep(value, JSON_DEPTH)) return { ...part, type: 'json' };
  const lists = isRecord(value) ? Object.values(value).filter(Array.isArray) : [];
  const list: unknown = Array.isArray(value) ? value : lists.length === 1 ? lists[0] : undefined;
  if (!Array.isArray(list)) return { ...part, type: typeof value === 'string' ? 'text' : 'json' };
  const items = list.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)));
  const flat: unknown[] = list.every(Array.isArray) ? list.flat() : list;
  const numbers = flat.map(numberOf);
  if (flat.length > 0 && numbers.every((number) => number !== undefined)) {
    return { ...part, type: 'numbers', numbers, isNumeric: true, items: numbers.map(String) };
  }
  if (list.length > 0 && list.every(isRecord)) {
    const columns = [...new Set(list.flatMap((row) => Object.keys(row)))];
    if (columns.length * list.length > MAX_CELLS) return { ...part, type: 'json', items };
    const table = { columns, rows: list.map((row) => columns.map((column) => cellOf(row[column]))) };
    const column = numberColumn(table);
    return {
      ...part,
      type: column ? 'numbers' : 'table',
      items,
      table,
      numbers: column ?? [],
      isNumeric: column !== undefined,
    };
  }
  return { ...part, type: 'list', items };
}

/** JSON nested more deeply than this is not traversed, so it has neither entries nor rows. */
const JSON_DEPTH = 100;
/** Maximum cells of a table made of JSON. 60,000 objects that each have different keys would make 3.6 billion cells. */
const MAX_CELLS = 1_000_000;

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isXml(text: string): boolean {
  const name = /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?<([A-Za-z][\w.:-]{0,100})[\s/>]/.exec(text)?.[1];
  return name !== undefined && (text.endsWith(`</${name}>`) || text.endsWith('/>'));
}

/** The texts after bullets or after ascending numbers; undefined if fewer than half of the lines have such marks. */
function markedLines(text: string): string[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const bullets = lines.flatMap((line) => {
    const entry = /^\s*[-*•+]\s+(\S.*)$/.exec(line)?.[1];
    return entry === undefined ? [] : [plain(entry)];
  });
  if (bullets.length >= 2 && bullets.length * 2 >= lines.length) return bullets;
  const counted: string[] = [];
  let next: number | undefined;
  for (const line of lines) {
    const match = /^\s*(?:[\p{L}#*]{0,20}\s{0,3})?(\d{1,7})\s?[.):=–-]\*{0,2}\s+(\S.*)$/u.exec(line);
    const number = match ? Number(match[1]) : Number.NaN;
    if (match && (next === undefined ? number <= 1 : number === next)) {
      counted.push(plain(match[2] ?? ''));
      next = number + 1;
    }
  }
  return counted.length >= 2 && counted.length * 2 >= lines.length ? counted : undefined;
}

/** Reads entries without marks, which are either separated by commas on one line, or on a line each. */
function plainItems(text: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => plain(line))
    .filter((line) => line !== '');
  const listed = lines.filter((line) => !line.endsWith(':'));
  if (listed.length !== 1) return listed;
  const line = (listed[0] ?? '').replace(/^[^:]{0,120}:\s/, '');
  const tokens = line.split(/\s+/);
  // Hashtags and emoji are separated by blanks alone.
  if (tokens.length >= 2 && tokens.every((token) => /^(?:#\S+|[^\p{L}\p{N}\s]+)$/u.test(token))) return tokens;
  const parts = line.split(/[,;]\s*(?:and\s|or\s)?/);
  if (parts.length < 2) return listed;
  return [...parts.slice(0, -1), ...lastParts(parts.at(-1) ?? '')]
    .map((part) => part.trim().replace(/\.$/, ''))
    .filter((part) => part !== '');
}

/** Splits "Elbe and Danube" at the "and", unless more than four words stand before or after it. */
function lastParts(text: string): string[] {
  const pair = /^((?:\S+\s){1,4}?)(?:and|or)\s((?:\S+\s?){1,4})$/u.exec(text.trim());
  return pair ? [pair[1] ?? '', pair[2] ?? ''] : [text];
}
