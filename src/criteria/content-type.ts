import type { Content } from './content.js';
import type { ReadIntent } from './intent.js';
import { takeFencesApart } from './content-code.js';
import { countWords, headings } from './words.js';

// Compares the type and the format of delivered content with those of the intent.

export const FILES: ReadonlySet<string> = new Set(['pdf', 'word', 'excel', 'powerpoint']);
const FILE_FORMATS: ReadonlySet<string> = new Set(['pdf', 'docx', 'xlsx', 'pptx']);
/** Minimum words of an analysis, and of a document without headings. */
const ANALYSIS_WORDS = 20;
const DOCUMENT_WORDS = 50;
/** An analysis or a document of fewer words is none. Whether one of a sentence is what was meant is undecided. */
const FEW_WORDS = 5;

/** @returns null if the rules do not know the type, or cannot decide */
export function matchesType(dataType: string, content: Content): boolean | null {
  const { type } = content;
  const isReadable = type !== 'code' && type !== 'binary' && (!FILES.has(type) || content.text !== '');
  const words = countWords(content.text.replace(/[\d\s.,;|]+/g, ' '));
  switch (dataType) {
    case 'numbers':
      if (content.isNumeric) return true;
      // Numbers may be written in words, or follow a long explanation.
      return isReadable ? null : false;
    case 'list':
      if (!isReadable) return false;
      return content.items.length > 1 ? true : content.items.length === 1 ? null : false;
    case 'table':
      if (content.table !== undefined || type === 'excel' || /<table\b/i.test(content.text)) return true;
      return type === 'code' || isOneLine(content) ? false : null;
    case 'json':
      if (content.json === undefined) return false;
      return typeof content.json.value === 'string' ? null : true;
    case 'document':
      if (FILES.has(type)) return true;
      if (type === 'code') return null;
      if (!isReadable) return false;
      if (headings(content.text).length > 1 || words >= DOCUMENT_WORDS) return true;
      return words < FEW_WORDS ? false : null;
    case 'analysis':
      if (!isReadable) return isAroundCode(content) ? null : false;
      return words >= ANALYSIS_WORDS ? true : words >= FEW_WORDS ? null : false;
    case 'text':
      if (!isReadable) return isAroundCode(content) ? null : false;
      // A number alone may answer a question.
      return /\p{L}/u.test(content.text) || (/\d/.test(content.text) ? null : false);
    case 'code':
      return matchesCode(content);
    default:
      return null;
  }
}

/** @returns null if the rules do not know the format, or cannot decide */
export function matchesFormat(format: string, dataType: string, content: Content): boolean | null {
  const { type, formats } = content;
  switch (format) {
    case 'raw_data':
      return dataType === 'numbers' || dataType === 'table' ? matchesType(dataType, content) : content.items.length > 0;
    case 'document':
      return FILES.has(type) || formats.has('text') || formats.has('html');
    case 'code':
      return matchesCode(content);
    case 'any':
      return true;
    case 'text':
      // Whether a file or a JSON object that contains the text is acceptable is unknown.
      if ((FILES.has(type) && content.text !== '') || isAroundCode(content)) return null;
      if (content.json) return typeof content.json.value === 'string' ? true : null;
      return formats.has('text');
    case 'json':
      if (typeof content.json?.value === 'string') return null;
      return formats.has('json') || (formats.has('jsonl') ? null : false);
    case 'markdown':
      // A text without marks is Markdown as well.
      return formats.has('markdown') || (type === 'text' ? null : false);
    case 'html':
    case 'xml':
      return formats.has(format) || (/<[a-z][^<>]{0,200}>/i.test(content.text) ? null : false);
    case 'jsonl':
    case 'csv':
    case 'markdown_table':
    case 'pdf':
    case 'docx':
    case 'xlsx':
    case 'pptx':
      return formats.has(format);
    default:
      return null;
  }
}

/** @returns null if the content is not clearly code, nor clearly something else */
export function matchesCode({ type, formats, text }: Content): boolean | null {
  if (type === 'code' || formats.has('code') || formats.has('html') || formats.has('xml')) return true;
  if (FILES.has(type) || type === 'binary') return false;
  if (/^\s*(?:```|~~~)|`[^`\n]{2,200}`/m.test(text)) return true;
  return isProse(text) ? false : null;
}

/** True for a text that contains code, but also enough prose. */
function isAroundCode({ type, text }: Content): boolean {
  if (type !== 'code') return false;
  const { prose, blocks } = takeFencesApart(text);
  return blocks.length > 0 && countWords(prose) >= AROUND_CODE;
}

/** Minimum words of prose around code. */
const AROUND_CODE = 8;

/** Characters typical of code; a star between blanks counts, as in "0 8 * * 1". */
const SIGNS = /[;{}=<>|$\\]|\w\(|(?<=\s)\*\s/;

/** True for sentences without characters typical of code. */
function isProse(text: string): boolean {
  const line = text.trim();
  const isSentence = countWords(line) >= 3 && /^\p{Lu}/u.test(line) && /[.!?]$/.test(line);
  return isSentence && !SIGNS.test(line) && !/\n[-*\d]/.test(line);
}

/** True for text on one line, without signs that separate cells. */
function isOneLine({ body, table, type }: Content): boolean {
  return table === undefined && type !== 'code' && !FILES.has(type) && !/[\n|\t;<]/.test(body.trim());
}

/**
 * True if the content certainly has another form than a request names that the grammar does not read to its last word:
 * code where data is wanted, no JSON where JSON is wanted, one line of prose where a table is wanted.
 */
export function isCertainlyOther({ dataType, expectedFormat, names }: ReadIntent, content: Content): boolean {
  const { json, type, text } = content;
  if (!names.isRecognised) return false;
  if (dataType === 'code') return matchesCode(content) === false;
  if (names.mentionsCode) return false;
  if (type === 'code') return dataType !== 'document' && !isAroundCode(content);
  // The text may name a file that was created elsewhere, such as report.pdf.
  const isTold = new RegExp(`[\\w)-]\\.${expectedFormat}\\b`, 'i').test(text);
  if (FILE_FORMATS.has(expectedFormat)) return !content.formats.has(expectedFormat) && !isTold;
  if (names.json !== undefined && json) {
    const lists = Array.isArray(json.value) || Object.values(Object(json.value) as object).some(Array.isArray);
    return names.json === 'array' ? !lists : typeof json.value !== 'object';
  }
  // JSON that cannot be parsed is none; braces within prose may be what was asked for in another way.
  if (expectedFormat === 'json') {
    const isWhole = /^\s{0,9}[[{]/.test(content.body) || !/[[{]/.test(text);
    return !json && isWhole && !isTold && !content.formats.has('jsonl');
  }
  if (dataType === 'table') return isOneLine(content) && !isTold;
  return dataType === 'analysis' && !/\p{L}{2}/u.test(text);
}
