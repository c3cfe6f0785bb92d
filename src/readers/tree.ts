import type { Code, Nodes, Parents, Root, Table } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { type BlockList, type Lines, NOWHERE, type Spot } from './blocks.js';

// Turns the syntax tree of Markdown into blocks. Other formats are converted to such a tree, too.

interface TreeSettings {
  /** Whether lines of paragraphs are not those of the document. */
  readonly isWrapped?: boolean;
  /** The lines of what has no position of its own. */
  readonly within?: Lines;
}

/** Addresses that say nothing outside of their page, and those that are longer than anybody reads. */
const UNTOLD_ADDRESS = /^(?:#|javascript:|data:)|^.{301}/is;

/** The id of a heading, as generators of sites read it: `## Limits {#limits}`. */
export const HEADING_ID = /\s\{#[\w.:-]{1,200}\}$/;

/** Nodes that stand on lines of their own; cells of tables in HTML may hold them. */
const FLOW = new Set<Nodes['type']>([
  'paragraph',
  'heading',
  'list',
  'listItem',
  'code',
  'blockquote',
  'table',
  'tableRow',
]);

/** Adds the blocks of a tree, and its links and emphasised texts as references. */
export function addTree(tree: Pick<Root, 'children'>, blocks: BlockList, settings: TreeSettings = {}): void {
  for (const node of tree.children) addNode(node, blocks, settings);
  addReferences(tree.children, blocks);
}

/**
 * Adds links and emphasised texts as references. They get the position of their block, since positions of inner nodes
 * may refer to text that the library generated.
 */
function addReferences(nodes: readonly Nodes[], blocks: BlockList): void {
  const waiting: { readonly node: Nodes; readonly line: number | null }[] = [];
  const wait = (children: readonly Nodes[], line: number | null) => {
    for (const node of children.toReversed()) waiting.push({ node, line: node.position?.start.line ?? line });
  };
  wait(nodes, null);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, line } = next;
    if (node.type === 'link') blocks.reference('LINK', node.url, line);
    if (node.type === 'emphasis' || node.type === 'strong') blocks.reference('TITLE', toString(node), line);
    if ('children' in node) wait(node.children, line);
  }
}

function addNode(node: Nodes, blocks: BlockList, settings: TreeSettings): void {
  const { within } = settings;
  const spot = spotOf(node, within);
  switch (node.type) {
    case 'heading':
      // Addresses would make the citation of all chunks below the heading longer.
      return blocks.heading(plain(node, false).replace(HEADING_ID, ''), node.depth, spot);
    case 'paragraph':
      return blocks.paragraph(plain(node), spot, settings.isWrapped);
    case 'code':
      return blocks.code(node.value, node.lang ?? null, linesOfCode(node, within));
    case 'list': {
      const items = itemsOf(node, 0, spot);
      return blocks.list(
        items.map(({ text }) => text),
        spot,
        items,
      );
    }
    case 'table': {
      const [header = [], ...rows] = rowsOf(node);
      return blocks.table(
        header,
        rows,
        spot,
        node.children.map((row) => spotOf(row, spot)),
      );
    }
    case 'blockquote':
    case 'footnoteDefinition':
      for (const child of node.children) addNode(child, blocks, settings);
      return undefined;
    default:
      return undefined;
  }
}

/** The lines of the text of a code block: those between its fences, if it has any. */
function linesOfCode(node: Code, within?: Lines): Spot {
  const { fromLine, ...spot } = spotOf(node, within);
  const lines = node.value.split('\n').length;
  const hasFence = fromLine !== null && spot.toLine !== null && spot.toLine - fromLine + 1 > lines;
  return hasFence ? { ...spot, fromLine: fromLine + 1, toLine: fromLine + lines } : { ...spot, fromLine };
}

/** The items of a list and of nested lists, which are indented by two spaces per level. */
function itemsOf(list: Parents, depth: number, within: Lines): (Lines & { readonly text: string })[] {
  const start = 'ordered' in list && list.ordered === true ? (list.start ?? 1) : undefined;
  return list.children.flatMap((item, n) => {
    if (!('children' in item)) return [];
    const own: string[] = [];
    const inner: ReturnType<typeof itemsOf> = [];
    const { fromLine, toLine: last } = spotOf(item, within);
    let toLine = item.position ? fromLine : last;
    for (const child of item.children) {
      if (child.type === 'list') {
        inner.push(...itemsOf(child, depth + 1, within));
        continue;
      }
      toLine = child.position?.end.line ?? toLine;
      own.push(child.type === 'table' ? rowsOf(child).map((row) => row.join(' | ')).join('\n') : plain(child)); // prettier-ignore
    }
    const mark = start === undefined ? '- ' : `${start + n}. `;
    const checked = 'checked' in item && typeof item.checked === 'boolean' ? (item.checked ? '[x] ' : '[ ] ') : '';
    const text = `${'  '.repeat(depth)}${mark}${checked}${own.join('\n')}`;
    return [{ text, fromLine, toLine }, ...inner];
  });
}

function rowsOf(table: Table): string[][] {
  return table.children.map((row) => row.children.map((cell) => plain(cell).replace(/\s+/g, ' ').trim()));
}

/** The text of a node. Struck text keeps its marks, and the address of a link follows it if it differs from its text. */
function plain(node: Nodes, tellsAddresses = true): string {
  if (node.type === 'break') return '\n';
  if (!('children' in node)) return toString(node);
  const isFlow = node.children.some(({ type }) => FLOW.has(type));
  const text = node.children.map((child) => plain(child, tellsAddresses)).join(isFlow ? '\n' : '');
  if (node.type === 'delete') return text.trim() === '' ? text : `~~${text}~~`;
  if (node.type !== 'link' || !tellsAddresses || UNTOLD_ADDRESS.test(node.url)) return text;
  return bare(text) === bare(node.url) ? text : `${text} (${node.url})`.trimStart();
}

function bare(address: string): string {
  return address.trim().replace(/^(?:https?:\/\/|mailto:|tel:)|\/$/gi, '').toLowerCase(); // prettier-ignore
}

function spotOf({ position }: Nodes, within: Lines = NOWHERE): Spot {
  if (!position) return { page: null, fromLine: within.fromLine, toLine: within.toLine };
  return { page: null, fromLine: position.start.line, toLine: position.end.line };
}
