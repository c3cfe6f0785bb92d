import { jsonLines, parsedJson } from './content-data.js';
import { delimitedTable, markdownTable } from './content-tables.js';
import { countWords, withoutRemarks } from './words.js';

// Separates delivered data from what surrounds it: "Answer: …", "Sure! Here you go:", "Let me know if you need more!".

/** Maximum words of a sentence before or after data. */
const REMARK_WORDS = 30;
const REMARK_LENGTH = 400;

/** The text without remarks around it. */
export function bodyOf(text: string): string {
  const body = withoutRemarks(text.trim());
  // Searched from the end, in linear time.
  const at = body.lastIndexOf('\n');
  const last = body.slice(at + 1).trim();
  const before = body.slice(0, Math.max(0, at));
  return before.trimEnd().length < before.length && isSentence(last) && isData(before.trim()) ? before.trim() : body;
}

function isSentence(line: string): boolean {
  if (line.length > REMARK_LENGTH) return false;
  const words = countWords(line);
  return words >= 3 && words <= REMARK_WORDS && /^[\p{Lu}*_(]/u.test(line) && /[.!?][*_)]{0,3}\s?\p{Extended_Pictographic}?\uFE0F?$/u.test(line); // prettier-ignore
}

/** True if the text consists of data alone: JSON, a table, marked lines, short lines, or an enumeration. */
function isData(text: string): boolean {
  if (parsedJson(text) ?? jsonLines(text) ?? markdownTable(text) ?? delimitedTable(text)) return true;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [only, ...more] = lines;
  if (only !== undefined && more.length === 0) {
    const parts = only.split(/[,;]\s/);
    return parts.length >= 2 && parts.every((part) => countWords(part) <= SHORT) && !/[!?]$/.test(only);
  }
  return (
    lines.every((line) => /^\s*(?:[-*•+]|\d{1,4}[.)])\s+\S/.test(line)) ||
    lines.every((line) => countWords(line) <= SHORT && !/[.!?:]$/.test(line))
  );
}

/** Maximum words of an entry on a line of its own, or between commas. */
const SHORT = 5;
