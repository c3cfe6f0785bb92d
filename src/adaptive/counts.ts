import type { Content } from './content.js';
import { isRecord } from '../common/json.js';
import { CountUnit } from './criteria.js';
import { countParagraphs, countSentences, countWords, withoutRemarks } from './words.js';

// Counts what was delivered, in every way of counting, because it is open whether an introduction, a title, a total or the
// lines below an entry count.

export interface Counts {
  /** Counts by accepted ways of counting; a check is met if any of them fits. */
  readonly sure: readonly number[];
  /** Counts by doubtful ways; if only one of these fits, the check is undecided. */
  readonly possible: readonly number[];
}

export function countsOf(unit: CountUnit, content: Content): Counts {
  const { table, numbers, text, body, items } = content;
  switch (unit) {
    case CountUnit.WORDS:
      return ofTexts(text, (some) => [countWords(some), some.split(/\s+/).filter((part) => part !== '').length]);
    case CountUnit.SENTENCES:
      return ofTexts(
        text,
        (some) => [countSentences(some), countSentences(withoutAbbreviations(some))],
        // Lines of a poem, or bullets, may count as sentences.
        (some) => (lines(some).length > 1 ? [lines(some).length] : []),
      );
    case CountUnit.PARAGRAPHS:
      return ofTexts(
        text,
        (some) => [countParagraphs(some)],
        // Up to three blocks, such as a title, a greeting and a signature, may be left out of the count.
        (some) => [lines(some).length, ...[1, 2, 3].map((fewer) => countParagraphs(some) - fewer).filter((n) => n > 0)],
      );
    case CountUnit.CHARACTERS:
      return ofTexts(
        text,
        (some) => [[...some].length],
        (some) => [[...some.replace(/\s/g, '')].length],
      );
    case CountUnit.LINES:
      return ofTexts(
        text,
        (some) => [some === '' ? 0 : some.split('\n').length, lines(some).length],
        (some) => [lines(some).length - 1],
      );
    case CountUnit.ROWS:
      return {
        sure: table ? [table.rows.length, ...withoutTotal(content)] : [items.length],
        possible: table ? otherRows(content) : [lines(body).length, lines(body).length - 1],
      };
    case CountUnit.COLUMNS: {
      const columns = Math.max(table?.columns.length ?? 0, table?.rows[0]?.length ?? 0);
      // The first column may merely label the rows.
      return { sure: [columns], possible: [columns - 1] };
    }
    case CountUnit.NUMBERS: {
      // The numbers of an explanation, as in "2, 3 and 5 (2 + 3 = 5)", may be left out of the count.
      const outside = body.replace(/\([^()]*\)|=[^\n]*/g, ' ').match(/-?\d+(?:[.,]\d+)*/g) ?? [];
      return { sure: [numbers.length], possible: [...otherwise(content), new Set(numbers).size, outside.length] };
    }
    case CountUnit.ITEMS:
      return { sure: [items.length, ...withoutTotal(content), ...topEntries(body)], possible: otherwise(content) };
  }
}

function ofTexts(
  text: string,
  sure: (text: string) => readonly number[],
  possible: (text: string) => readonly number[] = () => [],
): Counts {
  const bare = withoutRemarks(text);
  if (bare === text) return { sure: sure(text), possible: possible(text) };
  // What looks like a remark may end the text itself.
  return { sure: sure(bare), possible: [...sure(text), ...possible(text), ...possible(bare)] };
}

function lines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function withoutAbbreviations(text: string): string {
  return text
    .replace(/\b(?:mr|mrs|ms|dr|prof|st|etc|vs|approx|no|e\.g|i\.e)\./gi, '')
    .replace(/\b\p{L}\./gu, '')
    .replace(/\b\d{1,2}\.(?= )/g, '');
}

/** The row read as the header may be data, and what is asked for as rows may stand in the columns. */
function otherRows({ table, formats }: Content): readonly number[] {
  if (!table) return [];
  const withHead = table.columns.length > 0 && !formats.has('markdown_table') ? [table.rows.length + 1] : [];
  // CSV has its records as rows.
  const isTurned = !formats.has('csv') && table.rows.every(([first = '']) => !/\d/.test(first));
  return isTurned ? [...withHead, table.columns.length, table.columns.length - 1] : withHead;
}

/** Number of rows without the total, if the last row of the table is one. */
function withoutTotal({ table }: Content): readonly number[] {
  const last = table?.rows.at(-1)?.[0] ?? '';
  return table && /^\W*(?:(?:grand |sub)?total|sum|average)\b/i.test(last) ? [table.rows.length - 1] : [];
}

const MARKED = /^(\s*)(?:[-*•+]|\d{1,4}[.)])\s+\S/;

/** Number of top-level entries, if a list has nested ones. */
function topEntries(text: string): readonly number[] {
  const marked = text.split('\n').flatMap((line) => MARKED.exec(line)?.[1]?.length ?? []);
  if (marked.length < 2) return [];
  const least = marked.reduce((one, other) => Math.min(one, other));
  const top = marked.filter((indent) => indent === least).length;
  return top < marked.length ? [top] : [];
}

function otherwise(content: Content): readonly number[] {
  const { json, body: text, table, items, type } = content;
  if (json) return countsInJson(json.value);
  const all = lines(text);
  const blocks = text.split(/\n[^\S\n]*\n/).filter((block) => /\p{L}|\d/u.test(block)).length;
  const having = (pattern: RegExp) => all.filter((line) => pattern.test(line)).length;
  return [
    // One entry on each line, with or without a title line.
    ...(type === 'text' || (table && !content.formats.has('markdown_table')) ? [all.length, all.length - 1] : []),
    ...(items.length <= 1 || type === 'text' ? onOneLine(text) : []),
    ...(blocks > 2 ? [blocks, blocks - 1, blocks - 2] : []),
    having(MARKED),
    having(/^\s*\d{1,4}[.)]/),
    having(/^\s*#{1,6}\s/),
    having(/^\s*(?:[-*•+]\s+|\d{1,4}[.)]\s+)?\*\*/),
  ].filter((count) => count >= 2);
}

/** Parts between commas and "and"; entries that are separated by other signs, or by blanks alone; and sentences. */
function onOneLine(text: string): readonly number[] {
  const line = text.trim();
  const commas = line.split(/\s(?:and|or)\s|[,;\n]/u).filter((part) => /[\p{L}\p{N}]/u.test(part)).length;
  if (line.includes('\n')) return [commas];
  const parts = line.split(/\s[-–—•·|/*]\s|\s\/\s|^[•·*]\s/u).filter((part) => part.trim() !== '').length;
  const words = /[.,;:!?]/.test(line) ? 0 : line.split(/\s+/).length;
  const pictures = line.match(/\p{Extended_Pictographic}/gu)?.length ?? 0;
  return [commas, parts, words <= MOST_WORDS ? words : 0, pictures, countSentences(line)];
}

/** Maximum number of entries of one word each that stand on a line. */
const MOST_WORDS = 15;

/** Numbers of keys of an object and of entries of the lists in it. */
function countsInJson(value: unknown, depth = 0): readonly number[] {
  if (depth > DEEPEST) return [];
  if (Array.isArray(value)) return [value.length];
  if (!isRecord(value)) return [];
  const values = Object.values(value).slice(0, MOST);
  return [Object.keys(value).length, ...values.flatMap((one) => countsInJson(one, depth + 1))];
}

const DEEPEST = 3;
const MOST = 100;
