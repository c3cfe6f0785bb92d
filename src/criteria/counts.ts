import type { Content } from './content.js';
import { CountUnit } from './criteria.js';
import { countParagraphs, countSentences, countWords, withoutRemarks } from './words.js';

// Counts what was delivered, in several ways, because it is open whether an introduction, a title, a total or the lines
// below an entry count.

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
      // Lines of a poem, or bullets, may count as sentences; an abbreviation ends none.
      return ofTexts(
        text,
        (some) => [countSentences(some), countSentences(some.replace(/\b(?:\p{L}|\d{1,2}|[a-z]{2,4})\.(?= )/giu, ''))],
        (some) => (lines(some) > 1 ? [lines(some)] : []),
      );
    case CountUnit.PARAGRAPHS:
      // Up to three blocks, such as a title, a greeting and a signature, may be left out of the count.
      return ofTexts(
        text,
        (some) => [countParagraphs(some)],
        (some) => [lines(some), ...[1, 2, 3].map((fewer) => countParagraphs(some) - fewer)],
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
        (some) => [some === '' ? 0 : some.split('\n').length, lines(some)],
        (some) => [lines(some) - 1],
      );
    case CountUnit.ROWS:
      return table
        ? { sure: [table.rows.length], possible: otherRows(content) }
        : { sure: [items.length], possible: [lines(body), lines(body) - 1] };
    case CountUnit.COLUMNS: {
      const columns = Math.max(table?.columns.length ?? 0, table?.rows[0]?.length ?? 0);
      // The first column may merely label the rows.
      return { sure: [columns], possible: [columns - 1] };
    }
    case CountUnit.NUMBERS: {
      // The numbers of an explanation, as in "2, 3 and 5 (2 + 3 = 5)", may be left out of the count.
      const outside = body.replace(/\([^()]*\)|=[^\n]*/g, ' ').match(/-?\d+(?:[.,]\d+)*/g) ?? [];
      return { sure: [numbers.length], possible: [new Set(numbers).size, outside.length] };
    }
    case CountUnit.ITEMS:
      return { sure: [items.length, ...topEntries(body)], possible: otherwise(content) };
  }
}

/** The first row may be data, the last one a total, and what is asked for as rows may stand in the columns. */
function otherRows({ table, formats }: Content): readonly number[] {
  const { columns = [], rows = [] } = table ?? {};
  const hasTotal = /^\W*(?:total|sum|average)\b/i.test(rows.at(-1)?.[0] ?? '');
  return [
    ...(columns.length > 0 && !formats.has('markdown_table') ? [rows.length + 1] : []),
    ...(hasTotal ? [rows.length - 1] : []),
    ...(formats.has('csv') ? [] : [columns.length - 1]),
  ];
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

function lines(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length;
}

const MARKED = /^(\s*)(?:[-*•+]|\d{1,4}[.)])\s+\S/;

/** Number of top-level entries, if a list has nested ones. */
function topEntries(text: string): readonly number[] {
  const marked = text.split('\n').flatMap((line) => MARKED.exec(line)?.[1]?.length ?? []);
  const least = marked.reduce((one, other) => Math.min(one, other), Infinity);
  const top = marked.filter((indent) => indent === least).length;
  return top < marked.length ? [top] : [];
}

/** Lines, with or without a title; marked lines; blocks; headings; parts between signs or sentences on one line. */
function otherwise({ body, table, formats, items, type }: Content): readonly number[] {
  const all = lines(body);
  const blocks = body.split(/\n[^\S\n]*\n/).filter((block) => /[\p{L}\p{N}]/u.test(block)).length;
  const having = (pattern: RegExp) => body.split('\n').filter((line) => pattern.test(line)).length;
  const parts = body.split(/\s(?:and|or|[-–—•·|/*])\s|[,;\n]/u).filter((part) => /[\p{L}\p{N}]/u.test(part)).length;
  return [
    ...(type === 'text' || (table && !formats.has('markdown_table')) ? [all, all - 1] : []),
    ...(items.length <= 1 || type === 'text' ? [parts, countSentences(body)] : []),
    ...(blocks > 2 ? [blocks, blocks - 1, blocks - 2] : []),
    having(MARKED),
    having(/^\s*(?:#{1,6}\s|(?:[-*•+]\s+|\d{1,4}[.)]\s+)?\*\*)/),
  ].filter((count) => count >= 2); // prettier-ignore
}
