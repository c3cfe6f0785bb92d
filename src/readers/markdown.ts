import { raw } from 'hast-util-raw';
import type { Definition, Nodes, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mdxFromMarkdown } from 'mdast-util-mdx';
import { toHast } from 'mdast-util-to-hast';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { mdxjs } from 'micromark-extension-mdxjs';
import { VFile } from 'vfile';
import { type BlockList, ReadRefusal, TOO_COMPLEX } from './blocks.js';
import { readFrontMatter } from './front-matter.js';
import { contentOf } from './html.js';
import { isTooComplex } from './markdown-cost.js';
import { exportsOf, handlers as mdxHandlers, isMdx } from './mdx.js';
import { addTree, HEADING_ID } from './tree.js';

/** A single tilde does not strike: some write H~2~O. */
const EXTENSIONS = [gfm({ singleTilde: false }), frontmatter(['yaml', 'toml'])];
const MDAST_EXTENSIONS = [gfmFromMarkdown(), frontmatterFromMarkdown(['yaml', 'toml'])];

type Point = NonNullable<Nodes['position']>['start'];

/** HTML elements that hold what stands between their tags, even if it is Markdown. */
const ENCLOSING =
  'table|ul|ol|dl|div|details|section|article|main|aside|header|footer|nav|center|blockquote|figure|form|pre|svg';
const ENCLOSING_TAG = new RegExp(`<(/?)(?:${ENCLOSING})\\b(?:[^<>"']|"[^"]{0,500}"|'[^']{0,500}'){0,500}>`, 'gi');

/** Number of nodes after which an element that was not closed is taken for one that never is. */
const FARTHEST = 1_000;

/**
 * Reads Markdown with front matter, HTML, and tables, task lists and footnotes in GitHub's syntax.
 *
 * @returns the title in the front matter; null if there is none
 * @throws ReadRefusal if it is too complex
 */
export function readMarkdown(text: string, blocks: BlockList): string | null {
  if (isTooComplex(text)) throw new ReadRefusal('TOO_COMPLEX', TOO_COMPLEX);
  return addMarkdown(fromMarkdown(text, { extensions: EXTENSIONS, mdastExtensions: MDAST_EXTENSIONS }), text, blocks);
}

/** Reads MDX, or Markdown if the text cannot be parsed as MDX. As {@link readMarkdown}. */
export function readMdx(text: string, blocks: BlockList): string | null {
  if (isTooComplex(text)) throw new ReadRefusal('TOO_COMPLEX', TOO_COMPLEX);
  let tree: Root;
  try {
    tree = fromMarkdown(withoutIds(text), {
      extensions: [...EXTENSIONS, mdxjs()],
      mdastExtensions: [...MDAST_EXTENSIONS, mdxFromMarkdown()],
    });
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return readMarkdown(text, blocks);
  }
  return addMarkdown(tree, text, blocks);
}

/** Blanks the ids of headings, which would be expressions of MDX, outside of code. Positions stay the same. */
function withoutIds(text: string): string {
  return text.replace(/^ {0,3}(`{3,}|~{3,}).*\n[^]*?^ {0,3}\1|^#{1,6} .*$/gm, (part, fence?: string) =>
    fence === undefined ? part.replace(HEADING_ID, (id) => ' '.repeat(id.length)) : part,
  );
}

function addMarkdown(tree: Root, text: string, blocks: BlockList): string | null {
  resolveReferences(tree);
  let title: string | null = null;
  const { children } = tree;
  const opened = children.map(openedBy);
  for (let n = 0; n < children.length; n++) {
    const node = children[n];
    if (!node) break;
    if (isFrontMatter(node)) title = readFrontMatter(node, blocks);
    else if (node.type === 'mdxjsEsm') blocks.code(exportsOf(node, text), 'javascript', spotOf(node));
    else if (!holdsHtml(node)) addTree({ children: [node] }, blocks);
    else {
      const end = endOfHtml(opened, n);
      addHtml(children.slice(n, end), text, blocks);
      n = end - 1;
    }
  }
  return title;
}

/** Reads nodes that hold HTML by the reader of HTML. Lines are those of the Markdown. */
function addHtml(nodes: readonly RootContent[], text: string, blocks: BlockList): void {
  const { line = 1, offset: from = 0 } = nodes[0]?.position?.start ?? {};
  const { line: last = line, offset: to = text.length } = nodes.at(-1)?.position?.end ?? {};
  // The library looks for lines from the start of its file, which takes too long where a file has much HTML.
  move(nodes, -from, 1 - line);
  const page = toHast({ type: 'root', children: [...nodes] }, { allowDangerousHtml: true, handlers: mdxHandlers });
  // The file makes it keep the positions of elements.
  const root = raw(page, { file: new VFile(text.slice(from, to)) });
  if (root.type !== 'root') return;
  const { tree } = contentOf(root);
  move(tree.children, 0, line - 1);
  addTree(tree, blocks, { isWrapped: true, within: { fromLine: line, toLine: last } });
}

/** Moves the positions of nodes by a number of characters and lines. */
function move(nodes: readonly Nodes[], characters: number, lines: number): void {
  const moved = ({ line, column, offset = 0 }: Point): Point => ({ line: line + lines, column, offset: offset + characters }); // prettier-ignore
  const waiting = [...nodes];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.position) node.position = { start: moved(node.position.start), end: moved(node.position.end) };
    if ('children' in node) for (const child of node.children) waiting.push(child);
  }
}

function holdsHtml(node: Nodes): boolean {
  const waiting: Nodes[] = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.type === 'html' || isMdx(next)) return true;
    if ('children' in next) waiting.push(...next.children);
  }
  return false;
}

/** Number of elements that a node of HTML leaves open; negative if it closes more than it opens. */
function openedBy(node: RootContent): number {
  if (node.type !== 'html') return 0;
  let open = 0;
  for (const [, slash] of node.value.matchAll(ENCLOSING_TAG)) open += slash === '' ? 1 : -1;
  return open;
}

/** Index after the node that closes the elements that this one opens: a table may have blank lines, and Markdown in it. */
function endOfHtml(opened: readonly number[], from: number): number {
  let open = 0;
  for (let n = from; n < Math.min(opened.length, from + FARTHEST); n++) {
    open += opened[n] ?? 0;
    if (open <= 0) return n + 1;
  }
  return from + 1;
}

/** Replaces references by what their definitions say, and marks of footnotes by text. */
function resolveReferences(tree: Root): void {
  const definitions = new Map<string, Definition>();
  const waiting: Nodes[] = [tree];
  const parents: Extract<Nodes, { children: unknown }>[] = [];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'definition') definitions.set(node.identifier, definitions.get(node.identifier) ?? node);
    if (!('children' in node)) continue;
    parents.push(node);
    waiting.push(...node.children.toReversed());
  }
  const resolved = (node: Nodes): Nodes => {
    const position = node.position ? { position: node.position } : {};
    if (node.type === 'footnoteReference')
      return { type: 'text', value: `[^${node.label ?? node.identifier}]`, ...position };
    if (node.type !== 'linkReference' && node.type !== 'imageReference') return node;
    const url = definitions.get(node.identifier)?.url ?? '';
    if (node.type === 'imageReference') return { type: 'image', url, alt: node.alt ?? '', ...position };
    return { type: 'link', url, children: node.children, ...position };
  };
  for (const parent of parents) {
    parent.children = parent.children.map(resolved) as typeof parent.children;
    if (parent.type !== 'footnoteDefinition') continue;
    const [first] = parent.children;
    const mark = { type: 'text', value: `[^${parent.label ?? parent.identifier}]: ` } as const;
    if (first?.type === 'paragraph') first.children.unshift(mark);
    else parent.children.unshift({ type: 'paragraph', children: [mark] });
  }
}

function spotOf({ position }: Nodes) {
  return { page: null, fromLine: position?.start.line ?? null, toLine: position?.end.line ?? null };
}

/** TOML is not among the types of the library that reads it. */
function isFrontMatter(node: Nodes | { type: 'toml'; value: string }): node is Extract<Nodes, { type: 'yaml' }> {
  return node.type === 'yaml' || node.type === 'toml';
}
