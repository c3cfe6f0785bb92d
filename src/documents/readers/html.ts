import type { Element, Nodes, Root as HtmlRoot } from 'hast';
import type { Nodes as MarkdownNodes, Root } from 'mdast';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import { unified } from 'unified';
import { type BlockList, ReadRefusal } from '../blocks.js';
import { addTree } from './markdown.js';

/** Elements that are not part of a page's content. */
const ASIDE = new Set(['script', 'style', 'template', 'noscript', 'nav', 'svg', 'iframe', 'form', 'button', 'select']);
/** Inside these, a footer belongs to the content; elsewhere, it is that of the whole site (WAI-ARIA, contentinfo). */
const SECTIONING = new Set(['article', 'section', 'main', 'aside', 'blockquote', 'td', 'details', 'figure']);
/** Maximum nesting depth. The library that reads pages recurses once per level. */
const MOST_DEEP = 500;

/** @returns the title of the page; null if it has none */
export function readHtml(text: string, blocks: BlockList, { keepsLines = true } = {}): string | null {
  const page = unified().use(rehypeParse).parse(text);
  const title = tidy(page);
  const tree = unified().use(rehypeRemark).runSync(page);
  if (!keepsLines) forgetPlaces(tree);
  addTree(tree, blocks, { isWrapped: true });
  return title;
}

/** Removes elements without text and finds the title. Iterative, since pages may be nested to any depth. */
function tidy(page: HtmlRoot): string | null {
  let title: string | null = null;
  const waiting: { readonly node: HtmlRoot | Element; readonly depth: number; readonly inSection: boolean }[] = [
    { node: page, depth: 0, inSection: false },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    const inSection = next.inSection || ('tagName' in node && SECTIONING.has(node.tagName));
    if (depth > MOST_DEEP) throw new ReadRefusal('BROKEN', `The page is nested more than ${MOST_DEEP} levels deep`);
    if ('tagName' in node && node.tagName === 'title' && title === null) title = textOf(node).trim() || null;
    node.children = (node.children as Nodes[]).filter((child) => {
      if (child.type !== 'element') return child.type !== 'comment';
      return !ASIDE.has(child.tagName) && (inSection || child.tagName !== 'footer');
    }) as typeof node.children;
    for (const child of node.children) {
      if (child.type === 'element') waiting.push({ node: child, depth: depth + 1, inSection });
    }
  }
  return title;
}

function textOf(node: Element): string {
  return node.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
}

function forgetPlaces(tree: Root): void {
  const waiting: MarkdownNodes[] = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    delete node.position;
    if ('children' in node) waiting.push(...node.children);
  }
}
