import { isAtMostDeep, isRecord } from '../common/json.js';

// Reads what was delivered: of which kind it is, in which formats, and the numbers, entries, rows and words in it. Every
// pattern here is linear in the length of the text: it comes from outside.

export interface DeliveredDocument {
  readonly name: string;
  readonly mimeType?: string | undefined;
  /** Text; files of an office program or PDF as base64. */
  readonly content: string;
}

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

export interface Table {
  /** Empty where the first row is data. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Content {
  readonly type: ContentType;
  /** What can be read of it; of a file nothing. */
  readonly text: string;
  /** In order. Numbers inside a sentence count only where there are no others. */
  readonly numbers: readonly number[];
  /** Whether the numbers are what was delivered, and not only stand in a text. */
  readonly isNumeric: boolean;
  /** Entries of a list, in order. */
  readonly items: readonly string[];
  readonly table: Table | undefined;
  /** The parsed value, wrapped so that a null is one. */
  readonly json: { readonly value: unknown } | undefined;
  /** Every format it is in: json, csv, markdown, markdown_table, html, xml, code, text, pdf, docx, xlsx, pptx. */
  readonly formats: ReadonlySet<string>;
  /** Names of documents of code that stand beside others, and were set aside. */
  readonly setAside: readonly string[];
}

type Part = Omit<Content, 'setAside'>;

/** Reads the documents as one. Code that comes beside something else is set aside. */
export function readContent(documents: readonly DeliveredDocument[]): Content {
  const parts = documents.map((document) => ({ name: document.name, part: readDocument(document) }));
  const delivered = parts.filter(({ part }) => part.type !== 'empty');
  const withoutCode = delivered.filter(({ part }) => part.type !== 'code');
  const counted = withoutCode.length > 0 ? withoutCode : delivered;
  const setAside = delivered.filter((one) => !counted.includes(one)).map(({ name }) => name);
  const [first, ...more] = counted.map(({ part }) => part);
  if (!first) return { ...EMPTY, setAside };
  if (more.length === 0) return { ...first, setAside };
  const all = [first, ...more];
  return {
    type: all.every(({ type }) => type === first.type) ? first.type : 'text',
    text: all.map(({ text }) => text).join('\n\n'),
    numbers: all.filter(({ isNumeric }) => isNumeric).flatMap(({ numbers }) => numbers),
    isNumeric: all.some(({ isNumeric }) => isNumeric),
    items: all.flatMap(({ items }) => items),
    table: all.find(({ table }) => table)?.table,
    json: all.find(({ json }) => json)?.json,
    formats: new Set(all.flatMap(({ formats }) => [...formats])),
    setAside,
  };
}

const EMPTY: Part = {
  type: 'empty',
  text: '',
  numbers: [],
  isNumeric: false,
  items: [],
  table: undefined,
  json: undefined,
  formats: new Set(),
};

function readDocument({ name, mimeType, content }: DeliveredDocument): Part {
  const text = content.replace(/^\uFEFF/, '').trim();
  if (text === '') return EMPTY;
  const file = fileOf(text, `${name} ${mimeType ?? ''}`.toLowerCase());
  return file ? { ...EMPTY, ...file } : readText(text, /\bcsv\b/i.test(`${name} ${mimeType ?? ''}`));
}

// ───────────────────────────── files ─────────────────────────────

/** A file by its signature: `%PDF-`, a ZIP with the folder of an office format, or the older compound file. */
function fileOf(text: string, named: string): Pick<Part, 'type' | 'formats'> | undefined {
  if (text.startsWith('%PDF-')) return { type: 'pdf', formats: new Set(['pdf']) };
  const encoded = /^(?:data:[^,\n]{0,200};base64,)?\s*((?:JVBERi0|UEsDB|0M8R4KGx)[A-Za-z0-9+/=\s]*)$/.exec(text)?.[1];
  if (encoded === undefined) return undefined;
  if (encoded.startsWith('JVBERi0')) return { type: 'pdf', formats: new Set(['pdf']) };
  const bytes = Buffer.from(encoded, 'base64');
  const holds = (folder: string, extension: RegExp) => bytes.includes(folder) || extension.test(named);
  if (holds('word/', /\.docx?\b|wordprocessing|msword/)) return { type: 'word', formats: new Set(['docx']) };
  if (holds('xl/', /\.xlsx?\b|spreadsheet|ms-excel/)) return { type: 'excel', formats: new Set(['xlsx']) };
  if (holds('ppt/', /\.pptx?\b|presentation|powerpoint/)) return { type: 'powerpoint', formats: new Set(['pptx']) };
  return { type: 'binary', formats: new Set(['binary']) };
}

// ───────────────────────────── text ─────────────────────────────

const PROGRAMMING =
  /^(?:python3?|py|javascript|js|jsx|typescript|tsx?|java|kotlin|c|cpp|c\+\+|csharp|cs|c#|go|golang|rust|rs|ruby|rb|php|swift|scala|perl|r|julia|haskell|hs|sql|cypher|bash|sh|shell|zsh|powershell|ps1|lua|dart|matlab|prolog)$/i;

function readText(text: string, isCsv: boolean): Part {
  const { prose, blocks } = takeFencesApart(text);
  const codeBlocks = blocks.filter((block) => isCode(block.text, block.language));
  const code = new Set(codeBlocks);
  const dataBlocks = blocks.filter((block) => !code.has(block) && block.text.trim() !== '');
  const data = dataBlocks.length > 0 ? dataBlocks.map((block) => block.text).join('\n') : prose;
  const found = readData(data.trim(), { isCsv, besideCode: codeBlocks.length > 0 });
  const proseIsCode =
    dataBlocks.length === 0 && found.json === undefined && !isNumbersOnly(prose) && looksLikeCode(prose);
  const codeAlone = codeBlocks.length > 0 && dataBlocks.length === 0 && !found.isNumeric;
  if (proseIsCode || codeAlone) {
    return { ...EMPTY, type: 'code', text, formats: new Set(['code', ...(codeBlocks.length > 0 ? ['markdown'] : [])]) };
  }
  const formats = new Set(found.formats);
  if (codeBlocks.length > 0) formats.add('code');
  if (isMarkdown(text)) formats.add('markdown');
  return { ...found, text, formats };
}

interface Fence {
  readonly language: string;
  readonly text: string;
}

/** Line by line: a pattern over the whole would be quadratic where fences are not closed. */
function takeFencesApart(text: string): { readonly prose: string; readonly blocks: readonly Fence[] } {
  const prose: string[] = [];
  const blocks: Fence[] = [];
  let open: { readonly mark: string; readonly language: string; readonly lines: string[] } | undefined;
  for (const line of text.split('\n')) {
    const fence = /^\s{0,3}(`{3,}|~{3,})\s*([^\s`]{0,30})/.exec(line);
    if (open) {
      if (fence?.[2] === '' && fence[1]?.startsWith(open.mark)) {
        blocks.push({ language: open.language, text: open.lines.join('\n') });
        open = undefined;
      } else {
        open.lines.push(line);
      }
    } else if (fence) {
      open = { mark: fence[1] ?? '```', language: fence[2] ?? '', lines: [] };
    } else {
      prose.push(line);
    }
  }
  if (open) blocks.push({ language: open.language, text: open.lines.join('\n') });
  return { prose: prose.join('\n'), blocks };
}

function isCode(text: string, language: string): boolean {
  if (isNumbersOnly(text) || parsedJson(text)) return false;
  return (
    PROGRAMMING.test(language) || (!/^(?:json|csv|tsv|text|txt|markdown|md)$/i.test(language) && looksLikeCode(text))
  );
}

const CODE_LINES: readonly RegExp[] = [
  /^\s*(?:async\s+)?(?:def|class)\s+\w+.*:\s*$/,
  /^\s*(?:from\s+[\w.]+\s+)?import\s+[\w.{*]+/,
  /^\s*(?:export\s+)?(?:async\s+)?function\b.*[({]/,
  /^\s*(?:export\s+)?(?:const|let|var)\s+[\w{[]+.*=/,
  /^\s*(?:public|private|protected|static|final)\s+\w+.*[({;]/,
  /^\s*(?:#include\b|#!\/|using\s+namespace\b|package\s+\w+;?$|fn\s+\w+\(|func\s+\w+\()/,
  /^\s*(?:if|for|while|elif|else if|switch|except|catch|with)\b.*[:{]\s*$/,
  /^\s*(?:else|try|finally|do)\s*[:{]\s*$/,
  /^\s*(?:return|yield|raise|throw)\b.*[\w)\]}'"];?\s*$/,
  /^\s*(?:break|continue|pass|end);?\s*$/,
  /^\s*(?:print|console\.log|printf|println!?|System\.out\.print(?:ln)?|echo)\s*\(.*$/,
  /^\s*[\w.]+(?:\[[^\]]*\])?\s*(?:[-+*/%]|\/\/|:)?=\s*[^=\s].*$/,
  /^\s*\w+(?:\.\w+)*\([^)]*\);?\s*$/,
  /[;{]\s*$|^\s*\}\)?[;,]?\s*$/,
  /^\s*(?:SELECT\s.*\bFROM\b|INSERT\s+INTO\b|UPDATE\s.*\bSET\b|CREATE\s+TABLE\b|MATCH\s*\()/i,
];
const COMMENT = /^\s*(?:#|\/\/|\/\*|\*|--|"""|''')/;
/** A line longer than this is judged by its beginning. */
const LINE_LENGTH = 300;

/** At least two of five lines that are no comments read like a program. */
function looksLikeCode(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !COMMENT.test(line));
  const code = lines.filter((line) => CODE_LINES.some((pattern) => pattern.test(line.slice(0, LINE_LENGTH))));
  return code.length > 0 && code.length * 5 >= lines.length * 2;
}

/** Four of five characters belong to numbers, or one list of them gets a name: `primes = [2, 3, 5]`. */
function isNumbersOnly(text: string): boolean {
  if (/^\s*(?:(?:const|let|var)\s+)?\w{1,100}\s*=\s*[[({][-+\d\s.,]*[\])}];?\s*$/.test(text)) return true;
  const all = text.replace(/\s/g, '').length;
  return all > 0 && text.replace(/[^0-9.,;|+\-[\](){}]/g, '').length >= 0.8 * all && /\d/.test(text);
}

function isMarkdown(text: string): boolean {
  // Blanks before a mark are those of its line: across lines, each of many empty ones would be a beginning to try.
  return /^(?:#{1,6}\s|[^\S\n\r\u2028\u2029]*(?:[-*+]\s+\S|\d{1,9}[.)]\s+\S|\|.*\|)|>\s|```|~~~)|\*\*[^*\n]+\*\*|\[[^\]\n]{1,200}\]\([^)\n]{1,500}\)/m.test(
    text,
  );
}

// ───────────────────────────── data ─────────────────────────────

interface DataSettings {
  readonly isCsv: boolean;
  /** It stands around code, and a number in it may belong to that. */
  readonly besideCode: boolean;
}

function readData(data: string, settings: DataSettings): Part {
  const json = parsedJson(data);
  if (json) return readJson(json.value, data);
  const table = markdownTable(data) ?? delimitedTable(data);
  const marked = markedLines(data);
  const rows = table ? numberColumn(table) : undefined;
  const inText = rows ? undefined : numbersInText(marked ? marked.join('\n') : data, settings);
  const numbers = rows ?? inText?.numbers ?? [];
  const isNumeric = rows !== undefined || inText?.isData === true;
  const items = table
    ? table.rows.map((row) => row.join(' | '))
    : (marked ?? (isNumeric ? numbers.map(String) : plainItems(data)));
  const html = /^\s*<(?:!doctype html|html|head|body|div|p|h[1-6]|ul|ol|table|section|article)\b/i.test(data);
  const formats = new Set<string>(['text']);
  if (html) formats.add('html');
  if (isXml(data)) formats.add('xml');
  if (markdownTable(data)) formats.add('markdown_table');
  if (isDelimited(data)) formats.add('csv');
  const type = isNumeric ? 'numbers' : table ? 'table' : html ? 'html' : marked ? 'list' : 'text';
  return { type, text: data, numbers, isNumeric, items, table, json: undefined, formats };
}

function parsedJson(text: string): { readonly value: unknown } | undefined {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function readJson(value: unknown, text: string): Part {
  const part = { ...EMPTY, text, json: { value }, formats: new Set(['json', 'text']) };
  // An object with one list in it is that list with its name.
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

/** JSON nested deeper than this has neither entries nor rows, and is not walked through. */
const JSON_DEPTH = 100;
/** Rows in which each has other keys are no table: of 60,000 such one would have 3.6 billion cells. */
const MAX_CELLS = 1_000_000;

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\s*[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?\s*$/.test(value)
    ? Number(value)
    : undefined;
}

function isXml(text: string): boolean {
  const name = /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?<([A-Za-z][\w.:-]{0,100})[\s/>]/.exec(text)?.[1];
  return name !== undefined && (text.endsWith(`</${name}>`) || text.endsWith('/>'));
}

// ───────────────────────────── tables ─────────────────────────────

function markdownTable(text: string): Table | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const rule = lines.findIndex((line) => /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/.test(line) && line.includes('|'));
  if (rule < 1) return undefined;
  const cells = (line: string) =>
    line
      .replace(/^\|/, '')
      .replace(/\|$/, '')
      .split('|')
      .map((cell) => plain(cell));
  const rows: string[][] = [];
  for (const line of lines.slice(rule + 1)) {
    if (!line.includes('|')) break;
    rows.push(cells(line));
  }
  return { columns: cells(lines[rule - 1] ?? ''), rows };
}

const DELIMITERS = ['\t', ';', ','] as const;

/** At least two rows of two fields and more, all of the same number. */
function delimitedTable(text: string): Table | undefined {
  for (const delimiter of DELIMITERS) {
    const rows = delimitedRows(text, delimiter);
    if (!rows) continue;
    const width = rows[0]?.length ?? 0;
    if (width < 2 || rows.length < 2 || rows.some((row) => row.length !== width)) continue;
    const [head = [], ...rest] = rows;
    const hasHead = head.every((cell) => numberOf(cell) === undefined) && rest.length > 0;
    return hasHead ? { columns: head, rows: rest } : { columns: [], rows };
  }
  return undefined;
}

/** Whether the text is CSV (RFC 4180) with commas, semicolons or tabs: rows of one width, fields without line breaks. */
function isDelimited(text: string): boolean {
  const oneColumn = text
    .split('\n')
    .every((line) => /^[^,;\t]{0,60}$/.test(line) && line.trim().split(/\s+/).length <= 3);
  if (oneColumn) return true;
  return DELIMITERS.some((delimiter) => {
    const rows = delimitedRows(text, delimiter);
    const width = rows?.[0]?.length ?? 0;
    if (!rows || width < 2 || rows.some((row) => row.length !== width)) return false;
    // A sentence with a comma in it is one row of two fields.
    return rows.length > 1 || (rows[0]?.every((cell) => cell.length > 0 && cell.split(/\s+/).length <= 4) ?? false);
  });
}

/** @returns undefined where quotes are not closed */
function delimitedRows(text: string, delimiter: string): string[][] | undefined {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  // Of the cell so far. To ask the cell itself at each quote is quadratic.
  let isBlank = true;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (quoted) {
      if (sign !== '"') {
        cell += sign;
        isBlank &&= sign.trim() === '';
      } else if (text[at + 1] === '"') {
        cell += '"';
        isBlank = false;
        at++;
      } else quoted = false;
    } else if (sign === '"' && isBlank) {
      quoted = true;
      cell = '';
    } else if (sign === delimiter) {
      row.push(cell.trim());
      cell = '';
      isBlank = true;
    } else if (sign === '\n') {
      row.push(cell.trim());
      if (row.length > 1 || row[0] !== '') rows.push(row);
      row = [];
      cell = '';
      isBlank = true;
    } else {
      cell += sign;
      isBlank &&= sign.trim() === '';
    }
  }
  row.push(cell.trim());
  if (row.length > 1 || row[0] !== '') rows.push(row);
  return quoted ? undefined : rows;
}

const INDEX_NAME = /^(?:#|no\.?|nr\.?|n|i|index|idx|id|rank|position|pos|row|number|count)$/i;

/** The numbers of a table: of its one column of numbers beside an index, or of all where every cell is one. */
function numberColumn({ columns, rows }: Table): number[] | undefined {
  if (rows.length === 0) return undefined;
  const width = rows[0]?.length ?? 0;
  const numeric = Array.from({ length: width }, (_, index) => rows.map((row) => numberOf(row[index] ?? '')));
  const complete = numeric.flatMap((values, index) =>
    values.every((value) => value !== undefined) ? [{ index, values }] : [],
  );
  if (complete.length === 0) return undefined;
  if (complete.length === 1) {
    const [only] = complete;
    // Beside words a column of numbers is a part of a table, not a delivery of numbers.
    return width === 1 || columns.length > 0 ? (width <= 2 ? only?.values : undefined) : undefined;
  }
  const counted = complete.filter(({ index, values }) => {
    const counts =
      values.every((value, row) => value === (values[0] ?? 0) + row) && (values[0] === 0 || values[0] === 1);
    return !(counts && rows.length > 2) && !INDEX_NAME.test(columns[index] ?? '');
  });
  if (counted.length === 1) return counted[0]?.values;
  if (complete.length !== width || columns.length > 0) return undefined;
  return rows.flatMap((row) => row.map(Number));
}

// ───────────────────────────── lists ─────────────────────────────

/** What stands behind bullets, or behind numbers that count up; undefined unless most lines are such. */
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

/** Entries without marks: parted by commas in one line, or one a line. */
function plainItems(text: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => plain(line))
    .filter((line) => line !== '');
  const listed = lines.filter((line) => !line.endsWith(':'));
  if (listed.length !== 1) return listed;
  const parts = (listed[0] ?? '').replace(/^[^:]{0,120}:\s/, '').split(/[,;]\s*(?:and\s|or\s)?/);
  return parts.length >= 2 ? parts.map((part) => part.trim().replace(/\.$/, '')).filter((part) => part !== '') : listed;
}

function plain(text: string): string {
  return text.replace(/\*\*|__|`/g, '').trim();
}

// ───────────────────────────── numbers in text ─────────────────────────────

const NUMBER = /(?<![\p{L}\p{N}_.])[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d{1,3})?(?![\p{L}\p{N}_])(?!\.\d)/gu;
/** Between two numbers of one enumeration; three dots stand for what was left out. */
const BETWEEN = /^[\s,;|/&[\](){}'"]*(?:(?:\.{3}|…)[\s,;|/&[\](){}'"]*)?(?:(?:and|und|or)[\s,;|/&[\](){}'"]*)?$/;
/** Text between two numbers that is looked at. */
const LONGEST_GAP = 40;
/** Up to so many words a single number is the answer. */
const SHORT_ANSWER = 60;

/** Enumerated numbers, wherever they stand; without any those of a short answer, or of the sentences. */
function numbersInText(
  text: string,
  { isCsv, besideCode }: DataSettings,
): { readonly numbers: number[]; readonly isData: boolean } {
  const readable = joinThousands(text.replace(/\*\*|__|`/g, '').replace(/−/g, '-'), isCsv);
  const runs: number[][] = [];
  let end = -1;
  for (const match of readable.matchAll(NUMBER)) {
    const gap = end < 0 ? undefined : readable.slice(end, match.index);
    const run = runs.at(-1);
    if (run && gap !== undefined && gap !== '' && gap.length <= LONGEST_GAP && BETWEEN.test(gap))
      run.push(Number(match[0]));
    else runs.push([Number(match[0])]);
    end = match.index + match[0].length;
  }
  const enumerated = runs.filter((run) => run.length >= 2);
  const words = (readable.match(/\p{L}{2,}/gu) ?? []).length;
  if (enumerated.length === 0) {
    return { numbers: runs.flat(), isData: !besideCode && runs.length > 0 && words <= SHORT_ANSWER };
  }
  const numbers = enumerated.flat();
  // In an essay a few numbers side by side are no data.
  return { numbers, isData: words <= SHORT_ANSWER || numbers.length * 2 >= words };
}

const THOUSANDS = /(?<![\d,.])\d{1,3}(?:,\d{3}){1,4}(?![\d,]*\d)/g;

/**
 * Takes the commas out of 1,009 where they cannot part two numbers: no other comma stands between digits, and either a
 * group begins with a zero, or there is one such number, with one comma or among words.
 */
function joinThousands(text: string, isCsv: boolean): string {
  if (isCsv) return text;
  const grouped = text.match(THOUSANDS) ?? [];
  if (grouped.length === 0) return text;
  const commas = text.match(/\d,(?=\d)/g)?.length ?? 0;
  const explained = grouped.reduce((sum, token) => sum + token.split(',').length - 1, 0);
  const isOne = grouped.length === 1 && (commas === 1 || /\p{L}/u.test(text));
  if (commas !== explained || !(isOne || grouped.some((token) => token.includes(',0')))) return text;
  return text.replace(THOUSANDS, (token) => token.replaceAll(',', ''));
}

// ───────────────────────────── words ─────────────────────────────

export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu)?.length ?? 0;
}

export function countSentences(text: string): number {
  return text.split(/(?<![.!?…])[.!?…]+(?=\s|$)/u).filter((part) => /\p{L}/u.test(part)).length;
}

/** Blocks of text between blank lines; headings are none. */
export function countParagraphs(text: string): number {
  return text.split(/\n[^\S\n]*\n/).filter((block) => /\p{L}/u.test(block) && !/^\s*#{1,6}\s[^\n]*$/.test(block.trim()))
    .length;
}

/** Headings in Markdown, in bold, numbered, in HTML, or a short line of its own that ends in no full stop. */
export function headings(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const bare = line
      .replace(/<\/?h[1-6][^>]{0,100}>/gi, '')
      .replace(/^[\s#*_\d.)]+/, '')
      .replace(/(?<![\s*_:#])[\s*_:#]+$/, '');
    return bare === '' || bare.length > 100 || /[.!?,;]$/.test(bare) ? [] : [bare];
  });
}
