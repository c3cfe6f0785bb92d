// The parser of Markdown takes a time that grows with the square of the marks in one paragraph, and of the depth of
// nested quotes and lists. What would take long is found beforehand, in a time linear in the length.

/** Brackets and marks of emphasis and code, which the parser compares with one another. */
const MARKS = /[[\]*_~`]/g;
const FENCE = /^[ \t]*(`{3,}|~{3,})/;
/** Beginnings of lines that are blocks of their own: empty lines, items of lists, headings and rows of tables. */
const OWN_BLOCK = /^[ \t]*(?:$|[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|\|)/;
/** Cost of a level of nesting, compared with a mark (both measured with documents of 5,000 of them). */
const LEVEL = 4;
/**
 * Maximum cost, in comparisons: what is read in a second or two, and so much more for each character that paragraphs of 40
 * marks are read in documents of any length.
 */
const LEAST = 20_000_000;
const PER_CHARACTER = 20;

/** Whether reading a text as Markdown would take too long. */
export function isTooComplex(text: string): boolean {
  const most = LEAST + PER_CHARACTER * text.length;
  let [cost, marks] = [0, 0];
  let fence = '';
  for (let from = 0; from <= text.length;) {
    const newLine = text.indexOf('\n', from);
    const end = newLine < 0 ? text.length : newLine;
    const line = text.slice(from, end);
    from = end + 1;
    const mark = FENCE.exec(line)?.[1] ?? '';
    if (fence !== '') {
      if (mark.startsWith(fence)) fence = '';
      continue;
    }
    if (mark !== '') fence = mark;
    if (fence !== '' || OWN_BLOCK.test(line)) {
      cost += marks ** 2;
      marks = 0;
    }
    if (fence !== '') continue;
    marks += line.match(MARKS)?.length ?? 0;
    cost += (LEVEL * depthOf(line)) ** 2;
    if (cost + marks ** 2 > most) return true;
  }
  return false;
}

/** Number of quotes and lists that a line opens. */
function depthOf(line: string): number {
  const container = /[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y;
  let depth = 0;
  while (container.test(line)) depth++;
  return depth;
}
