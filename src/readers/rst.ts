import type { BlockList, Lines } from './blocks.js';

// Reads reStructuredText as far as its headings, lists, simple tables, code and notes go; what else there is stays as it is
// written. No library for it is maintained.

const UNDERLINE = /^([!-/:-@[-`{-~])\1{2,}\s*$/;
const BORDER = /^=+(?: +=+)+\s*$/;
const DIRECTIVE = /^\.\. +([\w:-]+)::\s*(.*)$/;
const OPTION = /^\s+:[\w-]+:/;
const ITEM = /^\s*(?:[-*+•]|\(?(?:\d+|#|[a-z])[.)])\s+\S/i;
/** Directives whose content is code, and those that say something about the text beside them, not to its reader. */
const OF_CODE = /^(?:code|code-block|sourcecode|literalinclude|parsed-literal|math|highlight)$/;
const DROPPED =
  /^(?:toctree|contents|index|include|image|raw|meta|default-role|automodule|autoclass|autofunction|only|tabularcolumns)$/;

export function readRst(text: string, blocks: BlockList): void {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const levels: string[] = [];
  for (let n = 0; n < lines.length;) n = addBlock(lines, n, levels, blocks);
}

/** Adds the block that begins at a line. @returns the index of the line after it */
function addBlock(lines: readonly string[], from: number, levels: string[], blocks: BlockList): number {
  const line = lines[from] ?? '';
  if (line === '') return from + 1;
  const heading = headingAt(lines, from);
  if (heading) {
    const { text, style, end } = heading;
    if (!levels.includes(style)) levels.push(style);
    blocks.heading(inline(text), levels.indexOf(style) + 1, spotOf(from, end));
    return end;
  }
  if (BORDER.test(line)) return addTable(lines, from, blocks);
  const directive = DIRECTIVE.exec(line);
  if (directive) return addDirective(lines, from, directive, blocks);
  if (/^\.\.(?: |$)/.test(line)) return endOfIndented(lines, from + 1);
  const end = endOfParagraph(lines, from);
  const said = lines.slice(from, end);
  const isLiteral = said.at(-1)?.endsWith('::') === true;
  if (isLiteral) said[said.length - 1] = (said.at(-1) ?? '').replace(/\s*::$/, ':').replace(/^:$/, '');
  if (ITEM.test(line)) addList(said, from, blocks);
  else blocks.paragraph(inline(said.join('\n')), spotOf(from, end));
  return isLiteral ? addCode(lines, end, null, blocks) : end;
}

/** A title with a line of marks below it, or above and below it. Marks that were used first are of the highest level. */
function headingAt(lines: readonly string[], from: number): { text: string; style: string; end: number } | undefined {
  const [first = '', second = '', third = ''] = lines.slice(from, from + 3);
  const over = UNDERLINE.exec(first)?.[1];
  if (over !== undefined && second !== '' && third.startsWith(over) && UNDERLINE.test(third)) {
    return { text: second, style: over.repeat(2), end: from + 3 };
  }
  const under = UNDERLINE.exec(second)?.[1];
  const isTitle =
    over === undefined && under !== undefined && /^\S/.test(first) && second.length >= Math.min(first.length, 4);
  return isTitle ? { text: first, style: under, end: from + 2 } : undefined;
}

/** Adds a simple table, whose columns are as wide as the marks above them. */
function addTable(lines: readonly string[], from: number, blocks: BlockList): number {
  const columns = [...(lines[from] ?? '').matchAll(/=+/g)].map(({ index }) => index);
  const borders = [from];
  let end = from + 1;
  for (; end < lines.length; end++) {
    if (!BORDER.test(lines[end] ?? '')) continue;
    borders.push(end);
    // The last border is followed by a blank line.
    if (borders.length >= 2 && (lines[end + 1] ?? '') === '') break;
  }
  const rows: { cells: string[]; lines: Lines }[] = [];
  for (let n = from + 1; n < Math.min(end, lines.length); n++) {
    const line = lines[n] ?? '';
    if (line === '' || borders.includes(n) || /^[-\s]+$/.test(line)) continue;
    const cells = columns.map((start, column) => inline(line.slice(start, columns[column + 1]).trim()));
    const last = rows.at(-1);
    // A row without a first cell goes on with the one above it.
    if (cells[0] !== '' || !last) rows.push({ cells, lines: spotOf(n, n + 1) });
    else {
      last.cells = last.cells.map((cell, column) => `${cell} ${cells[column] ?? ''}`.trim());
      last.lines = { ...last.lines, toLine: n + 1 };
    }
  }
  const [header = [], ...body] = rows.map(({ cells }) => cells);
  blocks.table(header, body, spotOf(from, end), rows.map((row) => row.lines)); // prettier-ignore
  return end + 1;
}

function addDirective(
  lines: readonly string[],
  from: number,
  [, name = '', argument = '']: readonly string[],
  blocks: BlockList,
): number {
  if (OF_CODE.test(name)) return addCode(lines, from + 1, argument === '' ? null : argument, blocks);
  const end = endOfIndented(lines, from + 1);
  if (DROPPED.test(name)) return end;
  const content = lines.slice(from + 1, end);
  // Options stand before the content: `:class: wide`. An image's alternative text is for its readers.
  const start = content.findIndex((line) => line !== '' && !OPTION.test(line));
  const told = name === 'figure' ? content.flatMap((line) => /^\s+:alt:\s*(.*)$/.exec(line)?.[1] ?? []) : [argument];
  const said = start < 0 ? [] : content.slice(start).map((line) => line.trim());
  const text = [...told, ...said].join('\n').trim();
  blocks.paragraph(inline(name === 'figure' ? text : `${name}: ${text}`), spotOf(from, end), true);
  return end;
}

/** Adds the indented lines as code, without their common indentation and the options above them. */
function addCode(lines: readonly string[], from: number, language: string | null, blocks: BlockList): number {
  const end = endOfIndented(lines, from);
  const isText = (line: string) => line !== '' && !OPTION.test(line);
  const start = lines.slice(from, end).findIndex(isText);
  if (start < 0) return end;
  const code = lines.slice(from + start, end);
  while (code.at(-1) === '') code.pop();
  const indent = Math.min(...code.filter((line) => line !== '').map((line) => line.length - line.trimStart().length));
  const first = from + start;
  blocks.code(code.map((line) => line.slice(indent)).join('\n'), language, spotOf(first, first + code.length));
  return end;
}

function addList(lines: readonly string[], from: number, blocks: BlockList): void {
  const items: { text: string; at: Lines }[] = [];
  lines.forEach((line, n) => {
    const last = items.at(-1);
    if (ITEM.test(line) || !last)
      items.push({ text: inline(line.replace(/^(\s*)[*+•] /, '$1- ')), at: spotOf(from + n, from + n + 1) }); // prettier-ignore
    else {
      last.text += `\n${inline(line.trim())}`;
      last.at = { ...last.at, toLine: from + n + 1 };
    }
  });
  const end = from + lines.length;
  blocks.list(items.map(({ text }) => text), spotOf(from, end), items.map(({ at }) => at)); // prettier-ignore
}

function endOfParagraph(lines: readonly string[], from: number): number {
  let end = from + 1;
  while (end < lines.length && lines[end] !== '' && !headingAt(lines, end)) end++;
  return end;
}

function endOfIndented(lines: readonly string[], from: number): number {
  let end = from;
  while (end < lines.length && (lines[end] === '' || /^\s/.test(lines[end] ?? ''))) end++;
  return end;
}

/** A text without the marks of roles and references: `:ref:`install`` as `install`, and `Docs <address>`_ with its address. */
function inline(text: string): string {
  return text
    .replace(/``([^`]{1,2000})``/g, '$1')
    .replace(
      /(?::[\w:+-]{1,50}:)?`([^`<]{0,500}?)\s*<([^`<>]{1,1000})>`_{0,2}/g,
      (_, name: string, address: string) => {
        return name === '' || name === address ? address : `${name} (${address})`;
      },
    )
    .replace(/(?::[\w:+-]{1,50}:)?`([^`]{1,2000})`_{0,2}/g, '$1')
    .replace(/\*\*([^*\n]{1,500})\*\*/g, '$1');
}

function spotOf(from: number, end: number) {
  return { page: null, fromLine: from + 1, toLine: end };
}
