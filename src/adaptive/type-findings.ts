import type { Content } from './content.js';
import { takeFencesApart } from './content-code.js';
import type { CheckedCriterion } from './criteria.js';
import { findRules } from './criteria-rules.js';
import { namesTable, type ReadIntent, typesIn } from './intent.js';
import { countSentences, countWords, headings, plain } from './words.js';
import { namesCode } from './code-requests.js';

// Compares the type and the format of delivered content with those of the intent.

/** True if the content has another type whose words the request contains, too. A named format leaves no doubt. */
export function mayBeOther({ dataType, expectedFormat }: ReadIntent, objective: string, content: Content): boolean {
  if (!['raw_data', 'text', 'code', 'document', 'any'].includes(expectedFormat)) return false;
  if (dataType === 'code' && namesCode(objective)) return false;
  // What was asked for as a table is not a sentence or a list on one line.
  if (dataType === 'table' && namesTable(objective) && isOneLine(content)) return false;
  return [...typesIn(objective)].some((type) => type !== dataType && matchesType(type, content) === true);
}

/** True for text on one line, without signs that separate cells. */
function isOneLine({ body, table, type }: Content): boolean {
  return table === undefined && type !== 'code' && !FILES.has(type) && !/[\n|\t;<]/.test(body.trim());
}

export const FILES: ReadonlySet<string> = new Set(['pdf', 'word', 'excel', 'powerpoint']);
export const FILE_FORMATS: ReadonlySet<string> = new Set(['pdf', 'docx', 'xlsx', 'pptx']);
/** Words for list entries that are code themselves. */
export const OF_CODE =
  /\b(?:commands?|functions?|methods?|keywords?|quer(?:y|ies)|expressions?|selectors?|operators?|statements?|flags?|hooks?|tags?|befehle?|commandes?)\b/i;
/** Minimum words of an analysis, and of a document without headings. */
const ANALYSIS_WORDS = 20;
const DOCUMENT_WORDS = 50;
/** An analysis or a document of fewer words is none. Whether one of a sentence is what was meant is undecided. */
const FEW_WORDS = 5;

/** @returns null if the rules do not know the type, or cannot decide */
export function matchesType(dataType: string, content: Content): boolean | null {
  const { type } = content;
  const readable = type !== 'code' && type !== 'binary' && (!FILES.has(type) || content.text !== '');
  switch (dataType) {
    case 'numbers':
      if (content.isNumeric) return true;
      if (content.json && type === 'json') return null;
      // The number may be written in words, or follow a long explanation.
      return readable && (/\d/.test(content.text) || IN_WORDS.test(content.text)) ? null : false;
    case 'list':
      if (type === 'text' && isProse(plain(content.body))) {
        if (content.items.length >= 3 && content.items.every((item) => countWords(item) <= 3)) return true;
        // Short sentences may be the entries.
        const isOpen = isEnumeration(plain(content.body)) || countSentences(content.body) >= 3;
        return isOpen || content.body.includes('\n') ? null : false;
      }
      return readable && content.items.length > 0;
    case 'table':
      return (
        content.table !== undefined ||
        type === 'excel' ||
        (content.formats.has('html') && /<table\b/i.test(content.text)) ||
        (isRoughTable(content) ? null : false)
      );
    case 'json':
      return content.json === undefined ? false : isOnlyString(content) ? null : true;
    case 'document':
      if (FILES.has(type)) return true;
      if (type === 'code') return null;
      if (!readable) return false;
      if (headings(content.text).length > 1 || countWords(content.text) >= DOCUMENT_WORDS) return true;
      // A short text, such as a memo, may be a document.
      return countWords(content.text) < FEW_WORDS ? false : null;
    case 'analysis': {
      if (!readable) return isAroundCode(content) ? null : false;
      const words = countWords(content.text.replace(/[\d\s.,;|]+/g, ' '));
      return words >= ANALYSIS_WORDS ? true : words >= FEW_WORDS ? null : false;
    }
    case 'text':
      // A number alone may answer a question.
      if (!readable) return isAroundCode(content) ? null : false;
      return /\p{L}/u.test(content.text) || (/\d/.test(content.text) ? null : false);
    case 'action':
      return type === 'binary' || readable;
    case 'code':
      return matchesCode(content);
    default:
      return null;
  }
}

/** @returns null if the content is not clearly code, nor clearly something else */
function matchesCode({ type, formats, text }: Content): boolean | null {
  if (type === 'code' || formats.has('code') || formats.has('html') || formats.has('xml')) return true;
  if (FILES.has(type) || type === 'binary') return false;
  if (/^\s*(?:```|~~~)/m.test(text)) return true;
  // A sentence may quote a command between backticks.
  if (isProse(text)) return /`[^`\n]{2,200}`/.test(text) ? null : false;
  // Numbers among letters may be a line of code without other signs of code.
  if (type === 'numbers' && /\p{L}/u.test(text)) return null;
  return (type === 'numbers' || type === 'list' || type === 'json') && (type === 'json' || !SIGNS.test(text))
    ? false
    : null;
}

/** True for text with bars, tabs or runs of blanks on at least two lines, or a single line of CSV. */
function isRoughTable({ text, formats, type }: Content): boolean {
  if (type === 'code') return false;
  const rows = text.split('\n').filter((line) => /\S\s*\|\s*\S|\t|\S {3,}\S|^\+-/.test(line));
  return rows.length >= 2 || (formats.has('csv') && /^[^\n]*[,;\t][^\n]*$/.test(text.trim()) && !isProse(text));
}

/** A text in quotes is also JSON, but rarely the JSON that was asked for. */
function isOnlyString({ json }: Content): boolean {
  return typeof json?.value === 'string';
}

export function isWorkedOut(checks: readonly CheckedCriterion[]): boolean {
  return checks.some(
    ({ criterion, met }) => met === true && findRules(criterion).some(({ rule }) => rule.kind === 'value'),
  );
}

const IN_WORDS =
  /(?<!\p{L})(?:zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|dozen|none|nothing|no|free|once|twice|half|both|kein|keine|nichts|kostenlos|aucun|aucune|gratuit|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|hundert|tausend|deux|trois|quatre|cinq|sept|huit|neuf|dix|vingt|cent|mille)(?!\p{L})/iu;

/** True for a text that contains code, but also enough prose. */
function isAroundCode({ type, text }: Content): boolean {
  return type === 'code' && countWords(takeFencesApart(text).prose) >= AROUND_CODE;
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

/** True for names joined by commas or "and", such as "Microsoft Teams and Mattermost." */
function isEnumeration(text: string): boolean {
  if (countWords(text) <= 12 && /,|\s(?:and|or|und|oder|et|ou)\s/u.test(text)) return true;
  return countWords(text) <= 60 && /,[^,.]{1,40},[^,.]{0,40}?,?\s(?:and|or|und|oder|et|ou)\s/u.test(text);
}

/** @returns null if the rules do not know the format, or cannot decide */
export function matchesFormat(format: string, dataType: string, content: Content): boolean | null {
  const { type, formats } = content;
  switch (format) {
    case 'raw_data':
      if (dataType === 'table') {
        return content.table !== undefined || (/<table\b/i.test(content.text) || isRoughTable(content) ? null : false);
      }
      if (dataType === 'numbers' && !content.isNumeric && type === 'text') return null;
      return content.isNumeric || content.items.length > 0;
    case 'document':
      return FILES.has(type) || formats.has('text') || formats.has('html');
    case 'code':
      return matchesCode(content);
    case 'any':
      return true;
    case 'text':
      // Whether a file that contains the text is acceptable is unknown.
      if (FILES.has(type) && content.text !== '') return null;
      if (isAroundCode(content)) return null;
      // A slogan in quotes is also a JSON string; a JSON object may contain the text.
      if (content.json) return typeof content.json.value === 'string' ? true : null;
      return formats.has('text');
    case 'json':
      if (isOnlyString(content)) return null;
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
