import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GraphService } from '../../src/graph/graph.service.js';
import { contextService, type TestService } from '../context/support.js';
import { connectedGraph, freshNamespace } from '../support/graph.js';
import { walkThrough } from '../support/walk-through.js';
import { docxOf, pdfOf } from './samples.js';

let service: TestService;
let graph: GraphService;
beforeAll(async () => {
  service = await contextService({ DOCUMENT_MAX_BYTES: '100000' });
  graph = await connectedGraph();
});
afterAll(async () => {
  await service.close();
  await graph.onApplicationShutdown();
});

let namespace: string;
beforeEach(() => {
  namespace = freshNamespace();
});

interface Report {
  readonly document: { readonly id: string; readonly source: string; readonly title: string; readonly mediaType: string; readonly chunks: number; readonly ingestedAt: string }; // prettier-ignore
  readonly outcome: string;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly closed: number;
  readonly redacted: readonly object[];
}

const REPORT = `document { id source title mediaType chunks ingestedAt } outcome created updated unchanged closed redacted { page line rule }`;
const INGEST = `mutation ($document: IngestDocumentInput!) { ingestDocument(document: $document) { ${REPORT} } }`;
const ingest = async (document: Record<string, unknown>): Promise<Report> =>
  (await service.data<{ ingestDocument: Report }>(namespace, INGEST, { document })).ingestDocument;
const counted = ({ outcome, created, updated, unchanged, closed }: Report) => [outcome, created, updated, unchanged, closed]; // prettier-ignore
const problem = async (document: Record<string, unknown>) => {
  const { errors } = await service.graphql(namespace, INGEST, { document });
  const { code, fields } = errors?.[0]?.extensions as { code: string; fields: { path: string; rule: string }[] };
  return [code, fields[0]?.path, fields[0]?.rule];
};

interface Piece {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly citation: string;
  readonly knowledgeType: string;
  readonly infoType: string;
}
const pieces = async (): Promise<readonly Piece[]> => {
  const query = '{ pieces(first: 100) { nodes { id title content citation knowledgeType infoType } } }';
  const { pieces: found } = await service.data<{ pieces: { nodes: Piece[] } }>(namespace, query);
  return found.nodes.toSorted((a, b) => (a.citation < b.citation ? -1 : 1));
};
/** Reads all data of the namespace, to check that nothing was written. */
const all = async () => {
  const rows = await graph.run(
    {
      name: 'test/all',
      text: 'MATCH (n {namespace: $namespace}) OPTIONAL MATCH (n)-[e]->(m) WITH n, collect([type(e), properties(e), coalesce(m.id, m.key)]) AS edges RETURN labels(n) AS labels, properties(n) AS node, edges ORDER BY elementId(n)',
      access: 'READ',
    } as never,
    { namespace } as never,
  );
  return JSON.stringify(rows);
};

const PUMPS = `# Pumps

The pump runs all day.

## Repair

Stop the pump before it is opened.

## Parts

| part | price |
| --- | --- |
| seal | 4 |
`;

describe('ingestDocument', () => {
  it('keeps the chunks of a document as pieces with their places', async () => {
    const report = await ingest({ source: 'guides/pumps.md', root: 'notes', content: PUMPS });
    expect(counted(report)).toEqual(['CREATED', 3, 0, 0, 0]);
    expect(report.document).toMatchObject({ source: 'guides/pumps.md', title: 'Pumps', mediaType: 'text/markdown', chunks: 3 }); // prettier-ignore
    expect((await pieces()).map(({ title, content, citation, knowledgeType, infoType }) => [title, content, citation, knowledgeType, infoType])).toEqual([
      ['Pumps › Parts', 'part: seal; price: 4', 'notes/guides/pumps.md › Pumps › Parts, line 13', 'NOTE', 'context'],
      ['Pumps › Repair', 'Stop the pump before it is opened.', 'notes/guides/pumps.md › Pumps › Repair, line 7', 'NOTE', 'context'],
      ['Pumps', 'The pump runs all day.', 'notes/guides/pumps.md › Pumps, line 3', 'NOTE', 'context'],
    ]); // prettier-ignore
  });

  it('puts the chunks in the order of the text, also after a change', async () => {
    const order = async () => {
      const rows = await graph.run(
        {
          name: 'test/order',
          mode: 'read',
          text: `MATCH (d:Document {namespace: $namespace})-[e:HAS_CHUNK]->(p:Piece)
            OPTIONAL MATCH (p)-[:NEXT]->(next:Piece)
            RETURN e.position AS position, p.content AS content, next.content AS next ORDER BY position`,
        } as never,
        { namespace } as never,
      );
      return rows.map((row) => Object.values(row as Record<string, unknown>));
    };
    await ingest({ source: 'pumps.md', content: '# A\n\nOne.\n\n# B\n\nTwo.\n\n# C\n\nThree.\n' });
    expect(await order()).toEqual([[0, 'One.', 'Two.'], [1, 'Two.', 'Three.'], [2, 'Three.', null]]); // prettier-ignore
    await ingest({ source: 'pumps.md', content: '# C\n\nThree.\n\n# A\n\nOne.\n' });
    expect(await order()).toEqual([
      [0, 'Three.', 'One.'],
      [1, 'One.', null],
    ]);
  });

  it('keeps the rows of a table as records, which are found by their columns and values', async () => {
    await ingest({ source: 'parts.csv', content: 'part,price,supplier\nseal,4,Nordtek\nbevel gear,17,\n' });
    await ingest({ source: 'other.csv', content: 'machine,limit\nnorth pump,80\n' });
    const query = 'query ($query: String!) { search(query: $query, kinds: [PIECE]) { hits { knowledge { ... on Piece { content } } } } }'; // prettier-ignore
    const { search } = await service.data<{ search: { hits: object[] } }>(namespace, query, { query: 'price of the bevel gear' }); // prettier-ignore
    const content = 'part: seal; price: 4; supplier: Nordtek\npart: bevel gear; price: 17';
    expect(search.hits[0]).toEqual({ knowledge: { content } });
  });

  it('names a document without a title by its path', async () => {
    const { document } = await ingest({ source: 'notes/C# and why?.txt', content: 'A language.' });
    expect(document.title).toBe('notes/C# and why?.txt');
    const page = await ingest({ source: 'https://plant.example/pumps/?page=2#top', content: 'They run.' });
    expect(page.document.title).toBe('plant.example/pumps');
  });

  it('shows the place of a chunk in a context', async () => {
    await ingest({ source: 'pumps.md', content: PUMPS });
    const query = 'query ($query: String!) { context(input: { query: $query }) { text } }';
    const { context } = await service.data<{ context: { text: string } }>(namespace, query, { query: 'When is the pump opened?' }); // prettier-ignore
    expect(context.text).toContain('[note: pumps.md › Pumps › Repair, line 7] Stop the pump before it is opened.');
  });

  it('writes nothing for a document that is unchanged', async () => {
    await ingest({ source: 'pumps.md', content: PUMPS });
    const before = await all();
    expect(counted(await ingest({ source: 'pumps.md', content: PUMPS }))).toEqual(['UNCHANGED', 0, 0, 3, 0]);
    expect(await all()).toBe(before);
  });

  it('follows changes: chunks keep their ids, others become new versions, and what is gone is closed', async () => {
    await ingest({ source: 'pumps.md', content: PUMPS });
    const before = new Map((await pieces()).map(({ title, id }) => [title, id]));
    const changed = PUMPS.replace('before it is', 'and wait until it is cold, before it is').replace(/## Parts[^]*/, '## Oil\n\nOil it once a week.\n'); // prettier-ignore
    expect(counted(await ingest({ source: 'pumps.md', content: changed }))).toEqual(['UPDATED', 1, 1, 1, 1]);
    const after = new Map((await pieces()).map(({ title, id }) => [title, id]));
    expect([...after.keys()].sort()).toEqual(['Pumps', 'Pumps › Oil', 'Pumps › Repair']);
    expect(after.get('Pumps')).toBe(before.get('Pumps'));
    expect(after.get('Pumps › Repair')).toBe(before.get('Pumps › Repair'));
    const query = 'query ($ref: String!) { versions(ref: $ref) { nodes { number } } }';
    const history = await service.graphql(namespace, query, { ref: `piece:${after.get('Pumps › Repair')}` });
    expect(history.errors).toBeUndefined();
    expect(history.data).toMatchObject({ versions: { nodes: [{ number: 2 }, { number: 1 }] } });
    // The table becomes invisible, and returns with its id when the file contains it again.
    const found = await service.data<{ search: { hits: object[] } }>(namespace, 'query { search(query: "price of the seal", kinds: [PIECE]) { hits { knowledge { title } } } }'); // prettier-ignore
    expect(JSON.stringify(found)).not.toContain('Parts');
    expect(counted(await ingest({ source: 'pumps.md', content: PUMPS }))).toEqual(['UPDATED', 1, 1, 1, 1]);
  });

  it('knows a renamed document by its content, and a copy where it is told so', async () => {
    const { document } = await ingest({ source: 'pumps.md', content: PUMPS });
    const ids = (await pieces()).map(({ id }) => id).sort();
    const renamed = await ingest({ source: 'machines/pumps.md', content: PUMPS });
    expect([renamed.outcome, renamed.document.id, renamed.document.source]).toEqual(['RENAMED', document.id, 'machines/pumps.md']); // prettier-ignore
    const moved = await pieces();
    expect(moved.map(({ id }) => id).sort()).toEqual(ids);
    expect(moved[0]?.citation).toBe('machines/pumps.md › Pumps › Parts, line 13');
    const copy = await ingest({ source: 'pumps.md', content: PUMPS, copy: true });
    expect([copy.outcome, copy.document.id === document.id]).toEqual(['CREATED', false]);
  });

  it('cuts secrets out of chunks, and names their place and rule', async () => {
    const content = `# Access\n\nAsk Ann.\n\n## Token\n\nIt is ghp_${'a1B2'.repeat(9)} for all.\n`;
    const report = await ingest({ source: 'access.md', content });
    expect(report.redacted).toEqual([{ page: null, line: 7, rule: 'github-pat' }]);
    expect((await pieces()).map((piece) => piece.content).sort()).toEqual(['Ask Ann.', 'It is [redacted] for all.']);
    expect(await all()).not.toContain('a1B2a1B2');
  });

  it('reads formats that are no text', async () => {
    const word = await ingest({ source: 'a.docx', base64: Buffer.from(docxOf([{ heading: 'Valves', level: 1 }, 'They open slowly.'])).toString('base64') }); // prettier-ignore
    expect(word.document.title).toBe('Valves');
    const pdf = await ingest({ source: 'b.pdf', base64: Buffer.from(pdfOf([[['Valves close at night.']]])).toString('base64') }); // prettier-ignore
    expect([pdf.document.title, pdf.document.mediaType]).toEqual(['b.pdf', 'application/pdf']);
    expect((await pieces()).map((piece) => piece.citation)).toEqual(['a.docx › Valves', 'b.pdf, page 1']);
  });

  it('brings back chunks that somebody deleted or an undo took away', async () => {
    await ingest({ source: 'pumps.md', content: PUMPS });
    const [first] = await pieces();
    await service.data(namespace, 'mutation ($ref: String!) { delete(ref: $ref) }', { ref: `piece:${first?.id}` });
    expect(counted(await ingest({ source: 'pumps.md', content: PUMPS }))).toEqual(['UPDATED', 1, 0, 2, 0]);
    const { changes } = await service.data<{ changes: { nodes: { id: string; door: string }[] } }>(namespace, '{ changes(first: 1) { nodes { id door } } }'); // prettier-ignore
    expect(changes.nodes[0]?.door).toBe('INGEST_DOCUMENT');
    await service.data(namespace, 'mutation ($id: ID!) { undo(changeId: $id) { restored } }', { id: changes.nodes[0]?.id }); // prettier-ignore
    expect(await pieces()).toHaveLength(2);
    expect(counted(await ingest({ source: 'pumps.md', content: PUMPS }))).toEqual(['UPDATED', 1, 0, 2, 0]);
  });

  it('lets many callers write one document at once, and keeps each chunk once', async () => {
    const reports = await Promise.all(
      Array.from({ length: 8 }, (_, n) => ingest({ source: 'pumps.md', content: n % 2 === 0 ? PUMPS : `${PUMPS}\nMore.\n` }).catch(() => undefined)), // prettier-ignore
    );
    expect(reports.some((report) => report !== undefined)).toBe(true);
    expect((await ingest({ source: 'pumps.md', content: PUMPS })).document.chunks).toBe(3);
    expect((await pieces()).map(({ content }) => content).sort()).toEqual(['Stop the pump before it is opened.', 'The pump runs all day.', 'part: seal; price: 4']); // prettier-ignore
  });

  it('refuses by name what it cannot read, and changes nothing', async () => {
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
    const before = await all();
    expect(await problem({ source: 'a.md', content: '' })).toEqual(['BAD_USER_INPUT', 'content', 'EMPTY']);
    expect(await problem({ source: 'a.pdf', base64: base64(pdfOf([[]])) })).toEqual(['BAD_USER_INPUT', 'content', 'NO_TEXT']); // prettier-ignore
    expect(await problem({ source: 'a.md', content: 'x'.repeat(100_001) })).toEqual(['BAD_USER_INPUT', 'content', 'TOO_LARGE']); // prettier-ignore
    expect(await problem({ source: 'a.md' })).toEqual(['BAD_USER_INPUT', 'content', 'eitherContentOrBase64']);
    expect(await problem({ source: 'a.md', base64: '%' })).toEqual(['BAD_USER_INPUT', 'base64', 'isBase64']);
    expect(await problem({ source: '../a.md', content: 'x' })).toEqual(['BAD_USER_INPUT', 'source', 'isRelative']);
    expect(await problem({ source: `ghp_${'a1B2'.repeat(9)}`, content: 'x' })).toEqual(['BAD_USER_INPUT', 'document.source', 'noSecrets']); // prettier-ignore
    expect(await all()).toBe(before);
  });
});

it('answers as docs/documents.md shows', async () => {
  await walkThrough(service, 'documents.md', { documented: 2, headers: {} });
});

describe('documents', () => {
  it('are listed by root and source, and filtered', async () => {
    await ingest({ source: 'b.md', content: '# Beta\n\nText.' });
    await ingest({ source: 'a.txt', content: 'Text of a.', title: 'Alpha', root: 'r' });
    await ingest({ source: 'a.md', content: '# Gamma\n\nText.' });
    const list = async (filter: object, first = 10, after?: string) => {
      const query = 'query ($filter: DocumentFilter, $first: Int!, $after: String) { documents(filter: $filter, first: $first, after: $after) { totalCount nodes { root source } pageInfo { endCursor } } }'; // prettier-ignore
      const { documents } = await service.data<{ documents: { totalCount: number; nodes: { root: string; source: string }[]; pageInfo: { endCursor: string } } }>(namespace, query, { filter, first, after }); // prettier-ignore
      return { ...documents, paths: documents.nodes.map(({ root, source }) => `${root}/${source}`) };
    };
    const { paths, totalCount } = await list({});
    expect([totalCount, paths]).toEqual([3, ['/a.md', '/b.md', 'r/a.txt']]);
    const page = await list({}, 1);
    expect((await list({}, 2, page.pageInfo.endCursor)).paths).toEqual(['/b.md', 'r/a.txt']);
    expect((await list({ root: '' })).paths).toEqual(['/a.md', '/b.md']);
    expect((await list({ title: 'ALPH' })).paths).toEqual(['r/a.txt']);
    expect((await list({ source: 'B.md' })).paths).toEqual(['/b.md']);
    expect((await list({ mediaType: 'text/plain' })).paths).toEqual(['r/a.txt']);
  });

  it('go with their chunks, and with what they said before', async () => {
    const { document } = await ingest({ source: 'pumps.md', content: PUMPS });
    await ingest({ source: 'pumps.md', content: PUMPS.replace('before it is opened', 'first').replace(/## Parts[^]*/, '') }); // prettier-ignore
    const drop = () => service.data<{ delete: boolean }>(namespace, 'mutation ($ref: String!) { delete(ref: $ref) }', { ref: `document:${document.id}` }); // prettier-ignore
    expect(await drop()).toEqual({ delete: true });
    expect(await drop()).toEqual({ delete: false });
    expect(await pieces()).toEqual([]);
    expect(await all()).not.toMatch(/Stop the pump|seal/);
  });
});

describe('POST /documents', () => {
  it('takes a file as it is', async () => {
    const send = (query: string, body: Uint8Array | string) =>
      fetch(`${service.url}/documents?${query}`, { method: 'POST', headers: { 'x-namespace': namespace, 'content-type': 'application/octet-stream' }, body: body as string }); // prettier-ignore
    const response = await send('source=pumps.md&root=notes', PUMPS);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ outcome: 'CREATED', created: 3, document: { source: 'pumps.md' } });
    const refused = await send('source=a.pdf', 'no PDF');
    expect([refused.status, await refused.json()]).toMatchObject([400, { errors: [{ extensions: { fields: [{ rule: 'BROKEN' }] } }] }]); // prettier-ignore
    expect((await send('source=a.txt', 'x'.repeat(100_001))).status).toBe(413);
    expect((await send('origin=a.txt', 'x')).status).toBe(400);
  });
});
