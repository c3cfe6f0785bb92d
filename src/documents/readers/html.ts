import type { Element, Nodes, Root as HtmlRoot } from 'hast';
import type { Root } from 'mdast';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import { unified } from 'unified';
import { type BlockList, ReadRefusal } from '../blocks.js';
import { addTree } from './markdown.js';

/** What a page has beside what it says. */
const ASIDE = new Set(['script', 'style', 'template', 'noscript', 'nav', 'svg', 'iframe', 'form', 'button', 'select']);
/** Deeper pages are no documents, and a library that reads them calls itself once a level. */
const MOST_DEEP = 500;

/** @returns the title of the page; null where it has none */
export function readHtml(text: string, blocks: BlockList, { keepsLines = true } = {}): string | null {
  const page = unified().use(rehypeParse).parse(text);
  const title = tidy(page);
  const tree = unified().use(rehypeRemark).runSync(page);
  if (!keepsLines) forgetPlaces(tree);
  addTree(tree, blocks);
  return title;
}

/** Takes away what is no text, and finds the title. Without recursion, since a page may be nested as deeply as it likes. */
function tidy(page: HtmlRoot): string | null {
  let title: string | null = null;
  const waiting: { readonly node: HtmlRoot | Element; readonly depth: number }[] = [{ node: page, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    if (depth > MOST_DEEP) throw new ReadRefusal('BROKEN', `The page is nested more than ${MOST_DEEP} levels deep`);
    if ('tagName' in node && node.tagName === 'title' && title === null) title = textOf(node).trim() || null;
    node.children = (node.children as Nodes[]).filter((child) => {
      return !(child.type === 'element' && ASIDE.has(child.tagName)) && child.type !== 'comment';
    }) as typeof node.children;
    for (const child of node.children) if (child.type === 'element') waiting.push({ node: child, depth: depth + 1 });
  }
  return title;
}

function textOf(node: Element): string {
  return node.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
}

function forgetPlaces(tree: Root): void {
  for (const node of tree.children) delete node.position;
}
