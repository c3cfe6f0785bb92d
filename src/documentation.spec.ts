import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Heading, Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString as textOf } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { drawSvg } from './rtec/graphviz.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
const ALL = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

const parsed = new Map<string, Root>();
function read(file: string): Root {
  const tree =
    parsed.get(file) ??
    fromMarkdown(readFileSync(join(ROOT, file), 'utf8'), {
      extensions: [gfm()],
      mdastExtensions: [gfmFromMarkdown()],
    });
  parsed.set(file, tree);
  return tree;
}

function* within(node: Nodes): Generator<Nodes> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* within(child);
}

/** Returns the anchors that GitHub gives to the headings of a page. */
function anchorsOf(file: string): Set<string> {
  const seen = new Map<string, number>();
  const headings = [...within(read(file))].filter((node): node is Heading => node.type === 'heading');
  return new Set(
    headings.map((heading) => {
      const name = textOf(heading)
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
        .replaceAll(' ', '-');
      const times = seen.get(name) ?? 0;
      seen.set(name, times + 1);
      return times === 0 ? name : `${name}-${times}`;
    }),
  );
}

describe('the documentation', () => {
  it.each(PAGES)('says first for whom %s is and what they get from it', (page) => {
    const [title, reader] = read(join('docs', page)).children;
    expect(title).toMatchObject({ type: 'heading', depth: 1 });
    expect(reader?.type).toBe('blockquote');
    expect(reader && textOf(reader)).toMatch(/^For .+\. By the end you will .+\.$/s);
  });

  it('lists every page once, by what it is for', () => {
    const links = [...within(read('docs/README.md'))].flatMap((node) => (node.type === 'link' ? [node.url] : []));
    const listed = links.filter((url) => PAGES.includes(url));
    expect(listed.toSorted()).toEqual(PAGES.filter((page) => page !== 'README.md').toSorted());
  });

  it.each(ALL)('links from %s only to what is there', (file) => {
    const broken = [...within(read(file))].flatMap((node) => {
      if (node.type !== 'link' && node.type !== 'image' && node.type !== 'definition') return [];
      if (/^[a-z]+:/.test(node.url)) return [];
      const [path = '', anchor] = decodeURI(node.url).split('#');
      const target = path === '' ? join(ROOT, file) : resolve(ROOT, dirname(file), path);
      if (!existsSync(target)) return [node.url];
      if (anchor === undefined || statSync(target).isDirectory()) return [];
      return anchorsOf(relative(ROOT, target)).has(anchor) ? [] : [node.url];
    });
    expect(broken).toEqual([]);
  });
});

it('shows the concepts in a picture that is drawn from its source', async () => {
  const svg = await drawSvg(readFileSync(join(ROOT, 'docs/concepts.dot'), 'utf8'), { nodes: 8, edges: 12 });
  expect(readFileSync(join(ROOT, 'docs/concepts.md'), 'utf8')).toContain('](concepts.svg)');
  await expect(svg).toMatchFileSnapshot('../docs/concepts.svg');
});
