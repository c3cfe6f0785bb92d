import { isRecord } from '../common/json.js';
import type { Content } from './content.js';
import type { Counts, Finding, Given } from './finding.js';
import type { Rule, Unit } from './criteria-rules.js';
import { countParagraphs, countSentences, countWords, withoutRemarks } from './words.js';

// Judges how much was delivered. A criterion fails only if no way of counting fits, because it is open whether an
// introduction, a title, a total or the lines below an entry count.

export function judgeCount(
  { unit, min, max, open, isOfGroups = false }: Omit<Extract<Rule, { kind: 'count' }>, 'kind'>,
  phrase: string,
  given: Given,
): Finding {
  const undecided: Finding = { met: undefined, credit: 0, aspect: 'completeness' };
  if ((unit === 'rows' || unit === 'columns') && !given.content.table && given.content.formats.has('html')) {
    return undecided;
  }
  const { sure, possible } = given.counts(unit);
  // Each group may stand on one line, or in one column.
  if (
    isOfGroups &&
    (given.content.table || (sure[0] ?? 0) < (open?.min ?? 0)) &&
    partsOf(given.content.body) >= (open?.min ?? 0)
  )
    return undecided;
  const fits = (count: number) => count >= min && count <= max;
  const met = sure.some(fits);
  const [count = 0] = sure;
  if (
    !met &&
    (possible.some(fits) || (open && (count > 0 || given.content.json) && count >= open.min && count <= open.max))
  )
    return undecided;
  const credit = met ? 1 : count < min ? count / min : max / count;
  const wanted =
    min === max ? `${min}` : max === Infinity ? `at least ${min}` : min === 0 ? `at most ${max}` : `${min} to ${max}`;
  return {
    met,
    credit,
    aspect: 'completeness',
    ...(!met && {
      issue: `${phrase}: ${wanted} ${unit} wanted, ${count} delivered`,
      suggestion: count < min ? `Ask for ${min - count} more ${unit}` : `Ask for ${count - max} ${unit} less`,
    }),
  };
}

/** @param namesColumns true if the request states the columns, so that the table cannot have its rows as columns */
export function countsOf(unit: Unit, content: Content, expectsNumbers: boolean, namesColumns = false): Counts {
  const { table, numbers, text, body } = content;
  const entries: readonly unknown[] = expectsNumbers ? numbers : content.items;
  switch (unit) {
    case 'words':
      return ofTexts(text, (some) => [countWords(some), some.split(/\s+/).filter((part) => part !== '').length]);
    case 'sentences':
      return ofTexts(
        text,
        (some) => [countSentences(some), countSentences(withoutAbbreviations(some))],
        // Lines of a poem, or bullets, may count as sentences.
        (some) => (lines(some).length > 1 ? [lines(some).length] : []),
      );
    case 'paragraphs':
      return ofTexts(
        text,
        (some) => [countParagraphs(some)],
        // Up to three blocks, such as a title, a greeting and a signature, may be left out of the count.
        (some) => [lines(some).length, ...[1, 2, 3].map((fewer) => countParagraphs(some) - fewer).filter((n) => n > 0)],
      );
    case 'characters':
      return ofTexts(
        text,
        (some) => [[...some].length],
        (some) => [[...some.replace(/\s/g, '')].length],
      );
    case 'lines':
      return ofTexts(
        text,
        (some) => [some === '' ? 0 : some.split('\n').length, lines(some).length],
        (some) => [lines(some).length - 1],
      );
    case 'rows':
      return {
        sure: table ? [table.rows.length, ...withoutTotal(content)] : [entries.length],
        possible: table ? otherRows(content, namesColumns) : roughRows(text),
      };
    case 'columns': {
      const columns = Math.max(table?.columns.length ?? 0, table?.rows[0]?.length ?? 0);
      // The first column may merely label the rows.
      return { sure: [columns], possible: [columns - 1] };
    }
    case 'numbers': {
      // The numbers of an explanation, as in "2, 3 and 5 (2 + 3 = 5)", may be left out of the count.
      const outside = body.replace(/\([^()]*\)|=[^\n]*/g, ' ').match(/-?\d+(?:[.,]\d+)*/g) ?? [];
      return { sure: [numbers.length], possible: [...otherwise(content), new Set(numbers).size, outside.length] };
    }
    case 'items':
      return {
        sure: [entries.length, ...withoutTotal(content), ...topEntries(body)],
        possible: otherwise(content),
      };
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
    .replace(/\b(?:mr|mrs|ms|dr|prof|st|etc|vs|approx|no|e\.g|i\.e|z\. ?b|d\. ?h|usw|bzw|ca|m|mme)\./gi, '')
    .replace(/\b\p{L}\./gu, '')
    .replace(/\b\d{1,2}\.(?= )/g, '');
}

/** The row read as the header may be data, and what is asked for as rows may stand in the columns. */
function otherRows({ table, formats }: Content, namesColumns: boolean): readonly number[] {
  if (!table) return [];
  const withHead = table.columns.length > 0 && !formats.has('markdown_table') ? [table.rows.length + 1] : [];
  // CSV has its records as rows.
  const isTurned = !namesColumns && !formats.has('csv') && table.rows.every(([first = '']) => !/\d/.test(first));
  return isTurned ? [...withHead, table.columns.length, table.columns.length - 1] : withHead;
}

/** Lines of a table that is drawn with blanks or dashes, with and without its header. */
function roughRows(text: string): readonly number[] {
  const filled = text.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line)).length;
  return filled >= 2 ? [filled, filled - 1] : [];
}

/** Number of rows without the total, if the last row of the table is one. */
function withoutTotal({ table }: Content): readonly number[] {
  const last = table?.rows.at(-1)?.[0] ?? '';
  return table && /^\W*(?:(?:grand |sub)?total|sum|summe|gesamt|average|durchschnitt|moyenne|somme)\b/i.test(last)
    ? [table.rows.length - 1]
    : [];
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
  const parts = partsOf(text);
  return [
    // One entry on each line, with or without a title line.
    ...(type === 'text' || (table && !content.formats.has('markdown_table')) ? [all.length, all.length - 1] : []),
    ...(items.length <= 1 || type === 'text' ? [parts, ...onOneLine(text)] : []),
    ...(blocks > 2 ? [blocks, blocks - 1, blocks - 2] : []),
    having(MARKED),
    having(/^\s*\d{1,4}[.)]/),
    having(/^\s*#{1,6}\s/),
    having(/^\s*(?:[-*•+]\s+|\d{1,4}[.)]\s+)?\*\*/),
  ].filter((count) => count >= 2);
}

/** Parts between commas, "and" and ends of lines. */
function partsOf(text: string): number {
  return text.split(/\s(?:and|or|und|oder|et|ou)\s|[,;\n]/u).filter((part) => /[\p{L}\p{N}]/u.test(part)).length;
}

/** Entries on one line that are separated by other signs than commas, or by blanks alone; and sentences. */
function onOneLine(text: string): readonly number[] {
  const line = text.trim();
  if (line.includes('\n')) return [];
  const parts = line.split(/\s[-–—•·|/*]\s|\s\/\s|^[•·*]\s/u).filter((part) => part.trim() !== '').length;
  const words = /[.,;:!?]/.test(line) ? 0 : line.split(/\s+/).length;
  const pictures = line.match(/\p{Extended_Pictographic}/gu)?.length ?? 0;
  return [parts, words <= MOST_WORDS ? words : 0, pictures, countSentences(line)];
}

/** Maximum number of entries of one word each that stand on a line. */
const MOST_WORDS = 15;

/** Numbers of keys of an object and of entries of the lists in it. */
function countsInJson(value: unknown, depth = 0): readonly number[] {
  if (depth > DEEPEST) return [];
  if (Array.isArray(value)) {
    const inner = value.slice(0, MOST).filter(Array.isArray);
    return [value.length, ...(inner.length > 0 ? [inner.reduce((sum, list) => sum + list.length, 0)] : [])];
  }
  if (!isRecord(value)) return [];
  const values = Object.values(value).slice(0, MOST);
  const lists = values.filter(Array.isArray);
  const sum = lists.reduce((total, list) => total + list.length, 0);
  return [
    Object.keys(value).length,
    ...(lists.length > 0 ? [sum] : []),
    ...values.flatMap((one) => countsInJson(one, depth + 1)),
  ];
}

const DEEPEST = 3;
const MOST = 100;
