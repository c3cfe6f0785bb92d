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
import { type BlockList, type Lines, ReadRefusal, TOO_COMPLEX } from '../blocks.js';
import { readFrontMatter } from './front-matter.js';
import { contentOf } from './html.js';
import { isTooComplex } from './markdown-cost.js';
import { exportsOf, handlers as mdxHandlers, isMdx } from './mdx.js';
import { addTree } from './tree.js';

/** A single tilde does not strike: some write H~2~O. */
const EXTENSIONS = [gfm({ singleTilde: false }), frontmatter(['yaml', 'toml'])];
const MDAST_EXTENSIONS = [gfmFromMarkdown(), frontmatterFromMarkdown(['yaml', 'toml'])];

/** HTML elements that hold what stands between their tags, even if it is Markdown. */
const ENCLOSING =
  'table|ul|ol|dl|div|details|section|article|main|aside|header|footer|nav|center|blockquote|figure|form|pre|svg';
const ENCLOSING_TAG = new RegExp(`<(/?)(?:${ENCLOSING})\\b(?:[^<>"']|"[^"]*"|'[^']*')*>`, 'gi');

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
    tree = fromMarkdown(text, {
      extensions: [...EXTENSIONS, mdxjs()],
      mdastExtensions: [...MDAST_EXTENSIONS, mdxFromMarkdown()],
    });
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return readMarkdown(text, blocks);
  }
  return addMarkdown(tree, text, blocks);
}

function addMarkdown(tree: Root, text: string, blocks: BlockList): string | null {
  resolveReferences(tree);
  let title: string | null = null;
  const { children } = tree;
  for (let n = 0; n < children.length; n++) {
    const node = children[n];
    if (!node) break;
    if (isFrontMatter(node)) title = readFrontMatter(node, blocks);
    else if (node.type === 'mdxjsEsm') blocks.code(exportsOf(node, text), 'javascript', spotOf(node));
    else if (!holdsHtml(node)) addTree({ children: [node] }, blocks);
    else {
      const end = endOfHtml(children, n);
      addHtml(children.slice(n, end), text, blocks);
      n = end - 1;
    }
  }
  return title;
}

/** Reads nodes that hold HTML by the reader of HTML. Lines are those of the Markdown. */
function addHtml(nodes: readonly RootContent[], text: string, blocks: BlockList): void {
  const page = toHast({ type: 'root', children: [...nodes] }, { allowDangerousHtml: true, handlers: mdxHandlers });
  // The file makes the library keep the positions of elements.
  const root = raw(page, { file: new VFile(text) });
  const within: Lines = {
    fromLine: nodes[0]?.position?.start.line ?? null,
    toLine: nodes.at(-1)?.position?.end.line ?? null,
  };
  if (root.type === 'root') addTree(contentOf(root).tree, blocks, { isWrapped: true, within });
}

function holdsHtml(node: Nodes): boolean {
  const waiting: Nodes[] = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.type === 'html' || isMdx(next)) return true;
    if ('children' in next) waiting.push(...next.children);
  }
  return false;
}

/** Index after the node that closes the elements that this one opens: a table may have blank lines, and Markdown in it. */
function endOfHtml(nodes: readonly RootContent[], from: number): number {
  let open = 0;
  for (let n = from; n < nodes.length; n++) {
    const node = nodes[n];
    for (const [, slash] of node?.type === 'html' ? node.value.matchAll(ENCLOSING_TAG) : [])
      open += slash === '' ? 1 : -1;
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
