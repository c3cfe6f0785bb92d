import { EMPTY, type Part, readData } from './content-data.js';
import type { FileReading } from './delivered-files.js';
import { isCode, isEquation, isNumbersOnly, looksLikeCode, takeFencesApart } from './content-code.js';

// Reads what was delivered: of which kind it is, in which formats, and the numbers, entries, rows and words in it. Every
// pattern here is linear in the length of the text: it comes from outside.

export interface DeliveredDocument {
  readonly name: string;
  readonly mimeType?: string | undefined;
  /** Text; files of an office program or PDF as base64. */
  readonly content: string;
  /** Of a file, what came of reading it; unless given, only its signature is known. */
  readonly reading?: FileReading | undefined;
}

export interface Content extends Part {
  /** Names of documents of code that stand beside others, and were set aside. */
  readonly setAside: readonly string[];
  /** Why files were not read, which leaves open what is in them. */
  readonly unread: readonly string[];
  /** What is wrong with the signatures of files. */
  readonly misnamed: readonly string[];
}

/** Reads the documents as one. Code that comes beside something else is set aside. */
export function readContent(documents: readonly DeliveredDocument[]): Content {
  const parts = documents.map((document) => ({ name: document.name, part: readDocument(document) }));
  const delivered = parts.filter(({ part }) => part.type !== 'empty');
  const withoutCode = delivered.filter(({ part }) => part.type !== 'code');
  const counted = withoutCode.length > 0 ? withoutCode : delivered;
  const setAside = delivered.filter((one) => !counted.includes(one)).map(({ name }) => name);
  const readings = documents.flatMap(({ reading }) => reading ?? []);
  const files = {
    unread: readings.flatMap((reading) => ('unread' in reading ? [reading.unread] : [])),
    misnamed: readings.flatMap((reading) => ('misnamed' in reading ? [reading.misnamed] : [])),
  };
  const [first, ...more] = counted.map(({ part }) => part);
  if (!first) return { ...EMPTY, setAside, ...files };
  if (more.length === 0) return { ...first, setAside, ...files };
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
    ...files,
  };
}

function readDocument({ name, mimeType, content, reading }: DeliveredDocument): Part {
  const text = content.replace(/^\uFEFF/, '').trim();
  if (text === '') return EMPTY;
  if (reading && 'text' in reading) return partOfFile(reading);
  const file = fileOf(text, `${name} ${mimeType ?? ''}`.toLowerCase());
  // In base64 it is no text, whatever its letters spell.
  if (reading && !file) return { ...EMPTY, type: 'binary', formats: new Set(['binary']) };
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

const READ: readonly { readonly told: string; readonly type: Part['type']; readonly format: string }[] = [
  { told: 'pdf', type: 'pdf', format: 'pdf' },
  { told: 'wordprocessingml', type: 'word', format: 'docx' },
  { told: 'spreadsheetml', type: 'excel', format: 'xlsx' },
  { told: 'presentationml', type: 'powerpoint', format: 'pptx' },
  { told: 'html', type: 'html', format: 'html' },
];

/** What was read of a file, as a text is; its type and format are the file's. */
function partOfFile({ text, mediaType }: { readonly text: string; readonly mediaType: string }): Part {
  const part = readText(text.trim(), mediaType === 'text/csv');
  const file = READ.find(({ told }) => mediaType.includes(told));
  if (!file) return part;
  return { ...part, type: file.type, formats: new Set([file.format, ...(file.type === 'html' ? ['text'] : [])]) };
}

// ───────────────────────────── text ─────────────────────────────

function readText(text: string, isCsv: boolean): Part {
  const { prose, blocks } = takeFencesApart(text);
  const codeBlocks = blocks.filter((block) => isCode(block.text, block.language));
  const code = new Set(codeBlocks);
  const dataBlocks = blocks.filter((block) => !code.has(block) && block.text.trim() !== '');
  const data = dataBlocks.length > 0 ? dataBlocks.map((block) => block.text).join('\n') : prose;
  const found = readData(data.trim(), { isCsv, besideCode: codeBlocks.length > 0 });
  const proseIsCode =
    dataBlocks.length === 0 &&
    found.json === undefined &&
    !isNumbersOnly(prose) &&
    !isEquation(prose) &&
    looksLikeCode(prose);
  const codeAlone = codeBlocks.length > 0 && dataBlocks.length === 0 && !found.isNumeric;
  if (proseIsCode || codeAlone) {
    return { ...EMPTY, type: 'code', text, formats: new Set(['code', ...(codeBlocks.length > 0 ? ['markdown'] : [])]) };
  }
  const formats = new Set(found.formats);
  if (codeBlocks.length > 0) formats.add('code');
  if (isMarkdown(text)) formats.add('markdown');
  return { ...found, text, formats };
}

function isMarkdown(text: string): boolean {
  // Blanks before a mark are those of its line: across lines, each of many empty ones would be a beginning to try.
  return /^(?:#{1,6}\s|[^\S\n\r\u2028\u2029]*(?:[-*+]\s+\S|\d{1,9}[.)]\s+\S|\|.*\|)|>\s|```|~~~)|\*\*[^*\n]+\*\*|\[[^\]\n]{1,200}\]\([^)\n]{1,500}\)/m.test(
    text,
  );
}
