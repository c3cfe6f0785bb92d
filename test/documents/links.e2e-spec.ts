import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphService } from '../../src/graph/graph.service.js';
import { contextService, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';

let service: TestService;
beforeAll(async () => {
  service = await contextService();
});
afterAll(() => service.close());

const INGEST = `mutation ($document: IngestDocumentInput!) { ingestDocument(document: $document) { document { id } } }`;
const LINKS = `{ documents(first: 50) { nodes { id source
  linksTo { document { source } form text line } linkedFrom { document { source } } openLinks { form text line candidates } } } }`;

interface Linked {
  readonly id: string;
  readonly source: string;
  readonly linksTo: readonly { document: { source: string }; form: string; text: string; line: number | null }[];
  readonly linkedFrom: readonly { document: { source: string } }[];
  readonly openLinks: readonly object[];
}

const ingest = async (namespace: string, document: Record<string, unknown>): Promise<string> => {
  const { ingestDocument } = await service.data<{ ingestDocument: { document: { id: string } } }>(namespace, INGEST, { document }); // prettier-ignore
  return ingestDocument.document.id;
};
const linked = async (namespace: string): Promise<Map<string, Linked>> => {
  const { documents } = await service.data<{ documents: { nodes: Linked[] } }>(namespace, LINKS);
  return new Map(documents.nodes.map((document) => [document.source, document]));
};
/** Returns the links as `from → to by form`, after checking that the back links are the same. */
const edges = async (namespace: string): Promise<string[]> => {
  const all = [...(await linked(namespace)).values()];
  const there = all.flatMap(({ source, linksTo }) => linksTo.map(({ document }) => `${source} → ${document.source}`));
  const back = all.flatMap(({ source, linkedFrom }) =>
    linkedFrom.map(({ document }) => `${document.source} → ${source}`),
  );
  expect(back.toSorted()).toEqual(there.toSorted());
  return all.flatMap(({ source, linksTo }) =>
    linksTo.map(({ document, form, line }) => `${source}:${line} → ${document.source} ${form}`),
  );
};

const FOLDER: Readonly<Record<string, string>> = {
  'start.md':
    '# Start\n\nRead [pumps](plant/pumps.md), [[Seals]] and\n“Care of the Presses”. [Gone](gone.md), [[README]].\n',
  'plant/pumps.md': '# Pumps\n\nBack to [the start](../start.md). Limits are in limits.csv.\n',
  'plant/limits.csv': 'machine,limit,note\nnorth pump,80 degrees,see seals.md\n',
  'plant/seals.md': '# Seals\n\n[Pumps](pumps), [once more](./pumps.md#repair) and [here](#top)\n',
  'plant/README.md': '# The plant\n\nNothing.\n',
  'office/README.md': '# The office\n\nNothing.\n',
  'presses.html': '<html><head><title>Care of the presses</title></head><body><p>See <a href="plant/pumps.html">pumps</a>.</p></body></html>', // prettier-ignore
};
const EDGES = [
  'plant/limits.csv:2 → plant/seals.md NAME',
  'plant/pumps.md:3 → start.md LINK',
  'plant/pumps.md:3 → plant/limits.csv NAME',
  'plant/seals.md:3 → plant/pumps.md LINK',
  'presses.html:1 → plant/pumps.md LINK',
  'start.md:3 → plant/pumps.md LINK',
  'start.md:3 → plant/seals.md WIKI',
  'start.md:4 → presses.html TITLE',
];
const sources = Object.keys(FOLDER);
const ORDERS = [sources, [3, 0, 6, 2, 5, 1, 4].map((n) => sources[n] ?? '')];

describe('links between documents', () => {
  it.each(ORDERS.map((order) => ({ order })))('are the same in whatever order they come: $order', async ({ order }) => {
    const namespace = freshNamespace();
    for (const source of order) await ingest(namespace, { source, content: FOLDER[source] });
    expect(await edges(namespace)).toEqual(EDGES);
    const start = (await linked(namespace)).get('start.md');
    expect(start?.openLinks).toEqual([
      { form: 'LINK', text: 'gone.md', line: 4, candidates: 0 },
      { form: 'WIKI', text: 'README', line: 4, candidates: 2 },
    ]);
  });

  it('follow what becomes of both ends: changed, renamed, closed, opened again, deleted', async () => {
    const namespace = freshNamespace();
    const pumps = '# Pumps\n\nOil them.\n';
    await ingest(namespace, { source: 'start.md', content: '# Start\n\n[[pumps]] and [seals](seals.md)\n' });
    const id = await ingest(namespace, { source: 'pumps.md', content: pumps });
    const seals = await ingest(namespace, { source: 'seals.md', content: '# Seals\n\nSee [[start]].\n' });
    const all = ['seals.md:3 → start.md WIKI', 'start.md:3 → seals.md LINK', 'start.md:3 → pumps.md WIKI'];
    expect(await edges(namespace)).toEqual(all);

    // A wiki link refers to the name, wherever the file is moved; an ordinary link refers to the path.
    await ingest(namespace, { source: 'plant/pumps.md', content: pumps });
    expect(await edges(namespace)).toEqual(['seals.md:3 → start.md WIKI', 'start.md:3 → seals.md LINK', 'start.md:3 → plant/pumps.md WIKI']); // prettier-ignore
    await ingest(namespace, { source: 'pumps.md', content: pumps, movedFrom: 'plant/pumps.md' });

    const close = 'mutation ($id: ID!) { closeDocument(id: $id) }';
    await service.data(namespace, close, { id });
    expect(await edges(namespace)).toEqual(['seals.md:3 → start.md WIKI', 'start.md:3 → seals.md LINK']);
    // While the document is closed, the link refers to another one of the same name. Afterwards both exist, and the
    // link is ambiguous.
    await ingest(namespace, { source: 'old/pumps.md', content: '# Old pumps\n\nGrease them.\n' });
    expect(await edges(namespace)).toContain('start.md:3 → old/pumps.md WIKI');
    await ingest(namespace, { source: 'pumps.md', content: pumps });
    expect(await edges(namespace)).toEqual(all);

    await ingest(namespace, { source: 'start.md', content: '# Start\n\n[seals](seals.md)\n' });
    expect(await edges(namespace)).toEqual(['seals.md:3 → start.md WIKI', 'start.md:3 → seals.md LINK']);
    await service.data(namespace, 'mutation ($ref: String!) { delete(ref: $ref) }', { ref: `document:${seals}` });
    expect(await edges(namespace)).toEqual([]);
    expect((await linked(namespace)).get('start.md')?.openLinks).toEqual([{ form: 'LINK', text: 'seals.md', line: 3, candidates: 0 }]); // prettier-ignore
  });

  it('stay within their root and their namespace, and leave no names behind', async () => {
    const namespace = freshNamespace();
    const other = freshNamespace();
    await ingest(other, { source: 'pumps.md', content: '# Pumps\n\nOil them.\n' });
    await ingest(namespace, { source: 'pumps.md', root: 'elsewhere', content: '# Pumps\n\nOil them.\n' });
    const id = await ingest(namespace, { source: 'start.md', root: 'notes', content: '# Start\n\n[[pumps]]\n' });
    expect(await edges(namespace)).toEqual([]);
    await service.data(namespace, 'mutation ($ref: String!) { delete(ref: $ref) }', { ref: `document:${id}` });
    const graph = service.app.get(GraphService, { strict: false });
    const text = 'MATCH (n:DocumentName {namespace: $namespace}) RETURN n.key AS key ORDER BY key';
    const keys = await graph.run<object, { key: string }>({ name: 'test/names', access: 'READ', text } as never, { namespace }); // prettier-ignore
    expect(keys.map(({ key }) => key)).toEqual(['file', 'name', 'path', 'stem', 'title'].map((kind) => `${kind}:elsewhere\npumps${kind === 'file' || kind === 'path' ? '.md' : ''}`)); // prettier-ignore
  });

  it('tells one document by its id, or null', async () => {
    const namespace = freshNamespace();
    const id = await ingest(namespace, { source: 'a.md', content: '# A\n\nb' });
    const query = 'query ($id: ID!) { document(id: $id) { id source title closedAt chunks linksTo { text } } }';
    expect(await service.data(namespace, query, { id })).toEqual({
      document: { id, source: 'a.md', title: 'A', closedAt: null, chunks: 1, linksTo: [] },
    });
    expect(await service.data(freshNamespace(), query, { id })).toEqual({ document: null });
  });

  it('keeps no secret that stands in a link or a title', async () => {
    const namespace = freshNamespace();
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const content = `# ${token}\n\nSee [there](${token}.md).\n\n## Else\n\nNothing.\n`;
    await ingest(namespace, { source: 'a.md', content });
    const graph = service.app.get(GraphService, { strict: false });
    const text = 'MATCH (n {namespace: $namespace}) OPTIONAL MATCH (n)-[e]->() RETURN properties(n) AS n, collect(properties(e)) AS e'; // prettier-ignore
    const all = await graph.run({ name: 'test/all', access: 'READ', text } as never, { namespace } as never);
    expect(JSON.stringify(all)).not.toContain('a1B2a1B2');
  });
});
