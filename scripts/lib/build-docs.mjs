// Builds the documentation into dist/explorer/docs: converts the Markdown of the repository to pages, with an index
// for offline search.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import Slugger from 'github-slugger';
import { toHtml } from 'hast-util-to-html';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { toString } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';
import MiniSearch from 'minisearch';
import { build } from 'vite';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const out = join(root, 'dist', 'explorer', 'docs');
/** Maximum number of characters of a section in the search results. */
const START = 160;
/** The Markdown files by path in the repository. README comes first. */
const SOURCES = [
  'README.md',
  ...markdownIn('docs'),
  ...markdownIn('docs/decisions'),
  'sample/README.md',
  'bench/results.md',
  'bench/learning/results.md',
  'bench/retrieval/README.md',
  'clients/python/README.md',
  'clients/typescript/README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
];
const IMAGES = ['.png', '.svg', '.webp'];

function markdownIn(folder) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/** The URL below /docs/ of a Markdown file. */
function addressOf(source) {
  if (source === 'README.md') return 'index.html';
  return source
    .replace(/^docs\//, '')
    .replace(/\.md$/, '.html')
    .toLowerCase()
    .replace('/readme', '');
}

function visit(node, see) {
  see(node);
  for (const child of node.children ?? []) visit(child, see);
}

/** @returns the page as HTML, its title, and its sections for the search */
function read(source) {
  const tree = fromMarkdown(readFileSync(join(root, source), 'utf8'), {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  const slugger = new Slugger();
  const page = addressOf(source);
  const sections = [];
  let title = source;
  for (const node of tree.children) {
    if (node.type === 'heading') {
      const heading = toString(node);
      const slug = slugger.slug(heading);
      node.data = { hProperties: { id: slug } };
      if (node.depth === 1 && sections.length === 0) title = heading;
      sections.push({ id: `${page}#${slug}`, heading, texts: [] });
    } else if (node.type !== 'html') {
      sections.at(-1)?.texts.push(toString(node));
    }
  }
  visit(tree, (node) => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') node.url = urlIn(source, node.url);
  });
  const hast = toHast(tree);
  visit(hast, (node) => {
    // Tables and code blocks may be wider than the page; with a tab index they can be scrolled by keyboard.
    if (node.tagName === 'pre') Object.assign(node.properties, { tabIndex: 0 });
    const isBox = node.properties?.className?.includes('table') ?? false;
    if (node.children && !isBox) node.children = node.children.map(inBox);
  });
  return {
    page,
    title,
    html: toHtml(hast),
    sections: sections.map(({ id, heading, texts }) => {
      const text = texts.join(' ').replaceAll(/\s+/g, ' ');
      return { id, title, heading, text, start: text.length > START ? `${text.slice(0, START)} …` : text };
    }),
  };
}

function inBox(node) {
  if (node.tagName !== 'table') return node;
  return {
    type: 'element',
    tagName: 'div',
    properties: { className: ['table'], tabIndex: 0, role: 'region', ariaLabel: 'Table' },
    children: [node],
  };
}

/** @throws Error if a link leads to a file that is neither a page nor an image of the documentation */
function urlIn(source, url) {
  if (/^[a-z]+:/i.test(url) || url.startsWith('#')) return url;
  const [path = '', anchor] = url.split('#');
  const target = posix.normalize(posix.join(posix.dirname(source), path));
  if (SOURCES.includes(target)) return `/docs/${addressOf(target)}${anchor === undefined ? '' : `#${anchor}`}`;
  if (target.startsWith('docs/') && IMAGES.includes(extname(target))) return `/docs/${target.slice('docs/'.length)}`;
  throw new Error(`${source} links to ${url}, which is no page of the documentation`);
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

await build({
  configFile: false,
  root: join(root, 'web', 'docs'),
  base: '/docs/',
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: out,
    emptyOutDir: true,
    assetsDir: '',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    target: 'es2022',
    rolldownOptions: { input: join(root, 'web', 'docs', 'page.html') },
  },
});
const { SEARCH_OPTIONS } = await import('../../web/docs/search-options.js');
const template = readFileSync(join(out, 'page.html'), 'utf8');
rmSync(join(out, 'page.html'));
for (const name of readdirSync(join(root, 'docs'))) {
  if (IMAGES.includes(extname(name))) copyFileSync(join(root, 'docs', name), join(out, name));
}

const pages = SOURCES.map(read);
const index = new MiniSearch(SEARCH_OPTIONS);
for (const { page, title, html, sections } of pages) {
  index.addAll(sections);
  const links = pages.map(
    (other) =>
      `<li><a href="/docs/${other.page}"${other.page === page ? ' aria-current="page"' : ''}>${escaped(other.title)}</a></li>`,
  );
  const file = join(out, page);
  mkdirSync(dirname(file), { recursive: true });
  // Replacement functions are used because `$` in a replacement string has a special meaning.
  const filled = template
    .replace('TITLE', () => escaped(title))
    .replace('PAGES', () => `<ul>${links.join('')}</ul>`)
    .replace('CONTENT', () => html);
  writeFileSync(file, filled);
}
writeFileSync(join(out, 'index.json'), JSON.stringify(index));
