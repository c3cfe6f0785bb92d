import type { Element, Nodes, Root as HtmlRoot } from 'hast';
import type { Root, Text } from 'mdast';
import { toString } from 'mdast-util-to-string';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import { unified } from 'unified';
import { type BlockList, ReadRefusal, TOO_COMPLEX } from './blocks.js';
import { addTree } from './tree.js';

/** Elements that are not part of a page's content. */
const ASIDE = new Set(
  ['script', 'style', 'template', 'noscript', 'nav', 'svg', 'iframe', 'button', 'select', 'datalist', 'textarea'], // prettier-ignore
);
/** Inside these, a footer belongs to the content; elsewhere, it is that of the whole site (WAI-ARIA, contentinfo). */
const SECTIONING = new Set(['article', 'section', 'main', 'aside', 'blockquote', 'td', 'details', 'figure']);
const INVISIBLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i;
/** Superscripts that are part of a word: 1st, the mark of a brand. */
const PART_OF_WORD = /^(?:st|nd|rd|th|tm|®|™|©)$/i;
/** Maximum nesting depth. The library that reads pages recurses once per level. */
const MOST_DEEP = 500;

/** Maximum number of cells that are repeated in a table. A page can claim any number of rows for each of many cells. */
const MOST_REPEATED = 100_000;

/** @returns the title of the page; null if it has none */
export function readHtml(text: string, blocks: BlockList): string | null {
  const page = unified().use(rehypeParse).parse(text);
  const { tree, title } = contentOf(page);
  addTree(tree, blocks, { isWrapped: true });
  return title;
}

/** The content of a page as a tree of Markdown, without what is hidden or around it, and its title. */
export function contentOf(page: HtmlRoot): { readonly tree: Root; readonly title: string | null } {
  const title = tidy(page);
  const marked = (mark: string) => (_: unknown, node: Element) => textNode(markedAs(mark, toString(node).trim()));
  const handlers = { sub: marked('_'), sup: marked('^') };
  return { tree: unified().use(rehypeRemark, { handlers }).runSync(page), title };
}

/** Removes elements without text and finds the title. Iterative, since pages may be nested to any depth. */
function tidy(page: HtmlRoot): string | null {
  let title: string | null = null;
  const waiting: {
    readonly node: HtmlRoot | Element;
    readonly depth: number;
    readonly inSection: boolean;
  }[] = [{ node: page, depth: 0, inSection: false }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    const inSection = next.inSection || ('tagName' in node && SECTIONING.has(node.tagName));
    if (depth > MOST_DEEP) throw new ReadRefusal('BROKEN', `The page is nested more than ${MOST_DEEP} levels deep`);
    if ('tagName' in node && node.tagName === 'title' && title === null) title = textOf(node).trim() || null;
    node.children = (node.children as Nodes[]).filter((child) => {
      if (child.type !== 'element') return child.type !== 'comment';
      return !ASIDE.has(child.tagName) && !isHidden(child) && (inSection || child.tagName !== 'footer');
    }) as typeof node.children;
    if ('tagName' in node && node.tagName === 'table') repeatCells(node);
    for (const child of node.children) {
      if (child.type === 'element') waiting.push({ node: child, depth: depth + 1, inSection });
    }
  }
  return title;
}

/** Repeats the cells of a table that take several rows in each of them, as those of a sheet are. */
function repeatCells(table: Element): void {
  const rows = elementsOf(table).flatMap((child) => (/^t(?:head|body|foot)$/.test(child.tagName) ? elementsOf(child) : [child])); // prettier-ignore
  /** Cells that take more rows, by their column. */
  const open = new Map<number, { readonly cell: Element; rows: number }>();
  let repeated = 0;
  for (const row of rows.filter(({ tagName }) => tagName === 'tr')) {
    const cells: Element[] = [];
    let column = 0;
    const add = (cell: Element) => {
      cells.push(cell);
      column += spanOf(cell, 'colSpan');
    };
    const addOpen = () => {
      for (let above = open.get(column); above; above = open.get(column)) {
        if (++repeated > MOST_REPEATED) throw new ReadRefusal('TOO_COMPLEX', TOO_COMPLEX);
        if (--above.rows === 0) open.delete(column);
        add(structuredClone(above.cell));
      }
    };
    for (const cell of elementsOf(row).filter(({ tagName }) => /^t[dh]$/.test(tagName))) {
      addOpen();
      const rowsOfCell = spanOf(cell, 'rowSpan');
      delete cell.properties['rowSpan'];
      if (rowsOfCell > 1) open.set(column, { cell, rows: rowsOfCell - 1 });
      add(cell);
    }
    addOpen();
    row.children = cells;
  }
}

function elementsOf({ children }: Element): Element[] {
  return children.filter((child) => child.type === 'element');
}

function spanOf({ properties }: Element, name: 'colSpan' | 'rowSpan'): number {
  return Math.max(1, Math.trunc(Number(properties[name])) || 1);
}

/** Whether readers of the page do not see an element. Pages that are hidden until a script shows them are content. */
function isHidden({ tagName, properties }: Element): boolean {
  if (tagName === 'html' || tagName === 'body') return false;
  if (tagName === 'input') return properties['type'] !== 'checkbox';
  if (tagName === 'dialog' && properties['open'] === undefined) return true;
  const { hidden, ariaHidden, style } = properties;
  return (hidden ?? false) !== false || ariaHidden === 'true' || INVISIBLE.test(typeof style === 'string' ? style : '');
}

function textOf(node: Element): string {
  return node.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
}

function textNode(value: string): Text {
  return { type: 'text', value };
}

/** Text above or below the line: `x^2`, `x^(n+1)`, `H_2`. */
function markedAs(mark: string, text: string): string {
  if (text === '' || PART_OF_WORD.test(text)) return text;
  return /^[-+−]?[\p{L}\p{N}*†‡]+$/u.test(text) ? `${mark}${text}` : `${mark}(${text})`;
}
