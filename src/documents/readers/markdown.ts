import type { Code, Nodes, Parents, Root, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';
import { type BlockList, type Lines, NOWHERE, ReadRefusal, type Spot, TOO_COMPLEX } from '../blocks.js';
import { isTooComplex } from './markdown-cost.js';

/**
 * Reads Markdown with tables, task lists and footnotes in GitHub's syntax.
 *
 * @throws ReadRefusal if it is too complex
 */
export function readMarkdown(text: string, blocks: BlockList): void {
  if (isTooComplex(text)) throw new ReadRefusal('TOO_COMPLEX', TOO_COMPLEX);
  const front = /^---\n[\s\S]{0,10000}?\n(?:---|\.\.\.)(?:\n|$)/.exec(text)?.[0] ?? '';
  // The front matter is replaced by empty lines, so that line numbers stay correct.
  const body = front.replace(/[^\n]/g, '') + text.slice(front.length);
  addTree(fromMarkdown(body, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }), blocks);
}

interface TreeSettings {
  /** Whether lines of paragraphs are not those of the document. */
  readonly isWrapped?: boolean;
}

/** Adds the blocks of a Markdown syntax tree. Other formats are converted to such a tree, too. */
export function addTree(tree: Root, blocks: BlockList, settings: TreeSettings = {}): void {
  for (const node of tree.children) addNode(node, blocks, settings);
  addReferences(tree, blocks);
}

/**
 * Adds links and emphasised texts as references. They get the position of their block, since positions of inner nodes
 * may refer to text that the library generated.
 */
function addReferences(tree: Root, blocks: BlockList): void {
  const addresses = new Map<string, string>();
  const links: { readonly to: string; readonly isName: boolean; readonly line: number | null }[] = [];
  const waiting: { readonly node: Nodes; readonly line: number | null }[] = [{ node: tree, line: null }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node } = next;
    const line = node.position?.start.line ?? next.line;
    if (node.type === 'definition' && !addresses.has(node.identifier)) addresses.set(node.identifier, node.url);
    if (node.type === 'link') links.push({ to: node.url, isName: false, line });
    if (node.type === 'linkReference') links.push({ to: node.identifier, isName: true, line });
    if (node.type === 'emphasis' || node.type === 'strong') blocks.reference('TITLE', plain(node), line);
    if ('children' in node) for (const child of node.children.toReversed()) waiting.push({ node: child, line });
  }
  for (const { to, isName, line } of links) {
    const address = isName ? addresses.get(to) : to;
    if (address !== undefined) blocks.reference('LINK', address, line);
  }
}

function addNode(node: Nodes, blocks: BlockList, settings: TreeSettings): void {
  const spot = spotOf(node);
  switch (node.type) {
    case 'heading':
      return blocks.heading(plain(node), node.depth, spot);
    case 'paragraph':
      return blocks.paragraph(plain(node), spot, settings.isWrapped);
    case 'code':
      return blocks.code(node.value, node.lang ?? null, linesOfCode(node));
    case 'list': {
      const items = itemsOf(node, 0);
      return blocks.list(
        items.map(({ text }) => text),
        spot,
        items,
      );
    }
    case 'table':
      return addTable(node, blocks, spot);
    case 'html':
      return blocks.paragraph(withoutTags(node.value), spot);
    case 'blockquote':
    case 'footnoteDefinition':
      for (const child of node.children) addNode(child, blocks, settings);
      return undefined;
    default:
      return undefined;
  }
}

/** The lines of the text of a code block: those between its fences, if it has any. */
function linesOfCode(node: Code): Spot {
  const { fromLine, ...spot } = spotOf(node);
  const lines = node.value.split('\n').length;
  const hasFence = fromLine !== null && spot.toLine !== null && spot.toLine - fromLine + 1 > lines;
  return hasFence ? { ...spot, fromLine: fromLine + 1, toLine: fromLine + lines } : { ...spot, fromLine };
}

/** The items of a list and of nested lists, which are indented by two spaces per level. */
function itemsOf(list: Parents, depth: number): (Lines & { readonly text: string })[] {
  const mark = 'ordered' in list && list.ordered === true ? (n: number) => `${n + 1}. ` : () => '- ';
  return list.children.flatMap((item, n) => {
    if (!('children' in item)) return [];
    const own: string[] = [];
    const inner: ReturnType<typeof itemsOf> = [];
    const { fromLine } = spotOf(item);
    let toLine = fromLine;
    for (const child of item.children) {
      if (child.type === 'list') {
        inner.push(...itemsOf(child, depth + 1));
        continue;
      }
      toLine = spotOf(child).toLine ?? toLine;
      if (child.type === 'code') own.push(child.value);
      else if (child.type === 'table') own.push(...rowsOf(child).map((row) => row.join(' | ')));
      else own.push(plain(child));
    }
    const checked = 'checked' in item && typeof item.checked === 'boolean' ? (item.checked ? '[x] ' : '[ ] ') : '';
    const text = `${'  '.repeat(depth)}${mark(n)}${checked}${own.join('\n')}`;
    return [{ text, fromLine, toLine }, ...inner];
  });
}

function addTable(table: Table, blocks: BlockList, spot: Spot): void {
  const [header = [], ...rows] = rowsOf(table);
  blocks.table(header, rows, spot, table.children.map(spotOf));
}

function rowsOf(table: Table): string[][] {
  return table.children.map((row) => row.children.map((cell) => plain(cell).replace(/\s+/g, ' ').trim()));
}

/** The text of a node. The address of a link is appended if it differs from its text. */
function plain(node: Nodes): string {
  if (node.type === 'break') return '\n';
  if (node.type === 'html') return withoutTags(node.value);
  if ('children' in node)
    return node.children.map(plain).join(node.type === 'listItem' || node.type === 'blockquote' ? '\n' : '');
  return toString(node);
}

function withoutTags(html: string): string {
  return html.replace(/<!--[\s\S]{0,100000}?-->/g, '').replace(/<[^<>]{0,2000}>/g, '');
}

function spotOf({ position }: Nodes): Spot {
  if (!position) return NOWHERE;
  return { page: null, fromLine: position.start.line, toLine: position.end.line };
}
