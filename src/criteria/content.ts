import { EMPTY, type Part, readData } from './content-data.js';
import { type DeliveredDocument, fileOf, kindOf, kindTold } from './delivered-files.js';
import { isCode, isNumbersOnly, looksLikeCode, takeFencesApart } from './content-code.js';
import { withoutRemarks } from './words.js';

// Reads delivered content: its type, its formats, and the numbers, entries, rows and words in it. Every pattern here runs
// in linear time, because the text comes from outside and may be hostile.

export interface Content extends Part {
  /** Names of code documents that were ignored because other documents were delivered with them. */
  readonly setAside: readonly string[];
  /** One reason for each file that was not read. The content of these files stays undecided. */
  readonly unread: readonly string[];
  /** One problem for each file whose signature does not match its name or media type. */
  readonly misnamed: readonly string[];
}

/** Reads the documents as one. Code documents are ignored if others were delivered with them. */
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
    body: all.map(({ body }) => body).join('\n\n'),
    numbers: all.filter(({ isNumeric }) => isNumeric).flatMap(({ numbers }) => numbers),
    otherNumbers: [],
    isNumeric: all.some(({ isNumeric }) => isNumeric),
    items: all.flatMap(({ items }) => items),
    table: all.find(({ table }) => table)?.table,
    json: all.find(({ json }) => json)?.json,
    formats: new Set(all.flatMap(({ formats }) => [...formats])),
    setAside,
    ...files,
  };
}

function readDocument(document: DeliveredDocument): Part {
  const { name, mimeType, reading } = document;
  const text = document.content.replace(/^\uFEFF/, '').trim();
  if (text === '') return EMPTY;
  if (reading && 'text' in reading) return partOfFile(reading);
  const file = fileOf(document);
  if (!file || file.isPage) return readText(text, /\bcsv\b/i.test(`${name} ${mimeType ?? ''}`));
  // A file that was not read is known by its signature alone.
  const { type, format } = kindOf(file) ?? { type: 'binary' as const, format: 'binary' };
  return { ...EMPTY, type, formats: new Set([format]) };
}

/** Reads the text extracted from a file like any text, but reports the type and format of the file. */
function partOfFile({ text, mediaType }: { readonly text: string; readonly mediaType: string }): Part {
  const part = readText(text.trim(), mediaType === 'text/csv');
  const kind = kindTold(mediaType);
  if (kind) return { ...part, type: kind.type, formats: new Set([kind.format]) };
  return mediaType.includes('html') ? { ...part, type: 'html', formats: new Set(['html', 'text']) } : part;
}

// ───────────────────────────── text ─────────────────────────────

function readText(text: string, isCsv: boolean): Part {
  const { prose, blocks } = takeFencesApart(text);
  const codeBlocks = blocks.filter((block) => isCode(block.text, block.language));
  const code = new Set(codeBlocks);
  const dataBlocks = blocks.filter((block) => !code.has(block) && block.text.trim() !== '');
  const data = dataBlocks.length > 0 ? dataBlocks.map((block) => block.text).join('\n') : prose;
  const found = readData(withoutRemarks(data.trim()), { isCsv, besideCode: codeBlocks.length > 0 });
  const proseIsCode =
    dataBlocks.length === 0 && found.json === undefined && !isNumbersOnly(prose) && looksLikeCode(prose);
  const codeAlone = codeBlocks.length > 0 && dataBlocks.length === 0 && !found.isNumeric;
  if (proseIsCode || codeAlone) {
    return {
      ...EMPTY,
      type: 'code',
      text,
      body: text,
      formats: new Set(['code', ...(codeBlocks.length > 0 ? ['markdown'] : [])]),
    };
  }
  const formats = new Set(found.formats);
  if (formats.has('markdown_table')) formats.add('markdown');
  if (codeBlocks.length > 0) formats.add('code');
  if (isMarkdown(text)) formats.add('markdown');
  return { ...found, text, formats };
}

function isMarkdown(text: string): boolean {
  // Blanks before a mark must be on the same line. If they could span lines, each empty line would be tried as a start,
  // which takes quadratic time.
  return /^(?:#{1,6}\s|[^\S\n\r\u2028\u2029]*(?:[-*+]\s+\S|\d{1,9}[.)]\s+\S|\|.*\|)|>\s|```|~~~)|\*\*[^*\n]+\*\*|\[[^\]\n]{1,200}\]\([^)\n]{1,500}\)/m.test(
    text,
  );
}
